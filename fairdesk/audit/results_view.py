"""Results as the window shows them: whether they may be shown now, what they are, and what changed since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from fairdesk.audit.charts import ComparisonChart, ResultCharts, comparison_charts, coverage_chart, result_charts
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.charts import CoverageGrid
from fairdesk.domain.comparison_words import ComparisonLine, comparison_lines
from fairdesk.domain.plan import Plan
from fairdesk.domain.progress import ENDED, RunState, RunStatus, TellStep
from fairdesk.domain.recorded_words import recorded_remarks
from fairdesk.domain.result_words import ResultLine, result_lines
from fairdesk.domain.results import Analysis
from fairdesk.domain.supplied_words import plan_supplier_words


class Readiness(Enum):
    """Whether there is something to analyse, and whether looking is allowed."""

    NO_PLAN = "no plan"
    NOTHING_RUN = "nothing was run"
    GOES_ON = "a run goes on"
    LEFT = "a run was left"
    ENDED = "all runs have ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsStanding:
    """What results of a project rest on at this moment.

    Attributes:
        systems: Labels of the plan's systems, in its order.
        runs: The latest run of every system under the plan.
        heads: Run id to the last link of its chain.
        is_held: A process works on the runs of the project.
        n_corrections: Run id to readings corrected by hand in it, every change counted.
    """

    plan_sha256: str
    systems: tuple[str, ...]
    runs: tuple[RunStatus, ...]
    heads: Mapping[str, str]
    is_held: bool
    n_corrections: Mapping[str, int] = field(default_factory=dict)

    @property
    def readiness(self) -> Readiness:
        """While a run goes on no estimate is shown; one that was left is analysed only on request."""
        if not self.plan_sha256:
            return Readiness.NO_PLAN
        if self.is_held or any(run.state is RunState.RUNNING for run in self.runs):
            return Readiness.GOES_ON
        states = [run.state for run in self.runs if run.state is not RunState.NOT_STARTED]
        if not states:
            return Readiness.NOTHING_RUN
        return Readiness.ENDED if len(states) == len(self.systems) and set(states) <= set(ENDED) else Readiness.LEFT

    def run_words(self) -> tuple[str, ...]:
        """How far every system is, a sentence each."""
        runs = {run.system: run for run in self.runs}
        return tuple(_run_words(label, runs.get(label)) for label in self.systems)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsView:
    """An analysis with everything that the pages draw of it."""

    plan: Plan
    analysis: Analysis
    analysis_sha256: str
    lines: tuple[ResultLine, ...]
    comparison_lines: tuple[ComparisonLine, ...]
    charts: tuple[ResultCharts, ...]
    comparison_charts: tuple[ComparisonChart, ...]
    coverage: CoverageGrid

    @property
    def is_rehearsal(self) -> bool:
        """True when any answer came from the built-in calibration model."""
        return any(run.is_rehearsal for run in self.analysis.runs)

    def remarks(self) -> tuple[str, ...]:
        """What travels with every number that leaves the window, a sentence each; empty for a usual run."""
        remarks = []
        if self.is_rehearsal:
            remarks.append("Rehearsal, not evidence: the answers come from the built-in calibration model.")
        if self.plan.supplied is not None:
            remarks.append(plan_supplier_words(self.plan))
        remarks += recorded_remarks(self.analysis.runs)
        n_corrected = len({(one.system, one.correction.key) for one in self.analysis.corrections})
        if n_corrected:
            remarks.append(f"Readings corrected by hand: {n_corrected}; the rows that rest on them say so.")
        return tuple(remarks)


def results_standing(spec: WorkspaceSpec, project: str) -> ResultsStanding:
    """Look up what results would rest on now; computes nothing."""
    from fairdesk.audit.corrections import run_corrections
    from fairdesk.audit.plan import current_plan_sha256, load_plan
    from fairdesk.audit.run_status import current_runs

    with Workspace(spec) as workspace:
        project_id = workspace.store.projects.get(project).project_id
        plan_sha256 = current_plan_sha256(workspace, project_id)
        if not plan_sha256:
            return ResultsStanding(plan_sha256="", systems=(), runs=(), heads={}, is_held=False)
        runs = current_runs(workspace, project_id, plan_sha256)
        return ResultsStanding(
            plan_sha256=plan_sha256,
            systems=tuple(system.label for system in load_plan(workspace, plan_sha256).systems),
            runs=runs,
            heads={run.run_id: workspace.store.ledger.head(f"run:{run.run_id}") for run in runs},
            is_held=workspace.store.leases.holder(f"project:{project_id}") is not None,
            n_corrections={run.run_id: len(run_corrections(workspace, run.run_id)) for run in runs},
        )


def read_results(spec: WorkspaceSpec, project: str, tell: TellStep = lambda words: None) -> ResultsView:
    """Analyse a project and make what the pages draw of it.

    Raises:
        PlanError: no plan is fixed, or nothing was run under it.
    """
    from fairdesk.audit.analyse import analyse_project
    from fairdesk.audit.plan import load_plan

    sha256, analysis = analyse_project(spec, project, tell)
    tell("Drawing the charts")
    with Workspace(spec) as workspace:
        plan = load_plan(workspace, analysis.plan_sha256)
    return ResultsView(
        plan=plan,
        analysis=analysis,
        analysis_sha256=sha256,
        lines=result_lines(plan, analysis.results),
        comparison_lines=comparison_lines(plan, analysis.comparisons),
        charts=result_charts(plan, analysis),
        comparison_charts=comparison_charts(plan, analysis),
        coverage=coverage_chart(plan, analysis),
    )


def what_changed(analysis: Analysis, now: ResultsStanding) -> tuple[str, ...]:
    """What is different from what an analysis rests on, a sentence each; empty when nothing is."""
    return tuple(_changes(analysis, now))


def _changes(analysis: Analysis, now: ResultsStanding) -> Iterator[str]:
    if analysis.plan_sha256 != now.plan_sha256:
        yield "Another plan was fixed since these results were computed."
        return
    known = {run.system: run for run in analysis.runs}
    for run in now.runs:
        before = known.get(run.system)
        if before is None:
            yield f"A run of {run.system} was added."
        elif before.run_id != run.run_id:
            yield f"{run.system} was run again."
        elif before.head != now.heads[run.run_id]:
            known_here = sum(one.system == run.system for one in analysis.corrections)
            n_new = now.n_corrections.get(run.run_id, 0) - known_here
            if n_new > 0:
                readings = "1 reading was" if n_new == 1 else f"{n_new} readings were"
                yield f"{run.system}: {readings} corrected by hand since these results were computed."
            else:
                yield f"The run of {run.system} has new entries."


def _run_words(label: str, run: RunStatus | None) -> str:
    if run is None:
        return f"{label}: not started."
    gaps = run.counts["failed"] + run.counts["not_attempted"]
    with_value = run.n_planned - gaps
    return f"{label}: {run.state.value}, {with_value} of {run.n_planned} questions have an answer."
