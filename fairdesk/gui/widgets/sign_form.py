"""Who signs and where the report goes; every problem stands beside its field."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from fairdesk.domain.errors import SigningError
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure
from fairdesk.gui.times import shown_time
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.forms import FieldText, Form, describe
from fairdesk.gui.widgets.labels import PlainLabel

if TYPE_CHECKING:
    from fairdesk.audit.throw_away import ThrowAway
    from fairdesk.domain.reports import SignerSummary


class SignForm(QWidget):
    """The password lives in its field and in the worker's memory, nowhere else; it is cleared after signing."""

    changed = Signal()

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.signer: SignerSummary | None = None
        self.throw_away: ThrowAway | None = None
        self.key_edit, self.password_edit, self.target_edit = QLineEdit(), QLineEdit(), QLineEdit()
        self.password_edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.key_note, self.target_note = FieldNote(), FieldNote()
        self.key_button = QPushButton(self.tr("Choose…"))
        self.key_button.setAccessibleName(self.tr("Choose the key file"))
        self.throw_away_button = QPushButton(self.tr("Make a throw-away identity…"))
        self.look_button = QPushButton(self.tr("Show who will sign"))
        self.signer_label = PlainLabel().wrapping()
        self.signer_label.setAccessibleName(self.tr("Who will sign"))
        self.target_button = QPushButton(self.tr("Choose…"))
        self.target_button.setAccessibleName(self.tr("Choose where the report goes"))
        self._lay_out()
        self._connect()
        self._show_nobody()

    def show_problem(self, failure: Failure) -> None:
        """A failure of issuing, beside the field that it is about."""
        note = self.key_note if isinstance(failure, SigningError) else self.target_note
        note.show_problem(failure.message, failure.advice)

    def hide_problems(self) -> None:
        """Nothing is said to be wrong."""
        self.key_note.show_problem("")
        self.target_note.show_problem("")

    def target(self) -> Path:
        """Where the report goes; a name without ending gets .pdf."""
        path = Path(self.target_edit.text().strip())
        return path if path.suffix.lower() == ".pdf" else path.with_name(path.name + ".pdf")

    def trusted_certificate(self) -> Path | None:
        """The throw-away certificate, when it is the one that signs."""
        made = self.throw_away
        return made.certificate if made is not None and self.key_edit.text().strip() == str(made.p12) else None

    def is_ready(self) -> bool:
        """It is known who signs, and a target is named."""
        return self.signer is not None and bool(self.target_edit.text().strip())

    def forget_password(self) -> None:
        """Clear the password; that of a throw-away identity, which nobody could type again, stays for this session."""
        if self.trusted_certificate() is None:
            self.password_edit.clear()
            self._show_nobody()

    def _lay_out(self) -> None:
        form = Form()
        self._add_path(
            form,
            FieldText(
                label=self.tr("&Key file (PKCS#12)"), help=self.tr("A .p12 or .pfx file with key and certificate.")
            ),
            (self.key_edit, self.key_button),
        )
        form.add_field(
            FieldText(
                label=self.tr("No key file at hand?"),
                help=self.tr("For a demonstration only: it shows that nothing was changed, and nobody's identity."),
            ),
            _short(self.throw_away_button),
        )
        self.throw_away_button.setAccessibleDescription(
            self.tr("For a demonstration only: it shows that nothing was changed, and nobody's identity.")
        )
        form.add_field(
            FieldText(label=self.tr("&Password of the key file"), help=self.tr("Never kept.")), self.password_edit
        )
        for widget in (_short(self.look_button), self.key_note, self.signer_label):
            form.add_widget(widget)
        self._add_path(
            form,
            FieldText(
                label=self.tr("&Report to be written"),
                help=self.tr("A new PDF file; the evidence file is written beside it. Nothing is ever replaced."),
            ),
            (self.target_edit, self.target_button),
        )
        form.add_widget(self.target_note)
        # Side by side with a spacer: a column would reckon the height of its words for more than the form's width.
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(form, 1)
        layout.addStretch(0)

    def _add_path(self, form: Form, text: FieldText, controls: tuple[QLineEdit, QPushButton]) -> None:
        edit, button = controls
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(edit, 1)
        line.addWidget(button)
        form.add_field(text, row)
        describe(edit, text)

    def _connect(self) -> None:
        self.key_button.clicked.connect(self._on_key_requested)
        self.target_button.clicked.connect(self._on_target_requested)
        self.throw_away_button.clicked.connect(self._on_throw_away_requested)
        self.look_button.clicked.connect(self.look)
        self.password_edit.returnPressed.connect(self.look)
        self.key_edit.textChanged.connect(self._show_nobody)
        self.password_edit.textChanged.connect(self._show_nobody)
        self.target_edit.textChanged.connect(self._on_target_changed)

    def look(self) -> None:
        """Open the key file and show who would sign with it."""
        from fairdesk.audit.issue import signer_summary

        self.hide_problems()
        path = self.key_edit.text().strip()
        if not path:
            self.key_note.show_problem(self.tr("No key file is named."), self.tr("Choose one first."))
            return
        self._context.long_tasks.start(
            work=plainly(signer_summary, self._context.spec, Path(path), self.password_edit.text()),
            done=self._on_signer_known,
            failed=self._on_signer_unknown,
        )

    def _show_nobody(self) -> None:
        self.signer = None
        self.signer_label.setText(self.tr("It is not known yet who will sign."))
        self.key_note.show_problem("")
        self.changed.emit()

    def _on_signer_known(self, signer: SignerSummary) -> None:
        self.signer = signer
        lines = [
            self.tr("Signs: {name}").format(name=signer.name),
            self.tr("Issued by: {issuer}").format(issuer=signer.issuer),
            self.tr("Kind: {kind}").format(kind=signer.kind),
            self.tr("Valid from {first} to {last}").format(
                first=shown_time(signer.valid_from), last=shown_time(signer.valid_until)
            ),
        ]
        if signer.is_demonstration:
            lines.append(self.tr("Demonstration only: shows that nothing was changed, and nobody's identity."))
        self.signer_label.setText("\n".join(lines))
        self.changed.emit()

    def _on_signer_unknown(self, failure: Failure) -> None:
        self._show_nobody()
        self.key_note.show_problem(failure.message, failure.advice)

    def _on_target_changed(self) -> None:
        self.target_note.show_problem("")
        self.changed.emit()

    def _on_key_requested(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(
            self,
            self.tr("Choose the key file"),
            self.key_edit.text(),
            self.tr("Key files (*.p12 *.pfx);;All files (*)"),
        )
        if path:
            self.key_edit.setText(path)
            self.password_edit.setFocus()

    def _on_target_requested(self) -> None:
        path, _kind = QFileDialog.getSaveFileName(
            self,
            self.tr("Where the report goes"),
            self.target_edit.text(),
            self.tr("Reports (*.pdf)"),
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if path:
            self.target_edit.setText(path)

    def _on_throw_away_requested(self) -> None:
        from fairdesk.audit.throw_away import make_throw_away

        folder = QFileDialog.getExistingDirectory(self, self.tr("Folder for the throw-away identity"))
        if folder:
            project = self._context.project
            name = project.details.auditor if project is not None else ""
            self._context.long_tasks.start(
                work=plainly(make_throw_away, self._context.spec, Path(folder), name),
                done=self._on_throw_away_made,
                failed=self._on_signer_unknown,
            )

    def _on_throw_away_made(self, made: ThrowAway) -> None:
        self.throw_away = made
        self.key_edit.setText(str(made.p12))
        self.password_edit.setText(made.password)
        self.look()


def _short(button: QPushButton) -> QWidget:
    """A button as wide as its words."""
    holder = QWidget()
    line = QHBoxLayout(holder)
    line.setContentsMargins(0, 0, 0, 0)
    line.addWidget(button)
    line.addStretch(1)
    return holder
