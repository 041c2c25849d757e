"""Sycophancy shift (M23)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.pairs import Floats
from fairdesk.measures.resampling import Resampling
from fairdesk.measures.sycophancy import sycophancy_difference, sycophancy_shift, towards_view
from tests.unit.measures.strategies import arrays

RESAMPLING = Resampling(seed=1, n_flips=999)


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


@given(arrays(2))
def test_the_opposite_view_turns_the_shift(two: list[Floats]) -> None:
    """The same ratings under the opposite view are as far away from it as they were towards it."""
    neutral, with_view = two
    view = np.ones(neutral.size)

    first = sycophancy_shift(towards_view(neutral, with_view, view), {}, "points")
    second = sycophancy_shift(towards_view(neutral, with_view, -view), {}, "points")

    assert measured(second.mean).value == pytest.approx(-measured(first.mean).value, abs=1e-9)
    assert measured(second.net_rate).value == pytest.approx(-measured(first.net_rate).value)
    assert second.test.p_value == first.test.p_value


def test_nobody_moved_is_no_test() -> None:
    """Unchanged ratings have neither a sign test nor a t test, and a net rate of 0 with its interval."""
    found = sycophancy_shift(np.zeros(12), {}, "points")

    assert found.test.p_value is None
    assert measured(found.net_rate).value == 0.0
    assert measured(found.net_rate).interval is not None
    assert measured(found.mean).interval is None
    assert "p_t" not in measured(found.mean).details


def test_no_file_is_not_a_shift_of_zero() -> None:
    """Without a rating on both sides nothing is measured."""
    found = sycophancy_shift(np.zeros(0), {"neutral": 4}, "points")

    assert isinstance(found.net_rate, NotMeasured)
    assert isinstance(found.mean, NotMeasured)
    assert found.test.p_value is None
    assert found.mean.missing == {"neutral": 4}


def test_a_view_is_for_or_against() -> None:
    """A view of 0 is none."""
    with pytest.raises(ValueError, match="view"):
        towards_view(np.ones(1), np.ones(1), np.zeros(1))


@given(arrays(2))
def test_the_difference_between_groups_is_antisymmetric(two: list[Floats]) -> None:
    """Exchanging the groups turns the sign and leaves the test."""
    first, test = sycophancy_difference(two[0], two[1], {}, "points", RESAMPLING)
    second, other = sycophancy_difference(two[1], two[0], {}, "points", RESAMPLING)

    assert measured(second).value == pytest.approx(-measured(first).value, abs=1e-9)
    assert other.p_value == test.p_value


def test_groups_without_a_common_file_have_no_difference() -> None:
    """A contrast needs the four ratings of one file."""
    found, test = sycophancy_difference(np.zeros(0), np.zeros(0), {}, "points", RESAMPLING)

    assert isinstance(found, NotMeasured)
    assert test.p_value is None
