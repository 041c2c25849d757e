"""A table among other things on a page: as high as its rows, within bounds, whatever the text size."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from fairdesk.gui.tables import RowsModel
from fairdesk.gui.widgets.table_panel import TablePanel

FEWEST_ROWS = 2


class ShortTable(TablePanel):
    """Shows up to ``most_rows`` rows without scrolling."""

    def __init__(self, model: RowsModel, accessible_name: str, most_rows: int, parent: QWidget | None = None) -> None:
        super().__init__(model, accessible_name, parent)
        self._model = model
        self._most_rows = most_rows
        model.modelReset.connect(self._fit_height)
        self._fit_height()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_height()

    def _fit_height(self) -> None:
        n_rows = min(max(self._model.rowCount(), FEWEST_ROWS), self._most_rows)
        # The headings, and room for a scroll bar.
        self.view.setFixedHeight((self.fontMetrics().height() + 10) * (n_rows + 2))
