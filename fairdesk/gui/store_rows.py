"""A table over the store: the ids of all rows in one array, the rows themselves in blocks that are read when seen.

Measured on a million rows (platform.md A4): 21 to 29 MB, and 11 ms for a jump to any place. Reading goes through
functions of the caller, which may answer at once or later (from the worker process), so the window never waits.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from fairdesk.gui.tables import NO_PARENT, Column, Index, ItemRole, Row, cell_data, header_data

BLOCK_ROWS = 128
KEPT_BLOCKS = 64

WAITING_TEXT = "…"
"""Shown in the cells of a block that is still being read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """By which column the store sorts; ``column`` is the number of the column, or None for the store's own order."""

    column: int | None = None
    descending: bool = False


FetchIds = Callable[[Order, Callable[[Sequence[int]], None]], None]
"""Reads the ids of all rows, sorted, and calls back with them (an ``array("q")``: 8 bytes a row)."""

FetchRows = Callable[[Sequence[int], Callable[[Sequence[Row]], None]], None]
"""Reads the rows of some ids and calls back with them, in the order of the ids."""


class StoreRowsModel(QAbstractTableModel):
    """Rows of the store, read in blocks as they come into view."""

    def __init__(
        self, columns: Sequence[Column], fetch_ids: FetchIds, fetch_rows: FetchRows, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._fetch_ids = fetch_ids
        self._fetch_rows = fetch_rows
        self._order = Order()
        self._ids: Sequence[int] = array("q")
        self._blocks: OrderedDict[int, Sequence[Row]] = OrderedDict()
        self._asked: set[int] = set()
        # Answers to questions of an earlier order or filter are dropped.
        self._generation = 0
        # The rows that come next are not those that are known, even when their ids are the same.
        self._is_other = True

    def refresh(self) -> None:
        """Read everything again, because the filter of the caller changed."""
        self._is_other = True
        self._read_ids()

    def grow(self) -> None:
        """Read the ids again, because rows were added; those that are known are the same as before.

        Where the new ids stand behind the known ones, selection and place of the reader stay as they are.
        """
        self._read_ids()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        known = 0 <= column < len(self.columns)
        self._order = Order(column=column if known else None, descending=order == Qt.SortOrder.DescendingOrder)
        self.refresh()

    def give_rows(self, numbers: Sequence[int], arrived: Callable[[Sequence[Row]], None]) -> None:
        """See ``tables.RowSource``; reads the rows of the store, seen or not."""
        self._fetch_rows([self._ids[number] for number in numbers], arrived)

    def row_id(self, number: int) -> int:
        """The id of a row."""
        return self._ids[number]

    def place_of(self, row_id: int) -> int | None:
        """At which number a row with this id stands; None where there is none."""
        try:
            return self._ids.index(row_id)
        except ValueError:
            return None

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        block_number, place = divmod(index.row(), BLOCK_ROWS)
        block = self._blocks.get(block_number)
        if block is None:
            if role == ItemRole.DisplayRole:
                self._ask_for(block_number)
            return WAITING_TEXT if role in (ItemRole.DisplayRole, ItemRole.AccessibleTextRole) else None
        self._blocks.move_to_end(block_number)
        return cell_data(self.columns[index.column()], block[place], role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> Any:
        return header_data(self.columns, section, orientation, role)

    def _read_ids(self) -> None:
        self._generation += 1
        generation = self._generation
        self._fetch_ids(self._order, lambda ids: self._take_ids(generation, ids))

    def _take_ids(self, generation: int, ids: Sequence[int]) -> None:
        if generation != self._generation or not isValid(self):
            return
        n_known = len(self._ids)
        if not self._is_other and 0 < n_known <= len(ids) and ids[:n_known] == self._ids:
            self._append(ids)
            return
        self._is_other = False
        # Rows that were asked for while other ids were known do not belong here.
        self._generation += 1
        self.beginResetModel()
        self._ids = ids
        self._blocks.clear()
        self._asked.clear()
        self.endResetModel()

    def _append(self, ids: Sequence[int]) -> None:
        n_known = len(self._ids)
        # What was asked for before the ids were read again is dropped when it comes; the last block was incomplete.
        waited_for = self._asked
        self._asked = set()
        if len(ids) > n_known:
            self.beginInsertRows(NO_PARENT, n_known, len(ids) - 1)
            self._ids = ids
            self._blocks.pop(n_known // BLOCK_ROWS, None)
            self.endInsertRows()
        for block_number in waited_for:
            self._ask_for(block_number)

    def _ask_for(self, block_number: int) -> None:
        if block_number in self._asked:
            return
        self._asked.add(block_number)
        first = block_number * BLOCK_ROWS
        generation = self._generation
        self._fetch_rows(
            self._ids[first : first + BLOCK_ROWS], lambda rows: self._take_rows(generation, block_number, rows)
        )

    def _take_rows(self, generation: int, block_number: int, rows: Sequence[Row]) -> None:
        if generation != self._generation or not isValid(self):
            return
        self._asked.discard(block_number)
        self._blocks[block_number] = rows
        while len(self._blocks) > KEPT_BLOCKS:
            self._blocks.popitem(last=False)
        first = block_number * BLOCK_ROWS
        last = min(first + len(rows), len(self._ids)) - 1
        if last >= first:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))
