"""What is concluded: estimates with their uncertainty, tests, findings. All of it is recomputed from evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from fairdesk.domain.classified import ClassifierSummary
from fairdesk.domain.codec import ABSENT_BY_DEFAULT
from fairdesk.domain.corrections import ListedCorrection
from fairdesk.domain.exchanges import Status
from fairdesk.domain.identity import AcceptedChange, ProviderEcho
from fairdesk.domain.recorded import RecordedOutcomes


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """``low`` or ``high`` is None where the interval has no such end (one-sided). ``level`` is 0 to 1."""

    low: float | None
    high: float | None
    level: float
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A measured number with all that must stand beside it (methods.md section 1).

    Attributes:
        value: In ``unit``; finite.
        interval: None only where methods.md says that none is identified; ``warnings`` then says why.
        n: Files that entered.
        missing: Arm to number of files without a valid value there.
        direction: What the sign means, in words; empty for measures without one.
        method: Id in methods.md.
        details: Further numbers of the same computation (se, down, up, ...).
    """

    value: float
    interval: Interval | None
    n: int
    missing: Mapping[str, int]
    unit: str
    direction: str = ""
    method: str
    assumptions: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    details: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotMeasured:
    """There is no number, and why. It has no numeric value on purpose."""

    method: str
    reason: str
    n: int = 0
    missing: Mapping[str, int]


Outcome = Estimate | NotMeasured


@dataclass(frozen=True, slots=True, kw_only=True)
class SignificanceTest:
    """A p-value of a declared test; ``p_adjusted`` is None until its family is complete.

    Attributes:
        name: For example ``exact sign test``.
        p_value: Two-sided, 0 to 1.
        reason: Why ``p_value`` is None; empty otherwise.
    """

    name: str
    method: str
    p_value: float | None
    p_adjusted: float | None = None
    family_id: str = ""
    family_size: int = 0
    reason: str = ""


