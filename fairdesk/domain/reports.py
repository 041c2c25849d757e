"""What goes into a report and what a check of one answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.exchanges import ReadNothing, ReadRefusal, ReadValue
from fairdesk.domain.locks import Deviation, PlanLock
from fairdesk.domain.plan import Plan
from fairdesk.domain.results import Analysis


@dataclass(frozen=True, slots=True, kw_only=True)
class SignerSummary:
    """Who will sign, as printed; ``kind`` is ``self-issued`` or names the issuer."""

    name: str
    issuer: str
    kind: str
    fingerprint: str
    valid_from: str
    valid_until: str
    is_demonstration: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerExample:
    """One answer word for word, for the report: what was asked of which case and how it was read.

    Attributes:
        reading: What counts: the extractor's reading, or the one that a person put in its place.
    """

    system: str
    case_id: str
    variant: str
    question_id: str
    answer: str
    reading: ReadValue | ReadRefusal | ReadNothing
    is_corrected: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportInput:
    """Everything that a report is made of; equal input gives equal bytes.

    Attributes:
        nonce: Random text of 32 hex digits, in the evidence file and on the last page.
        heads: Chain name to head link: run chains and the project's chain.
        environment: Versions of Python, operating system and libraries; text to text.
        canaries: Label of a system to the id of its last canary run; a system without one is absent.
        lock: How the plan was locked; None when it was only fixed.
        deviations: From the locked plan, in their order.
    """

    report_id: str
    version: str
    nonce: str
    issued_at: str
    valid_until: str
    language: str
    title: str
    project_id: str
    project_name: str
    details: ProjectDetails
    plan: Plan
    plan_sha256: str
    analysis: Analysis
    analysis_sha256: str
    heads: Mapping[str, str]
    environment: Mapping[str, str]
    examples: tuple[AnswerExample, ...]
    signer: SignerSummary | None
    canaries: Mapping[str, str] = field(default_factory=dict)
    lock: PlanLock | None = None
    deviations: tuple[Deviation, ...] = ()


class CheckVerdict(Enum):
    """Three results, never two (EN 319 102-1)."""

    PASSED = "passed"
    FAILED = "failed"
    INDETERMINATE = "indeterminate"


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerCheck:
    """How one chain of the store compares with the head in the report."""

    chain: str
    ok: bool
    n_entries: int
    n_later: int
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberDifference:
    """A number of the report that the evidence does not give."""

    path: str
    in_report: str
    from_evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recomputation:
    """All numbers of the evidence file, computed again from the store."""

    checked: int
    equal: int
    different: tuple[NumberDifference, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureResult:
    """One signature in plain words; ``result`` is passed, failed or indeterminate."""

    field: str
    signer: str
    issuer: str
    fingerprint: str
    signed_at: str
    valid_from: str
    valid_until: str
    result: CheckVerdict
    words: str
    is_demonstration: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What a check of a report found.

    Attributes:
        ledger: None when the store that holds the evidence is not at hand; ``ledger_reason`` says why.
        recomputed: None likewise.
        problems: One sentence each; empty when nothing was found.
        notes: What a reader should know although nothing is wrong.
    """

    report: str
    verdict: CheckVerdict
    identity: str
    signatures: tuple[SignatureResult, ...]
    covers_whole_file: bool | None
    evidence_sha256: str
    evidence_matches: bool | None
    manifest: str | None
    ledger: tuple[LedgerCheck, ...] | None
    ledger_reason: str
    recomputed: Recomputation | None
    recomputed_reason: str
    renewal: tuple[str, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]
