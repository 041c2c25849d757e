"""Who is ranked first: rates, ratios, places, interactions (M08, M11, M24)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.ranking_interactions import ranking_interactions
from fairdesk.measures.rankings import Rankings, equal_places, equal_top_rates, place_rates, selection_rates
from fairdesk.measures.resampling import Resampling

QUICK = Resampling(seed=1, n_flips=9_999)
GROUPS = ("a_x", "a_y", "b_x", "b_y")
LEVELS = {"a_x": ("a", "x"), "a_y": ("a", "y"), "b_x": ("b", "x"), "b_y": ("b", "y")}


def balanced(tops: list[int]) -> Rankings:
    """Every run shows all groups, the winner at place 0."""
    order = [[group, *[other for other in range(len(tops)) if other != group]] for group in range(len(tops))]
    shown = [order[group] for group, times in enumerate(tops) for _ in range(times)]
    return Rankings(
        groups=GROUPS[: len(tops)],
        shown=np.array(shown, dtype=np.int64).reshape(-1, len(tops)),
        first=np.zeros(len(shown), dtype=np.int64),
    )


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


@given(st.lists(st.integers(0, 30), min_size=2, max_size=4))
def test_rates_sum_to_one_and_ratios_are_those_of_whole_numbers(tops: list[int]) -> None:
    """The highest rate comes first; the flag is exact at four fifths; nothing observed is not measured."""
    found = selection_rates(balanced(tops))

    assert [one.top for one in found] == sorted(tops, reverse=True)
    if sum(tops) == 0:
        assert all(isinstance(one.rate, NotMeasured) and one.below_four_fifths is None for one in found)
        return
    assert sum(measured(one.rate).value for one in found) == pytest.approx(1)
    for one in found[1:]:
        assert measured(one.impact_ratio).value == pytest.approx(one.top / max(tops))
        assert one.below_four_fifths is (5 * one.top < 4 * max(tops))
        assert one.test is not None
        assert one.test.p_value == pytest.approx(stats.binomtest(one.top, one.top + max(tops)).pvalue)
        assert one.test.p_adjusted is not None
        assert one.test.p_adjusted >= one.test.p_value


def test_a_reference_that_was_found_in_the_data_costs_more() -> None:
    """Against the highest rate the family is all pairs of groups; against a named one the groups compared."""
    rankings = balanced([40, 25, 20, 15])

    found_in_data = {one.group: one.test for one in selection_rates(rankings)}
    named = {one.group: one.test for one in selection_rates(rankings, "a_x")}

    assert found_in_data["a_x"] is None
    for group in GROUPS[1:]:
        one, other = found_in_data[group], named[group]
        assert one is not None
        assert other is not None
        assert (one.family_size, other.family_size) == (6, 3)
        assert one.p_adjusted is not None
        assert other.p_adjusted is not None
        assert one.p_adjusted >= other.p_adjusted


def test_the_ratio_interval_covers_as_often_as_it_says() -> None:
    """Shares of one run exclude each other; a 95 percent interval of their ratio covers in 91 to 99 percent."""
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(200):
        tops = rng.multinomial(200, [0.35, 0.28, 0.22, 0.15]).tolist()
        ratio = {one.group: one.impact_ratio for one in selection_rates(balanced(tops), "a_x")}["b_x"]
        interval = measured(ratio).interval
        assert interval is not None
        assert interval.low is not None
        covered += interval.low <= 0.22 / 0.35 <= (interval.high or np.inf)
    assert 0.91 * 200 <= covered <= 0.99 * 200


def test_places_that_matter_are_found_and_taken_out() -> None:
    """A model that keeps the first shown on top, with one group shown first more often: adjusted rates are equal."""
    rng = np.random.default_rng(4)
    shown = np.array([rng.permutation(4) for _ in range(4000)])
    swap = rng.random(4000) < 0.5
    for index in np.flatnonzero(swap):
        place = int(np.flatnonzero(shown[index] == 0)[0])
        shown[index, [0, place]] = shown[index, [place, 0]]
    first = np.where(rng.random(4000) < 0.6, 0, rng.integers(0, 4, size=4000))
    rankings = Rankings(groups=GROUPS, shown=shown, first=first)

    found = {one.group: one for one in selection_rates(rankings)}
    places = [measured(one).value for one in place_rates(rankings)]

    assert measured(found["a_x"].rate).value > 0.4
    adjusted = measured(found["a_x"].adjusted_rate)
    assert adjusted.interval is not None
    assert adjusted.interval.low is not None
    assert adjusted.interval.high is not None
    assert adjusted.interval.low < 0.25 < adjusted.interval.high
    assert places[0] == pytest.approx(0.7, abs=0.03)
    found_places = equal_places(rankings, QUICK)
    assert found_places.test.p_value is not None
    assert found_places.test.p_value < 1e-10


def test_few_runs_are_drawn_instead_of_taking_the_limit() -> None:
    """With expected counts under 5 the p-value is that of drawn runs, close to the exact multinomial one."""
    found = equal_top_rates(balanced([6, 1, 1, 0]), QUICK)

    assert "drawn" in found.test.name
    assert found.min_expected == 2
    assert found.test.p_value == pytest.approx(0.0257, abs=0.02)


def test_unequal_numbers_of_candidates_are_expected_in_proportion() -> None:
    """A group with two of three candidates is expected on top in two of three runs."""
    shown, first = np.tile(np.array([0, 0, 1]), (30, 1)), np.array([0] * 10 + [1] * 10 + [2] * 10)
    rankings = Rankings(groups=("a", "b"), shown=shown, first=first)

    assert equal_top_rates(rankings, QUICK).statistic is not None
    assert equal_top_rates(rankings, QUICK).test.p_value == pytest.approx(1)
    assert {one.group: measured(one.rate).value for one in selection_rates(rankings)} == {"a": 1 / 3, "b": 1 / 3}


@given(st.lists(st.integers(0, 20), min_size=4, max_size=4))
def test_the_interaction_is_the_contrast_of_four_shares(tops: list[int]) -> None:
    """What both together do beyond the sum of the single differences."""
    found = ranking_interactions(balanced(tops), ("letter", "end"), LEVELS).contrasts

    (one,) = found
    if sum(tops) == 0:
        assert isinstance(one.interaction, NotMeasured)
        assert one.test.p_value is None
        return
    neither, second, first, both = (top / sum(tops) for top in tops)
    assert measured(one.observed).value == pytest.approx(both - neither)
    assert measured(one.additive).value == pytest.approx((first - neither) + (second - neither))
    assert measured(one.interaction).value == pytest.approx(both - first - second + neither)
    assert one.levels == {"letter": ("a", "b"), "end": ("x", "y")}


def test_an_interaction_needs_all_four_groups_in_every_run() -> None:
    """A combination that does not occur, or not in every run, is not measured and says why."""
    three = ranking_interactions(balanced([5, 5, 5]), ("letter", "end"), LEVELS)
    shown = np.array([[0, 1, 2, 3], [0, 1, 2, -1]])
    ragged = ranking_interactions(
        Rankings(groups=GROUPS, shown=shown, first=np.array([0, 1])), ("letter", "end"), LEVELS
    )

    for found in (three, ragged):
        assert isinstance(found.contrasts[0].interaction, NotMeasured)
        assert found.contrasts[0].interaction.reason
        assert found.independence.p_value is None


def test_groups_that_cannot_be_are_a_fault_of_the_caller() -> None:
    """A reference that is no group, a group without levels."""
    with pytest.raises(ValueError, match="no group"):
        selection_rates(balanced([1, 2]), "c")
    with pytest.raises(ValueError, match="levels"):
        ranking_interactions(balanced([1, 2]), ("letter", "end"), {"a_x": ("a", "x")})


def test_one_run_shows_nothing_about_groups_or_places() -> None:
    """Whoever wins it, every outcome is as far from the expected counts: no p-value of 1."""
    for found in (equal_top_rates(balanced([1, 0]), QUICK), equal_places(balanced([1, 0]), QUICK)):
        assert found.test.p_value is None
        assert found.test.reason == "there is only one run"
