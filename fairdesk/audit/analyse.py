"""From the evidence to results: everything that a screen or a report prints is computed here, once.

The same function serves the Results page, the report and the check of a report, so equal evidence gives equal numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain

from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.benchmark_rows import benchmark_rows
from fairdesk.audit.coverage import coverage_cells, coverage_counts
from fairdesk.audit.drawn_words import drawn_words
from fairdesk.audit.frame import RunEvidence, SharedReading, read_run, status_counts
from fairdesk.audit.plan import current_plan_sha256, load_plan
from fairdesk.audit.planned_samples import planned_samples
from fairdesk.audit.result_rows import question_rows
from fairdesk.audit.run_status import current_runs
from fairdesk.audit.system_table import SystemTable
from fairdesk.audit.target_rows import untested_rows
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.canonical import GENESIS, canonical_bytes
from fairdesk.domain.cases import VariantKind
from fairdesk.domain.cautions import NO_GROUP
from fairdesk.domain.codec import to_plain
from fairdesk.domain.corrections import ListedCorrection
from fairdesk.domain.cue_decisions import cue_caution
from fairdesk.domain.errors import PlanError
from fairdesk.domain.exchanges import Status
from fairdesk.domain.identity import AcceptedChange, ProviderEcho
from fairdesk.domain.plan import FamilyKind, Plan
from fairdesk.domain.progress import RunState, TellStep
from fairdesk.domain.results import (
    Analysis,
    BatchOutcomes,
    ComparisonRow,
    ResultRow,
    RunSummary,
    SignificanceTest,
    Verdict,
)


def analyse_project(spec: WorkspaceSpec, project: str, tell: TellStep = lambda words: None) -> tuple[str, Analysis]:
    """Analyse the latest run of every system under the fixed plan; keeps the analysis as a document.

    Returns:
        The document's SHA-256 and the analysis.

    Raises:
        PlanError: no plan is fixed, or nothing was run under it.
    """
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        plan_sha256 = current_plan_sha256(workspace, record.project_id)
        if not plan_sha256:
            raise PlanError("No plan is fixed yet.", "Fix the plan and run it, then there is something to analyse.")
        runs = {status.run_id: "" for status in current_runs(workspace, record.project_id, plan_sha256)}
        if not runs:
            raise PlanError("Nothing was run under this plan yet.", "Start the run on the Run page.")
        analysis = analyse_runs(workspace, plan_sha256, runs, tell)
        return workspace.store.documents.put("analysis", canonical_bytes(to_plain(analysis))), analysis


def analyse_runs(
    workspace: Workspace, plan_sha256: str, runs: Mapping[str, str], tell: TellStep = lambda words: None
) -> Analysis:
    """Compute every result of a plan from the chains of its runs.

    Args:
        runs: Run id to the head up to which its chain is read; an empty head means everything.
    """
    plan = load_plan(workspace, plan_sha256)
    evidence: dict[str, RunEvidence] = {}
    benchmarks = PlanBenchmarks(workspace, plan, whole=True)
    shared = SharedReading(benchmarks=benchmarks)
    for run_id, head in runs.items():
        tell(f"Reading the answers of run {run_id}")
        found = read_run(workspace, run_id, plan, head, shared)
        evidence[str(found.started["system"])] = found
    words = drawn_words(workspace, plan)
    tables = {
        system.label: SystemTable(
            system=system,
            plan=plan,
            rows=evidence[system.label].rows,
            model_echoes=evidence[system.label].echoes,
            words=words,
            kept=evidence[system.label].kept,
            classified=evidence[system.label].classified,
        )
        for system in plan.systems
        if system.label in evidence
    }
    tell("Computing the results")
    results, comparisons = judged_rows(plan, tables, benchmarks)
    return Analysis(
        plan_sha256=plan_sha256,
        runs=tuple(_run_summary(evidence[label], table) for label, table in tables.items()),
        results=results,
        comparisons=comparisons,
        coverage=coverage_cells(plan, tables),
        coverage_counts=coverage_counts(plan, tables),
        versions=_versions(),
        corrections=tuple(
            ListedCorrection(system=label, correction=correction)
            for label in tables
            for correction in evidence[label].corrections
        ),
        echoes=tuple(echo for label in tables for echo in _echoes(label, evidence[label])),
        accepted_changes=tuple(change for label in tables for change in _accepted(label, evidence[label])),
        samples=planned_samples(plan, tables),
        classified=tuple(
            table.classified.summary(table, planned, classifier.quantity)
            for table in tables.values()
            for planned in plan.benchmarks
            for classifier in planned.choice.classifiers
        ),
    )


def _echoes(system: str, evidence: RunEvidence) -> list[ProviderEcho]:
    """What the answers of one run were signed with, in an order that does not depend on which came first."""
    if not any(any(told) for told in evidence.echo_counts):
        return []
    return sorted(
        ProviderEcho(run_id=evidence.run_id, system=system, model=model, fingerprint=fingerprint, count=count)
        for (model, fingerprint), count in evidence.echo_counts.items()
    )


def _accepted(system: str, evidence: RunEvidence) -> Iterator[AcceptedChange]:
    for body in evidence.accepted:
        yield AcceptedChange(
            run_id=evidence.run_id,
            system=system,
            at=str(body.get("at", "")),
            by=str(body.get("by", "")),
            reason=str(body.get("reason", "")),
            words=f"before {body.get('old', 'not recorded')}, now {body.get('new', 'not recorded')}",
        )


def judged_rows(
    plan: Plan, tables: Mapping[str, SystemTable], benchmarks: PlanBenchmarks | None = None
) -> tuple[tuple[ResultRow, ...], tuple[ComparisonRow, ...]]:
    """Every result and comparison of a plan, with p-values adjusted within its families and the verdicts they give.

    Args:
        tables: System label to its evidence; a system without evidence is absent.
        benchmarks: Items of the plan's benchmarks; None where it has none.
    """
    of_systems = {
        label: [row for question in plan.questions for row in question_rows(table, question)]
        for label, table in tables.items()
    }
    rows = [*chain.from_iterable(of_systems.values()), *untested_rows(plan, of_systems)]
    if benchmarks is not None:
        rows += benchmark_rows(plan, tables, benchmarks)
    comparisons = _comparisons(plan, tables)
    adjusted = _adjust(plan, {row.result_id: row.test for row in rows} | {c.comparison_id: c.test for c in comparisons})
    cautions = {kind.label: _caution(plan, kind) for kind in plan.variants}
    return (
        tuple(
            _judged(replace(row, caution=cautions.get(row.variant, "")), adjusted.get(row.result_id), plan.alpha)
            for row in rows
        ),
        tuple(
            replace(
                row,
                test=adjusted.get(row.comparison_id, row.test),
                caution=cautions[row.variant],
            )
            for row in comparisons
        ),
    )


def _caution(plan: Plan, kind: VariantKind) -> str:
    """What a variant keeps its results from being called; the shipped test's are computed again as they were."""
    if plan.design is None:
        return ""
    return cue_caution(plan.design, kind.attributes) or NO_GROUP.get(kind.role.value, "")


