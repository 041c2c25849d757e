"""All variants of one case side by side, with only the differing words marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from fairdesk.gui.counted import counted
from fairdesk.gui.tables import shortened
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.marked_text import MarkedText, Stretch

if TYPE_CHECKING:
    from fairdesk.audit.cases import ComparedVariant

COLUMN_CHARACTERS = 38
TEXT_LINES = 14
SHOWN_CHARACTERS = 90


class VariantsView(QScrollArea):
    """One column per variant, the original first; they scroll together."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Variants side by side"))
        self.texts: list[MarkedText] = []
        self._labels: list[PlainLabel] = []
        self._show_content()

    def show_variants(self, compared: Sequence[ComparedVariant]) -> None:
        """Show the variants of another case."""
        self._show_content()
        self.texts, self._labels = [], []
        in_original = sorted(
            {
                (change.original_start, change.original_start + len(change.original_words))
                for one in compared
                for change in one.changes
            }
        )
        for number, one in enumerate(compared):
            marks = in_original if number == 0 else _stretches(one)
            self._add_column(number, one, marks)
        self._follow_font()
        for text in self.texts:
            text.verticalScrollBar().setValue(0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            # The labels hear of it after their parent.
            QTimer.singleShot(0, self, self._follow_font)

    def _show_content(self) -> None:
        content = QWidget()
        self._grid = QGridLayout(content)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self.setWidget(content)
        # A scroll area that is seen already does not show what it is given.
        content.show()

    def _add_column(self, number: int, one: ComparedVariant, marks: Sequence[Stretch]) -> None:
        count = (
            counted(len(marks), self.tr("1 place that a variant changes"), self.tr("{n} places that a variant changes"))
            if number == 0
            else counted(
                len(marks), self.tr("1 place differs from the original"), self.tr("{n} places differ from the original")
            )
        )
        text = MarkedText(self.tr("Variant {label}").format(label=one.variant.label))
        text.setAccessibleDescription(self._changed_words(one) or count)
        text.show_marked(one.variant.text, marks)
        count = f"{count}. {text.shown_part(one.variant.text)}".removesuffix(". ")
        text.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        labels = (
            PlainLabel(one.variant.label, TextStyle.STRONG).wrapping(),
            PlainLabel(one.description).wrapping(),
            PlainLabel(count).wrapping(),
            PlainLabel(self._changed_words(one)).wrapping(),
        )
        for row, widget in enumerate((*labels[:3], text, labels[3])):
            self._grid.addWidget(widget, row, number, Qt.AlignmentFlag.AlignTop)
            # At once: what is hidden has no size in the grid.
            widget.show()
        self._grid.setColumnStretch(number + 1, 1)
        self._grid.setColumnStretch(number, 0)
        self.texts.append(text)
        self._labels += labels

    def _changed_words(self, one: ComparedVariant) -> str:
        """Each pair of words once, in the order of the text."""
        pairs = dict.fromkeys((change.variant_words, change.original_words) for change in one.changes)
        return "\n".join(
            self.tr("“{new}” instead of “{old}”").format(
                new=shortened(new, SHOWN_CHARACTERS), old=shortened(old, SHOWN_CHARACTERS)
            )
            for new, old in pairs
        )

    def _follow_font(self) -> None:
        """Fixed widths and the heights that follow from them; the view is as high as its tallest column."""
        width = self.fontMetrics().averageCharWidth() * COLUMN_CHARACTERS
        for text in self.texts:
            text.setFixedSize(width, self.fontMetrics().lineSpacing() * TEXT_LINES)
        for label in self._labels:
            # A label never asks for less than it was held to before.
            label.setMinimumSize(0, 0)
            label.setFixedSize(width, max(0, label.heightForWidth(width)))
        self._grid.invalidate()
        self.setFixedHeight(self._grid.sizeHint().height() + self.horizontalScrollBar().sizeHint().height() + 4)

    def _on_scrolled(self, value: int) -> None:
        for text in self.texts:
            text.verticalScrollBar().setValue(value)


def _stretches(one: ComparedVariant) -> list[Stretch]:
    return [(change.variant_start, change.variant_start + len(change.variant_words)) for change in one.changes]
