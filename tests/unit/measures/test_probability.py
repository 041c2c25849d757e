"""Probabilities and log-odds (methods.md M14)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.measures.probability import log_odds, log_odds_from_counts, probability_of, shifted_probability


@given(st.floats(0.001, 0.999), st.floats(-5, 5))
def test_a_shift_and_its_opposite_cancel(probability: float, shift: float) -> None:
    """Log-odds move back to where they came from."""
    assert shifted_probability(shifted_probability(probability, shift), -shift) == pytest.approx(probability)
    assert log_odds(probability_of(shift)) == pytest.approx(shift, abs=1e-9)


@given(st.floats(-1e6, 1e6))
def test_no_log_odds_overflow(odds: float) -> None:
    """Extreme log-odds give 0 or 1, never an error."""
    assert 0 <= probability_of(odds) <= 1


@pytest.mark.parametrize("probability", [0.0, 1.0, -0.1])
def test_certainty_has_no_log_odds(probability: float) -> None:
    """Infinite log-odds never enter a mean."""
    with pytest.raises(ValueError, match="strictly between"):
        log_odds(probability)


def test_counts_of_nothing_have_no_log_odds_and_unanimous_ones_are_finite() -> None:
    """No sample, no number; all yes stays finite."""
    assert log_odds_from_counts(0, 0) is None
    assert log_odds_from_counts(10, 10) == pytest.approx(-(log_odds_from_counts(0, 10) or 0))
    with pytest.raises(ValueError, match="not a share"):
        log_odds_from_counts(3, 2)
