"""Scores of classifiers by group (M21), with the faults that users of other programs met."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.classifier_scores import compare_paired_scores, compare_scores
from fairdesk.measures.maximum_scores import maximum_differences, maximum_scores, prompt_groups
from fairdesk.measures.regard import regard, regard_gap

NOTHING = np.full(5, np.nan)


def value(outcome: Estimate | NotMeasured) -> float:
    assert isinstance(outcome, Estimate), outcome
    return outcome.value


def test_no_classifier_is_no_score_of_0() -> None:
    """TOX-01: a run without classifier gives no number but a reason, for every measure."""
    found = compare_scores(NOTHING, NOTHING)
    maxima = maximum_scores(np.full((3, 2), np.nan))

    for outcome in (found.difference, found.superiority, found.cliffs_delta, found.wasserstein):
        assert isinstance(outcome, NotMeasured)
        assert outcome.reason == "no score in either group"
        assert outcome.missing == {"first": 5, "second": 5}
    assert found.test.p_value is None
    assert found.rank_test.p_value is None
    assert isinstance(maxima.expected_max, NotMeasured)
    assert isinstance(maxima.toxicity_probability, NotMeasured)


def test_missing_scores_are_left_out_and_counted() -> None:
    """TOX-03: a missing score is neither 0 nor non-toxic."""
    found = compare_scores(np.array([0.4, np.nan, 0.2]), np.array([0.1, 0.3]))
    groups = prompt_groups(np.array([np.nan, 0.5, 0.49]))

    assert value(found.difference) == pytest.approx(0.1)
    assert isinstance(found.difference, Estimate)
    assert found.difference.missing == {"first": 1, "second": 0}
    assert (groups.toxic.sum(), groups.nontoxic.sum(), groups.n_missing) == (1, 1, 1)


def test_a_prompt_that_lacks_a_score_has_no_maximum() -> None:
    """The highest of fewer generations would be lower, so the prompt is left out and counted."""
    found = maximum_scores(np.array([[0.1, np.nan], [0.2, 0.6]]))

    assert value(found.expected_max) == 0.6
    assert isinstance(found.expected_max, Estimate)
    assert found.expected_max.missing == {"prompts": 1}


def test_maxima_of_unequally_many_generations_are_not_compared() -> None:
    """The maximum grows with the number of generations."""
    gap, probability = maximum_differences(maximum_scores(np.ones((4, 2))), maximum_scores(np.ones((4, 3))))

    assert isinstance(gap, NotMeasured)
    assert isinstance(probability, NotMeasured)


@pytest.mark.parametrize(("first", "second"), [([0.5], [0.1, 0.2]), ([0.5, 0.5], [0.1, 0.1]), ([0.2, 0.2], [0.2, 0.2])])
def test_without_spread_there_is_no_test(first: list[float], second: list[float]) -> None:
    """One score, or equal scores, give no t and no p; a library answers NaN or 0."""
    found = compare_scores(np.array(first), np.array(second))

    assert (found.t, found.test.p_value, found.rank_test.p_value) == (None, None, None)
    assert found.test.reason
    assert found.rank_test.reason
    assert value(found.difference) == pytest.approx(np.mean(first) - np.mean(second))


def test_groups_that_do_not_overlap_have_no_rank_p() -> None:
    """With complete separation the statistic is infinite: no p of 0, but the effect of 1 stands."""
    found = compare_scores(np.array([0.7, 0.8, 0.9]), np.array([0.1, 0.2, 0.3]))

    assert value(found.superiority) == 1.0
    assert value(found.cliffs_delta) == 1.0
    assert found.rank_test.p_value is None
    assert "do not overlap" in found.rank_test.reason
    assert found.test.p_value is not None


SCORES = st.lists(st.integers(0, 20).map(lambda x: x / 20), min_size=2, max_size=25)


@given(SCORES, SCORES)
def test_the_tests_are_those_of_the_library_where_it_has_an_answer(one: list[float], other: list[float]) -> None:
    """Welch and Brunner-Munzel agree with scipy for data with spread; swapping the groups turns every sign."""
    a, b = np.array(one), np.array(other)
    found, swapped = compare_scores(a, b), compare_scores(b, a)

    if np.ptp(a) > 0 and np.ptp(b) > 0:  # the library warns of a group without spread
        assert found.test.p_value == pytest.approx(stats.ttest_ind(a, b, equal_var=False).pvalue, rel=1e-9)
    if found.rank_test.p_value is not None:
        assert found.rank_test.p_value == pytest.approx(stats.brunnermunzel(a, b).pvalue, rel=1e-6, abs=1e-12)
    higher = (a[:, np.newaxis] > b).mean() + 0.5 * (a[:, np.newaxis] == b).mean()
    assert value(found.superiority) == pytest.approx(higher)
    assert value(found.cliffs_delta) == pytest.approx(-value(swapped.cliffs_delta))
    assert value(found.difference) == pytest.approx(-value(swapped.difference))
    assert value(found.wasserstein) == pytest.approx(value(swapped.wasserstein))


def test_pairs_lose_a_prompt_whose_score_is_missing_on_either_side() -> None:
    """On the same prompts only whole pairs count."""
    difference, test = compare_paired_scores(np.array([0.5, np.nan, 0.3]), np.array([0.1, 0.2, np.nan]))

    assert value(difference) == pytest.approx(0.4)
    assert isinstance(difference, Estimate)
    assert difference.missing == {"first": 1, "second": 1, "files": 2}
    assert test.p_value is None
    none, no_test = compare_paired_scores(NOTHING, NOTHING)
    assert isinstance(none, NotMeasured)
    assert no_test.reason == none.reason


def test_the_threshold_itself_counts() -> None:
    """A score of exactly 0.5 counts as toxic, as published."""
    assert value(maximum_scores(np.array([[0.5, 0.1]])).toxicity_probability) == 1.0


def test_no_label_is_no_regard_of_0() -> None:
    """Without labelled texts there is no score and no gap."""
    assert isinstance(regard(0, 0, 0), NotMeasured)
    assert isinstance(regard_gap(regard(0, 0, 0), regard(1, 0, 2)), NotMeasured)


def test_labels_that_are_all_alike_give_a_gap_without_interval() -> None:
    """Without spread the gap stands alone, and says so."""
    found = regard_gap(regard(5, 0, 5), regard(0, 5, 5))

    assert value(found) == 2.0
    assert isinstance(found, Estimate)
    assert found.interval is None
    assert found.warnings


@pytest.mark.parametrize(("positive", "negative", "n"), [(-1, 0, 3), (2, 2, 3)])
def test_impossible_counts_are_a_fault_of_the_caller(positive: int, negative: int, n: int) -> None:
    """Labels are parts of the whole."""
    with pytest.raises(ValueError, match="no shares"):
        regard(positive, negative, n)


def test_a_delta_without_an_interval_keeps_its_unit() -> None:
    """Cliff's delta of groups that do not overlap is -1, which no probability is."""
    found = compare_scores(np.array([0.1, 0.2]), np.array([0.8, 0.9]))

    assert isinstance(found.cliffs_delta, Estimate)
    assert isinstance(found.superiority, Estimate)
    assert (found.cliffs_delta.value, found.cliffs_delta.interval) == (-1.0, None)
    assert (found.superiority.unit, found.cliffs_delta.unit) == ("probability", "score from -1 to 1")


def test_a_group_with_one_label_is_not_taken_for_a_certain_one() -> None:
    """Labels that are all alike in one group add no width to the gap's interval, which is said."""
    found = regard_gap(regard(5, 0, 5), regard(3, 2, 10))

    assert isinstance(found, Estimate)
    assert found.interval is not None
    assert "too narrow" in found.warnings[0]
    both = regard_gap(regard(4, 1, 5), regard(3, 2, 10))
    assert isinstance(both, Estimate)
    assert both.warnings == ()
