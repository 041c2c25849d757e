"""What the page Plan offers to somebody who makes a plan: targets to think about, ways to read answers, questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.design import Attribute, CellChoice, Cue, CueDecision, CueKind, Design, PlannedTarget
from fairdesk.domain.plan import NotTested
from fairdesk.domain.plan_words import starting_targets
from fairdesk.domain.questions import QuantityKind, Question

EVERY_LEVEL = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingChoice:
    """A way to read an answer.

    Attributes:
        name: Id and version, as a question names it.
        kind: Of the quantity that it gives.
        needs_scale: The answer has a lowest and a highest value.
        needs_log_probabilities: The endpoint must return them.
    """

    name: str
    title: str
    kind: QuantityKind
    needs_scale: bool
    needs_log_probabilities: bool


_CONTINUOUS = ("rating_expected", "yes_no_log_odds")
_WITHOUT_SCALE = ("yes_no_log_odds", "decision", "refused")


def reading_choices() -> tuple[ReadingChoice, ...]:
    """Every way to read an answer that this version of FairDesk knows."""
    from fairdesk.extractors import EXTRACTORS

    return tuple(
        ReadingChoice(
            name=one.name,
            title=one.title,
            kind=QuantityKind.CONTINUOUS if one.extractor_id in _CONTINUOUS else QuantityKind.DISCRETE,
            needs_scale=one.extractor_id not in _WITHOUT_SCALE,
            needs_log_probabilities=one.extractor_id in _CONTINUOUS,
        )
        for one in EXTRACTORS
    )


def question_set(language: str) -> tuple[Question, ...]:
    """The questions that are shipped for a language; those of English where there are none."""
    from fairdesk.evaluations.question_sets import questions_in

    return questions_in(language)


def with_offers(design: Design) -> tuple[PlannedTarget, ...]:
    """The targets of a design, and behind them the starting targets on offer that it does not hold yet."""
    known = {one.target.target_id for one in design.targets}
    offers = (one for one in starting_targets(design.questions) if one.target.target_id not in known)
    return (*design.targets, *offers)


def with_choices(choices: Iterable[CellChoice], given: Iterable[CellChoice]) -> tuple[CellChoice, ...]:
    """Choices with new ones, each in the place of an older one about exactly the same cell or block.

    Example:
        >>> old = CellChoice(levels={"gender": "*"}, is_tested=False)
        >>> [one.is_tested for one in with_choices((old,), (replace(old, is_tested=True),))]
        [True]
    """
    found = {_key(one.levels): one for one in choices}
    for one in given:
        # Taken out first: the later of two choices wins, so a new one stands last.
        found.pop(_key(one.levels), None)
        found[_key(one.levels)] = one
    return tuple(found.values())


def without_choices(choices: Iterable[CellChoice], levels: Iterable[Mapping[str, str]]) -> tuple[CellChoice, ...]:
    """Choices without those about exactly these cells or blocks."""
    gone = {_key(one) for one in levels}
    return tuple(one for one in choices if _key(one.levels) not in gone)


def _key(levels: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    return frozenset(levels.items())


def shipped_design() -> Design:
    """What the shipped admissions test fixes, in the shape of a design, to be read and never edited."""
    from fairdesk.audit.evaluation_choice import SEED
    from fairdesk.audit.plan_families import ALPHA, starting_target
    from fairdesk.evaluations.admissions import QUESTIONS, TITLE, VARIANTS
    from fairdesk.evaluations.admissions_coverage import ATTRIBUTES, NOT_TESTED, UNTESTED_GROUNDS

    tested = tuple(
        Attribute(attribute_id=name, title=name, levels=tuple(levels)) for name, levels in ATTRIBUTES.items()
    )
    grounds = tuple(
        Attribute(attribute_id=name, title=name, levels=("not marked", "marked"), ground=name)
        for name in UNTESTED_GROUNDS
    )
    target = starting_target(QUESTIONS)
    return Design(
        title=TITLE,
        attributes=(*tested, *grounds),
        cues=tuple(_shipped_cue(one) for one in tested),
        choices=(
            *_reasons(NOT_TESTED, tuple(one.attribute_id for one in tested), UNTESTED_GROUNDS),
            *(
                CellChoice(levels=kind.attributes, is_tested=True, decided_by="FairDesk")
                for kind in VARIANTS
                if kind.attributes
            ),
        ),
        questions=QUESTIONS,
        targets=(PlannedTarget(target=target, is_adopted=True, assumed_truth=0.87, adopted_by="FairDesk"),),
        alpha=ALPHA,
        seed=SEED,
        n_reviewed=0,
    )


def _shipped_cue(attribute: Attribute) -> Cue:
    return Cue(
        cue_id=attribute.attribute_id,
        attribute_id=attribute.attribute_id,
        kind=CueKind.REWRITTEN,
        title=attribute.title,
        language="en",
        decision=CueDecision(),
    )


def _reasons(blocks: tuple[NotTested, ...], tested: tuple[str, ...], untested: tuple[str, ...]) -> Iterator[CellChoice]:
    """A choice for every block of grounds; a scope that names its grounds wins over one that names kinds of them."""
    by_scope = {block.scope: block for block in blocks}
    order = (*tested, *untested)
    for size in (1, 2, 3):
        for grounds in combinations(order, size):
            block = by_scope.get(" x ".join(grounds)) or by_scope.get(_scope_of_kinds(grounds, tested))
            if block is not None:
                yield CellChoice(
                    levels=dict.fromkeys(grounds, EVERY_LEVEL),
                    is_tested=False,
                    stakes=block.stakes,
                    stakes_reason=block.stakes_reason,
                    prior=block.prior,
                    reason_code=block.reason_code,
                    reason_text=block.reason_text,
                    decided_by="FairDesk",
                )


def _scope_of_kinds(grounds: tuple[str, ...], tested: tuple[str, ...]) -> str:
    """How a block is named that holds many grounds of the shipped test."""
    n_tested = sum(ground in tested for ground in grounds)
    if n_tested == 0:
        return " x ".join(["untested ground"] * len(grounds))
    if n_tested == 1 and len(grounds) == 2:
        return "gender or origin x any other untested ground"
    if n_tested == 1:
        return "gender or origin x untested ground x untested ground"
    return "gender x origin x any other untested ground" if len(grounds) == 3 else ""


def fill_in(choice: CellChoice, known: CellChoice | None) -> CellChoice:
    """A choice for one of many cells: what was left empty stays as it was known.

    Args:
        choice: As it was filled in for all of them; its state always counts.
        known: What was decided about the cell before; None for nothing.
    """
    if known is None:
        return choice
    is_same = known.is_tested == choice.is_tested
    return replace(
        choice,
        stakes=choice.stakes or known.stakes,
        stakes_reason=choice.stakes_reason or known.stakes_reason,
        prior=choice.prior or known.prior,
        reason_code=choice.reason_code or (known.reason_code if is_same else ""),
        reason_text=choice.reason_text or (known.reason_text if is_same else ""),
        planned_for=choice.planned_for or (known.planned_for if is_same else ""),
    )


def files_used(spec: WorkspaceSpec, project: str) -> int:
    """How many files a project uses, as it is described now.

    Raises:
        InputError: there is no such project.
        ImportProblem: a case file cannot be read; it names file and cause.
    """
    from fairdesk.audit.case_choice import count_cases

    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        return count_cases(workspace, record.details, record.project_id)
