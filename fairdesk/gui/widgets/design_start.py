"""Before there is a design: what is tested until then, and the one step that begins a design of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.design_words import LANGUAGES, language_words
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageBar
from fairdesk.gui.widgets.page_layout import kept_narrow

if TYPE_CHECKING:
    from fairdesk.domain.case_rows import CaseCounts
    from fairdesk.domain.design import Design
    from fairdesk.gui.page_context import PageContext
    from fairdesk.gui.tasks import Failure


class DesignStart(QWidget):
    """``started`` carries the design to begin with."""

    started = Signal(object)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._chosen_for = ""
        """The project for which somebody chose the language."""

        self.language_box = ChoiceBox()
        for language in LANGUAGES:
            self.language_box.addItem(language_words(language), language)
        self.start_button = QPushButton(self.tr("Start a design"))
        self.messages = MessageBar()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 24, 0, 24)
        layout.setSpacing(12)
        layout.addWidget(PlainLabel(self.tr("There is no design of your own yet"), TextStyle.HEADING).wrapping())
        layout.addWidget(
            PlainLabel(
                self.tr(
                    "Until then the shipped admissions test is used: gender and origin of applicants, in the shipped "
                    "files or in those of a folder. A design of your own begins with cues in the language of your "
                    "files; everything about it can be changed."
                )
            ).wrapping()
        )
        form = Form()
        form.add_field(
            FieldText(
                label=self.tr("&Language of the files and the questions"),
                help=self.tr("FairDesk brings names, pronouns and nouns of this language."),
            ),
            self.language_box,
        )
        form.add_widget(ButtonRow((self.start_button,)))
        layout.addLayout(kept_narrow(form))
        layout.addWidget(self.messages)
        layout.addStretch(1)
        self.start_button.clicked.connect(self._on_start_clicked)
        self.language_box.activated.connect(self._on_language_chosen)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._look_at_files()

    def _look_at_files(self) -> None:
        """Most files are in one language: it is offered first."""
        from fairdesk.audit.case_library import case_counts

        project_id = self._project_id()
        if project_id and self._context.details.details.uses_imported_cases and self._chosen_for != project_id:
            self._context.tasks.start(
                work=plainly(case_counts, self._context.spec, project_id),
                done=self._on_counted,
                failed=self._on_failed,
            )

    def _on_counted(self, counts: CaseCounts) -> None:
        known = [language for language, _ in counts.languages if language in LANGUAGES]
        if known and self._chosen_for != self._project_id():
            self.language_box.setCurrentIndex(self.language_box.findData(known[0]))

    def _on_language_chosen(self) -> None:
        self._chosen_for = self._project_id()

    def _project_id(self) -> str:
        project = self._context.project
        return project.summary.project_id if project is not None else ""

    def _on_start_clicked(self) -> None:
        from fairdesk.audit.cue_lists import starting_design

        self.messages.hide()
        self.start_button.setEnabled(False)
        self._context.tasks.start(
            work=plainly(starting_design, self._context.spec, self.language_box.currentData()),
            done=self._on_made,
            failed=self._on_failed,
        )

    def _on_made(self, design: Design) -> None:
        self.start_button.setEnabled(True)
        self.started.emit(design)

    def _on_failed(self, failure: Failure) -> None:
        self.start_button.setEnabled(True)
        self.messages.show_failure(failure)
