"""A complete design for tests: three attributes with two levels each, one question, one adopted target."""

from __future__ import annotations

from itertools import combinations

from fairdesk.domain.design import (
    Assumptions,
    Attribute,
    CellChoice,
    Cue,
    CueDecision,
    CueKind,
    CueVerdict,
    Design,
    Margin,
    Notion,
    PlannedTarget,
    Position,
    View,
    WordList,
)
from fairdesk.domain.questions import QuantityKind, Question, Target

RATING = Question(
    question_id="rating",
    title="Rating",
    prompt="Rate the applicant from 1 to 5.",
    extractor="rating/1",
    kind=QuantityKind.DISCRETE,
    scale=(1.0, 5.0),
    unit="points",
    max_tokens=20,
)

LEVELS = {"gender": ("male", "female"), "origin": ("home", "abroad"), "age": ("young", "old")}

DECISION = CueDecision(
    verdict=CueVerdict.NOT_LEGITIMATE,
    reason="It says nothing of merit.",
    decided_by="Board",
    decided_on="2026-11-01",
)


def cue(attribute: str, n_words: int = 6) -> Cue:
    """A place-holder cue with several words per level."""
    lists = tuple(
        WordList(level=level, words=tuple(f"{level}{number}" for number in range(n_words)), provenance="made up")
        for level in LEVELS[attribute]
    )
    return Cue(
        cue_id=attribute,
        attribute_id=attribute,
        kind=CueKind.PLACE_HOLDER,
        title=attribute.title(),
        language="en",
        place_holder=attribute,
        lists=lists,
        signals_also="nothing else",
        decision=DECISION,
    )


def target(**values: object) -> PlannedTarget:
    """An adopted target with a reason; keywords replace parts of the target."""
    parts = {
        "target_id": "t-consistency",
        "measure": "consistency",
        "question_id": "rating",
        "threshold": 0.9,
        "direction": "at_least",
        "justification": "Agreed with the works council in October.",
        **values,
    }
    return PlannedTarget(
        target=Target(**parts),  # type: ignore[arg-type]  # of the types of the fields
        is_adopted=True,
        assumed_truth=0.87,
        adopted_by="Board",
        adopted_on="2026-11-02",
    )


def complete_design() -> Design:
    """Every cell up to the third order is tested; nothing is missing for a lock."""
    names = tuple(LEVELS)
    blocks = [names for order in (1, 2, 3) for names in combinations(LEVELS, order)]
    return Design(
        title="Test",
        attributes=tuple(Attribute(attribute_id=name, title=name.title(), levels=LEVELS[name]) for name in names),
        cues=tuple(cue(name) for name in names),
        position=Position(
            view=View.SYMMETRIC,
            reason="Any shift counts.",
            approver="Dean",
            approved_on="2026-11-01",
            notions=(Notion(notion="Counterfactual consistency", is_used=True, reason="One file, one rating."),),
        ),
        choices=tuple(CellChoice(levels=dict.fromkeys(block, "*"), is_tested=True) for block in blocks),
        prioritisation="All of them.",
        prioritisation_agreed_by="Board",
        questions=(RATING,),
        targets=(target(),),
        margins=(Margin(question_id="rating", points=0.2, reason="Less than one grade in five files."),),
        assumptions=Assumptions(smallest_effect=0.1, smallest_effect_reason="One grade in ten files."),
        stopping_reason="Read once.",
    )
