"""Tests an endpoint on request and shows, sentence by sentence, what came back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from fairdesk.audit.endpoint_terms import connection_identity
from fairdesk.audit.endpoints import ConnectionTest, test_connection
from fairdesk.domain.abilities import ABILITY_WORDS
from fairdesk.domain.audited_system import Ability, AbilityState, EndpointSettings
from fairdesk.domain.errors import Cancelled
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.tables import shortened
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, TaskHandle
from fairdesk.gui.widgets.fold import Fold
from fairdesk.gui.widgets.foreign_text import ForeignText
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageBar, MessageKind

SHOWN_CHARACTERS = 400
ABILITY_CHARACTERS = 600


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
        self.calls_label = PlainLabel().wrapping()
        self.messages = MessageBar()
        self.result_heading = PlainLabel("", TextStyle.STRONG).wrapping()
        self.result_label = PlainLabel().wrapping()
        self.result_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.abilities_heading = PlainLabel(self.tr("What it can do, and what that means here"), TextStyle.STRONG)
        self.abilities_label = PlainLabel().wrapping()
        self.abilities_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.request_text = ForeignText(self.tr("What was sent"), 6)
        self.answer_text = ForeignText(self.tr("What came back"), 6)
        self.wire_fold = Fold(self.tr("What was sent and what came back, word for word"), self._wire_texts())
        row = QHBoxLayout()
        for widget in (self.test_button, self.cancel_button, self.busy_bar, self.copy_button):
            row.addWidget(widget)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.calls_label)
        layout.addWidget(self.messages)
        self._results: tuple[QWidget, ...] = (
            self.result_heading,
            self.result_label,
            self.abilities_heading,
            self.abilities_label,
            self.wire_fold,
        )
        for part in self._results:
            layout.addWidget(part)
        self.forget()

    def _wire_texts(self) -> QWidget:
        texts = QWidget()
        layout = QVBoxLayout(texts)
        layout.setContentsMargins(0, 0, 0, 0)
        for text in (self.request_text, self.answer_text):
            layout.addWidget(PlainLabel(text.accessibleName(), TextStyle.STRONG))
            layout.addWidget(text)
        return texts

    def show_calls(self, n_calls: int, *, is_own: bool) -> None:
        """Say before a test what it sends; a built-in endpoint costs nothing."""
        self.calls_label.setText(
            self.tr(
                "The test sends up to {n} tiny questions of a few words each, and nothing of any case. If the provider "
                "takes money, they are paid for like every call."
            ).format(n=self.locale().toString(n_calls))
            if is_own
            else self.tr("The test sends a few tiny questions; nothing leaves this computer.")
        )

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
        for widget in (*self._results, self.copy_button):
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
        self._show_found(asked, found)
        self.tested.emit(asked, found)

    def _show_found(self, asked: EndpointSettings, found: ConnectionTest) -> None:
        locale = self.locale()
        words = self.tr("It answers.") if found.ok else self.tr("There is no usable answer.")
        if found.answer_ms:
            first = locale.toString(found.answer_ms / 1000, "f", 2)
            words += " " + self.tr("The first answer took {seconds} s.").format(seconds=first)
        whole = locale.toString(found.elapsed_ms / 1000, "f", 1)
        words += " " + self.tr("The test took {seconds} s.").format(seconds=whole)
        self.result_heading.setText(words)
        said_below = tuple(ability.words for ability in found.facts.abilities)
        lines = [line for line in found.words if not line.startswith(said_below)]
        self.result_label.setText("\n".join((*lines, *self._learnt(asked, found))))
        self.abilities_label.setText("\n".join(_ability_lines(found.facts.abilities, found.words)))
        self.request_text.show_text(found.request)
        self.answer_text.show_text(found.answer)
        for widget in (self.result_heading, self.result_label, self.copy_button):
            widget.show()
        for widget in (self.abilities_heading, self.abilities_label):
            widget.setVisible(bool(found.facts.abilities))
        self.wire_fold.setVisible(bool(found.request or found.answer))

    def _learnt(self, asked: EndpointSettings, found: ConnectionTest) -> list[str]:
        """How surely the model is identified, what a plan will leave out, and what the server says of itself."""
        if not found.ok:
            return []
        facts = found.facts
        able = facts.has_logprobs and facts.continues_prefix
        lines = [
            self.tr("All questions of the test can be asked here.")
            if able
            else self.tr(
                "Questions that need log-probabilities or an answer that is continued are left out of a plan; "
                "the rating in free text can be asked."
            ),
            self.tr("Identity of the model: {words}").format(words=connection_identity(asked, facts)),
        ]
        if facts.is_rehearsal:
            lines.insert(0, self.tr("Rehearsal, not evidence: the answers come from a planted, declared bias."))
        lines += [f"{name}: {value}" for name, value in sorted(facts.facts.items())]
        return [shortened(line, SHOWN_CHARACTERS) for line in lines]

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
        parts = [self.result_heading.text(), self.result_label.text(), self.abilities_label.text()]
        for text in (self.request_text, self.answer_text):
            if text.toPlainText():
                parts.append(f"{text.accessibleName()}:\n{text.toPlainText()}")
        QGuiApplication.clipboard().setText("\n".join(part for part in parts if part))


def _ability_lines(abilities: Sequence[Ability], words: Sequence[str]) -> list[str]:
    """One line for each ability: whether it is there, what was seen, and what a lack means for the tests.

    Args:
        words: Of the whole test; a line among them that begins like the ability's own says more.
    """
    states = {
        AbilityState.YES: QCoreApplication.translate("ConnectionPanel", "yes"),
        AbilityState.NO: QCoreApplication.translate("ConnectionPanel", "no"),
        AbilityState.UNCLEAR: QCoreApplication.translate("ConnectionPanel", "not clear"),
    }
    lines = []
    for ability in abilities:
        known = ABILITY_WORDS.get(ability.name)
        title = known.title if known else ability.name.replace("_", " ")
        seen = next((line for line in words if line.startswith(ability.words)), ability.words)
        lines.append(shortened(f"• {title[0].upper()}{title[1:]}: {states[ability.state]}. {seen}", ABILITY_CHARACTERS))
    return lines
