"""Buttons side by side as long as there is room, else below each other; large text never widens the page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget


class ButtonRow(QWidget):
    """Each button keeps its own width."""

    def __init__(self, buttons: Sequence[QPushButton], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons = tuple(buttons)
        self._n_columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        widest = max((button.sizeHint().width() for button in self._buttons), default=0)
        return QSize(widest, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    def _arrange(self) -> None:
        gap = self._grid.horizontalSpacing()
        widths = [button.sizeHint().width() + gap for button in self._buttons]
        room = self.width() + gap
        n_columns = len(widths) if sum(widths) <= room else max(1, room // max(widths))
        if n_columns == self._n_columns:
            return
        self._grid.setColumnStretch(self._n_columns, 0)
        self._n_columns = n_columns
        for number, button in enumerate(self._buttons):
            self._grid.removeWidget(button)
            self._grid.addWidget(button, number // n_columns, number % n_columns, Qt.AlignmentFlag.AlignLeading)
        self._grid.setColumnStretch(n_columns, 1)
