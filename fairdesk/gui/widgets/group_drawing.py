"""Draws interactions and coverage: two lines between four means, and a square of groups with a word in every cell."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPalette, QPen

from fairdesk.domain.charts import CoverageGrid, GridCell, InteractionPlot
from fairdesk.domain.printing import MINUS, print_number
from fairdesk.gui.widgets.chart_canvas import GAP, PADDING, Canvas, Scale, draw_not_measured, leading

PLOT_LINES = 9
MARK = 4.5

SHOWN_GROUPS = 12
"""A picture shows the first groups; its table has every one."""


def interaction_size(chart: InteractionPlot, metrics: QFontMetricsF) -> QSizeF:
    """The least size in which every number has its place."""
    line = metrics.height() * 1.9
    if chart.neither is None:
        return QSizeF(metrics.averageCharWidth() * 50, line * 3 + 2 * PADDING)
    labels = max(metrics.horizontalAdvance(words) for words, _ in _end_labels(chart))
    width = labels + metrics.averageCharWidth() * 42 + 2 * (PADDING + GAP)
    return QSizeF(width, line * (PLOT_LINES + 3) + 2 * PADDING)


def draw_interaction(canvas: Canvas, chart: InteractionPlot, inner: QRectF) -> None:
    """The first cue from left to right; the second cue as a dashed line; the expectation as a hollow diamond."""
    line = canvas.line_height
    if chart.neither is None or chart.only_first is None or chart.only_second is None or chart.both is None:
        draw_not_measured(canvas, QRectF(inner.left(), inner.top(), inner.width(), line), chart.reason)
        return
    labels = _end_labels(chart)
    metrics = canvas.metrics
    label_width = max(metrics.horizontalAdvance(words) for words, _ in labels) + 2
    numbers = [chart.neither, chart.only_first, chart.only_second, chart.both]
    numbers += [] if chart.expected is None else [chart.expected]
    height = line * PLOT_LINES
    scale = Scale.around(numbers, QRectF(0, 0, height, 1))
    bottom = inner.top() + height
    axis = inner.left() + metrics.horizontalAdvance(f"{MINUS}00.00") + GAP
    left = axis + metrics.averageCharWidth() * 5
    right = inner.right() - label_width - GAP
    _draw_upright_axis(canvas, scale, QRectF(inner.left(), inner.top(), axis - inner.left(), height))
    ends = {
        "neither": QPointF(left, bottom - scale.x(chart.neither)),
        "first": QPointF(right, bottom - scale.x(chart.only_first)),
        "second": QPointF(left, bottom - scale.x(chart.only_second)),
        "both": QPointF(right, bottom - scale.x(chart.both)),
    }
    painter, ink = canvas.painter, canvas.palette.color(QPalette.ColorRole.Text)
    for start, end, style in (("neither", "first", Qt.PenStyle.SolidLine), ("second", "both", Qt.PenStyle.DashLine)):
        painter.setPen(QPen(ink, 2.0, style))
        painter.drawLine(ends[start], ends[end])
    painter.setPen(QPen(ink, 1.0))
    painter.setBrush(canvas.palette.accent())
    for name in ("neither", "first"):
        painter.drawEllipse(ends[name], MARK, MARK)
    for name in ("second", "both"):
        painter.drawRect(QRectF(ends[name].x() - MARK, ends[name].y() - MARK, 2 * MARK, 2 * MARK))
    if chart.expected is not None:
        _draw_diamond(canvas, QPointF(right, bottom - scale.x(chart.expected)))
    _write_apart(canvas, labels, scale, QRectF(right + GAP, inner.top(), label_width, height))
    for x, words in ((left, f"without {chart.first}"), (right, f"with {chart.first}")):
        width = metrics.horizontalAdvance(words) + 8
        at = min(max(x - width / 2, inner.left()), inner.right() - width)
        canvas.write(QRectF(at, bottom + 4, width, line), words, Qt.AlignmentFlag.AlignHCenter)
    below = QRectF(inner.left(), bottom + line + 4, inner.width(), line)
    canvas.write(below, f"Interaction: {chart.printed} {chart.unit}", leading(canvas))


def _end_labels(chart: InteractionPlot) -> list[tuple[str, float]]:
    """What stands beside the right ends, with their values."""
    labels = []
    for words, value in (
        (f"without {chart.second}", chart.only_first),
        (f"with {chart.second}", chart.both),
        ("sum of the single changes", chart.expected),
    ):
        if value is not None:
            labels.append((f"{words}: {print_number(value)}", value))
    return labels


def _write_apart(canvas: Canvas, labels: list[tuple[str, float]], scale: Scale, box: QRectF) -> None:
    """Each label at the height of its value, pushed downwards where two would stand on each other."""
    height = canvas.metrics.height()
    places = sorted(((box.bottom() - scale.x(value), words) for words, value in labels), key=lambda place: place[0])
    last = float("-inf")
    for wished, words in places:
        middle = max(wished, last + height)
        last = middle
        row = QRectF(box.left(), middle - height / 2, box.width(), height)
        canvas.write(row, words, Qt.AlignmentFlag.AlignLeft)


def _draw_upright_axis(canvas: Canvas, scale: Scale, box: QRectF) -> None:
    painter = canvas.painter
    painter.setPen(QPen(canvas.palette.color(QPalette.ColorRole.Text), 1.0))
    painter.drawLine(box.topRight(), box.bottomRight())
    height = canvas.metrics.height()
    for tick in scale.ticks():
        y = box.bottom() - scale.x(tick)
        painter.setPen(QPen(canvas.palette.color(QPalette.ColorRole.Text), 1.0))
        painter.drawLine(QPointF(box.right() - 4, y), QPointF(box.right(), y))
        words = f"{tick:.6g}".replace("-", MINUS)
        canvas.write(QRectF(box.left(), y - height / 2, box.width() - 7, height), words, Qt.AlignmentFlag.AlignRight)


def _draw_diamond(canvas: Canvas, middle: QPointF) -> None:
    painter, side = canvas.painter, MARK + 2
    painter.setPen(QPen(canvas.palette.color(QPalette.ColorRole.Text), 1.5))
    painter.setBrush(canvas.palette.base())
    painter.drawPolygon(
        [
            QPointF(middle.x(), middle.y() - side),
            QPointF(middle.x() + side, middle.y()),
            QPointF(middle.x(), middle.y() + side),
            QPointF(middle.x() - side, middle.y()),
        ]
    )


def coverage_size(chart: CoverageGrid, metrics: QFontMetricsF) -> QSizeF:
    """The least size in which every cell has its words."""
    groups = chart.groups[:SHOWN_GROUPS]
    if not groups:
        return QSizeF(metrics.averageCharWidth() * 50, metrics.height() * 1.9 * 3 + 2 * PADDING)
    width = _names_width(groups, metrics) + GAP + len(groups) * _cell_width(chart, metrics) + 2 * PADDING
    n_lines = len(groups) + 2 + (len(chart.groups) > SHOWN_GROUPS)
    return QSizeF(width, metrics.height() * 1.9 * n_lines + 2 * PADDING)


def draw_coverage(canvas: Canvas, chart: CoverageGrid, inner: QRectF) -> None:
    """Rows and columns of groups; what was not tested is hatched and says so."""
    groups, metrics, line = chart.groups[:SHOWN_GROUPS], canvas.metrics, canvas.line_height
    names_width, width = _names_width(groups, metrics), _cell_width(chart, metrics)
    is_turned = canvas.is_right_to_left
    for number, name in enumerate(groups):
        left = inner.right() - names_width if is_turned else inner.left()
        row = QRectF(left, inner.top() + line * number, names_width, line)
        canvas.write(row, name, leading(canvas))
        box = _cell_box(canvas, inner, (names_width, width), (len(groups), number))
        canvas.write(box, _level(name), Qt.AlignmentFlag.AlignHCenter)
    for cell in chart.cells:
        if max(cell.row, cell.column) < len(groups) and cell.state:
            box = _cell_box(canvas, inner, (names_width, width), (cell.row, cell.column))
            _draw_cell(canvas, box.adjusted(2, 2, -2, -2), cell)
    if len(chart.groups) > len(groups):
        below = QRectF(inner.left(), inner.top() + line * (len(groups) + 1), inner.width(), line)
        canvas.write(below, f"{len(chart.groups) - len(groups)} more groups stand in the table.", leading(canvas))


def _cell_box(canvas: Canvas, inner: QRectF, widths: tuple[float, float], place: tuple[int, int]) -> QRectF:
    names_width, width = widths
    row, column = place
    offset = names_width + GAP + width * column
    left = inner.right() - offset - width if canvas.is_right_to_left else inner.left() + offset
    return QRectF(left, inner.top() + canvas.line_height * row, width, canvas.line_height)


def _draw_cell(canvas: Canvas, box: QRectF, cell: GridCell) -> None:
    painter, palette = canvas.painter, canvas.palette
    if not cell.n_valid:
        draw_not_measured(canvas, box.adjusted(0, -4, 0, 4), cell.state)
        return
    painter.setPen(QPen(palette.color(QPalette.ColorRole.Text), 2.0 if cell.state == "tested" else 1.0))
    painter.setBrush(QBrush(palette.color(QPalette.ColorRole.Base)))
    painter.drawRect(box)
    canvas.write(box, _cell_words(cell), Qt.AlignmentFlag.AlignHCenter)


def _cell_words(cell: GridCell) -> str:
    if not cell.n_valid:
        return cell.state
    return str(cell.n_valid) if cell.state == "tested" else f"{cell.n_valid}, too few"


def _level(name: str) -> str:
    return name.rpartition(": ")[2]


def _names_width(groups: tuple[str, ...], metrics: QFontMetricsF) -> float:
    widest = max((metrics.horizontalAdvance(name) for name in groups), default=0.0)
    return min(widest + 2, metrics.averageCharWidth() * 34)


def _cell_width(chart: CoverageGrid, metrics: QFontMetricsF) -> float:
    words = [_cell_words(cell) for cell in chart.cells if cell.state]
    words += [_level(name) for name in chart.groups[:SHOWN_GROUPS]]
    widest = max((metrics.horizontalAdvance(word) for word in words), default=0.0)
    return min(widest + 28, metrics.averageCharWidth() * 24)
