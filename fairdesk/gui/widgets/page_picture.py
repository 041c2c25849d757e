"""One printed page on the screen: always light paper, whatever the window looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from fairdesk.audit.report_pages import PagePicture


class PaperView(QWidget):
    """Paints a picture of a page at its own size; the scroll area around it does the rest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pixmap = QPixmap()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Page as printed"))

    def show_picture(self, picture: PagePicture, name: str) -> None:
        """Show another page."""
        size = (picture.width, picture.height, 4 * picture.width)
        image = QImage(picture.rgba, *size, QImage.Format.Format_RGBA8888)
        # A copy: the image only borrows the bytes.
        self._pixmap = QPixmap.fromImage(image.copy())
        self._pixmap.setDevicePixelRatio(self.devicePixelRatioF())
        self.setAccessibleName(name)
        self.setFixedSize(self._wanted())
        self.update()

    def clear(self) -> None:
        """Show no page."""
        self._pixmap = QPixmap()
        self.update()

    def has_picture(self) -> bool:
        """True while a page is shown."""
        return not self._pixmap.isNull()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._pixmap.isNull():
            return
        painter = QPainter(self)
        painter.fillRect(self.rect(), Qt.GlobalColor.white)
        painter.drawPixmap(0, 0, self._pixmap)
        pen = self.palette().highlight() if self.hasFocus() else self.palette().mid()
        painter.setPen(QPen(pen, 2.0 if self.hasFocus() else 1.0))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _wanted(self) -> QSize:
        return self._pixmap.deviceIndependentSize().toSize()
