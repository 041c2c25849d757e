"""HarfBuzz: from a run of characters to placed glyphs."""

from __future__ import annotations

from typing import NamedTuple

import uharfbuzz as hb

from fairdesk.report.fonts import Face
from fairdesk.report.itemise import Run

CACHE_LIMIT = 20_000
"""Shaped runs kept; names, table heads and numbers repeat, long answers do not."""


class Glyph(NamedTuple):
    """One glyph in visual order; lengths in thousandths of the text size.

    ``cluster`` is the index, within the run, of the first character it draws.
    """

    number: int
    cluster: int
    advance: float
    dx: float
    dy: float


class Shaper:
    """Shapes runs and remembers the result, for one document."""

    def __init__(self) -> None:
        self._shaped: dict[tuple[str, int, str, int], tuple[Glyph, ...]] = {}

    def glyphs(self, text: str, run: Run) -> tuple[Glyph, ...]:
        """Glyphs of ``text[run.start:run.end]`` from left to right."""
        part = text[run.start : run.end]
        key = part, run.face.index, run.script, run.level & 1
        known = self._shaped.get(key)
        if known is None:
            if len(self._shaped) >= CACHE_LIMIT:
                self._shaped.clear()
            known = self._shaped[key] = _shape(part, run.face, run.script, run.level & 1)
        return known

    def width(self, text: str, runs: tuple[Run, ...]) -> float:
        """Width of the runs in thousandths of the text size."""
        return sum(glyph.advance for run in runs for glyph in self.glyphs(text, run))


def _shape(part: str, face: Face, script: str, right_to_left: int) -> tuple[Glyph, ...]:
    buffer = hb.Buffer()
    # One cluster per character wherever the script allows: then each glyph carries its own text in the PDF.
    buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_str(part)
    buffer.direction = "rtl" if right_to_left else "ltr"
    buffer.script = script
    buffer.language = "und"
    hb.shape(face.font, buffer, {"kern": True, "liga": True})
    scale = 1000 / face.units_per_em
    return tuple(
        Glyph(info.codepoint, info.cluster, place.x_advance * scale, place.x_offset * scale, place.y_offset * scale)
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    )
