"""Interactions and coverage (methods.md M11, M12)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.intersections import (
    VERSIONS,
    Intersection,
    coverage,
    interaction,
    interaction_from_counts,
    three_way,
)
from fairdesk.measures.pairs import Floats, FourRatings
from fairdesk.measures.resampling import Resampling
from tests.unit.measures.strategies import arrays

QUICK = Resampling(seed=7, n_resamples=199, n_flips=199)


def four(arms: list[Floats]) -> FourRatings:
    return FourRatings(neither=arms[0], first=arms[1], second=arms[2], both=arms[3])


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


@settings(max_examples=60)
@given(arrays(4))
def test_the_interaction_is_what_the_single_effects_leave(arms: list[Floats]) -> None:
    """Shift with both cues = additive expectation + interaction, and the cues may trade places."""
    found = measured(interaction(four(arms), {}, "points", QUICK)[0])
    traded = measured(interaction(four([arms[0], arms[2], arms[1], arms[3]]), {}, "points", QUICK)[0])

    assert found.details["shift_both"] == pytest.approx(found.details["additive_expectation"] + found.value, abs=1e-9)
    assert traded.value == pytest.approx(found.value)
    if found.interval:
        assert found.interval.low is not None
        assert found.interval.high is not None
        assert found.interval.low <= found.value <= found.interval.high


@settings(max_examples=40)
@given(arrays(3))
def test_effects_that_add_up_have_no_interaction(arms: list[Floats]) -> None:
    """With both cues exactly the sum of the single effects the estimate is 0 and nothing is tested."""
    base, first, second = arms
    additive = first + second - base

    outcome, test = interaction(four([base, first, second, additive]), {}, "points", QUICK)

    assert measured(outcome).value == pytest.approx(0.0, abs=1e-9)
    assert measured(outcome).interval is None
    assert test.p_value is None
    assert test.reason


def test_without_a_file_that_has_all_four_versions_nothing_is_measured() -> None:
    """The reason and the lost files are named, for the estimate and the test."""
    outcome, test = interaction(four([np.array([])] * 4), {"both": 4}, "points", QUICK)

    assert isinstance(outcome, NotMeasured)
    assert outcome.missing == {"both": 4}
    assert test.p_value is None
    assert "four versions" in test.reason
    assert isinstance(three_way(dict.fromkeys(VERSIONS, np.array([])), {}, "points", QUICK)[0], NotMeasured)


def test_few_files_with_an_interaction_are_pointed_out() -> None:
    """The t interval does not hold its level there."""
    both = np.zeros(30)
    both[:3] = -1

    found = measured(interaction(four([np.zeros(30)] * 3 + [both]), {}, "points", QUICK)[0])

    assert any("fewer than 20" in warning for warning in found.warnings)
    assert found.direction == "lower than the sum of the single effects"


def test_a_third_cue_that_does_nothing_adds_nothing() -> None:
    """The three-way contrast of effects of two cues is 0, and their two-way effect is reported."""
    rng = np.random.default_rng(1)
    base = rng.integers(2, 5, size=30).astype(float)
    one, two, pair = base - 1, base + rng.integers(0, 2, size=30), base - 2
    versions = {"000": base, "100": one, "010": two, "110": pair}
    versions |= {"001": base, "101": one, "011": two, "111": pair}

    found = measured(three_way(versions, {}, "points", QUICK)[0])

    assert found.value == 0.0
    assert found.details["two_way_12"] == pytest.approx(float((pair - one - two + base).mean()))
    assert found.details["two_way_13"] == 0.0


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(*[st.integers(-2, 2)] * 3), min_size=3, max_size=40))
def test_the_true_standard_error_lies_between_the_bounds_from_counts(rows: list[tuple[int, int, int]]) -> None:
    """Whatever the joint table was, its standard error is within the bounds that the margins allow."""
    first, second, both = np.array(rows, dtype=np.float64).T
    steps = (-2, -1, 0, 1, 2)
    counts = [[int((arm == step).sum()) for step in steps] for arm in (first, second, both)]

    found = measured(interaction_from_counts(steps, *counts))

    contrast = both - first - second
    truth = float(contrast.std(ddof=1)) / np.sqrt(contrast.size)
    assert found.value == pytest.approx(float(contrast.mean()), abs=1e-9)
    assert found.details["se_low"] - 1e-6 <= truth <= found.details["se_high"] + 1e-6
    assert found.interval is None
    assert found.warnings


def test_counts_of_nothing_are_not_measured_and_unequal_counts_are_a_fault() -> None:
    """Three variants of the same files have the same number of files."""
    assert isinstance(interaction_from_counts([0, 1], [0, 0], [0, 0], [0, 0]), NotMeasured)
    with pytest.raises(ValueError, match="same sum"):
        interaction_from_counts([0, 1], [1, 0], [2, 0], [1, 0])
    assert "se_low" not in measured(interaction_from_counts([0, 1], [1, 0], [1, 0], [1, 0])).details


ATTRIBUTES = {"gender": ["f", "m"], "origin": ["home", "intl", "refugee"], "age": ["<25", "25+"]}


def test_every_combination_is_tested_or_named_as_not_tested() -> None:
    """Cells and counts agree, and a cell of three attributes does not stand for its cells of two."""
    tested = [
        Intersection(levels={"gender": "f", "origin": "intl"}, n_valid=40),
        Intersection(levels={"gender": "f", "origin": "intl", "age": "25+"}, n_valid=9),
    ]

    found = coverage(ATTRIBUTES, tested)

    assert found.counts["order2_not_tested"] == 15
    assert found.counts["order3_not_tested"] == 11
    states = [cell.state for cell in found.cells]
    assert states.count("not tested") == 26
    assert states.count("tested") == 1
    assert states.count("tested, too few to conclude") == 1
    assert len({cell.scope for cell in found.cells}) == 28


def test_very_many_untested_cells_become_blocks_with_their_counts() -> None:
    """Nothing is lost in the blocks: their counts add up to the total."""
    many = {f"attribute {index}": [str(level) for level in range(5)] for index in range(6)}
    tested = [Intersection(levels={"attribute 0": "1", "attribute 1": "2"}, n_valid=40)]

    found = coverage(many, tested)

    assert len(found.cells) < 50
    for order in (2, 3):
        total = sum(cell.count for cell in found.cells if cell.order == order)
        assert total == found.counts[f"order{order}_total"]


def test_a_level_that_does_not_exist_is_a_fault_of_the_caller() -> None:
    """Coverage of an unknown level would be a claim about nothing."""
    with pytest.raises(ValueError, match="origin = mars"):
        coverage(ATTRIBUTES, [Intersection(levels={"gender": "f", "origin": "mars"}, n_valid=1)])
