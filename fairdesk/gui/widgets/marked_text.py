"""Texts to read in which some words are marked, by weight, underline and colour together."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QPalette, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QTextEdit, QWidget

from fairdesk.gui.widgets.foreign_text import made_visible

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
        self._doubtful: tuple[Stretch, ...] = ()

    def show_marked(self, text: str, stretches: Sequence[Stretch], doubtful: Sequence[Stretch] = ()) -> None:
        """Show a text with some stretches marked; they do not overlap.

        Of a text longer than ``LONGEST_SHOWN`` the beginning is shown; the caller says so.

        Args:
            stretches: Bold, underlined and coloured.
            doubtful: On a ground of their own with a dashed line, for words that somebody has to look at.
        """
        self._text = text[:LONGEST_SHOWN]
        self._stretches = tuple(sorted((start, end) for start, end in stretches if start < LONGEST_SHOWN))
        self._doubtful = tuple(sorted((start, end) for start, end in doubtful if start < LONGEST_SHOWN))
        self._write()

    def chosen_stretch(self) -> Stretch:
        """The selected words, counted as Python counts; both ends are the same when nothing is selected."""
        cursor = self.textCursor()
        return self._offset(cursor.selectionStart()), self._offset(cursor.selectionEnd())

    def choose(self, stretch: Stretch) -> None:
        """Select words and bring them into the middle of what is seen."""
        cursor = self.textCursor()
        cursor.setPosition(self._place(stretch[0]))
        cursor.setPosition(self._place(min(stretch[1], len(self._text))), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.cursorRect().center().y() - self.viewport().height() // 2)

    def _offset(self, place: int) -> int:
        """Which character stands at a place of Qt's document, which counts units of UTF-16 and a line end as one."""
        at = 0
        for offset, character in enumerate(self._text):
            if at >= place:
                return offset
            at += _units(self._text, offset, character)
        return len(self._text)

    def _place(self, offset: int) -> int:
        return sum(_units(self._text, number, character) for number, character in enumerate(self._text[:offset]))

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
        doubtful = QTextCharFormat()
        doubtful.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
        doubtful.setBackground(self.palette().color(QPalette.ColorRole.AlternateBase))
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        read_to = 0
        looks = [(*stretch, marked) for stretch in self._stretches]
        looks += [(*stretch, doubtful) for stretch in self._doubtful]
        # Written piece by piece: Qt counts UTF-16 units where the offsets count characters.
        for start, end, look in sorted(looks, key=lambda one: one[:2]):
            if start < read_to:
                continue
            cursor.insertText(made_visible(self._text[read_to:start]), plain)
            cursor.insertText(made_visible(self._text[start:end]), look)
            read_to = end
        cursor.insertText(made_visible(self._text[read_to:]), plain)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)


def _units(text: str, offset: int, character: str) -> int:
    """How many places a character takes in Qt's document; of a carriage return and line feed only one is kept."""
    if character == "\r" and text[offset + 1 : offset + 2] == "\n":
        return 0
    # What would hide or turn text is written out.
    return len(made_visible(character).encode("utf-16-le", "surrogatepass")) // 2
