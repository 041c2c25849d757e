"""The answers of a run as they arrive: filters, a table windowed over the store, and the chosen answer, whole."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QLocale, Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from fairdesk.domain.exchanges import Status
from fairdesk.gui.answer_index import AnswerIndex
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.run_words import status_words
from fairdesk.gui.store_rows import IdsWanted, StoreRowsModel
from fairdesk.gui.tables import Column, Row, TableView
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.widgets.answer_view import AnswerPanel
from fairdesk.gui.widgets.fields import CheckBox
from fairdesk.gui.widgets.foreign_text import made_visible
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel
from fairdesk.gui.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from fairdesk.audit.answers import AnswerFilter, AnswerRow, AnswerView
    from fairdesk.audit.gathering import Gathering

TYPING_PAUSE_MS = 300
GROW_EVERY_MS = 1_500
"""How often rows are added while a run goes on."""

SORTED_BY = ("case_id", "variant", "question", "sample", "status")
"""What the store sorts by, for the first columns; the others hold what is read from an answer when it is shown."""

WIDE_IN_CHARACTERS = 110
"""From this width on the answer stands beside the table, else below it."""


class AnswersPanel(QWidget):
    """Looks at one run at a time; filters look, they never change a result."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._n_asked: dict[str, int] = {}
        self._is_supplied = False
        self._index = AnswerIndex(context, self)
        self.messages = MessageBar()
        self.run_box, self.question_box, self.status_box = ChoiceBox(), ChoiceBox(), ChoiceBox()
        self.words_edit = QLineEdit()
        self.reset_button = QPushButton(self.tr("Show all"))
        self.follow_check = CheckBox(self.tr("Follow the newest answer"))
        self.follow_check.setChecked(True)
        self.follow_check.hide()
        self.filter_label = PlainLabel().wrapping()
        self.model = StoreRowsModel(self._columns(), self._fetch_ids, self._fetch_rows, self)
        self.view = TableView(self.tr("Answers"), self)
        self.view.setModel(self.model)
        self.view.setMinimumHeight(self.view.fontMetrics().height() * 8)
        self.view.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        # Widths are taken from what is seen: a thousand rows would have to be read first.
        self.view.horizontalHeader().setResizeContentsPrecision(0)
        self.view.setSortingEnabled(True)
        self.view.remember_as("answers", context.remembered)
        self.answer = AnswerPanel()
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._typing = _timer(self, TYPING_PAUSE_MS, self.refresh)
        self._growing = _timer(self, GROW_EVERY_MS, self._grow)
        self._lay_out()
        self._connect()

    def show_gathering(self, gathering: Gathering) -> None:
        """Offer the runs and questions of a project; the run that was chosen stays chosen."""
        titles = {part.label: part.title for part in gathering.outline.systems}
        runs = [(titles.get(run.system, run.system), run.run_id) for run in gathering.runs]
        questions = [(self.tr("all"), ""), *((part.title, part.label) for part in gathering.outline.questions)]
        self._n_asked = {run.run_id: run.n_planned - run.counts[Status.NOT_ATTEMPTED.value] for run in gathering.runs}
        is_other = self._is_supplied != bool(gathering.supplier)
        self._is_supplied = bool(gathering.supplier)
        is_other = _fill(self.run_box, runs) or is_other
        is_other = _fill(self.question_box, questions) or is_other
        if is_other:
            self.answer.show_nothing()
            self.refresh()
        else:
            self.model.read_again()
        self._keep_index()

    def show_only_failures(self) -> None:
        """Show the calls that failed."""
        self.question_box.setCurrentIndex(0)
        self.words_edit.clear()
        self.status_box.setCurrentIndex(self.status_box.findData(Status.FAILED.value))
        self.refresh()

    def note_progress(self, n_asked: Mapping[str, int]) -> None:
        """Answers were added to the store: run id to their number now. They are shown within a moment."""
        for run_id, number in n_asked.items():
            self._n_asked[run_id] = max(self._n_asked.get(run_id, 0), number)
        if not self._growing.isActive():
            self._growing.start()

    def show_running(self, is_running: bool) -> None:
        """While a run goes on the newest answer can be followed."""
        self.follow_check.setVisible(is_running)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()
        self._keep_index()

    def _keep_index(self) -> None:
        """Words are found at once in what is indexed; a run that goes on is indexed when it has ended."""
        run_id = self.run_box.currentData()
        if run_id is not None and not self._is_supplied and self.isVisible() and self.follow_check.isHidden():
            self._index.bring_up_to_date(run_id)

    def refresh(self) -> None:
        """Read the rows again under the filter that is set now."""
        self._typing.stop()
        self.model.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() > self.fontMetrics().averageCharWidth() * WIDE_IN_CHARACTERS
        wanted = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self._splitter.orientation() != wanted:
            self._splitter.setOrientation(wanted)
            length = self.width() if is_wide else self._splitter.sizeHint().height()
            self._splitter.setSizes([length * 3 // 5, length * 2 // 5])

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setSpacing(6)
        grid = QGridLayout()
        self.status_box.addItem(self.tr("all"), "")
        for status in Status:
            if status is not Status.NOT_ATTEMPTED:
                self.status_box.addItem(status_words(status), status.value)
        fields = (
            (FieldText(label=self.tr("&Run of"), help=self.tr("Whose answers are shown.")), self.run_box),
            (FieldText(label=self.tr("&Question"), help=self.tr("Filters the answers.")), self.question_box),
            (FieldText(label=self.tr("S&tatus"), help=self.tr("Filters the answers.")), self.status_box),
            (FieldText(label=self.tr("&Contains"), help=self.tr("In the answer or the file.")), self.words_edit),
        )
        for number, (text, control) in enumerate(fields):
            label = PlainLabel(text.label)
            label.setBuddy(control)
            describe(control, text)
            row, place = divmod(number, 2)
            grid.addWidget(label, row, 2 * place)
            grid.addWidget(control, row, 2 * place + 1)
            grid.setColumnStretch(2 * place + 1, 1)
            if isinstance(control, QComboBox):
                control.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
                control.setMinimumContentsLength(8)
        layout.addWidget(self.messages)
        layout.addLayout(grid)
        line = QHBoxLayout()
        line.addWidget(self.filter_label, 1)
        line.addWidget(self.follow_check, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.reset_button, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(line)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.view)
        self._splitter.addWidget(self.answer)
        self._splitter.setStretchFactor(0, 3)
        self._splitter.setStretchFactor(1, 2)
        layout.addWidget(self._splitter, 1)

    def _connect(self) -> None:
        for box in (self.run_box, self.question_box, self.status_box):
            box.activated.connect(self._on_filter_chosen)
        self.words_edit.textEdited.connect(self._typing.start)
        self.words_edit.returnPressed.connect(self.refresh)
        self.reset_button.clicked.connect(self._on_reset_requested)
        self.view.find_requested.connect(self.words_edit.setFocus)
        self.view.selectionModel().currentRowChanged.connect(self._on_row_changed)
        self.view.horizontalHeader().sortIndicatorChanged.connect(self._on_sort_changed)
        for changed in (self.model.modelReset, self.model.rowsInserted):
            changed.connect(self._show_filter)
        self.model.modelReset.connect(self._on_reset)
        self.model.dataChanged.connect(self._on_rows_arrived)
        for grown in (self.model.rowsInserted, self.model.modelReset):
            grown.connect(self._follow)
        self.follow_check.toggled.connect(self._follow)
        self.view.verticalScrollBar().actionTriggered.connect(self._on_scrolled)

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("File"), text=lambda row: row.case_id),
            Column(title=self.tr("Variant"), text=lambda row: row.variant),
            Column(title=self.tr("Question"), text=lambda row: row.question),
            Column(title=self.tr("Sample"), text=lambda row: str(row.sample), exact=lambda row: row.sample),
            Column(title=self.tr("Status"), text=lambda row: status_words(row.status)),
            Column(title=self.tr("Value or reason"), text=_value_or_reason, exact=_exact_value),
            Column(title=self.tr("First words of the answer"), text=lambda row: made_visible(row.first_words)),
        )

    def _filter(self, wanted: IdsWanted) -> AnswerFilter:
        from fairdesk.audit.answers import AnswerFilter

        order = wanted.order
        is_known = order.column is not None and order.column < len(SORTED_BY)
        return AnswerFilter(
            status=self.status_box.currentData() or "",
            question=self.question_box.currentData() or "",
            words=self.words_edit.text(),
            order=SORTED_BY[order.column] if is_known and order.column is not None else "",
            descending=order.descending and is_known,
            after=wanted.after,
        )

    def _fetch_ids(self, wanted: IdsWanted, arrived: Callable[[Sequence[int]], None]) -> None:
        from fairdesk.audit.answers import answer_ids
        from fairdesk.audit.supplied_listing import supplied_ids

        run_id = self.run_box.currentData()
        if run_id is None:
            arrived(array("q"))
            return
        read = supplied_ids if self._is_supplied else answer_ids
        work = plainly(read, self._context.spec, run_id, self._filter(wanted), wanted.limit)
        self._context.tasks.start(work=work, done=arrived, failed=self.messages.show_failure)

    def _fetch_rows(self, ids: Sequence[int], arrived: Callable[[Sequence[Row]], None]) -> None:
        from fairdesk.audit.answers import answer_rows
        from fairdesk.audit.supplied_listing import supplied_rows

        run_id = self.run_box.currentData()
        if run_id is not None:
            read = supplied_rows if self._is_supplied else answer_rows
            work = plainly(read, self._context.spec, run_id, array("q", ids))
            self._context.tasks.start(work=work, done=arrived, failed=self.messages.show_failure)

    def _grow(self) -> None:
        self.model.grow()

    def _follow(self) -> None:
        """Stay at the end; a column that is sorted by has no newest end."""
        is_sorted = self.view.horizontalHeader().sortIndicatorSection() in range(len(SORTED_BY))
        if self.follow_check.isVisible() and self.follow_check.isChecked() and not is_sorted:
            self.view.scrollToBottom()

    def _on_scrolled(self) -> None:
        """Who scrolls wants to read in peace; at the end it is followed again."""
        bar = self.view.verticalScrollBar()
        self.follow_check.setChecked(bar.sliderPosition() >= bar.maximum())

    def _on_filter_chosen(self) -> None:
        self.answer.show_nothing()
        self.refresh()

    def _on_reset_requested(self) -> None:
        self.status_box.setCurrentIndex(0)
        self.question_box.setCurrentIndex(0)
        self.words_edit.clear()
        self.refresh()

    def _on_sort_changed(self, column: int) -> None:
        if column >= len(SORTED_BY):
            # What is read from an answer is not in the store: say so by showing no order at all.
            self.view.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)

    def _on_row_changed(self) -> None:
        from fairdesk.audit.answers import one_answer
        from fairdesk.audit.supplied_listing import one_supplied

        index = self.view.currentIndex()
        run_id = self.run_box.currentData()
        if index.isValid():
            self.follow_check.setChecked(False)
        if run_id is not None and index.isValid():
            read = one_supplied if self._is_supplied else one_answer
            work = plainly(read, self._context.spec, run_id, self.model.row_id(index.row()))
            self._context.tasks.start(work=work, done=self._on_answer_read, failed=self.messages.show_failure)

    def _on_answer_read(self, answer: AnswerView) -> None:
        self.messages.hide()
        self.answer.show_answer(answer)

    def _on_reset(self) -> None:
        """The answer that is being read stays chosen when it is among the new rows."""
        # The first rows are asked for before they are painted, and while the tab is still hidden.
        self.model.data(self.model.index(0, 0))
        shown = self.answer.answer
        place = self.model.place_of(shown.answer_id) if shown is not None else None
        if place is not None:
            flags = QItemSelectionModel.SelectionFlag
            self.view.selectionModel().setCurrentIndex(self.model.index(place, 0), flags.ClearAndSelect | flags.Rows)

    def _on_rows_arrived(self) -> None:
        if self.view.property("is_fitted") is None:
            self.view.setProperty("is_fitted", True)
            self.view.fit_columns(200)

    def _show_filter(self) -> None:
        locale = QLocale()
        n_shown = self.model.rowCount()
        n_all = max(n_shown, self._n_asked.get(self.run_box.currentData() or "", 0))
        parts = []
        for box, name in ((self.status_box, self.tr("status")), (self.question_box, self.tr("question"))):
            if box.currentData():
                parts.append(f"{name} = {box.currentText()}")
        if self.words_edit.text():
            parts.append(self.tr("contains “{words}”").format(words=self.words_edit.text()))
        counts = self.tr("{shown} of {all} calls").format(shown=locale.toString(n_shown), all=locale.toString(n_all))
        self.filter_label.setText(f"{counts}: {', '.join(parts)}" if parts else counts)
        self.reset_button.setVisible(bool(parts))


def _value_or_reason(row: AnswerRow) -> str:
    if row.value is None:
        return row.reason
    number = QLocale().toString(row.value, "g", 6)
    return f"{number} ({row.reason})" if row.reason else number


def _exact_value(row: AnswerRow) -> str | float:
    return row.reason if row.value is None else row.value


def _fill(box: QComboBox, items: Sequence[tuple[str, str]]) -> bool:
    """Offer items; answers whether another one is chosen now than before."""
    before = box.currentData()
    if [(box.itemText(number), box.itemData(number)) for number in range(box.count())] != list(items):
        box.clear()
        for words, value in items:
            box.addItem(words, value)
        box.setCurrentIndex(max(0, box.findData(before)) if items else -1)
    return bool(box.currentData() != before)


def _timer(owner: QWidget, interval_ms: int, slot: Callable[[], None]) -> QTimer:
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(interval_ms)
    timer.timeout.connect(slot)
    return timer
