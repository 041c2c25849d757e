"""What the calls that are left will take, and what each run may spend of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairdesk.domain.endpoint_terms import Budget, CostEstimate
from fairdesk.gui.directions import by_itself
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.run_words import money_words
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure
from fairdesk.gui.times import shown_duration
from fairdesk.gui.widgets.budget_form import BudgetForm
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.undo_bar import UndoBar

if TYPE_CHECKING:
    from fairdesk.audit.estimate import SystemEstimate
    from fairdesk.audit.gathering import Gathering

PAGE_ID = "run"


class RunTerms(QWidget):
    """Reads the estimate in the background; the budget is saved as it is typed and can be undone.

    Args:
        page: The page whose undo shortcuts are taken.
    """

    def __init__(self, context: PageContext, page: QWidget) -> None:
        super().__init__()
        self._context = context
        self._project_id = ""
        self._titles: dict[str, str] = {}
        self._is_estimating = False
        self._is_stale = False
        self.estimate_label = PlainLabel().wrapping()
        self.estimate_label.setAccessibleName(self.tr("What the calls that are left will take"))
        self.basis_label = PlainLabel().wrapping()
        self.budget_form = BudgetForm()
        self.undo_bar = UndoBar(context, PAGE_ID, page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(PlainLabel(self.tr("What it will take"), TextStyle.HEADING))
        layout.addWidget(self.estimate_label)
        layout.addWidget(self.basis_label)
        layout.addSpacing(6)
        layout.addWidget(self.budget_form)
        layout.addWidget(self.undo_bar)
        self.budget_form.edited.connect(self._on_budget_edited)
        context.details.changed.connect(self._show_budget)
        self._show_budget()

    def show_gathering(self, gathering: Gathering, is_running: bool) -> None:
        """Show the terms of a project; while its runs go on their cards tell what is spent and left."""
        self._titles = {part.label: part.title for part in gathering.outline.systems}
        if gathering.project_id != self._project_id:
            self._project_id = gathering.project_id
            self.estimate_label.setText(self.tr("It is being estimated…"))
            self.basis_label.setText("")
        if not is_running and not gathering.holder and not gathering.supplier and gathering.outline.systems:
            self._estimate()

    def focus_budget(self) -> None:
        """Lead to the fields of the budget."""
        self.budget_form.calls_box.setFocus()

    def _estimate(self) -> None:
        """One at a time: what is asked for while one is under way is done when that has ended."""
        from fairdesk.audit.estimate import estimate_project

        if self._is_estimating:
            self._is_stale = True
            return
        self._is_estimating, self._is_stale = True, False
        # It reads all files: not among the short works.
        self._context.long_tasks.start(
            work=plainly(estimate_project, self._context.spec, self._project_id),
            done=self._on_estimated,
            failed=self._on_not_estimated,
        )

    def _has_to_go_on(self) -> bool:
        """Whether what came is out of date already, and is being made again."""
        self._is_estimating = False
        if self._is_stale:
            self._estimate()
        return self._is_estimating

    def _on_estimated(self, estimates: Sequence[SystemEstimate]) -> None:
        if self._has_to_go_on():
            return
        left = [one for one in estimates if one.estimate.n_calls]
        if not left:
            self.estimate_label.setText(self.tr("Nothing is left to ask."))
        else:
            self.estimate_label.setText("\n".join(self._line(one, with_title=len(estimates) > 1) for one in left))
        self.basis_label.setText(" ".join(dict.fromkeys(words for one in left for words in one.estimate.words)))
        self.basis_label.setVisible(bool(self.basis_label.text()))
        self.budget_form.show_prices(not left or any(one.estimate.cost_high is not None for one in left))

    def _on_not_estimated(self, _failure: Failure) -> None:
        if self._has_to_go_on():
            return
        self.estimate_label.setText(self.tr("It cannot be estimated yet; what is missing is said above."))
        self.basis_label.setText("")

    def _line(self, found: SystemEstimate, *, with_title: bool) -> str:
        estimate = found.estimate
        parts = [self._tokens(estimate), self._cost(estimate)]
        if found.seconds is not None:
            parts.append(self.tr("about {time}").format(time=shown_duration(found.seconds)))
        calls = self.tr("{count} calls").format(count=_number(estimate.n_calls))
        words = ", ".join((calls, *parts))
        return f"{by_itself(self._titles.get(found.system, found.system))}: {words}" if with_title else words

    def _tokens(self, estimate: CostEstimate) -> str:
        return self.tr("{low} to {high} tokens").format(
            low=_number(estimate.tokens_low), high=_number(estimate.tokens_high)
        )

    def _cost(self, estimate: CostEstimate) -> str:
        if estimate.cost_low is None or estimate.cost_high is None:
            return self.tr("cost not known: no prices are entered")
        # Both ends with the decimals of the upper one.
        n_decimals = 2 if estimate.cost_high >= 1 else 4
        low = QLocale().toString(estimate.cost_low, "f", n_decimals)
        return self.tr("{low} to {high}").format(low=low, high=money_words(estimate.cost_high, estimate.currency))

    def _show_budget(self) -> None:
        self.budget_form.show_budget(self._context.details.details.budget)

    def _on_budget_edited(self, name: str, budget: Budget) -> None:
        words = {
            "max_calls": self.tr("budget of calls"),
            "max_tokens": self.tr("budget of tokens"),
            "max_cost": self.tr("budget of cost"),
        }
        self._context.details.change(PAGE_ID, words[name], budget=budget)


def _number(number: int) -> str:
    return QLocale().toString(number)
