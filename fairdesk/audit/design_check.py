"""What a design still lacks before it can be locked. Nothing here reads the store."""

from __future__ import annotations

from collections.abc import Iterator

from fairdesk.audit.grid_rows import GridBlock
from fairdesk.audit.judging_words import judging_sentences
from fairdesk.audit.report_gate import GateSentence
from fairdesk.domain.design import CueVerdict, Design, PlannedTarget, View
from fairdesk.domain.errors import FairDeskError
from fairdesk.domain.plan_words import (
    ANSWERED_ELSEWHERE,
    ANYTIME,
    DISPARITIES,
    LEAST_ALPHA,
    LEAST_POWER,
    MOST_ALPHA,
    MOST_POWER,
    STOPPING_RULES,
    is_justified,
    target_words,
    undecided_because,
)
from fairdesk.domain.questions import QuantityKind, Question, Target

SHOWN = 60
"""Characters of a name that are repeated in a sentence."""


def design_sentences(design: Design, n_files: int) -> tuple[GateSentence, ...]:
    """Everything that a design lacks or that should be known of it, in the order of the pages.

    Args:
        n_files: Files that every variant is asked about.
    """
    return (
        *_cues(design),
        *_position(design),
        *_questions(design),
        *_grid(design, n_files),
        *_targets(design),
        *_effects(design),
        *_rules(design),
        *_power(design, n_files),
        *judging_sentences(design),
    )


def _blocks(words: str, page_id: str, field: str = "") -> GateSentence:
    return GateSentence(words=words, page_id=page_id, field=field)


def _warns(words: str, page_id: str, field: str = "") -> GateSentence:
    return GateSentence(words=words, page_id=page_id, is_blocking=False, field=field)


def _cues(design: Design) -> Iterator[GateSentence]:
    from fairdesk.audit.cue_lists import check_lists

    if not design.cues:
        yield _blocks("The design has no cue, so there is nothing to change in a file.", "cues")
    for problem in check_lists(design):
        yield GateSentence(words=problem.sentence, page_id="cues", is_blocking=problem.is_blocking)
    for cue in design.cues:
        if not cue.attribute_id:
            continue
        name, decision = f"“{_short(cue.title or cue.cue_id)}”", cue.decision
        if decision.verdict is CueVerdict.UNDECIDED:
            yield _warns(
                f"Nobody decided yet whether the cue {name} may matter; its results are called a response to the cue.",
                "cues",
            )
            continue
        if decision.verdict is CueVerdict.DISPUTED:
            yield _warns(
                f"Whether the cue {name} may matter is disputed; its results are called a response to the cue.", "cues"
            )
        if not decision.decided_by.strip() or not decision.decided_on.strip():
            yield _blocks(f"It is not said who decided on the cue {name}, or when.", "cues")
        if not decision.reason.strip():
            yield _blocks(f"The decision on the cue {name} has no reason.", "cues")


def _position(design: Design) -> Iterator[GateSentence]:
    position = design.position
    if position.view is View.NOT_CHOSEN:
        yield _blocks("It is not chosen which differences count (symmetric, adverse only, positive action).", "cues")
        return
    if not position.reason.strip():
        yield _blocks("The choice of which differences count has no reason.", "cues")
    if not position.approver.strip():
        yield _blocks("It is not said who approved which differences count.", "cues")
    if not position.notions:
        yield _warns("No notion of equal treatment is named as used or rejected; the report says so.", "cues")
    if position.view is View.SYMMETRIC:
        return
    if position.overshoot_points is None:
        yield _blocks("No size of a favourable shift is set from which it is reviewed (overshoot).", "cues")
    if position.view is View.ADVERSE_ONLY and not position.listed_groups.strip():
        yield _blocks("The groups are not listed against which a shift counts.", "cues")
    if position.view is View.POSITIVE_ACTION and not position.legal_basis.strip():
        yield _blocks("Positive action has no legal basis yet.", "cues")


