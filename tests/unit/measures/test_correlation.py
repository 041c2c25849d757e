"""Pearson's correlation: known values, and no number where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.correlation import correlation


def test_a_known_correlation() -> None:
    """r, Fisher's interval and p agree with formulas written out by hand."""
    first, second = np.array([1.0, 2, 3, 4, 5, 6]), np.array([2.0, 1, 4, 3, 6, 5])
    found = correlation(first, second, "units")
    assert isinstance(found.outcome, Estimate)
    centred = first - first.mean(), second - second.mean()
    r = float(centred[0] @ centred[1] / np.sqrt((centred[0] @ centred[0]) * (centred[1] @ centred[1])))
    assert found.outcome.value == pytest.approx(r)
    interval = found.outcome.interval
    assert interval is not None
    half = 1.959963985 / np.sqrt(3)
    assert (interval.low, interval.high) == pytest.approx(
        (np.tanh(np.arctanh(r) - half), np.tanh(np.arctanh(r) + half))
    )
    t = r * np.sqrt(4 / (1 - r * r))
    assert found.test.p_value == pytest.approx(2 * float(stats.t.sf(t, 4)))


@pytest.mark.parametrize(("first", "second"), [([1, 2, 3], [3, 1, 2]), ([1, 1, 1, 1], [1, 2, 3, 4]), ([], [])])
def test_without_spread_or_units_there_is_none(first: list[float], second: list[float]) -> None:
    """Fewer than four units, or one side without spread, give no number and no p-value, but the reason."""
    found = correlation(np.array(first, dtype=np.float64), np.array(second, dtype=np.float64), "units")
    assert isinstance(found.outcome, NotMeasured)
    assert found.outcome.reason
    assert found.test.p_value is None


def test_points_on_a_line_have_no_interval() -> None:
    """A correlation of 1 has no interval from Fisher's z; that is said and not printed as certainty."""
    found = correlation(np.arange(5.0), 2 * np.arange(5.0), "units").outcome
    assert isinstance(found, Estimate)
    assert found.interval is None
    assert found.warnings
