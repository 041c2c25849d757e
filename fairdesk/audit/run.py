"""Run the systems of a plan, or go on where a run was left; nothing answered is asked twice."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fairdesk.audit.endpoints import endpoint_key, running
from fairdesk.audit.holding import holding
from fairdesk.audit.plan import current_plan_sha256, load_plan, load_variants
from fairdesk.audit.run_items import planned_items, variant_texts
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import from_plain
from fairdesk.domain.corrections import Correction
from fairdesk.domain.errors import EndpointError, PlanError
from fairdesk.domain.exchanges import ItemKey, Status, status_of
from fairdesk.domain.plan import Plan
from fairdesk.domain.progress import RunState, RunStatus, TellProgress

if TYPE_CHECKING:
    from fairdesk.audit.run_engine import RunJob
    from fairdesk.endpoints.serving import RunningEndpoint


@dataclass(frozen=True, slots=True)
class _Run:
    run_id: str
    project_id: str
    plan: Plan
    system: AuditedSystem


def run_project(
    spec: WorkspaceSpec,
    project: str,
    tell: TellProgress,
    cancelled: Callable[[], bool] = lambda: False,
    systems: tuple[str, ...] = (),
) -> tuple[RunStatus, ...]:
    """Run the fixed plan: unfinished runs of it are resumed, missing ones started, finished ones left alone.

    Args:
        systems: Labels to run; empty for all.

    Raises:
        PlanError: no plan is fixed, or a label is unknown.
        StoreBusy: another process works on the project; it is named.
        EndpointError: an endpoint cannot be started.
    """
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        plan_sha256, plan = _fixed_plan(workspace, record.project_id)
        if plan.supplied is not None:
            raise PlanError(
                "The answers of this plan were supplied; there is nothing to ask.",
                "Look at the results, or make another project for a run.",
            )
        chosen = [system for system in plan.systems if not systems or system.label in systems]
        if unknown := set(systems) - {system.label for system in plan.systems}:
            raise PlanError(f"The plan has no system {', '.join(sorted(unknown))}.", "See: fairdesk project show")
        # Held from before a run is looked up: two processes that start together must not both begin one.
        with holding(workspace, f"project:{record.project_id}"):
            for system in chosen:
                run_id = _run_of(workspace, record.project_id, plan_sha256, system.label)
                run_id = run_id or _new_run(workspace, record.project_id, plan_sha256, system)
                run = _Run(run_id, record.project_id, plan, system)
                if _run_one(workspace, run, tell, cancelled) is RunState.STOPPED:
                    break
        return run_statuses(workspace, record.project_id)


def run_statuses(workspace: Workspace, project_id: str) -> tuple[RunStatus, ...]:
    """All runs of a project in the order in which they were started."""
    started = workspace.store.ledger.entries(f"project:{project_id}", kind="run_started")
    return tuple(_status(workspace, json.loads(entry.body), entry.recorded_at) for entry in started)


def run_ids(workspace: Workspace, project_id: str) -> tuple[str, ...]:
    """The ids of all runs of a project, in the order in which they were started."""
    started = workspace.store.ledger.entries(f"project:{project_id}", kind="run_started")
    return tuple(str(json.loads(entry.body)["run_id"]) for entry in started)


def current_runs(workspace: Workspace, project_id: str, plan_sha256: str) -> tuple[RunStatus, ...]:
    """The latest run of every system under one plan."""
    latest = {s.system: s for s in run_statuses(workspace, project_id) if s.plan_sha256 == plan_sha256}
    return tuple(latest.values())


def unanswered(workspace: Workspace, run_id: str, plan: Plan) -> tuple[ItemKey, ...]:
    """The planned calls that have no answer on disk; a failed call is among them."""
    answered = {entry.key for entry in workspace.store.ledger.entries(f"run:{run_id}", kind="exchange")}
    return tuple(key for key in planned_items(plan) if key not in answered)


def _fixed_plan(workspace: Workspace, project_id: str) -> tuple[str, Plan]:
    sha256 = current_plan_sha256(workspace, project_id)
    if not sha256:
        raise PlanError("No plan is fixed yet.", "Fix the plan first: it is hashed before the first call.")
    return sha256, load_plan(workspace, sha256)


def _run_of(workspace: Workspace, project_id: str, plan_sha256: str, system: str) -> str:
    for status in current_runs(workspace, project_id, plan_sha256):
        if status.system == system:
            return status.run_id
    return ""


def _new_run(workspace: Workspace, project_id: str, plan_sha256: str, system: AuditedSystem) -> str:
    """Open a run's chain with what it will ask and whom, and link it to the project's chain."""
    from fairdesk.store.entries import NewEntry

    run_id = f"r-{uuid.uuid4().hex[:12]}"
    body = canonical_bytes(
        {
            "run_id": run_id,
            "plan_sha256": plan_sha256,
            "system": system.label,
            "is_rehearsal": system.facts.is_rehearsal,
            "at": workspace.now_text(),
        }
    )
    workspace.store.ledger.append(f"run:{run_id}", [NewEntry(kind="run_started", body=body)])
    workspace.store.ledger.append(f"project:{project_id}", [NewEntry(kind="run_started", body=body)])
    return run_id


def _run_one(workspace: Workspace, run: _Run, tell: TellProgress, cancelled: Callable[[], bool]) -> RunState:
    """Ask what is unanswered of one run while holding its lease."""
    from fairdesk.audit.run_engine import RunEngine
    from fairdesk.store.entries import NewEntry

    items = unanswered(workspace, run.run_id, run.plan)
    if not items:
        return RunState.COMPLETE
    with holding(workspace, f"run:{run.run_id}"):
        with running(workspace, run.system.endpoint) as server:
            _same_object(run.system, server)
            engine = RunEngine(workspace, _job(workspace, run, items, server.base_url), tell, cancelled)
            state = asyncio.run(engine.ask())
        body = {"state": state.value, "words": engine.stop_words, "at": workspace.now_text()}
        entry = NewEntry(kind="run_finished", body=canonical_bytes(body))
        workspace.store.ledger.append(f"run:{run.run_id}", [entry])
        return state


def _job(workspace: Workspace, run: _Run, items: tuple[ItemKey, ...], base_url: str) -> RunJob:
    from fairdesk.audit.run_engine import RunJob

    return RunJob(
        run_id=run.run_id,
        plan=run.plan,
        system=run.system,
        base_url=base_url,
        key=endpoint_key(workspace, run.system.endpoint),
        items=items,
        texts=variant_texts(load_variants(workspace, run.plan)),
        n_planned=len(planned_items(run.plan)),
        counts=workspace.store.ledger.counts_by_status(f"run:{run.run_id}"),
        leases=(f"run:{run.run_id}", f"project:{run.project_id}"),
    )


def _same_object(system: AuditedSystem, server: RunningEndpoint) -> None:
    """A built-in endpoint declares itself; it must still be what the plan was fixed for."""
    if system.endpoint.kind == "openai_chat" or dict(server.facts.facts) == dict(system.facts.facts):
        return
    changed = sorted(
        name
        for name in {*server.facts.facts, *system.facts.facts}
        if server.facts.facts.get(name) != system.facts.facts.get(name)
    )
    raise EndpointError(
        f"The object changed since the plan was fixed: {', '.join(changed)}. Nothing was asked.",
        "Bring back what was planned, or fix a new plan for the object as it is now.",
    )


def _status(workspace: Workspace, started: dict[str, Any], recorded_at: str) -> RunStatus:
    """Read one run's standing off its chain; without failures no answer is read for it."""
    run_id = str(started["run_id"])
    chain, ledger = f"run:{run_id}", workspace.store.ledger
    if "records_manifest" in started:
        return _supplied_status(workspace, started, recorded_at)
    n_planned = len(planned_items(load_plan(workspace, str(started["plan_sha256"]))))
    failures = _unmended_failures(workspace, chain)
    answered = _corrected_counts(workspace, run_id, ledger.counts_by_status(chain))
    n_answered, n_failed = sum(answered.values()), sum(failures.values())
    counts = {status.value: 0 for status in Status} | answered
    counts[Status.FAILED.value] = n_failed
    counts[Status.NOT_ATTEMPTED.value] = n_planned - n_answered - n_failed
    ended = list(ledger.entries(chain, kind="run_finished"))
    finished = [json.loads(entry.body) for entry in ended]
    holder = workspace.store.leases.holder(chain)
    return RunStatus(
        run_id=run_id,
        plan_sha256=str(started["plan_sha256"]),
        system=str(started["system"]),
        state=_state(n_planned, n_answered, n_failed, holder is not None, finished),
        n_planned=n_planned,
        counts=counts,
        failures=failures,
        started_at=recorded_at,
        finished_at=ended[-1].recorded_at if ended else "",
        holder=holder.owner if holder else "",
        is_rehearsal=bool(started["is_rehearsal"]),
    )


