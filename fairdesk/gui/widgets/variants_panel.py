"""The variants of a design: built, listed over the store, each beside its original, and decided about by keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from fairdesk.domain.design import Design
from fairdesk.gui.design_words import cue_words
from fairdesk.gui.store_rows import StoreRowsModel
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure
from fairdesk.gui.variant_rows import VariantSource, variant_columns
from fairdesk.gui.widgets.build_line import BuildLine
from fairdesk.gui.widgets.compared_texts import ComparedTexts
from fairdesk.gui.widgets.labels import PlainLabel
from fairdesk.gui.widgets.message_bar import MessageBar
from fairdesk.gui.widgets.review_bar import ACCEPTED, EDITED, REJECTED, UNDONE, ReviewBar, ReviewTable
from fairdesk.gui.widgets.sample_line import SampleLine
from fairdesk.gui.widgets.tab_area import bring_into_sight
from fairdesk.gui.widgets.variants_filter import VariantsFilter

if TYPE_CHECKING:
    from fairdesk.audit.variant_review import ReviewView
    from fairdesk.audit.variants import CaseVariants, VariantLine, VariantsBuilt
    from fairdesk.gui.page_context import PageContext

MOST_AT_ONCE = 10_000
"""So many variants are decided about in one step."""

WIDE_IN_CHARACTERS = 85
"""From this width on the texts stand beside the list, else below it."""


class VariantsPanel(QWidget):
    """Shows what was built. ``edited`` carries the field of the design and its value."""

    edited = Signal(str, int)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._built: VariantsBuilt | None = None
        self._case: CaseVariants | None = None
        self._wanted_row = 0
        self._shown_row, self._shown = -1, ("", "")
        self._reviewed_project = ""
        self.messages = MessageBar()
        self.build_line = BuildLine()
        self.sample_line = SampleLine()
        self.filter = VariantsFilter()
        self._source = VariantSource(context, self.messages.show_failure, self)
        self._source.wanted = lambda: self.filter.wanted() if self._built is not None else None
        self.model = StoreRowsModel(variant_columns(), self._source.fetch_places, self._source.fetch_lines, self)
        self.table = ReviewTable(self.tr("Variants"), self)
        self.table.setModel(self.model)
        self.table.horizontalHeader().setResizeContentsPrecision(0)
        self.table.remember_as("variants", context.remembered)
        self.texts = ComparedTexts()
        self.left_label = PlainLabel().wrapping()
        self.review_bar = ReviewBar()
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._parts = QWidget()
        self._lay_out()
        self._connect()
        self.show_built(None, Design())

    def show_built(self, built: VariantsBuilt | None, design: Design) -> None:
        """Show what was built for a design; None when nothing was."""
        is_other = built != self._built
        self._built = built
        self.build_line.show_built(built)
        self._parts.setVisible(built is not None)
        self.sample_line.show_numbers(design.n_reviewed, design.review_seed)
        cues = [(cue_words(cue), cue.cue_id) for cue in design.cues]
        self.filter.offer(cues, built.labels if built is not None else ())
        is_other_project = self._project_id() != self._reviewed_project
        self._reviewed_project = self._project_id()
        self.review_bar.name_reviewer(self._context.details.details.auditor, is_other_project=is_other_project)
        if is_other:
            self._case = None
            self.refresh()
        if built is None:
            self.sample_line.show_review(None)
        else:
            self._read_review()

    def refresh(self) -> None:
        """Read the list again under the filter that is set now."""
        self._show_none()
        self.model.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() > self.fontMetrics().averageCharWidth() * WIDE_IN_CHARACTERS
        wanted = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self._splitter.orientation() != wanted:
            self._splitter.setOrientation(wanted)
            length = self.width() if is_wide else self._splitter.sizeHint().height()
            self._splitter.setSizes([length * 2 // 5, length * 3 // 5])

    def _lay_out(self) -> None:
        reading = QWidget()
        inside = QVBoxLayout(reading)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(6)
        inside.addWidget(self.review_bar)
        inside.addWidget(self.texts, 1)
        inside.addWidget(self.left_label)
        self.table.setMinimumHeight(self.table.fontMetrics().height() * 9)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.table)
        self._splitter.addWidget(reading)
        parts = QVBoxLayout(self._parts)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setSpacing(8)
        for widget in (self.sample_line, self.filter, self.review_bar.help_label):
            parts.addWidget(widget)
        parts.addWidget(self._splitter, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.messages)
        layout.addWidget(self.build_line)
        layout.addWidget(self._parts, 1)
        layout.addStretch(0)

    def _connect(self) -> None:
        self.filter.changed.connect(self._on_filter_changed)
        self.sample_line.edited.connect(self.edited)
        self.sample_line.review_requested.connect(self._on_sample_requested)
        self.model.modelReset.connect(self._on_reset)
        self.model.dataChanged.connect(self._on_lines_arrived)
        self.table.selectionModel().currentRowChanged.connect(self._show_chosen)
        self.table.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.table.verdict_given.connect(self.review_bar.give)
        self.table.row_chosen.connect(lambda _index: self.review_bar.give(EDITED))
        self.review_bar.decided.connect(self._on_decided)
        self.review_bar.edit_requested.connect(self._on_edit_requested)
        self.review_bar.step_requested.connect(self._step)
        self.review_bar.given_up.connect(self._end_edit)
        self.review_bar.answer_refused.connect(self._go_on)
        self.texts.edit.kept.connect(lambda: self.review_bar.give(EDITED))
        self.texts.edit.given_up.connect(self._end_edit)

    def _project_id(self) -> str:
        project = self._context.project
        return project.summary.project_id if project is not None else ""

    def _on_filter_changed(self) -> None:
        self._wanted_row = 0
        self.refresh()

    def _on_sample_requested(self) -> None:
        is_over = self.sample_line.progress_bar.value() >= self.sample_line.progress_bar.maximum()
        if is_over:
            self.filter.show_whole_sample()
        else:
            self.filter.show_sample()
        self.table.setFocus()
        bring_into_sight(self._splitter)

    def _on_reset(self) -> None:
        count = self.model.rowCount()
        self.filter.show_count(count, self._built.n_variants if self._built is not None else 0)
        if count:
            # The first lines are asked for before they are painted, and while the tab is still hidden.
            row = min(self._wanted_row, count - 1)
            self.model.data(self.model.index(row, 0))
            self._go_to(row)
        else:
            # Nothing is chosen any more, as at the end of a review: the last pair must not stand there as if it were.
            self._show_none()
        self._on_selection_changed()

    def _on_lines_arrived(self) -> None:
        if self.table.property("is_fitted") is None:
            self.table.setProperty("is_fitted", True)
            self.table.fit_columns(220)
        if self._shown == ("", ""):
            self._show_chosen()

    def _show_none(self) -> None:
        # An edit of what is gone ends: its list would stay shut, also in the next project.
        self._end_edit(keeps_focus=True)
        self._shown_row, self._shown = -1, ("", "")
        self.texts.clear()
        self.left_label.hide()

    # The chosen variant.

    def _show_chosen(self) -> None:
        self._end_edit(keeps_focus=True)
        self._shown_row, self._shown = -1, ("", "")
        index = self.table.currentIndex()
        if index.isValid():
            self._wanted_row = index.row()
            self.model.give_rows([index.row()], partial(self._on_line_read, index.row()))

    def _on_line_read(self, row: int, lines: Sequence[VariantLine]) -> None:
        if not lines or row != self.table.currentIndex().row():
            return
        self._shown_row, self._shown = row, (lines[0].case_id, lines[0].label)
        if self._case is not None and self._case.case_id == lines[0].case_id:
            self._show_pair()
        else:
            self.texts.clear()
            self._read_case(lines[0].case_id)

    def _read_case(self, case_id: str) -> None:
        from fairdesk.audit.variants import variants_of_case

        self._context.tasks.start(
            work=plainly(variants_of_case, self._context.spec, self._project_id(), case_id),
            done=self._on_case_read,
            failed=self.messages.show_failure,
        )

    def _on_case_read(self, case: CaseVariants) -> None:
        if case.case_id == self._shown[0]:
            self._case = case
            self._show_pair()

    def _show_pair(self) -> None:
        case, label = self._case, self._shown[1]
        if case is None or not case.compared or self.texts.is_editing():
            return
        variant = next((one for one in case.compared if one.variant.label == label), None)
        if variant is not None:
            self.texts.show_pair(case.compared[0], variant)
        words = "; ".join(self.tr("“{words}”").format(words=left.words[:60]) for left in case.left[:4])
        self.left_label.setVisible(bool(case.left))
        self.left_label.setText(
            self.tr("Left for a person in this file, {n}: {words}. See the tab “Left for a person”.").format(
                n=len(case.left), words=words
            )
        )

    def _step(self, by: int) -> None:
        row = self.table.currentIndex().row() + by
        if 0 <= row < self.model.rowCount():
            self._go_to(row)
        self.table.setFocus()

    def _go_to(self, row: int) -> None:
        flags = QItemSelectionModel.SelectionFlag
        index = self.model.index(row, 0)
        self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)

    # Decisions.

    def _chosen_rows(self) -> list[int]:
        """Numbers of the chosen rows, as many as are decided about in one step."""
        return self.table.chosen_rows(MOST_AT_ONCE)

    def _on_selection_changed(self) -> None:
        n_chosen = len(self.table.chosen_rows(MOST_AT_ONCE + 1))
        self.review_bar.show_choice(min(n_chosen, MOST_AT_ONCE), is_part=n_chosen > MOST_AT_ONCE)

    def _on_edit_requested(self) -> None:
        if self._shown_row == self.table.currentIndex().row() and self.texts.begin_edit():
            self._set_editing(True)
            bring_into_sight(self.texts)

    def _set_editing(self, is_editing: bool) -> None:
        """While a text is edited nothing that would take it away can be pressed."""
        self.review_bar.show_editing(is_editing)
        for part in (self.table, self.filter, self.sample_line):
            part.setEnabled(not is_editing)

    def _end_edit(self, *, keeps_focus: bool = False) -> None:
        if self.texts.is_editing():
            self.texts.show_reading()
            self._set_editing(False)
        if not keeps_focus:
            self.table.setFocus()

    def _go_on(self) -> None:
        (self.texts.edit if self.texts.is_editing() else self.table).setFocus()

    def _on_decided(self, verdict: str, reviewer: str, reason: str) -> None:
        rows = self._chosen_rows()
        if not rows or self._built is None:
            return
        self.messages.hide()
        if len(rows) > 1 or (rows[0] != self.table.currentIndex().row() and verdict in (ACCEPTED, REJECTED)):
            self.model.give_rows(rows, partial(self._record_many, (verdict, reviewer, reason)))
        elif rows[0] != self._shown_row or self.texts.shown_key() != self._shown:
            self.review_bar.say_not_read()
        else:
            self._record_one(verdict, reviewer, reason)

    def _record_one(self, verdict: str, reviewer: str, reason: str) -> None:
        from fairdesk.audit.variant_review import Decision, record_review

        key, row = self._shown, self._shown_row
        text = self.texts.edited_text() if verdict == EDITED and self.texts.is_editing() else None
        self._end_edit()
        was_edited = self._case is not None and self._case.states.get(key[1]) == EDITED
        if verdict == EDITED or was_edited:
            # The variants of this file are read again, behind what is recorded now: one of them has another text.
            self._case = None
        decision = Decision(verdict=verdict, new_text=text, reviewer=reviewer, reason=reason)
        self._context.tasks.start(
            work=plainly(record_review, self._context.spec, self._project_id(), key, decision),
            done=partial(self._on_recorded, row),
            failed=self._on_not_recorded,
        )
        if not self.filter.depends_on_reviews() and verdict != UNDONE:
            self._step(1)

    def _record_many(self, decision: tuple[str, str, str], lines: Sequence[VariantLine]) -> None:
        from fairdesk.audit.variant_review import Decision, record_many

        verdict, reviewer, reason = decision
        keys = tuple((line.case_id, line.label) for line in lines)
        decided = Decision(verdict=verdict, reviewer=reviewer, reason=reason)
        self._context.tasks.start(
            work=plainly(record_many, self._context.spec, self._project_id(), keys, decided),
            done=self._on_many_recorded,
            failed=self._on_not_recorded,
        )
        self.table.setFocus()

    def _on_recorded(self, row: int, _result: str) -> None:
        if self.filter.depends_on_reviews():
            self._wanted_row = row
            self.model.refresh()
        else:
            self.model.read_row_again(row)
            self._read_shown_case_again()
        self._read_review()

    def _on_many_recorded(self, _n_recorded: int) -> None:
        self._case = None
        if self.filter.depends_on_reviews():
            self.model.refresh()
        else:
            self.model.read_rows_again()
            self._read_shown_case_again()
        self._read_review()

    def _read_shown_case_again(self) -> None:
        """Where a text may have become another one; one that is being edited is left alone."""
        if self._case is None and self._shown[0] and not self.texts.is_editing():
            self._read_case(self._shown[0])

    def _on_not_recorded(self, failure: Failure) -> None:
        self.messages.show_failure(failure)
        self.model.refresh()

    def _read_review(self) -> None:
        from fairdesk.audit.variant_review import review_view

        self._context.tasks.start(
            work=plainly(review_view, self._context.spec, self._project_id()),
            done=self._on_review_read,
            failed=self.messages.show_failure,
        )

    def _on_review_read(self, view: ReviewView) -> None:
        self.sample_line.show_review(view if self._built is not None else None)
