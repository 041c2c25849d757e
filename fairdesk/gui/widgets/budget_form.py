"""What each run may spend: calls, tokens, money; empty fields set no limit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from fairdesk.domain.endpoint_terms import Budget
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.fields import CountBox, NumberBox
from fairdesk.gui.widgets.forms import FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

MOST = 2**31 - 1
MOST_COST = 10_000_000.0


class BudgetForm(QWidget):
    """``edited`` carries the field's name and the budget as it is now."""

    edited = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._budget = Budget()
        self._is_filling = False
        self.calls_box, self.tokens_box, self.cost_box = CountBox(), CountBox(), NumberBox()
        self.cost_note = FieldNote()
        self.calls_box.setRange(0, MOST)
        self.tokens_box.setRange(0, MOST)
        self.tokens_box.setSingleStep(10_000)
        self.cost_box.setRange(0.0, MOST_COST)
        self.cost_box.setDecimals(2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(PlainLabel(self.tr("Budget of each run"), TextStyle.HEADING))
        layout.addWidget(
            PlainLabel(
                self.tr(
                    "A run stops before the call that would go beyond one of these limits. What was answered is kept "
                    "and counts; with a higher limit the run goes on. A change counts from the next start or resume."
                )
            ).wrapping()
        )
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        for column, (text, box) in enumerate(self._fields()):
            box.setSpecialValueText(self.tr("no limit"))
            box.setGroupSeparatorShown(True)
            label = PlainLabel(text.label)
            label.setBuddy(box)
            describe(box, text)
            grid.addWidget(label, 0, column)
            grid.addWidget(box, 1, column)
            grid.setColumnStretch(column, 1)
        layout.addLayout(grid)
        layout.addWidget(self.cost_note)
        self.calls_box.valueChanged.connect(lambda value: self._on_edited("max_calls", value))
        self.tokens_box.valueChanged.connect(lambda value: self._on_edited("max_tokens", value))
        self.cost_box.valueChanged.connect(lambda value: self._on_edited("max_cost", value))

    def show_budget(self, budget: Budget) -> None:
        """Show a budget; what is typed meanwhile stays when it says the same."""
        self._budget = budget
        self._is_filling = True
        self.calls_box.show_value(budget.max_calls or 0)
        self.tokens_box.show_value(min(budget.max_tokens or 0, MOST))
        self.cost_box.show_value(budget.max_cost or 0.0)
        self._is_filling = False

    def show_prices(self, has_prices: bool) -> None:
        """Say beside the limit of the cost when it cannot be kept."""
        is_void = not has_prices and self._budget.max_cost is not None
        self.cost_note.show_problem(
            self.tr("No prices are entered, so a limit of the cost cannot be kept.") if is_void else "",
            self.tr("Enter them on the page Endpoints, or limit calls or tokens."),
        )

    def _fields(self) -> tuple[tuple[FieldText, CountBox | NumberBox], ...]:
        return (
            (
                FieldText(label=self.tr("Calls at most"), help=self.tr("Every attempt counts. 0 sets no limit.")),
                self.calls_box,
            ),
            (
                FieldText(label=self.tr("Tokens at most"), help=self.tr("Of questions and answers. 0 sets no limit.")),
                self.tokens_box,
            ),
            (
                FieldText(
                    label=self.tr("Cost at most"), help=self.tr("In the currency of the prices. 0 sets no limit.")
                ),
                self.cost_box,
            ),
        )

    def _on_edited(self, name: str, value: float) -> None:
        if self._is_filling:
            return
        values: dict[str, Any] = {name: value or None}
        self._budget = replace(self._budget, **values)
        self.edited.emit(name, self._budget)
