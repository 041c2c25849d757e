"""Draws a chart of the domain with QPainter; the report draws the same description with vectors of its own.

Nothing is told by colour alone: every bar and interval has its number in words beside it, and a cell that was not
measured is hatched and says why.
"""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPalette, QPen

from fairdesk.domain.charts import CoverageGrid, ForestLine, ForestPlot, InteractionPlot, ScreenChart
from fairdesk.gui.widgets.chart_canvas import GAP, PADDING, Canvas, Scale, draw_not_measured, leading, trailing
from fairdesk.gui.widgets.group_drawing import coverage_size, draw_coverage, draw_interaction, interaction_size

LABEL_SHARE = 0.32
"""Most of the width that labels may take; longer ones are elided and stand whole in the table."""


def wanted_size(chart: ScreenChart, metrics: QFontMetricsF) -> QSizeF:
    """The least size in which a chart can be read; no number is ever cut."""
    if isinstance(chart, InteractionPlot):
        return interaction_size(chart, metrics)
    if isinstance(chart, CoverageGrid):
        return coverage_size(chart, metrics)
    ends: list[str]
    if isinstance(chart, ForestPlot):
        n_lines = len(chart.lines) + 4
        ends = [line.printed for line in chart.lines]
    else:
        n_lines = len(chart.counts) + 2
        half = len(chart.steps) // 2
        ends = [2 * _counts_in_words(chart.steps[:half], counts[:half]) for counts in chart.counts.values()]
    widest_end = max((metrics.horizontalAdvance(end) for end in ends), default=0.0)
    width = (widest_end + metrics.averageCharWidth() * 24) / (1 - LABEL_SHARE) + 2 * (PADDING + GAP)
    return QSizeF(width, metrics.height() * 1.9 * n_lines + 2 * PADDING)


def draw_chart(canvas: Canvas, chart: ScreenChart) -> None:
    """Draw a chart into the canvas."""
    canvas.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    # An axis runs from left to right in every language; a mirrored painter would swap the words at its sides.
    canvas.painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    canvas.painter.fillRect(canvas.rect, canvas.palette.base())
    inner = canvas.rect.adjusted(PADDING, PADDING, -PADDING, -PADDING)
    title = QRectF(inner.left(), inner.top(), inner.width(), canvas.line_height)
    font = canvas.painter.font()
    font.setBold(True)
    canvas.painter.setFont(font)
    words = f"{chart.title} ({chart.unit})" if isinstance(chart, ForestPlot) and chart.unit else chart.title
    canvas.write(title, words, leading(canvas))
    font.setBold(False)
    canvas.painter.setFont(font)
    inner.setTop(title.bottom())
    if isinstance(chart, ForestPlot):
        _draw_forest(canvas, chart, inner)
    elif isinstance(chart, InteractionPlot):
        draw_interaction(canvas, chart, inner)
    elif isinstance(chart, CoverageGrid):
        draw_coverage(canvas, chart, inner)
    else:
        _draw_change_bars(
            canvas, [(label, tuple(counts)) for label, counts in chart.counts.items()], chart.steps, inner
        )


def _columns(canvas: Canvas, inner: QRectF, labels: list[str], ends: list[str]) -> tuple[QRectF, QRectF, QRectF]:
    """Boxes for labels, plot and numbers; the axis itself always runs from left to right, like numbers do."""
    metrics = canvas.metrics
    widest_label = max((metrics.horizontalAdvance(label) for label in labels), default=0.0) + 1
    widest_end = max((metrics.horizontalAdvance(end) for end in ends), default=0.0) + 1
    label_width = min(widest_label, inner.width() * LABEL_SHARE)
    end_width = widest_end
    first, last = (end_width, label_width) if canvas.is_right_to_left else (label_width, end_width)
    first_box = QRectF(inner.left(), inner.top(), first, inner.height())
    last_box = QRectF(inner.right() - last, inner.top(), last, inner.height())
    left = first_box.right() + (GAP if first else 0.0)
    plot = QRectF(left, inner.top(), last_box.left() - (GAP if last else 0.0) - left, inner.height())
    return (last_box, plot, first_box) if canvas.is_right_to_left else (first_box, plot, last_box)


