"""The shipped fonts: loaded from a folder, checked, and asked in a fixed order for a character."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import uharfbuzz as hb

from fairdesk.domain.errors import ReportError

CHAIN = (
    "NotoSans",
    "NotoSansArabic",
    "NotoSansHebrew",
    "NotoSansDevanagari",
    "NotoSansBengali",
    "NotoSansTamil",
    "NotoSansThai",
    "NotoSansEthiopic",
    "NotoSansSC",
    "NotoSansKR",
    "NotoEmoji",
    "NotoSansMath",
    "NotoSansSymbols",
    "NotoSansSymbols2",
)
"""Families in the order in which they are asked; the first that covers a character draws it."""

BOLD = frozenset(CHAIN[:8])
"""Families that come in bold; the others stand in regular within a bold text."""

ITALIC = frozenset({"NotoSans"})

EMOJI = "NotoEmoji"

RESTRICTED_EMBEDDING = 0x0002
"""Bit of OS/2 fsType: the licence forbids embedding."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Face:
    """One font file, ready for shaping. ``coverage`` holds the code points it has a picture for.

    ``index`` is its place among all files of the chain and gives the short resource name in the PDF.
    """

    name: str
    index: int
    face: hb.Face
    font: hb.Font
    coverage: frozenset[int]
    units_per_em: int

    @property
    def resource(self) -> str:
        """The name under which pages know the font, for example ``F3``."""
        return f"F{self.index}"

    @property
    def is_bold(self) -> bool:
        """Whether the file itself is a bold one."""
        return self.name.endswith("-Bold")

    @property
    def blank_glyph(self) -> int | None:
        """The glyph of the space, which draws nothing; None where the font has none."""
        number = self.font.get_nominal_glyph(ord(" "))
        return None if number is None else int(number)

    def advance(self, glyph: int) -> float:
        """Width of a glyph in thousandths of the text size."""
        return float(self.font.get_glyph_h_advance(glyph)) * 1000 / self.units_per_em


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FontChain:
    """All faces of a folder, in order of ``CHAIN``, in each style."""

    regular: tuple[Face, ...]
    bold: tuple[Face, ...]
    italic: tuple[Face, ...]
    emoji: Face

    def faces(self, *, bold: bool = False, italic: bool = False) -> tuple[Face, ...]:
        """The chain of one style. Bold wins over italic: the report never needs both."""
        if bold:
            return self.bold
        return self.italic if italic else self.regular


def check_fonts(folder: Path) -> tuple[str, ...]:
    """One sentence for each font of the chain that cannot be used; empty when all is well."""
    problems = []
    for stem in _stems():
        try:
            _load(folder / f"{stem}.ttf", 0)
        except ReportError as problem:
            problems.append(problem.message)
    return tuple(problems)


@lru_cache(maxsize=4)
def load_fonts(folder: Path) -> FontChain:
    """Load the chain from ``folder``.

    Raises:
        ReportError: a font is missing or cannot be used; the message names the file.
    """
    faces = {stem: _load(folder / f"{stem}.ttf", number) for number, stem in enumerate(_stems())}
    regular = tuple(faces[f"{family}-Regular"] for family in CHAIN)
    bold = tuple(faces[f"{family}-Bold" if family in BOLD else f"{family}-Regular"] for family in CHAIN)
    italic = tuple(faces[f"{family}-Italic" if family in ITALIC else f"{family}-Regular"] for family in CHAIN)
    return FontChain(regular=regular, bold=bold, italic=italic, emoji=faces[f"{EMOJI}-Regular"])


def _stems() -> tuple[str, ...]:
    stems = []
    for family in CHAIN:
        stems.append(f"{family}-Regular")
        if family in BOLD:
            stems.append(f"{family}-Bold")
        if family in ITALIC:
            stems.append(f"{family}-Italic")
    return tuple(stems)


def _load(path: Path, index: int) -> Face:
    advice = "Install FairDesk again: its fonts lie in resources/fonts."
    try:
        face = hb.Face(hb.Blob(path.read_bytes()))
    except OSError as problem:
        raise ReportError(f"The font {path.name} cannot be read ({problem.strerror}).", advice) from problem
    reason = _unusable(face)
    if reason:
        raise ReportError(f"The font {path.name} cannot be used: {reason}.", advice)
    font = hb.Font(face)
    coverage = frozenset(face.unicodes)
    return Face(name=path.stem, index=index, face=face, font=font, coverage=coverage, units_per_em=face.upem)


def _unusable(face: hb.Face) -> str:
    tables = set(face.table_tags)
    if not tables or not face.glyph_count:
        return "it is not a font"
    if "fvar" in tables:
        return "it is a variable font, and only its default weight would be embedded"
    if "glyf" not in tables:
        return "it has no TrueType outlines (colour bitmaps and PostScript outlines are not supported)"
    fs_type = int.from_bytes(bytes(face.reference_table("OS/2").data)[8:10], "big") if "OS/2" in tables else 0
    if fs_type & RESTRICTED_EMBEDDING:
        return "its licence forbids embedding"
    return ""
