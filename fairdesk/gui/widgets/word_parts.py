"""Headings with words below them as labels of the page: as high as they are, without a frame or a scroll bar."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

LINE_SPACE, PART_SPACE = 2, 10
"""Pixels above words, and above the next heading."""


class WordParts(QWidget):
    """Shows texts as they are; each line of words is a paragraph with room around it."""

    def __init__(self, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(accessible_name)
        self._parts: tuple[tuple[str, str], ...] = ()
        self._labels: list[PlainLabel] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)

    def show_parts(self, parts: Sequence[tuple[str, str]]) -> None:
        """Show pairs of heading and words; the same as before changes nothing."""
        if self._parts == tuple(parts):
            return
        self._parts = tuple(parts)
        while (item := self._layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._labels = []
        for number, (heading, words) in enumerate(self._parts):
            if number:
                self._layout.addSpacing(PART_SPACE)
            self._add(PlainLabel(heading, TextStyle.STRONG).wrapping())
            for line in words.split("\n"):
                self._layout.addSpacing(LINE_SPACE)
                self._add(PlainLabel(line).wrapping())
        self.updateGeometry()

    def text(self) -> str:
        """All words, a line each, parts apart."""
        return "\n\n".join(f"{heading}\n{words}" for heading, words in self._parts)

    def _add(self, label: PlainLabel) -> None:
        self._labels.append(label)
        self._layout.addWidget(label)
