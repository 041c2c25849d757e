"""Texts to read in which some words are marked, by weight, underline and colour together."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QPalette, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QTextEdit, QWidget

Stretch = tuple[int, int]
"""First and one past the last character, counted as Python counts."""


LONGEST_SHOWN = 5_000
"""Characters of one text; laying out six times as many takes a sixth of a second."""


class MarkedText(QTextEdit):
    """A read-only text; each paragraph runs in its own direction. Tab goes on to the next control."""

    def __init__(self, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(accessible_name)
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._text = ""
        self._stretches: tuple[Stretch, ...] = ()

    def show_marked(self, text: str, stretches: Sequence[Stretch]) -> None:
        """Show a text with some stretches marked; they are sorted and do not overlap.

        Of a text longer than ``LONGEST_SHOWN`` the beginning is shown; the caller says so.
        """
        self._text = text[:LONGEST_SHOWN]
        self._stretches = tuple((start, end) for start, end in stretches if start < LONGEST_SHOWN)
        self._write()

    def shown_part(self, text: str) -> str:
        """A sentence when only the beginning of a text is shown, else nothing."""
        if len(text) <= LONGEST_SHOWN:
            return ""
        shown, whole = self.locale().toString(LONGEST_SHOWN), self.locale().toString(len(text))
        return self.tr("The first {shown} of {whole} characters are shown.").format(shown=shown, whole=whole)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._write()

    def _write(self) -> None:
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.clear()
        self.document().setDefaultTextOption(option)
        plain, marked = QTextCharFormat(), QTextCharFormat()
        marked.setFontWeight(QFont.Weight.Bold)
        marked.setFontUnderline(True)
        marked.setForeground(self.palette().color(QPalette.ColorRole.Link))
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        read_to = 0
        # Written piece by piece: Qt counts UTF-16 units where the offsets count characters.
        for start, end in self._stretches:
            cursor.insertText(self._text[read_to:start], plain)
            cursor.insertText(self._text[start:end], marked)
            read_to = end
        cursor.insertText(self._text[read_to:], plain)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)
