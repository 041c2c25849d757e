"""The imported files of a project: a list over the store, what is done with many at once, and the chosen one."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QLocale, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from fairdesk.domain.case_hints import CaseHint, HintKind
from fairdesk.gui.case_columns import SORTED_BY, case_columns
from fairdesk.gui.design_work import put_earlier_back
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.store_rows import IdsWanted, StoreRowsModel
from fairdesk.gui.tables import Row, TableView
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, Work
from fairdesk.gui.widgets.case_acts import CaseActs
from fairdesk.gui.widgets.case_panel import CasePanel
from fairdesk.gui.widgets.cases_filter import CasesFilter
from fairdesk.gui.widgets.empty_state import EmptyState
from fairdesk.gui.widgets.labels import PlainLabel
from fairdesk.gui.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from fairdesk.domain.case_imports import CaseView
    from fairdesk.domain.case_rows import CaseCounts, CasesWanted

WIDE_IN_CHARACTERS = 130
"""From this width on the text stands beside the list, else below it."""

MOST_AT_ONCE = 100_000


class ImportedCases(QWidget):
    """Reads and writes through the worker; every act reads again what it may have changed.

    Args:
        messages: The page's bar.
    """

    def __init__(self, context: PageContext, messages: MessageBar, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._messages = messages
        self._shown_project = ""
        self._wanted_row = 0
        self._shown_id = 0
        self.counts: CaseCounts | None = None
        self.empty = EmptyState(
            self.tr("No file was imported yet"),
            self.tr(
                "Press “Import files…”, or drop files here: texts, Markdown, tables, DOCX, and PDF with a text layer."
            ),
        )
        self.count_label = PlainLabel().wrapping()
        self.filter = CasesFilter()
        self.model = StoreRowsModel(case_columns(), self._fetch_ids, self._fetch_rows, self)
        self.table = TableView(self.tr("Imported files"), self)
        self.table.setModel(self.model)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        # Widths are taken from what is seen: fifty thousand rows would have to be read first.
        self.table.horizontalHeader().setResizeContentsPrecision(0)
        self.table.setSortingEnabled(True)
        self.table.remember_as("imported_cases", context.remembered)
        self.acts = CaseActs()
        self.panel = CasePanel(context)
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._parts = QWidget()
        self._lay_out()
        self._connect()

    def show_project(self) -> None:
        """Read the list when another project is open than the one that is shown."""
        project = self._context.project
        project_id = project.summary.project_id if project is not None else ""
        if project_id and project_id != self._shown_project:
            self._shown_project = project_id
            self.refresh()

    def refresh(self) -> None:
        """Read everything again."""
        self._read_counts()
        self.model.refresh()

    def look_for(self, case_id: str) -> None:
        """Show a file of this name."""
        self.filter.look_for(case_id)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() > self.fontMetrics().averageCharWidth() * WIDE_IN_CHARACTERS
        wanted = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self._splitter.orientation() != wanted:
            self._splitter.setOrientation(wanted)
            length = self.width() if is_wide else self._splitter.sizeHint().height()
            self._splitter.setSizes([length // 2, length // 2])

    def _lay_out(self) -> None:
        self.table.setMinimumHeight(self.table.fontMetrics().height() * 11)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.table)
        self._splitter.addWidget(self.panel)
        self._splitter.setSizes([1, 1])
        inside = QVBoxLayout(self._parts)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(8)
        for widget in (self.count_label, self.filter, self.acts):
            inside.addWidget(widget)
        inside.addWidget(self._splitter, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.empty)
        layout.addWidget(self._parts, 1)
        self.empty.hide()
        self.panel.hide()

    def _connect(self) -> None:
        self.filter.changed.connect(self._on_filter_changed)
        self.model.modelReset.connect(self._on_reset)
        self.model.rowsInserted.connect(lambda: self.filter.show_count(self.model.rowCount()))
        self.model.dataChanged.connect(self._on_rows_arrived)
        self.table.horizontalHeader().sortIndicatorChanged.connect(self._on_sort_changed)
        self.table.find_requested.connect(self.filter.words_edit.setFocus)
        self.table.selectionModel().currentRowChanged.connect(self._on_row_changed)
        self.table.selectionModel().selectionChanged.connect(lambda: self.acts.show_choice(len(self._chosen_ids())))
        self.acts.use_requested.connect(self._on_use_requested)
        self.acts.replace_requested.connect(self._on_replace_requested)
        self.acts.language_requested.connect(self._on_language_requested)
        self.panel.hint_requested.connect(self._on_hint_requested)
        self.panel.kind_requested.connect(lambda kind: self._replace([self._shown_id], (kind,)))
        self.panel.mark_requested.connect(self._on_mark_requested)
        self.panel.earlier_requested.connect(self._on_earlier_requested)

    # Reading.

    def _project_id(self) -> str:
        project = self._context.project
        return project.summary.project_id if project is not None else ""

    def _read_counts(self) -> None:
        from fairdesk.audit.case_library import case_counts

        self._context.tasks.start(
            work=plainly(case_counts, self._context.spec, self._project_id()),
            done=self._on_counted,
            failed=self._messages.show_failure,
        )

    def _on_counted(self, counts: CaseCounts) -> None:
        self.counts = counts
        self.empty.setVisible(not counts.n_all)
        self._parts.setVisible(counts.n_all > 0)
        self.filter.show_counts(counts)
        self.filter.show_count(self.model.rowCount())
        number = QLocale().toString
        parts = [
            text.format(n=number(count))
            for count, text in (
                (counts.n_used, self.tr("{n} used")),
                (counts.n_all - counts.n_used, self.tr("{n} left out")),
                (counts.n_duplicates, self.tr("{n} with the same text as another one")),
                (counts.n_near, self.tr("{n} almost like another one")),
                (counts.n_with_hints, self.tr("{n} with hints of personal data")),
            )
            if count
        ]
        all_words = self.tr("Imported files: {n}").format(n=number(counts.n_all))
        self.count_label.setText("; ".join([all_words, *parts]) + ".")

    def _wanted(self, wanted: IdsWanted) -> CasesWanted:
        order = wanted.order
        name = SORTED_BY[order.column] if order.column is not None and order.column < len(SORTED_BY) else ""
        return replace(
            self.filter.wanted(), order=name, is_descending=order.descending and bool(name), limit=wanted.limit or 0
        )

    def _fetch_ids(self, wanted: IdsWanted, arrived: Callable[[Sequence[int]], None]) -> None:
        from fairdesk.audit.case_library import case_ids

        if not self._project_id():
            arrived(array("q"))
            return
        self._context.tasks.start(
            work=plainly(case_ids, self._context.spec, self._project_id(), self._wanted(wanted)),
            done=arrived,
            failed=self._messages.show_failure,
        )

    def _fetch_rows(self, ids: Sequence[int], arrived: Callable[[Sequence[Row]], None]) -> None:
        from fairdesk.audit.case_library import case_rows

        self._context.tasks.start(
            work=plainly(case_rows, self._context.spec, self._project_id(), array("q", ids)),
            done=arrived,
            failed=self._messages.show_failure,
        )

    def _on_filter_changed(self) -> None:
        self._wanted_row = 0
        self.model.refresh()

    def _on_sort_changed(self, column: int) -> None:
        if column >= 0 and not (column < len(SORTED_BY) and SORTED_BY[column]):
            # The store does not sort by it: say so by showing no order at all.
            self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)

    def _on_reset(self) -> None:
        count = self.model.rowCount()
        self.filter.show_count(count)
        self.panel.setVisible(count > 0)
        if not count:
            self.acts.show_choice(0)
            return
        place = self.model.place_of(self._shown_id) if self._shown_id else None
        row = place if place is not None else min(self._wanted_row, count - 1)
        # The first rows are asked for before they are painted.
        self.model.data(self.model.index(row, 0))
        flags = QItemSelectionModel.SelectionFlag
        self.table.selectionModel().setCurrentIndex(self.model.index(row, 0), flags.ClearAndSelect | flags.Rows)

    def _on_rows_arrived(self) -> None:
        if self.table.property("is_fitted") is None:
            self.table.setProperty("is_fitted", True)
            self.table.fit_columns(220)

    def _on_row_changed(self) -> None:
        index = self.table.currentIndex()
        if index.isValid():
            self._wanted_row = index.row()
            self._shown_id = self.model.row_id(index.row())
            self._read_case()

    def _read_case(self) -> None:
        from fairdesk.audit.case_library import read_case

        self._context.tasks.start(
            work=plainly(read_case, self._context.spec, self._project_id(), self._shown_id),
            done=self._on_case_read,
            failed=self._messages.show_failure,
        )

    def _on_case_read(self, case: CaseView) -> None:
        if case.line.row_id == self._shown_id:
            self.panel.show_case(case)

    # Acting.

    def _chosen_ids(self) -> array[int]:
        """Ids of the chosen rows, as many as are changed in one step."""
        return array("q", (self.model.row_id(row) for row in self.table.chosen_rows(MOST_AT_ONCE)))

    def _act(self, work: Work, progress: Callable[[object], None] | None = None) -> None:
        self._messages.hide()
        tasks = self._context.long_tasks if progress is not None else self._context.tasks
        tasks.start(work=work, done=self._on_acted, failed=self._on_act_failed, progress=progress)

    def _on_acted(self, _result: object) -> None:
        self.acts.show_step("")
        self._read_counts()
        # Ids stay where no filter takes them out, so that nothing jumps; rows and the chosen text may be others.
        self.model.read_rows_again()
        self.model.read_again()
        if self._shown_id:
            self._read_case()
        self._context.read_project_again()

    def _on_act_failed(self, failure: Failure) -> None:
        self.acts.show_step("")
        self._messages.show_failure(failure)

    def _on_use_requested(self, is_used: bool, reason: str) -> None:
        from fairdesk.audit.case_library import set_used

        spec, project_id = self._context.spec, self._project_id()
        self._act(plainly(set_used, spec, project_id, self._chosen_ids(), is_used, reason))

    def _on_language_requested(self, language: str) -> None:
        from fairdesk.audit.case_library import change_language

        self._act(plainly(change_language, self._context.spec, self._project_id(), self._chosen_ids(), language))

    def _on_replace_requested(self, kinds: tuple[HintKind, ...], in_all: bool) -> None:
        self._replace(None if in_all else self._chosen_ids(), kinds)

    def _replace(self, ids: Sequence[int] | None, kinds: tuple[HintKind, ...]) -> None:
        from fairdesk.audit.case_library import replace_hints

        self.acts.show_step(self.tr("Replacing…"))
        work = partial(replace_hints, self._context.spec, self._project_id(), ids, kinds)
        self._act(work, progress=lambda words: self.acts.show_step(str(words)))

    def _on_hint_requested(self, hint: CaseHint) -> None:
        from fairdesk.audit.case_library import change_text

        case = self.panel.case
        if case is None:
            return
        text = case.case.text
        new_text = text[: hint.start] + hint.place_holder + text[hint.end :]
        reason = self.tr("replaced: {kind}").format(kind=hint.kind.value)
        spec, project_id = self._context.spec, self._project_id()
        self._act(plainly(change_text, spec, project_id, case.line.row_id, new_text, reason))

    def _on_mark_requested(self, span: tuple[int, int], name: str) -> None:
        from fairdesk.audit.case_library import mark_place_holder

        spec, project_id = self._context.spec, self._project_id()
        self._act(plainly(mark_place_holder, spec, project_id, self._shown_id, span, name))

    def _on_earlier_requested(self) -> None:
        case = self.panel.case
        if case is not None:
            reason = self.tr("earlier text put back")
            self._act(plainly(put_earlier_back, self._context.spec, self._project_id(), case.line.row_id, reason))
