"""A table with what belongs around it: how many rows, and a line to find a word in it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.tables import RowsModel, TableView
from fairdesk.gui.widgets.labels import PlainLabel


class TablePanel(QWidget):
    """A table view and its find line, which opens on the platform's find shortcut and closes on Escape."""

    def __init__(self, model: RowsModel, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        self.view = TableView(accessible_name, self)
        self.view.setModel(model)
        self.view.find_requested.connect(self.open_find)
        self._find_line = QWidget(self)
        line = QHBoxLayout(self._find_line)
        line.setContentsMargins(0, 0, 0, 0)
        self.find_edit = QLineEdit(self._find_line)
        self.find_edit.setPlaceholderText(self.tr("Find in this table"))
        self.find_edit.setAccessibleName(self.tr("Find in this table"))
        self.find_edit.textEdited.connect(self._on_find_edited)
        self.find_edit.returnPressed.connect(self.find_next)
        self.next_button = QPushButton(self.tr("Next"), self._find_line)
        self.next_button.setAccessibleName(self.tr("Next place"))
        self.next_button.clicked.connect(self.find_next)
        self.found_label = PlainLabel()
        for widget in (self.find_edit, self.next_button, self.found_label):
            line.addWidget(widget)
        self._find_line.hide()
        layout.addWidget(self._find_line)
        layout.addWidget(self.view, 1)

    def open_find(self) -> None:
        """Show the find line and put the cursor into it."""
        self._find_line.show()
        self.find_edit.setFocus()
        self.find_edit.selectAll()

    def find_next(self) -> None:
        """Go to the next row below the current one that holds the words; from the end on to the top."""
        current = self.view.currentIndex().row()
        self._go_to_match(current + 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._find_line.isVisible():
            self._find_line.hide()
            self.view.setFocus()
        else:
            super().keyPressEvent(event)

    def _on_find_edited(self) -> None:
        self._go_to_match(max(self.view.currentIndex().row(), 0))

    def _go_to_match(self, first_row: int) -> None:
        words = self.find_edit.text()
        matches = self._matches(words) if words else []
        if not matches:
            self.found_label.setText(self.tr("not found") if words else "")
            return
        index = next((match for match in matches if match.row() >= first_row), matches[0])
        self.view.setCurrentIndex(index)
        self.view.selectRow(index.row())
        self.view.scrollTo(index)
        place = matches.index(index) + 1
        self.found_label.setText(self.tr("{place} of {count}").format(place=place, count=len(matches)))

    def _matches(self, words: str) -> list[QModelIndex]:
        """The first cell of each row that holds the words, whatever their case."""
        model = self.view.model()
        wanted = words.casefold()
        found = []
        for row in range(model.rowCount()):
            for column in range(model.columnCount()):
                index = model.index(row, column)
                if wanted in str(model.data(index, Qt.ItemDataRole.DisplayRole)).casefold():
                    found.append(index)
                    break
        return found
