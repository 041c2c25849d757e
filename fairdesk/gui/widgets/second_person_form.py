"""Who confirms a plan besides the person who locks it: beside them, with a key file, from elsewhere, or nobody."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from fairdesk.domain.errors import FairDeskError
from fairdesk.domain.locks import Confirmation, ConfirmedBy
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.fields import TextArea
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form, describe
from fairdesk.gui.widgets.labels import PlainLabel

if TYPE_CHECKING:
    from fairdesk.gui.faults import Fault

DECLARED, KEY_FILE, ELSEWHERE, ALONE = "declared", "key file", "elsewhere", "alone"


class SecondPersonForm(Form):
    """The password lives in its field only. ``request_wanted`` and ``return_chosen`` carry a file's path."""

    changed = Signal()
    request_wanted = Signal(Path)
    return_chosen = Signal(Path)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.returned: Confirmation | None = None
        """What a return file held, once it was read and fits the plan."""

        self.way_box = ChoiceBox()
        self.name_edit, self.role_edit = QLineEdit(), QLineEdit()
        self.statement_area = TextArea(3)
        self.example_label = PlainLabel().wrapping()
        self._statement = ""
        self.key_edit, self.password_edit = QLineEdit(), QLineEdit()
        self.password_edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.key_button = QPushButton(self.tr("Choose…"))
        self.key_button.setAccessibleName(self.tr("Choose the key file of the second person"))
        self.request_button = QPushButton(self.tr("Save the request file…"))
        self.return_button = QPushButton(self.tr("Read the return file…"))
        self.elsewhere_label = PlainLabel().wrapping()
        self.note = FieldNote()
        self._lay_out()
        self._connect()
        self._show_way()

    def way(self) -> str:
        """``DECLARED``, ``KEY_FILE``, ``ELSEWHERE`` or ``ALONE``."""
        return str(self.way_box.currentData())

    def show_plan(self, statement: str) -> None:
        """Another hash or none: what was confirmed for an earlier one counts no more.

        Args:
            statement: What the second person types or signs; empty while the plan has no hash.
        """
        if statement == self._statement:
            return
        self._statement = statement
        self.example_label.setText(self.tr("For example: “{words}”").format(words=statement) if statement else "")
        self.returned = None
        self._show_way()

    def show_returned(self, confirmation: Confirmation) -> None:
        """A return file was read."""
        self.returned = confirmation
        self.note.show_problem("")
        self._show_way()
        self.changed.emit()

    def show_problem(self, failure: FairDeskError | Fault) -> None:
        """What is wrong with the confirmation, beside the fields."""
        self.note.show_problem(failure.message, failure.advice)

    def statement(self) -> str:
        """What the second person typed; empty where they sign the sentence that is offered."""
        return self.statement_area.words().strip() if self.way() == DECLARED else ""

    def key_file(self) -> Path | None:
        """The file that the second person signs with; None where nothing is signed."""
        return Path(self.key_edit.text().strip()) if self.way() == KEY_FILE else None

    def missing(self) -> str:
        """What must still be filled in, a sentence; empty when nothing is."""
        way = self.way()
        if way in (DECLARED, KEY_FILE) and not (self.name_edit.text().strip() and self.role_edit.text().strip()):
            return self.tr("The second person needs a name and a role.")
        if way == DECLARED and not self.statement_area.words().strip():
            return self.tr("The second person has to type the statement.")
        if way == KEY_FILE and not self.key_edit.text().strip():
            return self.tr("No key file of the second person is named.")
        if way == ELSEWHERE and self.returned is None:
            return self.tr("The return file of the second person was not read yet.")
        return ""

    def forget(self) -> None:
        """The plan is locked, or another project is open: nothing of the second person stays in the form."""
        for edit in (self.name_edit, self.role_edit, self.key_edit, self.password_edit):
            edit.clear()
        self.statement_area.clear()
        self.returned = None
        self.note.show_problem("")
        # Who works alone in one project has not said so in the next.
        self.way_box.setCurrentIndex(0)
        self._show_way()

    def _lay_out(self) -> None:
        for way, words in (
            (DECLARED, self.tr("sits here and declares it (printed: declared, not authenticated)")),
            (KEY_FILE, self.tr("sits here and signs with a key file (PKCS#12)")),
            (ELSEWHERE, self.tr("sits elsewhere: a request file goes out, a return file comes in")),
            (ALONE, self.tr("nobody: I work alone (printed as such)")),
        ):
            self.way_box.addItem(words, way)
        self.add_field(FieldText(label=self.tr("The second person")), self.way_box)
        self._person_part = Form()
        self._person_part.add_field(FieldText(label=self.tr("Name of the second person")), self.name_edit)
        self._role_part = Form()
        self._role_part.add_field(FieldText(label=self.tr("Role of the second person")), self.role_edit)
        self._statement_part = Form()
        self._statement_part.add_field(
            FieldText(
                label=self.tr("Statement, typed by the second person"),
                help=self.tr("In words of their own; the hash of the plan is added by itself."),
            ),
            self.statement_area,
        )
        self._statement_part.add_widget(self.example_label)
        self._key_part = Form()
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.key_edit, 1)
        line.addWidget(self.key_button)
        key_text = FieldText(label=self.tr("Key file (PKCS#12) of the second person"))
        self._key_part.add_field(key_text, row)
        describe(self.key_edit, key_text)
        self._key_part.add_field(
            FieldText(label=self.tr("Password of the key file"), help=self.tr("Never kept.")), self.password_edit
        )
        self._elsewhere_part = Form()
        self._elsewhere_part.add_widget(self.elsewhere_label)
        self._elsewhere_part.add_widget(ButtonRow([self.request_button, self.return_button]))
        for part in (self._person_part, self._role_part, self._statement_part, self._key_part, self._elsewhere_part):
            self.add_part(part)
        self.add_widget(self.note)

    def _connect(self) -> None:
        self.way_box.activated.connect(self._on_way)
        for edit in (self.name_edit, self.role_edit, self.key_edit):
            edit.textChanged.connect(self.changed)
        self.statement_area.textChanged.connect(self.changed)
        self.key_button.clicked.connect(self._on_key)
        self.request_button.clicked.connect(self._on_request)
        self.return_button.clicked.connect(self._on_return)

    def _on_way(self) -> None:
        self.note.show_problem("")
        self._show_way()
        self.changed.emit()

    def _show_way(self) -> None:
        way = self.way()
        self._person_part.setVisible(way in (DECLARED, KEY_FILE))
        self._role_part.setVisible(way in (DECLARED, KEY_FILE))
        self._statement_part.setVisible(way == DECLARED)
        self._key_part.setVisible(way == KEY_FILE)
        self._elsewhere_part.setVisible(way == ELSEWHERE)
        has_hash = bool(self._statement)
        self.example_label.setVisible(has_hash)
        self.request_button.setEnabled(has_hash)
        self.return_button.setEnabled(has_hash)
        self.elsewhere_label.setText(self._elsewhere_words(has_hash))

    def _elsewhere_words(self, has_hash: bool) -> str:
        confirmation = self.returned
        if confirmation is None:
            return (
                self.tr("The request file is small and holds the plan's hash and what it fixes, no case and no key.")
                if has_hash
                else self.tr("Write the plan down first: the request names its hash.")
            )
        words = self.tr("Confirmed by {name}, {role}.").format(name=confirmation.name, role=confirmation.role)
        if confirmation.kind is ConfirmedBy.SIGNATURE:
            return f"{words} " + self.tr("Signed with {certificate}.").format(certificate=confirmation.certificate)
        return f"{words} " + self.tr("Declared, not authenticated.")

    def _on_key(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(
            self, self.tr("Choose the key file"), "", self.tr("Key files (*.p12 *.pfx);;All files (*)")
        )
        if path:
            self.key_edit.setText(path)
            self.password_edit.setFocus()

    def _on_request(self) -> None:
        path, _kind = QFileDialog.getSaveFileName(
            self, self.tr("Where the request file goes"), "", self.tr("Plan requests (*.json)")
        )
        if path:
            self.request_wanted.emit(Path(path))

    def _on_return(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(
            self, self.tr("Choose the return file"), "", self.tr("Return files (*.json);;All files (*)")
        )
        if path:
            self.return_chosen.emit(Path(path))
