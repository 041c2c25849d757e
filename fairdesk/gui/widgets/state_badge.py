"""A state in words inside a frame; no colour carries meaning."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from fairdesk.gui.widgets.labels import PlainLabel


class StateBadge(PlainLabel):
    """*draft*, *plan fixed*, *running*, *target met* ...: the word itself is the sign."""

    def __init__(self, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self.setAccessibleName(accessible_name)
        self.setContentsMargins(8, 2, 8, 2)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        self.hide()

    def show_state(self, words: str) -> None:
        """Show a state; an empty one hides the badge."""
        self.setText(words)
        self.setVisible(bool(words))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(self.foregroundRole()), 1.0))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4.0, 4.0)
        painter.end()
        super().paintEvent(event)
