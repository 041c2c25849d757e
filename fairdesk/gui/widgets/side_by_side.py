"""Two parts beside each other where there is room for both, else below each other."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QWidget

LEAST_CHARACTERS = 130
"""Width in mean characters from which on both parts stand beside each other."""


def kept_narrow(part: QWidget) -> QWidget:
    """A part whose width has a limit, in a row of its own.

    A column would reckon the height of its wrapped words for the width of the column, and cut them.
    """
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(part, 1)
    layout.addStretch(0)
    return row


class SideBySide(QWidget):
    """The first part takes what the second leaves; large text and narrow windows put the second below."""

    def __init__(self, first: QWidget, second: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        first, second = kept_narrow(first), kept_narrow(second)
        self._parts = (first, second)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(16)
        self._box.addWidget(first, 3)
        self._box.addWidget(second, 2)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        # Never wider than the wider part: beside each other they stand only where there is room.
        hint = super().minimumSizeHint()
        return QSize(max(part.minimumSizeHint().width() for part in self._parts), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    def _arrange(self) -> None:
        has_room = self.width() >= self.fontMetrics().averageCharWidth() * LEAST_CHARACTERS
        wanted = QBoxLayout.Direction.LeftToRight if has_room else QBoxLayout.Direction.TopToBottom
        if self._box.direction() != wanted:
            self._box.setDirection(wanted)
            for part in self._parts:
                self._box.setAlignment(part, Qt.AlignmentFlag.AlignTop if has_room else Qt.AlignmentFlag(0))
