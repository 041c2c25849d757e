"""Everything behind one number: how it came in words, the rows, the raw answer, and what else rests on that answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from fairdesk.domain.benchmark_evidence import is_of_benchmark
from fairdesk.domain.evidence import (
    Behind,
    EvidenceRow,
    change_title,
    evidence_words,
    rests_on,
    result_title,
    side_name,
    sides_behind,
)
from fairdesk.domain.exchanges import ItemKey, ModelReply
from fairdesk.domain.printing import print_outcome
from fairdesk.domain.result_words import ResultLine
from fairdesk.gui.directions import left_to_right
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.tables import Column, Index, RowsModel
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.widgets.answer_view import AnswerPanel
from fairdesk.gui.widgets.correction_form import CorrectionForm
from fairdesk.gui.widgets.evidence_rows import EvidenceRows, RowsShown
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageBar
from fairdesk.gui.widgets.short_table import ShortTable

if TYPE_CHECKING:
    from fairdesk.audit.answers import AnswerView
    from fairdesk.audit.results_view import ResultsView
    from fairdesk.gui.tasks import Failure

RESTING_ROWS = 6
RESTING_COLUMN = 190


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Which answer of which row is looked at; survives a new computation of the same number."""

    row_id: int | None = None
    side: int = 0


class EvidencePanel(QWidget):
    """The evidence of one line of results, as long as its results are shown.

    Args:
        remarks: What must be read with every number that leaves the window.
    """

    result_requested = Signal(object)
    """The ``ResultLine`` of another number that rests on the answer."""

    corrected = Signal()
    """A reading was corrected: every number that rests on it is different from now on."""

    def __init__(self, context: PageContext, view: ResultsView, line: ResultLine, remarks: Sequence[str]) -> None:
        super().__init__()
        self.line = line
        self._context = context
        self._view = view
        self._row: EvidenceRow | None = None
        row = line.row
        run = next(run for run in view.analysis.runs if run.system == row.system)
        self._behind = Behind(
            run_id=run.run_id, head=run.head, question_id=row.question_id, variant=row.variant, measure=row.measure
        )
        self._sides = sides_behind(view.plan, self._behind)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 8, 0)
        self._layout.setSpacing(6)
        for heading, words in evidence_words(view.plan, view.analysis, line):
            self._add_words(heading, words)
        self._layout.addWidget(PlainLabel(self.tr("The rows behind it"), TextStyle.STRONG).wrapping())
        shown = RowsShown(
            sides=self._sides,
            title=result_title(row),
            change=change_title(view.plan, self._behind),
            are_items=is_of_benchmark(row),
        )
        self.rows = EvidenceRows(context, self._behind, shown, remarks)
        self.rows.row_changed.connect(self._on_row_changed)
        self._layout.addWidget(self.rows)
        self._add_answer()
        self._add_resting()
        self._add_correction(view)
        self._layout.addStretch(1)
        self._show_answer_parts(False)

    def chosen(self) -> Chosen:
        """The row and side that are looked at now."""
        return Chosen(row_id=self.rows.chosen_id(), side=max(0, self.side_box.currentIndex()))

    def choose(self, chosen: Chosen) -> None:
        """Look at a row and side, once the rows are there."""
        self.side_box.setCurrentIndex(min(chosen.side, self.side_box.count() - 1))
        self.rows.choose(chosen.row_id)

    def _add_words(self, heading: str, words: str) -> None:
        self._layout.addWidget(PlainLabel(heading, TextStyle.STRONG).wrapping())
        label = PlainLabel(words).wrapping()
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setAccessibleName(heading)
        label.setAccessibleDescription(words)
        self._layout.addWidget(label)

    def _add_answer(self) -> None:
        self.messages = MessageBar()
        self.answer_heading = PlainLabel(self.tr("The raw answer"), TextStyle.STRONG).wrapping()
        self.side_box = ChoiceBox()
        self.side_box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for side in self._sides:
            self.side_box.addItem(side_name(side, self._sides))
        # A number is mostly about its variant, so that its answer stands first.
        self.side_box.setCurrentIndex(len(self._sides) - 1)
        describe(
            self.side_box, FieldText(label=self.tr("Answer for"), help=self.tr("One of the sides of the chosen row."))
        )
        self.side_box.currentIndexChanged.connect(self._read_answer)
        self.answer = AnswerPanel()
        # The drawer is narrow; what does not fit breaks its lines.
        self.answer.setMinimumWidth(0)
        self.answer.title_label.setText(self.tr("Choose a row to read its answers whole, with their requests."))
        for widget in (self.answer_heading, self.messages, self.side_box, self.answer):
            self._layout.addWidget(widget)

    def _add_resting(self) -> None:
        self.resting_heading = PlainLabel(self.tr("Results that rest on this answer"), TextStyle.STRONG).wrapping()
        self.resting_model = RowsModel(
            (
                Column(title=self.tr("Result"), text=lambda line: result_title(line.row)),
                Column(
                    title=self.tr("Value (interval)"), text=lambda line: left_to_right(print_outcome(line.row.outcome))
                ),
            ),
            self,
        )
        self.resting = ShortTable(self.resting_model, self.tr("Results that rest on this answer"), RESTING_ROWS)
        self.resting.view.row_chosen.connect(self._on_result_chosen)
        self.result_button = QPushButton(self.tr("Show its evidence"))
        self.result_button.setAccessibleName(self.tr("Show the evidence of the chosen result"))
        self.result_button.clicked.connect(lambda: self._on_result_chosen(self.resting.view.currentIndex()))
        for widget in (self.resting_heading, self.resting):
            self._layout.addWidget(widget)
        self._layout.addWidget(self.result_button, 0, Qt.AlignmentFlag.AlignLeading)

    def _add_correction(self, view: ResultsView) -> None:
        project = self._context.project
        self.correct_button = QPushButton(self.tr("Correct this reading…"))
        self.correct_button.clicked.connect(self._on_correct_clicked)
        self._layout.addWidget(self.correct_button, 0, Qt.AlignmentFlag.AlignLeading)
        self.form = CorrectionForm(self._context, project.summary.project_id if project is not None else "")
        self.form.hide()
        self.form.given_up.connect(self._on_given_up)
        self.form.corrected.connect(self._on_corrected)
        self._layout.addWidget(self.form)
        question = next(one for one in view.plan.all_questions if one.question_id == self._behind.question_id)
        self._unit = question.unit

    def _show_answer_parts(self, is_shown: bool) -> None:
        for widget in (self.side_box, self.resting_heading, self.resting, self.result_button, self.correct_button):
            widget.setVisible(is_shown)
        self.form.hide()

    def _key(self) -> ItemKey | None:
        if self._row is None or not 0 <= self.side_box.currentIndex() < len(self._sides):
            return None
        side = self._sides[self.side_box.currentIndex()]
        return ItemKey(
            case_id=self._row.case_id,
            variant=side.variant,
            question=self._behind.question_id,
            sample=side.sample,
        )

    def _on_row_changed(self, row: EvidenceRow | None) -> None:
        self._row = row
        if row is None:
            self.answer.show_nothing()
            self._show_answer_parts(False)
        else:
            self._read_answer()

    def _read_answer(self) -> None:
        from fairdesk.audit.evidence import answer_of

        key = self._key()
        if key is not None:
            self._context.long_tasks.start(
                work=plainly(answer_of, self._context.spec, self._behind.run_id, key),
                done=self._on_answer_read,
                failed=self._on_answer_failed,
            )

    def _on_answer_read(self, answer: AnswerView) -> None:
        if answer.key != self._key():
            return  # another row was chosen meanwhile
        self.messages.hide()
        self.answer.show_answer(answer)
        self._show_answer_parts(True)
        system = self.line.row.system
        plan = self._view.plan
        resting = [line for line in self._view.lines if rests_on(plan, line.row, system, answer.key, answer.item)]
        self.resting_model.set_rows(resting)
        self.resting.view.fit_columns(RESTING_COLUMN)
        self.resting_heading.setText(
            self.tr("Results that rest on this answer: {count}").format(count=self.locale().toString(len(resting)))
        )
        self.correct_button.setVisible(isinstance(answer.outcome, ModelReply))

    def _on_answer_failed(self, failure: Failure) -> None:
        self.answer.show_nothing()
        self._show_answer_parts(False)
        self.side_box.setVisible(self._row is not None)
        self.messages.show_failure(failure)

    def _on_result_chosen(self, index: Index) -> None:
        if index.isValid():
            self.result_requested.emit(self.resting_model.row(index))

    def _on_correct_clicked(self) -> None:
        key = self._key()
        if key is not None:
            self.correct_button.hide()
            self.form.show()
            self.form.correct(self._behind.run_id, key, self._unit)

    def _on_given_up(self) -> None:
        self.form.hide()
        self.correct_button.show()
        self.correct_button.setFocus()

    def _on_corrected(self) -> None:
        self.form.hide()
        self.corrected.emit()
        self._read_answer()
