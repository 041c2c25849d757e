"""The rows behind a number: what was read on each side of every file, filtered and sorted in the worker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale, Qt, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from fairdesk.domain.evidence import Behind, EvidenceRow, Moved, Side, side_name
from fairdesk.domain.printing import MINUS
from fairdesk.gui.directions import left_to_right
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.run_words import status_words
from fairdesk.gui.store_rows import IdsWanted, Order, StoreRowsModel
from fairdesk.gui.table_export import TableExporter
from fairdesk.gui.tables import Column, Row, TableView
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from fairdesk.audit.evidence import EvidenceFilter

TYPING_PAUSE_MS = 300
SHOWN_ROWS = 9
WIDEST_COLUMN = 150
TRAILING = Qt.AlignmentFlag.AlignTrailing


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsShown:
    """What the rows are.

    Attributes:
        sides: A column each.
        title: What the rows are called in a file.
        change: Title of the last column.
        are_items: They are items of a benchmark and no files.
    """

    sides: tuple[Side, ...]
    title: str
    change: str
    are_items: bool = False


class EvidenceRows(QWidget):
    """Looks at the rows of one number; ``row_changed`` carries the chosen one or None.

    Args:
        remarks: What must be read with every number that leaves the window.
    """

    row_changed = Signal(object)

    def __init__(self, context: PageContext, behind: Behind, shown: RowsShown, remarks: Sequence[str]) -> None:
        super().__init__()
        self._context = context
        self._behind = behind
        self._shown = shown
        self._sides = shown.sides
        self._title = shown.title
        self._remarks = tuple(remarks)
        self._n_all = 0
        self._is_fitted = False
        self._wanted_id: int | None = None
        self.messages = MessageBar()
        self.moved_box = ChoiceBox()
        self.words_edit = QLineEdit()
        self.filter_label = PlainLabel(self.tr("Reading the rows…"), TextStyle.STRONG).wrapping()
        self.filter_label.setAccessibleName(self.tr("Which rows are shown"))
        self.export_button = QPushButton(self.tr("Export these rows…"))
        self.export_button.setEnabled(False)
        self.model = StoreRowsModel(self._columns(), self._fetch_ids, self._fetch_rows, self)
        self.view = TableView(self.tr("Rows behind the number"), self)
        self.view.setModel(self.model)
        self.view.setMinimumHeight((self.fontMetrics().height() + 10) * SHOWN_ROWS)
        self.view.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._exporter = TableExporter(context, self.messages, self)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_PAUSE_MS)
        self._typing.timeout.connect(self.model.refresh)
        self._lay_out()
        self._connect()
        self.view.setSortingEnabled(True)

    def chosen_id(self) -> int | None:
        """The place of the chosen file among all files of the plan, or None."""
        index = self.view.currentIndex()
        return self.model.row_id(index.row()) if index.isValid() else None

    def choose(self, row_id: int | None) -> None:
        """Choose a file by its place, once the rows are there."""
        self._wanted_id = row_id

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        names = {
            Moved.ALL: self.tr("all"),
            Moved.CHANGED: self.tr("changed"),
            Moved.LOWER: self.tr("lower"),
            Moved.HIGHER: self.tr("higher"),
            Moved.SAME: self.tr("the same"),
            Moved.MISSING: self.tr("a value is missing"),
            Moved.CORRECTED: self.tr("corrected by hand"),
        }
        if self._shown.are_items:
            names[Moved.CHANGED] = self.tr("not always the same option")
            names[Moved.SAME] = self.tr("always the same option")
            for moved in (Moved.LOWER, Moved.HIGHER):
                del names[moved]
        for moved, words in names.items():
            self.moved_box.addItem(words, moved.name)
        which = self._either(self.tr("&Files that are"), self.tr("&Items that are"))
        part = self._either(self.tr("File &contains"), self.tr("Item &contains"))
        fields = (
            (FieldText(label=which, help=self.tr("Filters the rows.")), self.moved_box),
            (FieldText(label=part, help=self.tr("A part of the name.")), self.words_edit),
        )
        layout.addWidget(self.messages)
        for text, control in fields:
            label = PlainLabel(text.label)
            label.setBuddy(control)
            describe(control, text)
            # One below the other, and as narrow as the drawer is: side by side large text would widen it.
            control.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            layout.addWidget(label)
            layout.addWidget(control)
        layout.addWidget(self.filter_label)
        layout.addWidget(self.view)
        layout.addWidget(self.export_button, 0, Qt.AlignmentFlag.AlignLeading)

    def _connect(self) -> None:
        self.moved_box.activated.connect(lambda _number: self.model.refresh())
        self.words_edit.textEdited.connect(self._typing.start)
        self.words_edit.returnPressed.connect(self.model.refresh)
        self.export_button.clicked.connect(self._on_export_clicked)
        self.view.find_requested.connect(self.words_edit.setFocus)
        self.view.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.model.modelReset.connect(self._on_reset)
        self.model.dataChanged.connect(self._on_rows_arrived)

    def _columns(self) -> tuple[Column, ...]:
        columns = [Column(title=self._either(self.tr("File"), self.tr("Item")), text=lambda row: row.case_id)]
        for number, side in enumerate(self._sides):
            columns.append(
                Column(
                    title=side_name(side, self._sides),
                    text=partial(_side_text, number),
                    exact=partial(_side_value, number),
                    tooltip=partial(_side_tip, number),
                )
            )
        columns.append(
            Column(
                title=self._shown.change,
                text=_others_text if self._shown.are_items else _change_text,
                exact=lambda row: row.change,
                align=TRAILING,
            )
        )
        return tuple(columns)

    def _either(self, of_files: str, of_items: str) -> str:
        return of_items if self._shown.are_items else of_files

    def _filter(self, order: Order) -> EvidenceFilter:
        from fairdesk.audit.evidence import EvidenceFilter

        chosen = self.moved_box.currentData()
        return EvidenceFilter(
            moved=Moved[chosen] if chosen else Moved.ALL,
            words=self.words_edit.text(),
            order=order.column,
            descending=order.descending,
        )

    def _fetch_ids(self, wanted: IdsWanted, arrived: Callable[[Sequence[int]], None]) -> None:
        from fairdesk.audit.evidence import evidence_ids

        work = plainly(evidence_ids, self._context.spec, self._behind, self._filter(wanted.order))
        self._context.long_tasks.start(work=work, done=arrived, failed=self.messages.show_failure)

    def _fetch_rows(self, ids: Sequence[int], arrived: Callable[[Sequence[Row]], None]) -> None:
        from fairdesk.audit.evidence import evidence_rows

        work = plainly(evidence_rows, self._context.spec, self._behind, tuple(ids))
        self._context.long_tasks.start(work=work, done=arrived, failed=self.messages.show_failure)

    def _on_reset(self) -> None:
        n_shown = self.model.rowCount()
        self._n_all = max(self._n_all, n_shown)
        locale = QLocale()
        words = self._either(self.tr("{shown} of {count} files{filter}"), self.tr("{shown} of {count} items{filter}"))
        self.filter_label.setText(
            words.format(
                shown=locale.toString(n_shown), count=locale.toString(self._n_all), filter=self._filter_words()
            )
        )
        self.export_button.setEnabled(n_shown > 0)
        self.row_changed.emit(None)

    def _filter_words(self) -> str:
        parts = []
        if self.moved_box.currentIndex() > 0:
            parts.append(self.moved_box.currentText())
        if self.words_edit.text():
            parts.append(self.tr("name contains “{words}”").format(words=self.words_edit.text()))
        return f": {', '.join(parts)}" if parts else ""

    def _on_rows_arrived(self) -> None:
        if not self._is_fitted:
            self._is_fitted = True
            self.view.fit_columns(WIDEST_COLUMN)
        place = None if self._wanted_id is None else self.model.place_of(self._wanted_id)
        self._wanted_id = None
        if place is not None:
            self.view.selectRow(place)

    def _on_current_changed(self) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            self.model.give_rows([index.row()], self._on_row_read)

    def _on_row_read(self, rows: Sequence[EvidenceRow]) -> None:
        self.row_changed.emit(rows[0] if rows else None)

    def _on_export_clicked(self) -> None:
        from fairdesk.audit.evidence import export_evidence

        header = self.view.horizontalHeader()
        is_sorted = 0 <= header.sortIndicatorSection() < self.model.columnCount()
        order = Order(
            column=header.sortIndicatorSection() if is_sorted else None,
            descending=header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder,
        )
        about = (self._title, self.filter_label.text(), self._remarks)

        def work_for(target: Path) -> Callable[..., Any]:
            return plainly(export_evidence, self._context.spec, self._behind, self._filter(order), about, target)

        self._exporter.export_with(self._title, work_for)


def _side_text(number: int, row: EvidenceRow) -> str:
    side = row.sides[number]
    words = status_words(side.status) if side.value is None else _number_text(side.value)
    return f"{words} (corrected)" if side.is_corrected else words


def _side_value(number: int, row: EvidenceRow) -> float | str:
    side = row.sides[number]
    return side.status.value if side.value is None else side.value


def _side_tip(number: int, row: EvidenceRow) -> str:
    side = row.sides[number]
    words = side.reason or _side_text(number, row)
    return f"{words} (corrected by hand)" if side.is_corrected else words


def _change_text(row: EvidenceRow) -> str:
    if row.change is None:
        return "not measured"
    return _number_text(row.change, "+" if row.change > 0 else "")


def _others_text(row: EvidenceRow) -> str:
    """Counts have no sign."""
    return "not measured" if row.change is None else _number_text(row.change)


def _number_text(value: float, sign: str = "") -> str:
    return left_to_right(sign + QLocale().toString(value, "g", 6).replace("-", MINUS))
