"""Tables of nouns: a model from columns, a view that copies and searches, and an export that spreadsheets can trust."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from PySide6.QtCore import QAbstractTableModel, QEvent, QLocale, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from fairdesk.audit.preferences import TableLook
from fairdesk.gui.widgets.labels import plain_tip

if TYPE_CHECKING:
    from fairdesk.gui.remembered import Remembered

Row = Any
"""Any noun; a table's columns know which."""

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole

SHOWN_CHARACTERS = 300
"""A cell shows the beginning of a long text; a copy takes it whole."""

TIP_CHARACTERS = 2_000

NARROWEST = 24
"""Pixels of the narrowest column."""

NO_PARENT = QModelIndex()


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a table.

    Attributes:
        text: What the cell shows.
        sort_key: The native value to sort by; None (no value) stands last in both directions. Without it the text.
        exact: The value to copy, at full precision; without it the text. None copies as an empty cell.
        tooltip: Explains the cell; without it a long text is shown whole.
        align: Numbers go to the end of the cell.
    """

    title: str
    text: Callable[[Row], str]
    sort_key: Callable[[Row], Any] | None = None
    exact: Callable[[Row], str | int | float | None] | None = None
    tooltip: Callable[[Row], str] | None = None
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeading


def copied_column(title: str, exact: Callable[[Row], str | int | float | None]) -> Column:
    """A column that is copied and exported and not shown."""
    return Column(title=title, text=lambda row: "" if (value := exact(row)) is None else str(value), exact=exact)


def cell_data(column: Column, row: Row, role: int) -> Any:
    """What a cell answers to a role of Qt; the same for tables in memory and over the store."""
    if role == ItemRole.DisplayRole:
        return shortened(column.text(row), SHOWN_CHARACTERS)
    if role == ItemRole.ToolTipRole:
        tip = column.tooltip(row) if column.tooltip is not None else column.text(row)
        # Answers are hostile: a tip that looks like markup must be shown as it is. Markup also lets long tips wrap.
        return plain_tip(shortened(tip, TIP_CHARACTERS)) or None
    if role == ItemRole.TextAlignmentRole:
        return column.align | Qt.AlignmentFlag.AlignVCenter
    if role == ItemRole.AccessibleTextRole:
        return f"{column.title}: {shortened(column.text(row), SHOWN_CHARACTERS)}"
    return None


def shortened(text: str, limit: int) -> str:
    """One line of at most ``limit`` characters; an ellipsis shows that there is more."""
    line = " ".join(text[: limit + 1].split())
    return line if len(text) <= limit else line[:limit].rstrip() + "…"


@runtime_checkable
class RowSource(Protocol):
    """What a table view needs of a model to copy rows."""

    columns: tuple[Column, ...]

    def give_rows(self, numbers: Sequence[int], arrived: Callable[[Sequence[Row]], None]) -> None:
        """Call ``arrived`` with the nouns of some rows, at once or when they were read."""


class RowsModel(QAbstractTableModel):
    """A table of nouns that are all in memory; up to some ten thousand."""

    def __init__(self, columns: Sequence[Column], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._rows: list[Row] = []
        self._sorted_by: tuple[int, Qt.SortOrder] | None = None

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows, in the order in which the table is sorted now."""
        self.beginResetModel()
        self._rows = list(rows)
        self._arrange()
        self.endResetModel()

    def row(self, index: Index | int) -> Row:
        """The noun of a row."""
        return self._rows[index if isinstance(index, int) else index.row()]

    def give_rows(self, numbers: Sequence[int], arrived: Callable[[Sequence[Row]], None]) -> None:
        """See ``RowSource``; at once."""
        arrived([self._rows[number] for number in numbers])

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        return cell_data(self.columns[index.column()], self._rows[index.row()], role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole) -> Any:
        return header_data(self.columns, section, orientation, role)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        moved = [(index, self._rows[index.row()]) for index in before]
        self._sorted_by = (column, order) if 0 <= column < len(self.columns) else None
        self._arrange()
        places = {id(row): place for place, row in enumerate(self._rows)}
        after = [self.index(places[id(row)], index.column()) for index, row in moved]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def _arrange(self) -> None:
        if self._sorted_by is None:
            return
        number, order = self._sorted_by
        column = self.columns[number]
        key = column.sort_key or (lambda row: column.text(row).casefold())
        present = [row for row in self._rows if key(row) is not None]
        absent = [row for row in self._rows if key(row) is None]
        present.sort(key=key, reverse=order == Qt.SortOrder.DescendingOrder)
        self._rows = present + absent


def header_data(columns: Sequence[Column], section: int, orientation: Qt.Orientation, role: int) -> Any:
    """Titles above, numbers of rows at the side."""
    if orientation == Qt.Orientation.Vertical:
        return section + 1 if role == ItemRole.DisplayRole else None
    if not 0 <= section < len(columns):
        return None
    if role in (ItemRole.DisplayRole, ItemRole.ToolTipRole, ItemRole.AccessibleTextRole):
        return columns[section].title
    if role == ItemRole.TextAlignmentRole:
        return columns[section].align | Qt.AlignmentFlag.AlignVCenter
    return None


def copied_text(columns: Sequence[Column], rows: Sequence[Row], locale: QLocale) -> str:
    """Rows as tab-separated text with headings: one value per cell, full precision, the locale's decimal sign."""
    lines = ["\t".join(column.title for column in columns)]
    lines += ["\t".join(_one_line(_copied(column, row, locale)) for column in columns) for row in rows]
    return "\n".join(lines)


