"""The last pass over the file: PDF/A-3a and PDF/UA-1 parts that reportlab does not write, and bytes that repeat."""

from __future__ import annotations

import io
from datetime import UTC
from importlib.resources import files
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, AttachedFileSpec, Dictionary, Name, String

from fairdesk.report.blocks import Attachment, ReportDocument
from fairdesk.report.embedding import font_resources
from fairdesk.report.structure import StructureWriter
from fairdesk.report.tagging import TaggedCanvas
from fairdesk.report.text import Typesetter

PRODUCER = "FairDesk (reportlab, pikepdf)"
CREATOR = "FairDesk"

XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<pdf:Producer>{producer}</pdf:Producer><xmp:CreatorTool>{creator}</xmp:CreatorTool>
<xmp:CreateDate>{when}</xmp:CreateDate><xmp:ModifyDate>{when}</xmp:ModifyDate>
<xmp:MetadataDate>{when}</xmp:MetadataDate></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""
"""PDF/A allows the pdfuaid property only together with a description of its schema (ISO 19005-3, 6.6.2.3)."""


def finish(
    drawn: bytes,
    canvas: TaggedCanvas,
    typesetter: Typesetter,
    document: ReportDocument,
    attachments: tuple[Attachment, ...],
) -> bytes:
    """Fonts, structure, metadata, output intent and attachments into the drawn pages; the same input, the same bytes.

    Args:
        drawn: What ``canvas`` saved.
        canvas: Holds the structure tree, links, fields and outline.
        typesetter: Holds the glyphs that were drawn.
        document: For title, language and date.
        attachments: Files to be embedded, in this order.
    """
    with pikepdf.open(io.BytesIO(drawn)) as pdf:
        embed_fonts(pdf, typesetter)
        StructureWriter(pdf, canvas).write()
        pdf.Root.Lang = String(document.language)
        pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        _output_intent(pdf)
        _metadata(pdf, typesetter, document)
        _attach(pdf, typesetter, attachments, _pdf_date(document))
        return saved(pdf)


def embed_fonts(pdf: pikepdf.Pdf, typesetter: Typesetter) -> None:
    """Give every page the fonts of the ledger, and nothing of what reportlab listed."""
    fonts = font_resources(pdf, typesetter.ledger)
    for page in pdf.pages:
        page.obj.Resources = Dictionary(Font=fonts)


def saved(pdf: pikepdf.Pdf) -> bytes:
    """The file as PDF 1.7 with an identifier that follows from its content."""
    target = io.BytesIO()
    pdf.save(
        target,
        deterministic_id=True,
        min_version="1.7",
        force_version="1.7",
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
        compress_streams=True,
        stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
    )
    return target.getvalue()


def _output_intent(pdf: pikepdf.Pdf) -> None:
    profile = (files("pikepdf") / "pdfa" / "data" / "sRGB.icc").read_bytes()
    pdf.Root.OutputIntents = Array(
        [
            Dictionary(
                Type=Name.OutputIntent,
                S=Name.GTS_PDFA1,
                OutputConditionIdentifier=String("sRGB IEC61966-2.1"),
                Info=String("sRGB IEC61966-2.1"),
                RegistryName=String("http://www.color.org"),
                DestOutputProfile=pdf.make_stream(profile, N=3),
            )
        ]
    )


def _metadata(pdf: pikepdf.Pdf, typesetter: Typesetter, document: ReportDocument) -> None:
    def one_line(text: str) -> str:
        return " ".join(typesetter.plain(text).split())

    texts = {
        "title": one_line(document.title),
        "author": one_line(document.author),
        "subject": one_line(document.subject),
        "language": document.language,
        "producer": PRODUCER,
        "creator": CREATOR,
        "when": document.when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S+00:00"),
    }
    packet = XMP.format(**{key: escape(text) for key, text in texts.items()}).encode("utf-8")
    pdf.Root.Metadata = pdf.make_stream(packet, Type=Name.Metadata, Subtype=Name.XML)
    for key in list(pdf.docinfo.keys()):
        del pdf.docinfo[key]
    pdf.docinfo.Title = String(texts["title"])
    pdf.docinfo.Author = String(texts["author"])
    pdf.docinfo.Subject = String(texts["subject"])
    pdf.docinfo.Creator = String(CREATOR)
    pdf.docinfo.Producer = String(PRODUCER)
    pdf.docinfo.CreationDate = pdf.docinfo.ModDate = String(_pdf_date(document))


def _pdf_date(document: ReportDocument) -> str:
    return document.when.astimezone(UTC).strftime("D:%Y%m%d%H%M%S+00'00'")


def _attach(pdf: pikepdf.Pdf, typesetter: Typesetter, attachments: tuple[Attachment, ...], date: str) -> None:
    if not attachments:
        return
    associated = Array()
    for attachment in attachments:
        if attachment.name in pdf.attachments:
            raise ValueError(f"two attachments are called {attachment.name}")
        pdf.attachments[attachment.name] = AttachedFileSpec(
            pdf,
            attachment.data,
            filename=attachment.name,
            mime_type=attachment.mime_type,
            description=typesetter.plain(attachment.description),
            relationship=Name.Data,
            creation_date=date,
            mod_date=date,
        )
        associated.append(pdf.attachments[attachment.name].obj)
    pdf.Root.AF = associated
