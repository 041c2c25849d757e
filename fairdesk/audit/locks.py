"""What the chain of a project says of its lock: who locked which plan, what deviated since, and what that leaves.

Order in the chain counts, not the clock: a lock stands before the runs that follow it, whatever their times say.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from fairdesk.audit.workspace import Workspace
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.design import Margin
from fairdesk.domain.errors import PlanError, StoreError
from fairdesk.domain.lock_words import OUTSIDE
from fairdesk.domain.locks import Deviation, PlanLock
from fairdesk.domain.plan import Family, FamilyKind, Plan

if TYPE_CHECKING:
    from fairdesk.store.entries import LedgerEntry

LOCKED = "plan_locked"
DEVIATION = "deviation"

Noun = TypeVar("Noun", PlanLock, Deviation)


@dataclass(frozen=True, slots=True, kw_only=True)
class LockHistory:
    """A lock with everything that followed from it.

    Attributes:
        lock: The first one; a plan is locked once.
        deviations: In the order of the chain.
    """

    lock: PlanLock
    deviations: tuple[Deviation, ...]

    @property
    def plans(self) -> tuple[str, ...]:
        """Hash of the locked plan, then of each plan that deviated from it."""
        return (self.lock.plan_sha256, *(deviation.plan_sha256 for deviation in self.deviations))

    @property
    def results_seen(self) -> bool:
        """Whether a deviation came after results had been seen, or after that could not be excluded."""
        return any(deviation.results_seen for deviation in self.deviations)


def entry_body(noun: PlanLock | Deviation) -> bytes:
    """The bytes that stand in the chain: everything but the link, which follows from them."""
    plain = to_plain(noun)
    del plain["link"]
    return canonical_bytes(plain)


def lock_history(workspace: Workspace, project_id: str) -> LockHistory | None:
    """The lock of a project and its deviations; None while no plan is locked.

    Raises:
        StoreError: an entry cannot be read.
    """
    chain = f"project:{project_id}"
    lock = next((_read(PlanLock, entry) for entry in workspace.store.ledger.entries(chain, kind=LOCKED)), None)
    if lock is None:
        return None
    found = workspace.store.ledger.entries(chain, kind=DEVIATION)
    return LockHistory(lock=lock, deviations=tuple(_read(Deviation, entry) for entry in found))


def _read(noun: type[Noun], entry: LedgerEntry) -> Noun:
    try:
        return from_plain(noun, {**json.loads(entry.body), "link": entry.link})
    except (ValueError, TypeError) as error:
        raise StoreError(
            f"Entry {entry.seq} of {entry.chain} ({entry.kind}) cannot be read.",
            "The store was changed from outside, or a later version of FairDesk wrote it. Restore a backup.",
        ) from error


def refuse_under_lock(workspace: Workspace, project_id: str) -> None:
    """Refuse to fix another plan while one is locked.

    Raises:
        PlanError: a plan is locked.
    """
    history = lock_history(workspace, project_id)
    if history is not None:
        raise PlanError(
            f"The plan was locked by {history.lock.locked_by} at {history.lock.at}; the project differs from it now.",
            "Undo the change, or say why on the page Plan (or: fairdesk plan PROJECT deviate --reason WORDS). "
            "The report prints it.",
        )


def kept_to_lock(workspace: Workspace, project_id: str, plan: Plan) -> Plan:
    """A plan as it may be fixed under the lock in force: what the lock does not cover is exploratory."""
    history = lock_history(workspace, project_id)
    if history is None:
        return plan
    return marked_exploratory(plan, locked_plan(workspace, history.lock), results_seen=history.results_seen)


def locked_plan(workspace: Workspace, lock: PlanLock) -> Plan:
    """The plan that was locked, read from its stored bytes."""
    return from_plain(Plan, json.loads(workspace.store.documents.get(lock.plan_sha256)))


def marked_exploratory(plan: Plan, locked: Plan, *, results_seen: bool) -> Plan:
    """The plan with every test, target and margin outside the lock declared exploratory.

    Kept are tests that the locked plan names in a family of conclusions, and targets and margins that it holds word for
    word; none of them when the plan was changed after results had been seen (report-contents.md S6).
    """
    tests: set[str] = set()
    targets: tuple[object, ...] = ()
    margins: tuple[object, ...] = ()
    if not results_seen:
        tests = {name for one in locked.families if one.kind is not FamilyKind.EXPLORATORY for name in one.members}
        targets, margins = locked.targets, _margins(locked)
    families = tuple(part for family in plan.families for part in _parted(family, tests))
    outside = tuple(target.target_id for target in plan.targets if target not in targets)
    beyond = tuple(dict.fromkeys(margin.question_id for margin in _margins(plan) if margin not in margins))
    return replace(plan, families=families, exploratory_targets=outside, exploratory_margins=beyond)


def _margins(plan: Plan) -> tuple[Margin, ...]:
    return () if plan.design is None else plan.design.margins


def _parted(family: Family, kept: Iterable[str]) -> tuple[Family, ...]:
    if family.kind is FamilyKind.EXPLORATORY:
        return (family,)
    inside = tuple(member for member in family.members if member in kept)
    outside = tuple(member for member in family.members if member not in kept)
    parts = []
    if inside:
        parts.append(replace(family, members=inside))
    if outside:
        name = f"{family.family_id}, {OUTSIDE}"
        parts.append(Family(family_id=name, kind=FamilyKind.EXPLORATORY, members=outside))
    return tuple(parts)


def results_seen(workspace: Workspace, project_id: str, plans: Iterable[str]) -> tuple[bool, str]:
    """Whether results of some plans may have been seen, and how that is known.

    The store knows what was answered and which analyses it kept. It cannot know what was computed from a copy or an
    archive elsewhere: where answers exist, that stays possible, and is said.
    """
    wanted = set(plans)
    started = [_started(entry) for entry in workspace.store.ledger.entries(f"project:{project_id}", kind="run_started")]
    runs = [str(one["run_id"]) for one in started if one.get("plan_sha256") in wanted]
    if not runs:
        return False, "no run of the locked plan had begun"
    if not any(sum(workspace.store.ledger.counts_by_status(f"run:{run_id}").values()) for run_id in runs):
        return False, "nothing had been answered yet"
    if any(workspace.store.documents.is_named_in("analysis", sha256) for sha256 in wanted):
        return True, "measures had been computed from the answers"
    return True, "answers existed; that somebody computed measures from them elsewhere cannot be excluded"


def runs_before_lock(workspace: Workspace, project_id: str, plan_sha256: str) -> tuple[int, int]:
    """How many runs of a plan, and how many of other plans of the project, have begun."""
    started = [_started(entry) for entry in workspace.store.ledger.entries(f"project:{project_id}", kind="run_started")]
    own = sum(one.get("plan_sha256") == plan_sha256 for one in started)
    return own, len(started) - own


def _started(entry: LedgerEntry) -> Mapping[str, Any]:
    found = json.loads(entry.body)
    return found if isinstance(found, dict) else {}
