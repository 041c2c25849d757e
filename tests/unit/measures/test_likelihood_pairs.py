"""Pairs of sentences (M16), with the faults that users of other programs met."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.likelihood_pairs import NO_CHOICE, pair_choice, pair_preference

STEREO = np.zeros(1, dtype=bool)


def value(outcome: Estimate | NotMeasured) -> float:
    assert isinstance(outcome, Estimate), outcome
    return outcome.value


def test_equal_likelihoods_are_neutral() -> None:
    """CRP-01: a tie is counted apart, is no choice of the other sentence, and leaves nothing to test."""
    found = pair_preference(np.array([-10.0]), np.array([-10.0]), STEREO)

    assert found.neutral == 1
    assert isinstance(found.without_ties, NotMeasured)
    assert found.test.p_value is None
    assert value(found.score) == 0.0


def test_the_direction_is_not_applied_twice() -> None:
    """CRP-03: the first sentence is the more stereotyping one in an antistereo row as well."""
    found = pair_preference(np.array([-1.0]), np.array([-2.0]), np.array([True]))

    assert value(found.score) == 100.0
    assert value(found.antistereotype) == 100.0
    assert isinstance(found.stereotype, NotMeasured)


def test_one_large_difference_does_not_hide_the_share() -> None:
    """CRP-05: +10, -1, -1 is a third of the pairs, whatever the mean says."""
    found = pair_preference(np.array([10.0, -1.0, -1.0]), np.zeros(3), np.zeros(3, dtype=bool))

    assert value(found.score) == pytest.approx(100 / 3)


def test_scores_are_rounded_as_the_reference_program_rounds_them() -> None:
    """Python rounds the stored number, numpy a product of it: -25.4445 and -25.445 are a tie for the authors."""
    found = pair_preference(np.array([-25.4445]), np.array([-25.445]), STEREO)

    assert found.neutral == 1


@pytest.mark.parametrize("hole", [np.nan, np.inf, -np.inf])
def test_a_missing_likelihood_makes_the_pair_invalid(hole: float) -> None:
    """No log-probability is none, not a lost comparison."""
    found = pair_preference(np.array([hole, -1.0]), np.array([-1.0, hole]), np.zeros(2, dtype=bool))

    assert (found.n, found.n_valid) == (2, 0)
    assert isinstance(found.score, NotMeasured)
    assert found.score.missing == {"more": 1, "less": 1}


def test_missing_pairs_give_bounds() -> None:
    """With more than 2 percent missing, where the share lies whatever they would have shown is said beside it (B9)."""
    more = np.array([-1.0, -1.0, -3.0, np.nan])
    found = pair_preference(more, np.full(4, -2.0), np.zeros(4, dtype=bool)).score

    assert isinstance(found, Estimate)
    assert (found.details["bounds_low"], found.details["bounds_high"]) == (50.0, 75.0)
    assert found.warnings == ("1 of 4 pairs are missing: the percent lies between 50.00 and 75.00",)
    whole = pair_preference(more[:3], np.full(3, -2.0), np.zeros(3, dtype=bool)).score
    assert isinstance(whole, Estimate)
    assert whole.warnings == ()


def test_no_pair_is_not_measured() -> None:
    """An empty file has no score of 50."""
    found = pair_preference(np.array([]), np.array([]), np.zeros(0, dtype=bool))

    assert isinstance(found.score, NotMeasured)


def test_rounding_makes_ties_as_in_the_reference() -> None:
    """Differences under half a thousandth are ties."""
    found = pair_preference(np.array([-1.0001, -1.001]), np.array([-1.0002, -1.003]), np.zeros(2, dtype=bool))

    assert found.neutral == 1
    assert value(found.score) == 50.0


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=1, max_size=40))
def test_swapping_both_sentences_mirrors_the_share(pairs: list[tuple[int, int]]) -> None:
    """What one way wins, the other way loses, and ties stay."""
    more, less = np.array(pairs, dtype=np.float64).T
    direction = np.zeros(len(pairs), dtype=bool)

    one, other = pair_preference(more, less, direction), pair_preference(less, more, direction)

    assert one.neutral == other.neutral
    assert value(one.score) + value(other.score) + 100 * one.neutral / one.n == pytest.approx(100)
    assert one.test.p_value == other.test.p_value


@pytest.mark.parametrize("choices", [np.zeros((0, 2), dtype=np.int64), np.full((3, 2), NO_CHOICE)])
def test_no_answer_gives_no_share(choices: np.ndarray) -> None:
    """Nothing asked, or nothing answered, is not measured."""
    found = pair_choice(choices)

    assert isinstance(found.share_more, NotMeasured)
    assert isinstance(found.among_consistent, NotMeasured)
    assert found.test.p_value is None
    assert found.n_invalid == choices.size


def test_choices_that_follow_the_position_are_counted() -> None:
    """Whoever always takes the first sentence chooses half and half, and no pair is consistent."""
    found = pair_choice(np.array([[1, 0]] * 20))

    assert value(found.share_more) == 50.0
    assert found.n_inconsistent == 20
    assert isinstance(found.share_more, Estimate)
    assert found.share_more.interval is None
    assert found.share_more.warnings


def test_agreeing_answers_have_an_interval_of_the_pairs() -> None:
    """Twenty answers to ten pairs are ten pairs."""
    found = pair_choice(np.ones((10, 2), dtype=np.int64)).share_more

    assert isinstance(found, Estimate)
    assert found.interval is not None
    assert found.interval.low == pytest.approx(72.246, abs=1e-3)
