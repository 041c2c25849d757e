"""PDF operators that draw a line of text, and the ledger of glyphs that the fonts in the file must hold.

Every code in a page stream is two bytes and stands for one pair (glyph, text it draws). The text goes into the font's
ToUnicode map, so copying gives back what was shaped, also where one glyph serves two characters (一 and ⼀).
"""

from __future__ import annotations

from itertools import pairwise

from fairdesk.report.fonts import Face
from fairdesk.report.itemise import Run
from fairdesk.report.lines import Line, in_visual_order
from fairdesk.report.shaping import Glyph, Shaper

SPACE_RUN = 3.0
"""Jumps of more than this many text sizes get a new position instead of a huge kern."""

OUTLINE = 0.03
"""Of the text size: line width of an outline that makes a regular letter look bold."""

HAIR = 0.02
"""Points between a ligature and the blank glyphs for its further characters."""

CONTINUED = "\u200b"
"""What a glyph stands for when its cluster has more glyphs than characters: nothing visible."""


class GlyphLedger:
    """Which codes of which fonts a document uses. Codes are given in the order of drawing, so they are repeatable."""

    def __init__(self) -> None:
        self.used: dict[Face, dict[tuple[int, str], int]] = {}

    def code(self, face: Face, glyph: int, text: str) -> int:
        """The two-byte code of a glyph that draws ``text``; code 0 stays ".notdef"."""
        codes = self.used.setdefault(face, {})
        return codes.setdefault((glyph, text), len(codes) + 1)


class _Operators:
    """Collects the text operators of one line."""

    def __init__(self, ledger: GlyphLedger, size: float, bold: bool) -> None:
        self.lines: list[str] = []
        self._ledger = ledger
        self._size = size
        self._bold = bold
        self._thickened = False
        self._shown: list[str] = []
        self._font = ""
        self._pen: tuple[float, float] | None = None

    def glyph(self, face: Face, glyph: Glyph, place: tuple[float, float], text: str) -> None:
        """Show one glyph at an absolute position."""
        if face.resource != self._font:
            self.flush()
            self.lines.append(f"/{face.resource} {self._size:g} Tf")
            self._font, self._pen = face.resource, None
            self._thicken(self._bold and not face.is_bold)
        x, y = place
        if self._pen is None or self._pen[1] != y or not -2 <= (x - self._pen[0]) / self._size <= SPACE_RUN:
            self.flush()
            self.lines.append(f"1 0 0 1 {x:.3f} {y:.3f} Tm")
        elif abs(x - self._pen[0]) > 0.005:
            self._shown.append(f"{(self._pen[0] - x) * 1000 / self._size:.1f}")
        self._shown.append(f"<{self._ledger.code(face, glyph.number, text):04X}>")
        self._pen = (x + face.advance(glyph.number) * self._size / 1000, y)

    def finish(self) -> str:
        """All operators, from BT to ET."""
        self.flush()
        self._thicken(False)
        return "\n".join(["BT", *self.lines, "ET"])

    def _thicken(self, wanted: bool) -> None:
        """Families without a bold file are drawn with an outline in the text's own colour."""
        if wanted != self._thickened:
            self.lines.append(f"2 Tr {self._size * OUTLINE:.3f} w" if wanted else "0 Tr")
            self._thickened = wanted

    def flush(self) -> None:
        """Write the glyphs collected since the last change of position or font."""
        if self._shown:
            self.lines.append("[" + "".join(self._shown).replace("><", "") + "] TJ")
            self._shown = []


def _shares(meaning: str, n_glyphs: int) -> list[str]:
    """Share a cluster's characters out over its glyphs, so that readers without ActualText get them all once."""
    first = max(1, len(meaning) - n_glyphs + 1)
    rest = list(meaning[first:])
    return [meaning[:first], *rest, *[CONTINUED] * (n_glyphs - 1 - len(rest))]


def line_operators(
    line: Line, size_and_bold: tuple[float, bool], place: tuple[float, float], tools: tuple[Shaper, GlyphLedger]
) -> str:
    """The operators from BT to ET for one line whose left end stands at ``place``.

    Runs are written in reading order with explicit positions: readers then extract right-to-left text as it is read.
    """
    shaper, ledger = tools
    x, y = place
    size, bold = size_and_bold
    operators = _Operators(ledger, size, bold)
    starts: dict[int, float] = {}
    for run in in_visual_order(line.runs):
        starts[run.start] = x
        x += shaper.width(line.text, (run,)) * size / 1000
    for run in line.runs:
        _draw_run(operators, line.text, run, (starts[run.start], y, size), shaper)
    return operators.finish()


def _draw_run(operators: _Operators, text: str, run: Run, place: tuple[float, float, float], shaper: Shaper) -> None:
    """Draw a run cluster by cluster in reading order.

    A right-to-left ligature (لا) draws its first character; blank glyphs that each stand for one of the others follow
    a hair to its left. Poppler would put the characters of one glyph from left to right, so that names read wrong.
    """
    x, y, size = place
    clusters: dict[int, list[tuple[Glyph, tuple[float, float]]]] = {}
    for glyph in shaper.glyphs(text, run):
        spot = (x + glyph.dx * size / 1000, y + glyph.dy * size / 1000)
        clusters.setdefault(glyph.cluster, []).append((glyph, spot))
        x += glyph.advance * size / 1000
    blank = run.face.blank_glyph if run.level & 1 else None
    edges = [*sorted(clusters), run.end - run.start]
    for start, end in pairwise(edges):
        meaning = text[run.start + start : run.start + end]
        placed = clusters[start]
        if blank is not None and len(placed) == 1:
            glyph, (left, base) = placed[0]
            operators.glyph(run.face, glyph, (left, base), meaning[0])
            for number, character in enumerate(meaning[1:], start=1):
                operators.glyph(run.face, glyph._replace(number=blank), (left - number * HAIR, base), character)
            continue
        spans = len(placed) > 1
        if spans:
            operators.flush()
            operators.lines.append(f"/Span <</ActualText <FEFF{meaning.encode('utf-16-be').hex().upper()}>>> BDC")
        for (glyph, spot), share in zip(placed, _shares(meaning, len(placed)), strict=True):
            operators.glyph(run.face, glyph, spot, share)
        if spans:
            operators.flush()
            operators.lines.append("EMC")
