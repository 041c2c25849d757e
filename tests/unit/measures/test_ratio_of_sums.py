"""Ratios of sums over clusters (B6, B7)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.measures.intervals import clustered_se
from fairdesk.measures.ratio_of_sums import bootstrap_ratio, ratio_se
from fairdesk.measures.resampling import Resampling

RESAMPLING = Resampling(seed=3, n_resamples=499)


def test_clusters_of_one_size_give_the_standard_error_of_a_pooled_mean() -> None:
    """With equal denominators the ratio is a mean of clusters, whose standard error is known apart."""
    rng = np.random.default_rng(1)
    groups = [rng.normal(size=4) for _ in range(12)]

    found = ratio_se(np.array([group.sum() for group in groups]), np.full(12, 4.0))

    assert found == pytest.approx(clustered_se(groups), rel=1e-12)


@pytest.mark.parametrize(("above", "below"), [([], []), ([1.0], [2.0]), ([0.0, 0.0], [0.0, 0.0]), ([1.0, 0], [2.0, 0])])
def test_fewer_than_two_filled_clusters_have_no_spread(above: list[float], below: list[float]) -> None:
    """One cluster, or none with something in it, says nothing about how much clusters differ."""
    assert ratio_se(np.array(above), np.array(below)) is None
    assert bootstrap_ratio(np.array(above), np.array(below), RESAMPLING) is None


def test_equal_ratios_give_no_interval() -> None:
    """Clusters that all have one ratio would give an interval of one point, which is none."""
    assert bootstrap_ratio(np.array([1.0, 2.0, 3.0]), np.array([3.0, 6.0, 9.0]), RESAMPLING) is None


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=3, max_size=30), st.randoms())
def test_the_order_of_clusters_changes_nothing(counts: list[tuple[int, int]], random: object) -> None:
    """The same clusters in another order give the same interval."""
    rows = np.array(counts, dtype=np.float64)
    mixed = rows[::-1]

    one = bootstrap_ratio(rows[:, 0], rows[:, 1], RESAMPLING)
    other = bootstrap_ratio(mixed[:, 0], mixed[:, 1], RESAMPLING)

    assert one == other


def test_the_interval_is_about_as_wide_as_its_standard_error_says() -> None:
    """Over many clusters the resampled interval and the normal one agree."""
    rng = np.random.default_rng(2)
    below = rng.integers(1, 9, size=400).astype(np.float64)
    above = rng.binomial(below.astype(int), 0.3).astype(np.float64)

    found = bootstrap_ratio(above, below, Resampling(seed=1, n_resamples=1999))

    assert found is not None
    se = ratio_se(above, below)
    assert se is not None
    assert found.low is not None
    assert found.high is not None
    assert (found.high - found.low) / (2 * 1.96 * se) == pytest.approx(1.0, abs=0.1)


def test_a_negative_denominator_is_a_fault_of_the_caller() -> None:
    """Nothing is counted below 0."""
    with pytest.raises(ValueError, match="below 0"):
        ratio_se(np.array([1.0, 1.0]), np.array([1.0, -1.0]))
