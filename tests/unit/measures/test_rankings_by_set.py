"""Spreads and ratios of rates with sets as units."""

from __future__ import annotations

import numpy as np
import pytest

from fairdesk.measures.rankings_by_set import rate_spread, set_rate_ratio
from fairdesk.measures.resampling import Resampling

RESAMPLING = Resampling(seed=2, n_resamples=1_999)


def test_chance_alone_rejects_about_as_often_as_it_should() -> None:
    """Of 200 data sets without any difference about one in twenty has p below 0.05, though answers of a set agree."""
    rng = np.random.default_rng(5)
    low = 0
    for _ in range(200):
        favourite = rng.integers(0, 4, size=12)
        chosen = np.zeros((12, 4))
        chosen[np.arange(12), favourite] = 4.0  # all four answers of a set name the same
        found = rate_spread(chosen, np.full((12, 4), 4.0), Resampling(seed=2, n_resamples=499), "groups")
        assert found.test.p_value is not None
        low += found.test.p_value <= 0.05
    assert low <= 20


def test_the_mean_spread_by_chance_stands_beside() -> None:
    """With two columns and sets that name one alone, half the mean of |heads - tails| over n as for a coin."""
    chosen = np.zeros((16, 2))
    chosen[:8, 0], chosen[8:, 1] = 1.0, 1.0
    found = rate_spread(chosen, np.ones((16, 2)), Resampling(seed=1), "groups")
    assert found.spread == 0.0
    assert found.test.p_value == 1.0
    assert found.expected == pytest.approx(0.196, abs=0.01)  # E|2 Bin(16, 1/2) - 16| / 16


@pytest.mark.parametrize("n_sets", [0, 5])
def test_few_sets_are_not_tested(n_sets: int) -> None:
    """Below six sets there is no p-value, and it is said; without a set there is no spread either."""
    found = rate_spread(np.eye(2)[np.zeros(n_sets, dtype=int)], np.ones((n_sets, 2)), RESAMPLING, "groups")
    assert found.test.p_value is None
    assert found.test.reason
    assert (found.spread is None) == (n_sets == 0)


def test_a_reference_that_is_chosen_in_few_sets_opens_the_interval_above() -> None:
    """Where resamples hold no choice of the reference the ratio has no upper end."""
    shown = np.full(8, 4.0)
    first, second = np.full(8, 2.0), np.array([1.0] + [0.0] * 7)
    found = set_rate_ratio((first, shown), (second, shown), RESAMPLING)
    assert found is not None
    assert found.low is not None
    assert found.low > 2
    assert found.high is None


def test_the_order_of_sets_does_not_matter() -> None:
    """The same sets in another order give the same interval."""
    rng = np.random.default_rng(3)
    first, second = (rng.integers(least, 4, 10).astype(np.float64) for least in (0, 1))
    shown = np.full(10, 4.0)
    order = rng.permutation(10)
    one = set_rate_ratio((first, shown), (second, shown), RESAMPLING)
    assert one == set_rate_ratio((first[order], shown), (second[order], shown), RESAMPLING)
