"""Consistency, gap, shift, direction, sign test, tolerance (methods.md M01 to M05)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures import counterfactual
from fairdesk.measures.pairs import Floats
from fairdesk.measures.resampling import Resampling
from tests.unit.measures.strategies import arrays

QUICK = Resampling(seed=7, n_resamples=199, n_flips=199)
EMPTY = np.array([], dtype=np.float64)


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


@given(arrays(2))
def test_consistency_is_what_zero_tolerance_leaves(arms: list[Floats]) -> None:
    """M04 with tolerance 0 is 1 - M01."""
    base, variant = arms

    same = measured(counterfactual.consistency(base, variant, {}))
    moved = measured(counterfactual.tolerance_violations(base, variant, 0.0, {}, "points"))

    assert same.value == pytest.approx(1 - moved.value)


@given(arrays(2))
def test_swapping_the_arms_turns_the_sign_and_nothing_else(arms: list[Floats]) -> None:
    """Shift and net direction change their sign, consistency and gap stay."""
    base, variant = arms

    there = measured(counterfactual.mean_shift(base, variant, {}, "points"))
    back = measured(counterfactual.mean_shift(variant, base, {}, "points"))

    assert back.value == pytest.approx(-there.value)
    assert back.details.get("p_t") == pytest.approx(there.details.get("p_t"))
    assert (back.details["down"], back.details["up"]) == (there.details["up"], there.details["down"])
    assert measured(counterfactual.direction(variant, base, {})).value == pytest.approx(
        -measured(counterfactual.direction(base, variant, {})).value
    )
    assert counterfactual.consistency(base, variant, {}) == counterfactual.consistency(variant, base, {})
    assert counterfactual.cf_gap(base, variant, {}, "points", QUICK) == counterfactual.cf_gap(
        variant, base, {}, "points", QUICK
    )


@settings(max_examples=50)
@given(arrays(2), st.randoms(use_true_random=False))
def test_the_order_of_the_files_changes_nothing(arms: list[Floats], random: object) -> None:
    """Files in another order give the same numbers, the resampled interval included."""
    order = np.random.default_rng(random.randrange(1000)).permutation(arms[0].size)  # type: ignore[attr-defined]
    base, variant = arms

    measures: tuple[Callable[[Floats, Floats], Estimate | NotMeasured], ...] = (
        lambda a, b: counterfactual.consistency(a, b, {}),
        lambda a, b: counterfactual.cf_gap(a, b, {}, "points", QUICK),
        lambda a, b: counterfactual.mean_shift(a, b, {}, "points"),
        lambda a, b: counterfactual.direction(a, b, {}),
    )
    for measure in measures:
        first, second = measured(measure(base, variant)), measured(measure(base[order], variant[order]))
        assert second.value == pytest.approx(first.value)
        assert second.details == pytest.approx(first.details)
        if first.interval and second.interval:
            assert (second.interval.low, second.interval.high) == pytest.approx(
                (first.interval.low, first.interval.high)
            )


@settings(max_examples=60)
@given(arrays(2))
def test_an_interval_holds_its_point_and_the_shift_its_gap(arms: list[Floats]) -> None:
    """Wilson and t intervals contain the value; the shift is never larger than the gap."""
    base, variant = arms
    share = measured(counterfactual.consistency(base, variant, {}))
    shift = measured(counterfactual.mean_shift(base, variant, {}, "points"))
    gap = measured(counterfactual.cf_gap(base, variant, {}, "points", QUICK))

    for estimate in (share, shift):
        if estimate.interval:
            assert estimate.interval.low is not None
            assert estimate.interval.high is not None
            assert estimate.interval.low - 1e-12 <= estimate.value <= estimate.interval.high + 1e-12
    assert abs(shift.value) <= gap.value + 1e-12
    assert share.details["clopper_low"] <= share.value <= share.details["clopper_high"]


@pytest.mark.parametrize(
    "outcome",
    [
        counterfactual.consistency(EMPTY, EMPTY, {"original": 3}),
        counterfactual.cf_gap(EMPTY, EMPTY, {"original": 3}, "points", QUICK),
        counterfactual.mean_shift(EMPTY, EMPTY, {"original": 3}, "points"),
        counterfactual.direction(EMPTY, EMPTY, {"original": 3}),
        counterfactual.tolerance_violations(EMPTY, EMPTY, 0.5, {"original": 3}, "points"),
    ],
)
def test_without_a_valid_pair_nothing_is_measured(outcome: Estimate | NotMeasured) -> None:
    """No pair is neither 0 nor 1 nor parity, and the missing files are named."""
    assert isinstance(outcome, NotMeasured)
    assert outcome.n == 0
    assert outcome.missing == {"original": 3}
    assert outcome.reason


def test_one_file_has_a_value_and_no_interval() -> None:
    """A single pair is described; nothing is claimed from it."""
    shift = measured(counterfactual.mean_shift(np.array([3.0]), np.array([2.0]), {}, "points"))

    assert shift.value == -1.0
    assert shift.interval is None
    assert counterfactual.ONE_FILE_WARNING in shift.warnings
    assert not {"se", "t", "p_t"} & set(shift.details)


def test_six_equal_changes_give_no_p_value_of_zero() -> None:
    """A library answers p = 0 to six equal changes; here there is no t and no p, and the exact sign test stands."""
    base = np.full(6, 3.0)

    shift = measured(counterfactual.mean_shift(base, base - 1, {}, "points"))

    assert shift.interval is None
    assert "p_t" not in shift.details
    assert counterfactual.ALL_EQUAL_WARNING in shift.warnings
    assert counterfactual.sign_test(6, 0).p_value == pytest.approx(2**-5)


def test_equal_changes_that_are_no_round_numbers_have_no_spread_either() -> None:
    """Rounding in the mean of equal values does not become a tiny standard error."""
    base = np.zeros(3)

    shift = measured(counterfactual.mean_shift(base, base + 0.1, {}, "log-odds"))

    assert shift.details["se"] == 0.0
    assert shift.interval is None


def test_few_changes_point_to_the_exact_test() -> None:
    """With 19 changed files the warning stands, with 20 it does not."""
    base = np.zeros(100)

    def warnings(n_changed: int) -> tuple[str, ...]:
        variant = base.copy()
        variant[:n_changed] = -1
        return measured(counterfactual.mean_shift(base, variant, {}, "points")).warnings

    assert counterfactual.FEW_CHANGED_WARNING in warnings(19)
    assert counterfactual.FEW_CHANGED_WARNING not in warnings(20)


def test_the_standard_error_is_never_below_that_of_the_noise() -> None:
    """A measured noise floor widens the interval and leaves the files' own standard error visible."""
    base = np.zeros(40)
    variant = np.tile([-1.0, 0.0], 20)

    alone = measured(counterfactual.mean_shift(base, variant, {}, "points"))
    floored = measured(counterfactual.mean_shift(base, variant, {}, "points", 0.5))
    unmoved = measured(counterfactual.mean_shift(base, variant, {}, "points", 0.001))

    assert floored.details["se"] == 0.5
    assert floored.details["se_observed"] == pytest.approx(alone.details["se"])
    assert floored.details["p_t"] > alone.details["p_t"]
    assert unmoved.details["se"] == pytest.approx(alone.details["se"])
    assert unmoved.interval == alone.interval


