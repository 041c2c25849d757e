"""The design of a counterfactual test, as an auditor makes it before the plan is locked.

It is part of the project's details while it is edited and is copied whole into the plan that it becomes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from fairdesk.domain.questions import Question, Target


class CueKind(Enum):
    """How a cue finds its places and its words."""

    NAMES = "names"
    """First names or whole names: drawn for each file from the list of the level."""
    GENDERED_WORDS = "gendered words"
    """Pronouns, titles, role and family nouns by the rules of a language; levels are two genders."""
    TERMS = "terms"
    """Entry n of one level's list is the counterpart of entry n of every other: nationality, religion, age, ..."""
    PLACE_HOLDER = "place-holder"
    """A name in braces is filled with words drawn for each file from the list of the level."""
    REWRITTEN = "rewritten text"
    """Whole texts that somebody else wrote, for example in a dialect; every one is reviewed."""


class CueVerdict(Enum):
    """What was decided about the legitimacy of a cue (report-contents.md S5)."""

    NOT_LEGITIMATE = "not_a_legitimate_factor"
    LEGITIMATE = "legitimate_for_stated_purpose"
    DISPUTED = "disputed"
    UNDECIDED = "undecided"


class Direction(Enum):
    """What becomes of words that already stand at the wanted level."""

    SWAP = "swap"
    """Both ways at once: he becomes she and she becomes he."""
    TOWARDS = "towards"
    """Every place takes the words of the wanted level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """What a group is told by; the first level is the reference that the original carries.

    An attribute without a cue in the design is a ground that is not tested, and is counted as such.

    Attributes:
        attribute_id: Short and unique: ``gender``, ``origin``. Levels are short too and unique within it.
        title: As printed.
        ground: The ground of equality law that it stands for; empty for none.
    """

    attribute_id: str
    title: str
    levels: tuple[str, ...]
    ground: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordList:
    """Words of one level of one cue, with where they come from and what else they signal (methods.md D3, M40)."""

    level: str
    words: tuple[str, ...]
    provenance: str = ""
    also_signals: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CueDecision:
    """Whether a cue may matter, who decided it and when; an undecided one has no name and no date yet.

    Attributes:
        requirement: The published requirement that uses the cue, or empty.
        requirement_sha256: Of the document that holds it, or empty.
    """

    verdict: CueVerdict = CueVerdict.UNDECIDED
    reason: str = ""
    decided_by: str = ""
    decided_on: str = ""
    requirement: str = ""
    requirement_sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """What is changed for one attribute.

    Attributes:
        cue_id: Short and unique in the design.
        language: Two letters; the cue works in files of this language only.
        place_holder: Without braces, of a PLACE_HOLDER cue and of NAMES that fill one; empty when words are found.
        lists: One per level, for every kind but GENDERED_WORDS and REWRITTEN.
        fixed_words: Extra pairs of GENDERED_WORDS, ``male form|female form``.
        signals_also: What else the cue as a whole signals.
        texts_sha256: Document with the texts of a REWRITTEN cue, by case id and level; empty while there are none.
    """

    cue_id: str
    attribute_id: str
    kind: CueKind
    title: str
    language: str
    place_holder: str = ""
    lists: tuple[WordList, ...] = ()
    fixed_words: tuple[str, ...] = ()
    signals_also: str = ""
    direction: Direction = Direction.SWAP
    decision: CueDecision = CueDecision()
    texts_sha256: str = ""

    def words(self, level: str) -> tuple[str, ...]:
        """The words of one level; empty when there is no such list."""
        return next((one.words for one in self.lists if one.level == level), ())


class View(Enum):
    """Which differences count as discrimination for the auditor (report-contents.md S5)."""

    NOT_CHOSEN = ""
    SYMMETRIC = "symmetric"
    ADVERSE_ONLY = "adverse_only"
    POSITIVE_ACTION = "positive_action"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notion:
    """A notion of fairness that was weighed: used or rejected, and why."""

    notion: str
    is_used: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """The normative position of the audit.

    Attributes:
        listed_groups: Groups against which a shift counts, for ADVERSE_ONLY; printed.
        legal_basis: Of POSITIVE_ACTION.
        overshoot_points: Size of a favourable shift that triggers a review; None for no rule.
    """

    view: View = View.NOT_CHOSEN
    reason: str = ""
    approver: str = ""
    approved_on: str = ""
    listed_groups: str = ""
    legal_basis: str = ""
    overshoot_points: float | None = None
    notions: tuple[Notion, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CellChoice:
    """A decision about one cell of the grid, or about a whole block of it.

    Attributes:
        levels: Attribute to level, of the attributes that the cell crosses; a level ``*`` stands for every level, so
            that a choice with ``*`` alone is a block. The reference level may be named.
        is_tested: The cell becomes a variant of every file.
        stakes: 1 to 5; 0 for not rated.
        prior: Source of earlier evidence, or ``none found``; empty for not searched.
        reason_code: One of ``plan_words.REASON_CODES``, for cells that are not tested.
        planned_for: When the test is planned, or empty.
    """

    levels: Mapping[str, str]
    is_tested: bool
    stakes: int = 0
    stakes_reason: str = ""
    prior: str = ""
    reason_code: str = ""
    reason_text: str = ""
    decided_by: str = ""
    decided_on: str = ""
    planned_for: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """Differences up to this size do not matter, declared in advance (methods.md M33)."""

    question_id: str
    points: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTarget:
    """A target with the truth that the sample shall be able to find (methods.md M34).

    Attributes:
        is_adopted: Offered targets are printed only once somebody adopted them with a reason of their own.
        assumed_truth: For consistency: the value that would violate (or meet) the target and must not be missed.
        adopted_by, adopted_on: Empty while it is only offered.
    """

    target: Target
    is_adopted: bool = False
    assumed_truth: float | None = None
    adopted_by: str = ""
    adopted_on: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumptions:
    """What the sizes of samples are computed from, before anything was measured (methods.md M34).

    Attributes:
        discordance: Share of files that change at all, 0 to 1.
        share_one_way: Share of the changed files that move one way, 0.5 to 1.
        sd_points: Standard deviation of the change of a file, in points; for means and interactions.
        smallest_effect: The smallest mean change that matters, in points; None for not chosen.
        power: Wanted chance to find it.
        stimulus_icc: Share of the variance of a file's change that lies between the words of one level, 0 to 1.
    """

    discordance: float = 0.13
    share_one_way: float = 0.65
    sd_points: float = 0.6
    smallest_effect: float | None = None
    smallest_effect_reason: str = ""
    power: float = 0.8
    stimulus_icc: float = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """All that a plan of one's own rests on besides systems and files.

    Attributes:
        language: Of the questions and of the files, two letters.
        attributes: Crossed and uncrossed ones; the order is that of the grid.
        choices: About cells and blocks; a cell that no choice covers is not tested and has no reason yet. The choice
            that names more levels wins over the one with ``*``, and the later one among equals.
        highest_order: Cells of more attributes than this are counted, not listed; 3 unless a design tests more.
        covering_strength: 0: the chosen cells are run. 2 or 3: a covering design of that strength over the levels of
            all attributes with a cue is run instead.
        questions: What is asked of every variant.
        alpha: Level of every family.
        stopping_rule: ``fixed`` or ``anytime`` (methods.md M35).
        review_seed, n_reviewed: The random sample of variants that a person looks at.
        prioritisation: The rule by which cells were chosen, and who agreed.
    """

    title: str = ""
    language: str = "en"
    attributes: tuple[Attribute, ...] = ()
    cues: tuple[Cue, ...] = ()
    position: Position = Position()
    choices: tuple[CellChoice, ...] = ()
    highest_order: int = 3
    covering_strength: int = 0
    prioritisation: str = ""
    prioritisation_agreed_by: str = ""
    questions: tuple[Question, ...] = ()
    targets: tuple[PlannedTarget, ...] = ()
    margins: tuple[Margin, ...] = ()
    assumptions: Assumptions = Assumptions()
    alpha: float = 0.05
    stopping_rule: str = "fixed"
    stopping_reason: str = ""
    controls: bool = True
    placebos: bool = True
    seed: int = 20261129
    n_reviewed: int = 50
    review_seed: int = 20261129


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSummary:
    """What a person did with the variants, counted when the plan was fixed.

    Attributes:
        n_sampled: Variants of the random sample; ``n_accepted``, ``n_edited`` and ``n_rejected`` of them. The rest
            was not looked at.
        n_edited_in_all, n_rejected_in_all: Of all variants; a rejected one is asked of no model.
        reviewers: Names, sorted.
        n_left: Places that rules left alone for a person, over all files.
    """

    n_variants: int
    n_sampled: int
    n_accepted: int
    n_edited: int
    n_rejected: int
    n_edited_in_all: int
    n_rejected_in_all: int
    seed: int
    reviewers: tuple[str, ...] = ()
    n_left: int = 0
