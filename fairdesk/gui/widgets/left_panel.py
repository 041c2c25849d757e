"""What rules left for a person: the words, why, what can be done, and the text in which they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from fairdesk.gui.counted import counted
from fairdesk.gui.design_edits import cue_of
from fairdesk.gui.store_rows import IdsWanted, StoreRowsModel
from fairdesk.gui.tables import Column, Row, TableView
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.foreign_text import made_visible
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.marked_text import MarkedText
from fairdesk.gui.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from fairdesk.audit.variants import CaseVariants, LeftLine, VariantsBuilt
    from fairdesk.gui.page_context import PageContext


class LeftPanel(QWidget):
    """A list over the store; ``file_requested`` carries the id of a case whose text is to be changed."""

    file_requested = Signal(str)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._built: VariantsBuilt | None = None
        self._line: LeftLine | None = None
        self.messages = MessageBar()
        self.count_label = PlainLabel().wrapping()
        self.model = StoreRowsModel(self._columns(), self._fetch_places, self._fetch_lines, self)
        self.table = TableView(self.tr("Left for a person"), self)
        self.table.setModel(self.model)
        self.table.horizontalHeader().setResizeContentsPrecision(0)
        self.table.remember_as("left", context.remembered)
        self.table.setMinimumHeight(self.table.fontMetrics().height() * 9)
        self.advice_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.text = MarkedText(self.tr("The text in which the words stand"))
        self.text.setMinimumHeight(self.text.fontMetrics().lineSpacing() * 7)
        self.file_button = QPushButton(self.tr("Go to the file on the page Cases"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(8)
        for widget in (self.messages, self.count_label):
            layout.addWidget(widget)
        layout.addWidget(self.table, 2)
        layout.addWidget(self.advice_label)
        layout.addWidget(self.text, 1)
        self._buttons = ButtonRow((self.file_button,))
        layout.addWidget(self._buttons)
        layout.addStretch(0)
        self.model.modelReset.connect(self._on_reset)
        self.model.dataChanged.connect(self._on_lines_arrived)
        self.table.selectionModel().currentRowChanged.connect(self._on_row_changed)
        self.table.row_chosen.connect(lambda _index: self.file_button.click())
        self.file_button.clicked.connect(self._on_file_clicked)
        self.show_built(None)

    def show_built(self, built: VariantsBuilt | None) -> None:
        """Read the list again after another build; nothing is known before one."""
        if built == self._built and self._line is not None:
            return
        self._built = built
        self._line = None
        self.count_label.setText(self.tr("Build the variants first: rules then list what they leave alone, and why."))
        self.model.refresh()

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("File"), text=lambda line: line.case_id),
            Column(title=self.tr("Words"), text=lambda line: made_visible(line.left.words)),
            Column(title=self.tr("Around them"), text=lambda line: made_visible(line.around)),
            Column(title=self.tr("Cue"), text=self._cue_title),
            Column(title=self.tr("Why"), text=lambda line: line.left.reason.value),
            Column(title=self.tr("What can be done"), text=lambda line: line.left.advice),
        )

    def _cue_title(self, line: LeftLine) -> str:
        design = self._context.details.details.design
        cue = cue_of(design, line.left.cue_id) if design is not None else None
        return cue.title if cue is not None and cue.title else line.left.cue_id

    def _project_id(self) -> str:
        project = self._context.project
        return project.summary.project_id if project is not None else ""

    def _fetch_places(self, _wanted: IdsWanted, arrived: Callable[[Sequence[int]], None]) -> None:
        from fairdesk.audit.variants import left_count

        if self._built is None:
            arrived(range(0))
            return
        self._context.tasks.start(
            work=plainly(left_count, self._context.spec, self._project_id()),
            done=lambda count: arrived(range(count)),
            failed=self.messages.show_failure,
        )

    def _fetch_lines(self, places: Sequence[int], arrived: Callable[[Sequence[Row]], None]) -> None:
        from fairdesk.audit.variants import left_lines

        if self._built is None or not places:
            return
        first, count = min(places), max(places) - min(places) + 1

        def take(lines: Sequence[Row]) -> None:
            if isValid(self):
                arrived([lines[place - first] for place in places if place - first < len(lines)])

        self._context.tasks.start(
            work=plainly(left_lines, self._context.spec, self._project_id(), first, count),
            done=take,
            failed=self.messages.show_failure,
        )

    def _on_reset(self) -> None:
        count = self.model.rowCount()
        for widget in (self.table, self.advice_label, self.text, self._buttons):
            widget.setVisible(count > 0)
        if self._built is not None:
            self.count_label.setText(
                self.tr("Nothing was left for a person.")
                if not count
                else counted(
                    count,
                    self.tr(
                        "1 place looks like a cue and was left as it is, because a rule could have botched it. It "
                        "stands alike in the original and in every variant, until somebody changes the text."
                    ),
                    self.tr(
                        "{n} places look like a cue and were left as they are, because a rule could have botched them. "
                        "They stand alike in the original and in every variant, until somebody changes the text."
                    ),
                )
            )
        if count:
            self.model.data(self.model.index(0, 0))
            self.table.selectRow(0)

    def _on_lines_arrived(self) -> None:
        if self.table.property("is_fitted") is None:
            self.table.setProperty("is_fitted", True)
            self.table.fit_columns(240)
        if self._line is None:
            self._on_row_changed()

    def _on_row_changed(self) -> None:
        index = self.table.currentIndex()
        if index.isValid():
            self.model.give_rows([index.row()], self._on_line_read)

    def _on_line_read(self, lines: Sequence[LeftLine]) -> None:
        from fairdesk.audit.variants import variants_of_case

        if not lines or lines[0] == self._line:
            return
        self._line = lines[0]
        left = lines[0].left
        self.advice_label.setText(made_visible(f"“{left.words}”: {left.advice}" if left.words else left.advice))
        self._context.tasks.start(
            work=plainly(variants_of_case, self._context.spec, self._project_id(), lines[0].case_id),
            done=self._on_case_read,
            failed=self.messages.show_failure,
        )

    def _on_case_read(self, case: CaseVariants) -> None:
        if self._line is None or case.case_id != self._line.case_id or not case.text:
            return
        left = self._line.left
        others = [(one.start, one.end) for one in case.left if (one.start, one.end) != (left.start, left.end)]
        self.text.show_marked(case.text, [(left.start, left.end)], others)
        self.text.choose((left.start, left.start))

    def _on_file_clicked(self) -> None:
        if self._line is not None:
            self.file_requested.emit(self._line.case_id)
