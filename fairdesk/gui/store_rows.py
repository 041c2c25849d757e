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

from PySide6.QtCore import QAbstractTableModel, Qt, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from fairdesk.gui.tables import NO_PARENT, Column, Index, ItemRole, Row, cell_data, header_data

BLOCK_ROWS = 64
"""Rows that are read together: an answer is read anew for each row, and the first ones are waited for."""

KEPT_BLOCKS = 128

FIRST_IDS = 1_000
"""So many ids are read at first, because they are there at once; the others follow."""

WAITING_TEXT = "…"
"""Shown in the cells of a block that is still being read."""

MORE_SOON_MS = 200
"""After this time the other ids are read even when no row was seen, as in a table that is hidden."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """By which column the store sorts; ``column`` is the number of the column, or None for the store's own order."""

    column: int | None = None
    descending: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class IdsWanted:
    """Which ids to read.

    Attributes:
        limit: The first so many; None for all.
        after: Only ids that are greater, for rows in the store's own order; 0 for all.
    """

    order: Order = Order()
    limit: int | None = None
    after: int = 0


FetchIds = Callable[[IdsWanted, Callable[[Sequence[int]], None]], None]
"""Reads ids of rows, sorted, and calls back with them (an ``array("q")``: 8 bytes a row)."""

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
        self._rows_generation = 0
        self._is_reading = False
        self._are_more_wanted = False
        # The rows that come next are not those that are known, even when their ids are the same.
        self._is_other = True

    def refresh(self) -> None:
        """Read everything again, because the filter of the caller changed; the first rows come first."""
        self._is_other = True
        self._read_ids(FIRST_IDS)

    def grow(self) -> None:
        """Read the ids of rows that were added since; those that are known stay, with selection and place.

        In the store's own order only the new ids are read. While ids are being read nothing more is asked for.
        """
        if self._is_reading or self._are_more_wanted:
            return
        if self._ids and self._order == Order():
            self._ask_for_ids(IdsWanted(after=self._ids[-1]), self._take_more)
        else:
            self._read_ids(None)

    def read_again(self) -> None:
        """Read all ids again, because rows may have gone or changed; where none did, everything stays as it is."""
        self._read_ids(None)

    def read_row_again(self, number: int) -> None:
        """Read a row anew that changed; what is shown of it stays until then."""
        self._ask_for(number // BLOCK_ROWS)

    def read_rows_again(self) -> None:
        """Read all rows anew when they are seen next, because many changed; ids, selection and place stay."""
        self._rows_generation += 1
        self._blocks.clear()
        self._asked.clear()
        if self._ids:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._ids) - 1, len(self.columns) - 1))

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
        if block is None or place >= len(block):
            if block is None and role == ItemRole.DisplayRole:
                self._ask_for(block_number)
            return WAITING_TEXT if role in (ItemRole.DisplayRole, ItemRole.AccessibleTextRole) else None
        self._blocks.move_to_end(block_number)
        return cell_data(self.columns[index.column()], block[place], role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> Any:
        return header_data(self.columns, section, orientation, role)

    def _read_ids(self, limit: int | None) -> None:
        def take(ids: Sequence[int]) -> None:
            self._take_ids(ids)
            if limit is not None and len(ids) == limit:
                # The rows that are seen come before all other ids; where none are seen, the ids come soon.
                self._are_more_wanted = True
                QTimer.singleShot(MORE_SOON_MS, self, self._read_more)

        self._ask_for_ids(IdsWanted(order=self._order, limit=limit), take)

    def _read_more(self) -> None:
        if self._are_more_wanted and not self._asked:
            self._read_ids(None)

    def _ask_for_ids(self, wanted: IdsWanted, take: Callable[[Sequence[int]], None]) -> None:
        self._generation += 1
        generation = self._generation
        self._is_reading = True
        self._are_more_wanted = False

        def arrived(ids: Sequence[int]) -> None:
            if generation == self._generation and isValid(self):
                self._is_reading = False
                take(ids)

        self._fetch_ids(wanted, arrived)

    def _take_more(self, new: Sequence[int]) -> None:
        self._append(array("q", self._ids) + array("q", new))

    def _take_ids(self, ids: Sequence[int]) -> None:
        n_known = len(self._ids)
        if not self._is_other and 0 < n_known <= len(ids) and ids[:n_known] == self._ids:
            self._append(ids)
            return
        self._is_other = False
        # Rows that were asked for while other ids were known do not belong here.
        self._rows_generation += 1
        self.beginResetModel()
        self._ids = ids
        self._blocks.clear()
        self._asked.clear()
        self.endResetModel()

    def _append(self, ids: Sequence[int]) -> None:
        n_known = len(self._ids)
        if len(ids) > n_known:
            self.beginInsertRows(NO_PARENT, n_known, len(ids) - 1)
            self._ids = ids
            # The last block was incomplete.
            self._blocks.pop(n_known // BLOCK_ROWS, None)
            self.endInsertRows()

    def _ask_for(self, block_number: int) -> None:
        if block_number in self._asked:
            return
        self._asked.add(block_number)
        generation, ids = self._rows_generation, self._ids_of(block_number)
        self._fetch_rows(ids, lambda rows: self._take_rows(generation, block_number, len(ids), rows))

    def _ids_of(self, block_number: int) -> Sequence[int]:
        first = block_number * BLOCK_ROWS
        return self._ids[first : first + BLOCK_ROWS]

    def _take_rows(self, generation: int, block_number: int, n_asked: int, rows: Sequence[Row]) -> None:
        if generation != self._rows_generation or not isValid(self):
            return
        self._asked.discard(block_number)
        if n_asked != len(self._ids_of(block_number)):
            # The block grew meanwhile.
            self._ask_for(block_number)
            return
        self._blocks[block_number] = rows
        while len(self._blocks) > KEPT_BLOCKS:
            self._blocks.popitem(last=False)
        first = block_number * BLOCK_ROWS
        last = min(first + len(rows), len(self._ids)) - 1
        if last >= first:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))
        self._read_more()
