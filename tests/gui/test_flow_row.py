"""A row of controls that breaks into lines."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.widgets.flow_row import ButtonRow, FlowRow


def test_groups_stay_seen_whenever_they_were_added_and_however_often_lines_break(qtbot) -> None:
    """Ticks that were added while the row was hidden are seen, and so after it was narrow, hidden and wide again."""
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    row = FlowRow()
    column.addWidget(row)
    column.addStretch(1)
    ticks = [QCheckBox(f"Only files of kind {number}") for number in range(3)]
    row.add(ticks[0])
    page.resize(900, 200)
    page.show()
    row.hide()
    row.add(ticks[1])
    row.add(QLabel("Also"), ticks[2])
    page.resize(200, 300)
    row.show()
    qtbot.waitUntil(lambda: ticks[2].mapTo(page, ticks[2].rect().topLeft()).y() > ticks[1].geometry().bottom())
    row.hide()
    page.resize(900, 200)
    row.show()
    qtbot.waitUntil(lambda: ticks[0].geometry().top() == ticks[1].geometry().top())

    assert all(tick.isVisible() and tick.visibleRegion().boundingRect().width() > 0 for tick in ticks)
    qtbot.waitUntil(lambda: row.height() == ticks[0].sizeHint().height())


def test_a_row_makes_room_for_what_is_shown_later_and_turns_with_the_language(qtbot) -> None:
    """A hidden button takes no room; when it is shown the others move; right to left begins at the right."""
    page = QWidget()
    qtbot.addWidget(page)
    first, second = QPushButton("First"), QPushButton("Second")
    first.hide()
    row = ButtonRow([first, second])
    QVBoxLayout(page).addWidget(row)
    page.resize(600, 100)
    page.show()
    assert not first.isVisible()
    assert second.geometry().left() == 0
    first.show()
    qtbot.waitUntil(lambda: second.geometry().left() >= first.width())
    page.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    qtbot.waitUntil(lambda: first.geometry().right() == row.width() - 1)

    assert second.geometry().right() < first.geometry().left()
