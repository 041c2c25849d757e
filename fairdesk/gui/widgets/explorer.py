"""A table to look around in: facets above it, the filter in words, and everything of the chosen row beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSplitter, QVBoxLayout, QWidget

from fairdesk.domain.plain_tables import PlainTable
from fairdesk.gui.table_export import plain_rows
from fairdesk.gui.tables import Column, Index, ItemRole, Row, RowsModel, copied_text
from fairdesk.gui.widgets.facet_bar import Facet, FacetBar
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.table_panel import TablePanel
from fairdesk.gui.widgets.words_view import WordsView

SIDE_BY_SIDE_CHARACTERS = 110
"""From this width on the words stand beside the table, else below it."""

SHOWN_ROWS = 14
FEWEST_ROWS = 8

WIDEST_COLUMN = 160
"""At 100 % text; holds a value with its interval. What is longer stands whole in the words beside the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explored:
    """What is explored.

    Attributes:
        name: Of the table, for assistive technology.
        columns: What the table shows.
        copied_columns: What a copy holds in addition: one value per cell, at full precision.
        described: Everything of one row, as headings with words.
        is_missing: True for rows without a number; they are set in italics beside their words.
        evidence_columns: Titles of the columns whose numbers lead to their evidence; the first does for a whole row.
    """

    name: str
    columns: tuple[Column, ...]
    copied_columns: tuple[Column, ...]
    facets: tuple[Facet, ...]
    described: Callable[[Row], Sequence[tuple[str, str]]]
    is_missing: Callable[[Row], bool]
    evidence_columns: tuple[str, ...] = ()


class ExploredModel(RowsModel):
    """Rows in memory; those without a number look different. Sorted by no column, they stand as they were given."""

    def __init__(self, columns: Sequence[Column], explored: Explored, parent: QWidget | None = None) -> None:
        super().__init__(columns, parent)
        self._given: list[Row] = []
        self._is_missing = explored.is_missing
        self._leading_titles = explored.evidence_columns

    def set_rows(self, rows: Sequence[Row]) -> None:
        self._given = list(rows)
        super().set_rows(rows)

    def _arrange(self) -> None:
        if self._sorted_by is None:
            self._rows = list(self._given)
        else:
            super()._arrange()

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> Any:
        if role == ItemRole.FontRole:
            return self._font(index) if index.isValid() else None
        return super().data(index, role)

    def leads_on(self, index: Index) -> bool:
        """Whether the number of a cell leads to its evidence."""
        return index.isValid() and self.columns[index.column()].title in self._leading_titles

    def _font(self, index: Index) -> QFont | None:
        is_missing, leads_on = self._is_missing(self.row(index)), self.leads_on(index)
        if not is_missing and not leads_on:
            return None
        font = QFont()
        font.setItalic(is_missing)
        font.setUnderline(leads_on)
        return font


