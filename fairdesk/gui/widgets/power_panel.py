"""What the planned files can find out: a row for every target and test, and the sentence of the chosen one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.short_table import ShortTable

if TYPE_CHECKING:
    from fairdesk.audit.power_rows import DesignPower, PowerRow


class PowerPanel(QWidget):
    """Numbers come from the worker; while newer ones are awaited it says so."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[PowerRow, ...] = ()
        self._chosen = ""
        self._is_filling = False
        self.model = RowsModel(self._columns(), self)
        self.table = ShortTable(self.model, self.tr("What the planned files can find out"), most_rows=8)
        self.late_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.sentence_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.sentence_label.setAccessibleName(self.tr("The chosen row in words"))
        self.notes_label = PlainLabel().wrapping()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for widget in (self.late_label, self.table, self.sentence_label, self.notes_label):
            layout.addWidget(widget)
        self.late_label.hide()
        self.table.view.selectionModel().currentRowChanged.connect(lambda current, _: self._on_chosen(current.row()))

    def show_power(self, power: DesignPower) -> None:
        """Show the numbers of the state that stands in the form."""
        self.late_label.hide()
        # What somebody decided on stands before what is only on offer.
        rows = tuple(sorted(power.rows, key=lambda row: row.is_offered))
        if rows != self._rows:
            is_first = not self._rows
            self._rows = rows
            ids = [row.row_id for row in rows]
            if self._chosen not in ids:
                self._chosen = next(iter(ids), "")
            self._is_filling = True
            self.model.set_rows(rows)
            if self._chosen:
                place = next(n for n in range(len(ids)) if self.model.row(n).row_id == self._chosen)
                self.table.view.selectRow(place)
            self._is_filling = False
            if is_first:
                self.table.view.fit_columns(260)
        self.notes_label.setText("\n".join(power.notes))
        self._show_sentence()

    def show_late(self, words: str) -> None:
        """Say why the numbers are not those of the form."""
        self.late_label.setText(words)
        self.late_label.setVisible(bool(words))

    def _columns(self) -> tuple[Column, ...]:
        end = Qt.AlignmentFlag.AlignTrailing
        return (
            Column(title=self.tr("Target or test"), text=lambda row: row.what),
            Column(title=self.tr("Smallest effect found"), text=lambda row: row.smallest_words or self.tr("none")),
            Column(
                title=self.tr("Files planned"),
                text=lambda row: f"{row.n_planned:,}",
                sort_key=lambda row: row.n_planned,
                align=end,
            ),
            Column(
                title=self.tr("Files needed"),
                text=lambda row: self.tr("not known") if row.n_stays is None else f"{row.n_stays:,}",
                sort_key=lambda row: row.n_stays,
                exact=lambda row: row.n_stays,
                align=end,
            ),
            Column(
                title=self.tr("Chance to find it"),
                text=lambda row: self.tr("not known") if row.chance is None else f"{row.chance:.2f}",
                sort_key=lambda row: row.chance,
                exact=lambda row: row.chance,
                align=end,
            ),
            Column(title=self.tr("In words"), text=lambda row: row.sentence),
        )

    def _on_chosen(self, row: int) -> None:
        if not self._is_filling and 0 <= row < self.model.rowCount():
            self._chosen = self.model.row(row).row_id
            self._show_sentence()

    def _show_sentence(self) -> None:
        row = next((one for one in self._rows if one.row_id == self._chosen), None)
        self.sentence_label.setText(f"{row.what}: {row.sentence}" if row is not None else "")
        self.sentence_label.setVisible(row is not None)
