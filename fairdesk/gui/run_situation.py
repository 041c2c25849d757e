"""What can be done with the runs of a project now, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from fairdesk.domain.progress import ENDED, RunState
from fairdesk.gui.run_words import Standing

if TYPE_CHECKING:
    from fairdesk.audit.gathering import Gathering

CONTEXT = "RunSituation"
MODEL_CHANGED = "model_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSituation:
    """A project's runs as the window sees them.

    Attributes:
        is_own: This window follows a run of the project.
        is_other_project: This window follows a run of another project.
    """

    gathering: Gathering
    standings: Mapping[str, Standing]
    is_own: bool
    is_stopping: bool
    is_fixing: bool
    is_other_project: bool

    @property
    def is_elsewhere(self) -> bool:
        """Another process works on the runs."""
        return bool(self.gathering.holder) and not self.is_own

    @property
    def may_go_on_elsewhere(self) -> bool:
        """Another process works on the runs, or one that a closed window left alone is about to begin."""
        is_waiting = bool(self.gathering.plan_sha256) and not self.is_over
        return self.is_elsewhere or (is_waiting and self.is_free)

    @property
    def is_free(self) -> bool:
        """Something may be started here and now."""
        is_taken = self.is_own or self.is_fixing or self.is_elsewhere or self.is_other_project
        return not is_taken and not self.gathering.supplier

    @property
    def is_left(self) -> bool:
        """Runs were begun, and some call was never asked."""
        return bool(self.gathering.runs) and any(one.state not in ENDED for one in self.standings.values())

    @property
    def has_gaps(self) -> bool:
        """Calls failed in a run that asked everything; what recorded files lack can be asked of nobody."""
        closed = self.gathering.closed
        return any(
            one.state is RunState.COMPLETE_WITH_GAPS and label not in closed for label, one in self.standings.items()
        )

    @property
    def is_over(self) -> bool:
        """Everything was asked and answered."""
        return bool(self.gathering.runs) and not self.is_left and not self.has_gaps

    @property
    def change_words(self) -> str:
        """Which model answered instead of which, where a run stopped for it and nothing was decided; else empty."""
        if not self.is_free:
            return ""
        words = [one.words for one in self.standings.values() if one.stop_cause == MODEL_CHANGED]
        return "\n".join(dict.fromkeys(words))

    @property
    def can_start(self) -> bool:
        """The first button is shown: a plan that was never asked is not started when it is outdated."""
        is_stale = bool(self.gathering.plan_changes) and not self.gathering.runs
        return self.is_free and not self.is_over and not is_stale

    @property
    def can_fix_anew(self) -> bool:
        """A new plan is offered beside."""
        return self.is_free and bool(self.gathering.plan_changes)

    @property
    def can_import(self) -> bool:
        """Answers that were recorded elsewhere may come in instead."""
        return self.is_free and not self.gathering.plan_sha256

    @property
    def start_words(self) -> str:
        """What the first button does."""
        if self.is_left:
            return _said("Resume")
        if self.has_gaps:
            return _said("Ask the failed ones again")
        return _said("Start") if self.gathering.plan_sha256 else _said("Fix the plan and start")

    @property
    def words(self) -> str:
        """What goes on, or what can be done."""
        gathering = self.gathering
        if self.is_fixing:
            return _said("The plan is being fixed: the endpoint is asked what it can do. No case was sent yet.")
        if self.is_own:
            if self.is_stopping:
                return _said("Stopping: what arrived is kept, answers under way are waited for.")
            return _said("The run goes on, also while you work on other pages. Measures are shown when it is over.")
        if self.is_elsewhere:
            words = _said("Another process works on these runs: {holder}. It is followed here; a second is not begun.")
            return words.format(holder=gathering.holder)
        if self.is_other_project:
            return _said("A run of another project goes on. This one can be started when that is over.")
        if gathering.supplier:
            return _said(
                "{words} There is nothing to ask. Other answers go into a project of their own: drop their file on the "
                "page Projects."
            ).format(words=gathering.supplier)
        if self.is_over and gathering.closed:
            return _said(
                "There is nothing to ask: answers came from recorded files, and FairDesk asks for none beside them."
            )
        if self.is_over:
            return _said("Everything that was planned was asked and answered; how it was read is counted below.")
        if self.is_left:
            return _said("Resume asks only what has no answer yet; nothing that was answered is asked again.")
        if self.has_gaps:
            return _said("Everything was asked, and some calls failed. They alone can be asked again.")
        if gathering.plan_sha256:
            return _said("The plan is fixed. Nothing was asked yet.")
        return _said("Files, questions, tests and targets are fixed and hashed as a plan before the first call.")


def _said(source: str) -> str:
    return QCoreApplication.translate(CONTEXT, source)
