"""Stereotype reduction (M31)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.pairs import Floats
from fairdesk.measures.reduction import stereotype_reduction
from tests.unit.measures.strategies import arrays


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


def test_a_baseline_that_may_be_zero_has_no_percentage() -> None:
    """The interval before covers 0: scores are shown, a reduction is not."""
    found = stereotype_reduction(np.array([1.0, -1.0, 1.0, 0.0]), np.array([0.0, 0.0, 0.0, 0.0]))

    assert found.reportable is False
    assert measured(found.before).value == 0.25
    for outcome in (found.signed, found.unsigned):
        assert isinstance(outcome, NotMeasured)
        assert "covers 0" in outcome.reason


def test_turning_round_is_overshoot_and_no_success() -> None:
    """A score of the opposite sign after is above 100 percent and named overshoot."""
    before = np.array([1.0, 1, 1, 0, 1, 1, 1, 1])
    found = stereotype_reduction(before, -before)

    assert found.overshoot is True
    assert measured(found.signed).value == pytest.approx(2.0)
    assert "overshoot" in measured(found.signed).direction
    assert measured(found.unsigned).value == pytest.approx(0.0)


def test_equal_scores_before_have_the_interval_of_their_net_share() -> None:
    """Twelve of twelve items stereotyped have no t interval; the net share still tells them from 0."""
    found = stereotype_reduction(np.ones(12), np.array([1.0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]))

    assert found.reportable is True
    assert measured(found.before).interval is not None
    assert measured(found.signed).value == pytest.approx(10 / 12)
    assert measured(found.signed).interval is not None


def test_no_item_and_one_item_are_no_percentage() -> None:
    """Nothing measured is neither 0 nor 100 percent."""
    nothing = stereotype_reduction(np.zeros(0), np.zeros(0))
    one = stereotype_reduction(np.array([0.7]), np.array([0.1]))

    assert nothing.reportable is None
    assert isinstance(nothing.before, NotMeasured)
    assert one.reportable is False
    assert isinstance(one.signed, NotMeasured)


@given(arrays(2))
def test_interval_and_point_belong_together(two: list[Floats]) -> None:
    """A printed interval holds the reduction; overshoot goes with more than 100 percent, and only with it."""
    found = stereotype_reduction(*two)

    if isinstance(found.signed, Estimate):
        if found.signed.interval is not None:
            low, high = found.signed.interval.low, found.signed.interval.high
            assert low is not None
            assert high is not None
            assert low - 1e-9 <= found.signed.value <= high + 1e-9
        assert found.overshoot == (found.signed.value > 1 + 1e-9)
        assert measured(found.unsigned).value <= 1 + 1e-9


@given(arrays(2))
def test_the_sign_of_the_score_is_a_convention(two: list[Floats]) -> None:
    """Counting the opposite way round gives the same reduction."""
    before, after = two
    first, second = stereotype_reduction(before, after), stereotype_reduction(-before, -after)

    assert first.reportable == second.reportable
    assert first.overshoot == second.overshoot
    if isinstance(first.signed, Estimate):
        assert measured(second.signed).value == pytest.approx(first.signed.value)
