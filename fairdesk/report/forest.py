"""The forest plot: one line per estimate with its interval, beside a reference line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairdesk.domain.charts import ForestLine, ForestPlot
from fairdesk.report import theme
from fairdesk.report.flow import Composer
from fairdesk.report.pictures import Picture, arrow_head, axis_steps, chart_title, hatch
from fairdesk.report.tagging import TaggedCanvas
from fairdesk.report.text import TextBox

LABEL_SHARE = 0.27
PLOT_SHARE = 0.42
GUTTER = 12.0
ROW_PADDING = 2.8
NOT_MEASURED = "not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """One line with its texts set."""

    line: ForestLine
    label: TextBox
    printed: TextBox
    hatched: TextBox | None

    @property
    def height(self) -> float:
        return max(self.label.height, self.printed.height) + 2 * ROW_PADDING


@dataclass(frozen=True, slots=True, kw_only=True)
class _Axis:
    """Numbers to points: ``steps`` from the left end to the right end of the plot area, relative to the figure."""

    steps: Sequence[float]
    left: float
    right: float

    def place(self, value: float) -> float:
        low, high = self.steps[0], self.steps[-1]
        share = (min(max(value, low), high) - low) / (high - low)
        return self.left + share * (self.right - self.left)

    def beyond(self, value: float) -> bool:
        return not self.steps[0] <= value <= self.steps[-1]


def forest_picture(composer: Composer, plot: ForestPlot, lines: Sequence[ForestLine]) -> Picture:
    """Draw some lines of a forest plot; the axis covers all of the plot's lines, so that parts can be compared."""
    axis = _axis(plot, composer.width)
    rows = [_row(composer, line, axis) for line in lines]
    title = chart_title(composer, plot.title)
    foot = _Foot(composer, plot, axis)
    body = sum(row.height for row in rows)

    def draw(canvas: TaggedCanvas, left: float, top: float) -> None:
        composer.typesetter.draw(canvas, title, left, top)
        upper = top - title.height - 5
        _grid(canvas, axis, (left, upper, upper - body), plot.reference)
        y = upper
        for place, row in enumerate(rows):
            if place and row.line.group != rows[place - 1].line.group:
                _between_groups(canvas, (left, left + composer.width), y)
            _draw_row(composer, canvas, row, axis, (left, y))
            y -= row.height
        foot.draw(canvas, left, y)

    return Picture(height=title.height + 5 + body + foot.height, draw=draw)


def _axis(plot: ForestPlot, width: float) -> _Axis:
    numbers = [plot.reference]
    for line in plot.lines:
        if line.value is not None:
            numbers += [number for number in (line.value, line.low, line.high) if number is not None]
    finite = [number for number in numbers if math.isfinite(number)] or [0.0]
    left = width * LABEL_SHARE + GUTTER
    return _Axis(steps=axis_steps(min(finite), max(finite)), left=left, right=left + width * PLOT_SHARE)


def _row(composer: Composer, line: ForestLine, axis: _Axis) -> _Row:
    setter = composer.typesetter
    printed = line.printed
    hatched = None
    if line.value is None:
        printed = "\n".join(text for text in (line.printed or NOT_MEASURED, line.reason) if text)
        hatched = setter.box(NOT_MEASURED, replace(theme.CHART_SMALL, align="centre"), 62.0)
    return _Row(
        line=line,
        label=setter.box(line.label, theme.CHART_TEXT, composer.width * LABEL_SHARE),
        printed=setter.box(printed, theme.CHART_TEXT, composer.width - axis.right - GUTTER),
        hatched=hatched,
    )


def _draw_row(composer: Composer, canvas: TaggedCanvas, row: _Row, axis: _Axis, corner: tuple[float, float]) -> None:
    left, top = corner
    middle = top - row.height / 2
    composer.typesetter.draw(canvas, row.label, left, middle + row.label.height / 2)
    composer.typesetter.draw(canvas, row.printed, left + axis.right + GUTTER, middle + row.printed.height / 2)
    if row.line.value is None:
        bounds = (left + axis.left, middle - 7, left + axis.right, middle + 7)
        canvas.setStrokeColorRGB(*theme.STRONG_RULE)
        hatch(canvas, bounds)
        canvas.rect(bounds[0], bounds[1], bounds[2] - bounds[0], 14)
        if row.hatched:
            centre = (bounds[0] + bounds[2]) / 2
            canvas.setFillColorRGB(*theme.WHITE)
            canvas.rect(centre - 33, middle - 5.5, 66, 11, stroke=0, fill=1)
            composer.typesetter.draw(canvas, row.hatched, centre - 31, middle + row.hatched.height / 2)
        return
    _interval(canvas, row.line, axis, (left, middle))


