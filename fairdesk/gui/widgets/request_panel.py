"""A request to confirm a plan, answered where the second person sits: no project is open there."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from fairdesk.domain.errors import Cancelled
from fairdesk.domain.locks import ConfirmedBy
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.times import shown_time
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.fields import TextArea
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form, describe
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

if TYPE_CHECKING:
    from fairdesk.audit.plan_requests import PlanRequest
    from fairdesk.domain.locks import Confirmation
    from fairdesk.gui.tasks import Failure, TaskHandle

DECLARED, KEY_FILE = "declared", "key file"

MOST_SENTENCES = 200
LONGEST_SENTENCE = 2_000
LONGEST_LINE = 200
"""What a file from outside may fill of the screen; a request of FairDesk has some ten sentences."""


class RequestPanel(QWidget):
    """Shows one request and writes the file that goes back. The password leaves its field only to open the key file."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._file = Path()
        self._request: PlanRequest | None = None
        self._answering: TaskHandle | None = None
        self.who_label, self.title_label = _selectable(TextStyle.STRONG), _selectable()
        self.hash_label, self.fixes_label, self.sentence_label = _selectable(), _selectable(), _selectable()
        self.way_box = ChoiceBox()
        self.name_edit, self.role_edit = QLineEdit(), QLineEdit()
        self.statement_area = TextArea(3)
        self.key_edit, self.password_edit, self.target_edit = QLineEdit(), QLineEdit(), QLineEdit()
        self.password_edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.key_button, self.target_button = QPushButton(self.tr("Choose…")), QPushButton(self.tr("Choose…"))
        self.key_button.setAccessibleName(self.tr("Choose your key file"))
        self.target_button.setAccessibleName(self.tr("Choose where the return file goes"))
        self.answer_button = QPushButton(self.tr("Confirm and write the return file"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.note = FieldNote()
        self.done_heading = PlainLabel(self.tr("The return file is written"), TextStyle.HEADING).wrapping()
        self.done_label = _selectable()
        self._lay_out()
        self._connect()
        self._show_way()

    def show_request(self, file: Path, request: PlanRequest) -> None:
        """Show another request; what was typed for an earlier one is gone."""
        self._file, self._request = file, request
        for edit in (self.name_edit, self.role_edit, self.key_edit, self.password_edit):
            edit.clear()
        self.statement_area.clear()
        self.note.show_problem("")
        self._show_done("")
        who = _short(request.asked_by, LONGEST_LINE) or self.tr("Somebody who is not named")
        self.who_label.setText(
            self.tr("{who} asks you to confirm the plan of the audit “{project}”.").format(
                who=who, project=_short(request.project, LONGEST_LINE)
            )
        )
        lines = [
            self.tr("Title of the plan: {title}").format(
                title=_short(request.title, LONGEST_LINE) or self.tr("it has none")
            ),
            self.tr("Asked: {when}").format(when=shown_time(_short(request.asked_at, LONGEST_LINE))),
            self.tr("File: {file}").format(file=file),
        ]
        self.title_label.setText("\n".join(lines))
        self.hash_label.setText(self.tr("SHA-256 of the plan: {sha}").format(sha=request.plan_sha256))
        self.fixes_label.setText("\n".join(self._fixes(request)))
        self.sentence_label.setText(f"“{request.sentence}”")
        self.target_edit.setText(str(file.with_name(f"{file.stem}-return.json")))

    def _fixes(self, request: PlanRequest) -> list[str]:
        lines = [f"• {_short(words, LONGEST_SENTENCE)}" for words in request.plan[:MOST_SENTENCES]]
        n_more = len(request.plan) - MOST_SENTENCES
        if n_more > 0:
            lines.append(self.tr("And {n} more sentences, which stand in the file.").format(n=n_more))
        return lines or [self.tr("The request does not say. Ask for the plan before you confirm it.")]

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for widget in (
            self.who_label,
            self.title_label,
            PlainLabel(self.tr("What would be locked"), TextStyle.HEADING).wrapping(),
            self.fixes_label,
            self.hash_label,
            PlainLabel(self.tr("If you agree"), TextStyle.HEADING).wrapping(),
            PlainLabel(
                self.tr(
                    "Ask for the whole plan where these sentences are too few. You confirm this sentence, or say the "
                    "same in your own words:"
                )
            ).wrapping(),
            self.sentence_label,
            self._make_form(),
            self.note,
            ButtonRow([self.answer_button, self.cancel_button]),
            self.done_heading,
            self.done_label,
        ):
            layout.addWidget(widget)
        self.cancel_button.hide()
        self._show_done("")

    def _make_form(self) -> Form:
        self.form = Form()
        self.form.add_field(FieldText(label=self.tr("Your name")), self.name_edit)
        self.form.add_field(
            FieldText(label=self.tr("Your role"), help=self.tr("For example: head of admissions.")), self.role_edit
        )
        self.way_box.addItem(self.tr("Type a statement (printed: declared, not authenticated)"), DECLARED)
        self.way_box.addItem(self.tr("Sign with a key file (PKCS#12)"), KEY_FILE)
        self.form.add_field(FieldText(label=self.tr("How you confirm")), self.way_box)
        self._statement_part, self._key_part = Form(), Form()
        self._statement_part.add_field(
            FieldText(
                label=self.tr("Your statement"),
                help=self.tr("In your own words. The hash of the plan is added by itself."),
            ),
            self.statement_area,
        )
        key_text = FieldText(label=self.tr("Your key file"), help=self.tr("A file ending in .p12 or .pfx."))
        self._key_part.add_field(key_text, _beside(self.key_edit, self.key_button))
        describe(self.key_edit, key_text)
        self._key_part.add_field(
            FieldText(label=self.tr("Password of the key file"), help=self.tr("Never kept.")), self.password_edit
        )
        self.form.add_part(self._statement_part)
        self.form.add_part(self._key_part)
        target_text = FieldText(
            label=self.tr("Where the return file goes"),
            help=self.tr("It holds your name, role and confirmation, no key and no password."),
        )
        self.form.add_field(target_text, _beside(self.target_edit, self.target_button))
        describe(self.target_edit, target_text)
        return self.form

    def _connect(self) -> None:
        self.way_box.activated.connect(self._on_way)
        for edit in (self.name_edit, self.role_edit, self.key_edit, self.password_edit, self.target_edit):
            edit.textEdited.connect(lambda _text: self.note.show_problem(""))
        self.statement_area.textChanged.connect(lambda: self.note.show_problem(""))
        self.key_button.clicked.connect(self._on_key)
        self.target_button.clicked.connect(self._on_target)
        self.answer_button.clicked.connect(self._on_answer)
        self.cancel_button.clicked.connect(self._on_cancel)

    def _on_way(self) -> None:
        self.note.show_problem("")
        self._show_way()

    def _show_way(self) -> None:
        is_key = self.way_box.currentData() == KEY_FILE
        self._statement_part.setVisible(not is_key)
        self._key_part.setVisible(is_key)

    def _show_done(self, words: str) -> None:
        self.done_label.setText(words)
        self.done_heading.setVisible(bool(words))
        self.done_label.setVisible(bool(words))

    def _show_working(self, is_working: bool) -> None:
        self.form.setEnabled(not is_working)
        self.answer_button.setEnabled(not is_working)
        self.cancel_button.setVisible(is_working)

    def _missing(self) -> str:
        is_key = self.way_box.currentData() == KEY_FILE
        for is_there, words in (
            (self.name_edit.text().strip(), self.tr("Your name is missing.")),
            (self.role_edit.text().strip(), self.tr("Your role is missing.")),
            (is_key or self.statement_area.words().strip(), self.tr("Your statement is missing.")),
            (not is_key or self.key_edit.text().strip(), self.tr("No key file is named.")),
            (self.target_edit.text().strip(), self.tr("It is not said where the return file goes.")),
        ):
            if not is_there:
                return words
        return ""

    def _on_answer(self) -> None:
        from fairdesk.audit.confirming import Signer
        from fairdesk.audit.plan_requests import answer_shown

        missing = self._missing()
        if missing or self._request is None:
            self.note.show_problem(missing, self.tr("Fill it in; nothing was written."))
            return
        self.note.show_problem("")
        self._show_done("")
        is_key = self.way_box.currentData() == KEY_FILE
        signer = Signer(
            name=self.name_edit.text(),
            role=self.role_edit.text(),
            statement="" if is_key else self.statement_area.words(),
            p12=Path(self.key_edit.text().strip()) if is_key else None,
            password=self.password_edit.text() if is_key else "",
        )
        # Whatever comes of it, the password is in no field afterwards.
        self.password_edit.clear()
        target = Path(self.target_edit.text().strip())
        self._show_working(True)
        self._answering = self._context.long_tasks.start(
            work=plainly(answer_shown, self._context.spec, self._request, target, signer),
            done=partial(self._on_answered, target),
            failed=self._on_failed,
        )

    def _on_answered(self, target: Path, given: Confirmation) -> None:
        self._answering = None
        self._show_working(False)
        how = (
            self.tr("Signed with the certificate of {certificate}.").format(certificate=given.certificate)
            if given.kind is ConfirmedBy.SIGNATURE
            else self.tr("Declared, not authenticated.")
        )
        who = _short(self._request.asked_by, LONGEST_LINE) if self._request is not None else ""
        self._show_done(
            self.tr(
                "{target}\n{how}\nSend this file to {who}; FairDesk sends nothing by itself. It is read there on the "
                "page Plan, part Lock, with “Read the return file…”. You can close this page now."
            ).format(target=target, how=how, who=who or self.tr("whoever asked you"))
        )

    def _on_failed(self, failure: Failure) -> None:
        self._answering = None
        self._show_working(False)
        if isinstance(failure, Cancelled):
            self.note.show_problem(self.tr("Stopped before the end."), self.tr("Look whether a return file is there."))
        else:
            self.note.show_problem(failure.message, failure.advice)

    def _on_cancel(self) -> None:
        if self._answering is not None:
            self._answering.cancel()

    def _on_key(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(
            self,
            self.tr("Choose your key file"),
            self.key_edit.text(),
            self.tr("Key files (*.p12 *.pfx);;All files (*)"),
        )
        if path:
            self.key_edit.setText(path)
            self.note.show_problem("")
            self.password_edit.setFocus()

    def _on_target(self) -> None:
        path, _kind = QFileDialog.getSaveFileName(
            self,
            self.tr("Where the return file goes"),
            self.target_edit.text(),
            self.tr("Return files (*.json)"),
            # A file that is there is never replaced; that is said beside the field.
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if path:
            self.target_edit.setText(path)
            self.note.show_problem("")


def _beside(edit: QLineEdit, button: QPushButton) -> QWidget:
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 0, 0, 0)
    line.addWidget(edit, 1)
    line.addWidget(button)
    return row


def _selectable(style: TextStyle = TextStyle.BODY) -> PlainLabel:
    label = PlainLabel("", style).wrapping()
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _short(text: str, longest: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[:longest]}…"
