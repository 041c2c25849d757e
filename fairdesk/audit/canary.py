"""Asks the canary's prompts of a system, keeps what came in a chain of its own, and compares it with earlier times."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairdesk.audit.canary_comparison import compare_runs
from fairdesk.audit.canary_prompts import canary_request, compared_part, read_prompts, sent_settings
from fairdesk.audit.endpoints import running, target_and_limits
from fairdesk.audit.holding import holding, owner
from fairdesk.audit.plan import current_plan_sha256, load_plan
from fairdesk.audit.plan_abilities import refuse_systems
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_text
from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.canary import CanaryAnswer, CanaryComparison, CanaryPrompt, CanaryResult, CanaryRun
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.errors import EndpointError, InputError, PlanError
from fairdesk.domain.exchanges import CallFailure, Exchange, ItemKey
from fairdesk.domain.progress import TellStep
from fairdesk.domain.supplied_words import is_supplied

if TYPE_CHECKING:
    from fairdesk.endpoints.client import EndpointClient
    from fairdesk.store.entries import LedgerEntry

N_REPEATS = 3
"""Answers per prompt: with fewer no noise floor is known."""

PROMPTS = "canary_prompts"
STARTED, ANSWER, FINISHED = "canary_started", "canary_answer", "canary_finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class LastCanaries:
    """What a report names of the canary: the last run of each system, and the head of the chain that holds them."""

    runs: dict[str, str]
    heads: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What is shared by all calls of one canary run."""

    chain: str
    canary_run: str
    system: AuditedSystem
    prompts: tuple[CanaryPrompt, ...]


def run_canary(
    spec: WorkspaceSpec, project: str, system: str = "", tell: TellStep = lambda words: None
) -> tuple[CanaryRun, CanaryComparison]:
    """Ask every prompt of the canary, several times, at the system's own settings, and compare with the first time.

    Every answer is on disk before the next one is counted, in the chain ``canary:<id>`` that the project's chain names.

    Args:
        system: Label; empty for the first one.

    Raises:
        InputError: there is no such project or system.
        PlanError: the answers of the project were supplied, or the endpoint lacks what the system needs.
        EndpointError: no prompt was answered.
        StoreBusy: another process runs the canary of this project; it is named.
    """
    from fairdesk.store.entries import NewEntry

    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        chosen = _system(workspace, record.project_id, record.details.systems, system)
        refuse_systems((chosen,))
        canary_id = _canary_id(workspace, record.project_id)
        chain = f"canary:{canary_id}"
        prompts, prompts_sha256 = read_prompts(workspace.resources)
        # Kept word for word, so that a later version with other prompts can still read what was compared.
        kept = workspace.store.documents.put(PROMPTS, canonical_bytes([to_plain(prompt) for prompt in prompts]))
        asked = _Asked(chain=chain, canary_run=f"k-{uuid.uuid4().hex[:12]}", system=chosen, prompts=prompts)
        started = {
            "canary_id": canary_id,
            "canary_run": asked.canary_run,
            "system": chosen.label,
            "configuration_sha256": _configuration_sha256(chosen),
            "prompts_sha256": prompts_sha256,
            "prompts": kept,
            "n_repeats": N_REPEATS,
            "n_prompts": len(prompts),
            "repeats_itself": chosen.repeats_itself,
            "at": workspace.now_text(),
        }
        ledger = workspace.store.ledger
        with holding(workspace, chain), running(workspace, chosen.endpoint) as server:
            entry = NewEntry(kind=STARTED, body=canonical_bytes(started))
            ledger.append(chain, [entry])
            # Named in the project's chain before the first call, so that a canary that was killed is not hidden.
            ledger.append(f"project:{record.project_id}", [entry])
            asyncio.run(_ask_all(workspace, asked, server.base_url, tell))
            ended = {"canary_run": asked.canary_run, "at": workspace.now_text()}
            last = ledger.append(chain, [NewEntry(kind=FINISHED, body=canonical_bytes(ended))])[-1]
            body = canonical_bytes({**ended, "canary_id": canary_id, "head": last.link})
            ledger.append(f"project:{record.project_id}", [NewEntry(kind=FINISHED, body=body)])
        runs = _runs(workspace, canary_id, chosen.label)
        latest = next(run for run in runs if run.canary_run == asked.canary_run)
        if not latest.answers:
            raise EndpointError(
                f"No prompt of the canary was answered: {_failures_words(latest)}.",
                "Test the connection on the Endpoints page, then run the canary again.",
            )
        return latest, _compared(runs)


