"""What the page Run shows: what will be asked, how far the runs are, and who works on them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from fairdesk.audit.benchmark_planning import choice_sizes, question_of
from fairdesk.audit.benchmark_sources import benchmark_of
from fairdesk.audit.case_choice import count_cases
from fairdesk.audit.evaluation_choice import evaluation_of
from fairdesk.audit.plan import current_plan_sha256, load_plan
from fairdesk.audit.plan_abilities import without_obstacle
from fairdesk.audit.plan_changes import plan_changes
from fairdesk.audit.run_origins import closed_runs, origin_notes
from fairdesk.audit.run_status import current_runs
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import AuditedSystem, ProjectDetails
from fairdesk.domain.cases import VariantRole
from fairdesk.domain.object_words import has_learnt_facts
from fairdesk.domain.progress import RunStatus
from fairdesk.domain.supplied_words import plan_supplier_words


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPart:
    """A system, variant or question: its short name and what it is."""

    label: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """What a run asks.

    Attributes:
        repeated: Labels of the variants that are asked ``n_samples`` times, for the noise floor.
        n_calls: Calls per system; all systems together ask ``n_systems`` times as many.
        is_upper_bound: True while it is not known whether the endpoint can answer every question, or, of a design,
            which variants single files have and a person accepted.
        benchmarks: What is asked of every benchmark, a few words each.
    """

    systems: tuple[NamedPart, ...]
    n_cases: int
    variants: tuple[NamedPart, ...]
    questions: tuple[NamedPart, ...]
    repeated: tuple[str, ...]
    n_samples: int
    n_calls: int
    is_upper_bound: bool = False
    benchmarks: tuple[str, ...] = ()

    @property
    def n_systems(self) -> int:
        """How many systems are asked."""
        return len(self.systems)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathering:
    """A project as the page Run sees it.

    Attributes:
        outline: Of the fixed plan; without one, of the project as it is described now.
        plan_sha256: Empty while no plan is fixed.
        plan_changes: What changed since the plan was fixed, a sentence each.
        runs: The latest run of every system under the fixed plan.
        stop_words: Run id to the sentence with which it last stopped; runs that ended otherwise are absent.
        stop_causes: Run id to the one word of ``RunProgress.stop_cause`` for the same.
        holder: Who works on the project's runs now, or empty.
        is_rehearsal: The answers come from FairDesk's own calibration model.
        supplier: Who supplied the answers, a sentence; empty when FairDesk asks for them.
        origin_notes: Run id to what is said of answers that came from batch files, recorded files or another model
            than before; runs without such are absent.
        closed: Labels of the systems that nobody asks anything more: what has no answer belongs to recorded files.
    """

    project_id: str
    outline: Outline
    plan_sha256: str
    plan_changes: tuple[str, ...]
    runs: tuple[RunStatus, ...]
    stop_words: dict[str, str]
    stop_causes: dict[str, str]
    holder: str
    is_rehearsal: bool
    supplier: str = ""
    origin_notes: dict[str, str] = field(default_factory=dict)
    closed: frozenset[str] = frozenset()


def show_gathering(spec: WorkspaceSpec, project: str) -> Gathering:
    """What will be asked and what has been.

    Raises:
        InputError: there is no such project.
        ImportProblem: no plan is fixed and a case file cannot be read.
    """
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        plan_sha256 = current_plan_sha256(workspace, record.project_id)
        runs = current_runs(workspace, record.project_id, plan_sha256) if plan_sha256 else ()
        plan = load_plan(workspace, plan_sha256) if plan_sha256 else None
        systems = plan.systems if plan else record.details.systems
        ends = {run.run_id: _last_end(workspace, run.run_id) for run in runs}
        closed = closed_runs(workspace, runs)
        lease = workspace.store.leases.holder(f"project:{record.project_id}")
        return Gathering(
            project_id=record.project_id,
            outline=_planned(workspace, plan_sha256)
            if plan_sha256
            else _described(workspace, record.project_id, record.details),
            plan_sha256=plan_sha256,
            plan_changes=plan_changes(workspace, record.project_id, record.details),
            runs=runs,
            stop_words={run_id: str(end["words"]) for run_id, end in ends.items() if end.get("words")},
            stop_causes={run_id: str(end["cause"]) for run_id, end in ends.items() if end.get("cause")},
            holder=lease.owner if lease else next((run.holder for run in runs if run.holder), ""),
            is_rehearsal=any(system.endpoint.is_rehearsal for system in systems),
            supplier=plan_supplier_words(plan) if plan else "",
            origin_notes=origin_notes(workspace, [run.run_id for run in runs]),
            closed=frozenset(run.system for run in runs if run.run_id in closed),
        )


def _planned(workspace: Workspace, plan_sha256: str) -> Outline:
    plan = load_plan(workspace, plan_sha256)
    per_case = sum(plan.n_samples if kind.label in plan.repeated else 1 for kind in plan.variants)
    return Outline(
        systems=_systems(plan.systems),
        n_cases=plan.n_cases,
        variants=tuple(NamedPart(label=kind.label, title=kind.description) for kind in plan.variants),
        questions=tuple(NamedPart(label=q.question_id, title=q.title) for q in plan.all_questions),
        repeated=plan.repeated,
        n_samples=plan.n_samples,
        n_calls=(plan.n_cases * per_case - sum(one.n_files for one in plan.omitted)) * len(plan.questions)
        + sum(len(one.cases) * len(one.labels) * one.choice.n_samples for one in plan.benchmarks),
        benchmarks=tuple(
            _benchmark_words(one.card.title, (len(one.cases), len(one.labels), one.choice.n_samples))
            for one in plan.benchmarks
        ),
    )


def _benchmark_words(title: str, numbers: tuple[int, int, int]) -> str:
    """Items, texts of each and answers to each."""
    n_items, n_orders, n_samples = numbers
    items = "1 item" if n_items == 1 else f"{n_items:,} items"
    answers = "1 answer" if n_samples == 1 else f"{n_samples:,} answers"
    texts = "1 text" if n_orders == 1 else f"{n_orders} texts"
    return f"{title}: {items}, {texts} each, {answers} to each text"


def _described(workspace: Workspace, project_id: str, details: ProjectDetails) -> Outline:
    """The same before a plan is fixed; an endpoint that was never asked counts as able to answer everything.

    Variants that single files turn out not to have are in it.
    """
    systems, evaluation = details.systems, evaluation_of(workspace, details)
    of_benchmarks = [(choice, choice_sizes(workspace, choice)) for choice in details.benchmarks]
    n_of_benchmarks = sum(size.n_texts * n for _, sizes in of_benchmarks for size, n in sizes)
    benchmarks = tuple(
        _benchmark_words(
            benchmark_of(choice.benchmark_id).card.title, (sizes[0][0].n_texts, len(sizes), choice.n_samples)
        )
        for choice, sizes in of_benchmarks
    )
    asked = tuple(
        NamedPart(label=question.question_id, title=question.title)
        for choice in details.benchmarks
        if (question := question_of(choice)) is not None
    )
    if details.without_files:
        return Outline(
            systems=_systems(systems),
            n_cases=0,
            variants=(),
            questions=asked,
            repeated=(),
            n_samples=1,
            n_calls=n_of_benchmarks,
            benchmarks=benchmarks,
        )
    is_known = all(has_learnt_facts(system) for system in systems)
    questions = without_obstacle(evaluation.questions, systems) if is_known else evaluation.questions
    repeated = tuple(kind.label for kind in evaluation.variants if kind.role is VariantRole.ORIGINAL)
    n_samples = max(1, details.n_samples)
    n_cases = count_cases(workspace, details, project_id)
    per_case = sum(n_samples if kind.label in repeated else 1 for kind in evaluation.variants)
    return Outline(
        systems=_systems(systems),
        n_cases=n_cases,
        variants=tuple(NamedPart(label=kind.label, title=kind.description) for kind in evaluation.variants),
        questions=(*(NamedPart(label=q.question_id, title=q.title) for q in questions), *asked),
        repeated=repeated,
        n_samples=n_samples,
        n_calls=n_cases * per_case * len(questions) + n_of_benchmarks,
        is_upper_bound=not is_known or details.design is not None,
        benchmarks=benchmarks,
    )


def _systems(systems: tuple[AuditedSystem, ...]) -> tuple[NamedPart, ...]:
    return tuple(NamedPart(label=system.label, title=system.title or system.label) for system in systems)


def _last_end(workspace: Workspace, run_id: str) -> dict[str, Any]:
    """What was written when the run last ended; empty for one that never did."""
    ends = [json.loads(e.body) for e in workspace.store.ledger.entries(f"run:{run_id}", kind="run_finished")]
    return dict(ends[-1]) if ends else {}