def _copied(column: Column, row: Row, locale: QLocale) -> str:
    value = column.text(row) if column.exact is None else column.exact(row)
    if value is None:
        return ""
    if isinstance(value, float):
        # repr is the shortest text that reads back as the same number; only its decimal sign is the locale's.
        return repr(value).replace(".", locale.decimalPoint())
    return str(value)


def _one_line(text: str) -> str:
    return " ".join(text.replace("\t", " ").splitlines())


class TableView(QTableView):
    """A table that copies with its headings, sorts by native values and keeps its rows at one height.

    ``find_requested`` is emitted on the platform's find shortcut, ``row_chosen`` on Return or a double click.
    """

    find_requested = Signal()
    row_chosen = Signal(QModelIndex)

    def __init__(self, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line_height = self.fontMetrics().height()
        self._remembered: Remembered | None = None
        self._name = ""
        # True while widths are set by the program and not by the user.
        self._is_fitting = False
        self.setAccessibleName(accessible_name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        # Tab leaves the table; the arrow keys move inside it.
        self.setTabKeyNavigation(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        # Qt's own least width grows with the text and would widen narrow columns for ever.
        self.horizontalHeader().setMinimumSectionSize(NARROWEST)
        self.horizontalHeader().setHighlightSections(False)
        self.doubleClicked.connect(self.row_chosen)
        self._fit_rows()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selection()
        elif event.matches(QKeySequence.StandardKey.Find):
            self.find_requested.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.row_chosen.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_rows()
            self._scale_columns()

    def selectRow(self, row: int) -> None:
        """Choose a row. Qt's own way looks for a column under the far edge and finds none in a mirrored table."""
        self.setCurrentIndex(self.model().index(row, 0))

    def chosen_rows(self, most: int) -> list[int]:
        """Numbers of the first chosen rows, sorted; read from ranges, because a million rows can be chosen."""
        selection = self.selectionModel().selection()
        stretches = sorted((one.top(), one.bottom()) for one in (selection.at(n) for n in range(selection.count())))
        rows = dict.fromkeys(row for first, last in stretches for row in range(first, min(last, first + most) + 1))
        return list(rows)[:most]

    def copy_selection(self) -> None:
        """Put the selected rows on the clipboard, with headings; nothing selected copies nothing."""
        model = self.model()
        numbers = sorted(index.row() for index in self.selectionModel().selectedRows())
        if not numbers or not isinstance(model, RowSource):
            return
        columns, locale = model.columns, self.locale()
        model.give_rows(numbers, lambda rows: QGuiApplication.clipboard().setText(copied_text(columns, rows, locale)))

    def fit_columns(self, widest: int = 360) -> None:
        """Give every column the width of its contents and title, up to ``widest`` pixels at 100 % text.

        Columns that the user arranged get the width that they had.
        """
        self._is_fitting = True
        self.resizeColumnsToContents()
        line = self.fontMetrics().height()
        limit = widest * line // 16
        look = self._look()
        last = self.model().columnCount() - 1
        for section in range(last + 1):
            # What is left of the table belongs to the last column and is no wish of its contents.
            wished = self._contents_width(section) if section == last else self.columnWidth(section)
            width = min(wished + 12, limit)
            is_arranged = look is not None and len(look.widths) == last
            if look is not None and is_arranged and section < len(look.widths):
                width = round(look.widths[section] * line)
            self.setColumnWidth(section, width)
        self._is_fitting = False

    def _contents_width(self, section: int) -> int:
        return max(self.sizeHintForColumn(section), self.horizontalHeader().sectionSizeHint(section))

    def remember_as(self, name: str, remembered: Remembered) -> None:
        """Keep under this name how the user arranges the table, and arrange it so now; call it when it has a model."""
        self._name, self._remembered = name, remembered
        header = self.horizontalHeader()
        look = self._look()
        if look is not None and look.sorted_by is not None and self.isSortingEnabled():
            order = Qt.SortOrder.DescendingOrder if look.descending else Qt.SortOrder.AscendingOrder
            self.sortByColumn(look.sorted_by, order)
        header.sectionResized.connect(self._on_section_resized)
        header.sortIndicatorChanged.connect(self._on_arranged)

    def _look(self) -> TableLook | None:
        return self._remembered.table_look(self._name) if self._remembered is not None else None

    def _on_section_resized(self, section: int) -> None:
        # The last column takes what is left and is resized with the window.
        if section < self.horizontalHeader().count() - 1:
            self._on_arranged()

    def _on_arranged(self) -> None:
        if self._is_fitting or self._remembered is None or not self.isVisible():
            return
        header, line = self.horizontalHeader(), self.fontMetrics().height()
        is_sorted = self.isSortingEnabled() and header.sortIndicatorSection() < header.count()
        self._remembered.set_table_look(
            self._name,
            TableLook(
                widths=tuple(round(header.sectionSize(section) / line, 2) for section in range(header.count() - 1)),
                sorted_by=header.sortIndicatorSection() if is_sorted else None,
                descending=header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder,
            ),
        )

    def _scale_columns(self) -> None:
        """Columns grow and shrink with the text, also those whose width the user set."""
        line = self.fontMetrics().height()
        before, self._line_height = self._line_height, line
        if line != before and self.model() is not None:
            # The last one takes what is left.
            self._is_fitting = True
            for section in range(self.model().columnCount() - 1):
                self.setColumnWidth(section, self.columnWidth(section) * line // before)
            self._is_fitting = False

    def _fit_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 10)
