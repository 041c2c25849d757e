"""How many of the chosen combinations are run, and by which rule they were chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QLineEdit, QWidget

from fairdesk.domain.design import Design
from fairdesk.gui.plan_edits import PlanEdits
from fairdesk.gui.widgets.fields import CountBox, TextArea
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel

MOST_ORDER = 8


class CoveringForm(Form):
    """Covering design, highest order, prioritisation rule and who agreed to it."""

    def __init__(self, edits: PlanEdits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edits = edits
        self._is_filling = False
        self.covering_box = ChoiceBox()
        self.covering_label = PlainLabel().wrapping()
        self.covering_label.setAccessibleName(self.tr("What the choice can and cannot show"))
        self.order_box = CountBox()
        self.order_box.setRange(1, MOST_ORDER)
        self.rule_area = TextArea(3)
        self.agreed_edit = QLineEdit()
        self.agreed_edit.setMaxLength(1_000)
        for strength, words in (
            (0, self.tr("the combinations that are chosen in the grid")),
            (2, self.tr("a pairwise covering design: every pair of levels occurs")),
            (3, self.tr("a three-way covering design: every triple of levels occurs")),
        ):
            self.covering_box.addItem(words, strength)
        self.add_field(FieldText(label=self.tr("What is run")), self.covering_box)
        self.add_widget(self.covering_label)
        self.add_field(
            FieldText(
                label=self.tr("Highest order that is decided cell by cell"),
                help=self.tr("Cells of more attributes are counted, not listed."),
            ),
            self.order_box,
        )
        self.add_field(
            FieldText(
                label=self.tr("Rule by which the cells were chosen"),
                help=self.tr("For example: highest stakes first, then earlier evidence. Printed in the report."),
            ),
            self.rule_area,
        )
        self.add_field(
            FieldText(label=self.tr("Who agreed to the rule"), help=self.tr("Names or bodies, affected groups too.")),
            self.agreed_edit,
        )
        self.covering_box.activated.connect(
            lambda: self._change(self.tr("what is run"), covering_strength=int(self.covering_box.currentData()))
        )
        self.order_box.valueChanged.connect(lambda value: self._change(self.tr("highest order"), highest_order=value))
        self.rule_area.textChanged.connect(
            lambda: self._change(self.tr("rule of choice"), prioritisation=self.rule_area.words())
        )
        self.agreed_edit.textEdited.connect(
            lambda text: self._change(self.tr("who agreed to the rule"), prioritisation_agreed_by=text)
        )

    def show_design(self, design: Design) -> None:
        """Show what stands in a design."""
        self._is_filling = True
        self.covering_box.setCurrentIndex(max(0, self.covering_box.findData(design.covering_strength)))
        self.order_box.show_value(design.highest_order)
        self.rule_area.show_text(design.prioritisation)
        if self.agreed_edit.text() != design.prioritisation_agreed_by:
            self.agreed_edit.setText(design.prioritisation_agreed_by)
        self._is_filling = False

    def show_covering(self, sentences: Sequence[str]) -> None:
        """What the design that is run can and cannot estimate, as computed last."""
        self.covering_label.setText(
            "\n".join(sentences)
            or self.tr(
                "Every chosen combination is a variant of every file: its own effect and, beside its single cues, the "
                "interaction of two can be estimated."
            )
        )

    def _change(self, words: str, **values: Any) -> None:
        if not self._is_filling:
            self._edits.change(words, **values)
