"""How the runs of a project stand, read off their chains; no answer is read for it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from fairdesk.audit.plan import load_plan
from fairdesk.audit.run_budget import cost_of
from fairdesk.audit.run_items import PlanItems
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.codec import from_plain
from fairdesk.domain.corrections import Correction
from fairdesk.domain.endpoint_terms import EndpointTerms, Spending
from fairdesk.domain.exchanges import ItemKey, Status, status_of
from fairdesk.domain.plan import Plan
from fairdesk.domain.progress import RunState, RunStatus


def run_statuses(workspace: Workspace, project_id: str) -> tuple[RunStatus, ...]:
    """All runs of a project in the order in which they were started."""
    started = workspace.store.ledger.entries(f"project:{project_id}", kind="run_started")
    plans: dict[str, Plan] = {}
    return tuple(_status(workspace, json.loads(entry.body), entry.recorded_at, plans) for entry in started)


def run_ids(workspace: Workspace, project_id: str) -> tuple[str, ...]:
    """The ids of all runs of a project, in the order in which they were started."""
    started = workspace.store.ledger.entries(f"project:{project_id}", kind="run_started")
    return tuple(str(json.loads(entry.body)["run_id"]) for entry in started)


def current_runs(workspace: Workspace, project_id: str, plan_sha256: str) -> tuple[RunStatus, ...]:
    """The latest run of every system under one plan."""
    latest = {s.system: s for s in run_statuses(workspace, project_id) if s.plan_sha256 == plan_sha256}
    return tuple(latest.values())


def run_of_system(workspace: Workspace, project_id: str, plan_sha256: str, system: str) -> str:
    """The id of the latest run of a system under a plan; empty when there is none."""
    found = ""
    for entry in workspace.store.ledger.entries(f"project:{project_id}", kind="run_started"):
        started = json.loads(entry.body)
        if (started["plan_sha256"], started["system"]) == (plan_sha256, system):
            found = str(started["run_id"])
    return found


def answered_marks(workspace: Workspace, run_id: str, items: PlanItems) -> bytearray:
    """A byte per planned call: 1 where an answer is on disk. A failed call has none."""
    return _marks(items, workspace.store.ledger.answered_keys(f"run:{run_id}"))


def failed_marks(workspace: Workspace, run_id: str, items: PlanItems) -> bytearray:
    """A byte per planned call: 1 where it failed at least once and has no answer."""
    return _marks(items, workspace.store.ledger.failed_keys(f"run:{run_id}"))


def _marks(items: PlanItems, keys: Iterable[ItemKey]) -> bytearray:
    marks = bytearray(len(items))
    for key in keys:
        number = items.number(key)
        if number is not None:
            marks[number] = 1
    return marks


def endpoint_terms(workspace: Workspace, endpoint: EndpointSettings) -> EndpointTerms:
    """On which terms an endpoint is asked now."""
    return workspace.store.endpoints.terms(endpoint.name)


def run_spending(workspace: Workspace, run_id: str, terms: EndpointTerms) -> tuple[Spending, int, int]:
    """What a run has spent, of how many answers the tokens are known, and how many answers there are.

    Args:
        run_id: Empty for a run that was not started.
    """
    if not run_id:
        return Spending(currency=terms.currency if terms.has_prices else ""), 0, 0
    chain, ledger = f"run:{run_id}", workspace.store.ledger
    prompt, answer, n_untold, n_attempts, n_told, n_unsure = ledger.tokens_spent(chain)
    n_answered = sum(ledger.counts_by_status(chain).values())
    spent = Spending(
        n_calls=n_attempts,
        prompt_tokens=prompt,
        answer_tokens=answer,
        n_untold=n_untold,
        n_unsure=n_unsure,
        cost=float(cost_of(terms, n_attempts, prompt, answer)) if terms.has_prices else None,
        currency=terms.currency if terms.has_prices else "",
    )
    return spent, n_told, n_answered


def unmended_failures(workspace: Workspace, run_id: str) -> dict[ItemKey, str]:
    """The items that failed and were not answered later, each with the cause of its last failure."""
    ledger, chain = workspace.store.ledger, f"run:{run_id}"
    # The calls first: another process may be writing, and whatever failed by now has its cause in the chain after it.
    keys = ledger.failed_keys(chain)
    if not keys:
        return {}
    causes = {
        entry.key: str(json.loads(entry.body)["outcome"]["cause"]) for entry in ledger.entries(chain, kind="failure")
    }
    return {key: causes[key] for key in keys}


def collection_words(workspace: Workspace, project_id: str) -> tuple[str, ...]:
    """What was collected in a project: a sentence for each collection, in the order in which they were begun."""
    ledger = workspace.store.ledger
    sentences = []
    for entry in ledger.entries(f"project:{project_id}", kind="collection_started"):
        body = json.loads(entry.body)
        chain = f"run:{body['run_id']}"
        counts = {**ledger.counts_by_status(chain), Status.FAILED.value: len(ledger.failed_keys(chain))}
        words = ", ".join(f"{count} {status}" for status, count in counts.items() if count) or "nothing was asked yet"
        sentences.append(f"{body['run_id']} of {body['prompts']}, asked of {body['model']}: {words}")
    return tuple(sentences)


def _status(workspace: Workspace, started: dict[str, Any], recorded_at: str, plans: dict[str, Plan]) -> RunStatus:
    run_id = str(started["run_id"])
    chain, ledger = f"run:{run_id}", workspace.store.ledger
    if "records_manifest" in started:
        return _supplied_status(workspace, started, recorded_at)
    plan_sha256 = str(started["plan_sha256"])
    if plan_sha256 not in plans:
        plans[plan_sha256] = load_plan(workspace, plan_sha256)
    n_planned = len(PlanItems(plans[plan_sha256]))
    # The answers first: a call that is answered between the two looks counts in neither, never in both.
    answered = _corrected_counts(workspace, run_id, ledger.counts_by_status(chain))
    failures = Counter(unmended_failures(workspace, run_id).values())
    n_answered, n_failed = sum(answered.values()), sum(failures.values())
    counts = {status.value: 0 for status in Status} | answered
    counts[Status.FAILED.value] = n_failed
    counts[Status.NOT_ATTEMPTED.value] = n_planned - n_answered - n_failed
    ended = list(ledger.entries(chain, kind="run_finished"))
    finished = [json.loads(entry.body) for entry in ended]
    holder = workspace.store.leases.holder(chain)
    return RunStatus(
        run_id=run_id,
        plan_sha256=plan_sha256,
        system=str(started["system"]),
        state=_state(n_planned, n_answered, n_failed, holder is not None, finished),
        n_planned=n_planned,
        counts=counts,
        failures=dict(failures),
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


def _state(n_planned: int, n_answered: int, n_failed: int, held: bool, finished: list[dict[str, Any]]) -> RunState:
    """How a run stands; one that took recorded files says itself whether what is left can still be asked."""
    if n_answered == n_planned:
        return RunState.COMPLETE
    if held:
        return RunState.RUNNING
    if not finished:
        return RunState.INTERRUPTED if n_answered or n_failed else RunState.NOT_STARTED
    is_over = n_answered + n_failed == n_planned and finished[-1]["state"] != RunState.STOPPED.value
    if is_over or finished[-1]["state"] == RunState.COMPLETE_WITH_GAPS.value:
        return RunState.COMPLETE_WITH_GAPS
    return RunState.STOPPED
