"""What a design's files find and miss, in numbers of methods.md and in sentences, for every target and test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdesk.audit.design_power import MOST_FILES, design_power
from fairdesk.audit.power_words import audits_words, needed_words
from fairdesk.domain.design import CellChoice, Design, PlannedTarget
from fairdesk.domain.plan_words import starting_targets
from fairdesk.domain.questions import QuantityKind
from fairdesk.measures import power
from tests.unit.audit.designs import RATING, complete_design, target


def rows(design: Design, n: int = 400) -> dict[str, object]:
    return {row.row_id: row for row in design_power(design, n).rows}


def test_every_target_and_every_test_has_a_row() -> None:
    """One target, seven variants, three pairs, one triple, shift, margin and three lists of words; ids are unique."""
    found = design_power(complete_design(), 400)
    kinds = [row.kind for row in found.rows]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "target": 1,
        "direction": 7,
        "interaction": 4,
        "shift": 1,
        "equivalence": 1,
        "stimuli": 3,
    }
    assert len({row.row_id for row in found.rows}) == len(found.rows)
    assert (found.n_confirmatory, found.n_interactions) == (7, 4)
    assert all(row.sentence and row.what for row in found.rows)


def test_the_sentence_of_the_issue_is_computed() -> None:
    """400 files miss a true consistency of 0.87 against 0.90 in about 2 of 5 audits; 749 are needed, 701 the first."""
    row = design_power(complete_design(), 400).rows[0]
    assert row.sentence.startswith(
        "400 files will miss a true consistency of 0.87 against 0.90 in about 2 of 5 audits. 749 files or more"
    )
    assert row.chance_to_miss == pytest.approx(0.4186, abs=1e-4)
    assert (row.n_first, row.n_stays) == (701, 749)
    assert row.smallest == pytest.approx(0.859, abs=5e-4)


@pytest.mark.parametrize(
    ("truth", "threshold", "direction", "n_first", "n_stays", "words"),
    [
        (0.95, 0.9, "at_least", 179, 203, "fail to show"),
        (0.85, 0.9, "at_least", 270, 299, "will miss"),
        (0.05, 0.1, "at_most", 179, 203, "fail to show"),
        (0.15, 0.1, "at_most", 270, 299, "will miss"),
    ],
)
def test_values_of_the_methods_come_out(  # noqa: PLR0917 - a table of values
    truth: float, threshold: float, direction: str, n_first: int, n_stays: int, words: str
) -> None:
    """M34-P3 and M34-P8, and the same mirrored for a target of at most."""
    planned = replace(target(threshold=threshold, direction=direction), assumed_truth=truth)
    row = design_power(replace(complete_design(), targets=(planned,)), 100).rows[0]
    assert (row.n_first, row.n_stays) == (n_first, n_stays)
    assert words in row.sentence


def test_the_level_is_that_of_holms_first_step() -> None:
    """Seven variants share the level, four interactions of two and three cues theirs; the numbers are those of both."""
    found = rows(complete_design())
    direction = found["direction/rating/gender=female"]
    assert direction.alpha == pytest.approx(0.05 / 7)  # type: ignore[attr-defined]
    assumed = complete_design().assumptions
    assert direction.chance == pytest.approx(  # type: ignore[attr-defined]
        power.sign_test_power(400, assumed.discordance, assumed.share_one_way, 0.05 / 7)
    )
    pair = found["interaction/rating/gender=female+origin=abroad"]
    assert pair.alpha == pytest.approx(0.05 / 4)  # type: ignore[attr-defined]
    assert pair.smallest == pytest.approx(  # type: ignore[attr-defined]
        power.smallest_detectable_shift(400, 0.6 * 2**0.5, 0.05 / 4)
    )
    triple = next(row for name, row in found.items() if name.startswith("interaction/") and name.count("=") == 3)
    assert triple.alpha == pair.alpha  # type: ignore[attr-defined]
    assert any("Holm's first step" in note for note in design_power(complete_design(), 400).notes)


def test_an_interaction_without_its_single_variants_has_no_row() -> None:
    """The contrast is identified only where both single variants are asked (methods.md D4)."""
    design = complete_design()
    only_pair = (CellChoice(levels={"gender": "female", "origin": "abroad"}, is_tested=True),)
    found = design_power(replace(design, choices=only_pair), 400)
    assert not [row for row in found.rows if row.kind == "interaction"]
    assert found.n_confirmatory == 1


def test_a_continuous_question_has_a_t_test_of_every_variant() -> None:
    """Its rows are shifts, and there is no row of a mean outside the family."""
    continuous = replace(RATING, kind=QuantityKind.CONTINUOUS, tolerance=0.1)
    found = design_power(replace(complete_design(), questions=(continuous,), targets=()), 400)
    assert sum(row.kind == "shift" for row in found.rows) == 7
    assert not [row for row in found.rows if row.kind == "direction"]


def test_targets_on_offer_are_sized_and_labelled() -> None:
    """None is adopted, each says that no study validates it, and what a test of its own would need where known."""
    offered = starting_targets((RATING,))
    found = design_power(replace(complete_design(), targets=offered), 400).rows[: len(offered)]
    assert all(row.is_offered and "no published study validates" in row.what for row in found)
    assert [row.n_stays for row in found] == [None, None, 59, None, None]
    points = PlannedTarget(target=replace(offered[-1].target, measure="disparity_points"))
    row = design_power(replace(complete_design(), targets=(points,)), 400).rows[0]
    assert row.n_stays == 388


def test_what_cannot_be_sized_says_why() -> None:
    """No files, no question, no cells, a target on an end, impossible assumptions: words, never a number."""
    design = complete_design()
    unsized = design_power(design, 0).rows[0]
    assert unsized.smallest is None
    assert "With 0 files and chance 0.80, no value is shown to miss the target" in unsized.sentence
    nothing = design_power(Design(), 400)
    assert nothing.rows == ()
    assert any("No question" in note for note in nothing.notes)
    ends = design_power(replace(design, targets=(target(threshold=1.0),)), 400).rows[0]
    assert ends.smallest is None
    assert "cannot be shown" in ends.sentence
    for values in ({"discordance": 0.0}, {"share_one_way": 0.2}, {"sd_points": 0.0}, {"sd_points": float("nan")}):
        assumed = replace(design.assumptions, **values)  # type: ignore[arg-type]
        for row in design_power(replace(design, assumptions=assumed), 400).rows:
            assert "nan" not in row.sentence


def test_any_number_of_files_is_answered() -> None:
    """0, 1, 2 and far too many, at the most cautious and the boldest levels and chances."""
    for n in (0, 1, 2, 3, 10**9):
        for alpha, wanted in ((0.05, 0.8), (0.0001, 0.999), (0.3, 0.5)):
            design = complete_design()
            design = replace(design, alpha=alpha, assumptions=replace(design.assumptions, power=wanted))
            for row in design_power(design, n).rows:
                assert 0 <= row.n_planned <= MOST_FILES
                assert row.chance is None or 0 <= row.chance <= 1


def test_levels_that_nobody_plans_for_have_no_numbers() -> None:
    """0, 1, more, none: a note, at once."""
    for alpha in (0.0, 1.0, -1.0, float("nan"), 1e-300):
        found = design_power(replace(complete_design(), alpha=alpha), 400)
        assert found.rows == ()
        assert "level from" in found.notes[0]


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.0, "fewer than 1 of 20 audits"),
        (0.0499, "fewer than 1 of 20 audits"),
        (0.05, "about 1 of 10 audits"),
        (0.2, "about 1 of 5 audits"),
        (0.44, "about 2 of 5 audits"),
        (0.5, "about 1 of 2 audits"),
        (0.66, "about 7 of 10 audits"),
        (0.95, "about 9 of 10 audits"),
        (0.951, "more than 19 of 20 audits"),
    ],
)
def test_chances_are_rounded_by_one_rule(chance: float, words: str) -> None:
    """The nearest tenth, halved where even; never "0 of 10"."""
    assert audits_words(chance) == words


def test_numbers_of_files_with_and_without_teeth() -> None:
    """One number where the power rises, two where it is saw-toothed, words where none is enough."""
    assert needed_words(258, 258, 0.8) == "258 files find it with chance 0.80."
    assert "179 are the first" in needed_words(179, 203, 0.8)
    assert needed_words(None, None, 0.8).startswith("No number of files up to 65,536")
