"""All variants of one case side by side, with only the differing words marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.marked_text import MarkedText, Stretch

if TYPE_CHECKING:
    from fairdesk.audit.cases import ComparedVariant

COLUMN_CHARACTERS = 38
TEXT_LINES = 16


class VariantsView(QScrollArea):
    """One column per variant, the original first; they scroll together."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Variants side by side"))
        self.texts: list[MarkedText] = []
        self._content = QWidget()
        self._row = QHBoxLayout(self._content)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(12)
        self.setWidget(self._content)

    def show_variants(self, compared: Sequence[ComparedVariant]) -> None:
        """Show the variants of another case."""
        while self._row.count():
            old = self._row.takeAt(0)
            widget = old.widget() if old is not None else None
            if widget is not None:
                widget.deleteLater()
        self.texts = []
        in_original = sorted(
            {
                (change.original_start, change.original_start + len(change.original_words))
                for one in compared
                for change in one.changes
            }
        )
        for number, one in enumerate(compared):
            marks = in_original if number == 0 else _stretches(one)
            self._row.addWidget(self._column(one, marks, is_original=number == 0))
        self._follow_font()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._follow_font()

    def _column(self, one: ComparedVariant, marks: Sequence[Stretch], is_original: bool) -> QWidget:
        column = QWidget()
        layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(PlainLabel(one.variant.label, TextStyle.STRONG))
        layout.addWidget(PlainLabel(one.description).wrapping())
        count = (
            self.tr("{n} places that a variant changes").format(n=len(marks))
            if is_original
            else self.tr("{n} places differ from the original").format(n=len(marks))
        )
        layout.addStretch(1)
        layout.addWidget(PlainLabel(count))
        text = MarkedText(self.tr("Variant {label}").format(label=one.variant.label))
        text.setAccessibleDescription(
            "; ".join(
                self.tr("{new} instead of {old}").format(new=change.variant_words, old=change.original_words)
                for change in one.changes
            )
            or count
        )
        text.show_marked(one.variant.text, marks)
        text.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        layout.addWidget(text)
        self.texts.append(text)
        return column

    def _follow_font(self) -> None:
        width = self.fontMetrics().averageCharWidth() * COLUMN_CHARACTERS
        height = self.fontMetrics().lineSpacing() * TEXT_LINES
        for text in self.texts:
            text.setMinimumWidth(width)
            text.setFixedHeight(height)
        self._content.adjustSize()
        bar = self.horizontalScrollBar().sizeHint().height()
        self.setMinimumHeight(self._content.sizeHint().height() + bar + 4)

    def _on_scrolled(self, value: int) -> None:
        for text in self.texts:
            text.verticalScrollBar().setValue(value)


def _stretches(one: ComparedVariant) -> list[Stretch]:
    return [(change.variant_start, change.variant_start + len(change.variant_words)) for change in one.changes]
