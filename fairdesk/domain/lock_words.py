"""What is said of a plan's lock and of what deviated from it, in the window, on the command line and in the report."""

from __future__ import annotations

import unicodedata

from fairdesk.domain.locks import Confirmation, ConfirmedBy, Deviation, PlanLock
from fairdesk.domain.results import ComparisonRow, ResultRow

NOT_LOCKED = "Not locked with a second person."

WORKS_ALONE = "no second person confirmed it: who locked it works alone"

DECLARED = "declared, not authenticated"

OUTSIDE = "outside the lock"
"""Ends the name of a family of tests that the locked plan did not name."""

TARGET_OUTSIDE = "Exploratory: the locked plan did not hold this target so."
"""Begins the note of a verdict on such a target."""

MARGIN_OUTSIDE = "Exploratory: the locked plan did not hold this margin so."
"""The same of a margin."""


def statement_to_sign(plan_sha256: str, title: str) -> str:
    """The sentence that a second person signs or types; it names the plan's hash."""
    shown = " ".join(title.split())[:120]
    about = f" “{shown}”" if shown else ""
    return f"I have read the plan{about} with the SHA-256 {plan_sha256} and agree that it is locked as it is."


def names_plan(statement: str, plan_sha256: str) -> bool:
    """Whether a statement names the hash of a plan."""
    return plan_sha256 in statement.split() or f"{plan_sha256}." in statement.split()


def same_person(one: str, other: str) -> bool:
    """Whether two names are one: capitals, blanks and the way accents are written do not count."""

    def plain(name: str) -> str:
        return " ".join(unicodedata.normalize("NFKC", name).casefold().split())

    return plain(one) == plain(other)


def confirmation_words(confirmation: Confirmation) -> str:
    """Who confirmed a plan and how, as printed.

    Example:
        >>> confirmation_words(Confirmation(kind=ConfirmedBy.DECLARED, name="B. Klein", role="head of admissions"))
        'confirmed by B. Klein (head of admissions): declared, not authenticated'
    """
    if confirmation.kind is ConfirmedBy.NOBODY:
        return WORKS_ALONE
    who = f"{confirmation.name} ({confirmation.role})" if confirmation.role else confirmation.name
    if confirmation.kind is ConfirmedBy.SIGNATURE:
        return f"confirmed by {who}: signed with the certificate of {confirmation.certificate}"
    return f"confirmed by {who}: {DECLARED}"


def lock_words(lock: PlanLock | None, fixed_at: str = "") -> str:
    """How a plan was locked, a sentence or two; for one that was not locked, that and when it was fixed."""
    if lock is None:
        return f"{NOT_LOCKED} Fixed at {fixed_at}." if fixed_at else NOT_LOCKED
    who = f"{lock.locked_by} ({lock.role})" if lock.role else lock.locked_by
    earlier = ""
    if lock.n_earlier_runs:
        runs = (
            "1 run under an earlier plan"
            if lock.n_earlier_runs == 1
            else f"{lock.n_earlier_runs} runs under earlier plans"
        )
        earlier = f" {runs} of this project had begun before: what was shown may have been known."
    return f"Locked at {lock.at} by {who}; {confirmation_words(lock.confirmation)}.{earlier}"


def deviation_words(deviation: Deviation) -> str:
    """A deviation from a locked plan in one paragraph."""
    seen = "after results may have been seen" if deviation.results_seen else "before any result existed"
    why = f" ({deviation.seen_reason})" if deviation.seen_reason else ""
    changes = " ".join(deviation.changes)
    return f"{deviation.at}, {deviation.by}, {seen}{why}: {deviation.reason} What changed: {changes}"


def is_outside_lock(row: ResultRow | ComparisonRow) -> bool:
    """Whether a result rests on a test, target or margin outside the locked plan: then it is exploratory."""
    if isinstance(row, ResultRow) and row.note.startswith((TARGET_OUTSIDE, MARGIN_OUTSIDE)):
        return True
    return row.test is not None and row.test.family_id.endswith(OUTSIDE)


def status_word(row: ComparisonRow) -> str:
    """The status of a change, called exploratory where its test is outside the locked plan."""
    return f"exploratory: {row.status}" if is_outside_lock(row) else row.status


def exploratory_words(deviations: tuple[Deviation, ...]) -> str:
    """Why results under a plan that deviated are exploratory; empty where nothing deviated."""
    if not deviations:
        return ""
    if any(deviation.results_seen for deviation in deviations):
        return "The plan was changed after results could have been seen: every result under it is exploratory."
    return "The plan was changed after it was locked: what the locked plan did not name is exploratory."