class Verdict(Enum):
    """The only words that judge (methods.md section 5)."""

    TARGET_MET = "target met"
    TARGET_NOT_MET = "target not met"
    INCONCLUSIVE = "inconclusive"
    NOT_TESTED = "not tested"
    NOT_COMPUTABLE = "not computable"
    DIFFERENCE_DETECTED = "difference detected"
    SMALL_DIFFERENCE = "difference detected, smaller than the margin"
    EQUIVALENT = "equivalent within the margin"
    NO_DIFFERENCE_SHOWN = "inconclusive: neither a difference nor equivalence was shown"
    DESCRIPTIVE = "described, not judged"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One measure of one variant of one system.

    Attributes:
        result_id: See ``result_id``.
        measure: ``consistency``, ``direction``, ``mean_shift``, ``equivalence``, ``cf_gap``, ``excess_gap``,
            ``tolerance``, ``interaction``, ``three_way``, ``noise_floor``, ``noise_gap``, ``missing``,
            ``disparity_points``, ``disparity_relative``, ``names``, ``target``.
        variant: Label; for ``noise_floor`` and ``noise_gap`` the repeated variant.
        sentence: What must be printed beside the measure (methods.md "Print"); the same in every row of it.
        note: What is to be said of this row alone: its target's rule, its tolerance; or empty.
        counts: Files in and out, and which moved where; ``corrected`` is there only where readings behind the number
            were corrected by hand.
        detectable: Smallest effect that this n could show (M34), in words; empty where there is none.
        caution: What the cues of the variant keep the number from being called; empty where nothing does.
    """

    result_id: str
    system: str
    question_id: str
    variant: str
    role: str
    measure: str
    outcome: Estimate | NotMeasured
    test: SignificanceTest | None = None
    target_id: str = ""
    verdict: Verdict
    counts: Mapping[str, int]
    sentence: str
    note: str = ""
    detectable: str = ""
    caution: str = field(default="", metadata=ABSENT_BY_DEFAULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonRow:
    """One variant before and after on the same files (methods.md M36).

    Attributes:
        status: ``reduced``, ``worsened``, ``overshoot``, ``sign changed, not distinguishable from zero``,
            ``no change detected``, ``not measured``.
        level_before: Mean of the originals before; the gap can shrink because everybody is rated lower.
        n_corrected: Readings behind this row that were corrected by hand.
        caution: What the cues of the variant keep the numbers from being called; empty where nothing does.
    """

    comparison_id: str
    question_id: str
    variant: str
    before_system: str
    after_system: str
    shift_before: Estimate | NotMeasured
    shift_after: Estimate | NotMeasured
    change: Estimate | NotMeasured
    test: SignificanceTest | None
    consistency_before: Estimate | NotMeasured
    consistency_after: Estimate | NotMeasured
    consistency_test: SignificanceTest | None
    level_before: float | None
    level_after: float | None
    status: str
    sentence: str
    n_corrected: int = field(default=0, metadata=ABSENT_BY_DEFAULT)
    caution: str = field(default="", metadata=ABSENT_BY_DEFAULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageCell:
    """One intersection or block: ``tested``, ``tested, too few to conclude`` or ``not tested`` with the reason.

    Attributes:
        state: Of a design also ``tested, too small to conclude``: fewer files than its test needs.
        n_required: Files that its test needs by the design's assumptions; 0 where that is not known.
    """

    scope: str
    order: int
    count: int
    state: str
    n_valid: int = 0
    reason: str = ""
    stakes: int = 0
    n_required: int = field(default=0, metadata=ABSENT_BY_DEFAULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSample:
    """What a planned test needed and got (report-contents.md S6).

    Attributes:
        what: What is decided or tested, in words.
        kind: As in ``design_power.PowerRow``.
        effect: The smallest effect that the planned files find, in words; empty where there is none.
        power: Wanted chance to find the assumed effect, 0 to 1.
        chance: Chance with the planned files; None where no effect was assumed.
        n_required: Files from which on the wanted chance is kept; None where no effect was assumed or no number is
            enough.
        n_obtained: Files with a value on both sides under every system; None where nothing was run.
        sentence: All of it in plain words.
    """

    what: str
    question_id: str
    kind: str
    effect: str
    power: float
    chance: float | None
    n_required: int | None
    n_planned: int
    n_obtained: int | None
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchOutcomes:
    """Calls of a run whose outcome came from one batch file; ``source`` is that of their exchanges."""

    source: str
    n_calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """What happened in one run, by status; ``head`` is the last link of its chain.

    Attributes:
        started_at, finished_at: Of supplied answers the time of their import: when they were given is not known.
        supplied_by: Who supplied the answers; empty when FairDesk asked for them.
        batches: The batch files that outcomes came from; empty when FairDesk asked for all of them.
        n_reused: Calls whose outcome was taken over from earlier runs.
        recorded: The recorded files that outcomes came from; empty when none did.
    """

    run_id: str
    system: str
    started_at: str
    finished_at: str
    state: str
    head: str
    n_planned: int
    counts: Mapping[str, int]
    seconds: float
    model_echoes: tuple[str, ...]
    is_rehearsal: bool
    supplied_by: str = field(default="", metadata=ABSENT_BY_DEFAULT)
    batches: tuple[BatchOutcomes, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    n_reused: int = field(default=0, metadata=ABSENT_BY_DEFAULT)
    recorded: tuple[RecordedOutcomes, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)

    @property
    def n_from_batch(self) -> int:
        """Calls whose outcome came from batch files."""
        return sum(batch.n_calls for batch in self.batches)

    @property
    def n_recorded(self) -> int:
        """Calls whose outcome came from recorded files."""
        return sum(one.n_calls for one in self.recorded)

    @property
    def n_asked(self) -> int:
        """Calls that have an outcome, whoever made them."""
        return self.n_planned - self.counts.get(Status.NOT_ATTEMPTED.value, 0)

    @property
    def is_recorded(self) -> bool:
        """Every outcome came from recorded files."""
        return bool(self.recorded) and self.n_recorded == self.n_asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """All results of a plan's runs, as one document. Equal evidence gives equal bytes.

    Attributes:
        corrections: Every correction by hand up to the runs' heads, in the order of the chains; a later one of the
            same key takes the place of an earlier one.
        echoes: Every pair of model string and fingerprint that the answers of a run came with, and how often.
        accepted_changes: Changes of the model during a run that a person accepted, in the order of the chains.
        samples: What every planned test of a design needed and got; empty for a plan without a design.
        classified: How the answers of every system stand with every classifier of a benchmark.
    """

    plan_sha256: str
    runs: tuple[RunSummary, ...]
    results: tuple[ResultRow, ...]
    comparisons: tuple[ComparisonRow, ...]
    coverage: tuple[CoverageCell, ...]
    coverage_counts: Mapping[str, int]
    versions: Mapping[str, str]
    corrections: tuple[ListedCorrection, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    echoes: tuple[ProviderEcho, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    accepted_changes: tuple[AcceptedChange, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    samples: tuple[PlannedSample, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    classified: tuple[ClassifierSummary, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)

    @property
    def n_from_batch(self) -> int:
        """Calls of all runs whose outcome came from batch files."""
        return sum(run.n_from_batch for run in self.runs)

    @property
    def n_recorded(self) -> int:
        """Calls of all runs whose outcome came from recorded files."""
        return sum(run.n_recorded for run in self.runs)

    @property
    def is_recorded(self) -> bool:
        """Every outcome of every run came from recorded files: FairDesk asked for none."""
        return bool(self.runs) and all(run.is_recorded for run in self.runs)


def coverage_scope(attributes: Mapping[str, str]) -> str:
    """The name of a group or combination in the coverage; an attribute that is named like its level is named once.

    Example:
        >>> coverage_scope({"origin": "international", "gender": "female"}), coverage_scope({"female": "female"})
        ('gender: female x origin: international', 'female')
    """
    return " x ".join(level if name == level else f"{name}: {level}" for name, level in sorted(attributes.items()))


def result_id(system: str, question_id: str, variant: str, measure: str) -> str:
    """The name of a result everywhere: screen, report, evidence file, families.

    Example:
        >>> result_id("baseline", "rating", "female", "consistency")
        'baseline/rating/female/consistency'
    """
    return f"{system}/{question_id}/{variant}/{measure}"
