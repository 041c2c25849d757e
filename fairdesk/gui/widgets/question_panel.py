"""What is asked of every variant: the questions of a design, repeats, controls and seeds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from fairdesk.domain.design import Design
from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.gui.design_words import LANGUAGES, language_words
from fairdesk.gui.plan_edits import PlanEdits
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.widgets.fields import CheckBox, CountBox
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.question_form import QuestionForm
from fairdesk.gui.widgets.short_table import ShortTable
from fairdesk.gui.widgets.side_by_side import kept_narrow

if TYPE_CHECKING:
    from fairdesk.audit.plan_offers import ReadingChoice

MOST_SAMPLES = 100
MOST_SEED = 2**31 - 1
MOST_REVIEWED = 100_000


class QuestionPanel(QWidget):
    """A table of the questions and the form of the chosen one; ``set_wanted`` carries a language."""

    set_wanted = Signal(str)

    def __init__(self, edits: PlanEdits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edits = edits
        self._design = Design()
        self._primary = ""
        self._chosen = ""
        self._is_filling = False
        self.model = RowsModel(self._columns(), self)
        self.table = ShortTable(self.model, self.tr("Questions"), most_rows=6)
        self.language_box = ChoiceBox()
        for language in LANGUAGES:
            self.language_box.addItem(language_words(language), language)
        self.set_button = QPushButton(self.tr("Take the questions of this language"))
        self.add_button = QPushButton(self.tr("Add a question"))
        self.remove_button = QPushButton(self.tr("Remove the chosen question"))
        self.form = QuestionForm()
        self.samples_box, self.seed_box = CountBox(), CountBox()
        self.reviewed_box, self.review_seed_box = CountBox(), CountBox()
        self.controls_check = CheckBox(self.tr("Matched controls: other words, the same group"))
        self.placebos_check = CheckBox(self.tr("Placebo swaps: another name of the same group"))
        self._lay_out()
        self._connect()

    def show_choices(self, choices: tuple[ReadingChoice, ...]) -> None:
        """Which ways to read an answer there are."""
        self.form.show_choices(choices)

    def show_design(self, design: Design, primary: str, n_samples: int) -> None:
        """Show a design; the chosen question stays chosen while it exists."""
        self._design = design
        ids = [question.question_id for question in design.questions]
        self._primary = primary if primary in ids else next(iter(ids), "")
        self._is_filling = True
        if self._chosen not in ids:
            self._chosen = next(iter(ids), "")
        is_first = not self.model.rowCount()
        self.model.set_rows(design.questions)
        if is_first:
            self.table.view.fit_columns()
        if self._chosen:
            self.table.view.selectRow(ids.index(self._chosen))
        self.samples_box.show_value(n_samples)
        self.seed_box.show_value(design.seed)
        self.reviewed_box.show_value(design.n_reviewed)
        self.review_seed_box.show_value(design.review_seed)
        self.controls_check.setChecked(design.controls)
        self.placebos_check.setChecked(design.placebos)
        if not self.language_box.hasFocus():
            self.language_box.setCurrentIndex(max(0, self.language_box.findData(design.language)))
        self._is_filling = False
        self._show_chosen()

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("Question"), text=lambda one: one.title or one.question_id),
            Column(
                title=self.tr("Its tests"),
                text=lambda one: (
                    self.tr("confirmatory") if one.question_id == self._primary else self.tr("exploratory")
                ),
            ),
            Column(
                title=self.tr("Gives"),
                text=lambda one: self.tr("steps") if one.kind is QuantityKind.DISCRETE else self.tr("a number"),
            ),
            Column(title=self.tr("Words"), text=lambda one: one.prompt),
        )

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        sets = Form()
        sets.add_field(
            FieldText(
                label=self.tr("Language of the questions"),
                help=self.tr("Best the language of the files: every question stands after the text of a file."),
            ),
            self.language_box,
        )
        sets.add_widget(ButtonRow([self.set_button]))
        layout.addWidget(kept_narrow(sets))
        layout.addWidget(self.table)
        layout.addWidget(ButtonRow([self.add_button, self.remove_button]))
        self.form_heading = PlainLabel("", TextStyle.HEADING).wrapping()
        layout.addWidget(self.form_heading)
        layout.addWidget(kept_narrow(self.form))
        layout.addWidget(PlainLabel(self.tr("Repeats, controls and seeds"), TextStyle.HEADING))
        layout.addWidget(kept_narrow(self._repeats()))
        layout.addStretch(1)

    def _repeats(self) -> Form:
        form = Form()
        self.samples_box.setRange(1, MOST_SAMPLES)
        self.reviewed_box.setRange(0, MOST_REVIEWED)
        for box in (self.seed_box, self.review_seed_box):
            box.setRange(0, MOST_SEED)
        form.add_field(
            FieldText(
                label=self.tr("Answers to every original, for the noise floor"),
                help=self.tr(
                    "Asking the same twice shows how far answers differ by themselves. With 1 the noise floor is not "
                    "measured."
                ),
            ),
            self.samples_box,
        )
        form.add_widget(self.controls_check)
        form.add_widget(self.placebos_check)
        form.add_field(
            FieldText(
                label=self.tr("Seed of names, order and resampling"),
                help=self.tr("The same seed gives the same variants and the same numbers; it is printed."),
            ),
            self.seed_box,
        )
        form.add_field(
            FieldText(label=self.tr("Variants in the random sample that a person looks at")), self.reviewed_box
        )
        form.add_field(FieldText(label=self.tr("Seed of that sample")), self.review_seed_box)
        return form

    def _connect(self) -> None:
        edits = self._edits
        self.set_button.clicked.connect(lambda: self.set_wanted.emit(str(self.language_box.currentData())))
        self.add_button.clicked.connect(self._on_add)
        self.remove_button.clicked.connect(self._on_remove)
        self.form.edited.connect(self._on_question_edited)
        self.form.primary_wanted.connect(
            lambda one: edits.change_details(self.tr("primary question"), primary_question=one)
        )
        self.table.view.selectionModel().currentRowChanged.connect(lambda current, _: self._on_chosen(current.row()))
        self.samples_box.valueChanged.connect(self._on_samples)
        self.seed_box.valueChanged.connect(lambda value: self._change(self.tr("seed"), seed=value))
        self.reviewed_box.valueChanged.connect(
            lambda value: self._change(self.tr("size of the sample to review"), n_reviewed=value)
        )
        self.review_seed_box.valueChanged.connect(
            lambda value: self._change(self.tr("seed of the sample to review"), review_seed=value)
        )
        self.controls_check.toggled.connect(lambda on: self._change(self.tr("matched controls"), controls=on))
        self.placebos_check.toggled.connect(lambda on: self._change(self.tr("placebo swaps"), placebos=on))

    def _change(self, words: str, **values: object) -> None:
        if not self._is_filling:
            self._edits.change(words, **values)

    def _on_samples(self, value: int) -> None:
        if not self._is_filling:
            self._edits.change_details(self.tr("answers per original"), n_samples=value)

    def _on_chosen(self, row: int) -> None:
        if not self._is_filling and 0 <= row < self.model.rowCount():
            self._chosen = self.model.row(row).question_id
            self._show_chosen()

    def _show_chosen(self) -> None:
        question = next((one for one in self._design.questions if one.question_id == self._chosen), None)
        self.form.setVisible(question is not None)
        self.remove_button.setVisible(question is not None)
        if question is None:
            self.form_heading.setText(self.tr("There is no question yet: nothing can be asked."))
            return
        self.form_heading.setText(self.tr("Question: {title}").format(title=question.title or question.question_id))
        self.form.show_question(question, is_primary=question.question_id == self._primary)

    def _on_question_edited(self, question_id: str, edited: Question) -> None:
        questions = tuple(edited if one.question_id == question_id else one for one in self._design.questions)
        self._edits.change(self.tr("question “{title}”").format(title=question_id), questions=questions)

    def _on_add(self) -> None:
        taken = {one.question_id for one in self._design.questions}
        number = next(number for number in range(1, len(taken) + 2) if f"question_{number}" not in taken)
        like = next((one for one in self._design.questions if one.kind is QuantityKind.DISCRETE), None)
        added = Question(
            question_id=f"question_{number}",
            title=self.tr("New question"),
            prompt="",
            extractor=like.extractor if like else "rating/1",
            kind=QuantityKind.DISCRETE,
            scale=like.scale if like else (1.0, 5.0),
            unit=like.unit if like else self.tr("points"),
            max_tokens=like.max_tokens if like else 120,
        )
        self._chosen = added.question_id
        self._edits.change(self.tr("new question"), questions=(*self._design.questions, added))
        self.form.title_edit.setFocus()
        self.form.title_edit.selectAll()

    def _on_remove(self) -> None:
        gone = self._chosen
        design = replace(
            self._design,
            questions=tuple(one for one in self._design.questions if one.question_id != gone),
            # What names the question goes with it; undo brings all of it back.
            targets=tuple(one for one in self._design.targets if one.target.question_id != gone),
            margins=tuple(one for one in self._design.margins if one.question_id != gone),
        )
        self._edits.change(
            self.tr("question removed"), questions=design.questions, targets=design.targets, margins=design.margins
        )
