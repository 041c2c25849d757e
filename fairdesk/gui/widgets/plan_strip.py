"""The lines above the parts of the page Plan: how much will be asked, what it takes, and what the lock still needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.plan_edits import ALWAYS
from fairdesk.gui.times import shown_duration
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

if TYPE_CHECKING:
    from fairdesk.audit.estimate import SystemEstimate
    from fairdesk.audit.plan_numbers import PlanNumbers, PlanState


class PlanStrip(QWidget):
    """Calls follow every key; tokens and money are computed from the texts as saved and scaled to the calls."""

    def __init__(self, more_buttons: Sequence[QPushButton] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._estimates: tuple[SystemEstimate, ...] = ()
        self._n_calls = 0
        self.calls_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.calls_label.setAccessibleName(self.tr("How much will be asked"))
        self.cost_label = PlainLabel().wrapping()
        self.cost_label.setAccessibleName(self.tr("What it takes"))
        self.gate_button = QPushButton(self.tr("Look what the lock needs"))
        self.gate_button.setProperty(ALWAYS, True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.calls_label)
        layout.addWidget(self.cost_label)
        layout.addWidget(ButtonRow([self.gate_button, *more_buttons]))

    def show_numbers(self, state: PlanState, numbers: PlanNumbers) -> None:
        """Calls of the state that stands in the form; of a design of one's own some files may lack variants."""
        self._n_calls = numbers.n_calls
        calls = self.tr("{calls} calls") if state.is_shipped else self.tr("At most {calls} calls")
        self.calls_label.setText(
            self.tr(
                "{calls}: {files} files × {variants} variants × {questions} questions, originals {samples} "
                "times, {systems} systems."
            ).format(
                calls=calls.format(calls=f"{numbers.n_calls:,}"),
                files=f"{state.n_files:,}",
                variants=f"{numbers.n_variants:,}",
                questions=len(state.design.questions),
                samples=state.n_samples,
                systems=state.n_systems,
            )
        )
        self._show_cost()

    def show_estimates(self, estimates: Sequence[SystemEstimate]) -> None:
        """What the calls of the project take, as it was saved last."""
        self._estimates = tuple(estimates)
        self._show_cost()

    def show_gate(self, n_missing: int, *, is_locked: bool) -> None:
        """How much the lock still needs."""
        if is_locked:
            self.gate_button.setText(self.tr("The plan is locked: look at the lock"))
        elif n_missing:
            self.gate_button.setText(self.tr("What the lock still needs: {n}").format(n=n_missing))
        else:
            self.gate_button.setText(self.tr("Nothing is missing: go to the lock"))

    def _show_cost(self) -> None:
        left = [one.estimate for one in self._estimates]
        n_estimated = sum(one.n_calls for one in left)
        if not n_estimated or not self._n_calls:
            self.cost_label.setText(self.tr("Tokens, time and money are not known yet."))
            return
        # The mean call stays what it was when the project was saved; only how many there are follows the keys.
        factor = self._n_calls / n_estimated
        low, high = (round(factor * sum(getattr(one, end) for one in left)) for end in ("tokens_low", "tokens_high"))
        parts = [self.tr("{low} to {high} tokens").format(low=f"{low:,}", high=f"{high:,}"), self._money(factor)]
        seconds = [one.seconds for one in self._estimates]
        known = [one * factor for one in seconds if one is not None]
        parts.append(
            self.tr("at least {time} by the limits per minute").format(time=shown_duration(sum(known)))
            if known and len(known) == len(seconds)
            else self.tr("time not known: no limits per minute are entered")
        )
        self.cost_label.setText(self.tr("From the lengths of the texts: {parts}.").format(parts="; ".join(parts)))

    def _money(self, factor: float) -> str:
        left = [one.estimate for one in self._estimates]
        currencies = {one.currency for one in left}
        lows, highs = [one.cost_low for one in left], [one.cost_high for one in left]
        if None in lows or None in highs or len(currencies) != 1:
            return self.tr("cost not known: no prices are entered on the page Endpoints")
        low, high = (factor * sum(one for one in ends if one is not None) for ends in (lows, highs))
        return self.tr("{low} to {high} {currency}").format(
            low=f"{low:,.2f}", high=f"{high:,.2f}", currency=currencies.pop()
        )
