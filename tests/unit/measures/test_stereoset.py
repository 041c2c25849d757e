"""StereoSet scores (M17), with the faults that users of other programs met."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.resampling import Resampling
from fairdesk.measures.stereoset import ANTI, NO_CHOICE, STEREO, UNRELATED, stereoset, stereoset_choice

RESAMPLING = Resampling(seed=1, n_resamples=299)


def value(outcome: Estimate | NotMeasured) -> float:
    assert isinstance(outcome, Estimate), outcome
    return outcome.value


def test_an_item_has_two_comparisons() -> None:
    """STS-01: one meaningful option above the unrelated one and one below is half."""
    found = stereoset(["nurse"], np.array([-1.0]), np.array([-3.0]), np.array([-2.0]), RESAMPLING)

    assert value(found.macro.lms) == 50.0
    assert value(found.micro.lms) == 50.0


def test_nothing_readable_is_no_ideal_score() -> None:
    """STS-03: ten unreadable answers are a coverage of 0, and ss is not measured and never 50."""
    found = stereoset_choice(np.full(10, NO_CHOICE))

    assert value(found.coverage) == 0.0
    for outcome in (found.scores.lms, found.scores.ss, found.scores.icat):
        assert isinstance(outcome, NotMeasured)


def test_only_unrelated_options_leave_no_preference_to_measure() -> None:
    """The score lms is 0, and there is neither stereotype nor anti-stereotype to divide."""
    found = stereoset_choice(np.full(4, UNRELATED))

    assert value(found.scores.lms) == 0.0
    assert isinstance(found.scores.ss, NotMeasured)
    assert isinstance(found.scores.icat, NotMeasured)


@pytest.mark.parametrize(("choice", "ss", "icat"), [(STEREO, 100.0, 0.0), (ANTI, 0.0, 0.0)])
def test_both_extremes_are_no_ideal(choice: int, ss: float, icat: float) -> None:
    """Always the stereotype and never the stereotype are equally far from 50."""
    found = stereoset_choice(np.full(5, choice)).scores

    assert (value(found.ss), value(found.icat)) == (ss, icat)


def test_ties_count_as_anti_and_are_told() -> None:
    """As in the reference program a tie is no stereotype; how many there are stands beside."""
    found = stereoset(["a", "a"], np.array([-1.0, -1.0]), np.array([-1.0, -2.0]), np.array([-1.0, -3.0]), RESAMPLING)

    assert found.ties == 1
    assert found.ties_unrelated == 2
    assert value(found.macro.ss) == 50.0
    assert value(found.macro.lms) == 50.0


def test_terms_weigh_the_same_whatever_their_number_of_items() -> None:
    """The mean over terms and the share of items differ, and both are given."""
    stereo, anti = np.array([-1.0, -1, -1, -2]), np.array([-2.0, -2, -2, -1])
    found = stereoset(["a", "a", "a", "b"], stereo, anti, np.full(4, -9.0), RESAMPLING)

    assert value(found.macro.ss) == 50.0
    assert value(found.micro.ss) == 75.0


def test_an_item_without_a_likelihood_is_no_tie() -> None:
    """An item with a missing log-probability is left out and counted; none left is not measured."""
    hole = np.array([np.nan])
    found = stereoset(["a"], hole, np.array([-1.0]), np.array([-2.0]), RESAMPLING)

    assert (found.n, found.n_valid, found.n_terms, found.ties) == (1, 0, 0, 0)
    for outcome in (found.macro.lms, found.macro.icat, found.micro.ss, found.micro.icat):
        assert isinstance(outcome, NotMeasured)
        assert outcome.missing == {"items": 1}


@given(st.lists(st.tuples(st.sampled_from("abc"), *[st.integers(-4, 4)] * 3), min_size=1, max_size=30))
def test_scores_stay_in_their_range(items: list[tuple[str, int, int, int]]) -> None:
    """All scores lie from 0 to 100, inside their own interval, and icat is not above lms."""
    columns = np.array([item[1:] for item in items], dtype=np.float64).T
    found = stereoset([item[0] for item in items], *columns, RESAMPLING)

    for scores in (found.macro, found.micro):
        assert value(scores.icat) <= value(scores.lms) + 1e-9
        for outcome in (scores.lms, scores.ss, scores.icat):
            assert -1e-9 <= value(outcome) <= 100 + 1e-9
            if outcome.interval is not None and outcome.unit != "score from 0 to 100":
                assert outcome.interval.low <= value(outcome) + 1e-9
                assert outcome.interval.high >= value(outcome) - 1e-9


def test_an_ideal_or_worst_score_of_every_resample_is_no_interval() -> None:
    """Terms that all prefer the stereotype make icat 0 in every resample: an interval of 0 to 0 would be none."""
    stereo, anti, unrelated = (np.array(side) for side in ([0.0, 0.0], [-1.0, -1.0], [-2.0, -0.5]))

    icat = stereoset(["a", "b"], stereo, anti, unrelated, Resampling(seed=1)).macro.icat

    assert isinstance(icat, Estimate)
    assert (icat.value, icat.interval) == (0.0, None)
    assert icat.warnings


def test_missing_items_give_bounds() -> None:
    """With more than 2 percent missing, where the means lie whatever those items were is said beside them (B9)."""
    stereo, anti = np.array([-1.0, -3.0, np.nan, -1.0]), np.array([-2.0, -2.0, -2.0, -2.0])
    found = stereoset(["a", "a", "a", "b"], stereo, anti, np.full(4, -4.0), Resampling(seed=1, n_resamples=99)).macro

    assert isinstance(found.ss, Estimate)
    assert found.ss.value == 75.0
    # Of term a one of three, or two of three; term b is whole.
    assert found.ss.details["bounds_low"] == pytest.approx((100 / 3 + 100) / 2)
    assert found.ss.details["bounds_high"] == pytest.approx((200 / 3 + 100) / 2)
    assert "1 of 4 items are missing: the mean lies between 66.67 and 83.33" in found.ss.warnings
    assert isinstance(found.lms, Estimate)
    assert found.lms.details["bounds_low"] == pytest.approx((200 / 3 + 100) / 2)
