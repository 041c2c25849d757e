"""One of three results as a word with a shape of its own; neither colour nor a lone tick carries it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from fairdesk.domain.reports import CheckVerdict
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle


class VerdictShape(QWidget):
    """A ring for passed, a square with a cross for failed, a diamond with a bar for indeterminate."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._verdict = CheckVerdict.INDETERMINATE
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_verdict(self, verdict: CheckVerdict) -> None:
        """Draw another shape."""
        self._verdict = verdict
        self.update()

    def sizeHint(self) -> QSize:
        side = self.fontMetrics().height() * 2
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = min(self.width(), self.height())
        thick = max(2.0, side / 10)
        painter.setPen(QPen(self.palette().windowText(), thick, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        box = QRectF(thick, thick, side - 2 * thick, side - 2 * thick)
        middle = box.center()
        if self._verdict is CheckVerdict.PASSED:
            painter.drawEllipse(box)
            painter.setBrush(self.palette().windowText())
            painter.drawEllipse(middle, box.width() / 5, box.width() / 5)
        elif self._verdict is CheckVerdict.FAILED:
            painter.drawRect(box)
            inner = box.adjusted(2 * thick, 2 * thick, -2 * thick, -2 * thick)
            painter.drawLine(inner.topLeft(), inner.bottomRight())
            painter.drawLine(inner.topRight(), inner.bottomLeft())
        else:
            corners = [
                QPointF(middle.x(), box.top()),
                QPointF(box.right(), middle.y()),
                QPointF(middle.x(), box.bottom()),
                QPointF(box.left(), middle.y()),
            ]
            painter.drawPolygon(QPolygonF(corners))
            quarter = box.width() / 5
            painter.drawLine(QPointF(middle.x() - quarter, middle.y()), QPointF(middle.x() + quarter, middle.y()))


class VerdictMark(QWidget):
    """The shape, the word, and what it means."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shape = VerdictShape(self)
        self.word_label = PlainLabel("", TextStyle.TITLE)
        self.word_label.setAccessibleName(self.tr("Result of the check"))
        self.words_label = PlainLabel().wrapping()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(self.shape)
        row.addWidget(self.word_label)
        row.addWidget(self.words_label, 1)

    def show_verdict(self, verdict: CheckVerdict, word: str, words: str) -> None:
        """Show a result with its word and what the word means here."""
        self.shape.show_verdict(verdict)
        self.word_label.setText(word)
        self.word_label.setAccessibleName(word)
        self.words_label.setText(words)
