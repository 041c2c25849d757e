"""Run the systems of a plan, or go on where a run was left; nothing answered is asked twice."""

from __future__ import annotations

import asyncio
import itertools
import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import fairdesk
from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.endpoints import running, target_and_limits
from fairdesk.audit.holding import holding
from fairdesk.audit.plan import current_plan_sha256, load_plan
from fairdesk.audit.plan_texts import AnswerReader, PlanTexts
from fairdesk.audit.recorded_calls import closed_marks
from fairdesk.audit.run_budget import BudgetWatch, refuse_unpriced
from fairdesk.audit.run_identity import IdentityWatch
from fairdesk.audit.run_items import PlanItems, build_request
from fairdesk.audit.run_status import answered_marks, endpoint_terms, run_of_system, run_spending, run_statuses
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import AuditedSystem, EndpointFacts, EndpointSettings, ProjectDetails
from fairdesk.domain.canonical import GENESIS, canonical_bytes
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.endpoint_terms import Budget
from fairdesk.domain.errors import EndpointError, PlanError
from fairdesk.domain.exchanges import Exchange, ItemKey, ModelReply, ModelRequest
from fairdesk.domain.plan import Plan
from fairdesk.domain.progress import RunOptions, RunStatus, TellProgress
from fairdesk.domain.recorded_words import NOT_ASKED_BESIDE
from fairdesk.endpoints.formats import BUILT_IN_KINDS

if TYPE_CHECKING:
    from fairdesk.audit.run_lane import RunJob
    from fairdesk.audit.run_standing import RunEnd
    from fairdesk.endpoints.serving import RunningEndpoint

ALL_SYSTEMS = RunOptions()

