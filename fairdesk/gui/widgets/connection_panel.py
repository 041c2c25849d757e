"""Tests an endpoint on request and shows, sentence by sentence, what came back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from fairdesk.audit.endpoints import ConnectionTest, test_connection
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.errors import Cancelled
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.tables import shortened
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, TaskHandle
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageBar, MessageKind

SHOWN_CHARACTERS = 400


class ConnectionPanel(QWidget):
    """The button, what it found, and a way to stop it. ``tested`` carries the settings and the ConnectionTest."""

    test_requested = Signal()
    tested = Signal(object, object)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._handle: TaskHandle | None = None
        self._asked: EndpointSettings | None = None
        self.test_button = QPushButton(self.tr("Test connection"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.setAccessibleName(self.tr("Cancel the test"))
        self.copy_button = QPushButton(self.tr("Copy what came back"))
        self.busy_bar = QProgressBar()
        self.busy_bar.setRange(0, 0)
        self.busy_bar.setTextVisible(False)
        self.busy_bar.setAccessibleName(self.tr("The test runs"))
        self.test_button.clicked.connect(self.test_requested)
        self.cancel_button.clicked.connect(self._on_cancel_clicked)
        self.copy_button.clicked.connect(self._on_copy_clicked)
        self.messages = MessageBar()
        self.result_heading = PlainLabel("", TextStyle.STRONG).wrapping()
        self.result_label = PlainLabel().wrapping()
        self.result_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = QHBoxLayout()
        for widget in (self.test_button, self.cancel_button, self.busy_bar, self.copy_button):
            row.addWidget(widget)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.messages)
        layout.addWidget(self.result_heading)
        layout.addWidget(self.result_label)
        self.forget()

    def test(self, endpoint: EndpointSettings) -> None:
        """Ask an endpoint a few tiny questions; nothing about a case is sent. One test at a time."""
        if self._handle is not None:
            return
        self.forget()
        self._asked = endpoint
        self._handle = self._context.long_tasks.start(
            work=plainly(test_connection, self._context.spec, endpoint), done=self._on_done, failed=self._on_failed
        )
        self._show_running(True)

    def forget(self) -> None:
        """Show no result, because another endpoint is shown; a test that still runs is stopped."""
        self._asked = None
        if self._handle is not None:
            self._handle.cancel()
        self._show_running(self._handle is not None)
        self.messages.hide()
        for widget in (self.result_heading, self.result_label, self.copy_button):
            widget.hide()

    def _show_running(self, is_running: bool) -> None:
        self.test_button.setEnabled(not is_running)
        self.cancel_button.setVisible(is_running)
        self.busy_bar.setVisible(is_running)

    def _on_done(self, found: ConnectionTest) -> None:
        asked, self._asked, self._handle = self._asked, None, None
        self._show_running(False)
        if asked is None:
            return
        outcome = self.tr("It answers.") if found.ok else self.tr("There is no usable answer.")
        seconds = self.locale().toString(found.elapsed_ms / 1000, "f", 1)
        self.result_heading.setText(
            self.tr("{outcome} The test took {seconds} s.").format(outcome=outcome, seconds=seconds)
        )
        self.result_label.setText("\n".join((*found.words, *self._supported(found))))
        for widget in (self.result_heading, self.result_label, self.copy_button):
            widget.show()
        self.tested.emit(asked, found)

    def _supported(self, found: ConnectionTest) -> list[str]:
        if not found.ok:
            return []
        able = found.facts.has_logprobs and found.facts.continues_prefix
        lines = [
            self.tr("All questions of the test can be asked here.")
            if able
            else self.tr(
                "Questions that need log-probabilities or an answer that is continued are left out of a plan; "
                "the rating in free text can be asked."
            )
        ]
        if found.facts.is_rehearsal:
            lines.insert(0, self.tr("Rehearsal, not evidence: the answers come from a planted, declared bias."))
        lines += [shortened(f"{name}: {value}", SHOWN_CHARACTERS) for name, value in sorted(found.facts.facts.items())]
        return lines

    def _on_failed(self, failure: Failure) -> None:
        asked, self._asked, self._handle = self._asked, None, None
        self._show_running(False)
        if asked is None:
            return
        if isinstance(failure, Cancelled):
            self.messages.show_message(MessageKind.INFO, self.tr("The test was stopped; nothing was learnt."))
        else:
            self.messages.show_failure(failure)

    def _on_cancel_clicked(self) -> None:
        if self._handle is not None:
            self._handle.cancel()

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(f"{self.result_heading.text()}\n{self.result_label.text()}")
