"""Locks a plan with a second person's confirmation, and notes what deviates from it later (report-contents.md S6).

A lock is an entry in the project's chain behind the entry that fixed the plan and before every run of it. Nothing is
ever taken back: whoever changes a locked plan says why, and the report prints it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from fairdesk.audit.confirming import confirmation_problem
from fairdesk.audit.holding import holding
from fairdesk.audit.locks import (
    DEVIATION,
    LOCKED,
    LockHistory,
    entry_body,
    lock_history,
    locked_plan,
    marked_exploratory,
    results_seen,
    runs_before_lock,
)
from fairdesk.audit.plan import (
    current_plan_sha256,
    described,
    fix_plan,
    keep_plan,
    load_plan,
    made_plan,
    same_but_for_time,
)
from fairdesk.audit.plan_check import plan_gate
from fairdesk.audit.plan_sentences import plan_differences, plan_sentences
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.design import Design
from fairdesk.domain.errors import InputError, PlanError
from fairdesk.domain.lock_words import same_person
from fairdesk.domain.locks import Confirmation, ConfirmedBy, Deviation, PlanLock
from fairdesk.domain.plan import Plan
from fairdesk.domain.plan_words import SHORTEST_REASON

LONGEST_REASON = 4_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LockView:
    """How the lock of a project stands, for the page that shows it.

    Attributes:
        plan_sha256: Of the plan that would be locked or is locked now; empty while none is fixed, or while the project
            differs from the one that is.
        fixes: What that plan fixes, a sentence each; empty likewise.
        fixed_at: When it was fixed.
        lock: None while it is not locked.
        results_seen: Results may have been seen: a change now would make every result exploratory.
        seen_reason: How that is known, or why it is not.
        has_changes: The project differs from the plan that is fixed.
        changes: In what, as far as it can be told without making a new plan.
        locked_design: The design as it was locked; None without a lock or a design.
        design_in_force: The design of the plan that is fixed now; None likewise.
    """

    plan_sha256: str = ""
    fixes: tuple[str, ...] = ()
    fixed_at: str = ""
    lock: PlanLock | None = None
    deviations: tuple[Deviation, ...] = ()
    results_seen: bool = False
    seen_reason: str = ""
    has_changes: bool = False
    changes: tuple[str, ...] = ()
    locked_design: Design | None = None
    design_in_force: Design | None = None


def current_lock(spec: WorkspaceSpec, project: str) -> PlanLock | None:
    """The lock of a project; None while no plan is locked."""
    with Workspace(spec) as workspace:
        history = lock_history(workspace, workspace.store.projects.get(project).project_id)
        return None if history is None else history.lock


def deviations(spec: WorkspaceSpec, project: str) -> tuple[Deviation, ...]:
    """What deviated from the locked plan, in order; empty without a lock."""
    with Workspace(spec) as workspace:
        history = lock_history(workspace, workspace.store.projects.get(project).project_id)
        return () if history is None else history.deviations


def lock_view(spec: WorkspaceSpec, project: str) -> LockView:
    """Read how the lock stands; no endpoint is asked and no plan is made.

    Raises:
        InputError: there is no such project.
    """
    from fairdesk.audit.plan_changes import plan_changes

    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        history = lock_history(workspace, record.project_id)
        plan_sha256 = current_plan_sha256(workspace, record.project_id)
        if not plan_sha256:
            return LockView()
        plan = load_plan(workspace, plan_sha256)
        changes = plan_changes(workspace, record.project_id, record.details)
        if plan.supplied is None and plan.design != record.details.design and not changes:
            changes = ("The design was changed since the plan was fixed.",)
        view = LockView(
            plan_sha256="" if changes else plan_sha256,
            fixes=() if changes else plan_sentences(plan),
            fixed_at=plan.created_at,
            has_changes=bool(changes),
            changes=changes,
            design_in_force=plan.design,
        )
        plans = (plan_sha256,) if history is None else history.plans
        seen, reason = results_seen(workspace, record.project_id, plans)
        view = replace(view, results_seen=seen, seen_reason=reason)
        if history is None:
            return view
        design = locked_plan(workspace, history.lock).design
        return replace(view, lock=history.lock, deviations=history.deviations, locked_design=design)


def prepare_lock(spec: WorkspaceSpec, project: str) -> str:
    """Fix the plan that shall be locked, so that a second person can confirm its hash.

    Returns:
        The plan's SHA-256.

    Raises:
        PlanError: something that a lock needs is missing (it is named), a lock is there already, or a run has begun.
        EndpointError: an endpoint cannot be started or reached.
    """
    refuse_open_gate(spec, project)
    with Workspace(spec) as workspace:
        project_id = workspace.store.projects.get(project).project_id
        _refuse_second_lock(workspace, project_id)
    plan_sha256 = fix_plan(spec, project)
    with Workspace(spec) as workspace:
        _refuse_late_lock(workspace, project_id, plan_sha256)
    return plan_sha256


def lock_plan(spec: WorkspaceSpec, project: str, by: str, role: str, confirmation: Confirmation) -> PlanLock:
    """Lock the plan of a project.

    The plan is fixed first when it is not yet; then a confirmation that names another hash is refused, because its
    giver has not seen this plan.

    Args:
        by: Who locks it.
        role: Their role, as printed.
        confirmation: Of a second person, or that there is none (``confirming.alone``).

    Raises:
        PlanError: the gate is open, a lock is there already, or a run of the plan has begun.
        InputError: who locks has no name, both persons are one, or the confirmation does not hold.
        StoreBusy: another process runs, fixes or locks the project; it is named.
    """
    from fairdesk.store.entries import NewEntry

    by, role = " ".join(by.split()), " ".join(role.split())
    if not by or not role:
        raise InputError("Who locks the plan has no name or no role.", "Type both as they shall be printed.")
    if confirmation.kind is not ConfirmedBy.NOBODY and same_person(by, confirmation.name):
        raise InputError(
            f"{by} cannot confirm a plan that {by} locks.",
            "Ask a second person, or lock it alone; that is printed as such.",
        )
    plan_sha256 = prepare_lock(spec, project)
    problem = confirmation_problem(confirmation, plan_sha256)
    if problem:
        raise InputError(f"The confirmation does not hold. {problem}", f"The plan's SHA-256 is {plan_sha256}.")
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        # A run holds the project while it goes on, and fixing holds the plan: neither may come between look and entry.
        with holding(workspace, f"project:{record.project_id}"), holding(workspace, f"plan:{record.project_id}"):
            _refuse_second_lock(workspace, record.project_id)
            if current_plan_sha256(workspace, record.project_id) != plan_sha256:
                raise PlanError("Another plan was fixed meanwhile.", "Look at it, then confirm and lock that one.")
            _refuse_late_lock(workspace, record.project_id, plan_sha256)
            _, n_earlier = runs_before_lock(workspace, record.project_id, plan_sha256)
            lock = PlanLock(
                plan_sha256=plan_sha256,
                at=workspace.now_text(),
                locked_by=by,
                role=role,
                confirmation=confirmation,
                n_earlier_runs=n_earlier,
            )
            entry = NewEntry(kind=LOCKED, body=entry_body(lock))
            appended = workspace.store.ledger.append(f"project:{record.project_id}", [entry])
            return replace(lock, link=appended[0].link)


def deviate(spec: WorkspaceSpec, project: str, reason: str, by: str = "") -> Deviation:
    """Fix the changed plan of a project whose plan is locked, with the reason.

    Plan and deviation are appended together: there is never one without the other.

    Args:
        reason: Why, in words that the report prints.
        by: Who decided it; the auditor of the project unless told otherwise.

    Raises:
        PlanError: no plan is locked, nothing was changed, or the changed plan lacks what a lock needs.
        InputError: the reason is too short to be one.
        EndpointError: an endpoint cannot be started or reached.
        StoreBusy: a run of the project goes on, or another process fixes a plan of it; it is named.
    """
    from fairdesk.store.entries import NewEntry

    reason = reason.strip()
    if not SHORTEST_REASON <= len(reason) <= LONGEST_REASON:
        raise InputError(
            f"The reason has {len(reason)} characters.",
            f"Say in {SHORTEST_REASON} to {LONGEST_REASON:,} characters why the locked plan was changed.",
        )
    refuse_open_gate(spec, project, "The changed plan cannot be fixed yet.")
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        details = described(workspace, record.details)
        # No run may add answers between the look at what was seen and the entry that says so.
        with holding(workspace, f"project:{record.project_id}"), holding(workspace, f"plan:{record.project_id}"):
            history = lock_history(workspace, record.project_id)
            if history is None:
                raise PlanError("No plan of this project is locked.", "Without a lock a plan is simply fixed anew.")
            known = load_plan(workspace, current_plan_sha256(workspace, record.project_id))
            made = made_plan(workspace, record, details)
            plan, seen, seen_reason = _deviating(workspace, record.project_id, history, made)
            if same_but_for_time(known, plan):
                raise PlanError("The project does not differ from the plan.", "There is nothing to give a reason for.")
            workspace.store.projects.save(record.project_id, details)
            deviation = Deviation(
                at=workspace.now_text(),
                by=" ".join(by.split()) or details.auditor,
                reason=reason,
                changes=plan_differences(known, plan) or ("Something that no sentence names.",),
                results_seen=seen,
                locked_sha256=history.lock.plan_sha256,
                plan_sha256=plan_hash(plan),
                seen_reason=seen_reason,
            )
            entry = NewEntry(kind=DEVIATION, body=entry_body(deviation))
            keep_plan(workspace, record.project_id, plan, details.auditor, (entry,))
            return replace(deviation, link=workspace.store.ledger.head(f"project:{record.project_id}"))


def plan_hash(plan: Plan) -> str:
    """The hash under which a plan is kept."""
    from fairdesk.domain.canonical import canonical_bytes, sha256_hex
    from fairdesk.domain.codec import to_plain

    return sha256_hex(canonical_bytes(to_plain(plan)))


def refuse_open_gate(spec: WorkspaceSpec, project: str, words: str = "The plan cannot be locked yet.") -> None:
    """Refuse while something is missing that a lock needs.

    Args:
        words: What cannot be done.

    Raises:
        PlanError: it names every sentence of the gate that blocks.
    """
    missing = [sentence.words for sentence in plan_gate(spec, project) if sentence.is_blocking]
    if missing:
        raise PlanError(
            f"{words} {' '.join(missing)}",
            "Complete it; what is missing is shown by: fairdesk plan PROJECT check",
        )


def _deviating(workspace: Workspace, project_id: str, history: LockHistory, plan: Plan) -> tuple[Plan, bool, str]:
    """The changed plan with what the lock does not cover marked, and whether results may have been seen."""
    seen, reason = results_seen(workspace, project_id, history.plans)
    marked = marked_exploratory(plan, locked_plan(workspace, history.lock), results_seen=seen or history.results_seen)
    return marked, seen, reason


def _refuse_second_lock(workspace: Workspace, project_id: str) -> None:
    history = lock_history(workspace, project_id)
    if history is not None:
        raise PlanError(
            f"The plan was locked by {history.lock.locked_by} at {history.lock.at}; a plan is locked once.",
            "What is changed later is a deviation: fairdesk plan PROJECT deviate --reason WORDS",
        )


def _refuse_late_lock(workspace: Workspace, project_id: str, plan_sha256: str) -> None:
    own, _ = runs_before_lock(workspace, project_id, plan_sha256)
    if own:
        raise PlanError(
            "A run of this plan has begun: a lock would come too late.",
            "Go on without a lock, which the report prints; or change the plan and lock that one before its first run.",
        )
