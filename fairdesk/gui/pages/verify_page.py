"""Verify: is this report genuine and still valid; and answers to requests to confirm a plan. Needs no project."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QProgressBar, QPushButton, QWidget

from fairdesk.domain.errors import Cancelled
from fairdesk.domain.reports import Verification
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, TaskHandle
from fairdesk.gui.verify_work import check_report
from fairdesk.gui.widgets.empty_state import EmptyState
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.forms import FieldText, Form, describe
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageKind
from fairdesk.gui.widgets.page_layout import lay_out_page
from fairdesk.gui.widgets.request_panel import RequestPanel
from fairdesk.gui.widgets.verification_view import VerificationView

if TYPE_CHECKING:
    from fairdesk.audit.plan_requests import PlanRequest

CERTIFICATE_ENDINGS = (".pem", ".crt", ".cer", ".der")
REQUEST_ENDING = ".json"


class VerifyPage(QWidget):
    """Choose or drop a report, and perhaps a certificate to trust, or a request to confirm a plan."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._handle: TaskHandle | None = None
        self._n_started = 0
        self.setAcceptDrops(True)
        layout, self.messages = lay_out_page(
            self,
            self.tr("Verify"),
            self.tr(
                "Checks a signed report on this computer: its signatures, its evidence, and every number in it. A "
                "request to confirm a plan is answered here too."
            ),
        )
        self.empty = EmptyState(
            self.tr("No report and no request was chosen yet"),
            self.tr(
                "Choose a report (.pdf), or a request to confirm a plan that somebody sent you (.json), or drop the "
                "file on this page. No project needs to be open."
            ),
            self.tr("Choose a report…"),
        )
        self.first_request_button = self.empty.offer(self.tr("Choose a request…"))
        self.first_request_button.clicked.connect(self._on_choose_request)
        self.empty.action_requested.connect(self._on_choose_report)
        self._form = self._make_form()
        self._form.hide()
        self.request_panel = RequestPanel(context)
        self.other_request_button = QPushButton(self.tr("Choose another request…"))
        self.other_request_button.clicked.connect(self._on_choose_request)
        self.report_instead_button = QPushButton(self.tr("Check a report instead…"))
        self.report_instead_button.clicked.connect(self._on_choose_report)
        self._request_buttons = ButtonRow([self.other_request_button, self.report_instead_button])
        self._show_request_part(False)
        self._running = self._make_running()
        self._running.hide()
        self.result_heading = PlainLabel("", TextStyle.HEADING).wrapping()
        self.result_heading.hide()
        self.view = VerificationView()
        self.view.hide()
        for widget in (
            self.empty,
            self._form,
            self._running,
            self.result_heading,
            self.view,
            self.request_panel,
            self._request_buttons,
        ):
            layout.addWidget(widget)
        layout.addStretch(1)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.take_files(paths)

    def take_files(self, paths: list[str]) -> None:
        """Take files that were dropped: a request, or at most one report and one file with certificates."""
        if len(paths) == 1 and paths[0].lower().endswith(REQUEST_ENDING):
            self._take_request(paths[0])
            return
        reports = [path for path in paths if path.lower().endswith(".pdf")]
        certificates = [path for path in paths if path.lower().endswith(CERTIFICATE_ENDINGS)]
        if len(reports) + len(certificates) != len(paths) or len(reports) > 1 or len(certificates) > 1 or not paths:
            self.messages.show_message(
                MessageKind.ERROR,
                self.tr("These files cannot be checked together."),
                self.tr(
                    "Drop one report (.pdf), one certificate to trust ({endings}), or one of each; or one request to "
                    "confirm a plan (.json) alone."
                ).format(endings=", ".join(CERTIFICATE_ENDINGS)),
            )
            return
        if reports:
            self.report_edit.setText(reports[0])
        if certificates:
            self.trust_edit.setText(certificates[0])
        self._check()

    def _make_form(self) -> Form:
        self.report_edit, self.trust_edit = QLineEdit(), QLineEdit()
        self.report_button = QPushButton(self.tr("Choose…"))
        self.trust_button = QPushButton(self.tr("Choose…"))
        self.report_button.setAccessibleName(self.tr("Choose a report"))
        self.trust_button.setAccessibleName(self.tr("Choose a certificate"))
        self.report_button.clicked.connect(self._on_choose_report)
        self.trust_button.clicked.connect(self._on_choose_trust)
        self.check_button = QPushButton(self.tr("Check"))
        self.check_button.clicked.connect(self._check)
        self.request_button = QPushButton(self.tr("Answer a request instead…"))
        self.request_button.clicked.connect(self._on_choose_request)
        form = Form()
        for text, edit, button in (
            (FieldText(label=self.tr("Report")), self.report_edit, self.report_button),
            (
                FieldText(
                    label=self.tr("Certificate to trust"),
                    help=self.tr(
                        "Of the signer or of the issuer, got from them by a way that you trust. Without it an intact "
                        "report stays indeterminate: who signed is then not known."
                    ),
                ),
                self.trust_edit,
                self.trust_button,
            ),
        ):
            row = QWidget()
            line = QHBoxLayout(row)
            line.setContentsMargins(0, 0, 0, 0)
            line.addWidget(edit, 1)
            line.addWidget(button)
            form.add_field(text, row)
            describe(edit, text)
            edit.returnPressed.connect(self._check)
        form.add_widget(ButtonRow([self.check_button, self.request_button]))
        return form

    def _make_running(self) -> QWidget:
        running = QWidget()
        self.progress_label = PlainLabel().wrapping()
        self.busy_bar = QProgressBar()
        self.busy_bar.setRange(0, 0)
        self.busy_bar.setTextVisible(False)
        self.busy_bar.setAccessibleName(self.tr("The check runs"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.setAccessibleName(self.tr("Cancel the check"))
        self.cancel_button.clicked.connect(self._on_cancel_clicked)
        line = QHBoxLayout(running)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.cancel_button)
        line.addWidget(self.busy_bar)
        line.addWidget(self.progress_label, 1)
        return running

    def _on_choose_report(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(
            self, self.tr("Choose a report"), self.report_edit.text(), self.tr("Reports (*.pdf);;All files (*)")
        )
        if path:
            self.report_edit.setText(path)
            self._check()

    def _on_choose_trust(self) -> None:
        endings = " ".join(f"*{ending}" for ending in CERTIFICATE_ENDINGS)
        path, _kind = QFileDialog.getOpenFileName(
            self,
            self.tr("Choose a certificate to trust"),
            self.trust_edit.text() or str(Path(self.report_edit.text()).parent),
            self.tr("Certificates ({endings});;All files (*)").format(endings=endings),
        )
        if path:
            self.trust_edit.setText(path)
            self._check()

    def _on_choose_request(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(
            self, self.tr("Choose a request"), "", self.tr("Requests (*.json);;All files (*)")
        )
        if path:
            self._take_request(path)

    def _take_request(self, path: str) -> None:
        """Read a request; what is shown of an earlier one or of a report stays until it was read."""
        from fairdesk.audit.plan_requests import read_request

        self._n_started += 1
        self.messages.hide()
        self._context.tasks.start(
            work=plainly(read_request, Path(path)),
            done=partial(self._on_request_read, self._n_started, Path(path)),
            failed=partial(self._on_failed, self._n_started),
        )

    def _on_request_read(self, number: int, file: Path, request: PlanRequest) -> None:
        if number != self._n_started:
            return
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        for widget in (self.empty, self._form, self._running, self.result_heading, self.view):
            widget.hide()
        self.request_panel.show_request(file, request)
        self._show_request_part(True)

    def _show_request_part(self, is_shown: bool) -> None:
        self.request_panel.setVisible(is_shown)
        self._request_buttons.setVisible(is_shown)

    def _check(self) -> None:
        """Check what the two fields name; an earlier check that still runs is given up."""
        if self._handle is not None:
            self._handle.cancel()
        self.messages.hide()
        self.view.hide()
        self.result_heading.hide()
        self.empty.hide()
        self._show_request_part(False)
        self._form.show()
        if not self.report_edit.text().strip():
            self.messages.show_message(MessageKind.ERROR, self.tr("No report is named."), self.tr("Choose one first."))
            return
        self._n_started += 1
        self.progress_label.setText(self.tr("The check begins…"))
        self._running.show()
        number = self._n_started
        self._handle = self._context.long_tasks.start(
            work=partial(
                check_report, self._context.spec, self.report_edit.text().strip(), self.trust_edit.text().strip()
            ),
            done=partial(self._on_done, number),
            failed=partial(self._on_failed, number),
            progress=self.progress_label.setText,
        )

    def _on_done(self, number: int, found: Verification) -> None:
        if number != self._n_started:
            return
        self._handle = None
        self._running.hide()
        self.result_heading.setText(self.tr("Result for {file}").format(file=Path(found.report).name))
        self.result_heading.show()
        self.view.show_found(found)
        self.view.show()

    def _on_failed(self, number: int, failure: Failure) -> None:
        if number != self._n_started:
            return
        self._handle = None
        self._running.hide()
        if isinstance(failure, Cancelled):
            self.messages.show_message(MessageKind.INFO, self.tr("The check was stopped; nothing was decided."))
        else:
            self.messages.show_failure(failure)

    def _on_cancel_clicked(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
