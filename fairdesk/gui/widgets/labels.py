"""Labels that show text as it is: names, answers and file names may look like markup."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QLabel, QSizePolicy, QWidget


class TextStyle(Enum):
    """How much a text stands out."""

    BODY = "body"
    STRONG = "strong"
    HEADING = "heading"
    TITLE = "title"


_SCALE = {TextStyle.BODY: 1.0, TextStyle.STRONG: 1.0, TextStyle.HEADING: 1.15, TextStyle.TITLE: 1.45}


def plain_tip(text: str) -> str:
    """A tip that shows the text as it is, whatever it looks like, and breaks its lines; empty for no text."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<p>{escaped}</p>" if text else ""


class PlainLabel(QLabel):
    """A label without markup, whose text can be selected and which follows the text size."""

    def __init__(self, text: str = "", style: TextStyle = TextStyle.BODY, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._style = style
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self._follow_direction()
        if style is not TextStyle.BODY:
            self._follow_text_size()
            self.installEventFilter(self)

    def wrapping(self) -> PlainLabel:
        """The label itself, breaking its lines where its width ends."""
        self.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        return self

    def sizeHint(self) -> QSize:
        """The height that the text needs at the label's own width, once it has one."""
        hint = super().sizeHint()
        if self.wordWrap() and self.width() > 0:
            hint.setHeight(self.heightForWidth(self.width()))
        return hint

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.wordWrap() and event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._follow_direction()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Of its own events, and for few labels only: a look at every event of every label is felt in a large page.
        if event.type() == QEvent.Type.ApplicationFontChange:
            self._follow_text_size()
        return super().eventFilter(watched, event)

    def _follow_direction(self) -> None:
        # Qt would put a label on the side where its own language begins, away from the fields of a mirrored page.
        is_turned = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        side = Qt.AlignmentFlag.AlignRight if is_turned else Qt.AlignmentFlag.AlignLeft
        self.setAlignment(side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)

    def _follow_text_size(self) -> None:
        # Only weight and size differ; the family stays the application's.
        font = QFont(QApplication.font())
        font.setPointSizeF(font.pointSizeF() * _SCALE[self._style])
        font.setBold(True)
        self.setFont(font)


class ElidedLabel(PlainLabel):
    """One line that gives way: what does not fit is shown by an ellipsis and, whole, by the tip."""

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(plain_tip(text))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 6, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, box.width())
        # QStyle would turn AlignLeading, but loading that class takes longer than all other labels together.
        is_turned = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        side = Qt.AlignmentFlag.AlignRight if is_turned else Qt.AlignmentFlag.AlignLeft
        painter.setPen(self.palette().color(self.foregroundRole()))
        alignment = side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, alignment | Qt.TextFlag.TextSingleLine, shown)
