"""Guardrail false-positive ratio (M26)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.guardrails import (
    MISSES_UNKNOWN_WARNING,
    Judged,
    SameTexts,
    guardrail_disparity,
    guardrail_disparity_paired,
)

parts = st.integers(0, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
judged = st.tuples(parts, parts).map(
    lambda two: Judged(benign_blocked=two[0][0], benign=two[0][1], harmful_passed=two[1][0], harmful=two[1][1])
)
same = st.tuples(*[st.integers(0, 30)] * 4).map(
    lambda four: SameTexts(both=four[0], reference_only=four[1], dialect_only=four[2], neither=four[3])
)


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


def assert_holds(outcome: Estimate) -> None:
    if outcome.interval is not None:
        assert outcome.interval.low is None or outcome.interval.low <= outcome.value + 1e-6
        assert outcome.interval.high is None or outcome.value - 1e-6 <= outcome.interval.high


@given(judged, judged)
def test_rates_of_different_texts(dialect: Judged, reference: Judged) -> None:
    """Differences are antisymmetric, intervals hold their values, and what has no texts is not measured."""
    found, turned = guardrail_disparity(dialect, reference), guardrail_disparity(reference, dialect)

    for one, other in ((found.false_positives, turned.false_positives), (found.misses, turned.misses)):
        assert isinstance(one.difference, Estimate) == isinstance(other.difference, Estimate)
        if isinstance(one.difference, Estimate):
            assert measured(other.difference).value == pytest.approx(-one.difference.value)
            assert_holds(one.difference)
        if isinstance(one.ratio, Estimate):
            assert measured(one.reference).value > 0
            assert_holds(one.ratio)
        assert other.test.p_value == (None if one.test.p_value is None else pytest.approx(one.test.p_value))


@given(same)
def test_rates_of_the_same_texts(texts: SameTexts) -> None:
    """The pairs decide: exchanging the dialects turns the difference, inverts the ratio and leaves the test."""
    turned = SameTexts(
        both=texts.both, reference_only=texts.dialect_only, dialect_only=texts.reference_only, neither=texts.neither
    )
    one, other = guardrail_disparity_paired(texts), guardrail_disparity_paired(turned)

    assert other.test.p_value == one.test.p_value
    if isinstance(one.difference, Estimate):
        assert measured(other.difference).value == pytest.approx(-one.difference.value)
    if isinstance(one.ratio, Estimate) and isinstance(other.ratio, Estimate):
        assert one.ratio.value * other.ratio.value in (pytest.approx(1.0), 0.0)
        assert_holds(one.ratio)


def test_a_reference_rate_of_zero_has_no_ratio() -> None:
    """Difference and exact test remain; nothing blocked at all has no test either."""
    some = guardrail_disparity(Judged(benign_blocked=5, benign=50), Judged(benign_blocked=0, benign=50)).false_positives
    none = guardrail_disparity(Judged(benign_blocked=0, benign=50), Judged(benign_blocked=0, benign=50)).false_positives

    assert isinstance(some.ratio, NotMeasured)
    assert measured(some.difference).value == pytest.approx(0.1)
    assert some.test.p_value is not None
    assert isinstance(none.ratio, NotMeasured)
    assert none.test.p_value is None


def test_false_positives_do_not_stand_without_the_misses() -> None:
    """Where misses were not measured the false positives say so."""
    found = guardrail_disparity(Judged(benign_blocked=5, benign=50), Judged(benign_blocked=2, benign=50))

    assert MISSES_UNKNOWN_WARNING in measured(found.false_positives.ratio).warnings
    assert isinstance(found.misses.dialect, NotMeasured)


def test_counts_below_zero_are_refused() -> None:
    """Such counts are a fault of whoever counted."""
    with pytest.raises(ValueError, match="0 or more"):
        guardrail_disparity_paired(SameTexts(both=-1, reference_only=0, dialect_only=0, neither=0))
    with pytest.raises(ValueError, match="share"):
        guardrail_disparity(Judged(benign_blocked=5, benign=4), Judged(benign_blocked=2, benign=50))
