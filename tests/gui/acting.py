"""What an auditor does on the way to a page, for tests of pages."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QTextEdit, QWidget

from fairdesk.audit.projects import ProjectView, show_project
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.project_work import NewProject, make_project
from tests.gui.driving import PATIENCE_MS

NEW = NewProject(name="Admissions 2027", client="University of Example", auditor="A. Auditor", auditor_role="auditor")


def open_new_project(qtbot: Any, context: PageContext, new: NewProject = NEW) -> str:
    """A project in the store, opened in the window; answers with its id."""
    project_id = make_project(context.spec, new).project_id
    context.open_project(project_id)
    qtbot.waitUntil(lambda: context.project is not None, timeout=PATIENCE_MS)
    return project_id


def go_to(qtbot: Any, window: MainWindow, context: PageContext, page_id: str) -> Any:
    """Show a page and wait until it has read what it shows."""
    window.show_page(page_id)
    wait_until_idle(qtbot, context)
    return window.stack.currentWidget().widget()


def wait_until_idle(qtbot: Any, context: PageContext) -> None:
    """Until both workers have nothing to do."""
    qtbot.waitUntil(lambda: not context.tasks.is_busy() and not context.long_tasks.is_busy(), timeout=PATIENCE_MS)


def wait_until_still(qtbot: Any, widget: QWidget) -> None:
    """Until a widget stands where it stood at the last look: a click beside a moving button presses nothing."""
    places: list[QRect] = []

    def is_still() -> bool:
        places.append(QRect(widget.mapToGlobal(widget.rect().topLeft()), widget.size()))
        return len(places) > 2 and places[-1] == places[-2] == places[-3]

    qtbot.waitUntil(is_still, timeout=PATIENCE_MS)


def wait_until_saved(qtbot: Any, context: PageContext) -> None:
    """Until everything typed is on disk."""
    qtbot.waitUntil(lambda: not context.unsaved and not context.tasks.is_busy(), timeout=PATIENCE_MS)


def stored(context: PageContext) -> ProjectView:
    """The open project as another process would read it."""
    assert context.project is not None
    return show_project(context.spec, context.project.summary.project_id)


def type_into(qtbot: Any, edit: QLineEdit | QTextEdit, text: str) -> None:
    """Replace what a field holds, as an input method does: QTest types only ASCII."""
    edit.setFocus()
    edit.selectAll()
    if text.isascii() and "\n" not in text:
        qtbot.keyClicks(edit, text)
    elif isinstance(edit, QLineEdit):
        edit.insert(text)
        edit.textEdited.emit(edit.text())
    else:
        edit.insertPlainText(text)


def click(qtbot: Any, widget: QWidget) -> None:
    """Press a button that can be seen."""
    assert widget.isVisible(), "an invisible button was pressed"
    assert widget.isEnabled(), "a disabled button was pressed"
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def clipboard_text() -> str:
    """What was copied."""
    return QApplication.clipboard().text()
