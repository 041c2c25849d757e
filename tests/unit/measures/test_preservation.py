"""Capability preservation (M29) and safety effectiveness (M30)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fairdesk.domain.results import Estimate, NotMeasured, Verdict
from fairdesk.measures.pairs import Floats
from fairdesk.measures.preservation import HarmfulOutputs, capability_preservation, safety_effectiveness
from tests.unit.measures.strategies import arrays

shares = st.integers(0, 60).flatmap(lambda n: st.integers(0, n).map(lambda k: HarmfulOutputs(harmful=k, n=n)))


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


@given(arrays(2, least=2), st.floats(0.01, 2))
def test_the_bound_and_the_p_value_decide_alike(two: list[Floats], margin: float) -> None:
    """The one-sided t bound lies above -margin exactly when the one-sided p is below 0.05."""
    found = capability_preservation(*two, margin=margin)

    if found.lower_t is not None and abs(found.lower_t + margin) > 1e-9:
        assert found.p_noninferiority is not None
        assert (found.lower_t > -margin) == (found.p_noninferiority < 0.05)


@given(arrays(2, least=3))
def test_correlation_equals_the_library_where_there_is_one(two: list[Floats]) -> None:
    """Pearson's r is the library's; without variation it is absent, not 0 or NaN."""
    before, after = two
    found = capability_preservation(before, after, margin=0.1)

    if np.ptp(before) > 0 and np.ptp(after) > 0:
        assert found.pearson_r == pytest.approx(stats.pearsonr(before, after).statistic, abs=1e-6)
    else:
        assert found.pearson_r is None


def test_nothing_changed_is_decided_for_items_that_are_right_or_wrong_alone() -> None:
    """Equal scores have no t bound: 0/1 items have the bound for few changes, other scores stay undecided."""
    binary = capability_preservation(np.array([1.0, 0.0] * 40), np.array([1.0, 0.0] * 40), margin=0.1)
    graded = capability_preservation(np.full(80, 0.37), np.full(80, 0.37), margin=0.1)

    assert binary.lower_t is None
    assert binary.noninferior is True
    assert "Bonett-Price" in binary.decided_by
    assert graded.noninferior is None
    assert graded.decided_by == ""
    assert graded.p_noninferiority is None


def test_few_items_do_not_show_that_nothing_was_lost() -> None:
    """Three unchanged items are consistent with a loss above the margin."""
    found = capability_preservation(np.ones(3), np.ones(3), margin=0.1)

    assert found.noninferior is False


def test_without_items_nothing_is_preserved() -> None:
    """No item is not a ratio of 1."""
    found = capability_preservation(np.zeros(0), np.zeros(0), margin=0.1)

    assert found.noninferior is None
    assert found.mean_before is None
    assert isinstance(found.ratio, NotMeasured)
    assert isinstance(found.exact_agreement, NotMeasured)


def test_a_mean_of_zero_before_has_no_ratio() -> None:
    """Nothing right before: no share of it was kept."""
    found = capability_preservation(np.zeros(30), np.ones(30), margin=0.1)

    assert isinstance(found.ratio, NotMeasured)
    assert measured(found.difference).value == 1.0


@given(shares, shares, st.floats(0, 1))
def test_prevention_needs_something_to_prevent(before: HarmfulOutputs, after: HarmfulOutputs, target: float) -> None:
    """Relative effectiveness exists only with harm before; its interval holds it; verdicts need outputs."""
    found = safety_effectiveness(before, after, target)

    assert isinstance(found.relative, Estimate) == bool(before.harmful and after.n)
    if isinstance(found.relative, Estimate) and found.relative.interval is not None:
        low, high = found.relative.interval.low, found.relative.interval.high
        assert low is not None
        assert high is not None
        assert low - 1e-6 <= found.relative.value <= high + 1e-6 <= 1 + 1e-5
    if after.n == 0:
        assert isinstance(found.absolute, NotMeasured)
        assert found.target.verdict is Verdict.NOT_COMPUTABLE
    elif found.target.verdict is Verdict.TARGET_MET:
        assert measured(found.absolute).value > target


def test_a_harmless_base_model_shows_no_guardrail_effect() -> None:
    """Nothing harmful without guardrails: absolute effectiveness is 1, relative is not measured."""
    found = safety_effectiveness(HarmfulOutputs(harmful=0, n=200), HarmfulOutputs(harmful=0, n=200), 0.95)

    assert measured(found.absolute).value == 1.0
    assert isinstance(found.relative, NotMeasured)
    assert "nothing harmful" in found.relative.reason
