"""Tabs whose content is made when it is first wanted: making all of them would be felt when a page is opened."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QScrollArea, QTabWidget, QVBoxLayout, QWidget

from fairdesk.gui.widgets.page_layout import kept_narrow
from fairdesk.gui.widgets.tab_area import in_tab_area


class LateParts(QObject):
    """The parts of a page by name, each in a tab of its own; nothing is made before ``open``."""

    def __init__(self, tabs: QTabWidget) -> None:
        super().__init__(tabs)
        self._tabs = tabs
        self._areas: dict[str, QScrollArea] = {}
        self._makers: dict[str, Callable[[], QWidget]] = {}
        self._narrow: set[str] = set()
        self._is_open = False
        tabs.currentChanged.connect(self._on_tab_shown)

    def add(self, name: str, title: str, make: Callable[[], QWidget], *, is_narrow: bool = False) -> None:
        """Add an empty tab.

        Args:
            make: Makes what stands in the tab and fills it; called once at most.
            is_narrow: The part is a form that keeps the width of its fields.
        """
        area = in_tab_area(QWidget(), title)
        self._areas[name], self._makers[name] = area, make
        if is_narrow:
            self._narrow.add(name)
        self._tabs.addTab(area, title)

    def open(self) -> None:
        """From now on a tab that is shown is filled, the present one at once."""
        self._is_open = True
        self._on_tab_shown(self._tabs.currentIndex())

    def make(self, name: str) -> None:
        """Make a part, if that was not done yet."""
        make = self._makers.pop(name, None)
        if make is None:
            return
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(10, 10, 10, 10)
        part = make()
        if name in self._narrow:
            column.addLayout(kept_narrow(part))
            column.addStretch(1)
        else:
            column.addWidget(part)
        self._areas[name].setWidget(inside)

    def _on_tab_shown(self, number: int) -> None:
        area = self._tabs.widget(number)
        if self._is_open:
            for name in [name for name, one in self._areas.items() if one is area]:
                self.make(name)
