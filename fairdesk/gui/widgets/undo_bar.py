"""Undo and redo of one page's form; the buttons say what they will do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from fairdesk.gui.page_context import PageContext


class UndoBar(QWidget):
    """Reaches only into its own page. Inside a text field the platform's undo goes letter by letter first.

    Args:
        page: The page whose shortcuts it takes.
    """

    def __init__(self, context: PageContext, page_id: str, page: QWidget) -> None:
        super().__init__(page)
        self._saver = context.details
        self._page_id = page_id
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self.undo_button = QPushButton()
        self.redo_button = QPushButton()
        self.undo_button.clicked.connect(self._on_undo_requested)
        self.redo_button.clicked.connect(self._on_redo_requested)
        row.addWidget(self.undo_button)
        row.addWidget(self.redo_button)
        row.addStretch(1)
        for keys, slot in (
            (QKeySequence.StandardKey.Undo, self._on_undo_requested),
            (QKeySequence.StandardKey.Redo, self._on_redo_requested),
        ):
            shortcut = QShortcut(QKeySequence(keys), page)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)
        self._saver.changed.connect(self._show_words)
        self._show_words()

    def _show_words(self) -> None:
        undo, redo = self._saver.undo_words(self._page_id), self._saver.redo_words(self._page_id)
        self.undo_button.setText(self.tr("Undo: {what}").format(what=undo) if undo else self.tr("Undo"))
        self.redo_button.setText(self.tr("Redo: {what}").format(what=redo) if redo else self.tr("Redo"))
        self.undo_button.setEnabled(bool(undo))
        self.redo_button.setEnabled(bool(redo))

    def _on_undo_requested(self) -> None:
        self._saver.undo(self._page_id)

    def _on_redo_requested(self) -> None:
        self._saver.redo(self._page_id)