def canary_runs(spec: WorkspaceSpec, project: str, system: str = "") -> tuple[CanaryRun, ...]:
    """All canary runs of a system that ended, the first first; empty when none was made."""
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        label = _system(workspace, record.project_id, record.details.systems, system).label
        return _runs(workspace, _canary_id(workspace, record.project_id), label)


def last_canaries(workspace: Workspace, project_id: str, systems: tuple[AuditedSystem, ...]) -> LastCanaries:
    """The last canary run of every system that was asked with today's settings; empty where there is none."""
    canary_id = _canary_id(workspace, project_id)
    chain = f"canary:{canary_id}"
    if not workspace.store.ledger.count(chain):
        return LastCanaries(runs={}, heads={})
    found = {}
    for system in systems:
        same = _configuration_sha256(system)
        for run in _runs(workspace, canary_id, system.label):
            if run.configuration_sha256 == same and run.answers:
                found[system.label] = run.canary_run
    return LastCanaries(runs=found, heads={chain: workspace.store.ledger.head(chain)})


def canary_since(workspace: Workspace, project_id: str, label: str, reference: str) -> CanaryComparison:
    """The last canary run of a system against one that a report names; nothing is asked.

    A report without a canary, or without a later one, cannot be checked, and that is no sign of no change.
    """
    runs = _runs(workspace, _canary_id(workspace, project_id), label)
    known = {run.canary_run: run for run in runs}
    if reference not in known:
        return _nothing(label, "No canary was run before the report.")
    if runs[-1].canary_run == reference:
        return _nothing(label, "No canary was run since the report.")
    return compare_runs(known[reference], runs[-1])


def _compared(runs: tuple[CanaryRun, ...]) -> CanaryComparison:
    """The last run against the first complete one with the same prompts and settings."""
    *earlier, last = runs
    same = [
        run
        for run in earlier
        if (run.prompts_sha256, run.configuration_sha256) == (last.prompts_sha256, last.configuration_sha256)
        and run.answers
    ]
    if same:
        return compare_runs(same[0], last)
    if earlier:
        return compare_runs(earlier[-1], last)
    return CanaryComparison(
        system=last.system,
        reference_run="",
        later_run=last.canary_run,
        result=CanaryResult.CANNOT_CHECK,
        word="observed",
        words=(
            f"{len(last.answers)} answers to {last.n_prompts} prompts are kept; there is no earlier canary run to "
            "compare them with.",
        ),
    )


def _nothing(system: str, words: str) -> CanaryComparison:
    return CanaryComparison(
        system=system,
        reference_run="",
        later_run="",
        result=CanaryResult.CANNOT_CHECK,
        word="cannot tell",
        words=(words,),
    )


def _system(workspace: Workspace, project_id: str, described: tuple[AuditedSystem, ...], label: str) -> AuditedSystem:
    """The system as the plan has it, since that is what a report speaks of; without a plan, as it is described."""
    sha256 = current_plan_sha256(workspace, project_id)
    systems = load_plan(workspace, sha256).systems if sha256 else described
    if not systems:
        raise InputError("The project has no system.", "Describe the object first.")
    found = next((system for system in systems if not label or system.label == label), None)
    if found is None:
        raise InputError(f"The project has no system {label!r}.", "See: fairdesk project show")
    if is_supplied(found):
        raise PlanError("The answers of this project were supplied; there is nobody to ask.", "")
    return found


def _configuration_sha256(system: AuditedSystem) -> str:
    return sha256_hex(canonical_bytes(sent_settings(system)))


def _canary_id(workspace: Workspace, project_id: str) -> str:
    """Which chain the project's canary stands in: the one that its own chain names, which an import may bring along."""
    for entry in workspace.store.ledger.entries(f"project:{project_id}", kind=STARTED):
        return str(json.loads(entry.body)["canary_id"])
    return project_id


async def _ask_all(workspace: Workspace, asked: _Asked, base_url: str, tell: TellStep) -> None:
    """All prompts once, then all again: repeats that are far apart in time know more of the noise."""
    from fairdesk.audit.holding import LEASE_S
    from fairdesk.endpoints.client import EndpointClient

    target, limits, pace = target_and_limits(workspace, asked.system.endpoint, base_url)
    at_once = max(1, min(pace.start_in_flight, 4))
    calls = [(prompt, sample) for sample in range(1, N_REPEATS + 1) for prompt in asked.prompts]
    async with EndpointClient(target, limits) as client:
        for start in range(0, len(calls), at_once):
            if start % len(asked.prompts) < at_once:
                tell(f"Canary of {asked.system.label}: {start} of {len(calls)} questions are answered")
            some = calls[start : start + at_once]
            found = await asyncio.gather(*(_ask(workspace, client, asked, *call) for call in some))
            _keep(workspace, asked, found)
            workspace.store.leases.renew(asked.chain, owner(), LEASE_S)
            if any(isinstance(one.outcome, CallFailure) and one.outcome.stops_run for one in found):
                return


