"""Fonts in the file: subsets cut by HarfBuzz, embedded as composite fonts with exact widths and ToUnicode maps.

reportlab's own TrueType embedding is not used: it writes wrong widths past numberOfHMetrics when the em is not 1000
units, five-digit codes for characters beyond U+FFFF, and knows one character per glyph (all in 5.1.0).
"""

from __future__ import annotations

import hashlib
import struct

import pikepdf
import uharfbuzz as hb
from pikepdf import Array, Dictionary, Name, Object, String

from fairdesk.report.fonts import Face
from fairdesk.report.inking import GlyphLedger

SYMBOLIC = 4
"""FontDescriptor flag: codes do not follow a standard Latin encoding."""

DROPPED_TABLES = ("GSUB", "GPOS", "GDEF", "OS/2", "cmap", "gasp", "name", "post")
"""Not needed to draw by glyph number."""

PER_BLOCK = 100
"""Entries allowed in one bfchar block of a ToUnicode map."""

TO_UNICODE_HEAD = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
"""
TO_UNICODE_TAIL = """endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


def font_resources(pdf: pikepdf.Pdf, ledger: GlyphLedger) -> Object:
    """The font dictionary that all pages share: every face of the ledger, embedded as a subset."""
    resources = Dictionary()
    for face, codes in ledger.used.items():
        resources[f"/{face.resource}"] = _composite_font(pdf, face, codes)
    return pdf.make_indirect(resources)


def _composite_font(pdf: pikepdf.Pdf, face: Face, codes: dict[tuple[int, str], int]) -> Object:
    data, renumbered = _subset(face, {glyph for glyph, _ in codes})
    tag = _tag(face, codes)
    name = Name(f"/{tag}+{face.name}")
    glyphs = bytearray(2)  # code 0 is .notdef
    for glyph, _ in codes:
        glyphs += struct.pack(">H", renumbered[glyph])
    widths = Array([round(face.advance(glyph), 3) for glyph, _ in codes])
    descendant = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
        FontDescriptor=pdf.make_indirect(_descriptor(pdf, face, name, data)),
        DW=1000,
        W=Array([1, widths]),
        CIDToGIDMap=pdf.make_stream(bytes(glyphs)),
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type0,
            BaseFont=name,
            Encoding=Name("/Identity-H"),
            DescendantFonts=Array([pdf.make_indirect(descendant)]),
            ToUnicode=pdf.make_stream(_to_unicode(codes)),
        )
    )


def _subset(face: Face, glyphs: set[int]) -> tuple[bytes, dict[int, int]]:
    """Font file with these glyphs only, and the new number of each old glyph."""
    wanted = hb.SubsetInput()
    wanted.glyph_set.update(sorted(glyphs))
    wanted.drop_table_tag_set.update([int.from_bytes(table.encode("ascii"), "big") for table in DROPPED_TABLES])
    wanted.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NOTDEF_OUTLINE | hb.SubsetFlags.NO_LAYOUT_CLOSURE
    plan = hb.SubsetPlan(face.face, wanted)
    return bytes(plan.execute().blob.data), dict(plan.old_to_new_glyph_mapping)


def _descriptor(pdf: pikepdf.Pdf, face: Face, name: Name, data: bytes) -> Dictionary:
    scale = 1000 / face.units_per_em
    extents = face.font.get_font_extents("ltr")
    box = struct.unpack(">4h", bytes(face.face.reference_table("head").data)[36:44])
    capital = face.font.get_metric_position(hb.OTMetricsTag.CAP_HEIGHT)
    return Dictionary(
        Type=Name.FontDescriptor,
        FontName=name,
        Flags=SYMBOLIC,
        FontBBox=Array([round(edge * scale) for edge in box]),
        ItalicAngle=-12 if face.name.endswith("Italic") else 0,
        Ascent=round(extents.ascender * scale),
        Descent=round(extents.descender * scale),
        CapHeight=round((capital or extents.ascender) * scale),
        StemV=140 if face.is_bold else 80,
        FontFile2=pdf.make_stream(data, Length1=len(data)),
    )


def _tag(face: Face, codes: dict[tuple[int, str], int]) -> str:
    """Six letters that differ between different subsets of a font (ISO 32000-1, 9.6.4)."""
    digest = hashlib.sha256(repr((face.name, sorted(codes))).encode("utf-8")).digest()
    return "".join(chr(ord("A") + byte % 26) for byte in digest[:6])


def _to_unicode(codes: dict[tuple[int, str], int]) -> bytes:
    entries = [f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>" for (_, text), code in codes.items()]
    blocks = [entries[first : first + PER_BLOCK] for first in range(0, len(entries), PER_BLOCK)]
    body = "".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar\n" for block in blocks)
    return (TO_UNICODE_HEAD + body + TO_UNICODE_TAIL).encode("ascii")
