"""All cues of a design in a table, and the chosen one to edit below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QVBoxLayout, QWidget

from fairdesk.domain.design import Cue, CueKind, Design
from fairdesk.gui.design_edits import LISTLESS, attribute_of, cue_of, with_new_cue, without_cue
from fairdesk.gui.design_words import KINDS, VERDICTS, language_words, said
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.widgets.cue_form import CueForm
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.fold import Fold
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel
from fairdesk.gui.widgets.shipped_cues import ShippedCues
from fairdesk.gui.widgets.short_table import ShortTable

if TYPE_CHECKING:
    from fairdesk.domain.word_lists import ListProblem
    from fairdesk.gui.page_context import PageContext

MOST_ROWS = 7
MOST_SIZES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class CueLine:
    """A row of the table; ``n_files`` is None before variants were built."""

    cue: Cue
    attribute: str
    n_files: int | None
    n_problems: int


class CuesPanel(QWidget):
    """``edited`` carries the step in words and the design after it; ``list_requested`` cue and level."""

    edited = Signal(str, object)
    list_requested = Signal(str, str)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._design = Design()
        self._counts: Mapping[str, int] | None = None
        self._n_cases = 0
        self._problems: Sequence[ListProblem] = ()
        self.no_cues_label = PlainLabel(
            self.tr(
                "There is no cue yet. Open “Add a cue”, choose one that FairDesk brings, or an attribute and a kind."
            )
        ).wrapping()
        self.model = RowsModel(self._columns(), self)
        self.table = ShortTable(self.model, self.tr("Cues"), MOST_ROWS, self)
        self.table.view.remember_as("cues", context.remembered)
        self.attribute_box, self.kind_box = ChoiceBox(), ChoiceBox()
        for kind, (words, _) in KINDS.items():
            self.kind_box.addItem(said(words), kind)
        self.add_button = QPushButton(self.tr("Add the cue"))
        self.remove_button = QPushButton(self.tr("Remove the chosen cue"))
        self.shipped = ShippedCues(context)
        self.form = CueForm(context)
        self._lay_out()
        self.table.view.selectionModel().currentRowChanged.connect(self._show_chosen)
        self.add_button.clicked.connect(self._on_add_clicked)
        self.remove_button.clicked.connect(self._on_remove_clicked)
        self.shipped.added.connect(self._on_shipped_added)
        self.form.edited.connect(self.edited)
        self.form.list_requested.connect(lambda level: self.list_requested.emit(self._chosen_id(), level))

    def show_design(self, design: Design) -> None:
        """Show the cues of a design; the chosen one stays chosen."""
        self._design = design
        shown = [self.attribute_box.itemData(number) for number in range(self.attribute_box.count())]
        if shown != [one.attribute_id for one in design.attributes]:
            self.attribute_box.clear()
        for number, one in enumerate(design.attributes):
            if number < self.attribute_box.count():
                self.attribute_box.setItemText(number, one.title or one.attribute_id)
            else:
                self.attribute_box.addItem(one.title or one.attribute_id, one.attribute_id)
        self.add_button.setEnabled(bool(design.attributes))
        self.shipped.show_design(design)
        self._show_lines()

    def show_counts(self, counts: Mapping[str, int] | None, n_cases: int) -> None:
        """In how many files each cue occurs; None before variants were built."""
        self._counts, self._n_cases = counts, n_cases
        self._show_lines()

    def show_problems(self, problems: Sequence[ListProblem]) -> None:
        """What is wrong with the lists, beside the list that each is about."""
        self._problems = problems
        self._show_lines()

    def choose(self, cue_id: str) -> None:
        """Choose a cue."""
        for row in range(self.model.rowCount()):
            if self.model.row(row).cue.cue_id == cue_id:
                self.table.view.selectRow(row)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(8)
        grid = QGridLayout()
        fields = (
            (FieldText(label=self.tr("Cue for the attribute"), help=self.tr("Of the cue to add.")), self.attribute_box),
            (FieldText(label=self.tr("of the kind"), help=self.tr("Of the cue to add.")), self.kind_box),
        )
        for place, (text, box) in enumerate(fields):
            label = PlainLabel(text.label)
            label.setBuddy(box)
            describe(box, text)
            grid.addWidget(label, 0, place)
            grid.addWidget(box, 1, place)
        grid.addWidget(self.add_button, 1, 2)
        grid.setColumnStretch(3, 1)
        layout.addWidget(self.no_cues_label)
        layout.addWidget(self.table)
        layout.addWidget(ButtonRow((self.remove_button,)))
        adding = QWidget()
        column = QVBoxLayout(adding)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.shipped)
        column.addLayout(grid)
        self.add_fold = Fold(self.tr("Add a cue"), adding)
        layout.addWidget(self.add_fold)
        layout.addWidget(self.form)
        layout.addStretch(1)

    def _columns(self) -> tuple[Column, ...]:
        end = Qt.AlignmentFlag.AlignTrailing
        return (
            Column(title=self.tr("Cue"), text=lambda row: row.cue.title or row.cue.cue_id),
            Column(title=self.tr("Attribute"), text=lambda row: row.attribute),
            Column(title=self.tr("Kind"), text=lambda row: said(KINDS[row.cue.kind][0])),
            Column(title=self.tr("Language"), text=lambda row: language_words(row.cue.language)),
            Column(title=self.tr("Words"), text=self._words, align=end),
            Column(title=self.tr("Occurs in"), text=self._occurs),
            Column(title=self.tr("May it matter?"), text=lambda row: said(VERDICTS[row.cue.decision.verdict])),
            Column(
                title=self.tr("Problems"),
                text=lambda row: self.tr("none found") if not row.n_problems else str(row.n_problems),
                sort_key=lambda row: row.n_problems,
                exact=lambda row: row.n_problems,
            ),
        )

    def _words(self, row: CueLine) -> str:
        if row.cue.kind in LISTLESS:
            return self.tr("by rule") if row.cue.kind is CueKind.GENDERED_WORDS else self.tr("supplied")
        sizes = [len(one.words) for one in row.cue.lists]
        if len(sizes) <= MOST_SIZES:
            return " + ".join(map(str, sizes))
        return self.tr("{n} in {lists} lists").format(n=sum(sizes), lists=len(sizes))

    def _occurs(self, row: CueLine) -> str:
        if row.n_files is None:
            return self.tr("not looked for yet")
        if not row.n_files:
            return self.tr("no file")
        return self.tr("1 file") if row.n_files == 1 else self.tr("{n} files").format(n=row.n_files)

    def _show_lines(self) -> None:
        chosen = self._chosen_id()
        problems = [one.cue_id for one in self._problems]
        lines = []
        for cue in self._design.cues:
            attribute = attribute_of(self._design, cue.attribute_id)
            lines.append(
                CueLine(
                    cue=cue,
                    attribute=attribute.title if attribute is not None else self.tr("every group alike"),
                    n_files=self._counts.get(cue.cue_id, 0) if self._counts is not None else None,
                    n_problems=problems.count(cue.cue_id),
                )
            )
        is_first = self.model.rowCount() == 0
        if lines != [self.model.row(row) for row in range(self.model.rowCount())]:
            self.model.set_rows(lines)
        if is_first and lines:
            self.table.view.fit_columns(220)
        for shown in (self.table, self.remove_button, self.form):
            shown.setVisible(bool(lines))
        self.no_cues_label.setVisible(not lines)
        if lines:
            self.choose(chosen if cue_of(self._design, chosen) else lines[0].cue.cue_id)
        self._show_chosen()

    def _chosen_id(self) -> str:
        index = self.table.view.currentIndex()
        return self.model.row(index).cue.cue_id if index.isValid() else ""

    def _show_chosen(self) -> None:
        cue = cue_of(self._design, self._chosen_id())
        if cue is None:
            return
        self.form.show_cue(self._design, cue)
        self.form.show_occurrence(self._counts.get(cue.cue_id, 0) if self._counts is not None else None, self._n_cases)
        self.form.show_problems([(one.level, one.sentence) for one in self._problems if one.cue_id == cue.cue_id])

    def _on_add_clicked(self) -> None:
        kind: CueKind = self.kind_box.currentData()
        design, cue_id = with_new_cue(self._design, self.attribute_box.currentData(), kind)
        self.edited.emit(self.tr("cue added"), design)
        self.show_design(design)
        self.choose(cue_id)
        self.form.title_edit.setFocus()
        self.form.title_edit.selectAll()

    def _on_shipped_added(self, design: Design, cue_id: str) -> None:
        self.edited.emit(self.tr("shipped cue added"), design)
        self.show_design(design)
        self.choose(cue_id)
        self.table.view.setFocus()

    def _on_remove_clicked(self) -> None:
        cue = cue_of(self._design, self._chosen_id())
        if cue is not None:
            words = self.tr("cue “{title}” removed").format(title=cue.title or cue.cue_id)
            self.edited.emit(words, without_cue(self._design, cue.cue_id))
