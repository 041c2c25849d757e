"""Another model answers than before: what the auditor can do, with the reason that goes into the record."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.forms import FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle


class ChangeChoice(QFrame):
    """Hidden while nothing changed. ``accepted`` carries the reason; leaving the run stopped needs no press."""

    accepted = Signal(str)
    new_plan_requested = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.words_label = PlainLabel().wrapping()
        self.reason_edit = QLineEdit()
        self.note = FieldNote()
        self.accept_button = QPushButton(self.tr("Go on and record the reason"))
        self.new_plan_button = QPushButton(self.tr("Fix a new plan and start"))
        self.leave_button = QPushButton(self.tr("Leave it stopped"))
        text = FieldText(
            label=self.tr("Why the run may go on all the same"),
            help=self.tr("It is written into the record of the run with your name, and printed in the report."),
        )
        label = PlainLabel(text.label)
        label.setBuddy(self.reason_edit)
        describe(self.reason_edit, text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(6)
        layout.addWidget(PlainLabel(self.tr("Another model answers than before"), TextStyle.STRONG).wrapping())
        layout.addWidget(self.words_label)
        layout.addWidget(
            PlainLabel(
                self.tr(
                    "Answers of two models are not answers of one object. Either say why they may count as one, or fix "
                    "a new plan for the object as it is now, or leave the run as it is: what was answered is kept."
                )
            ).wrapping()
        )
        layout.addWidget(label)
        layout.addWidget(self.reason_edit)
        layout.addWidget(PlainLabel(text.help).wrapping())
        layout.addWidget(self.note)
        layout.addWidget(ButtonRow((self.accept_button, self.new_plan_button, self.leave_button)))
        self.accept_button.clicked.connect(self._on_accept_clicked)
        self.reason_edit.returnPressed.connect(self._on_accept_clicked)
        self.new_plan_button.clicked.connect(self.new_plan_requested)
        self.leave_button.clicked.connect(self._on_leave_clicked)
        self.hide()

    def show_change(self, words: str) -> None:
        """Show what changed; no words hide the choice. One that was left stays away until something else changes."""
        if words == self._shown:
            return
        self._shown = words
        self.words_label.setText(words)
        self.reason_edit.clear()
        self.note.show_problem("")
        self.setVisible(bool(words))

    def _on_accept_clicked(self) -> None:
        reason = " ".join(self.reason_edit.text().split())
        self.note.show_problem(
            "" if reason else self.tr("There is no reason yet."),
            self.tr("Write in a sentence why the answers of both may be read together."),
        )
        if reason:
            self.accepted.emit(reason)
        else:
            self.reason_edit.setFocus()

    def _on_leave_clicked(self) -> None:
        self.hide()
        self.left.emit()