def _between_groups(canvas: TaggedCanvas, span: tuple[float, float], y: float) -> None:
    canvas.setStrokeColorRGB(*theme.RULE)
    canvas.setLineWidth(0.4)
    canvas.line(span[0], y, span[1], y)


def _interval(canvas: TaggedCanvas, line: ForestLine, axis: _Axis, place: tuple[float, float]) -> None:
    left, y = place
    canvas.setStrokeColorRGB(*theme.INK)
    canvas.setFillColorRGB(*theme.INK)
    canvas.setLineWidth(1.1)
    if line.low is not None and line.high is not None:
        ends = (left + axis.place(line.low), left + axis.place(line.high))
        canvas.line(ends[0], y, ends[1], y)
        for value, end, direction in ((line.low, ends[0], -1), (line.high, ends[1], 1)):
            if axis.beyond(value):
                arrow_head(canvas, (end, y), direction)
            else:
                canvas.line(end, y - 3, end, y + 3)
    if line.value is not None:
        x = left + axis.place(line.value)
        if line.low is None or line.high is None:  # no interval is known: an open mark
            canvas.setFillColorRGB(*theme.WHITE)
        canvas.rect(x - 2.7, y - 2.7, 5.4, 5.4, stroke=1, fill=1)


def _grid(canvas: TaggedCanvas, axis: _Axis, place: tuple[float, float, float], reference: float) -> None:
    left, top, bottom = place
    canvas.setLineWidth(0.4)
    canvas.setStrokeColorRGB(*theme.RULE)
    for step in axis.steps:
        canvas.line(left + axis.place(step), top, left + axis.place(step), bottom)
    canvas.setStrokeColorRGB(*theme.INK)
    canvas.setLineWidth(0.9)
    canvas.setDash([3, 2])
    canvas.line(left + axis.place(reference), top + 2, left + axis.place(reference), bottom)
    canvas.setDash([])


class _Foot:
    """The axis with its numbers, the unit, and what left and right mean."""

    def __init__(self, composer: Composer, plot: ForestPlot, axis: _Axis) -> None:
        setter = composer.typesetter
        small = replace(theme.CHART_SMALL, align="centre")
        self._setter, self._axis = setter, axis
        self._numbers = [setter.box(f"{step:g}".replace("-", "−"), small, 40.0) for step in axis.steps]
        span = axis.right - axis.left
        self._unit = setter.box(f"{plot.unit} (dashed: {plot.reference:g})".replace("-", "−"), small, span + 60)
        half = span / 2 + 18
        self._left_words = setter.box(plot.left_words, theme.CHART_SMALL, half)
        self._right_words = setter.box(plot.right_words, replace(theme.CHART_SMALL, align="right"), half)
        self._has_words = bool(plot.left_words or plot.right_words)
        self._words = max(self._left_words.height, self._right_words.height) if self._has_words else 0.0
        self.height = 5 + 10 + self._unit.height + (self._words + 3 if self._words else 0.0) + 3

    def draw(self, canvas: TaggedCanvas, left: float, top: float) -> None:
        """Draw below the rows."""
        axis = self._axis
        canvas.setStrokeColorRGB(*theme.STRONG_RULE)
        canvas.setLineWidth(0.7)
        canvas.line(left + axis.left, top, left + axis.right, top)
        for step, number in zip(axis.steps, self._numbers, strict=True):
            x = left + axis.place(step)
            canvas.line(x, top, x, top - 3)
            self._setter.draw(canvas, number, x - 20, top - 4)
        y = top - 15
        self._setter.draw(canvas, self._unit, left + axis.left - 30, y)
        if self._has_words:
            y -= self._unit.height + 3
            canvas.setFillColorRGB(*theme.QUIET)
            arrow_head(canvas, (left + axis.left - 26, y - 5.5), -1)
            arrow_head(canvas, (left + axis.right + 26, y - 5.5), 1)
            self._setter.draw(canvas, self._left_words, left + axis.left - 18, y)
            self._setter.draw(canvas, self._right_words, left + axis.right + 18 - self._right_words.width, y)
