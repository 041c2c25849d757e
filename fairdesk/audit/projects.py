"""Create, list, show, change and delete audit projects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import (
    REHEARSAL_KINDS,
    AuditedSystem,
    Decoding,
    EndpointFacts,
    EndpointSettings,
    LayerSetting,
    ProjectDetails,
)
from fairdesk.domain.object_words import NOTHING_LEARNT
from fairdesk.domain.progress import RunStatus

if TYPE_CHECKING:
    from fairdesk.store.projects import ProjectRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSummary:
    """One line of the list of projects.

    Attributes:
        state: ``draft``, ``plan fixed``, ``plan locked`` or ``issued``.
        last_report: When the last report was issued, or empty.
        valid_until: When the last report lapses, or empty.
    """

    project_id: str
    name: str
    client: str
    object_name: str
    state: str
    changed_at: str
    last_run: str
    last_report: str
    valid_until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectView:
    """A project with everything that the pages show of it.

    Attributes:
        revision: Give it back when saving, so that another window's save is noticed.
        plan_changes: What changed since the plan was fixed, a sentence each; empty without a plan.
        collections: What was collected of prompts of one's own, a sentence each.
        left_out: Questions that the fixed plan leaves out because an endpoint cannot answer them, each with its reason.
        is_locked: A plan of the project was locked, whatever deviated from it since.
        origin_notes: Run id to what is said of answers that FairDesk did not ask for, or of a model that changed.
        closed: Ids of the runs in which nobody is asked anything more: what has no answer belongs to recorded files.
    """

    summary: ProjectSummary
    details: ProjectDetails
    created_at: str
    plan_sha256: str
    runs: tuple[RunStatus, ...]
    revision: int
    plan_changes: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    is_locked: bool = False
    origin_notes: Mapping[str, str] = field(default_factory=dict)
    closed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedDetails:
    """What became of the details: when they were on disk, their revision, and what now differs from the plan."""

    saved_at: str
    revision: int
    details: ProjectDetails
    plan_changes: tuple[str, ...]


def list_projects(spec: WorkspaceSpec) -> tuple[ProjectSummary, ...]:
    """All projects, the last changed first."""
    with Workspace(spec) as workspace:
        records = sorted(workspace.store.projects.all(), key=lambda record: record.changed_at, reverse=True)
        return tuple(_summary(workspace, record) for record in records)


def create_project(spec: WorkspaceSpec, name: str, details: ProjectDetails | None = None) -> ProjectSummary:
    """Make a project with two systems: the baseline, and the same with the directive in the system prompt.

    Raises:
        InputError: the name is empty or taken.
    """
    with Workspace(spec) as workspace:
        record = workspace.store.projects.create(name, details or starting_details())
        return _summary(workspace, record)


def starting_details() -> ProjectDetails:
    """The details that a new project begins with; every field can be changed."""
    return ProjectDetails(
        object_name="Admissions assistant",
        object_purpose="Reads one applicant's file and suggests a rating to the admissions office.",
        systems=two_systems(rehearsal_endpoint()),
    )


def rehearsal_endpoint() -> EndpointSettings:
    """The built-in calibration model; its answers are never evidence."""
    return EndpointSettings(name="Rehearsal model (built in)", kind="rehearsal", model="fairdesk-rehearsal", options={})


def rehearsal_completions_endpoint() -> EndpointSettings:
    """The same model as plain completions, which tell how likely a sentence is."""
    return EndpointSettings(
        name="Rehearsal of likelihoods (built in)",
        kind="rehearsal_completions",
        model="fairdesk-rehearsal",
        options={},
    )


def embedded_endpoint() -> EndpointSettings:
    """The built-in small language model: a demonstration object, never a judge."""
    return EndpointSettings(name="Embedded model (built in)", kind="embedded", model="", options={})


def two_systems(endpoint: EndpointSettings) -> tuple[AuditedSystem, AuditedSystem]:
    """Baseline and mitigated system on one endpoint; they differ in one layer only."""
    from fairdesk.evaluations.admissions import SYSTEM_PROMPT
    from fairdesk.layers.fairness_directive import LAYER

    baseline = AuditedSystem(
        label="baseline",
        title="Baseline",
        endpoint=endpoint,
        facts=NOTHING_LEARNT,
        system_prompt=SYSTEM_PROMPT,
        decoding=_decoding(endpoint.kind),
    )
    return baseline, replace(
        baseline,
        label="mitigated",
        title="With the directive in the system prompt",
        layers=(LAYER.setting(),),
    )


def directive_setting() -> LayerSetting:
    """The layer that puts the directive into the system prompt, with its own text."""
    from fairdesk.layers.fairness_directive import LAYER

    return LAYER.setting()


def _decoding(kind: str) -> Decoding:
    """The embedded model repeats itself at temperature 0; the others are asked with a seed per sample."""
    if kind == "embedded":
        return Decoding(temperature=0.0, max_tokens=16, seed=1)
    if kind in REHEARSAL_KINDS:
        return Decoding(temperature=0.7, max_tokens=120, seed=1000)
    return Decoding(temperature=0.0, max_tokens=120)


def with_endpoint(details: ProjectDetails, endpoint: EndpointSettings) -> ProjectDetails:
    """The same project asked at another endpoint: every system's facts are forgotten and must be learnt again."""
    decoding = _decoding(endpoint.kind)
    systems = tuple(
        replace(system, endpoint=endpoint, facts=NOTHING_LEARNT, decoding=decoding) for system in details.systems
    )
    return replace(details, systems=systems)