def _questions(design: Design) -> Iterator[GateSentence]:
    if not design.questions:
        yield _blocks("No question is asked of the variants.", "plan", "questions")
    ids = [question.question_id for question in design.questions]
    for question_id in sorted({one for one in ids if ids.count(one) > 1}):
        yield _blocks(f"Two questions are called “{_short(question_id)}”.", "plan", "questions")
    for question in design.questions:
        if not question.prompt.strip():
            yield _blocks(f"The question “{_short(question.question_id)}” has no words.", "plan", "questions")
        if question.kind is QuantityKind.CONTINUOUS and question.tolerance is None:
            yield _blocks(
                f"The question “{_short(question.question_id)}” has no tolerance, which its measure needs.",
                "plan",
                "questions",
            )


def _grid(design: Design, n_files: int) -> Iterator[GateSentence]:
    from fairdesk.audit.intersections import enough_files, grid_view

    try:
        view = grid_view(design, n_files)
    except FairDeskError as error:
        yield _blocks(error.message, "plan", "grid")
        return
    for words in view.problems:
        yield _blocks(words, "plan", "grid")
    if not view.n_variants:
        yield _blocks("No variant is tested: choose at least one level of one attribute.", "plan", "grid")
    listed = [order for order in view.orders if order.order <= view.highest_order]
    n_open = sum(order.without_reason for order in listed)
    if n_open:
        yield _blocks(f"{n_open:,} combinations are not tested and have no reason yet.", "plan", "grid")
    n_small = sum(order.too_small for order in listed)
    if n_small:
        yield _warns(
            f"{n_small:,} combinations are tested with fewer files than the test needs "
            f"({enough_files(view.n_required):,}).",
            "plan",
            "grid",
        )
    if design.covering_strength:
        yield _warns(
            "A covering design is run: it sees combinations with few variants and estimates no interaction.",
            "plan",
            "grid",
        )
    unrated = [block for block in view.blocks if block.order == 1 and block.no_cue and not _is_rated(design, block)]
    if unrated:
        names = ", ".join(dict.fromkeys(title for block in unrated for title in block.titles))
        yield _warns(
            f"No cue signals every level of these attributes, and nobody rated what is at stake: {_short(names)}. "
            "The report prints “not rated, not searched” beside them.",
            "plan",
            "grid",
        )
    if not design.prioritisation.strip() or not design.prioritisation_agreed_by.strip():
        yield _warns("The rule by which combinations were chosen, or who agreed to it, is not written.", "plan", "grid")


def _is_rated(design: Design, block: GridBlock) -> bool:
    """Whether somebody wrote down what is at stake where an attribute is not tested, or only crossed with others."""
    return any(
        choice.stakes and not choice.is_tested and set(block.attributes) <= set(choice.levels)
        for choice in design.choices
    )


def _targets(design: Design) -> Iterator[GateSentence]:
    adopted = [planned for planned in design.targets if planned.is_adopted]
    if not adopted:
        yield _warns("No target is adopted: results are held against none.", "plan", "targets")
    ids = [planned.target.target_id for planned in adopted]
    for target_id in sorted({one for one in ids if ids.count(one) > 1}):
        yield _blocks(f"Two targets are called “{_short(target_id)}”.", "plan", "targets")
    yield from _without_result(design, [planned.target for planned in adopted])
    for planned in adopted:
        for words, is_blocking in _of_target(planned, design.questions):
            yield GateSentence(words=words, page_id="plan", is_blocking=is_blocking, field="targets")


def _without_result(design: Design, targets: list[Target]) -> Iterator[GateSentence]:
    """Targets that no result will decide: another one is about the same, or their variant is not asked."""
    from fairdesk.measures.grid import tested_cells

    try:
        tested = tested_cells(design) if any(target.cell for target in targets) else ()
    except FairDeskError:
        return  # the grid says it
    taken: set[tuple[str, str, frozenset[str]]] = set()
    for target in targets:
        place = (target.measure, target.question_id, frozenset(target.cell))
        if place in taken:
            why = "another adopted target is about the same"
        elif target.cell and not any(target.is_about(cell) for cell in tested):
            why = f"no variant that is asked is {_short(' and '.join(target.cell))}"
        else:
            taken.add(place)
            continue
        name = _short(target_words(target))
        yield _warns(f"The target “{name}” will be reported as not tested, because {why}.", "plan", "targets")


