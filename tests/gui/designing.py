"""What an auditor does on the pages Cases and Cues, for tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from fairdesk.domain.design import Design
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.widgets.forms import ChoiceBox
from tests.gui.acting import click, go_to, stored, wait_until_idle, wait_until_saved
from tests.gui.driving import PATIENCE_MS

LETTERS = {
    "brief-1.txt": (
        "Empfehlung\n\nHerr {surname} war zwei Jahre mein Schüler an der Schule {school}. Er hat seine Arbeit ernst "
        "genommen. {name} ist ein guter Schüler.\n"
    ),
    "brief-2.txt": (
        "Gutachten\n\nDie Bewerbung von {name} {surname} liegt vor. Sie hat an der Schule {school} gelernt. Ihr Lehrer "
        "lobt ihre Ausdauer.\n"
    ),
    "brief-3.txt": (
        "Notiz\n\n{name} {surname} hat angerufen. Fragen beantwortet frau.muster@example.org unter 0211 1234567. Er "
        "möchte Physik studieren.\n"
    ),
}
"""Three letters as a school might write them; the last one holds an address and a telephone number."""


def write_letters(folder: Path) -> tuple[Path, ...]:
    """The three letters as files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in LETTERS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return tuple(folder / name for name in LETTERS)


def in_dialog(qtbot: Any, kind: type[QDialog], start: Callable[[], object], act: Callable[[Any], None]) -> None:
    """Start something that opens a dialog of a kind, act in it, and cancel it where it is still open."""
    outcome: list[BaseException | None] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, kind):
            QTimer.singleShot(10, timer_parent, look)
            return
        try:
            act(dialog)
        except BaseException as error:  # kept for the test, because the dialog must be closed before it can fail
            outcome.append(error)
        else:
            outcome.append(None)
        finally:
            if dialog.isVisible():
                dialog.reject()

    timer_parent = QWidget()
    QTimer.singleShot(0, timer_parent, look)
    start()
    qtbot.waitUntil(lambda: bool(outcome) and QApplication.activeModalWidget() is None, timeout=3 * PATIENCE_MS)
    timer_parent.deleteLater()
    if outcome[0] is not None:
        raise outcome[0]


def choose(box: ChoiceBox, value: object) -> None:
    """Choose by the keyboard's way: the box takes it, and the form hears of it."""
    place = next(number for number in range(box.count()) if box.itemData(number) == value)
    assert box.isVisible()
    box.setCurrentIndex(place)
    box.activated.emit(place)


def start_design(qtbot: Any, window: MainWindow, context: PageContext, language: str) -> Any:
    """The page Cues with a design that was just started."""
    page = go_to(qtbot, window, context, "cues")
    choose(page.start.language_box, language)
    click(qtbot, page.start.start_button)
    qtbot.waitUntil(lambda: context.details.details.design is not None, timeout=PATIENCE_MS)
    wait_until_saved(qtbot, context)
    return page


def stored_design(context: PageContext) -> Design:
    """The design as another process would read it."""
    design = stored(context).details.design
    assert design is not None
    return design


def show_tab(page: Any, name: str) -> None:
    """Turn to a tab by its title."""
    titles = [page.tabs.tabText(number) for number in range(page.tabs.count())]
    page.tabs.setCurrentIndex(titles.index(name))


def build(qtbot: Any, context: PageContext, page: Any) -> None:
    """Build the variants, and wait until they are listed."""
    show_tab(page, "Variants")
    click(qtbot, page.variants.build_line.build_button)
    qtbot.waitUntil(page.variants.table.isVisible, timeout=3 * PATIENCE_MS)
    wait_until_idle(qtbot, context)


def press(qtbot: Any, widget: QWidget, *keys: Qt.Key) -> None:
    """Press keys in the widget that has the focus."""
    widget.setFocus()
    for key in keys:
        qtbot.keyClick(widget, key)
