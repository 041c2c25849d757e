"""Fieller's set of ratios of two means."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from fairdesk.measures.fieller import fieller_paired
from fairdesk.measures.pairs import Floats
from tests.unit.measures.strategies import arrays

ratios = st.floats(-20, 20)


def is_consistent(numerators: Floats, denominators: Floats, ratio: float) -> bool | None:
    """Whether a t test of numerators - ratio x denominators keeps 0; None where it is too close to tell."""
    rest = numerators - ratio * denominators
    se = rest.std(ddof=1) / math.sqrt(rest.size)
    limit = float(stats.t.ppf(0.975, rest.size - 1)) * se
    size = abs(float(rest.mean()))
    return None if abs(size - limit) <= 1e-6 * max(1.0, size) else size < limit


@given(arrays(2, least=3), ratios)
def test_the_set_is_what_a_t_test_keeps(two: list[Floats], ratio: float) -> None:
    """A ratio lies in the printed interval exactly when a t test does not reject it."""
    numerators, denominators = two
    found = fieller_paired(numerators, denominators)
    assume(found.low is not None)
    assume(found.high is not None)
    assert found.low is not None
    assert found.high is not None
    kept = is_consistent(numerators, denominators, ratio)
    assume(kept is not None)

    assert kept == (found.low <= ratio <= found.high)


@given(arrays(2, least=3))
def test_a_bounded_set_holds_the_ratio_and_is_one_only_for_a_baseline_off_zero(two: list[Floats]) -> None:
    """Two ends are printed exactly when the denominators' own t interval leaves 0 out, and hold the ratio."""
    numerators, denominators = two
    found = fieller_paired(numerators, denominators)
    assume(np.ptp(denominators) > 0)
    se = float(denominators.std(ddof=1)) / math.sqrt(denominators.size)
    edge = abs(float(denominators.mean())) - float(stats.t.ppf(0.975, denominators.size - 1)) * se
    assume(abs(edge) > 1e-6)

    assert (found.low is not None) == (edge > 0)
    assert (found.words == "") == (edge > 0)
    if found.low is not None:
        assert found.high is not None
        assert found.ratio is not None
        assert found.low - 1e-9 <= found.ratio <= found.high + 1e-9


def test_unbounded_sets_are_said_and_never_printed_as_numbers() -> None:
    """A denominator that is not told from 0 leaves all ratios, or all but a gap: words, no ends."""
    denominators = np.array([1.0, -1.0, 1.0, -1.0, 0.5])

    everything = fieller_paired(np.array([0.1, 0.2, -0.1, 0.3, -0.2]), denominators)
    but_a_gap = fieller_paired(np.array([5.0, 5.1, 4.9, 5.2, 5.0]), denominators)

    assert (everything.low, everything.high) == (None, None)
    assert everything.words == "every ratio is consistent with these data"
    assert (but_a_gap.low, but_a_gap.high) == (None, None)
    assert "but those between" in but_a_gap.words


@pytest.mark.parametrize(
    ("numerators", "denominators"),
    [([], []), ([1.0], [2.0]), ([1.0, 1.0], [2.0, 2.0]), ([0.0, 0.0], [0.0, 0.0]), ([1e60, 1e59], [1e-300, 2e-300])],
)
def test_too_little_data_has_no_ends_and_a_reason(numerators: list[float], denominators: list[float]) -> None:
    """No item, one item, values without spread, sizes without a common range: no ends, in words why."""
    found = fieller_paired(np.array(numerators), np.array(denominators))

    assert (found.low, found.high) == (None, None)
    assert found.words


@given(arrays(2, least=3), st.sampled_from([1e-40, 1e40]))
def test_units_scale_the_ratio_and_its_ends(two: list[Floats], unit: float) -> None:
    """Numerators in another unit give the ratio in that unit."""
    numerators, denominators = two
    first, second = fieller_paired(numerators, denominators), fieller_paired(numerators * unit, denominators)

    assert (first.low is None) == (second.low is None)
    if first.low is not None and second.low is not None:
        assert second.low == pytest.approx(first.low * unit, rel=1e-6, abs=1e-9 * unit)


@pytest.mark.parametrize("factor", [1.0, 0.5, -2.0])
def test_values_in_one_proportion_give_a_ratio_without_a_width(factor: float) -> None:
    """Items that all change by one factor leave no spread around it: an interval of one point is none."""
    denominators = np.array([1.0, 0.0, 1.0, 1.0, 3.0])

    found = fieller_paired(factor * denominators, denominators)

    assert found.ratio == pytest.approx(factor)
    assert (found.low, found.high) == (None, None)
    assert "proportion" in found.words