def _draw_forest(canvas: Canvas, chart: ForestPlot, inner: QRectF) -> None:
    labels, plot, ends = _columns(
        canvas, inner, [line.label for line in chart.lines], [line.printed for line in chart.lines]
    )
    numbers = [chart.reference]
    for line in chart.lines:
        numbers += [number for number in (line.value, line.low, line.high) if number is not None]
    scale = Scale.around(numbers, plot)
    height = canvas.line_height
    bottom = plot.top() + height * len(chart.lines)
    _draw_axis(canvas, scale, plot, bottom)
    x_reference = scale.x(chart.reference)
    canvas.painter.setPen(QPen(canvas.palette.color(QPalette.ColorRole.Text), 1.0, Qt.PenStyle.DashLine))
    canvas.painter.drawLine(QPointF(x_reference, plot.top()), QPointF(x_reference, bottom))
    for number, line in enumerate(chart.lines):
        top = plot.top() + height * number
        canvas.write(QRectF(labels.left(), top, labels.width(), height), line.label, leading(canvas))
        row = QRectF(plot.left(), top, plot.width(), height)
        if line.value is None:
            draw_not_measured(canvas, row, line.reason or "not measured")
        else:
            _draw_interval(canvas, scale, row, line)
        canvas.write(QRectF(ends.left(), top, ends.width(), height), line.printed, trailing(canvas))
    _draw_sides(canvas, chart, QRectF(plot.left(), bottom + height, plot.width(), height))


def _draw_sides(canvas: Canvas, chart: ForestPlot, row: QRectF) -> None:
    """What the two sides of the reference mean; one below the other where both do not fit in one row."""
    left = f"← {chart.left_words}" if chart.left_words else ""
    right = f"{chart.right_words} →" if chart.right_words else ""
    width = canvas.metrics.horizontalAdvance(left) + canvas.metrics.horizontalAdvance(right) + 2 * GAP
    canvas.write(row, left, Qt.AlignmentFlag.AlignLeft)
    below = row.translated(0, canvas.metrics.height()) if width > row.width() else row
    canvas.write(below, right, Qt.AlignmentFlag.AlignRight)


def _draw_axis(canvas: Canvas, scale: Scale, plot: QRectF, bottom: float) -> None:
    painter = canvas.painter
    painter.setPen(QPen(canvas.palette.color(QPalette.ColorRole.Text), 1.0))
    painter.drawLine(QPointF(plot.left(), bottom), QPointF(plot.right(), bottom))
    ticks = scale.ticks()
    spacing = scale.x(ticks[1]) - scale.x(ticks[0]) if len(ticks) > 1 else plot.width()
    for tick in ticks:
        x = scale.x(tick)
        painter.setPen(QPen(canvas.palette.color(QPalette.ColorRole.Text), 1.0))
        painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + 4))
        box = QRectF(x - spacing / 2, bottom + 4, spacing, canvas.metrics.height())
        canvas.write(box, f"{tick:.6g}".replace("-", "\u2212"), Qt.AlignmentFlag.AlignHCenter)


def _draw_interval(canvas: Canvas, scale: Scale, row: QRectF, line: ForestLine) -> None:
    painter = canvas.painter
    colour = canvas.palette.color(QPalette.ColorRole.Text)
    middle = row.center().y()
    if line.low is not None and line.high is not None:
        painter.setPen(QPen(colour, 2.0))
        left, right = scale.x(line.low), scale.x(line.high)
        painter.drawLine(QPointF(left, middle), QPointF(right, middle))
        for x in (left, right):
            painter.drawLine(QPointF(x, middle - 4), QPointF(x, middle + 4))
    if line.value is not None:
        painter.setPen(QPen(colour, 1.0))
        painter.setBrush(canvas.palette.accent())
        painter.drawEllipse(QPointF(scale.x(line.value), middle), 4.5, 4.5)


