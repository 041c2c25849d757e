"""Equivalence within a margin (M33)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.equivalence import (
    EquivalenceVerdict,
    TwoRates,
    equivalence_sentence,
    equivalent_means,
    equivalent_paired_rates,
    equivalent_rates,
)
from tests.unit.measures.strategies import arrays


@given(arrays(1, least=2), st.floats(0.01, 3))
def test_it_is_two_one_sided_t_tests(arms: list[np.ndarray], margin: float) -> None:
    """The larger of scipy's two p-values; equivalent exactly when the 90 percent interval lies inside the margin."""
    (values,) = arms
    found = equivalent_means(values, margin, {}, "points")

    if float(np.ptp(values)) <= 1e-9:
        assert found.verdict is EquivalenceVerdict.NOT_COMPUTABLE
        assert found.p_equivalence is found.p_difference is found.interval is None
        return
    one = stats.ttest_1samp(values, -margin, alternative="greater").pvalue
    other = stats.ttest_1samp(values, margin, alternative="less").pvalue
    assert found.p_equivalence == pytest.approx(max(one, other), abs=1e-12)
    assert found.interval is not None
    assert found.interval.low is not None
    assert found.interval.high is not None
    inside = -margin < found.interval.low and found.interval.high < margin
    within = found.verdict in (EquivalenceVerdict.EQUIVALENT, EquivalenceVerdict.SMALL_DIFFERENCE)
    assert within == inside or abs(found.p_equivalence - 0.05) < 1e-9


def test_the_four_words() -> None:
    """Large and clear, small and clear, shown to be small, and neither."""
    wide = equivalent_rates(TwoRates(first=180, n_first=200, second=100, n_second=200), 0.1)
    small = equivalent_rates(TwoRates(first=9100, n_first=10_000, second=9000, n_second=10_000), 0.1)
    none = equivalent_rates(TwoRates(first=180, n_first=200, second=176, n_second=200), 0.1)
    unclear = equivalent_rates(TwoRates(first=8, n_first=10, second=7, n_second=10), 0.1)

    assert [found.verdict for found in (wide, small, none, unclear)] == [
        EquivalenceVerdict.DIFFERENCE,
        EquivalenceVerdict.SMALL_DIFFERENCE,
        EquivalenceVerdict.EQUIVALENT,
        EquivalenceVerdict.INCONCLUSIVE,
    ]
    assert "was not shown" in equivalence_sentence(unclear)
    assert "was shown" in equivalence_sentence(small)


def test_nothing_observed_is_neither_a_difference_nor_equivalence() -> None:
    """No file, no case of a group: no number and the reason."""
    for found in (
        equivalent_means(np.array([]), 0.2, {"variant": 3}, "points"),
        equivalent_rates(TwoRates(first=0, n_first=0, second=3, n_second=5), 0.1),
        equivalent_paired_rates(0, 0, 0, 0.1),
    ):
        assert isinstance(found.difference, NotMeasured)
        assert found.difference.reason
        assert found.verdict is EquivalenceVerdict.NOT_COMPUTABLE


def test_one_file_has_a_difference_and_no_verdict() -> None:
    """A single difference of 0 is no equivalence."""
    found = equivalent_means(np.array([0.0]), 0.2, {}, "points")

    assert isinstance(found.difference, Estimate)
    assert found.difference.value == 0
    assert found.verdict is EquivalenceVerdict.NOT_COMPUTABLE


@pytest.mark.parametrize("margin", [0.0, -1.0, float("nan"), float("inf")])
def test_a_margin_is_above_zero(margin: float) -> None:
    """Without a margin there is nothing to be equivalent to."""
    with pytest.raises(ValueError, match="margin"):
        equivalent_means(np.array([0.0, 1.0]), margin, {}, "points")


def test_paired_rates_without_any_change_can_be_equivalent() -> None:
    """Nothing changed in 400 files: no test of a difference, and an interval inside the margin."""
    found = equivalent_paired_rates(0, 0, 400, 0.05)

    assert found.p_difference is None
    assert found.verdict is EquivalenceVerdict.EQUIVALENT
