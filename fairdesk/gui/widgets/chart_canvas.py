"""What every chart is drawn with: the canvas, a scale from values to places, and lines of text."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPalette, QPen

GAP = 12.0
PADDING = 8.0

N_TICKS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Canvas:
    """Where and with what a chart is drawn."""

    painter: QPainter
    rect: QRectF
    palette: QPalette
    is_right_to_left: bool

    @property
    def metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.painter.font())

    @property
    def line_height(self) -> float:
        return self.metrics.height() * 1.9

    def write(self, rect: QRectF, text: str, flags: Qt.AlignmentFlag) -> None:
        """Write one line inside a box, elided where it does not fit."""
        shown = self.metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        self.painter.setPen(self.palette.color(QPalette.ColorRole.Text))
        self.painter.drawText(rect, flags | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)


def leading(canvas: Canvas) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignRight if canvas.is_right_to_left else Qt.AlignmentFlag.AlignLeft


def trailing(canvas: Canvas) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignLeft if canvas.is_right_to_left else Qt.AlignmentFlag.AlignRight


def draw_not_measured(canvas: Canvas, row: QRectF, reason: str) -> None:
    painter = canvas.painter
    box = row.adjusted(0, 4, 0, -4)
    colour = canvas.palette.color(QPalette.ColorRole.PlaceholderText)
    painter.fillRect(box, QBrush(colour, Qt.BrushStyle.BDiagPattern))
    painter.setPen(QPen(colour, 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)
    width = min(canvas.metrics.horizontalAdvance(reason) + 12, box.width() - 8)
    words = QRectF(box.center().x() - width / 2, box.top() + 1, width, box.height() - 2)
    painter.fillRect(words, canvas.palette.base())
    canvas.write(words.adjusted(4, 0, -4, 0), reason, Qt.AlignmentFlag.AlignHCenter)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Values to places on the screen: ``x(low)`` is the left edge of the plot, ``x(high)`` its right edge."""

    low: float
    high: float
    left: float
    width: float

    @classmethod
    def around(cls, numbers: list[float], plot: QRectF) -> Scale:
        """A scale that holds all numbers, with a margin; numbers that are all equal stand in the middle."""
        low, high = min(numbers), max(numbers)
        margin = (high - low) * 0.06 or max(abs(high) * 0.5, 0.5)
        return cls(low=low - margin, high=high + margin, left=plot.left(), width=plot.width())

    def x(self, value: float) -> float:
        return self.left + self.width * (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Round numbers on the axis, at least two."""
        rough = (self.high - self.low) / N_TICKS
        power = 10.0 ** (len(f"{rough:.0f}") - 1) if rough >= 1 else 10.0 ** -_leading_zeros(rough)
        step = next((power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough), power * 10)
        first = int(self.low / step) - 1
        numbers = [step * (first + count) for count in range(3 * N_TICKS)]
        return [number for number in numbers if self.low <= number <= self.high]


def _leading_zeros(number: float) -> int:
    return int(f"{number:e}".partition("e-")[2] or 0)
