"""The columns of a file: what each is used for, which can be changed, and what stands in it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from fairdesk.domain.records import ColumnPreview, ColumnUse
from fairdesk.gui.import_words import KINDS, NAMED, USES, foreign_column, number, quoted, said
from fairdesk.gui.tables import Column, Row, RowsModel, TableView
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel

MOST_COLUMNS = 100
"""Columns that are shown; a file with more says so."""

SHOWN_ROWS = 8
USE_PLACE, NAME_PLACE = 1, 2
NAME_CHARACTERS = 18

SINGLE = tuple(use for use, _ in USES if use not in (ColumnUse.ATTRIBUTE, ColumnUse.ARM, ColumnUse.IGNORED))
"""Uses that one column of a file has at most."""


class ColumnsModel(RowsModel):
    """Columns as rows; others of the same file take their places without the controls in them being made anew."""

    def renew_rows(self, rows: Sequence[Row]) -> None:
        """Show other facts of the same columns."""
        self._rows = list(rows)
        self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self.columns) - 1))


class ColumnsView(TableView):
    """Rows are high enough for the controls that stand in them."""

    row_height = 0

    def _fit_rows(self) -> None:
        box = ChoiceBox()
        box.setFont(self.font())
        box.addItem("x")
        self.row_height = box.sizeHint().height() + 4
        self.verticalHeader().setDefaultSectionSize(self.row_height)


class ImportColumns(QWidget):
    """``changed`` carries what the user decided about columns: heading to ``field``, ``attribute.NAME`` and so on."""

    changed = Signal(dict)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._decided: dict[str, str] = {}
        self._headings: tuple[str, ...] = ()
        self.use_boxes: dict[str, ChoiceBox] = {}
        self.name_edits: dict[str, QLineEdit] = {}
        self._places: dict[str, int] = {}
        self.model = ColumnsModel(self._columns(), self)
        self.view = ColumnsView(self.tr("Columns of the file"))
        self.view.setModel(self.model)
        self.view.setAlternatingRowColors(False)
        self.count_label = PlainLabel().wrapping()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.count_label)
        layout.addWidget(self.view)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_height()

    def show_columns(self, columns: Sequence[ColumnPreview]) -> None:
        """Show the columns under the present layout."""
        shown = tuple(columns[:MOST_COLUMNS])
        headings = tuple(one.column for one in shown)
        is_new = headings != self._headings
        if is_new:
            self._headings = headings
            self.model.set_rows(shown)
            self._make_controls(shown)
        elif shown:
            self.model.renew_rows(shown)
        for one in shown:
            self._show_use(one)
        if is_new:
            self._fit_columns()
            self._fit_height()
        self.count_label.setText(
            self.tr("The first {shown} of {all} columns; those further on are read as they were recognised.").format(
                shown=number(len(shown)), all=number(len(columns))
            )
        )
        self.count_label.setVisible(len(columns) > len(shown))

    def decide(self, heading: str, field: str) -> None:
        """Use a column for something; another one that was decided for the same is not used any more."""
        use = field.partition(".")[0]
        for other, decided in self._decided.items():
            if other != heading and decided.partition(".")[0] == use and ColumnUse(_use_word(use)) in SINGLE:
                self._decided[other] = ColumnUse.IGNORED.value
        self._decided[heading] = field
        self.changed.emit(dict(self._decided))

    def forget(self) -> None:
        """Other columns come: nothing was decided about them."""
        self._decided = {}

    def _columns(self) -> tuple[Column, ...]:
        end = Qt.AlignmentFlag.AlignTrailing
        return (
            foreign_column(self.tr("Column"), lambda row: row.column),
            # Controls stand over these two; their words are there for copying and for assistive technology.
            Column(title=self.tr("Used as"), text=lambda row: said(dict(USES)[row.use])),
            foreign_column(self.tr("Name"), lambda row: row.name),
            Column(title=self.tr("Type"), text=lambda row: said(KINDS.get(row.kind, row.kind))),
            foreign_column(self.tr("Least"), lambda row: row.least),
            foreign_column(self.tr("Greatest"), lambda row: row.greatest),
            Column(
                title=self.tr("Empty"), text=lambda row: number(row.n_empty), exact=lambda row: row.n_empty, align=end
            ),
            Column(
                title=self.tr("Different"),
                text=lambda row: number(row.n_distinct),
                exact=lambda row: row.n_distinct,
                align=end,
            ),
            foreign_column(self.tr("Examples"), lambda row: " | ".join(row.examples)),
        )

    def _make_controls(self, shown: Sequence[ColumnPreview]) -> None:
        self.use_boxes, self.name_edits = {}, {}
        self._places = {one.column: place for place, one in enumerate(shown)}
        for place, one in enumerate(shown):
            box = ChoiceBox()
            for use, words in USES:
                box.addItem(said(words), use.value)
            describe(box, FieldText(label=self.tr("Use of the column {column}").format(column=quoted(one.column))))
            box.activated.connect(lambda _place, column=one.column: self._on_use_chosen(column))
            self.use_boxes[one.column] = box
            self.view.setIndexWidget(self.model.index(place, USE_PLACE), box)

    def _show_use(self, one: ColumnPreview) -> None:
        box = self.use_boxes[one.column]
        box.setCurrentIndex(box.findData(one.use.value))
        edit = self.name_edits.get(one.column)
        if one.use not in NAMED:
            # Where a name means nothing there is no field.
            if edit is not None:
                del self.name_edits[one.column]
                self.view.setIndexWidget(self.model.index(self._places[one.column], NAME_PLACE), None)  # type: ignore[arg-type]
            return
        if edit is None:
            edit = self.name_edits[one.column] = self._make_name_edit(one.column)
        if not edit.hasFocus():
            edit.setText(one.name)
            edit.setCursorPosition(0)

    def _make_name_edit(self, column: str) -> QLineEdit:
        edit = QLineEdit()
        describe(edit, FieldText(label=self.tr("Name of what {column} holds").format(column=quoted(column))))
        edit.editingFinished.connect(lambda: self._on_name_edited(column))
        self.view.setIndexWidget(self.model.index(self._places[column], NAME_PLACE), edit)
        return edit

    def _on_use_chosen(self, column: str) -> None:
        use = ColumnUse(self.use_boxes[column].currentData())
        self.decide(column, _field(use, column))

    def _on_name_edited(self, column: str) -> None:
        use = ColumnUse(self.use_boxes[column].currentData())
        edit = self.name_edits.get(column)
        if edit is None:
            return
        name = edit.text().strip()
        before = next((row.name for row in self._shown_rows() if row.column == column), "")
        if use in NAMED and name != before:
            self.decide(column, _field(use, column, name))

    def _shown_rows(self) -> list[ColumnPreview]:
        return [self.model.row(place) for place in range(self.model.rowCount())]

    def _fit_columns(self) -> None:
        self.view.fit_columns(widest=220)
        letter = self.fontMetrics().averageCharWidth()
        widest = max((box.sizeHint().width() for box in self.use_boxes.values()), default=0)
        self.view.setColumnWidth(USE_PLACE, widest + 8)
        self.view.setColumnWidth(NAME_PLACE, letter * NAME_CHARACTERS)

    def _fit_height(self) -> None:
        rows = min(max(self.model.rowCount(), 2), SHOWN_ROWS)
        header = self.view.horizontalHeader().sizeHint().height()
        bar = self.view.horizontalScrollBar().sizeHint().height()
        self.view.setFixedHeight(rows * self.view.row_height + header + bar + 4)


def _field(use: ColumnUse, column: str, name: str = "") -> str:
    # An equals sign divides column and field, so it cannot stand in a name.
    label = (name or column).replace("=", " ").strip()
    if use is ColumnUse.ARM:
        return f"variant.{label}"
    return f"{use.value}.{label}" if use in NAMED and label else use.value


def _use_word(use: str) -> str:
    return use if use in {one.value for one in ColumnUse} else ColumnUse.IGNORED.value
