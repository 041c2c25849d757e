"""The questions that closing the window may ask: at most one each."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


class ClosingChoice(Enum):
    """What becomes of a run when the window closes."""

    GO_ON = "go on"
    PAUSE = "pause"
    STOP = "stop"


class RunAtClosing(QMessageBox):
    """A run is going on: let it go on, pause it, or stop it at once. Escape stays in the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setIcon(QMessageBox.Icon.Question)
        self.setWindowTitle(self.tr("A run is going on"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(self.tr("A run is going on. What shall become of it when the window closes?"))
        self.setInformativeText(
            self.tr(
                "Whatever arrived is kept in each case, and nothing that was answered is asked twice.\n"
                "Pause waits for the answers that are under way; Stop now gives them up."
            )
        )
        self.go_on_button = self.addButton(self.tr("Let it go on"), QMessageBox.ButtonRole.AcceptRole)
        self.pause_button = self.addButton(self.tr("Pause it"), QMessageBox.ButtonRole.AcceptRole)
        self.stop_button = self.addButton(self.tr("Stop now"), QMessageBox.ButtonRole.DestructiveRole)
        self.stay_button = self.addButton(self.tr("Stay here"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(self.go_on_button)
        self.setEscapeButton(self.stay_button)


def ask_about_run(parent: QWidget) -> ClosingChoice | None:
    """What to do with the run, or None to stay in the window."""
    dialog = RunAtClosing(parent)
    dialog.exec()
    clicked = dialog.clickedButton()
    if clicked is dialog.go_on_button:
        return ClosingChoice.GO_ON
    if clicked is dialog.pause_button:
        return ClosingChoice.PAUSE
    return ClosingChoice.STOP if clicked is dialog.stop_button else None


class UnsavedAtClosing(QMessageBox):
    """What was typed cannot be saved: stay, or close without it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setIcon(QMessageBox.Icon.Warning)
        self.setWindowTitle(self.tr("Not saved"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(self.tr("What you typed last is not on disk yet, because saving does not work."))
        self.setInformativeText(self.tr("Stay to try again or to copy your text. If you close now, it is lost."))
        self.stay_button = self.addButton(self.tr("Stay here"), QMessageBox.ButtonRole.RejectRole)
        self.discard_button = self.addButton(self.tr("Close without saving"), QMessageBox.ButtonRole.DestructiveRole)
        self.setDefaultButton(self.stay_button)
        self.setEscapeButton(self.stay_button)


def ask_about_unsaved(parent: QWidget) -> bool:
    """True when the window may close without what could not be saved."""
    dialog = UnsavedAtClosing(parent)
    dialog.exec()
    return dialog.clickedButton() is dialog.discard_button
