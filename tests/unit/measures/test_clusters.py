"""Groups of values: what the bootstrap must reach, and no correlation out of nothing."""

from __future__ import annotations

import numpy as np
import pytest

from fairdesk.measures.clusters import (
    bootstrap_acceleration,
    cluster_weights,
    ideal_bootstrap_se,
    percentile_interval,
)
from fairdesk.measures.intervals import bootstrap_replicates
from fairdesk.measures.resampling import Resampling

VALUES = np.array([-1.2, -0.1, 0, 0.3, -0.4, -2.5, 0.1, -0.2, 0, -0.7, 0.2, -0.3])


def test_resampling_reaches_the_known_standard_error() -> None:
    """The spread of resampled means is the ideal standard error, and the interval has their percentiles."""
    resampling = Resampling(seed=11)
    replicates = bootstrap_replicates(VALUES, resampling)
    ideal = ideal_bootstrap_se(VALUES)
    found = percentile_interval(VALUES, resampling)

    assert float(replicates.std()) == pytest.approx(ideal, rel=0.03)
    assert found is not None
    assert [found.low, found.high] == pytest.approx(np.quantile(replicates, [0.025, 0.975]).tolist())


def test_the_acceleration_is_that_of_the_jackknife() -> None:
    """Leaving out one value after another gives the same number, and units do not change it."""
    left_out = np.array([np.delete(VALUES, index).mean() for index in range(VALUES.size)])
    bent = left_out.mean() - left_out
    wanted = float((bent**3).sum() / (6 * (bent**2).sum() ** 1.5))

    assert bootstrap_acceleration(VALUES) == pytest.approx(wanted)
    assert bootstrap_acceleration(VALUES * 1e60) == pytest.approx(wanted)


def test_nothing_is_said_of_too_few_groups() -> None:
    """No group, one group, groups of one value, equal values: no correlation and no design effect."""
    assert cluster_weights([]).mean is None
    assert cluster_weights([np.array([])]).n_groups == 0
    one = cluster_weights([np.array([1.0, 2.0])])
    assert (one.ideal_se, one.icc) == (None, None)
    assert cluster_weights([np.array([1.0]), np.array([2.0])]).icc is None
    assert cluster_weights([np.ones(3), np.ones(3)]).design_effect is None


def test_copies_of_one_value_count_once() -> None:
    """Three copies of each value: the correlation is 1 and the design effect 3."""
    found = cluster_weights([np.full(3, value) for value in (1.0, 2.0, 4.0, 7.0)])

    assert found.icc == pytest.approx(1)
    assert found.design_effect == pytest.approx(3)
