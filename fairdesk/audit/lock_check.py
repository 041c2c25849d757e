"""Checks what a report says of its plan's lock: the signature by itself, the rest against the project's chain."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fairdesk.audit.confirming import confirmation_problem
from fairdesk.audit.locks import DEVIATION, LOCKED, LockHistory, entry_body, locked_plan, marked_exploratory
from fairdesk.audit.plan import load_plan
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.codec import from_plain
from fairdesk.domain.errors import FairDeskError
from fairdesk.domain.lock_words import same_person
from fairdesk.domain.locks import ConfirmedBy, Deviation, PlanLock
from fairdesk.store.entries import LedgerEntry

UNREADABLE = "What the report says of the plan's lock cannot be read."


def lock_problems(plain: Mapping[str, Any]) -> list[str]:
    """What speaks against the lock in the evidence file alone; empty for a report without a lock.

    Args:
        plain: The evidence file. Reports of earlier versions say nothing of a lock.
    """
    try:
        history = _named(plain)
    except (ValueError, TypeError, KeyError):
        return [UNREADABLE]
    if history is None:
        return []
    lock = history.lock
    found = []
    problem = confirmation_problem(lock.confirmation, lock.plan_sha256)
    if problem:
        found.append(f"Lock of the plan: {problem}")
    if lock.confirmation.kind is not ConfirmedBy.NOBODY and same_person(lock.locked_by, lock.confirmation.name):
        found.append("Lock of the plan: who locked it and who confirmed it are one person.")
    if any(deviation.locked_sha256 != lock.plan_sha256 for deviation in history.deviations):
        found.append("A deviation belongs to another lock than the report names.")
    if history.plans[-1] != plain["plan"]["sha256"]:
        found.append("The plan of the report is neither the locked one nor the last that a deviation led to.")
    return found


def chain_problems(workspace: Workspace, plain: Mapping[str, Any]) -> list[str]:
    """What speaks against the lock in the project's chain; empty where the chain is not in this store.

    Looked at is the chain up to the head that the report prints: what came later is not the report's.
    """
    chain = f"project:{plain['engagement']['project_id']}"
    head = plain["ledger"]["heads"].get(chain)
    if "lock" not in plain or head is None or workspace.store.ledger.count(chain) == 0:
        return []
    try:
        history = _named(plain)
    except (ValueError, TypeError, KeyError):
        return []  # said by lock_problems
    entries = _until(workspace, chain, head)
    locks = [entry for entry in entries if entry.kind == LOCKED]
    if history is None:
        return ["The project's chain holds a lock that the report does not name."] if locks else []
    if not locks or not _is_entry(locks[0], history.lock):
        return ["The lock that the report names does not stand in the project's chain."]
    found = []
    noted = [entry for entry in entries if entry.kind == DEVIATION]
    if len(noted) != len(history.deviations) or not all(map(_is_entry, noted, history.deviations)):
        found.append("The deviations in the project's chain are not those that the report lists.")
    before = [_run(entry) for entry in entries if entry.kind == "run_started" and entry.seq < locks[0].seq]
    if any(plan_sha256 in history.plans for _, plan_sha256 in before):
        found.append("A run of the locked plan stands before its lock.")
    names = {name.removeprefix("run:") for name in plain["ledger"]["heads"] if name.startswith("run:")}
    if any(run_id in names for run_id, _ in before) and not found:
        found.append("A run of the report stands before the lock of its plan.")
    return found + _marking_problems(workspace, plain, history)


def lock_notes(workspace: Workspace, plain: Mapping[str, Any]) -> tuple[str, ...]:
    """What a reader should know of the lock although nothing is wrong with it."""
    chain = f"project:{plain['engagement']['project_id']}"
    head = plain["ledger"]["heads"].get(chain)
    if not plain.get("lock") or head is None or workspace.store.ledger.count(chain) == 0:
        return ()
    times = [entry.recorded_at for entry in _until(workspace, chain, head)]
    if times == sorted(times):
        return ()
    return (
        "The times in the project's chain are not in its order: this computer's clock was set back. The order of the "
        "entries is fixed by their links, their times are not.",
    )


def _named(plain: Mapping[str, Any]) -> LockHistory | None:
    if plain.get("lock") is None:
        return None
    deviations = tuple(from_plain(Deviation, one) for one in plain["deviations"])
    return LockHistory(lock=from_plain(PlanLock, plain["lock"]), deviations=deviations)


def _until(workspace: Workspace, chain: str, head: str) -> list[LedgerEntry]:
    found = []
    for entry in workspace.store.ledger.entries(chain):
        found.append(entry)
        if entry.link == head:
            break
    return found


def _is_entry(entry: LedgerEntry, noun: PlanLock | Deviation) -> bool:
    return entry.link == noun.link and entry.body == entry_body(noun)


def _run(entry: LedgerEntry) -> tuple[str, str]:
    try:
        body = json.loads(entry.body)
        return str(body["run_id"]), str(body.get("plan_sha256", ""))
    except (ValueError, KeyError, TypeError, AttributeError):
        return "", ""


def _marking_problems(workspace: Workspace, plain: Mapping[str, Any], history: LockHistory) -> list[str]:
    """Whether what the lock does not cover is declared exploratory in the plan of the report."""
    if not history.deviations:
        return []
    try:
        plan = load_plan(workspace, plain["plan"]["sha256"])
        locked = locked_plan(workspace, history.lock)
    except (FairDeskError, ValueError, TypeError, KeyError):
        return []  # the recomputation says that the plan cannot be read
    if marked_exploratory(plan, locked, results_seen=history.results_seen) == plan:
        return []
    return ["The plan of the report calls a result planned that its lock does not cover."]