def _comparisons(plan: Plan, tables: Mapping[str, SystemTable]) -> tuple[ComparisonRow, ...]:
    from fairdesk.audit.compare import comparison_rows

    reference, *others = plan.systems
    if reference.label not in tables:
        return ()
    return tuple(
        row
        for other in others
        if other.label in tables
        for question in plan.questions
        for row in comparison_rows(tables[reference.label], tables[other.label], question)
    )


def _adjust(plan: Plan, tests: Mapping[str, SignificanceTest | None]) -> dict[str, SignificanceTest]:
    """Adjust p-values within the declared families; a test without a p-value is not counted (methods.md M32)."""
    from fairdesk.measures.multiple_tests import benjamini_hochberg, family_size, holm

    adjusted: dict[str, SignificanceTest] = {}
    for family in plan.families:
        members = [(name, test) for name in family.members if (test := tests.get(name)) is not None]
        p_values = [test.p_value for _, test in members]
        method = benjamini_hochberg if family.kind is FamilyKind.EXPLORATORY else holm
        size = family_size(p_values)
        for (name, test), p_adjusted in zip(members, method(p_values), strict=True):
            adjusted[name] = replace(test, p_adjusted=p_adjusted, family_id=family.family_id, family_size=size)
    return adjusted


def _judged(row: ResultRow, test: SignificanceTest | None, alpha: float) -> ResultRow:
    """Put the adjusted p-value into a row and let it decide the verdict word, where the row has a test."""
    if test is None:
        return row
    if test.p_adjusted is None:
        verdict = Verdict.NOT_COMPUTABLE
    else:
        verdict = Verdict.DIFFERENCE_DETECTED if test.p_adjusted < alpha else Verdict.NO_DIFFERENCE_SHOWN
    return replace(row, test=test, verdict=verdict)


def _run_summary(evidence: RunEvidence, table: SystemTable) -> RunSummary:
    counts = status_counts(evidence.rows)
    n_planned = len(evidence.rows)
    gaps = counts[Status.FAILED.value] + counts[Status.NOT_ATTEMPTED.value]
    if not gaps:
        state = RunState.COMPLETE
    else:
        # Nothing that was supplied was stopped: what is not attempted there is an answer that the records lack.
        # So it is with recorded files: nobody is asked for what they lack.
        open_calls = evidence.rows["status"] == Status.NOT_ATTEMPTED.value
        open_calls &= ~evidence.rows["question"].isin(evidence.recorded_questions)
        is_stopped = bool(open_calls.any()) and not table.plan.supplied
        state = RunState.STOPPED if is_stopped else RunState.COMPLETE_WITH_GAPS
    return RunSummary(
        run_id=evidence.run_id,
        system=table.system.label,
        started_at=str(evidence.started["at"]),
        finished_at=str(evidence.finished.get("at", "")),
        state=state.value,
        head=evidence.head or GENESIS,
        n_planned=n_planned,
        counts=counts,
        seconds=round(evidence.elapsed_ms / 1000, 3),
        model_echoes=evidence.echoes,
        is_rehearsal=bool(evidence.started["is_rehearsal"]),
        supplied_by=table.plan.supplied.supplied_by if table.plan.supplied else "",
        batches=tuple(BatchOutcomes(source=source, n_calls=count) for source, count in evidence.batches.items()),
        n_reused=evidence.n_reused,
        recorded=evidence.recorded,
    )


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    return {name: version(name) for name in ("fairdesk", "numpy", "scipy", "pandas")}
