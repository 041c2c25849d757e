"""Headings with words below them, to read, select and copy; takes the keyboard focus and scrolls by itself."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QTextEdit, QWidget


class WordsView(QTextEdit):
    """Shows texts letter by letter, whatever they look like; each paragraph runs in its own direction."""

    def __init__(self, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(accessible_name)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        # Without the flag for the keyboard a text that cannot be edited could not be scrolled by keys.
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDefaultTextOption(option)

    def show_parts(self, parts: Sequence[tuple[str, str]]) -> None:
        """Show pairs of heading and words from their beginning."""
        self.clear()
        cursor = QTextCursor(self.document())
        strong, plain = QTextCharFormat(), QTextCharFormat()
        strong.setFontWeight(QFont.Weight.Bold)
        plain.setFontWeight(QFont.Weight.Normal)
        spaced, close = QTextBlockFormat(), QTextBlockFormat()
        spaced.setTopMargin(self.fontMetrics().height() / 2)
        for number, (heading, words) in enumerate(parts):
            if number:
                cursor.insertBlock(spaced)
            cursor.insertText(heading, strong)
            for line in words.split("\n"):
                cursor.insertBlock(close)
                cursor.insertText(line, plain)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 48, self.fontMetrics().height() * 16)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 16, self.fontMetrics().height() * 6)
