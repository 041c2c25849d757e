"""What stands in a tab scrolls by itself, so that one tall tab does not make the others tall."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

LEAST_LINES = 12


def in_tab_area(content: QWidget, accessible_name: str) -> QScrollArea:
    """The content in a scroll area that asks for a few lines only and takes what the page can give."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setAccessibleName(accessible_name)
    area.setWidget(content)
    area.setMinimumHeight(content.fontMetrics().height() * LEAST_LINES)
    return area
