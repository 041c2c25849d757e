"""Hallucination-rate disparity (M25) and ratios of sums by unit (B7)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.claims import Claims, claim_disparity, claim_rates
from fairdesk.measures.ratio_of_sums import ratio_of_sums
from fairdesk.measures.resampling import Resampling

FEW = Resampling(seed=1, n_resamples=99)

outputs = st.lists(
    st.integers(0, 8).flatmap(lambda n: st.integers(0, n).map(lambda k: (float(k), float(n)))), max_size=40
).map(lambda rows: Claims(unsupported=np.array([k for k, _ in rows]), claims=np.array([n for _, n in rows])))


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


@given(outputs)
def test_rates_are_shares_with_intervals_around_them(drawn: Claims) -> None:
    """Rate and share lie between 0 and 1 inside their intervals; without a claim nothing is measured."""
    found = claim_rates(drawn, FEW)

    if not drawn.claims.any():
        assert isinstance(found.rate, NotMeasured)
        assert isinstance(found.with_any, NotMeasured)
        return
    assert measured(found.rate).value == pytest.approx(drawn.unsupported.sum() / drawn.claims.sum())
    assert measured(found.rate).n == np.count_nonzero(drawn.claims)
    interval = measured(found.rate).interval
    if interval is not None:
        assert interval.low is not None
        assert interval.high is not None
        assert 0 <= interval.low <= interval.high <= 1


@given(outputs, outputs)
def test_the_difference_is_antisymmetric_and_bounded(one: Claims, other: Claims) -> None:
    """Exchanging the groups turns the difference and inverts the ratio."""
    first, second = claim_disparity(one, other, FEW), claim_disparity(other, one, FEW)

    assert isinstance(first.difference, Estimate) == isinstance(second.difference, Estimate)
    if isinstance(first.difference, Estimate):
        assert -1 <= first.difference.value <= 1
        assert measured(second.difference).value == pytest.approx(-first.difference.value, abs=1e-12)
    if isinstance(first.ratio, Estimate) and isinstance(second.ratio, Estimate):
        assert first.ratio.value * second.ratio.value == pytest.approx(1.0)


def test_an_output_without_claims_is_not_a_supported_one() -> None:
    """A refusal makes no claim: it stays out of both shares and is counted."""
    found = claim_rates(Claims(unsupported=np.array([1.0, 0, 0]), claims=np.array([2.0, 2, 0])), FEW)

    assert measured(found.with_any).value == 0.5
    assert measured(found.rate).missing == {"outputs without claims": 1}


def test_no_unsupported_claim_says_what_it_is_consistent_with() -> None:
    """A rate of 0 has no interval from its spread; the outputs bound it in words."""
    found = measured(claim_rates(Claims(unsupported=np.zeros(20), claims=np.full(20, 5.0)), FEW).rate)

    assert found.value == 0.0
    assert found.interval is None
    assert any("consistent with up to 0.139" in words for words in found.warnings)


def test_a_comparison_rate_of_zero_has_no_ratio() -> None:
    """The difference remains."""
    some = Claims(unsupported=np.array([1.0, 2.0]), claims=np.array([4.0, 4.0]))
    none = Claims(unsupported=np.zeros(2), claims=np.array([4.0, 4.0]))

    found = claim_disparity(some, none, FEW)

    assert isinstance(found.ratio, NotMeasured)
    assert measured(found.difference).value == pytest.approx(0.375)


def test_more_unsupported_claims_than_claims_are_refused() -> None:
    """Such counts are a fault of whoever counted."""
    with pytest.raises(ValueError, match="claims"):
        claim_rates(Claims(unsupported=np.array([3.0]), claims=np.array([2.0])), FEW)


@given(outputs, st.integers(2, 5))
def test_claims_of_an_output_are_not_independent(drawn: Claims, times: int) -> None:
    """Counting every claim several times leaves rate and standard error: outputs are what is independent."""
    first = ratio_of_sums(drawn.unsupported, drawn.claims)
    second = ratio_of_sums(drawn.unsupported * times, drawn.claims * times)

    assert (first is None) == (second is None)
    if first is not None and second is not None:
        assert second.ratio == pytest.approx(first.ratio)
        assert second.se == (None if first.se is None else pytest.approx(first.se, abs=1e-9))


@pytest.mark.parametrize("n_outputs", [5, 40])
def test_a_group_without_any_spread_is_not_taken_for_a_certain_one(n_outputs: int) -> None:
    """All outputs of one group alike add nothing to the width of a difference or ratio, and both say so."""
    alike = Claims(unsupported=np.ones(n_outputs), claims=np.full(n_outputs, 4.0))
    varied = Claims(unsupported=np.arange(n_outputs) % 3.0, claims=np.full(n_outputs, 4.0))
    found = claim_disparity(varied, alike, FEW)

    for outcome in (found.difference, found.ratio):
        assert any("too narrow" in warning for warning in measured(outcome).warnings)
    both = claim_disparity(varied, varied, FEW)
    assert not any("too narrow" in warning for warning in measured(both.difference).warnings)
