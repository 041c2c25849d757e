"""How tests act on the window: press, type, answer dialogs, and wait for what becomes visible."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QWidget

ACCEPTED_QT_WARNINGS = (
    # The offscreen platform of the tests has no window manager.
    "This plugin does not support propagateSizeHints",
    "This plugin does not support raise",  # a list of choices that opens under a choice box
    "This plugin does not support grabbing the keyboard",  # the same
)

PATIENCE_MS = 60_000
"""A worker process has to start on a machine that does other things too."""


def answer_dialog(answer: Callable[[QWidget], None]) -> None:
    """Before something opens a modal dialog: say what to do in it. A dialog that never comes fails the test."""
    seen: list[bool] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is not None:
            seen.append(True)
            answer(dialog)
        elif not seen:
            QTimer.singleShot(10, look)

    QTimer.singleShot(0, look)


def accessible_parts(widget: QWidget) -> Iterator[QAccessibleInterface]:
    """Everything that assistive technology sees of a widget, the widget first; cells of tables and lists apart."""
    root = QAccessible.queryAccessibleInterface(widget)
    waiting = [root]
    while waiting:
        part = waiting.pop()
        if part is None or not part.isValid():
            continue
        yield part
        if part.role() not in (QAccessible.Role.Table, QAccessible.Role.List, QAccessible.Role.Tree):
            waiting.extend(part.child(number) for number in range(part.childCount()))


def nameless_controls(widget: QWidget) -> list[str]:
    """Visible controls that take the focus and have no name; lists of choices need a description as well."""
    found = []
    for part in accessible_parts(widget):
        state = part.state()
        if not state.focusable or state.invisible:
            continue
        name = part.text(QAccessible.Text.Name)
        description = part.text(QAccessible.Text.Description)
        owner = part.object()
        where = (
            f"{type(owner).__name__} inside {type(owner.parent()).__name__}" if owner is not None else str(part.role())
        )
        if not name.strip() or (part.role() == QAccessible.Role.ComboBox and not description.strip()):
            found.append(where)
    return found