N_FIRST_ANSWERS = 200
"""Answers that are read for the model's name where the plan's facts do not tell it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asking:
    """What all runs of one call of ``run_project`` share."""

    workspace: Workspace
    project_id: str
    plan_sha256: str
    plan: Plan
    items: PlanItems
    budget: Budget
    options: RunOptions


@dataclass(frozen=True, slots=True)
class _Run:
    """One run.

    Attributes:
        marks: A byte per planned call: 1 where nobody is asked.
        n_lacking: Calls that nobody is asked although they have no answer: they belong to recorded files.
    """

    run_id: str
    system: AuditedSystem
    marks: bytearray
    identity: IdentityWatch
    n_lacking: int


def run_project(
    spec: WorkspaceSpec,
    project: str,
    tell: TellProgress,
    cancelled: Callable[[], bool] = lambda: False,
    options: RunOptions = ALL_SYSTEMS,
) -> tuple[RunStatus, ...]:
    """Run the fixed plan: unfinished runs of it are resumed, missing ones started, finished ones left alone.

    Raises:
        PlanError: no plan is fixed, a label is unknown, or all that is left belongs to recorded files.
        InputError: the budget limits money and the endpoint's prices were not entered.
        StoreBusy: another process works on the project; it is named.
        EndpointError: an endpoint cannot be started, or is not what the plan was fixed for.
    """
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        plan_sha256, plan = _fixed_plan(workspace, record.project_id)
        if plan.supplied is not None:
            raise PlanError(
                "The answers of this plan were supplied; there is nothing to ask.",
                "Look at the results, or make another project for a run.",
            )
        chosen = _chosen(plan.systems, options)
        asking = _Asking(
            workspace=workspace,
            project_id=record.project_id,
            plan_sha256=plan_sha256,
            plan=plan,
            items=PlanItems(plan),
            budget=options.budget or record.details.budget,
            options=options,
        )
        # Held from before a run is looked up: two processes that start together must not both begin one.
        with holding(workspace, f"project:{record.project_id}"):
            runs = [_found_run(asking, system) for system in chosen]
            # Answers of a model that nobody has accepted leave a run undone, however many there are.
            left = [run for run in runs if not all(run.marks) or run.identity.unsettled]
            if left:
                _ask(asking, left, tell, cancelled)
            else:
                _refuse_lacking(runs)
        return run_statuses(workspace, record.project_id)


def refuse_options(spec: WorkspaceSpec, details: ProjectDetails, options: RunOptions) -> None:
    """Refuse before a plan is fixed, and an endpoint is asked for it, what ``run_project`` would refuse after it.

    Raises:
        PlanError: a label is unknown.
        InputError: the budget limits money and an endpoint's prices were not entered.
    """
    with Workspace(spec) as workspace:
        for system in _chosen(details.systems, options):
            refuse_unpriced(options.budget or details.budget, endpoint_terms(workspace, system.endpoint))


def _chosen(systems: tuple[AuditedSystem, ...], options: RunOptions) -> list[AuditedSystem]:
    if unknown := set(options.systems) - {system.label for system in systems}:
        raise PlanError(f"The plan has no system {', '.join(sorted(unknown))}.", "See: fairdesk project show")
    return [system for system in systems if not options.systems or system.label in options.systems]


def _fixed_plan(workspace: Workspace, project_id: str) -> tuple[str, Plan]:
    sha256 = current_plan_sha256(workspace, project_id)
    if not sha256:
        raise PlanError("No plan is fixed yet.", "Fix the plan first: it is hashed before the first call.")
    return sha256, load_plan(workspace, sha256)


def _found_run(asking: _Asking, system: AuditedSystem) -> _Run:
    """The latest run of a system with what is answered in it, or one that is not in the store yet."""
    workspace = asking.workspace
    run_id = run_of_system(workspace, asking.project_id, asking.plan_sha256, system.label) or _new_run_id()
    marks = closed_marks(workspace, run_id, asking.items)
    n_lacking = marks.count(1) - answered_marks(workspace, run_id, asking.items).count(1)
    return _Run(run_id, system, marks, _identity(workspace, run_id, system.facts), n_lacking)


def _refuse_lacking(runs: list[_Run]) -> None:
    """Say why nothing is asked where answers are missing."""
    lacking = [f"{run.n_lacking:,} of “{run.system.label}”" for run in runs if run.n_lacking]
    if lacking:
        raise PlanError(
            f"Nothing is left to ask. Calls without an answer, {' and '.join(lacking)}, are of benchmarks whose "
            f"answers came from recorded files. {NOT_ASKED_BESIDE}",
            "Import a recorded file that holds them, or ask the benchmark in a project of its own.",
        )


def _ask(asking: _Asking, runs: list[_Run], tell: TellProgress, cancelled: Callable[[], bool]) -> None:
    """Ask what is unanswered of the runs, all together, while holding their leases."""
    from fairdesk.store.entries import NewEntry

    workspace = asking.workspace
    with ExitStack() as held:
        for run in runs:
            held.enter_context(holding(workspace, f"run:{run.run_id}"))
        groups = _by_endpoint(runs)
        servers = [held.enter_context(running(workspace, group[0].system.endpoint)) for group in groups]
        for group, server in zip(groups, servers, strict=True):
            for run in group:
                _same_object(run.system, server)
        jobs = _jobs(asking, groups)
        for run in runs:
            _note_start(asking, run)
        ends = asyncio.run(_ask_all(asking, list(zip(groups, servers, jobs, strict=True)), tell, cancelled))
        for run_id, end in ends.items():
            body = {"state": end.state.value, "words": end.words, "cause": end.cause, "at": workspace.now_text()}
            workspace.store.ledger.append(f"run:{run_id}", [NewEntry(kind="run_finished", body=canonical_bytes(body))])


async def _ask_all(
    asking: _Asking,
    lanes: list[tuple[list[_Run], RunningEndpoint, tuple[RunJob, ...]]],
    tell: TellProgress,
    cancelled: Callable[[], bool],
) -> dict[str, RunEnd]:
    from fairdesk.audit.run_engine import RunEngine
    from fairdesk.audit.run_lane import RunLane
    from fairdesk.endpoints.asker import Asker
    from fairdesk.endpoints.client import EndpointClient
    from fairdesk.endpoints.pace import Pace

    workspace = asking.workspace
    async with AsyncExitStack() as clients:
        opened = []
        for group, server, jobs in lanes:
            target, limits, settings = target_and_limits(workspace, group[0].system.endpoint, server.base_url)
            client = await clients.enter_async_context(EndpointClient(target, limits))
            asker = Asker(client, Pace(settings, workspace.clock))
            seed = asking.plan.order_seed
            opened.append(RunLane(asker=asker, jobs=jobs, order_seed=seed, options=asking.options))
        return await RunEngine(workspace, tuple(opened), tell, cancelled).ask()


def _by_endpoint(runs: list[_Run]) -> list[list[_Run]]:
    """Runs that ask the same server stand together: they share its limits."""
    groups: dict[bytes, list[_Run]] = {}
    for run in runs:
        groups.setdefault(_server_of(run.system.endpoint), []).append(run)
    return list(groups.values())


def _server_of(endpoint: EndpointSettings) -> bytes:
    plain = to_plain(endpoint)
    if endpoint.kind not in BUILT_IN_KINDS:
        del plain["model"]  # one server, one account, several models
    return canonical_bytes(plain)


def begin_run(workspace: Workspace, project_id: str, plan_sha256: str, system: AuditedSystem) -> str:
    """Open a run of a system without asking anything; answers with its id. The caller holds the project."""
    run_id = _new_run_id()
    what = {"run_id": run_id, "plan_sha256": plan_sha256, "at": workspace.now_text(), **_described(system)}
    _open_chain(workspace, project_id, run_id, what)
    return run_id


def _new_run_id() -> str:
    return f"r-{uuid.uuid4().hex[:12]}"


def _described(system: AuditedSystem) -> dict[str, Any]:
    return {"system": system.label, "is_rehearsal": system.facts.is_rehearsal}


def _open_chain(workspace: Workspace, project_id: str, run_id: str, what: Mapping[str, Any]) -> None:
    """A run's chain begins with what it will ask and whom; the project's chain names it."""
    from fairdesk.store.entries import NewEntry

    entry = NewEntry(kind="run_started", body=canonical_bytes(what))
    with workspace.store.all_or_none():
        workspace.store.ledger.append(f"run:{run_id}", [entry])
        workspace.store.ledger.append(f"project:{project_id}", [entry])


def _note_start(asking: _Asking, run: _Run) -> None:
    """Open a new run's chain and link it to the project's, or note in an old one's how it goes on."""
    from fairdesk.store.entries import NewEntry

    workspace, ledger = asking.workspace, asking.workspace.store.ledger
    terms = to_plain(endpoint_terms(workspace, run.system.endpoint))
    del terms["ca_file"]  # a path of this computer
    how = {
        "at": workspace.now_text(),
        "budget": to_plain(asking.budget),
        "fairdesk": fairdesk.__version__,
        "order_seed": asking.plan.order_seed,
        "run_id": run.run_id,
        "terms": terms,
    }
    if ledger.head(f"run:{run.run_id}") != GENESIS:
        entry = NewEntry(kind="run_resumed", body=canonical_bytes(how | {"n_left": run.marks.count(0)}))
        ledger.append(f"run:{run.run_id}", [entry])
        return
    what = {"plan_sha256": asking.plan_sha256, **_described(run.system)}
    _open_chain(workspace, asking.project_id, run.run_id, how | what)


