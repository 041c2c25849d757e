"""Text of any script in a box of a given width: the only way in which a report prints a character."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reportlab.pdfgen.canvas import Canvas

from fairdesk.report.blocks import Align
from fairdesk.report.fonts import FontChain
from fairdesk.report.inking import GlyphLedger, line_operators
from fairdesk.report.itemise import Boundaries, FontPicker, sanitise
from fairdesk.report.lines import Line, break_line
from fairdesk.report.shaping import Shaper

Colour = tuple[float, float, float]
"""Red, green, blue from 0 to 1 (sRGB)."""

BLACK: Colour = (0.0, 0.0, 0.0)

ASCENT = 1.07
"""Of the text size: ascent of Noto Sans, with room for accents and vowel signs."""

FONT_HEIGHT = 1.362
"""Of the text size: ascent and descent of Noto Sans."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextStyle:
    """How a text looks. ``leading`` is the distance of base lines in points; "left" means the start of reading."""

    size: float
    leading: float
    bold: bool = False
    italic: bool = False
    align: Align = "left"
    colour: Colour = BLACK

    @property
    def drop(self) -> float:
        """Points from the top of a line down to its base line."""
        return self.size * ASCENT + (self.leading - self.size * FONT_HEIGHT) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBox:
    """Text broken into lines for a width in points, ready to be drawn."""

    lines: tuple[Line, ...]
    style: TextStyle
    width: float

    @property
    def height(self) -> float:
        """Points from the top of the first line to the bottom of the last."""
        return len(self.lines) * self.style.leading

    @property
    def ink_width(self) -> float:
        """Points of the widest line."""
        return max((line.width for line in self.lines), default=0.0) * self.style.size / 1000

    def part(self, first: int, last: int) -> TextBox:
        """The lines ``first:last`` as a box of their own."""
        return replace(self, lines=self.lines[first:last])


class Typesetter:
    """Sets and draws all text of one document; knows afterwards which glyphs were used and what was missing."""

    def __init__(self, fonts: FontChain) -> None:
        self.ledger = GlyphLedger()
        self._boundaries = Boundaries()
        self._picker = FontPicker(fonts, self._boundaries)
        self._shaper = Shaper()

    @property
    def missing_characters(self) -> tuple[str, ...]:
        """Characters met so far for which no font has a picture, sorted."""
        return tuple(sorted(self._picker.missing))

    def plain(self, text: str) -> str:
        """The characters that are printed for ``text``, for places outside the page (outline, descriptions)."""
        return self._picker.show_missing(sanitise(text))

    def box(self, text: str, style: TextStyle, width: float) -> TextBox:
        """Break ``text`` into lines of at most ``width`` points. An empty text is one empty line."""
        lines: list[Line] = []
        limit = max(width, style.size) * 1000 / style.size
        for source in self.plain(text).split("\n"):
            runs, level = self._picker.runs(source, (style.bold, style.italic))
            lines += break_line(source, runs, level, limit, (self._boundaries, self._shaper))
        return TextBox(lines=tuple(lines), style=style, width=width)

    def box_within(self, text: str, style: TextStyle, width: float, n_lines: int) -> TextBox:
        """Like ``box``, but text beyond ``n_lines`` is cut and ends in "…". For page heads and labels only."""
        box = self.box(text, style, width)
        if len(box.lines) <= n_lines:
            return box
        kept = " ".join(line.text[line.start : line.end].rstrip() for line in box.lines[:n_lines])
        while len(box.lines) > n_lines and kept:
            kept = kept[:-1]
            box = self.box(kept.rstrip() + "…", style, width)
        return box

    def draw(self, canvas: Canvas, box: TextBox, x: float, top: float) -> None:
        """Draw a box whose upper left corner stands at ``(x, top)``; tags are the caller's business."""
        if not box.lines:
            return
        style = box.style
        canvas.setFillColorRGB(*style.colour)
        if style.bold:
            canvas.setStrokeColorRGB(*style.colour)
        y = top - style.drop
        for line in box.lines:
            if line.runs:
                left = x + self._indent(line, box)
                canvas.addLiteral(
                    line_operators(line, (style.size, style.bold), (left, y), (self._shaper, self.ledger))
                )
            y -= style.leading

    def _indent(self, line: Line, box: TextBox) -> float:
        free = box.width - line.width * box.style.size / 1000
        right_to_left = bool(line.level & 1)
        if box.style.align == "centre":
            indent = free / 2
        elif box.style.align == "right" or right_to_left:
            indent = free
        else:
            indent = 0.0
        # In a right-to-left line the kept trailing space hangs out on the left.
        return indent - self._hanging(line, box) if right_to_left else indent

    def _hanging(self, line: Line, box: TextBox) -> float:
        whole = self._shaper.width(line.text, line.runs)
        return (whole - line.width) * box.style.size / 1000