def _draw_change_bars(
    canvas: Canvas, rows: list[tuple[str, tuple[int, ...]]], steps: tuple[str, ...], inner: QRectF
) -> None:
    """Mirror bars: what moved down grows to the left of the middle column, what moved up to its right."""
    half = len(steps) // 2
    has_middle = len(steps) % 2 == 1
    metrics = canvas.metrics
    labels, plot, _ = _columns(canvas, inner, [label for label, _ in rows], [])
    downs = {label: _counts_in_words(steps[:half], counts[:half]) for label, counts in rows}
    ups = {label: _counts_in_words(steps[len(steps) - half :], counts[len(counts) - half :]) for label, counts in rows}
    side = max((metrics.horizontalAdvance(text) for text in (*downs.values(), *ups.values())), default=0.0) + 6
    middles = [str(counts[half]) for _, counts in rows] if has_middle else []
    heading = f"{steps[half]}" if has_middle else ""
    centre = max((metrics.horizontalAdvance(text) for text in (*middles, heading)), default=0.0) + 16
    room = max((plot.width() - centre) / 2 - side, metrics.averageCharWidth() * 4)
    most = max((max(sum(counts[:half]), sum(counts[len(counts) - half :])) for _, counts in rows), default=0)
    height = canvas.line_height
    x = plot.center().x()
    canvas.write(QRectF(x - centre / 2, plot.top(), centre, height), heading, Qt.AlignmentFlag.AlignHCenter)
    for number, (label, counts) in enumerate(rows):
        top = plot.top() + height * (number + 1)
        canvas.write(QRectF(labels.left(), top, labels.width(), height), label, leading(canvas))
        if has_middle:
            canvas.write(QRectF(x - centre / 2, top, centre, height), middles[number], Qt.AlignmentFlag.AlignHCenter)
        # The smallest step stands next to the middle on both sides.
        down_end = _draw_bar(canvas, list(counts[:half])[::-1], (x - centre / 2, top), -room / most if most else 0.0)
        up_end = _draw_bar(
            canvas, list(counts[len(counts) - half :]), (x + centre / 2, top), room / most if most else 0.0
        )
        canvas.write(QRectF(down_end - 4 - side, top, side, height), downs[label], Qt.AlignmentFlag.AlignRight)
        canvas.write(QRectF(up_end + 4, top, side, height), ups[label], Qt.AlignmentFlag.AlignLeft)


def _draw_bar(canvas: Canvas, counts: list[int], start: tuple[float, float], pixels_per_pair: float) -> float:
    """Segments from the middle outward, larger steps denser; returns where the bar ends."""
    painter = canvas.painter
    x, top = start
    edges = [x]
    for count in counts:
        edges.append(edges[-1] + count * pixels_per_pair)
    colour = canvas.palette.color(QPalette.ColorRole.Accent)
    painter.setPen(QPen(canvas.palette.color(QPalette.ColorRole.Text), 1.0))
    box_top, box_height = top + 4, canvas.line_height - 8
    for number, (inner_edge, outer_edge) in enumerate(pairwise(edges)):
        if inner_edge != outer_edge:
            style = Qt.BrushStyle.SolidPattern if number else Qt.BrushStyle.Dense5Pattern
            painter.setBrush(QBrush(colour, style))
            painter.drawRect(QRectF(min(inner_edge, outer_edge), box_top, abs(outer_edge - inner_edge), box_height))
    return edges[-1]


def _counts_in_words(steps: tuple[str, ...], counts: tuple[int, ...]) -> str:
    return "  ".join(f"{step}: {count}" for step, count in zip(steps, counts, strict=True))
