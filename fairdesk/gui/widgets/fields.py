"""Controls of forms: texts in any script, and numbers that a wheel over the page does not change."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QTextOption, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QTextEdit,
    QWidget,
)


class TextArea(QTextEdit):
    """Plain text of several lines; each paragraph runs in its own direction. Tab goes on to the next control."""

    def __init__(self, n_lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._n_lines = n_lines
        # Not QPlainTextEdit: that one begins paragraphs from right to left at the left edge.
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDefaultTextOption(option)

    def words(self) -> str:
        """The text as it was typed or pasted; Qt's own plain text turns no-break spaces into spaces."""
        return self.document().toRawText().replace("\N{PARAGRAPH SEPARATOR}", "\n")

    def show_text(self, text: str) -> None:
        """Show a text; the same text leaves cursor and undo alone."""
        if self.words() != text:
            self.setPlainText(text)

    def sizeHint(self) -> QSize:
        margins = 2 * (self.frameWidth() + int(self.document().documentMargin()))
        return QSize(super().sizeHint().width(), self.fontMetrics().lineSpacing() * self._n_lines + margins)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()


class CountBox(QSpinBox):
    """A whole number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_value(self, value: int) -> None:
        """Show a number; one that is being typed and means the same stays as it was typed."""
        if self.value() != value:
            self.setValue(value)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        _draw_frame(self, self.rect())


class NumberBox(QDoubleSpinBox):
    """A number with decimals."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_value(self, value: float) -> None:
        """Show a number; one that is being typed and means the same stays as it was typed."""
        if abs(self.value() - value) > 10.0 ** -(self.decimals() + 1):
            # Setting the same number again would write it anew under the hands of whoever types.
            self.setValue(value)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        _draw_frame(self, self.rect())


class CheckBox(QCheckBox):
    """A mark to set, whose empty box is seen on every ground."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        _draw_frame(self, self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self))


def _draw_frame(widget: QWidget, place: QRect) -> None:
    """The style's own frame cannot be told from a dark ground."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(widget.palette().color(QPalette.ColorRole.PlaceholderText), 1.0))
    painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), 2.0, 2.0)
