"""A sentence beside a field that says what is wrong with what stands in it."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleEvent, QPalette
from PySide6.QtWidgets import QWidget

from fairdesk.gui.widgets.labels import PlainLabel, TextStyle


class FieldNote(PlainLabel):
    """Hidden while nothing is wrong; the word "Problem" stands first, so that colour is not the only sign."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", TextStyle.STRONG, parent)
        self.wrapping()
        self.setForegroundRole(QPalette.ColorRole.BrightText)
        self.hide()

    def show_problem(self, problem: str, advice: str = "") -> None:
        """Show what is wrong and what to do; an empty problem hides the note."""
        self.setText(f"{self.tr('Problem')}: {problem} {advice}".strip() if problem else "")
        self.setVisible(bool(problem))
        if problem:
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))
