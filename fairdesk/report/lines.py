"""Breaking text into lines, and the order in which the runs of a line stand on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fairdesk.report.itemise import Boundaries, Run
from fairdesk.report.shaping import Shaper

TOLERANCE = 0.01
"""In thousandths of the text size: lines that fit exactly are not broken by rounding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One printed line: ``text[start:end]`` of a source line, its runs in reading order.

    ``width`` (thousandths of the text size) leaves the trailing space out; ``level`` is odd for right to left.
    """

    text: str
    start: int
    end: int
    runs: tuple[Run, ...]
    level: int
    width: float


def break_line(
    text: str, runs: tuple[Run, ...], level: int, width: float, tools: tuple[Boundaries, Shaper]
) -> list[Line]:
    """Break one source line (without line feed) so that each part fits ``width``, in thousandths of the text size.

    Where a word is wider than the line it is broken between two grapheme clusters.
    """
    boundaries, shaper = tools
    if not text:
        return [Line(text="", start=0, end=0, runs=(), level=level, width=0.0)]
    reach = _reach(text, runs, shaper)
    whole = shaper.width(text, runs)
    if whole <= width + TOLERANCE:
        return [Line(text=text, start=0, end=len(text), runs=runs, level=level, width=whole)]
    chances = boundaries.of_lines(text)
    clusters: list[int] | None = None
    lines, start, next_chance = [], 0, 0
    while start < len(text):
        limit = reach[start] + width + TOLERANCE
        best = 0
        while next_chance < len(chances):
            chance = chances[next_chance]
            if reach[_without_spaces(text, start, chance)] > limit:
                break
            best = chance
            next_chance += 1
        if not best:
            clusters = clusters if clusters is not None else boundaries.of_clusters(text)
            best = _emergency(reach, clusters, start, limit)
            while next_chance < len(chances) and chances[next_chance] <= best:
                next_chance += 1
        lines.append(_line(text, (start, best), runs, level, shaper))
        start = best
    return lines


def in_visual_order(runs: Sequence[Run]) -> list[Run]:
    """The runs from left to right (Unicode bidirectional algorithm, rule L2)."""
    ordered = list(runs)
    odd = [run.level for run in ordered if run.level & 1]
    if not odd:
        return ordered
    for level in range(max(run.level for run in ordered), min(odd) - 1, -1):
        first = 0
        while first < len(ordered):
            last = first
            while last < len(ordered) and ordered[last].level >= level:
                last += 1
            ordered[first:last] = reversed(ordered[first:last])
            first = max(last, first + 1)
    return ordered


def _reach(text: str, runs: tuple[Run, ...], shaper: Shaper) -> list[float]:
    """Width of ``text[:i]`` for every i, from shaping whole runs."""
    reach = [0.0] * (len(text) + 1)
    for run in runs:
        advances = [0.0] * (run.end - run.start)
        for glyph in shaper.glyphs(text, run):
            advances[glyph.cluster] += glyph.advance
        for offset, advance in enumerate(advances, start=run.start):
            reach[offset + 1] = reach[offset] + advance
    return reach


def _without_spaces(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1] == " ":
        end -= 1
    return end


def _emergency(reach: list[float], clusters: list[int], start: int, limit: float) -> int:
    """The last cluster end that fits, at least one cluster after ``start``."""
    low, high = 0, len(clusters)
    while low < high:  # first cluster end after start
        middle = (low + high) // 2
        low, high = (middle + 1, high) if clusters[middle] <= start else (low, middle)
    best = low
    while best + 1 < len(clusters) and reach[clusters[best + 1]] <= limit:
        best += 1
    return clusters[best]


def _line(text: str, part: tuple[int, int], runs: tuple[Run, ...], level: int, shaper: Shaper) -> Line:
    start, end = part
    ink_end = _without_spaces(text, start, end)
    # One space stays at the end of the line, or the words on both sides would join when text is copied.
    kept = min(end, ink_end + 1)
    width = shaper.width(text, _clip(runs, start, ink_end))
    return Line(text=text, start=start, end=kept, runs=_clip(runs, start, kept), level=level, width=width)


def _clip(runs: tuple[Run, ...], start: int, end: int) -> tuple[Run, ...]:
    return tuple(
        run.clipped(max(run.start, start), min(run.end, end)) for run in runs if run.start < end and run.end > start
    )
