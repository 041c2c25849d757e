"""One imported case: its text with place-holders and hints marked, what was changed in it, and where it is from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from fairdesk.domain.case_hints import HINT_TITLES, HINTS_LABEL, CaseHint
from fairdesk.gui.design_words import language_words
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.foreign_text import ForeignText, made_visible
from fairdesk.gui.widgets.forms import FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.marked_text import MarkedText
from fairdesk.gui.widgets.short_table import ShortTable

if TYPE_CHECKING:
    from fairdesk.domain.case_imports import CaseView
    from fairdesk.gui.page_context import PageContext

HINT_ROWS = 5
FACT_LINES = 6
FIRST_NAME = "name"
place_holder = re.compile(r"\{[A-Za-z][A-Za-z0-9_-]*\}")


class CasePanel(QWidget):
    """Looks and asks; whoever owns it writes.

    ``hint_requested`` carries a hint, ``kind_requested`` a kind, ``mark_requested`` a span and a name without braces.
    """

    hint_requested = Signal(object)
    kind_requested = Signal(object)
    mark_requested = Signal(object, str)
    earlier_requested = Signal()

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.case: CaseView | None = None
        self.heading = PlainLabel("", TextStyle.HEADING).wrapping()
        self.facts_text = ForeignText(self.tr("Where the file comes from"), FACT_LINES)
        self.state_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.legend_label = PlainLabel(
            self.tr("Bold and underlined: place-holders. Underlined with dashes: hints of personal data.")
        ).wrapping()
        self.part_label = PlainLabel().wrapping()
        self.text = MarkedText(self.tr("Text of the case"))
        self.text.setMinimumHeight(self.fontMetrics().lineSpacing() * 10)
        self.name_edit = QLineEdit(FIRST_NAME)
        self.mark_button = QPushButton(self.tr("Put it in place of the selected words"))
        self.mark_note = FieldNote()
        self.hints_label = PlainLabel().wrapping()
        self.model = RowsModel(self._columns(), self)
        self.table = ShortTable(self.model, self.tr("Hints of personal data"), HINT_ROWS, self)
        self.table.view.remember_as("hints", context.remembered)
        self.one_button = QPushButton(self.tr("Replace the chosen place"))
        self.kind_button = QPushButton(self.tr("Replace all of this kind in this file"))
        self.earlier_button = QPushButton(self.tr("Put the earlier text back"))
        self._hint_buttons = ButtonRow((self.one_button, self.kind_button))
        self._lay_out()
        self._connect()

    def show_case(self, case: CaseView) -> None:
        """Show a case."""
        is_other = self.case is None or self.case.line.row_id != case.line.row_id
        self.case = case
        line = case.line
        self.heading.setText(made_visible(f"{line.case_id}: {line.title}"))
        self.facts_text.show_text("\n".join(self._facts(case)))
        self.state_label.setVisible(not line.is_used)
        self.state_label.setText(self.tr("Left out: {reason}").format(reason=made_visible(line.reason)))
        places = [found.span() for found in place_holder.finditer(case.case.text)]
        hints = [(hint.start, hint.end) for hint in case.hints]
        scrolled = self.text.verticalScrollBar().value()
        self.text.show_marked(case.case.text, places, hints)
        if not is_other:
            self.text.verticalScrollBar().setValue(scrolled)
        part = self.text.shown_part(case.case.text)
        self.part_label.setText(part)
        self.part_label.setVisible(bool(part))
        row = self.table.view.currentIndex().row()
        self.model.set_rows(case.hints)
        self.table.view.fit_columns(260)
        for widget in (self.table, self._hint_buttons):
            widget.setVisible(bool(case.hints))
        self.hints_label.setText(
            HINTS_LABEL
            if case.hints
            else self.tr("Rules found nothing that looks like personal data. They do not find everything.")
        )
        if case.hints:
            self.table.view.selectRow(min(max(row, 0), len(case.hints) - 1))
        self.earlier_button.setVisible(case.n_earlier > 0)
        self.mark_note.show_problem("")

    def chosen_hint(self) -> CaseHint | None:
        """The hint that is chosen in the table."""
        index = self.table.view.currentIndex()
        hint: CaseHint | None = self.model.row(index) if index.isValid() else None
        return hint

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for widget in (self.heading, self.state_label, self.legend_label, self.part_label):
            layout.addWidget(widget)
        layout.addWidget(self.text, 1)
        text = FieldText(
            label=self.tr("Place-holder, without &braces"),
            help=self.tr("Select words in the text with the mouse, or with Shift and the arrow keys."),
        )
        label = PlainLabel(text.label)
        label.setBuddy(self.name_edit)
        describe(self.name_edit, text)
        self.mark_button.setAccessibleDescription(text.help)
        line = QHBoxLayout()
        line.addWidget(self.name_edit, 1)
        line.addWidget(self.mark_button)
        layout.addWidget(label)
        layout.addLayout(line)
        layout.addWidget(PlainLabel(text.help).wrapping())
        layout.addWidget(self.mark_note)
        layout.addWidget(self.hints_label)
        layout.addWidget(self.table)
        layout.addWidget(self._hint_buttons)
        layout.addWidget(ButtonRow((self.earlier_button,)))
        layout.addWidget(PlainLabel(self.tr("Where the file comes from"), TextStyle.STRONG).wrapping())
        layout.addWidget(self.facts_text)

    def _connect(self) -> None:
        self.table.view.selectionModel().currentRowChanged.connect(self._on_hint_chosen)
        self.table.view.row_chosen.connect(lambda _index: self.one_button.click())
        self.one_button.clicked.connect(self._on_one_clicked)
        self.kind_button.clicked.connect(self._on_kind_clicked)
        self.mark_button.clicked.connect(self._on_mark_clicked)
        self.name_edit.returnPressed.connect(self._on_mark_clicked)
        self.earlier_button.clicked.connect(self.earlier_requested)

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("What it looks like"), text=lambda hint: HINT_TITLES[hint.kind]),
            Column(title=self.tr("Words"), text=lambda hint: made_visible(hint.words)),
            Column(title=self.tr("What would stand there"), text=lambda hint: hint.place_holder),
        )

    def _facts(self, case: CaseView) -> list[str]:
        line, source = case.line, case.source
        language = self.tr("not told") if line.language == "und" else language_words(line.language)
        found = [
            self.tr("Language: {language}. {n} characters.").format(
                language=language, n=self.locale().toString(line.n_characters)
            )
        ]
        if line.duplicate_of:
            found.append(self.tr("The same text as {name}.").format(name=line.duplicate_of))
        if line.near_duplicate_of:
            found.append(self.tr("Almost the same text as {name}.").format(name=line.near_duplicate_of))
        if source is not None:
            kept = self.tr("its bytes are kept") if source.keeps_bytes else self.tr("its bytes are not kept")
            found.append(
                self.tr("From {name} ({kind}; {kept}), SHA-256 {hash}").format(
                    name=made_visible(source.name), kind=source.kind, kept=kept, hash=source.file_sha256
                )
            )
        found.append(self.tr("SHA-256 of the case: {hash}").format(hash=line.document_sha256))
        if case.n_earlier:
            found.append(
                self.tr("Changed: {reason}. {n} earlier texts are kept.").format(
                    reason=made_visible(case.change), n=case.n_earlier
                )
            )
        return found

    def _on_hint_chosen(self) -> None:
        hint = self.chosen_hint()
        if hint is None:
            return
        self.text.choose((hint.start, hint.end))
        self.kind_button.setText(self.tr("Replace every {kind} in this file").format(kind=HINT_TITLES[hint.kind]))

    def _on_one_clicked(self) -> None:
        hint = self.chosen_hint()
        if hint is not None:
            self.hint_requested.emit(hint)

    def _on_kind_clicked(self) -> None:
        hint = self.chosen_hint()
        if hint is not None:
            self.kind_requested.emit(hint.kind)

    def _on_mark_clicked(self) -> None:
        start, end = self.text.chosen_stretch()
        name = self.name_edit.text().strip().strip("{}")
        if start == end:
            self.mark_note.show_problem(
                self.tr("No words are selected in the text."), self.tr("Select some, then press the button again.")
            )
        elif not name:
            self.mark_note.show_problem(self.tr("The place-holder has no name."), self.tr("Type one, such as name."))
        else:
            self.mark_note.show_problem("")
            self.mark_requested.emit((start, end), name)
