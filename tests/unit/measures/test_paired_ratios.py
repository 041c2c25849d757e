"""A ratio of totals before and after on the same items: its change, its test, and what is not measured."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.paired_ratios import MOST_COUNTED, ratio_change, ratio_difference_interval
from fairdesk.measures.resampling import Resampling

RESAMPLING = Resampling(seed=5, n_resamples=1999)


def test_the_change_is_after_less_before() -> None:
    """A hand-made table gives the difference of both ratios, in the scale that is asked for."""
    found = ratio_change(np.array([[3.0, 4, 1, 4], [1, 4, 1, 4]]), "percent", RESAMPLING, 100.0).change
    assert isinstance(found, Estimate)
    assert (found.value, found.details["before"], found.details["after"]) == (-25.0, 50.0, 25.0)


def test_all_exchanges_are_counted_for_few_groups() -> None:
    """The p-value of few groups is the share of all exchanges with a change at least as large, counted here anew."""
    groups = np.array([[3.0, 4, 0, 4], [4, 5, 1, 5], [2, 4, 2, 4], [3, 6, 1, 6]])
    observed = abs(groups[:, 2].sum() / 19 - groups[:, 0].sum() / 19)
    hits = 0
    for swaps in itertools.product((False, True), repeat=4):
        before = sum(row[2] if swap else row[0] for row, swap in zip(groups, swaps, strict=True))
        after = sum(row[0] if swap else row[2] for row, swap in zip(groups, swaps, strict=True))
        hits += abs(after - before) / 19 >= observed - 1e-12
    assert ratio_change(groups, "share", RESAMPLING).test.p_value == pytest.approx(hits / 16)


def test_equal_answers_change_nothing() -> None:
    """The same answers before and after give a change of 0 without a p-value and without an interval of no width."""
    found = ratio_change(np.array([[3.0, 4, 3, 4], [1, 4, 1, 4]]), "share", RESAMPLING)
    assert isinstance(found.change, Estimate)
    assert (found.change.value, found.change.interval, found.test.p_value) == (0.0, None, None)


def test_few_groups_have_no_interval() -> None:
    """Five groups that all moved one way show a change and no interval: resampling them would say too much."""
    groups = np.array([[3.0, 4, 1, 4], [4, 4, 1, 4], [2, 4, 1, 4], [3, 4, 0, 4], [4, 4, 2, 4]])
    found = ratio_change(groups, "share", RESAMPLING)
    assert isinstance(found.change, Estimate)
    assert found.change.interval is None
    assert found.change.warnings == ("no interval: fewer than 6 groups of items",)
    assert found.test.p_value == pytest.approx(2 / 32)
    assert ratio_difference_interval(groups, RESAMPLING) is None
    assert ratio_difference_interval(np.vstack([groups, groups]), RESAMPLING) is not None


@pytest.mark.parametrize("groups", [np.zeros((0, 4)), np.zeros((3, 4)), np.array([[1.0, 2, 0, 0]])])
def test_no_common_answer_is_not_measured(groups: np.ndarray) -> None:
    """Without a usable answer on both sides there is no change, and no p-value of nothing."""
    found = ratio_change(groups, "share", RESAMPLING)
    assert isinstance(found.change, NotMeasured)
    assert found.test.p_value is None


@settings(derandomize=True, deadline=None, max_examples=30)
@given(st.integers(2, 40), st.integers(0, 10_000))
def test_turning_both_round_turns_the_change(n_groups: int, seed: int) -> None:
    """Before and after exchanged give the opposite change and, where all exchanges are counted, the same p-value."""
    rng = np.random.default_rng(seed)
    below = rng.integers(1, 6, size=(n_groups, 1)).astype(float)
    above = np.floor(rng.random((n_groups, 2)) * (below + 1))
    groups = np.column_stack([above[:, :1], below, above[:, 1:], below])
    one, other = (ratio_change(table, "share", RESAMPLING) for table in (groups, groups[:, [2, 3, 0, 1]]))
    assert isinstance(one.change, Estimate)
    assert isinstance(other.change, Estimate)
    assert one.change.value == pytest.approx(-other.change.value)
    if n_groups <= MOST_COUNTED:
        assert one.test.p_value == pytest.approx(other.test.p_value)


def test_p_values_keep_their_level_where_nothing_differs() -> None:
    """Two systems that answer alike by chance are told apart in about one of twenty tables at the level 0.05."""
    rng = np.random.default_rng(11)
    small = 0
    for _ in range(300):
        share = rng.random(20)[:, None]
        above = rng.binomial(8, np.repeat(share, 2, axis=1)).astype(float)
        below = np.full((20, 1), 8.0)
        table = np.column_stack([above[:, :1], below, above[:, 1:], below])
        p_value = ratio_change(table, "share", Resampling(seed=1, n_resamples=499)).test.p_value
        small += p_value is not None and p_value < 0.05
    assert 3 <= small <= 29
