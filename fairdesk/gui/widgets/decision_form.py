"""Whether a cue may matter: the decision with its reason, who decided and when (report-contents.md S5)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from fairdesk.domain.design import CueDecision, CueVerdict
from fairdesk.gui.design_words import VERDICTS, said
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.fields import TextArea
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel

if TYPE_CHECKING:
    from fairdesk.gui.page_context import PageContext
    from fairdesk.gui.tasks import Failure


class DecisionForm(Form):
    """Shows a decision; ``edited`` carries the name of the field and the decision after it."""

    edited = Signal(str, object)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._decision = CueDecision()
        self._is_filling = False
        self.verdict_box = ChoiceBox()
        for verdict, words in VERDICTS.items():
            self.verdict_box.addItem(said(words), verdict)
        self.consequence_label = PlainLabel().wrapping()
        self.reason_area = TextArea(3)
        self.who_edit = QLineEdit()
        self.when_edit = QLineEdit()
        self.requirement_edit = QLineEdit()
        self.document_button = QPushButton(self.tr("Choose the document that holds it…"))
        self.document_label = PlainLabel().wrapping()
        self.missing_note = FieldNote()
        self._lay_out()
        self._connect()

    def show_decision(self, decision: CueDecision) -> None:
        """Show a decision; a field that shows the right words is left alone."""
        self._is_filling = True
        self._decision = decision
        self.verdict_box.setCurrentIndex(list(VERDICTS).index(decision.verdict))
        self.reason_area.show_text(decision.reason)
        for edit, text in (
            (self.who_edit, decision.decided_by),
            (self.when_edit, decision.decided_on),
            (self.requirement_edit, decision.requirement),
        ):
            if edit.text() != text:
                edit.setText(text)
        self._is_filling = False
        self._show_consequence()

    def _lay_out(self) -> None:
        self.add_field(
            FieldText(
                label=self.tr("May this cue &matter for the answer?"),
                help=self.tr("Decided by people, before any result is seen. It is printed in the report."),
            ),
            self.verdict_box,
        )
        self.add_widget(self.consequence_label)
        self.add_field(FieldText(label=self.tr("Reason of the decision")), self.reason_area)
        self.add_field(FieldText(label=self.tr("Decided by")), self.who_edit)
        self.add_field(
            FieldText(label=self.tr("Decided on"), help=self.tr("As year-month-day, for example 2026-11-30.")),
            self.when_edit,
        )
        self.add_widget(self.missing_note)
        self.add_field(
            FieldText(
                label=self.tr("Published requirement that uses the cue"),
                help=self.tr("For example an admission rule that asks for it. Empty when there is none."),
            ),
            self.requirement_edit,
        )
        self.add_widget(self.document_button)
        self.add_widget(self.document_label)

    def _connect(self) -> None:
        self.verdict_box.activated.connect(self._on_verdict_chosen)
        self.reason_area.textChanged.connect(
            lambda: self._emit(self.tr("reason of the decision"), reason=self.reason_area.words())
        )
        self.who_edit.textEdited.connect(lambda text: self._emit(self.tr("who decided"), decided_by=text))
        self.when_edit.textEdited.connect(lambda text: self._emit(self.tr("day of the decision"), decided_on=text))
        self.requirement_edit.textEdited.connect(
            lambda text: self._emit(self.tr("published requirement"), requirement=text)
        )
        self.document_button.clicked.connect(self._on_document_requested)

    def _emit(self, field: str, **values: object) -> None:
        if self._is_filling:
            return
        decision = replace(self._decision, **values)  # type: ignore[arg-type]  # the field knows its type
        if decision != self._decision:
            self._decision = decision
            self._show_consequence()
            self.edited.emit(field, decision)

    def _on_verdict_chosen(self) -> None:
        verdict: CueVerdict = self.verdict_box.currentData()
        values: dict[str, object] = {"verdict": verdict}
        project = self._context.project
        if verdict is not CueVerdict.UNDECIDED:
            # Who sits here decides now, unless somebody else was named before.
            if not self._decision.decided_by and project is not None:
                values["decided_by"] = self._context.details.details.auditor
            if not self._decision.decided_on:
                values["decided_on"] = datetime.now(UTC).astimezone().date().isoformat()
        self._emit(self.tr("decision"), **values)

    def _show_consequence(self) -> None:
        decision = self._decision
        is_open = decision.verdict in (CueVerdict.UNDECIDED, CueVerdict.DISPUTED)
        self.consequence_label.setText(
            self.tr("Results of this cue are called “response to the cue”, here and in the report.")
            if is_open
            else self.tr("Results of this cue are judged by the normative position, on the tab Position.")
            if decision.verdict is CueVerdict.NOT_LEGITIMATE
            else self.tr("Results of this cue are printed with the purpose that is stated as the reason.")
        )
        missing = [
            words
            for text, words in (
                (decision.reason, self.tr("a reason")),
                (decision.decided_by, self.tr("who decided")),
                (decision.decided_on, self.tr("the day")),
            )
            if not text.strip()
        ]
        is_decided = decision.verdict is not CueVerdict.UNDECIDED
        self.missing_note.show_problem(
            self.tr("Missing: {what}.").format(what=", ".join(missing)) if is_decided and missing else ""
        )
        if decision.decided_on.strip() and not missing and not _is_day(decision.decided_on.strip()):
            self.missing_note.show_problem(
                self.tr("“{typed}” is no day.").format(typed=decision.decided_on[:40]),
                self.tr("Write it as year-month-day."),
            )
        self.document_label.setText(
            self.tr("SHA-256 of the document: {hash}").format(hash=decision.requirement_sha256)
            if decision.requirement_sha256
            else self.tr("No document was chosen.")
        )

    def _on_document_requested(self) -> None:
        from PySide6.QtWidgets import QFileDialog

        from fairdesk.gui.design_work import file_sha256

        path, _ = QFileDialog.getOpenFileName(self, self.tr("Choose the document that holds the requirement"))
        if path:
            self._context.tasks.start(
                work=plainly(file_sha256, Path(path)), done=self._on_hashed, failed=self._on_hash_failed
            )

    def _on_hashed(self, sha256: str) -> None:
        self._emit(self.tr("document of the requirement"), requirement_sha256=sha256)

    def _on_hash_failed(self, failure: Failure) -> None:
        self.document_label.setText(f"{failure.message} {failure.advice}")


def _is_day(typed: str) -> bool:
    try:
        datetime.fromisoformat(typed)
    except ValueError:
        return False
    return True
