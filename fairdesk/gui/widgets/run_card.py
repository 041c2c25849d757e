"""One system's run: its name, where it stands in words, a bar, counts by status, and why it waits or stopped."""

from __future__ import annotations

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from fairdesk.domain.endpoint_terms import Budget
from fairdesk.domain.progress import RunState
from fairdesk.gui.run_words import Standing, counts_words, spending_words, state_words
from fairdesk.gui.times import shown_duration, shown_moment
from fairdesk.gui.widgets.foreign_text import made_visible
from fairdesk.gui.widgets.labels import ElidedLabel, PlainLabel, TextStyle
from fairdesk.gui.widgets.state_badge import StateBadge


class RunCard(QFrame):
    """Shows a standing; nothing in it can be pressed."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.title_label = ElidedLabel(title, TextStyle.STRONG)
        self.state_badge = StateBadge(self.tr("State of the run of {system}").format(system=title))
        self.progress_bar = QProgressBar()
        self.progress_bar.setTextVisible(False)
        self.progress_bar.setAccessibleName(self.tr("Progress of {system}").format(system=title))
        self.counts_label = PlainLabel().wrapping()
        self.rate_label = PlainLabel().wrapping()
        self.spending_label = PlainLabel().wrapping()
        self.reason_label = PlainLabel().wrapping()
        self.origin_label = PlainLabel().wrapping()
        self.origin_label.hide()
        top = QHBoxLayout()
        top.addWidget(self.title_label, 1)
        top.addWidget(self.state_badge)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(6)
        layout.addLayout(top)
        for widget in (
            self.progress_bar,
            self.counts_label,
            self.rate_label,
            self.spending_label,
            self.reason_label,
            self.origin_label,
        ):
            layout.addWidget(widget)

    def show_standing(self, standing: Standing, budget: Budget) -> None:
        """Show how far the run is, and what it has spent of its budget."""
        self.state_badge.show_state(state_words(standing))
        self.progress_bar.setRange(0, max(1, standing.n_planned))
        self.progress_bar.setValue(standing.n_asked)
        self.counts_label.setText(counts_words(standing))
        rate = self._rate(standing)
        self.rate_label.setText(rate)
        self.rate_label.setVisible(bool(rate))
        is_told = standing.spending is not None and standing.spending.n_calls > 0
        self.spending_label.setText(spending_words(standing.spending, budget) if standing.spending and is_told else "")
        self.spending_label.setVisible(is_told)
        reason = self._reason(standing)
        self.reason_label.setText(reason)
        self.reason_label.setVisible(bool(reason))

    def show_origin(self, words: str) -> None:
        """Say which answers FairDesk did not ask for itself, and that the object changed; empty for none."""
        self.origin_label.setText(made_visible(words))
        self.origin_label.setVisible(bool(words))

    def _reason(self, standing: Standing) -> str:
        if not standing.waits_until:
            return standing.words
        moment = shown_moment(standing.waits_until)
        if standing.waits_until in standing.words:
            return standing.words.replace(standing.waits_until, moment)
        return f"{self.tr('Waits until {moment}.').format(moment=moment)} {standing.words}".strip()

    def _rate(self, standing: Standing) -> str:
        parts: list[str] = []
        if standing.state not in (RunState.RUNNING, RunState.WAITING):
            return ""
        if standing.rate_per_s > 0:
            rate = QLocale().toString(standing.rate_per_s, "f", 1)
            parts.append(self.tr("{rate} answers per second").format(rate=rate))
        if standing.seconds_left:
            parts.append(self.tr("about {time} left").format(time=shown_duration(standing.seconds_left)))
        if standing.n_in_flight:
            count = QLocale().toString(standing.n_in_flight)
            parts.append(self.tr("calls under way: {count}").format(count=count))
        return ", ".join(parts)
