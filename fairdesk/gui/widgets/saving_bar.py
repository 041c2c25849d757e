"""Says on a page that saving does not work, and asks what to do when another window saved first."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.details_saver import Conflict
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.times import shown_time
from fairdesk.gui.widgets.message_bar import MessageBar, MessageKind

FIELD_WORDS = {
    "client": "client",
    "purpose": "purpose of the audit",
    "object_name": "name of the object",
    "object_purpose": "purpose of the object",
    "auditor": "auditor",
    "auditor_role": "role of the auditor",
    "workflow": "human workflow",
    "systems": "systems",
    "case_folder": "folder of case files",
    "n_cases": "number of case files",
    "primary_question": "primary question",
    "n_samples": "answers per original",
    "budget": "budget of each run",
    "design": "design of the test",
    "uses_imported_cases": "which files are used",
    "benchmarks": "benchmarks",
    "without_files": "whether files are asked about",
}
"""English source texts of the context ``ProjectField``."""


class SavingBar(QWidget):
    """Hidden while saving works. What was typed stays in the form in each case."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._saver = context.details
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self.messages = MessageBar(self)
        # The bar stays until saving works: closing it would hide that nothing is saved.
        self.messages.close_button.hide()
        layout.addWidget(self.messages)
        self._choice = QWidget(self)
        row = QHBoxLayout(self._choice)
        row.setContentsMargins(0, 0, 0, 0)
        self.mine_button = QPushButton(self.tr("Save mine over it"))
        self.other_button = QPushButton(self.tr("Show the other change, drop mine"))
        row.addWidget(self.mine_button)
        row.addWidget(self.other_button)
        row.addStretch(1)
        layout.addWidget(self._choice)
        self._choice.hide()
        self.hide()
        self.mine_button.clicked.connect(self._on_mine_clicked)
        self.other_button.clicked.connect(self._on_other_clicked)
        self._saver.failed.connect(self._on_failed)
        self._saver.recovered.connect(self.hide)
        self._saver.conflicted.connect(self._on_conflicted)

    def _on_failed(self, failure: object) -> None:
        self.messages.show_failure(failure)  # type: ignore[arg-type]  # a Failure, through a signal of objects
        self._choice.hide()
        self.show()

    def _on_conflicted(self, conflict: Conflict) -> None:
        self.messages.show_message(
            MessageKind.ERROR,
            self.tr(
                "This project was changed in another window at {time}. Your text is kept here, but not saved."
            ).format(time=shown_time(conflict.other.summary.changed_at)),
            self.tr("Changed there: {there}. Changed here: {here}.").format(
                there=_words(conflict.there) or self.tr("nothing"), here=_words(conflict.here) or self.tr("nothing")
            ),
        )
        self._choice.show()
        self.show()

    def _on_mine_clicked(self) -> None:
        self._choice.hide()
        self._saver.keep_mine()

    def _on_other_clicked(self) -> None:
        self._choice.hide()
        self._saver.take_other()


def _words(names: tuple[str, ...]) -> str:
    return ", ".join(QCoreApplication.translate("ProjectField", FIELD_WORDS[name]) for name in names)