def test_nearly_equal_values_are_equal() -> None:
    """0.1 + 0.2 and 0.3 did not change; 3.1 - 3.0 is within a tolerance of 0.1."""
    assert measured(counterfactual.consistency(np.array([0.1 + 0.2]), np.array([0.3]), {})).value == 1.0
    moved = measured(counterfactual.tolerance_violations(np.array([3.0]), np.array([3.1]), 0.1, {}, "points"))
    assert moved.value == 0.0


def test_missing_files_bound_the_share() -> None:
    """Files lost altogether count once, however many arms they lost."""
    base = np.array([3.0, 3.0, 3.0])
    variant = np.array([3.0, 3.0, 2.0])

    by_arm = measured(counterfactual.consistency(base, variant, {"original": 2, "female": 1}))
    by_file = measured(counterfactual.consistency(base, variant, {"original": 2, "female": 1, "files": 2}))

    assert (by_arm.details["bounds_low"], by_arm.details["bounds_high"]) == pytest.approx((2 / 6, 5 / 6))
    assert (by_file.details["bounds_low"], by_file.details["bounds_high"]) == pytest.approx((2 / 5, 4 / 5))
    assert any("missing" in warning for warning in by_file.warnings)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_value_that_is_no_number_is_a_fault_of_the_caller(value: float) -> None:
    """NaN and infinity never enter a mean."""
    with pytest.raises(ValueError, match="finite"):
        counterfactual.mean_shift(np.array([1.0]), np.array([value]), {}, "points")


def test_arms_of_unequal_length_are_a_fault_of_the_caller() -> None:
    """Pairs are pairs."""
    with pytest.raises(ValueError, match="one value per file"):
        counterfactual.consistency(np.array([1.0, 2.0]), np.array([1.0]), {})


@given(st.integers(0, 300), st.integers(0, 300))
def test_the_sign_test_is_that_of_the_library(down: int, up: int) -> None:
    """Equal to scipy's exact binomial test, symmetric, and None where the library raises."""
    test = counterfactual.sign_test(down, up)

    assert test == counterfactual.sign_test(up, down)
    if down + up == 0:
        assert test.p_value is None
        assert test.reason
    else:
        assert test.p_value == pytest.approx(stats.binomtest(up, down + up).pvalue, rel=1e-9)
        assert test.p_value is not None
        assert test.p_value >= 2.0 ** (1 - down - up) * (1 - 1e-9)


def test_the_direction_is_said_in_words() -> None:
    """Every sign has its words."""
    assert counterfactual.direction_words(-0.1) == "lower for the variant"
    assert counterfactual.direction_words(0.1) == "higher for the variant"
    assert counterfactual.direction_words(0.0) == "no direction"


def test_change_counts_leave_no_step_out() -> None:
    """Steps that no file made are there with 0; fractional changes have no steps."""
    assert counterfactual.change_counts(np.zeros(3), np.array([-2.0, 1.0, 1.0])) == {-2: 1, -1: 0, 0: 0, 1: 2}
    assert counterfactual.change_counts(np.zeros(2), np.array([0.5, 1.0])) == {}
    assert counterfactual.change_counts(EMPTY, EMPTY) == {}


def test_the_largest_change_is_named_with_its_file() -> None:
    """The auditor is led to the file that moved most."""
    found = measured(counterfactual.tolerance_violations(np.zeros(3), np.array([0.2, -0.9, 0.5]), 0.3, {}, "log-odds"))

    assert found.details["largest_change"] == -0.9
    assert found.details["largest_position"] == 1
    assert found.details["violations"] == 2
    with pytest.raises(ValueError, match="tolerance"):
        counterfactual.tolerance_violations(np.zeros(1), np.zeros(1), -0.1, {}, "points")
