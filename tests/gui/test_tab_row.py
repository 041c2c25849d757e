"""Tabs and their letters."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QStyle, QStyleOptionTab, QWidget

from fairdesk.audit.preferences import Theme
from fairdesk.gui.widgets.tab_area import PartTabs


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_tab_that_is_not_chosen_has_room_for_whole_letters(qtbot, appearance, scale: float) -> None:
    """The room for the words is as high as a line of them, whatever the text size and the chosen tab."""
    appearance.apply(Theme.LIGHT, scale)
    tabs = PartTabs()
    qtbot.addWidget(tabs)
    for title in ("Coverage", "Targets", "Rules"):
        tabs.addTab(QWidget(), title)
    tabs.show()
    bar = tabs.tabBar()

    for number in range(tabs.count()):
        option = QStyleOptionTab()
        bar.initStyleOption(option, number)
        room = bar.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, bar)
        assert room.height() >= bar.fontMetrics().height()
