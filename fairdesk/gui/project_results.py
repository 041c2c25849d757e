"""The results of the open project, analysed once and shared by every page that shows them.

While a run of the plan goes on nothing is shown; what was shown before its inputs changed says so until someone
analyses again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from fairdesk.audit.results_view import (
    Readiness,
    ResultsStanding,
    ResultsView,
    read_results,
    results_standing,
    what_changed,
)
from fairdesk.domain.errors import Cancelled
from fairdesk.gui.activity import Activity
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, TaskHandle


class ProjectResults(QObject):
    """Follows the open project; pages look at ``standing``, ``view``, ``is_working`` and ``failure``."""

    changed = Signal()
    """Anything that a page shows of it is different."""

    progressed = Signal(str)
    """What the analysis does now, in words."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self._context = context
        self._project_id = ""
        # Answers to questions about an earlier project are dropped.
        self._generation = 0
        self._handle: TaskHandle | None = None
        self._was_cancelled = False
        self._has_analysis_failed = False
        self._knows_of_run = False
        self.standing: ResultsStanding | None = None
        """None until it was looked up."""

        self.view: ResultsView | None = None
        self.failure: Failure | None = None
        """Why looking or analysing did not work the last time."""

        self.words = ""
        context.project_changed.connect(self._on_project_changed)
        context.run.ended.connect(self._on_run_ended)
        context.run.events_arrived.connect(self._on_run_events)

    def is_working(self) -> bool:
        """True while the analysis is computed."""
        return self._handle is not None

    def was_cancelled(self) -> bool:
        """True when the last analysis was stopped by hand, so that it is not begun again by itself."""
        return self._was_cancelled

    def outdated(self) -> tuple[str, ...]:
        """What changed since the results were computed; empty while they are up to date or there are none."""
        if self.view is None or self.standing is None:
            return ()
        return what_changed(self.view.analysis, self.standing)

    def may_show(self) -> bool:
        """True when there are results and no run of the plan goes on."""
        return self.view is not None and self.standing is not None and self.standing.readiness is not Readiness.GOES_ON

    def look(self) -> None:
        """Look up what the results rest on now; analyses when all runs have ended and there are no results yet."""
        project = self._context.project
        if project is None:
            return
        self._follow(project.summary.project_id)
        self._context.tasks.start(
            work=plainly(results_standing, self._context.spec, self._project_id),
            done=self._if_current(self._on_looked),
            failed=self._if_current(self._on_look_failed),
        )

    def analyse(self) -> None:
        """Compute the results now, from whatever was answered."""
        if self._handle is not None or not self._project_id:
            return
        self.failure = None
        self._was_cancelled = self._has_analysis_failed = False
        self.words = self.tr("Waiting for the worker")
        self._handle = self._context.long_tasks.start(
            work=partial(read_results, self._context.spec, self._project_id),
            done=self._if_current(self._on_analysed),
            failed=self._if_current(self._on_analysis_failed),
            progress=self._on_progress,
        )
        self._show_activity()
        self.changed.emit()

    def cancel(self) -> None:
        """Stop the analysis; nothing is lost, because it can be computed again from the answers."""
        if self._handle is not None:
            self._handle.cancel()

    def _if_current(self, take: Callable[[Any], None]) -> Callable[[Any], None]:
        return partial(self._take, self._generation, take)

    def _take(self, generation: int, take: Callable[[Any], None], value: Any) -> None:
        if generation == self._generation:
            take(value)

    def _on_looked(self, standing: ResultsStanding) -> None:
        self.standing = standing
        if not self._has_analysis_failed:
            self.failure = None
        is_due = self.view is None and self.failure is None and not self._was_cancelled
        if is_due and self._handle is None and standing.readiness is Readiness.ENDED:
            self.analyse()
        else:
            self.changed.emit()

    def _on_look_failed(self, failure: Failure) -> None:
        self.failure = failure
        self.changed.emit()

    def _on_analysed(self, view: ResultsView) -> None:
        self._end_work()
        self.view = view
        # What they rest on may have changed while they were computed.
        self.look()

    def _on_analysis_failed(self, failure: Failure) -> None:
        self._end_work()
        self._was_cancelled = isinstance(failure, Cancelled)
        self._has_analysis_failed = not self._was_cancelled
        self.failure = None if self._was_cancelled else failure
        self.changed.emit()

    def _follow(self, project_id: str) -> None:
        if project_id != self._project_id:
            self.cancel()
            self._end_work()
            self._project_id = project_id
            self._generation += 1
            self.standing = self.view = self.failure = None
            self._was_cancelled = self._has_analysis_failed = False
            self.changed.emit()

    def _end_work(self) -> None:
        if self._handle is not None:
            self._handle = None
            self._context.activity_changed.emit(None)

    def _show_activity(self) -> None:
        self._context.activity_changed.emit(
            Activity(words=self.tr("Results: {words}").format(words=self.words), cancel=self.cancel)
        )

    def _on_project_changed(self) -> None:
        if self._context.project is None:
            self._follow("")
        elif self._project_id:
            self.look()

    def _on_run_events(self) -> None:
        # The first news of a run hides the estimates; further ones change nothing here.
        if not self._knows_of_run:
            self._knows_of_run = True
            self.look()

    def _on_run_ended(self) -> None:
        self._knows_of_run = False
        self.look()

    def _on_progress(self, words: str) -> None:
        if self._handle is not None:
            self.words = words
            self.progressed.emit(words)
            self._show_activity()


def results_of(context: PageContext) -> ProjectResults:
    """The results that all pages of a window share, made when the first page asks."""
    return context.findChild(ProjectResults) or ProjectResults(context)
