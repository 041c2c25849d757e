"""Report: what is missing, the pages as printed, signing, and what was issued."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fairdesk.domain.errors import Cancelled, ReportError
from fairdesk.domain.reports import Verification
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, TaskHandle
from fairdesk.gui.widgets.gate_list import GateList
from fairdesk.gui.widgets.issued_list import IssuedList
from fairdesk.gui.widgets.labels import PlainLabel
from fairdesk.gui.widgets.message_bar import MessageKind
from fairdesk.gui.widgets.page_layout import lay_out_page
from fairdesk.gui.widgets.preview_panel import PreviewPanel
from fairdesk.gui.widgets.sign_form import SignForm
from fairdesk.gui.widgets.state_badge import StateBadge
from fairdesk.gui.widgets.tab_area import in_tab_area
from fairdesk.gui.widgets.tab_row import Tabs
from fairdesk.gui.widgets.verification_view import VerificationView

if TYPE_CHECKING:
    from fairdesk.audit.issue import IssuedReport
    from fairdesk.audit.register import IssuedLine
    from fairdesk.audit.report_gate import ReportGate

PREVIEW, SIGN, ISSUED = range(3)

NO_WAY_BACK = ("Signing", "Keeping the report in the store")
"""Steps of ``issue_report`` from which on it is not stopped any more."""


class ReportPage(QWidget):
    """Writes and signs; nothing is left behind when a step fails or is stopped."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._project_id = ""
        self._gate: ReportGate | None = None
        self._issuing: TaskHandle | None = None
        layout, self.messages = lay_out_page(
            self,
            self.tr("Report"),
            self.tr("Numbers are computed from the answers on disk when the report is written."),
        )
        self.rehearsal_badge = StateBadge(self.tr("What the answers are"))
        self.gate_list = GateList()
        self.preview = PreviewPanel(context)
        self.form = SignForm(context)
        self.issued = IssuedList(context)
        self.issue_button = QPushButton(self.tr("Issue and sign"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.step_label = PlainLabel().wrapping()
        self.step_label.setAccessibleName(self.tr("What is done now"))
        self.verification = VerificationView()
        self.tabs = Tabs()
        self.tabs.setAccessibleName(self.tr("Parts of this page"))
        self.tabs.addTab(self.preview, self.tr("Pages as printed"))
        self.tabs.addTab(in_tab_area(self._signing(), self.tr("Sign and issue")), self.tr("Sign and issue"))
        self.tabs.addTab(in_tab_area(self.issued, self.tr("Issued reports")), self.tr("Issued reports"))
        for widget in (self.rehearsal_badge, self.gate_list, self.tabs):
            layout.addWidget(widget)
        layout.setStretchFactor(self.tabs, 1)
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Read what is missing and what was issued."""
        from fairdesk.audit.register import issued_reports
        from fairdesk.audit.report_gate import report_gate

        project = self._context.project
        if project is None:
            return
        context, project_id = self._context, project.summary.project_id
        if project_id != self._project_id:
            self._project_id = project_id
            self._gate = None
            self.messages.hide()
            self.verification.hide()
            self.form.forget_password()
        context.tasks.start(
            work=plainly(report_gate, context.spec, project_id),
            done=partial(self._on_gate_read, project_id),
            failed=self.messages.show_failure,
        )
        context.tasks.start(
            work=plainly(issued_reports, context.spec, project_id),
            done=partial(self._on_issued_read, project_id),
            failed=self.messages.show_failure,
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _signing(self) -> QWidget:
        part = QWidget()
        layout = QVBoxLayout(part)
        layout.addWidget(self.form)
        line = QHBoxLayout()
        line.addWidget(self.issue_button)
        line.addWidget(self.cancel_button)
        line.addWidget(self.step_label, 1)
        layout.addLayout(line)
        layout.addWidget(self.verification)
        layout.addStretch(1)
        self.cancel_button.hide()
        self.verification.hide()
        return part

    def _connect(self) -> None:
        self._context.project_changed.connect(self.refresh)
        self._context.project_edited.connect(self.refresh)
        self.gate_list.page_requested.connect(self._context.navigate)
        self.form.changed.connect(self._show_what_can_be_done)
        self.issue_button.clicked.connect(self._on_issue_requested)
        self.cancel_button.clicked.connect(self._on_cancel_requested)
        self.issued.issue_requested.connect(lambda: self.tabs.setCurrentIndex(SIGN))

    def _on_gate_read(self, project_id: str, gate: ReportGate) -> None:
        if project_id != self._project_id:
            return
        self._gate = gate
        self.gate_list.show_gate(gate)
        self.preview.show_gate(project_id, gate)
        self.rehearsal_badge.show_state(
            self.tr("Rehearsal, not evidence: every page will say so") if gate.is_rehearsal else ""
        )
        self._show_what_can_be_done()

    def _on_issued_read(self, project_id: str, reports: tuple[IssuedLine, ...]) -> None:
        if project_id == self._project_id:
            self.issued.show_reports(reports)

    def _show_what_can_be_done(self) -> None:
        may_issue = self._gate is not None and self._gate.may_issue
        self.issue_button.setEnabled(may_issue and self.form.is_ready() and self._issuing is None)
        if self._issuing is not None:
            return
        if not may_issue:
            self.step_label.setText(self.tr("Something is missing; see above."))
        elif self.form.signer is None:
            self.step_label.setText(self.tr("First look who will sign."))
        elif not self.form.target_edit.text().strip():
            self.step_label.setText(self.tr("Name the file that is to be written."))
        else:
            self.step_label.setText(self.tr("Signing cannot be taken back; the report is kept in the project."))

    def _on_issue_requested(self) -> None:
        from fairdesk.audit.issue import IssueRequest, issue_report

        self.messages.hide()
        self.form.hide_problems()
        self.verification.hide()
        request = IssueRequest(
            p12=Path(self.form.key_edit.text().strip()),
            password=self.form.password_edit.text(),
            target=self.form.target(),
        )
        self.step_label.setText(self.tr("The report is being written…"))
        self.cancel_button.setEnabled(True)
        self.cancel_button.show()
        self._issuing = self._context.long_tasks.start(
            work=partial(issue_report, self._context.spec, self._project_id, request),
            done=self._on_issued,
            failed=self._on_not_issued,
            progress=self._on_step,
        )
        self.form.setEnabled(False)
        self._show_what_can_be_done()

    def _on_step(self, words: str) -> None:
        self.step_label.setText(f"{words}…")
        self.cancel_button.setEnabled(words not in NO_WAY_BACK)

    def _on_cancel_requested(self) -> None:
        if self._issuing is not None:
            self._issuing.cancel()

    def _end_issuing(self) -> None:
        self._issuing = None
        self.cancel_button.hide()
        self.form.setEnabled(True)
        self._show_what_can_be_done()

    def _on_issued(self, issued: IssuedReport) -> None:
        from fairdesk.audit.verify import verify_report

        trust = self.form.trusted_certificate()
        self.form.forget_password()
        self.form.target_edit.clear()
        self._end_issuing()
        self.issued.trust = trust
        self.messages.show_message(
            MessageKind.INFO,
            self.tr("Report {id} was issued and signed by {name}.").format(
                id=issued.report_id, name=issued.signer.name
            ),
            self.tr("Report: {report}\nEvidence: {evidence}\nIt is also kept in the project.").format(
                report=issued.report, evidence=issued.evidence
            ),
        )
        self.step_label.setText(self.tr("The report is being checked…"))
        self._context.read_project_again()
        self._context.projects_changed.emit()
        self._context.long_tasks.start(
            work=partial(verify_report, self._context.spec, issued.report, trust),
            done=self._on_checked,
            failed=self._on_not_checked,
        )

    def _on_not_issued(self, failure: Failure) -> None:
        self._end_issuing()
        if isinstance(failure, Cancelled):
            self.messages.show_message(
                MessageKind.INFO, self.tr("Issuing was stopped before anything was signed; nothing was written.")
            )
        elif isinstance(failure, ReportError):
            self.form.show_problem(failure)
        else:
            self.messages.show_failure(failure)
        self.refresh()

    def _on_checked(self, found: Verification) -> None:
        self.step_label.setText(self.tr("The check of the report that was issued:"))
        self.verification.show_found(found)
        self.verification.show()

    def _on_not_checked(self, failure: Failure) -> None:
        self._show_what_can_be_done()
        self.messages.show_failure(failure)
