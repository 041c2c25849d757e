"""A plan that was locked: with whose confirmation, and what deviated from it later (report-contents.md S6)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class ConfirmedBy(Enum):
    """How the second person confirmed a plan."""

    DECLARED = "declared"
    """Name, role and a typed statement: printed as declared, not authenticated."""
    SIGNATURE = "signature"
    """A signature of the plan's hash with a certificate (CMS, detached)."""
    NOBODY = "nobody"
    """The person who locked it works alone: printed as such."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """What the second person gave.

    Attributes:
        statement: As typed or as signed; names the plan's hash.
        signature: Base64 of a detached CMS signature over the statement's UTF-8 bytes; empty when declared.
        certificate: Subject and issuer of the signer's certificate in words; empty when declared.
        at: When it was given, UTC; of a return file its own time.
    """

    kind: ConfirmedBy
    name: str = ""
    role: str = ""
    statement: str = ""
    signature: str = ""
    certificate: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanLock:
    """An entry ``plan_locked`` of a project's chain.

    Attributes:
        n_earlier_runs: Runs under earlier plans of the project that had begun before: a pilot, or worse.
        link: Of the entry in the chain; not part of its body.
    """

    plan_sha256: str
    at: str
    locked_by: str
    role: str
    confirmation: Confirmation
    n_earlier_runs: int = 0
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviation:
    """An entry ``deviation`` of a project's chain: the plan that is in force now is another one.

    Attributes:
        changes: What differs from the plan before, a sentence each.
        results_seen: Measures of runs of the locked plan had been computed before, or that cannot be excluded.
        seen_reason: How that is known, or why it is not.
    """

    at: str
    by: str
    reason: str
    changes: tuple[str, ...]
    results_seen: bool
    locked_sha256: str
    plan_sha256: str
    seen_reason: str = ""
    link: str = ""
