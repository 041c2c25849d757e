"""One target of a plan: what is demanded, of which variant, why, and the truth that must not be missed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairdesk.domain.design import PlannedTarget
from fairdesk.domain.plan_words import DISPARITIES, SHORTEST_REASON, TARGET_NAMES, is_justified, undecided_because
from fairdesk.domain.questions import Question
from fairdesk.gui.plan_edits import today
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.fields import CheckBox, NumberBox, TextArea
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.side_by_side import SideBySide

DIRECTIONS = ("at_least", "at_most")
NOT_CHOSEN = -0.001
"""The value below a share that a box shows as not chosen."""
NOT_SELECTED = -1.0
"""The same of a value of an answer."""


class TargetForm(QWidget):
    """``edited`` carries the target's id and the target as it is now."""

    edited = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._target: PlannedTarget | None = None
        self._who = ""
        self._questions: tuple[Question, ...] = ()
        self._is_filling = False
        self.label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.measure_box, self.question_box = ChoiceBox(), ChoiceBox()
        self.direction_box, self.cell_box = ChoiceBox(), ChoiceBox()
        self.threshold_box, self.truth_box, self.selected_box = NumberBox(), NumberBox(), NumberBox()
        self.reason_area = TextArea(3)
        self.adopt_check = CheckBox(self.tr("Adopt this target"))
        self.adopt_note = FieldNote()
        self.adopted_label = PlainLabel().wrapping()
        self.power_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.power_label.setAccessibleName(self.tr("What the planned files can show for this target"))
        self._lay_out()
        self._connect()

    def show_places(self, questions: Sequence[Question], cells: Sequence[tuple[tuple[str, ...], str]]) -> None:
        """Which questions and variants a target can be about; each cell with its words."""
        self._questions = tuple(questions)
        self._is_filling = True
        _fill(self.question_box, [("", self.tr("none"))] + [(one.question_id, one.title) for one in questions])
        _fill(self.cell_box, [((), self.tr("every cue and every intersection")), *cells])
        self._is_filling = False

    def show_target(self, planned: PlannedTarget, who: str) -> None:
        """Show a target; what is being typed stays."""
        is_other = self._target is None or self._target.target.target_id != planned.target.target_id
        self._target, self._who = planned, who
        target = planned.target
        self._is_filling = True
        for box, value in (
            (self.measure_box, target.measure),
            (self.question_box, target.question_id),
            (self.direction_box, target.direction),
            (self.cell_box, target.cell),
        ):
            _choose(box, value)
        self.threshold_box.show_value(target.threshold)
        self.truth_box.show_value(NOT_CHOSEN if planned.assumed_truth is None else planned.assumed_truth)
        self.selected_box.show_value(NOT_SELECTED if target.selected_from is None else target.selected_from)
        self.reason_area.show_text(target.justification)
        self.adopt_check.setChecked(planned.is_adopted)
        self._is_filling = False
        if is_other:
            self.adopt_note.show_problem("")
        self._show_adoption()

    def show_power(self, sentence: str) -> None:
        """What the planned files can show for it, as computed last."""
        self.power_label.setText(sentence)
        self.power_label.setVisible(bool(sentence))

    def _lay_out(self) -> None:
        for box, most in ((self.threshold_box, 1.0), (self.truth_box, 1.0)):
            box.setDecimals(3)
            box.setSingleStep(0.01)
            box.setRange(0.0, most)
        self.truth_box.setMinimum(NOT_CHOSEN)
        self.truth_box.setSpecialValueText(self.tr("not chosen"))
        self.selected_box.setDecimals(2)
        self.selected_box.setRange(NOT_SELECTED, 1000.0)
        self.selected_box.setSpecialValueText(self.tr("not chosen"))
        _fill(self.measure_box, list(TARGET_NAMES.items()))
        _fill(self.direction_box, [("at_least", self.tr("at least")), ("at_most", self.tr("at most"))])
        demand, reason = Form(), Form()
        demand.add_widget(self.label)
        demand.add_field(FieldText(label=self.tr("What is demanded")), self.measure_box)
        demand.add_field(FieldText(label=self.tr("At least or at most")), self.direction_box)
        demand.add_field(
            FieldText(label=self.tr("Threshold"), help=self.tr("A share from 0 to 1.")), self.threshold_box
        )
        demand.add_field(FieldText(label=self.tr("Question that it is about")), self.question_box)
        demand.add_field(
            FieldText(
                label=self.tr("Variant or intersection that it is about"),
                help=self.tr("A target about one variant comes before the one about all of them."),
            ),
            self.cell_box,
        )
        demand.add_field(
            FieldText(
                label=self.tr("True value that must not be missed"),
                help=self.tr("What the application may really do, for the size of the sample: 0.87 beside 0.90."),
            ),
            self.truth_box,
        )
        demand.add_field(
            FieldText(
                label=self.tr("A file counts as selected from the value"),
                help=self.tr("For a disparity: 4 means that ratings of 4 and 5 are selected."),
            ),
            self.selected_box,
        )
        reason.add_widget(self.power_label)
        reason.add_field(
            FieldText(
                label=self.tr("Why this threshold"),
                help=self.tr("A reason of your own: what follows for the people concerned, who agreed to it."),
            ),
            self.reason_area,
        )
        reason.add_widget(self.adopt_check)
        reason.add_widget(self.adopt_note)
        reason.add_widget(self.adopted_label)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(SideBySide(demand, reason))

    def _connect(self) -> None:
        self.threshold_box.valueChanged.connect(lambda value: self._edit(threshold=round(value, 3)))
        self.truth_box.valueChanged.connect(
            lambda value: self._plan(assumed_truth=None if value < 0 else round(value, 3))
        )
        self.selected_box.valueChanged.connect(
            lambda value: self._edit(selected_from=None if value <= NOT_SELECTED else round(value, 2))
        )
        self.measure_box.activated.connect(lambda: self._edit(measure=self.measure_box.currentData()))
        self.question_box.activated.connect(lambda: self._edit(question_id=self.question_box.currentData()))
        self.direction_box.activated.connect(lambda: self._edit(direction=self.direction_box.currentData()))
        self.cell_box.activated.connect(lambda: self._edit(cell=tuple(self.cell_box.currentData())))
        self.reason_area.textChanged.connect(self._on_reason)
        self.adopt_check.clicked.connect(self._on_adopt)

    def _edit(self, **values: Any) -> None:
        if not self._is_filling and self._target is not None:
            self._tell(replace(self._target, target=replace(self._target.target, **values)))

    def _plan(self, **values: Any) -> None:
        if not self._is_filling and self._target is not None:
            self._tell(replace(self._target, **values))

    def _tell(self, changed: PlannedTarget) -> None:
        if changed != self._target:
            self._target = changed
            self._show_adoption()
            self.edited.emit(changed.target.target_id, changed)

    def _on_reason(self) -> None:
        if self._is_filling or self._target is None:
            return
        words = self.reason_area.words()
        target = replace(self._target.target, justification=words)
        if self._target.is_adopted and not is_justified(words):
            # A target without a reason is not adopted, also when the reason is taken away afterwards.
            self._tell(replace(self._target, target=target, is_adopted=False, adopted_by="", adopted_on=""))
            self._say_why_not()
            return
        if is_justified(words):
            self.adopt_note.show_problem("")
        self._tell(replace(self._target, target=target))

    def _on_adopt(self, is_wanted: bool) -> None:
        if self._target is None:
            return
        if not is_wanted:
            self.adopt_note.show_problem("")
            self._tell(replace(self._target, is_adopted=False, adopted_by="", adopted_on=""))
        elif not is_justified(self._target.target.justification) or not self._who:
            self.adopt_check.setChecked(False)
            self._say_why_not()
        else:
            self.adopt_note.show_problem("")
            self._tell(replace(self._target, is_adopted=True, adopted_by=self._who, adopted_on=today()))

    def _say_why_not(self) -> None:
        if self._target is not None and not is_justified(self._target.target.justification):
            self.adopt_note.show_problem(
                self.tr("A target is adopted with a reason of your own, of {n} characters at least.").format(
                    n=SHORTEST_REASON
                ),
                self.tr("Write it above, then adopt the target."),
            )
            self.adopt_check.setChecked(False)
            return
        self.adopt_note.show_problem(
            self.tr("It is not known who works here, so nobody can adopt a target."),
            self.tr("Write the auditor's name on the page Object."),
        )

    def _show_adoption(self) -> None:
        planned = self._target
        if planned is None:
            return
        self.adopt_check.setChecked(planned.is_adopted)
        if planned.is_adopted:
            self.label.setText(self.tr("Adopted target"))
            self.adopted_label.setText(
                self.tr("Adopted by {who} on {day}.").format(
                    who=planned.adopted_by or self.tr("nobody named"), day=planned.adopted_on or self.tr("no day")
                )
            )
        else:
            self.label.setText(self.tr("On offer, not adopted: no published study validates this value."))
            self.adopted_label.setText(self.tr("Nothing is held against this target until somebody adopts it."))
        self.selected_box.setEnabled(planned.target.measure in DISPARITIES)
        because = undecided_because(planned.target, self._questions)
        if because:
            self.adopted_label.setText(
                f"{self.adopted_label.text()} "
                + self.tr("As it is, the report says: not tested, because {reason}.").format(reason=because)
            )


def _fill(box: ChoiceBox, items: Sequence[tuple[object, str]]) -> None:
    known: Mapping[int, object] = {number: box.itemData(number) for number in range(box.count())}
    if [*known.values()] == [data for data, _ in items]:
        for number, (_, words) in enumerate(items):
            box.setItemText(number, words)
        return
    box.clear()
    for data, words in items:
        box.addItem(words, data)


def _choose(box: ChoiceBox, value: object) -> None:
    now = box.currentData()
    if box.currentIndex() >= 0 and (tuple(now or ()) if isinstance(value, tuple) else now) == value:
        return
    for number in range(box.count()):
        data = box.itemData(number)
        if data == value or (isinstance(value, tuple) and tuple(data or ()) == value):
            box.setCurrentIndex(number)
            return
    words = ", ".join(value) if isinstance(value, tuple) else str(value)
    box.addItem(words, value)
    box.setCurrentIndex(box.count() - 1)
