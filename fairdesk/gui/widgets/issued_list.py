"""The reports that were issued: who signed, how long they hold, and the file once more."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from fairdesk.domain.reports import Verification
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.times import shown_time
from fairdesk.gui.widgets.empty_state import EmptyState
from fairdesk.gui.widgets.message_bar import MessageBar, MessageKind
from fairdesk.gui.widgets.table_panel import TablePanel
from fairdesk.gui.widgets.verification_view import VerificationView

if TYPE_CHECKING:
    from fairdesk.audit.register import IssuedLine


class IssuedList(QWidget):
    """Reads the register of the store; ``issue_requested`` leads to the form."""

    issue_requested = Signal()

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.trust: Path | None = None
        """Certificate to check with: that of a throw-away identity of this session."""
        self._reports: tuple[IssuedLine, ...] = ()
        self.messages = MessageBar()
        self.model = RowsModel(self._columns(), self)
        self.table = TablePanel(self.model, self.tr("Issued reports"), self)
        self.table.view.setMinimumHeight(self.fontMetrics().height() * 7)
        self.empty = EmptyState(
            self.tr("No report was issued yet"),
            self.tr("Issued reports stay here with their bytes as they were signed."),
            self.tr("Sign and issue"),
        )
        self.copy_button = QPushButton(self.tr("Save a copy…"))
        self.check_button = QPushButton(self.tr("Check it"))
        self.verification = VerificationView()
        self.verification.hide()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._listed())
        layout = QVBoxLayout(self)
        layout.addWidget(self.messages)
        layout.addWidget(self._stack, 1)
        self.empty.action_requested.connect(self.issue_requested)
        self.copy_button.clicked.connect(self._on_copy_requested)
        self.check_button.clicked.connect(self._on_check_requested)
        self.table.view.selectionModel().selectionChanged.connect(self._show_what_can_be_done)

    def show_reports(self, reports: tuple[IssuedLine, ...]) -> None:
        """Show the register, the last report first."""
        if reports == self._reports:
            return
        self._reports = reports
        is_first = self.model.rowCount() == 0
        chosen = self._chosen()
        self.model.set_rows(reports)
        self._stack.setCurrentIndex(1 if reports else 0)
        if reports and is_first:
            self.table.view.fit_columns()
        ids = [report.report_id for report in reports]
        if ids:
            self.table.view.selectRow(ids.index(chosen.report_id) if chosen and chosen.report_id in ids else 0)
        self._show_what_can_be_done()

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("Report"), text=lambda row: row.report_id),
            Column(
                title=self.tr("Issued at"), text=lambda row: shown_time(row.issued_at), exact=lambda row: row.issued_at
            ),
            Column(title=self.tr("Signed by"), text=lambda row: row.signer),
            Column(title=self.tr("Valid until"), text=lambda row: row.valid_until),
            Column(title=self.tr("SHA-256 of the PDF"), text=lambda row: row.pdf_sha256),
        )

    def _listed(self) -> QWidget:
        part = QWidget()
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table, 1)
        line = QHBoxLayout()
        line.addWidget(self.copy_button)
        line.addWidget(self.check_button)
        line.addStretch(1)
        layout.addLayout(line)
        layout.addWidget(self.verification)
        return part

    def _chosen(self) -> IssuedLine | None:
        selected = self.table.view.selectionModel().selectedRows()
        if not selected:
            return None
        line: IssuedLine = self.model.row(selected[0])
        return line

    def _show_what_can_be_done(self) -> None:
        for button in (self.copy_button, self.check_button):
            button.setEnabled(self._chosen() is not None)
        self.verification.hide()

    def _on_copy_requested(self) -> None:
        from fairdesk.audit.register import hand_out

        report = self._chosen()
        if report is None:
            return
        path, _kind = QFileDialog.getSaveFileName(
            self,
            self.tr("Save a copy of the report"),
            f"{report.report_id}.pdf",
            self.tr("Reports (*.pdf)"),
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if path:
            self._context.long_tasks.start(
                work=plainly(hand_out, self._context.spec, report.report_id, Path(path)),
                done=self._on_copied,
                failed=self.messages.show_failure,
            )

    def _on_copied(self, path: Path) -> None:
        self.messages.show_message(
            MessageKind.INFO,
            self.tr("The report was written to {path}, byte for byte as it was signed.").format(path=path),
        )

    def _on_check_requested(self) -> None:
        from fairdesk.audit.register import check_issued

        report = self._chosen()
        if report is not None:
            self.messages.show_message(MessageKind.INFO, self.tr("The report is being checked…"))
            self._context.long_tasks.start(
                work=partial(check_issued, self._context.spec, report.report_id, self.trust),
                done=self._on_checked,
                failed=self.messages.show_failure,
            )

    def _on_checked(self, found: Verification) -> None:
        self.messages.hide()
        self.verification.show_found(found)
        self.verification.show()
