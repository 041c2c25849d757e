"""The lowest and the highest value that an answer can have."""

from __future__ import annotations

import math

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.forms import FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel

CHARACTERS = 8


class ScaleEdit(QWidget):
    """Two numbers; ``decided`` carries both, or none when both fields are empty. Half a scale is a problem."""

    decided = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._told: tuple[float, ...] = ()
        self.low_edit = QLineEdit()
        self.high_edit = QLineEdit()
        self.note = FieldNote()
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        for label, edit in (
            (self.tr("from"), self.low_edit),
            (self.tr("to"), self.high_edit),
        ):
            words = PlainLabel(label)
            words.setBuddy(edit)
            edit.editingFinished.connect(self._on_edited)
            edit.setMinimumWidth(edit.fontMetrics().averageCharWidth() * CHARACTERS)
            row.addWidget(words)
            row.addWidget(edit, 1)
        row.addStretch(2)
        describe(self.low_edit, FieldText(label=self.tr("Lowest value of the scale")))
        describe(self.high_edit, FieldText(label=self.tr("Highest value of the scale")))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.note)

    def show_scale(self, scale: tuple[float, ...]) -> None:
        """Show a scale; what is being typed is left alone."""
        if self.low_edit.hasFocus() or self.high_edit.hasFocus() or scale == self._told:
            return
        self._told = scale
        ends = (f"{end:g}" for end in scale) if len(scale) == 2 else ("", "")
        for edit, text in zip((self.low_edit, self.high_edit), ends, strict=True):
            edit.setText(text)

    def _on_edited(self) -> None:
        texts = (self.low_edit.text().strip(), self.high_edit.text().strip())
        if not any(texts):
            self._tell(())
            return
        if not all(texts):
            # The other field may still be typed into.
            self.note.show_problem("")
            return
        low, high = (_number(text) for text in texts)
        if low is None or high is None:
            self.note.show_problem(self.tr("A scale goes from one number to another."), self.tr("For example 1 to 5."))
        elif low >= high:
            self.note.show_problem(self.tr("The lowest value must be below the highest."))
        else:
            self._tell((low, high))

    def _tell(self, scale: tuple[float, ...]) -> None:
        self.note.show_problem("")
        if scale != self._told:
            self._told = scale
            self.decided.emit(scale)


def _number(text: str) -> float | None:
    """A number with the locale's decimal sign or with a point."""
    value, is_right = QLocale().toDouble(text)
    if not is_right:
        value, is_right = QLocale.c().toDouble(text)
    return value if is_right and math.isfinite(value) else None
