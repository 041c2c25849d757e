"""What is decided before the first call: questions, tests, families, targets, seeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.benchmarks import PlannedBenchmark
from fairdesk.domain.cases import CueNote, VariantKind
from fairdesk.domain.codec import ABSENT_BY_DEFAULT
from fairdesk.domain.design import Design, ReviewSummary
from fairdesk.domain.foreign_numbers import ForeignNumber
from fairdesk.domain.method_cards import MethodCard
from fairdesk.domain.plan_words import ANYTIME
from fairdesk.domain.questions import Question, Target
from fairdesk.domain.records import SuppliedFile


class FamilyKind(Enum):
    """Holm in the first two, Benjamini-Hochberg in the last (methods.md M32)."""

    CONFIRMATORY = "confirmatory"
    INTERSECTIONS = "intersections"
    EXPLORATORY = "exploratory"


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Tests whose p-values are adjusted together; members are result ids (see results.result_id)."""

    family_id: str
    kind: FamilyKind
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRef:
    """A case of the plan and the hash of the document that holds it."""

    case_id: str
    document_sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotTested:
    """A part of the possible coverage that no test covers, and why (report-contents.md S8).

    Attributes:
        stakes: 1 to 5; 0 for not rated.
        reason_code: One of ``plan_words.REASON_CODES``; empty while nobody gave a reason.
        order: How many attributes its cells cross; 0 where that is not told.
        planned: When the test is planned; empty for not planned.
        decided_by, decided_on: Empty where nobody decided: then the reason follows from the design.
    """

    scope: str
    count: int
    stakes: int
    stakes_reason: str
    prior: str
    reason_code: str
    reason_text: str
    order: int = field(default=0, metadata=ABSENT_BY_DEFAULT)
    planned: str = field(default="", metadata=ABSENT_BY_DEFAULT)
    decided_by: str = field(default="", metadata=ABSENT_BY_DEFAULT)
    decided_on: str = field(default="", metadata=ABSENT_BY_DEFAULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuppliedRecords:
    """The answers that a plan was made from when somebody else asked for them; their items are counted, not listed.

    Attributes:
        manifest_sha256: Document that names the stored parts of every file and how they are read.
        files: The files as they came.
        supplied_by: Person or organisation, in the auditor's words.
        n_items: Different items (files) of the records.
        items_sha256: Over the names of all items, sorted, a line each.
        n_rows: Rows that entered.
        n_left_out: Rows that could not be placed and were left out on request.
        n_duplicates: Rows of an item, variant and sample that an earlier row had (M41); the first counts.
        n_conflicting: Those of them that say something else than the first.
        notes: How variants, attributes and the quantity were found in the records, a sentence each.
        foreign: Numbers that the tool which wrote the files had computed itself; shown beside ours, never taken over.
    """

    manifest_sha256: str
    files: tuple[SuppliedFile, ...]
    supplied_by: str
    n_items: int
    items_sha256: str
    n_rows: int
    n_left_out: int
    n_duplicates: int
    n_conflicting: int
    notes: tuple[str, ...] = ()
    foreign: tuple[ForeignNumber, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Omitted:
    """Files that a variant is not asked about; it is not tested there.

    Attributes:
        label: Of the variant.
        reason: ``no difference``, ``no text`` or ``rejected``.
        files: Their places among the plan's cases, counted from 0: ``0-15,18``.
        n_files: How many they are.
    """

    label: str
    reason: str
    files: str
    n_files: int

    def positions(self) -> Iterator[int]:
        """The places one by one, ascending."""
        return read_positions(self.files)


def read_positions(written: str) -> Iterator[int]:
    """The places that ``written_positions`` wrote.

    Example:
        >>> list(read_positions("0-2,5"))
        [0, 1, 2, 5]
    """
    for part in filter(None, written.split(",")):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def written_positions(positions: Iterable[int]) -> str:
    """Ascending places as ranges.

    Example:
        >>> written_positions([0, 1, 2, 5])
        '0-2,5'
    """
    parts: list[list[int]] = []
    for place in positions:
        if parts and place == parts[-1][1] + 1:
            parts[-1][1] = place
        else:
            parts.append([place, place])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


FILES_IN_BLOCKS = "files in blocks"
"""Order of asking: file after file in random order, all calls of a file in random order, the systems in turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Everything that is fixed and hashed before the first call (methods.md section 1, pre-registration).

    Attributes:
        n_duplicate_cases: Files left out because another file has the same text (methods.md M41).
        variants_sha256: Document with the filled text of every variant; of a design one that names the parts.
        measures: Names of what is computed for every variant.
        repeated: Labels of the variants that are asked more than once, for the noise floor (D2).
        n_samples: Calls per repeated variant; 1 means that no noise floor is measured.
        attributes: All attributes and levels that could be crossed, for the coverage map (M12).
        not_tested: Why the cells outside the test are outside.
        alpha: Level of every family.
        supplied: Where the answers came from when FairDesk did not ask; ``cases`` is empty then. None for a run.
        asking_order: ``FILES_IN_BLOCKS``; empty in plans of earlier versions, where all calls of a system were shuffled
            one by one and the systems asked one after the other.
        design: The auditor's own design of the test; None for the shipped admissions test and for supplied records.
        review: What a person did with the variants of the design; None where there is no design.
        exploratory_targets: Ids of targets that a locked plan did not hold so, or of all when the plan was changed
            after results could have been seen; their verdicts are exploratory. Tests stand in exploratory families
            then.
        exploratory_margins: The same of margins, by the question that they are about.
        omitted: Variants that some files do not have.
        card: The method of a design and how it met the files; None where there is no design, and in plans of versions
            that wrote none.
    """

    project: str
    title: str
    created_at: str
    systems: tuple[AuditedSystem, ...]
    cases: tuple[CaseRef, ...]
    n_duplicate_cases: int
    variants: tuple[VariantKind, ...]
    variants_sha256: str
    measures: tuple[str, ...]
    cues: tuple[CueNote, ...]
    questions: tuple[Question, ...]
    repeated: tuple[str, ...]
    n_samples: int
    families: tuple[Family, ...]
    targets: tuple[Target, ...]
    attributes: Mapping[str, tuple[str, ...]]
    not_tested: tuple[NotTested, ...]
    alpha: float
    order_seed: int
    resampling_seed: int
    n_resamples: int = 9999
    stopping_rule: str = "fixed number of files; read once, after the last answer"
    supplied: SuppliedRecords | None = field(default=None, metadata=ABSENT_BY_DEFAULT)
    asking_order: str = field(default="", metadata=ABSENT_BY_DEFAULT)
    design: Design | None = field(default=None, metadata=ABSENT_BY_DEFAULT)
    review: ReviewSummary | None = field(default=None, metadata=ABSENT_BY_DEFAULT)
    exploratory_targets: tuple[str, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    exploratory_margins: tuple[str, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    omitted: tuple[Omitted, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    card: MethodCard | None = field(default=None, metadata=ABSENT_BY_DEFAULT)
    benchmarks: tuple[PlannedBenchmark, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)

    @property
    def all_questions(self) -> tuple[Question, ...]:
        """Those about files, then those of the benchmarks."""
        return (*self.questions, *(one.question for one in self.benchmarks))

    @property
    def asks_files(self) -> bool:
        """Whether it has a counterfactual test, asked or supplied; else it asks benchmarks alone."""
        return bool(self.cases) or self.supplied is not None

    @property
    def may_stop_early(self) -> bool:
        """Whether the run may be read and stopped at any time: then its sign tests are the anytime-valid one (M35)."""
        return self.design is not None and self.design.stopping_rule == ANYTIME

    @property
    def n_cases(self) -> int:
        """How many files are asked about, listed or supplied."""
        return len(self.cases) if self.supplied is None else self.supplied.n_items
