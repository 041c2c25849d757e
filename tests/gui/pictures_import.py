"""Pictures of the import dialog: ``python -m tests.gui.pictures_import FOLDER [FILE...]``. Not a test.

Awkward files are dropped on the page Projects; the dialog is drawn as a small screen shows it and as long as it is,
then what it asks is answered, the answers are imported, and the page Results is drawn.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.gui.application import make_application, make_window
from fairdesk.gui.dialogs.importing import ImportDialog
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.shipped_fonts import add_shipped_fonts
from tests.gui.pictures import LOOKS, draw
from tests.gui.record_drops import AWKWARD, UNUSABLE, drop

SUPPLIER = "Vendor Ltd <b>Łódź</b>"
TALLEST = 3_500


def wait_until(done: Callable[[], bool], patience_ms: int = 60_000) -> None:
    """Let the window work until something is so."""
    loop = QEventLoop()
    timer, end = QTimer(), QTimer()
    is_done: list[bool] = []

    def look() -> None:
        # What was so for a moment counts: the window may be busy again when the loop has ended.
        if done():
            is_done.append(True)
            loop.quit()

    timer.timeout.connect(look)
    end.setSingleShot(True)
    end.timeout.connect(loop.quit)
    timer.start(30)
    end.start(patience_ms)
    loop.exec()
    assert is_done, "what was waited for never came"


def is_idle(context: PageContext) -> bool:
    return not context.tasks.is_busy() and not context.long_tasks.is_busy()


def open_dialog() -> ImportDialog | None:
    dialog = QApplication.activeModalWidget()
    return dialog if isinstance(dialog, ImportDialog) else None


def settle(context: PageContext, dialog: ImportDialog) -> None:
    """Until nothing is looked at any more."""
    wait_until(lambda: dialog._is_fresh and not dialog._timer.isActive() and is_idle(context))


def draw_dialog(context: PageContext, dialog: ImportDialog, target: Path) -> None:
    for look, (theme, scale, direction) in LOOKS.items():
        if look.startswith("contrast"):
            continue
        QApplication.setLayoutDirection(direction)
        context.appearance.apply(theme, scale)
        QApplication.processEvents()
        dialog.resize(1180, 700)
        draw(dialog, target.with_name(f"{target.name}-{look}-top.png"))
        dialog.resize(
            1180, min(TALLEST, dialog.view._fields.sizeHint().height() + dialog.view._table.sizeHint().height() + 250)
        )
        QApplication.processEvents()
        dialog.resize(
            1180, min(TALLEST, dialog.view._fields.sizeHint().height() + dialog.view._table.sizeHint().height() + 250)
        )
        draw(dialog, target.with_name(f"{target.name}-{look}.png"))
    QApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    context.appearance.apply(*LOOKS["light-100"][:2])


def answer_everything(context: PageContext, dialog: ImportDialog) -> None:
    """The first answer to every question; a scale from 1 to 5."""
    for _ in range(8):
        questions = dialog.view.questions
        if not questions.questions:
            return
        if questions.scale_edit is not None:
            questions.scale_edit.low_edit.setText("1")
            questions.scale_edit.high_edit.setText("5")
            questions.scale_edit.high_edit.editingFinished.emit()
        else:
            questions.boxes[0].setCurrentIndex(1)
            questions.boxes[0].activated.emit(1)
        settle(context, dialog)


def use(context: PageContext, dialog: ImportDialog, target: Path) -> None:
    """Draw, answer, draw again, import."""
    settle(context, dialog)
    draw_dialog(context, dialog, target.with_name(f"{target.name}-1-first"))
    if "encoding" in getattr(dialog._look, "mended_by", ()):
        box = dialog.view.questions.boxes[0]
        box.setCurrentIndex(box.findData("cp1252"))
        box.activated.emit(box.currentIndex())
        settle(context, dialog)
    answer_everything(context, dialog)
    dialog.view.supplier.who_edit.setText(SUPPLIER)
    dialog.view.supplier.auditor_edit.setText("Zoë Nguyễn")
    dialog.check.good_box.setChecked(True)
    draw_dialog(context, dialog, target.with_name(f"{target.name}-2-answered"))
    if dialog.import_button.isEnabled():
        dialog.import_button.click()
        wait_until(lambda: dialog.isHidden() or dialog.messages.isVisible())
        if dialog.isVisible():
            print(
                target.name, "was refused:", dialog.messages.message_label.text(), dialog.messages.advice_label.text()
            )
            draw(dialog, target.with_name(f"{target.name}-2-refused.png"))
            dialog.reject()
    else:
        print(target.name, "cannot be imported:", dialog.missing_label.text())
        dialog.reject()


def drop_and_draw(context: PageContext, window: MainWindow, path: Path, target: Path) -> None:
    window.show_page("projects")
    wait_until(lambda: is_idle(context))
    page = window.stack.currentWidget().widget()
    page.messages.hide()
    seen: list[ImportDialog] = []

    def look() -> None:
        dialog = open_dialog()
        if dialog is not None and not seen:
            seen.append(dialog)
            timer.stop()
            use(context, dialog, target)

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(50)
    assert drop(page, path)
    wait_until(lambda: (bool(seen) or page.messages.isVisible()) and is_idle(context) and open_dialog() is None)
    wait_until(lambda: is_idle(context))
    timer.stop()
    if page.messages.isVisible() and "looked at" in page.messages.message_label.text():
        wait_until(lambda: "looked at" not in page.messages.message_label.text())
    draw_window(context, window, target.with_name(f"{target.name}-3-after"))


def draw_window(context: PageContext, window: QWidget, target: Path) -> None:
    wait_until(lambda: is_idle(context))
    window.resize(1366, 768)
    draw(window, target.with_name(f"{target.name}.png"))


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = make_application(["fairdesk"])
    with tempfile.TemporaryDirectory() as scratch:
        files = Path(scratch) / "files"
        files.mkdir()
        context, window = make_window(WorkspaceSpec(data_dir=Path(scratch) / "profile"), application)
        add_shipped_fonts(context.spec)
        window.show()
        for make in (*UNUSABLE, *AWKWARD):
            if not sys.argv[2:] or make.__name__ in sys.argv[2:]:
                drop_and_draw(context, window, make(files), folder / make.__name__)
        context.shut_down()


if __name__ == "__main__":
    main()
