"""One question of a design: its words, how its answer is read, and on which scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.gui.widgets.fields import CheckBox, CountBox, NumberBox, TextArea
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel
from fairdesk.gui.widgets.scale_edit import ScaleEdit

if TYPE_CHECKING:
    from fairdesk.audit.plan_offers import ReadingChoice

MOST_TOKENS = 100_000
MOST_TOP = 20
LONGEST_LINE = 300


class QuestionForm(Form):
    """``edited`` carries the question's title and the question as it is now."""

    edited = Signal(str, object)
    primary_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question: Question | None = None
        self._choices: tuple[ReadingChoice, ...] = ()
        self._is_filling = False
        self.title_edit, self.prefix_edit, self.unit_edit = QLineEdit(), QLineEdit(), QLineEdit()
        self.prompt_area = TextArea(4)
        self.reading_box = ChoiceBox()
        self.reading_note = PlainLabel().wrapping()
        self.scale_edit = ScaleEdit()
        self.primary_check = CheckBox(self.tr("Its tests are the confirmatory ones (primary question)"))
        self.tokens_box = CountBox()
        self.tolerance_box, self.mass_box = NumberBox(), NumberBox()
        self.tolerance_reason = TextArea(2)
        self._set_ranges()
        self._lay_out()
        self._connect()

    def show_choices(self, choices: Sequence[ReadingChoice]) -> None:
        """Which ways to read an answer there are."""
        self._choices = tuple(choices)
        self._is_filling = True
        self.reading_box.clear()
        for choice in self._choices:
            self.reading_box.addItem(choice.title, choice.name)
        self._is_filling = False
        if self._question is not None:
            self.show_question(self._question, is_primary=self.primary_check.isChecked())

    def show_question(self, question: Question, *, is_primary: bool) -> None:
        """Show a question; a field that says the same already is left alone."""
        self._question = question
        self._is_filling = True
        for edit, text in (
            (self.title_edit, question.title),
            (self.prefix_edit, question.answer_prefix),
            (self.unit_edit, question.unit),
        ):
            if edit.text() != text:
                edit.setText(text)
        self.prompt_area.show_text(question.prompt)
        self.tolerance_reason.show_text(question.tolerance_reason)
        self.scale_edit.show_scale(question.scale)
        self.tokens_box.show_value(question.max_tokens)
        self.tolerance_box.show_value(question.tolerance or 0.0)
        self.mass_box.show_value(question.minimum_mass or 0.0)
        self.primary_check.setChecked(is_primary)
        if question.extractor not in [choice.name for choice in self._choices]:
            self.reading_box.addItem(question.extractor, question.extractor)
        self.reading_box.setCurrentIndex(self.reading_box.findData(question.extractor))
        self._show_kind(question)
        self._is_filling = False

    def _set_ranges(self) -> None:
        for edit in (self.title_edit, self.prefix_edit, self.unit_edit):
            edit.setMaxLength(LONGEST_LINE)
        self.tokens_box.setRange(1, MOST_TOKENS)
        for box, most in ((self.tolerance_box, 1_000.0), (self.mass_box, 1.0)):
            box.setRange(0.0, most)
            box.setDecimals(2)
            box.setSingleStep(0.05)
            box.setSpecialValueText(self.tr("none"))

    def _lay_out(self) -> None:
        self.add_field(FieldText(label=self.tr("Name of the question"), help=self.tr("As printed.")), self.title_edit)
        self.add_field(
            FieldText(label=self.tr("Words of the question"), help=self.tr("They follow the text of the case.")),
            self.prompt_area,
        )
        self.add_field(
            FieldText(
                label=self.tr("Beginning of the answer"),
                help=self.tr("The model goes on from here; only some endpoints can do that. Empty: it begins itself."),
            ),
            self.prefix_edit,
        )
        self.add_field(FieldText(label=self.tr("How the answer is read")), self.reading_box)
        self.add_widget(self.reading_note)
        self._scale_part = Form()
        self._scale_part.add_field(FieldText(label=self.tr("Scale")), self.scale_edit)
        self.add_part(self._scale_part)
        self.add_field(
            FieldText(label=self.tr("Unit"), help=self.tr("Printed behind numbers: points.")), self.unit_edit
        )
        self.add_field(FieldText(label=self.tr("Longest answer, in tokens")), self.tokens_box)
        self._continuous_part = Form()
        self._continuous_part.add_field(
            FieldText(
                label=self.tr("Tolerance"),
                help=self.tr("A change up to this size does not count as a change (methods: M04)."),
            ),
            self.tolerance_box,
        )
        self._continuous_part.add_field(FieldText(label=self.tr("Why this tolerance")), self.tolerance_reason)
        self._continuous_part.add_field(
            FieldText(
                label=self.tr("Least answer mass"),
                help=self.tr("Below this share of probability on readable answers a value is not used (M14)."),
            ),
            self.mass_box,
        )
        self.add_part(self._continuous_part)
        self.add_widget(self.primary_check)
        self.primary_check.setAccessibleDescription(self.tr("Tests of the other questions are exploratory."))

    def _connect(self) -> None:
        self.title_edit.textEdited.connect(lambda text: self._edit(title=text))
        self.prefix_edit.textEdited.connect(lambda text: self._edit(answer_prefix=text))
        self.unit_edit.textEdited.connect(lambda text: self._edit(unit=text))
        self.prompt_area.textChanged.connect(lambda: self._edit(prompt=self.prompt_area.words()))
        self.tolerance_reason.textChanged.connect(lambda: self._edit(tolerance_reason=self.tolerance_reason.words()))
        self.scale_edit.decided.connect(lambda scale: self._edit(scale=scale))
        self.tokens_box.valueChanged.connect(lambda value: self._edit(max_tokens=value))
        self.tolerance_box.valueChanged.connect(lambda value: self._edit(tolerance=value or None))
        self.mass_box.valueChanged.connect(lambda value: self._edit(minimum_mass=value or None))
        self.reading_box.activated.connect(self._on_reading_chosen)
        self.primary_check.clicked.connect(self._on_primary_clicked)

    def _edit(self, **values: Any) -> None:
        if self._is_filling or self._question is None:
            return
        changed = replace(self._question, **values)
        if changed != self._question:
            self._question = changed
            self.edited.emit(changed.question_id, changed)

    def _on_reading_chosen(self) -> None:
        choice = self._choice()
        question = self._question
        if choice is None or question is None or choice.name == question.extractor:
            return
        values: dict[str, Any] = {"extractor": choice.name, "kind": choice.kind}
        if not choice.needs_scale:
            values["scale"] = ()
        values["top_logprobs"] = MOST_TOP if choice.needs_log_probabilities else 0
        if choice.kind is QuantityKind.DISCRETE:
            values |= {"tolerance": None, "tolerance_reason": "", "minimum_mass": None}
        self._edit(**values)
        if self._question is not None:
            self.show_question(self._question, is_primary=self.primary_check.isChecked())

    def _choice(self) -> ReadingChoice | None:
        name = self.reading_box.currentData()
        return next((choice for choice in self._choices if choice.name == name), None)

    def _show_kind(self, question: Question) -> None:
        choice = self._choice()
        self._scale_part.setVisible(choice is None or choice.needs_scale)
        is_continuous = question.kind is QuantityKind.CONTINUOUS
        self._continuous_part.setVisible(is_continuous)
        words = (
            self.tr("Gives a number without steps: shift, gap and tolerance are computed.")
            if is_continuous
            else self.tr("Gives steps: consistency and the sign test are computed.")
        )
        if choice is not None and choice.needs_log_probabilities:
            words += " " + self.tr(
                "The endpoint must return log-probabilities; the page Endpoints says whether it does."
            )
        self.reading_note.setText(words)

    def _on_primary_clicked(self) -> None:
        if self._question is not None:
            # There is always one: the mark goes away by choosing another question.
            self.primary_check.setChecked(True)
            self.primary_wanted.emit(self._question.question_id)
