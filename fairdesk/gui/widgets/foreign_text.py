"""Text that a model or server wrote: whole, in any script, with nothing hidden in it and one part marked."""

from __future__ import annotations

import re
import unicodedata

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

SHOWN_CHARACTERS = 50_000
"""A longer text is cut here, and the caller says so."""

KEPT = "\n\t\u200c\u200d\u200e\u200f\u061c"
"""Line feed and tab, and what Persian, Arabic, Hindi and emoji need to be written right."""

_SUSPECTS = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u0600-\u0605\u06dd\u180e\u200b-\u206f\ufeff\ufff0-\ufffb"
    r"\ud800-\udfff\ue000-\uf8ff\U000e0000-\U000e01ef]"
)


def made_visible(text: str) -> str:
    r"""Everything that would hide, turn or steer text is written out; line ends become line feeds.

    Example:
        >>> made_visible("4\u202e5\r\n")
        '4<U+202E>5\n'
    """
    return _SUSPECTS.sub(_written_out, text.replace("\r\n", "\n"))


def _written_out(found: re.Match[str]) -> str:
    character = found.group()
    hides = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return f"<U+{ord(character):04X}>" if hides and character not in KEPT else character


class ForeignText(QPlainTextEdit):
    """Read-only; each paragraph runs in its own direction, long words break, Tab leaves it."""

    def __init__(self, accessible_name: str, n_lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._n_lines = n_lines
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName(accessible_name)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDefaultTextOption(option)

    def show_text(self, text: str, span: tuple[int, ...] = ()) -> None:
        """Show a text and mark the part from ``span[0]`` to ``span[1]``; without a span nothing is marked."""
        shown = text[:SHOWN_CHARACTERS]
        self.setPlainText(made_visible(shown))
        self.setExtraSelections([])
        if len(span) == 2 and span[0] < span[1] <= len(shown):
            self._mark(_place(shown[: span[0]]), _place(shown[: span[1]]))

    def marked_text(self) -> str:
        """The part that is marked, or nothing."""
        return "".join(selection.cursor.selectedText() for selection in self.extraSelections())

    def _mark(self, start: int, end: int) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        # Underlined as well: no colour carries meaning alone.
        look = QTextCharFormat()
        look.setBackground(self.palette().highlight())
        look.setForeground(self.palette().highlightedText())
        look.setFontUnderline(True)
        marked = QTextEdit.ExtraSelection()
        marked.cursor = cursor
        marked.format = look
        self.setExtraSelections([marked])
        place = QTextCursor(self.document())
        place.setPosition(start)
        self.setTextCursor(place)
        self.ensureCursorVisible()

    def minimumSizeHint(self) -> QSize:
        margins = 2 * (self.frameWidth() + int(self.document().documentMargin()))
        return QSize(120, self.fontMetrics().lineSpacing() * self._n_lines + margins)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()


def _place(before: str) -> int:
    """Where a place in the text stands in Qt's document, which counts in units of UTF-16."""
    return len(made_visible(before).encode("utf-16-le", "surrogatepass")) // 2
