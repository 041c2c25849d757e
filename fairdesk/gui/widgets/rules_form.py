"""The decision rules of a plan: level, families, stopping rule, margins, and what sample sizes are computed from."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairdesk.domain.design import Assumptions, Design, Margin
from fairdesk.domain.plan_words import STOPPING_RULES
from fairdesk.domain.questions import Question
from fairdesk.gui.plan_edits import PlanEdits
from fairdesk.gui.widgets.fields import NumberBox, TextArea
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.side_by_side import kept_narrow

MOST_POINTS = 10_000.0


class AssumptionsForm(Form):
    """What the sizes of samples are computed from, before anything was measured."""

    def __init__(self, edits: PlanEdits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edits = edits
        self._assumptions = Assumptions()
        self._is_filling = False
        self.discordance_box = self._share(0.0, 1.0)
        self.one_way_box = self._share(0.5, 1.0)
        self.power_box = self._share(0.5, 0.99)
        self.sd_box, self.smallest_box = self._points(), self._points()
        self.icc_box = self._share(0.0, 1.0)
        self.add_widget(PlainLabel(self.tr("What the sizes are computed from"), TextStyle.HEADING))
        self.smallest_box.setSpecialValueText(self.tr("not chosen"))
        self.reason_area = TextArea(2)
        for name, text, box in self._fields():
            self.add_field(text, box)
            box.valueChanged.connect(partial(self._on_number, name, text.label))
        self.add_field(FieldText(label=self.tr("Why this is the smallest effect that matters")), self.reason_area)
        self.reason_area.textChanged.connect(
            lambda: self._change(
                self.tr("reason of the smallest effect"), smallest_effect_reason=self.reason_area.words()
            )
        )

    def show_assumptions(self, assumptions: Assumptions) -> None:
        """Show what stands in the design."""
        self._assumptions = assumptions
        self._is_filling = True
        self.discordance_box.show_value(assumptions.discordance)
        self.one_way_box.show_value(assumptions.share_one_way)
        self.power_box.show_value(assumptions.power)
        self.sd_box.show_value(assumptions.sd_points)
        self.icc_box.show_value(assumptions.stimulus_icc)
        self.smallest_box.show_value(assumptions.smallest_effect or 0.0)
        self.reason_area.show_text(assumptions.smallest_effect_reason)
        self._is_filling = False

    def _fields(self) -> tuple[tuple[str, FieldText, NumberBox], ...]:
        return (
            (
                "discordance",
                FieldText(
                    label=self.tr("Share of files whose answer changes at all"),
                    help=self.tr("From a pilot or an earlier audit; 0.13 in the worked example."),
                ),
                self.discordance_box,
            ),
            (
                "share_one_way",
                FieldText(
                    label=self.tr("Share of the changed files that move one way"),
                    help=self.tr("0.5: as many up as down. 0.65 in the worked example."),
                ),
                self.one_way_box,
            ),
            ("power", FieldText(label=self.tr("Wanted chance to find an effect that is there")), self.power_box),
            (
                "sd_points",
                FieldText(label=self.tr("Standard deviation of a file's change, in points")),
                self.sd_box,
            ),
            (
                "stimulus_icc",
                FieldText(
                    label=self.tr("Share of the variation that goes with the word drawn"),
                    help=self.tr("Files that carry the same name are alike by this much; it makes samples larger."),
                ),
                self.icc_box,
            ),
            (
                "smallest_effect",
                FieldText(
                    label=self.tr("Smallest mean change that matters, in points"),
                    help=self.tr("Sample sizes of means are computed for it."),
                ),
                self.smallest_box,
            ),
        )

    def _share(self, least: float, most: float) -> NumberBox:
        box = NumberBox()
        box.setRange(least, most)
        box.setDecimals(3)
        box.setSingleStep(0.01)
        return box

    def _points(self) -> NumberBox:
        box = NumberBox()
        box.setRange(0.0, MOST_POINTS)
        box.setDecimals(3)
        box.setSingleStep(0.05)
        return box

    def _on_number(self, name: str, label: str, value: float) -> None:
        number: float | None = round(value, 4)
        if name == "smallest_effect" and not value:
            number = None
        self._change(label[0].lower() + label[1:], **{name: number})

    def _change(self, words: str, **values: Any) -> None:
        if not self._is_filling:
            self._assumptions = replace(self._assumptions, **values)
            self._edits.change(words, assumptions=self._assumptions)


class MarginForm(Form):
    """How large a change of one question may be without mattering."""

    def __init__(self, edits: PlanEdits, question: Question, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edits = edits
        self._question = question
        self._is_filling = False
        self.points_box = NumberBox()
        self.points_box.setRange(0.0, MOST_POINTS)
        self.points_box.setDecimals(3)
        self.points_box.setSingleStep(0.05)
        self.points_box.setSpecialValueText(self.tr("no margin"))
        self.reason_area = TextArea(2)
        name = question.title or question.question_id
        unit = question.unit or self.tr("points")
        self.add_field(
            FieldText(label=self.tr("Margin for “{question}”, in {unit}").format(question=name, unit=unit)),
            self.points_box,
        )
        self.add_field(
            FieldText(label=self.tr("Why this margin, for “{question}”").format(question=name)), self.reason_area
        )
        self.points_box.valueChanged.connect(self._on_edited)
        self.reason_area.textChanged.connect(self._on_edited)

    def show_margin(self, margin: Margin | None) -> None:
        """Show the margin; None shows that there is none."""
        self._is_filling = True
        self.points_box.show_value(margin.points if margin is not None else 0.0)
        if margin is not None or not self.reason_area.hasFocus():
            self.reason_area.show_text(margin.reason if margin is not None else "")
        self._is_filling = False

    def _on_edited(self) -> None:
        design = self._edits.design
        if self._is_filling or design is None:
            return
        mine = self._question.question_id
        margins = tuple(one for one in design.margins if one.question_id != mine)
        points = round(self.points_box.value(), 4)
        if points > 0:
            margins += (Margin(question_id=mine, points=points, reason=self.reason_area.words()),)
        self._edits.change(self.tr("margin of “{question}”").format(question=mine), margins=margins)


class RulesForm(QWidget):
    """Level, families, stopping rule and margins."""

    def __init__(self, edits: PlanEdits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edits = edits
        self._is_filling = False
        self._questions: tuple[tuple[str, str, str], ...] = ()
        self.margin_forms: dict[str, MarginForm] = {}
        self._margin_rows: list[QWidget] = []
        self.alpha_box = NumberBox()
        self.alpha_box.setRange(0.001, 0.2)
        self.alpha_box.setDecimals(3)
        self.alpha_box.setSingleStep(0.005)
        self.families_label = PlainLabel().wrapping()
        self.families_label.setAccessibleName(self.tr("Families of tests"))
        self.stopping_box = ChoiceBox()
        for rule, words in STOPPING_RULES.items():
            self.stopping_box.addItem(words, rule)
        self.stopping_area = TextArea(2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(PlainLabel(self.tr("Rules of decision"), TextStyle.HEADING))
        form = Form()
        form.add_field(
            FieldText(
                label=self.tr("Level of every family of tests"),
                help=self.tr("0.05: one family in twenty finds something where nothing is."),
            ),
            self.alpha_box,
        )
        form.add_widget(self.families_label)
        form.add_field(FieldText(label=self.tr("Stopping rule")), self.stopping_box)
        form.add_field(FieldText(label=self.tr("Why this stopping rule")), self.stopping_area)
        layout.addWidget(kept_narrow(form))
        layout.addWidget(PlainLabel(self.tr("Margins: differences that do not matter"), TextStyle.HEADING))
        layout.addWidget(
            PlainLabel(
                self.tr("Declared in advance, a margin lets the report say that two versions do not differ by more.")
            ).wrapping()
        )
        self._margins = QVBoxLayout()
        layout.addLayout(self._margins)
        self.alpha_box.valueChanged.connect(lambda value: self._change(self.tr("level"), alpha=round(value, 4)))
        self.stopping_box.activated.connect(
            lambda: self._change(self.tr("stopping rule"), stopping_rule=str(self.stopping_box.currentData()))
        )
        self.stopping_area.textChanged.connect(
            lambda: self._change(self.tr("reason of the stopping rule"), stopping_reason=self.stopping_area.words())
        )

    def show_design(self, design: Design) -> None:
        """Show the rules of a design."""
        self._is_filling = True
        self.alpha_box.show_value(design.alpha)
        self.stopping_box.setCurrentIndex(max(0, self.stopping_box.findData(design.stopping_rule)))
        self.stopping_area.show_text(design.stopping_reason)
        self._is_filling = False
        names = tuple((one.question_id, one.title, one.unit) for one in design.questions)
        if names != self._questions:
            self._questions = names
            self._make_margins(design)
        held = {one.question_id: one for one in design.margins}
        for question_id, form in self.margin_forms.items():
            form.show_margin(held.get(question_id))

    def show_families(self, n_confirmatory: int, n_interactions: int) -> None:
        """Which tests share a level, from the numbers of the plan."""
        self.families_label.setText(
            self.tr(
                "Families of every system. Confirmatory, sharing one level (Holm): tests of the primary question, {n}. "
                "A family of their own (Holm): interactions, {m}. All others are exploratory (Benjamini-Hochberg)."
            ).format(n=n_confirmatory, m=n_interactions)
        )

    def _make_margins(self, design: Design) -> None:
        for row in self._margin_rows:
            self._margins.removeWidget(row)
            row.deleteLater()
        self.margin_forms = {one.question_id: MarginForm(self._edits, one) for one in design.questions}
        self._margin_rows = [kept_narrow(form) for form in self.margin_forms.values()]
        for row in self._margin_rows:
            self._margins.addWidget(row)

    def _change(self, words: str, **values: Any) -> None:
        if not self._is_filling:
            self._edits.change(words, **values)