def _jobs(asking: _Asking, groups: list[list[_Run]]) -> list[tuple[RunJob, ...]]:
    benchmarks = PlanBenchmarks(asking.workspace, asking.plan, whole=True)
    texts = PlanTexts(asking.workspace, asking.plan, benchmarks)
    reader = AnswerReader(asking.plan, benchmarks)
    return [tuple(_job(asking, run, texts, reader) for run in group) for group in groups]


def _job(asking: _Asking, run: _Run, texts: PlanTexts, reader: AnswerReader) -> RunJob:
    from fairdesk.audit.estimate import RunEstimate, mean_call
    from fairdesk.audit.run_lane import RunJob
    from fairdesk.audit.run_reading import StatusReader
    from fairdesk.audit.run_reuse import EarlierAnswers

    workspace, system = asking.workspace, run.system
    terms = endpoint_terms(workspace, system.endpoint)
    spent, n_told, _ = run_spending(workspace, run.run_id, terms)
    earlier = None
    if asking.options.reuses:
        earlier = EarlierAnswers(workspace, asking.project_id, run.run_id, system.endpoint)

    def request_of(key: ItemKey) -> ModelRequest:
        return build_request(system, reader.questions[key.question], texts.text(key), key.sample)

    return RunJob(
        run_id=run.run_id,
        title=system.label,
        blocks=asking.items.blocks(run.marks),
        n_planned=len(asking.items),
        counts=workspace.store.ledger.counts_by_status(f"run:{run.run_id}"),
        request_of=request_of,
        status_of=StatusReader(reader).status,
        leases=(f"run:{run.run_id}", f"project:{asking.project_id}"),
        budget=BudgetWatch(asking.budget, terms, spent, n_told),
        identity=run.identity,
        reused=earlier.take if earlier else None,
        estimate=RunEstimate(mean_call(system, asking.plan, texts), terms),
    )


def _identity(workspace: Workspace, run_id: str, facts: EndpointFacts) -> IdentityWatch:
    ledger, chain = workspace.store.ledger, f"run:{run_id}"

    def first_answers() -> Iterator[ModelReply]:
        for entry in itertools.islice(ledger.entries(chain, kind="exchange"), N_FIRST_ANSWERS):
            outcome = from_plain(Exchange, json.loads(entry.body)).outcome
            if isinstance(outcome, ModelReply):
                yield outcome

    def bodies(kind: str) -> list[dict[str, Any]]:
        return [json.loads(entry.body) for entry in ledger.entries(chain, kind=kind)]

    accepted, changed = bodies("identity_accepted"), bodies("identity_changed")
    return IdentityWatch(facts, first_answers(), accepted, changed)


def _same_object(system: AuditedSystem, server: RunningEndpoint) -> None:
    """A built-in endpoint declares itself; it must still be what the plan was fixed for."""
    if system.endpoint.kind not in BUILT_IN_KINDS or dict(server.facts.facts) == dict(system.facts.facts):
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
