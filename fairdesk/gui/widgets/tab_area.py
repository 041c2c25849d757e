"""What stands in a tab scrolls by itself, so that one tall tab does not make the others tall."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from fairdesk.gui.widgets.tab_row import Tabs

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


def below_row(row: QHBoxLayout, area: QWidget) -> QWidget:
    """A part that scrolls below a row that always stands."""
    part = QWidget()
    # The ground of a tab is another one than that of what scrolls in it.
    part.setAutoFillBackground(True)
    layout = QVBoxLayout(part)
    layout.setContentsMargins(0, 8, 0, 0)
    row.setContentsMargins(10, 0, 10, 0)
    layout.addLayout(row)
    layout.addWidget(area, 1)
    return part


class PartTabs(Tabs):
    """Tabs that take what their page can give: the parts scroll, the page does only where text is very large."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setUsesScrollButtons(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._keep_some_lines()

    def hasHeightForWidth(self) -> bool:
        # Words that stand above a part would else ask for the height of the part as well.
        return False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._keep_some_lines()

    def _keep_some_lines(self) -> None:
        self.setMinimumHeight(self.fontMetrics().height() * LEAST_LINES)


def bring_into_sight(widget: QWidget) -> None:
    """Scroll whatever lies around a widget until it is seen, from the inside out."""
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget, 0, 0)
        around = around.parentWidget()
