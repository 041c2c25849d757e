"""A random sample of variants that a person looks at, and how many of it were accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.widgets.fields import CountBox
from fairdesk.gui.widgets.flow_row import FlowRow
from fairdesk.gui.widgets.forms import FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel

if TYPE_CHECKING:
    from fairdesk.audit.variant_review import ReviewView

MOST = 100_000
LARGEST_SEED = 2**31 - 1


class SampleLine(QWidget):
    """``edited`` carries the name of the field and its value; ``review_requested`` asks to begin or to go on."""

    edited = Signal(str, int)
    review_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_filling = False
        self.number_box, self.seed_box = CountBox(), CountBox()
        self.number_box.setRange(1, MOST)
        self.seed_box.setRange(0, LARGEST_SEED)
        for box in (self.number_box, self.seed_box):
            box.setKeyboardTracking(False)
        self.review_button = QPushButton(self.tr("Review the random sample"))
        self.words_label = PlainLabel().wrapping()
        self.progress_bar = QProgressBar()
        self.progress_bar.setFormat(self.tr("%v of %m"))
        self.progress_bar.setAccessibleName(self.tr("Progress of the review"))
        fields = (
            (FieldText(label=self.tr("Random sample of"), help=self.tr("Variants, drawn at random.")), self.number_box),
            (FieldText(label=self.tr("with seed"), help=self.tr("The same seed draws the same.")), self.seed_box),
        )
        row = FlowRow(self)
        for text, box in fields:
            label = PlainLabel(text.label)
            label.setBuddy(box)
            describe(box, text)
            row.add(label, box)
        row.add(self.review_button)
        row.add(self.progress_bar)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(row)
        layout.addWidget(self.words_label)
        self.number_box.valueChanged.connect(lambda value: self._emit("n_reviewed", value))
        self.seed_box.valueChanged.connect(lambda value: self._emit("review_seed", value))
        self.review_button.clicked.connect(self.review_requested)

    def show_numbers(self, n_reviewed: int, seed: int) -> None:
        """Size and seed of the sample as the design has them."""
        self._is_filling = True
        self.number_box.show_value(n_reviewed)
        self.seed_box.show_value(seed)
        self._is_filling = False

    def show_review(self, view: ReviewView | None) -> None:
        """How far the review is, in words; None before variants were built."""
        self.review_button.setEnabled(view is not None)
        self.progress_bar.setVisible(view is not None)
        if view is None:
            self.words_label.setText(self.tr("The sample is drawn when the variants are built."))
            return
        self.words_label.setText(view.words)
        self.progress_bar.setRange(0, max(1, view.summary.n_sampled))
        self.progress_bar.setValue(view.n_reviewed)
        self.review_button.setText(
            self.tr("Review the random sample")
            if not view.n_reviewed
            else self.tr("Go on with the random sample")
            if view.n_reviewed < view.summary.n_sampled
            else self.tr("Look at the random sample again")
        )

    def _emit(self, name: str, value: int) -> None:
        if not self._is_filling:
            self.edited.emit(name, value)
