"""Everything that a design lacks before a lock is one sentence, blocking or not as the report's gates say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fairdesk.audit.design_check import design_sentences
from fairdesk.audit.report_gate import GateSentence
from fairdesk.domain.design import (
    Attribute,
    CellChoice,
    CueDecision,
    CueVerdict,
    Design,
    Margin,
    Position,
    View,
    WordList,
)
from fairdesk.domain.plan_words import DEFAULT_JUSTIFICATIONS, starting_targets
from fairdesk.domain.questions import QuantityKind
from tests.unit.audit.designs import DECISION, RATING, complete_design, target

ENOUGH = 2_000


def blocking(design: Design, n_files: int = ENOUGH) -> list[str]:
    return [sentence.words for sentence in design_sentences(design, n_files) if sentence.is_blocking]


def warnings(design: Design, n_files: int = ENOUGH) -> list[str]:
    return [sentence.words for sentence in design_sentences(design, n_files) if not sentence.is_blocking]


def with_(**values: Any) -> Design:
    return replace(complete_design(), **values)


def decided(**values: Any) -> Design:
    first, *others = complete_design().cues
    return with_(cues=(replace(first, decision=replace(DECISION, **values)), *others))


def test_a_complete_design_lacks_nothing() -> None:
    """Neither blocks nor is there to warn of anything with enough files."""
    assert design_sentences(complete_design(), ENOUGH) == ()


def test_an_empty_design_lacks_everything() -> None:
    """Cue, position, question, variant, effect: each is named, and nothing fails."""
    found = " ".join(blocking(Design(), 0))
    for words in ("no cue", "which differences count", "No question", "No variant", "smallest effect"):
        assert words in found


POSITIVE = Position(view=View.POSITIVE_ACTION, reason="r", approver="a")
ADVERSE = Position(view=View.ADVERSE_ONLY, reason="r", approver="a", overshoot_points=0.2)
ASSUMED = complete_design().assumptions


@pytest.mark.parametrize(
    ("design", "words", "page", "field"),
    [
        (with_(cues=()), "no cue", "cues", ""),
        (decided(decided_by=""), "who decided", "cues", ""),
        (decided(decided_on=" "), "or when", "cues", ""),
        (decided(reason=""), "no reason", "cues", ""),
        (with_(position=Position()), "not chosen", "cues", ""),
        (with_(position=Position(view=View.SYMMETRIC, approver="a")), "has no reason", "cues", ""),
        (with_(position=Position(view=View.SYMMETRIC, reason="r")), "who approved", "cues", ""),
        (with_(position=ADVERSE), "groups are not listed", "cues", ""),
        (with_(position=POSITIVE), "legal basis", "cues", ""),
        (with_(position=POSITIVE), "overshoot", "cues", ""),
        (with_(questions=()), "No question", "plan", "questions"),
        (with_(questions=(RATING, RATING)), "Two questions", "plan", "questions"),
        (with_(questions=(replace(RATING, prompt=" "),)), "no words", "plan", "questions"),
        (
            with_(questions=(replace(RATING, kind=QuantityKind.CONTINUOUS),), targets=()),
            "no tolerance",
            "plan",
            "questions",
        ),
        (with_(choices=()), "No variant is tested", "plan", "grid"),
        (with_(choices=complete_design().choices[:-1]), "have no reason yet", "plan", "grid"),
        (with_(targets=(target(measure="disparity"),)), "points or relative percent", "plan", "targets"),
        (with_(targets=(target(measure="disparity_points", direction="at_most"),)), "selected", "plan", "targets"),
        (with_(targets=(target(threshold=1.5),)), "between 0 and 1", "plan", "targets"),
        (with_(targets=(target(direction="about"),)), "neither", "plan", "targets"),
        (with_(targets=(target(question_id="other"),)), "no question that is asked", "plan", "targets"),
        (with_(targets=(target(), target())), "Two targets", "plan", "targets"),
        (with_(targets=(replace(target(), adopted_by=""),)), "who adopted", "plan", "targets"),
        (with_(margins=(), assumptions=replace(ASSUMED, smallest_effect=None)), "Neither", "plan", "rules"),
        (with_(assumptions=replace(ASSUMED, smallest_effect=0.0)), "above 0", "plan", "rules"),
        (with_(assumptions=replace(ASSUMED, smallest_effect_reason="")), "has no reason", "plan", "rules"),
        (with_(margins=(Margin(question_id="rating", points=0.1, reason=""),)), "margin", "plan", "rules"),
        (with_(alpha=0.0), "level", "plan", "rules"),
        (with_(alpha=float("nan")), "level", "plan", "rules"),
        (with_(assumptions=replace(ASSUMED, power=1.0)), "chance", "plan", "rules"),
        (with_(stopping_rule="when it fits"), "stopping rule", "plan", "rules"),
        (with_(stopping_rule="anytime", stopping_reason=""), "no reason yet", "plan", "rules"),
    ],
)
def test_each_missing_part_blocks_and_names_its_place(design: Design, words: str, page: str, field: str) -> None:
    """One part is taken away: a blocking sentence says so and leads to where it is mended."""
    found = [s for s in design_sentences(design, ENOUGH) if s.is_blocking and words in s.words]
    assert found, blocking(design)
    assert (found[0].page_id, found[0].field) == (page, field)


@pytest.mark.parametrize("text", [*DEFAULT_JUSTIFICATIONS, "too short", "   "])
def test_the_text_that_a_target_came_with_is_no_reason(text: str) -> None:
    """The shipped sentence, nothing, and a few letters are refused."""
    assert any("no reason of your own" in words for words in blocking(with_(targets=(target(justification=text),))))


def test_undecided_and_disputed_cues_are_said_and_do_not_block() -> None:
    """They carry through to the words of results."""
    for verdict in (CueVerdict.UNDECIDED, CueVerdict.DISPUTED):
        design = decided(verdict=verdict)
        assert blocking(design) == []
        assert any("response to the cue" in words for words in warnings(design))
    assert blocking(with_(cues=tuple(replace(c, decision=CueDecision()) for c in complete_design().cues))) == []


def test_a_position_without_notions_is_said() -> None:
    """The report prints that none was recorded, so it is known before the lock."""
    position = replace(complete_design().position, notions=())
    words = "No notion of equal treatment is named as used or rejected; the report says so."
    assert warnings(with_(position=position)) == [words]


def test_a_ground_without_a_cue_is_said_until_its_stakes_are_rated() -> None:
    """Nothing can be tested there, but what is at stake can be written down; a reason without stakes is not enough."""
    age = Attribute(attribute_id="age2", title="Age at entry", levels=("19", "45"), ground="age")
    attributes = (*complete_design().attributes, age)
    begin = "No cue signals every level of these attributes, and nobody rated what is at stake: Age at entry."
    assert [words for words in warnings(with_(attributes=attributes)) if words.startswith(begin)]
    for stakes in (0, 4):
        choice = CellChoice(levels={"age2": "*"}, is_tested=False, stakes=stakes, reason_code="no_cue_list")
        design = with_(attributes=attributes, choices=(*complete_design().choices, choice))
        said = [words for words in warnings(design) if words.startswith(begin)]
        assert len(said) == (0 if stakes else 1)


def test_offered_targets_neither_block_nor_count() -> None:
    """A design with offers alone has no target, which is said."""
    design = with_(targets=starting_targets((RATING,)))
    assert blocking(design) == []
    assert any("No target is adopted" in words for words in warnings(design))


def test_too_few_files_are_said_with_the_number_that_would_do() -> None:
    """For the target and for the test of a variant; with more files the sentences are gone."""
    found = warnings(complete_design(), 400)
    assert any("400 files are too few for consistency" in words and "749 are needed" in words for words in found)
    assert any("direction" in words for words in found)
    assert any("fewer files than the test needs" in words for words in found)


def test_list_problems_come_from_the_check_of_lists() -> None:
    """A level with one name is there, as blocking or not as that check says."""
    first, *others = complete_design().cues
    one = WordList(level=first.lists[0].level, words=("Ann",), provenance="p")
    found = design_sentences(with_(cues=(replace(first, lists=(one, first.lists[1])), *others)), ENOUGH)
    assert [sentence for sentence in found if sentence.page_id == "cues"]


def test_missing_controls_and_placebos_are_said() -> None:
    """Each with what it leaves open (methods.md D1)."""
    found = warnings(with_(controls=False, placebos=False))
    assert sum("is asked" in words for words in found) == 2


def test_hostile_names_do_not_flood_a_sentence() -> None:
    """A name of a hundred thousand letters with line breaks is cut and put on one line."""
    name = "x\n" * 50_000
    for sentence in design_sentences(decided(decided_by="") and with_(targets=(target(target_id=name),) * 2), ENOUGH):
        assert isinstance(sentence, GateSentence)
        assert len(sentence.words) < 400
        assert "\n" not in sentence.words


def test_a_grid_that_is_far_too_large_is_one_sentence() -> None:
    """4,096 cells are counted; a choice beyond what can be built is refused in words."""
    from fairdesk.domain.design import Attribute

    many = tuple(Attribute(attribute_id=f"a{n}", title="", levels=tuple(f"l{m}" for m in range(9))) for n in range(5))
    choice = CellChoice(levels={one.attribute_id: "*" for one in many}, is_tested=True)
    assert blocking(with_(attributes=many, choices=(choice,)))


@pytest.mark.parametrize("verdict", [CueVerdict.DISPUTED, CueVerdict.UNDECIDED])
def test_words_that_judge_are_refused_while_a_cue_is_open(verdict: CueVerdict) -> None:
    """A title, a target or a margin that says discrimination blocks the lock, and no longer once the cue is decided."""
    for changes in (
        {"title": "Discrimination by names"},
        {"margins": (Margin(question_id="rating", points=0.5, reason="Less is no discriminatory effect."),)},
    ):
        settled = replace(complete_design(), **changes)
        assert not [words for words in blocking(settled) if "iscriminat" in words]
        first, *others = settled.cues
        opened = replace(settled, cues=(replace(first, decision=replace(DECISION, verdict=verdict)), *others))
        (found,) = [words for words in blocking(opened) if "iscriminat" in words]
        assert "results are a response to the cue" in found


def test_the_position_may_name_what_is_looked_for() -> None:
    """Why differences count is no text about a result: the word stays allowed there."""
    opened = decided(verdict=CueVerdict.DISPUTED)
    position = replace(opened.position, reason="The university wants to know of discrimination.")
    assert not [words for words in blocking(replace(opened, position=position)) if "iscriminat" in words]


def test_a_target_that_no_result_can_decide_is_said_before_the_lock() -> None:
    """A second one about the same, and one about a variant that is not asked, are named with what the report says."""
    second = replace(target(), target=replace(target().target, target_id="t-2", threshold=0.8))
    other = replace(target(), target=replace(target().target, target_id="t-3", cell=("gender=other",)))
    found = [words for words in warnings(with_(targets=(target(), second, other))) if "not tested" in words]
    assert ["another adopted target" in words for words in found] == [True, False]
    assert "no variant that is asked is gender=other" in found[1]
    assert not [words for words in warnings(with_(targets=(target(),))) if "not tested" in words]


def test_a_design_that_asks_nothing_yet_is_checked_over_few_files() -> None:
    """How many files a test needs cannot be said without a question: the least number of all is named."""
    said = warnings(with_(questions=(), targets=(), margins=()), n_files=2)
    assert any("tested with fewer files than the test needs (" in words for words in said)
