"""Ctrl+K: go to a page or a project by typing a part of its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """Somewhere to go: ``key`` is what the dialog returns, ``words`` what it shows."""

    key: str
    words: str


class GoToDialog(QDialog):
    """A line to type in and the places that fit; Return goes to the marked one."""

    def __init__(self, destinations: Sequence[Destination], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Go to"))
        self._destinations = tuple(destinations)
        self.chosen_key = ""
        self.words_edit = QLineEdit(self)
        self.words_edit.setAccessibleName(self.tr("Part of the name of a page or project"))
        self.words_edit.setPlaceholderText(self.tr("Part of the name of a page or project"))
        self.words_edit.textChanged.connect(self._on_words_changed)
        self.words_edit.returnPressed.connect(self._on_chosen)
        self.words_edit.installEventFilter(self)
        self.places = QListWidget(self)
        self.places.setAccessibleName(self.tr("Places that fit"))
        self.places.itemActivated.connect(self._on_chosen)
        layout = QVBoxLayout(self)
        layout.addWidget(self.words_edit)
        layout.addWidget(self.places)
        width = self.fontMetrics().averageCharWidth() * 60
        self.resize(width, width * 2 // 3)
        self._on_words_changed("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down move the mark while the cursor stays in the line."""
        if (
            watched is self.words_edit
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)
        ):
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            row = self.places.currentRow() + step
            self.places.setCurrentRow(max(0, min(self.places.count() - 1, row)))
            return True
        return super().eventFilter(watched, event)

    def _on_words_changed(self, words: str) -> None:
        wanted = words.casefold().split()
        self.places.clear()
        for destination in self._destinations:
            if all(word in destination.words.casefold() for word in wanted):
                item = QListWidgetItem(destination.words, self.places)
                item.setData(Qt.ItemDataRole.UserRole, destination.key)
        self.places.setCurrentRow(0)

    def _on_chosen(self) -> None:
        item = self.places.currentItem()
        if item is not None:
            self.chosen_key = str(item.data(Qt.ItemDataRole.UserRole))
            self.accept()


def ask_where_to(destinations: Sequence[Destination], parent: QWidget) -> str | None:
    """The key of the place that was chosen, or None."""
    dialog = GoToDialog(destinations, parent)
    return dialog.chosen_key if dialog.exec() == QDialog.DialogCode.Accepted else None