def with_facts(details: ProjectDetails, endpoint: EndpointSettings, facts: EndpointFacts) -> ProjectDetails:
    """The same project with what was learnt of an endpoint, in every system that uses it with the same settings."""
    systems = tuple(
        replace(system, facts=facts) if system.endpoint == endpoint else system for system in details.systems
    )
    return replace(details, systems=systems)


def show_project(spec: WorkspaceSpec, project: str) -> ProjectView:
    """One project by id or name.

    Raises:
        InputError: there is no such project.
    """
    from fairdesk.audit.locks import lock_history
    from fairdesk.audit.plan import current_plan_sha256, left_out_questions
    from fairdesk.audit.plan_changes import plan_changes
    from fairdesk.audit.run_origins import closed_runs, origin_notes
    from fairdesk.audit.run_status import collection_words, run_statuses

    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        plan_sha256 = current_plan_sha256(workspace, record.project_id)
        runs = run_statuses(workspace, record.project_id)
        return ProjectView(
            summary=_summary(workspace, record),
            details=record.details,
            created_at=record.created_at,
            plan_sha256=plan_sha256,
            runs=runs,
            revision=record.revision,
            plan_changes=plan_changes(workspace, record.project_id, record.details),
            left_out=left_out_questions(workspace, plan_sha256) if plan_sha256 else (),
            collections=collection_words(workspace, record.project_id),
            is_locked=lock_history(workspace, record.project_id) is not None,
            origin_notes=origin_notes(workspace, [run.run_id for run in runs]),
            closed=tuple(sorted(closed_runs(workspace, runs))),
        )


def save_details(
    spec: WorkspaceSpec, project: str, details: ProjectDetails, seen_revision: int | None = None
) -> SavedDetails:
    """Keep what the auditor typed.

    Args:
        seen_revision: The revision that was edited; None saves over whatever is there.

    Raises:
        ChangedElsewhere: another window saved the project since; nothing was changed.
    """
    from fairdesk.audit.plan_changes import plan_changes

    with Workspace(spec) as workspace:
        record = workspace.store.projects.save(project, details, seen_revision=seen_revision)
        return SavedDetails(
            saved_at=record.changed_at,
            revision=record.revision,
            details=record.details,
            plan_changes=plan_changes(workspace, record.project_id, record.details),
        )


def delete_project(spec: WorkspaceSpec, project: str) -> Path:
    """Delete a project after a backup copy of the whole store; answers with the copy's path.

    Raises:
        InputError: there is no such project.
        StoreError: its answers cannot be taken out of the search file; nothing was deleted.
    """
    from fairdesk.audit.backups import dated_backup
    from fairdesk.audit.built_variants import cache_of
    from fairdesk.audit.run_status import run_ids

    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        copy = dated_backup(workspace, "before-delete")
        # The evidence stays in the store; the file that is derived from it keeps nothing of a project that is gone.
        workspace.store.search.purge(tuple(f"run:{run_id}" for run_id in run_ids(workspace, record.project_id)))
        cache_of(workspace, record.project_id).remove()
        workspace.store.projects.delete(record.project_id)
        return copy


def _summary(workspace: Workspace, record: ProjectRecord) -> ProjectSummary:
    from fairdesk.audit.locks import lock_history
    from fairdesk.audit.plan import current_plan_sha256
    from fairdesk.audit.register import issued_lines
    from fairdesk.audit.run_status import run_statuses

    runs = run_statuses(workspace, record.project_id)
    last = next(iter(issued_lines(workspace, record.project_id)), None)
    if last is not None:
        state = "issued"
    else:
        state = "plan fixed" if current_plan_sha256(workspace, record.project_id) else "draft"
        if lock_history(workspace, record.project_id) is not None:
            state = "plan locked"
    return ProjectSummary(
        project_id=record.project_id,
        name=record.name,
        client=record.details.client,
        object_name=record.details.object_name,
        state=state,
        changed_at=record.changed_at,
        last_run=max((run.started_at for run in runs), default=""),
        last_report=last.issued_at if last else "",
        valid_until=last.valid_until if last else "",
    )
