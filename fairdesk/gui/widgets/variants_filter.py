"""Which variants the list shows: by cue, variant, review, and what was left alone; always said above the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.design_words import REVIEWS, said
from fairdesk.gui.widgets.fields import CheckBox
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel

if TYPE_CHECKING:
    from fairdesk.audit.variants import VariantsWanted

FIELD_CHARACTERS = 23


class VariantsFilter(QWidget):
    """Filters look, they never change a variant. ``changed`` is emitted when others are to be shown."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cue_box, self.variant_box, self.state_box = ChoiceBox(), ChoiceBox(), ChoiceBox()
        self.left_check = CheckBox(self.tr("Only with something left alone"))
        self.sample_check = CheckBox(self.tr("Only the random sample"))
        self.reset_button = QPushButton(self.tr("Show all variants"))
        self.words_label = PlainLabel().wrapping()
        self._checks = (self.left_check, self.sample_check)
        self._boxes = (self.cue_box, self.variant_box, self.state_box)
        self._names = (self.tr("cue"), self.tr("variant"), self.tr("review"))
        self.state_box.addItem(self.tr("all"), "")
        for state, words in REVIEWS.items():
            self.state_box.addItem(said(words), state)
        self._fields: list[QWidget] = []
        self._n_columns = 0
        self._grid = QGridLayout()
        self._lay_out()
        for box in self._boxes:
            box.activated.connect(self._on_chosen)
        for check in self._checks:
            check.toggled.connect(self._on_chosen)
        self.reset_button.clicked.connect(self.reset)
        self._is_resetting = False

    def offer(self, cues: Sequence[tuple[str, str]], labels: Sequence[str]) -> None:
        """Offer cues (words and id) and labels of variants; what is chosen stays chosen while it is there."""
        _fill(self.cue_box, [(self.tr("all"), ""), *cues])
        _fill(self.variant_box, [(self.tr("all"), ""), *((label, label) for label in labels)])

    def wanted(self) -> VariantsWanted:
        """What is to be shown."""
        from fairdesk.audit.variants import VariantsWanted

        return VariantsWanted(
            label=self.variant_box.currentData() or "",
            cue_id=self.cue_box.currentData() or "",
            state=self.state_box.currentData() or "",
            only_left=self.left_check.isChecked(),
            only_sample=self.sample_check.isChecked(),
        )

    def depends_on_reviews(self) -> bool:
        """Whether a decision takes a variant out of what is shown."""
        return bool(self.state_box.currentData())

    def show_sample(self) -> None:
        """Show the variants of the random sample that nobody looked at yet."""
        self._set(only_sample=True, state="not reviewed")

    def show_whole_sample(self) -> None:
        """Show every variant of the random sample."""
        self._set(only_sample=True, state="")

    def reset(self) -> None:
        """Show all variants."""
        self._set(only_sample=False, state="")

    def show_count(self, n_shown: int, n_all: int) -> None:
        """Say what is shown."""
        number = QLocale().toString
        parts = [
            f"{name} = {box.currentText()}"
            for name, box in zip(self._names, self._boxes, strict=True)
            if box.currentData()
        ]
        parts += [check.text().lower() for check in self._checks if check.isChecked()]
        counts = self.tr("{shown} of {all} variants").format(shown=number(n_shown), all=number(max(n_shown, n_all)))
        self.words_label.setText(f"{counts}: {', '.join(parts)}" if parts else counts)
        self.reset_button.setVisible(bool(parts))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * FIELD_CHARACTERS, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    def _set(self, *, only_sample: bool, state: str) -> None:
        self._is_resetting = True
        for box in self._boxes:
            box.setCurrentIndex(0)
        self.state_box.setCurrentIndex(self.state_box.findData(state))
        self.left_check.setChecked(False)
        self.sample_check.setChecked(only_sample)
        self._is_resetting = False
        self.changed.emit()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        texts = (self.tr("Cue"), self.tr("Variant"), self.tr("Review"))
        for title, box in zip(texts, self._boxes, strict=True):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(12)
            text = FieldText(label=title, help=self.tr("Filters the variants."))
            label = PlainLabel(title)
            label.setBuddy(box)
            describe(box, text)
            field = QWidget()
            column = QVBoxLayout(field)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(2)
            column.addWidget(label)
            column.addWidget(box)
            self._fields.append(field)
        checks = QHBoxLayout()
        for check in self._checks:
            checks.addWidget(check)
        checks.addStretch(1)
        layout.addLayout(self._grid)
        layout.addLayout(checks)
        line = QHBoxLayout()
        line.addWidget(self.words_label, 1)
        line.addWidget(self.reset_button)
        layout.addLayout(line)
        self._arrange()

    def _arrange(self) -> None:
        """As many fields side by side as there is room for."""
        one = self.fontMetrics().averageCharWidth() * FIELD_CHARACTERS
        n_columns = max(1, min(len(self._fields), self.width() // max(one, 1)))
        if n_columns == self._n_columns:
            return
        self._n_columns = n_columns
        for number, field in enumerate(self._fields):
            self._grid.removeWidget(field)
            self._grid.addWidget(field, number // n_columns, number % n_columns)

    def _on_chosen(self) -> None:
        if not self._is_resetting:
            self.changed.emit()


def _fill(box: QComboBox, items: Sequence[tuple[str, str]]) -> None:
    before = box.currentData()
    if [(box.itemText(number), box.itemData(number)) for number in range(box.count())] != list(items):
        box.clear()
        for words, value in items:
            box.addItem(words, value)
        box.setCurrentIndex(max(0, box.findData(before)))