async def _ask(
    workspace: Workspace, client: EndpointClient, asked: _Asked, prompt: CanaryPrompt, sample: int
) -> Exchange:
    sent_at = utc_text(workspace.clock())
    answered = await client.ask(canary_request(asked.system, prompt, sample))
    return Exchange(
        key=ItemKey(case_id=prompt.prompt_id, variant=asked.system.label, question=asked.canary_run, sample=sample),
        request_sha256=answered.request_sha256,
        outcome=answered.outcome,
        sent_at=sent_at,
        elapsed_ms=answered.elapsed_ms,
        n_attempts=answered.n_attempts,
    )


def _keep(workspace: Workspace, asked: _Asked, exchanges: list[Exchange]) -> None:
    from fairdesk.store.entries import NewEntry

    entries = []
    for exchange in exchanges:
        text = "" if isinstance(exchange.outcome, CallFailure) else exchange.outcome.text
        body = {
            "canary_run": asked.canary_run,
            "text_sha256": sha256_hex(text.encode("utf-8", "replace")),
            "exchange": to_plain(exchange),
        }
        entries.append(NewEntry(kind=ANSWER, body=canonical_bytes(body)))
    workspace.store.ledger.append(asked.chain, entries)


def _runs(workspace: Workspace, canary_id: str, label: str) -> tuple[CanaryRun, ...]:
    """The runs of one system that ended; one that was killed on the way is left out."""
    started: dict[str, dict[str, object]] = {}
    answers: dict[str, list[LedgerEntry]] = {}
    found = []
    for entry in workspace.store.ledger.entries(f"canary:{canary_id}"):
        body = json.loads(entry.body)
        name = str(body["canary_run"])
        if entry.kind == STARTED:
            started[name] = body
        elif entry.kind == ANSWER:
            answers.setdefault(name, []).append(entry)
        elif entry.kind == FINISHED and started[name]["system"] == label:
            prompts = _kept_prompts(workspace, str(started[name]["prompts"]))
            found.append(_read_run(started[name], answers.get(name, []), prompts, entry.link))
    return tuple(found)


def _kept_prompts(workspace: Workspace, sha256: str) -> dict[str, CanaryPrompt]:
    listed = json.loads(workspace.store.documents.get(sha256))
    return {prompt.prompt_id: prompt for prompt in (from_plain(CanaryPrompt, plain) for plain in listed)}


def _read_run(
    started: dict[str, object], entries: list[LedgerEntry], prompts: dict[str, CanaryPrompt], head: str
) -> CanaryRun:
    exchanges = [from_plain(Exchange, json.loads(entry.body)["exchange"]) for entry in entries]
    failed = Counter(one.outcome.cause for one in exchanges if isinstance(one.outcome, CallFailure))
    echoes = {one.outcome.model_echo for one in exchanges if not isinstance(one.outcome, CallFailure)}
    return CanaryRun(
        canary_run=str(started["canary_run"]),
        system=str(started["system"]),
        at=str(started["at"]),
        configuration_sha256=str(started["configuration_sha256"]),
        prompts_sha256=str(started["prompts_sha256"]),
        n_repeats=int(str(started["n_repeats"])),
        n_prompts=int(str(started["n_prompts"])),
        answers=tuple(_answers(exchanges, prompts)),
        failures=dict(failed),
        model_echoes=tuple(sorted(echoes - {""})),
        repeats_itself=bool(started["repeats_itself"]),
        head=head,
    )


def _answers(exchanges: list[Exchange], prompts: dict[str, CanaryPrompt]) -> Iterator[CanaryAnswer]:
    for one in exchanges:
        if isinstance(one.outcome, CallFailure):
            continue
        prompt = prompts[one.key.case_id]
        yield CanaryAnswer(
            prompt_id=prompt.prompt_id,
            sample=one.key.sample,
            text_sha256=sha256_hex(one.outcome.text.encode("utf-8", "replace")),
            compared=compared_part(prompt.kind, one.outcome.text),
            first_tokens=one.outcome.first_tokens,
        )


def _failures_words(run: CanaryRun) -> str:
    return ", ".join(f"{count} {cause.replace('_', ' ')}" for cause, count in run.failures.items()) or "nothing came"
