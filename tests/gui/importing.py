"""What an auditor does in the import dialog."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

from fairdesk.gui.dialogs.importing import ImportDialog
from fairdesk.gui.widgets.forms import ChoiceBox
from tests.gui.acting import click, type_into
from tests.gui.driving import PATIENCE_MS
from tests.gui.record_drops import drop

SUPPLIER = "Vendor Ltd"


def in_dialog(qtbot: Any, start: Callable[[], object], act: Callable[[ImportDialog], None]) -> None:
    """Start something that opens the dialog, act in it, and cancel it where it is still open; its failures are ours."""
    outcome: list[BaseException | None] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, ImportDialog):
            QTimer.singleShot(10, timer_parent, look)
            return
        try:
            settle(qtbot, dialog)
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


def dropped(qtbot: Any, page: QWidget, path: Path, act: Callable[[ImportDialog], None]) -> None:
    """Drop a file on a page and act in the dialog."""
    in_dialog(qtbot, lambda: drop(page, path), act)


def settle(qtbot: Any, dialog: ImportDialog) -> None:
    """Until the file was looked at under the latest choices, and read to its end if nothing is asked."""
    qtbot.waitUntil(lambda: "again" not in dialog.check.words_label.text(), timeout=PATIENCE_MS)
    qtbot.waitUntil(
        lambda: dialog.check.stop_button.isHidden() or not dialog.check.stop_button.isVisible(), timeout=PATIENCE_MS
    )


def choose(qtbot: Any, dialog: ImportDialog, box: ChoiceBox, answer: str) -> None:
    """Choose by the keyboard's way: the box takes it, and the dialog hears of it."""
    place = box.findData(answer)
    assert place >= 0, f"{answer!r} is not offered: {[box.itemData(n) for n in range(box.count())]}"
    assert box.isVisible()
    box.setCurrentIndex(place)
    box.activated.emit(place)
    settle(qtbot, dialog)


def type_scale(qtbot: Any, dialog: ImportDialog, low: str, high: str) -> None:
    """Answer the question for the ends of the scale."""
    edit = dialog.view.questions.scale_edit
    assert edit is not None
    type_into(qtbot, edit.low_edit, low)
    type_into(qtbot, edit.high_edit, high)
    dialog.view.supplier.who_edit.setFocus()
    edit.high_edit.editingFinished.emit()
    settle(qtbot, dialog)


def say_who(qtbot: Any, dialog: ImportDialog) -> None:
    """Type what is needed beside the file."""
    type_into(qtbot, dialog.view.supplier.who_edit, SUPPLIER)
    if dialog.view.supplier.new_project() is not None:
        type_into(qtbot, dialog.view.supplier.auditor_edit, "A. Auditor")


def press_import(qtbot: Any, dialog: ImportDialog) -> None:
    """Import, and wait until the dialog is closed or says why not."""
    click(qtbot, dialog.import_button)
    qtbot.waitUntil(lambda: not dialog.isVisible() or dialog.messages.isVisible(), timeout=3 * PATIENCE_MS)