def _supplied_status(workspace: Workspace, started: dict[str, Any], recorded_at: str) -> RunStatus:
    """A run from supplied answers stands as it did when they were imported, but for corrections."""
    run_id = str(started["run_id"])
    counts = _corrected_counts(workspace, run_id, dict(started["counts"]))
    ended = list(workspace.store.ledger.entries(f"run:{run_id}", kind="run_finished"))
    n_gaps = counts[Status.FAILED.value] + counts[Status.NOT_ATTEMPTED.value]
    return RunStatus(
        run_id=run_id,
        plan_sha256=str(started["plan_sha256"]),
        system=str(started["system"]),
        state=RunState.COMPLETE_WITH_GAPS if n_gaps else RunState.COMPLETE,
        n_planned=sum(counts.values()),
        counts=counts,
        failures={},
        started_at=recorded_at,
        finished_at=ended[-1].recorded_at if ended else "",
    )


def _corrected_counts(workspace: Workspace, run_id: str, counts: dict[str, int]) -> dict[str, int]:
    """Status word to answers, with what was corrected by hand counted as what it is now."""
    for entry in workspace.store.ledger.entries(f"run:{run_id}", kind="correction"):
        correction = from_plain(Correction, json.loads(entry.body))
        old, new = status_of(correction.old).value, status_of(correction.new).value
        counts[old] = counts.get(old, 0) - 1
        counts[new] = counts.get(new, 0) + 1
    return counts


def _unmended_failures(workspace: Workspace, chain: str) -> dict[str, int]:
    """Cause to number of items that failed and were not answered later."""
    ledger = workspace.store.ledger
    failed = {entry.key: entry for entry in ledger.entries(chain, kind="failure")}
    if failed:
        for entry in ledger.entries(chain, kind="exchange"):
            failed.pop(entry.key, None)
    return dict(Counter(str(json.loads(entry.body)["outcome"]["cause"]) for entry in failed.values()))


def _state(n_planned: int, n_answered: int, n_failed: int, held: bool, finished: list[dict[str, Any]]) -> RunState:
    if n_answered == n_planned:
        return RunState.COMPLETE
    if held:
        return RunState.RUNNING
    if not finished:
        return RunState.INTERRUPTED if n_answered or n_failed else RunState.NOT_STARTED
    if n_answered + n_failed == n_planned and finished[-1]["state"] != RunState.STOPPED.value:
        return RunState.COMPLETE_WITH_GAPS
    return RunState.STOPPED
