"""Tabs that are high enough for their letters: the style moves those that are not chosen down and cuts a g below."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStyle, QTabBar, QTabWidget, QWidget


class TabRow(QTabBar):
    """As high as the style wants it, and by as much higher as the style moves tabs down."""

    def tabSizeHint(self, index: int) -> QSize:
        shift = self.style().pixelMetric(QStyle.PixelMetric.PM_TabBarTabShiftVertical, None, self)
        return super().tabSizeHint(index) + QSize(0, shift)


class Tabs(QTabWidget):
    """Parts of a page behind such tabs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabBar(TabRow(self))
