"""What a person decides about variants: accept, edit or reject, by whom and why; all of it by keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.tables import TableView
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.forms import FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel, plain_tip

ACCEPTED, EDITED, REJECTED, UNDONE = "accepted", "edited", "rejected", "not reviewed"


class ReviewTable(TableView):
    """A table in which single letters decide; they count only while it has the focus."""

    verdict_given = Signal(str)
    """``accepted``, ``edited``, ``rejected``, or ``not reviewed`` for a decision that is taken back."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        verdicts = {
            Qt.Key.Key_A: ACCEPTED,
            Qt.Key.Key_E: EDITED,
            Qt.Key.Key_R: REJECTED,
            Qt.Key.Key_U: UNDONE,
        }
        if event.key() in verdicts and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.verdict_given.emit(verdicts[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, _search: str) -> None:
        """Letters decide here; they do not look for a row."""


class ReviewBar(QWidget):
    """Buttons, name and reason; ``help_label`` belongs at the list.

    ``decided`` carries verdict, reviewer and reason once all that is needed is there.

    Accepting needs a name; editing and rejecting need a reason as well, which is asked for when its time comes.
    """

    decided = Signal(str, str, str)
    edit_requested = Signal()
    step_requested = Signal(int)
    given_up = Signal()
    answer_refused = Signal()
    """Escape at a question for name or reason: the decision is not made, an edit goes on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._waiting = ""
        self.accept_button = QPushButton(self.tr("Accept (A)"))
        self.edit_button = QPushButton(self.tr("Edit (E)"))
        self.reject_button = QPushButton(self.tr("Reject (R)"))
        self.undo_button = QPushButton(self.tr("Take it back (U)"))
        self.previous_button = QPushButton(self.tr("Previous (Up)"))
        self.next_button = QPushButton(self.tr("Next (Down)"))
        self.keep_button = QPushButton(self.tr("Keep the edit (Ctrl+Enter)"))
        self.cancel_button = QPushButton(self.tr("Give the edit up (Esc)"))
        self.reviewer_edit, self.reason_edit = QLineEdit(), QLineEdit()
        self.note = FieldNote()
        self.help_label = PlainLabel(
            self.tr(
                "Keys in the list: A accepts, E edits, R rejects, U takes back, Down and Up go on and back; Shift+Down "
                "or Ctrl+A choose several."
            )
        ).wrapping()
        self._reading = ButtonRow(
            (
                self.accept_button,
                self.edit_button,
                self.reject_button,
                self.undo_button,
                self.previous_button,
                self.next_button,
            )
        )
        self._editing = ButtonRow((self.keep_button, self.cancel_button))
        self._lay_out()
        self._connect()
        self.show_editing(False)
        self.show_choice(0)

    def give(self, verdict: str) -> None:
        """Decide, or ask for what is missing first."""
        if verdict == UNDONE:
            if self.undo_button.isEnabled() and self._editing.isHidden():
                self._stop_asking()
                self.decided.emit(UNDONE, "", "")
            return
        if verdict == EDITED and self._editing.isHidden():
            if self.edit_button.isEnabled():
                self.edit_requested.emit()
            return
        if not self.accept_button.isEnabled() and self._editing.isHidden():
            return
        self._waiting = verdict
        if not self.reviewer_edit.text().strip():
            self._ask(self.reviewer_edit, self.tr("Who reviews is not said."), self.tr("Type the name, press Enter."))
        elif verdict != ACCEPTED:
            self._ask(self.reason_edit, "", "")
            self.asking_label.setText(
                self.tr("Why is it rejected? Type the reason, or keep the one that stands there, and press Enter.")
                if verdict == REJECTED
                else self.tr("Why is it edited? Type the reason, or keep the one that stands there, and press Enter.")
            )
            self.asking_label.show()
        else:
            self._decide()

    def show_choice(self, n_chosen: int, *, is_part: bool = False) -> None:
        """How many variants are chosen: one can be edited, several only accepted or rejected.

        Args:
            is_part: More are chosen than are decided about in one step; these are the first.
        """
        for button in (self.accept_button, self.reject_button):
            button.setEnabled(n_chosen > 0)
        for button in (self.edit_button, self.undo_button):
            button.setEnabled(n_chosen == 1)
        words = (
            (self.tr("Accept the first {n} (A)"), self.tr("Reject the first {n} (R)"))
            if is_part
            else (self.tr("Accept {n} (A)"), self.tr("Reject {n} (R)"))
        )
        plain = (self.tr("Accept (A)"), self.tr("Reject (R)"))
        for button, several, one in zip((self.accept_button, self.reject_button), words, plain, strict=True):
            button.setText(several.format(n=self.locale().toString(n_chosen)) if n_chosen > 1 else one)

    def show_editing(self, is_editing: bool) -> None:
        """While a text is edited it can be kept or given up."""
        self._reading.setVisible(not is_editing)
        self._editing.setVisible(is_editing)
        self._stop_asking()

    def name_reviewer(self, name: str, *, is_other_project: bool) -> None:
        """Who works here; another name that was typed stays until another project is open."""
        if is_other_project or not self.reviewer_edit.text().strip():
            self.reviewer_edit.setText(name)

    def say_not_read(self) -> None:
        """A decision came before the text was there: nothing is decided about what nobody saw."""
        self._stop_asking()
        self.asking_label.setText(self.tr("This variant is still being read. Press the key again when it is shown."))
        self.asking_label.show()

    def _lay_out(self) -> None:
        self.asking_label = PlainLabel().wrapping()
        self.asking_label.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for button, words in (
            (self.accept_button, self.tr("The variant is asked as it stands. Key A in the list.")),
            (self.edit_button, self.tr("Its text can be changed here. Key E in the list.")),
            (self.reject_button, self.tr("It is asked of no model. Key R in the list.")),
            (self.undo_button, self.tr("The decision about it is taken back. Key U in the list.")),
            (self.previous_button, self.tr("Up arrow in the list.")),
            (self.next_button, self.tr("Down arrow in the list.")),
        ):
            button.setToolTip(plain_tip(words))
            button.setAccessibleDescription(words)
        layout.addWidget(self._reading)
        layout.addWidget(self._editing)
        layout.addWidget(self.asking_label)
        layout.addWidget(self.note)
        row = QHBoxLayout()
        for place, (text, edit) in enumerate(
            (
                (FieldText(label=self.tr("Reviewed &by"), help=self.tr("Printed in the report.")), self.reviewer_edit),
                (
                    FieldText(
                        label=self.tr("Rea&son"), help=self.tr("Of an edit or a rejection; it is offered again.")
                    ),
                    self.reason_edit,
                ),
            )
        ):
            label = PlainLabel(text.label)
            label.setBuddy(edit)
            describe(edit, text)
            edit.setToolTip(plain_tip(text.help))
            row.addWidget(label)
            row.addWidget(edit, 1 + place)
        layout.addLayout(row)

    def _connect(self) -> None:
        self.accept_button.clicked.connect(lambda: self.give(ACCEPTED))
        self.reject_button.clicked.connect(lambda: self.give(REJECTED))
        self.edit_button.clicked.connect(lambda: self.give(EDITED))
        self.undo_button.clicked.connect(lambda: self.give(UNDONE))
        self.previous_button.clicked.connect(lambda: self.step_requested.emit(-1))
        self.next_button.clicked.connect(lambda: self.step_requested.emit(1))
        self.keep_button.clicked.connect(lambda: self.give(EDITED))
        self.cancel_button.clicked.connect(self.given_up)
        self.reviewer_edit.returnPressed.connect(self._on_named)
        self.reason_edit.returnPressed.connect(self._on_reasoned)

    def _ask(self, edit: QLineEdit, problem: str, advice: str) -> None:
        self.note.show_problem(problem, advice)
        edit.setFocus()
        edit.selectAll()

    def _on_named(self) -> None:
        if self._waiting and self.reviewer_edit.text().strip():
            self.give(self._waiting)

    def _on_reasoned(self) -> None:
        if self._waiting in (EDITED, REJECTED):
            if self.reason_edit.text().strip():
                self._decide()
            else:
                self.note.show_problem(self.tr("There is no reason yet."), self.tr("Type one and press Enter."))

    def _decide(self) -> None:
        verdict = self._waiting
        self._stop_asking()
        reason = self.reason_edit.text().strip() if verdict != ACCEPTED else ""
        self.decided.emit(verdict, self.reviewer_edit.text().strip(), reason)

    def _stop_asking(self) -> None:
        self._waiting = ""
        self.note.show_problem("")
        self.asking_label.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._waiting:
            self._stop_asking()
            self.answer_refused.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)