class Explorer(QWidget):
    """Facets, filter line, table and words; ``row_changed`` carries the chosen row or None."""

    row_changed = Signal(object)
    evidence_requested = Signal(object, str)
    """The row whose evidence is wanted, and the title of the column with the number."""

    export_requested = Signal()
    """The rows shown are wanted as a file; see ``plain_table``."""

    def __init__(self, explored: Explored, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explored = explored
        self._was_fitted = self._was_split = False
        self.facets = FacetBar(explored.facets, self)
        self.facets.chosen.connect(self._show_rows)
        self.filter_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.filter_label.setAccessibleName(self.tr("Which rows are shown"))
        filter_column = Column(
            title=self.tr("Rows shown"), text=lambda _row: "", exact=lambda _row: self.filter_label.text()
        )
        columns = (*explored.columns, *explored.copied_columns, filter_column)
        self.model = ExploredModel(columns, explored, self)
        self.table = TablePanel(self.model, explored.name, self)
        header = self.table.view.horizontalHeader()
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        self.table.view.setSortingEnabled(True)
        for number in range(len(explored.columns), len(columns)):
            self.table.view.setColumnHidden(number, True)
        self.words_view = WordsView(self.tr("The chosen row, in words"), self)
        self.copy_button = QPushButton(self.tr("Copy the rows shown"))
        self.copy_button.setToolTip(
            f"<p>{self.tr('With headings, the filter, and every number at full precision; one value per cell.')}</p>"
        )
        self.copy_button.clicked.connect(self.copy_shown)
        self.export_button = QPushButton(self.tr("Export the rows shown…"))
        self.export_button.setToolTip(f"<p>{self.tr('As CSV, XLSX or JSON, with the filter in the file.')}</p>")
        self.export_button.clicked.connect(self.export_requested)
        self.evidence_button = QPushButton(self.tr("Evidence of the chosen row"))
        tip = self.tr(
            "How its number came, the rows behind it and the raw answers. A click on an underlined number or the "
            "Enter key does the same."
        )
        self.evidence_button.setToolTip(f"<p>{tip}</p>")
        self.evidence_button.clicked.connect(self._on_evidence_clicked)
        self.splitter = QSplitter(self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.table)
        self.splitter.addWidget(self.words_view)
        self.splitter.setStretchFactor(0, 2)
        self.splitter.setStretchFactor(1, 1)
        self._lay_out()
        self.table.view.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.table.view.clicked.connect(self._on_cell_clicked)
        self.table.view.row_chosen.connect(self._on_evidence_clicked)

    def set_facets(self, facets: Sequence[Facet]) -> None:
        """Offer other ways to group rows; call ``set_rows`` next."""
        self.facets.set_facets(facets)

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Explore other rows; facets and the chosen row are kept where they still exist."""
        self.facets.set_rows(rows)
        self._show_rows()

    def chosen(self) -> Row | None:
        """The row that is described, or None."""
        index = self.table.view.currentIndex()
        return self.model.row(index) if index.isValid() else None

    def copy_shown(self) -> None:
        """Put all rows that are shown on the clipboard, in their order."""
        rows = [self.model.row(number) for number in range(self.model.rowCount())]
        QGuiApplication.clipboard().setText(copied_text(self.model.columns, rows, self.table.view.locale()))

    def plain_table(self, remarks: Sequence[str]) -> PlainTable:
        """All rows that are shown, as they leave the window; ``remarks`` are to be read with every number."""
        columns = self.model.columns[:-1]  # the last one is the filter, which each format writes in its own place
        rows = [self.model.row(number) for number in range(self.model.rowCount())]
        return PlainTable(
            title=self._explored.name,
            columns=tuple(column.title for column in columns),
            rows=plain_rows(columns, rows),
            shown=self.filter_label.text(),
            remarks=tuple(remarks),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.facets)
        layout.addWidget(self.filter_label)
        buttons = (self.copy_button, self.export_button)
        layout.addWidget(ButtonRow((self.evidence_button, *buttons) if self._explored.evidence_columns else buttons))
        layout.addWidget(self.splitter, 1)

    def _fit(self) -> None:
        metrics = self.fontMetrics()
        is_wide = self.width() >= metrics.averageCharWidth() * SIDE_BY_SIDE_CHARACTERS
        orientation = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if orientation != self.splitter.orientation() or not self._was_split:
            self._was_split = True
            self.splitter.setOrientation(orientation)
            self.splitter.setSizes([2400, 1000] if is_wide else [1000, 1000])
        most = SHOWN_ROWS if is_wide else FEWEST_ROWS
        n_rows = min(most, max(FEWEST_ROWS, self.model.rowCount() + 2))
        self.table.setMinimumHeight((metrics.height() + 10) * n_rows)
        self.words_view.setMinimumHeight(metrics.height() * SHOWN_ROWS // 2)

    def _show_rows(self) -> None:
        chosen = self.chosen()
        rows = self.facets.shown()
        self.model.set_rows(rows)
        self.filter_label.setText(self.facets.words())
        self.copy_button.setEnabled(bool(rows))
        self.export_button.setEnabled(bool(rows))
        self.evidence_button.setEnabled(bool(rows))
        if rows and not self._was_fitted:
            self._was_fitted = True
            self.table.view.fit_columns(WIDEST_COLUMN)
        self._fit()
        shown = [self.model.row(number) for number in range(self.model.rowCount())]
        if shown:
            # Not selectRow: it needs a header that has been laid out.
            self.table.view.setCurrentIndex(self.model.index(shown.index(chosen) if chosen in shown else 0, 0))
        else:
            self._describe(None)

    def _on_current_changed(self, current: Index) -> None:
        self._describe(self.model.row(current) if current.isValid() else None)

    def _on_cell_clicked(self, index: Index) -> None:
        if self.model.leads_on(index):
            self.evidence_requested.emit(self.model.row(index), self.model.columns[index.column()].title)

    def _on_evidence_clicked(self) -> None:
        row, index = self.chosen(), self.table.view.currentIndex()
        if self.model.leads_on(index):
            self._on_cell_clicked(index)
        elif row is not None and self._explored.evidence_columns:
            self.evidence_requested.emit(row, self._explored.evidence_columns[0])

    def _describe(self, row: Row | None) -> None:
        if row is None:
            self.words_view.show_parts(((self.tr("Nothing is chosen"), self.tr("Choose a row of the table.")),))
        else:
            self.words_view.show_parts(self._explored.described(row))
        self.row_changed.emit(row)
