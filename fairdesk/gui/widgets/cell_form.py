"""What is decided about cells of the grid: tested or not and why, what is at stake, what is known already."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from fairdesk.domain.design import CellChoice
from fairdesk.domain.plan_words import REASON_CODES, SHORTEST_REASON
from fairdesk.gui.plan_edits import today
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.fields import CountBox, TextArea
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

NONE_FOUND = "none found"
MOST_OFFERED = 40
HIGHEST_STAKES = 5
LONGEST_SHOWN = 90


class CellForm(Form):
    """``given`` carries a choice without levels; the panel gives it to every chosen cell or block."""

    given = Signal(object)
    taken_back = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._earlier: list[tuple[str, str]] = []
        self._shown: tuple[str, int, CellChoice | None] | None = None
        self.what_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.what_label.setAccessibleName(self.tr("What is decided about"))
        self.state_box, self.code_box, self.earlier_box = ChoiceBox(), ChoiceBox(), ChoiceBox()
        self.reason_area, self.stakes_area = TextArea(2), TextArea(2)
        self.stakes_box = CountBox()
        self.prior_edit, self.planned_edit = QLineEdit(), QLineEdit()
        self.none_found_button = QPushButton(self.tr("None found"))
        self.give_button = QPushButton()
        self.back_button = QPushButton(self.tr("Take the decision back"))
        self.note = FieldNote()
        self._lay_out()
        self.state_box.activated.connect(self._show_parts)
        self.earlier_box.activated.connect(self._on_earlier)
        self.none_found_button.clicked.connect(lambda: self.prior_edit.setText(NONE_FOUND))
        self.give_button.clicked.connect(self._on_give)
        self.back_button.clicked.connect(self.taken_back)
        self._show_parts()

    def show_target(self, words: str, n: int, give_words: str, known: CellChoice | None) -> None:
        """Say what is decided about; a single cell or block shows what was decided before.

        Args:
            n: Cells or blocks that are chosen; 0 switches the form off.
            known: The decision of the only chosen one; None where there is none or several are chosen.
        """
        self.what_label.setText(words)
        self.give_button.setText(give_words)
        self.give_button.setEnabled(n > 0)
        self.back_button.setVisible(known is not None)
        if (words, n, known) == self._shown:
            # What is being typed stays while numbers arrive and other parts of the page are saved.
            return
        self._shown = (words, n, known)
        self.note.show_problem("")
        if n == 1:
            self.show_choice(known or CellChoice(levels={}, is_tested=False))

    def set_read_only(self, is_read_only: bool) -> None:
        """Decisions can be looked at only, or given as well."""
        if is_read_only:
            self.give_button.setEnabled(False)
            self.back_button.hide()

    def show_choice(self, choice: CellChoice) -> None:
        """Fill the form."""
        self.state_box.setCurrentIndex(0 if choice.is_tested else 1)
        self.code_box.setCurrentIndex(max(0, self.code_box.findData(choice.reason_code)))
        self.reason_area.show_text(choice.reason_text)
        self.stakes_box.setValue(choice.stakes)
        self.stakes_area.show_text(choice.stakes_reason)
        self.prior_edit.setText(choice.prior)
        self.planned_edit.setText(choice.planned_for)
        self._show_parts()

    def show_earlier(self, choices: Iterable[CellChoice]) -> None:
        """Offer the reasons that were given before, the latest first."""
        found = dict.fromkeys(
            (one.reason_code, one.reason_text)
            for one in reversed(tuple(choices))
            if one.reason_code and not one.is_tested
        )
        earlier = list(found)[:MOST_OFFERED]
        if earlier != self._earlier:
            self._earlier = earlier
            self.earlier_box.clear()
            self.earlier_box.addItem(self.tr("choose…"))
            for code, text in earlier:
                words = f"{REASON_CODES.get(code, code)}: {text}" if text else REASON_CODES.get(code, code)
                self.earlier_box.addItem(words if len(words) <= LONGEST_SHOWN else words[:LONGEST_SHOWN] + "…")
        self._show_parts()

    def choice(self) -> CellChoice:
        """What the form says, about no cell yet."""
        is_tested = self.state_box.currentData() == "tested"
        return CellChoice(
            levels={},
            is_tested=is_tested,
            stakes=self.stakes_box.value(),
            stakes_reason=self.stakes_area.words().strip(),
            prior=self.prior_edit.text().strip(),
            reason_code="" if is_tested else str(self.code_box.currentData() or ""),
            reason_text="" if is_tested else self.reason_area.words().strip(),
            planned_for="" if is_tested else self.planned_edit.text().strip(),
            decided_on=today(),
        )

    def _lay_out(self) -> None:
        self.state_box.addItem(self.tr("tested: it becomes a variant of every file"), "tested")
        self.state_box.addItem(self.tr("not tested"), "not tested")
        self.state_box.setCurrentIndex(1)
        self.code_box.addItem(self.tr("no reason yet"), "")
        for code, words in REASON_CODES.items():
            self.code_box.addItem(words, code)
        self.stakes_box.setRange(0, HIGHEST_STAKES)
        self.stakes_box.setSpecialValueText(self.tr("not rated"))
        for edit in (self.prior_edit, self.planned_edit):
            edit.setMaxLength(1_000)
        self.add_widget(self.what_label)
        self.add_field(FieldText(label=self.tr("State")), self.state_box)
        self._reason_part = Form()
        self._earlier_part = Form()
        self._earlier_part.add_field(FieldText(label=self.tr("A reason that was given before")), self.earlier_box)
        self._reason_part.add_part(self._earlier_part)
        self._reason_part.add_field(FieldText(label=self.tr("Kind of reason")), self.code_box)
        self._reason_part.add_field(
            FieldText(
                label=self.tr("Reason in words"),
                help=self.tr("At least {n} characters; printed in the report.").format(n=SHORTEST_REASON),
            ),
            self.reason_area,
        )
        self._reason_part.add_field(
            FieldText(label=self.tr("Planned for"), help=self.tr("A date, or empty.")), self.planned_edit
        )
        self.add_part(self._reason_part)
        self.add_field(FieldText(label=self.tr("Stakes, 1 (little) to 5 (much)")), self.stakes_box)
        self.add_field(FieldText(label=self.tr("Why these stakes")), self.stakes_area)
        self.add_field(
            FieldText(
                label=self.tr("Evidence from before"),
                help=self.tr("Its source, or “none found” after a search. Empty: nobody searched."),
            ),
            self.prior_edit,
        )
        self.add_widget(ButtonRow([self.none_found_button]))
        self.add_widget(self.note)
        self.add_widget(ButtonRow([self.give_button, self.back_button]))

    def _show_parts(self) -> None:
        is_tested = self.state_box.currentData() == "tested"
        self._reason_part.setVisible(not is_tested)
        self._earlier_part.setVisible(bool(self._earlier))

    def _on_earlier(self, row: int) -> None:
        if 0 < row <= len(self._earlier):
            code, text = self._earlier[row - 1]
            self.code_box.setCurrentIndex(max(0, self.code_box.findData(code)))
            self.reason_area.show_text(text)

    def _on_give(self) -> None:
        choice = self.choice()
        if not choice.is_tested and choice.reason_code and len(choice.reason_text) < SHORTEST_REASON:
            self.note.show_problem(
                self.tr("A reason in words has at least {n} characters.").format(n=SHORTEST_REASON),
                self.tr("Say in a sentence why these cells are not tested."),
            )
            self.reason_area.setFocus()
            return
        self.note.show_problem("")
        self.given.emit(choice)