def _of_target(planned: PlannedTarget, questions: tuple[Question, ...]) -> Iterator[tuple[str, bool]]:
    target, name = planned.target, f"“{_short(target_words(planned.target))}”"
    if not is_justified(target.justification):
        yield f"The target {name} has no reason of your own; the text that it came with is none.", True
    if not planned.adopted_by.strip() or not planned.adopted_on.strip():
        yield f"It is not said who adopted the target {name}, or when.", True
    if not 0 < target.threshold < 1:
        yield f"The target {name} does not lie between 0 and 1.", True
    if target.direction not in ("at_least", "at_most"):
        yield f"The target {name} is neither an “at least” nor an “at most”.", True
    because = undecided_because(target, questions)
    if because:
        # A target about another kind of test may be adopted; one that is only not finished may not.
        can_be_mended = target.measure not in ANSWERED_ELSEWHERE
        yield f"The target {name} will be reported as not tested, because {because}.", can_be_mended
        return
    if target.measure in DISPARITIES:
        return
    if planned.assumed_truth is None:
        yield f"For the target {name} no value is assumed that must not be missed, so it has no sample size.", False


def _effects(design: Design) -> Iterator[GateSentence]:
    assumed = design.assumptions
    if assumed.smallest_effect is None and not design.margins:
        yield _blocks("Neither a smallest effect that matters nor a margin is chosen.", "plan", "rules")
    if assumed.smallest_effect is not None and not assumed.smallest_effect > 0:
        yield _blocks("The smallest effect that matters must lie above 0.", "plan", "rules")
    if assumed.smallest_effect is not None and not assumed.smallest_effect_reason.strip():
        yield _blocks("The smallest effect that matters has no reason.", "plan", "rules")
    for margin in design.margins:
        if not margin.points > 0 or not margin.reason.strip():
            words = f"The margin of “{_short(margin.question_id)}” is not above 0 or has no reason."
            yield _blocks(words, "plan", "rules")


def _rules(design: Design) -> Iterator[GateSentence]:
    if not LEAST_ALPHA <= design.alpha <= MOST_ALPHA:
        yield _blocks(f"The level does not lie between {LEAST_ALPHA:g} and {MOST_ALPHA:g}.", "plan", "rules")
    if not LEAST_POWER <= design.assumptions.power <= MOST_POWER:
        yield _blocks(
            f"The wanted chance to find an effect does not lie between {LEAST_POWER:g} and {MOST_POWER:g}.",
            "plan",
            "rules",
        )
    if design.stopping_rule not in STOPPING_RULES:
        yield _blocks("No stopping rule is chosen.", "plan", "rules")
    if design.stopping_rule == ANYTIME and not design.stopping_reason.strip():
        yield _blocks("Reading while the run goes on has no reason yet.", "plan", "rules")
    if not design.controls:
        yield _warns("No matched control is asked: having a cue and having this cue cannot be told apart.", "cues")
    if not design.placebos:
        yield _warns("No placebo swap is asked: nothing shows how much any swap of words would move.", "cues")


def _power(design: Design, n_files: int) -> Iterator[GateSentence]:
    from fairdesk.audit.design_power import design_power

    try:
        rows = design_power(design, n_files).rows
    except FairDeskError:
        return  # the grid says it
    short = [row for row in rows if row.n_stays is not None and row.n_stays > n_files and not row.is_offered]
    files = "1 file is" if n_files == 1 else f"{n_files:,} files are"
    said: set[str] = set()
    for row in short:
        if row.kind not in ("target", "direction", "shift") or row.kind in said:
            continue
        said.add(row.kind if row.kind != "target" else row.row_id)
        yield _warns(
            f"{files} too few for {_short(row.what)}: {row.n_stays:,} are needed for chance "
            f"{design.assumptions.power:.2f}. What is not found then is inconclusive.",
            "plan",
            "targets" if row.kind == "target" else "rules",
        )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else f"{line[:SHOWN]}…"
