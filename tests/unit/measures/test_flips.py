"""Sign-flip permutation test (methods.md B8)."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.measures.flips import sign_flip_test
from fairdesk.measures.resampling import TOO_MANY_TO_RESAMPLE, Resampling

RESAMPLING = Resampling(seed=11, n_flips=9_999)


def by_hand(values: list[float]) -> float:
    """Every flip, one by one."""
    sums = [
        abs(sum(s * v for s, v in zip(signs, values, strict=True)))
        for signs in itertools.product((1, -1), repeat=len(values))
    ]
    return sum(total >= abs(sum(values)) - 1e-9 for total in sums) / len(sums)


@settings(max_examples=80)
@given(st.lists(st.integers(-4, 4), min_size=1, max_size=10))
def test_whole_numbers_are_counted_exactly(values: list[int]) -> None:
    """The distribution built from the steps equals all flips tried one by one."""
    test = sign_flip_test(np.array(values, dtype=np.float64), RESAMPLING)

    if not any(values):
        assert test.p_value is None
        assert test.reason
    else:
        assert test.name == "exact sign-flip test"
        assert test.p_value == pytest.approx(by_hand([float(value) for value in values]))


@settings(max_examples=40)
@given(st.lists(st.floats(-3, 3).filter(lambda value: abs(value) > 1e-3), min_size=1, max_size=9))
def test_fine_values_are_enumerated_exactly(values: list[float]) -> None:
    """Up to 20 values that sit on no grid: every flip is tried."""
    test = sign_flip_test(np.array(values), RESAMPLING)

    assert test.p_value == pytest.approx(by_hand(values))


def test_halves_and_thirds_are_counted_exactly_too() -> None:
    """Means of two or three samples sit on a grid."""
    values = [0.5, -1.0, 1 / 3, 2 / 3, -0.5]

    assert sign_flip_test(np.array(values), RESAMPLING).p_value == pytest.approx(by_hand(values))


def test_one_way_changes_of_one_size_give_the_sign_test() -> None:
    """All sizes equal: flipping signs is tossing coins, down to very small p-values."""
    assert sign_flip_test(np.full(60, -1.0), RESAMPLING).p_value == pytest.approx(2.0**-59, rel=1e-9)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=30), st.integers(0, 99))
def test_sign_and_order_do_not_matter(values: list[int], seed: int) -> None:
    """The test is two-sided and knows no order of files."""
    array = np.array(values, dtype=np.float64)
    shuffled = np.random.default_rng(seed).permutation(array)

    assert sign_flip_test(-array, RESAMPLING) == sign_flip_test(array, RESAMPLING)
    assert sign_flip_test(shuffled, RESAMPLING) == sign_flip_test(array, RESAMPLING)


def test_zeros_do_not_count() -> None:
    """Unchanged files neither help nor hurt."""
    changed = np.array([-1.0, -2.0, 1.0, -1.0])

    padded = np.concatenate([changed, np.zeros(500)])

    assert sign_flip_test(padded, RESAMPLING) == sign_flip_test(changed, RESAMPLING)


def test_many_fine_values_are_drawn_with_the_seed() -> None:
    """Beyond 20 fine values flips are drawn; p is never 0, near the t test, and repeats with its seed."""
    values = np.random.default_rng(2).normal(0.25, 1, size=150)

    test = sign_flip_test(values, RESAMPLING)

    assert "9,999 random flips" in test.name
    assert test == sign_flip_test(values, RESAMPLING)
    assert test.p_value is not None
    assert 1e-4 <= test.p_value < 0.05


def test_many_rated_files_are_drawn_by_their_counts() -> None:
    """A hundred thousand changed ratings: too long for the exact sum, quick by counts."""
    values = np.tile([1.0, -1.0, 2.0, -2.0], 25_000)

    test = sign_flip_test(values, RESAMPLING)

    assert test.p_value == 1.0


def test_very_many_fine_values_use_the_limit_and_say_so() -> None:
    """The name of the test tells that it is the normal limit."""
    values = np.random.default_rng(4).normal(0.0, 1, size=TOO_MANY_TO_RESAMPLE + 1)

    test = sign_flip_test(values, RESAMPLING)

    assert "normal limit" in test.name
    assert test.p_value is not None
    assert 0 < test.p_value <= 1


def test_the_drawn_test_agrees_with_the_exact_one() -> None:
    """The same values, once exact on their grid and once drawn because a hair was added to each."""
    values = np.repeat([-2.0, -1.0, 1.0], [3, 18, 9])
    off_grid = values * (1 + np.random.default_rng(1).normal(0, 1e-5, size=values.size))

    exact = sign_flip_test(values, Resampling(seed=1))
    drawn = sign_flip_test(off_grid, Resampling(seed=1))

    assert exact.p_value is not None
    assert drawn.p_value is not None
    assert "random" in drawn.name
    assert drawn.p_value == pytest.approx(exact.p_value, abs=0.04)
