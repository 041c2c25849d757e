"""The change of a distance from a reference between two systems on the same prompts."""

from __future__ import annotations

import numpy as np
import pytest

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.distance_change import distance_change
from fairdesk.measures.resampling import Resampling

EVEN = np.array([0.5, 0.5])
RESAMPLING = Resampling(seed=4, n_resamples=999)


def test_the_change_is_of_the_distances_of_all_mentions() -> None:
    """From 30 against 10 to 22 against 18 mentions: 0.25 to 0.05; prompts are drawn, so there is an interval."""
    before = np.array([[3, 1]] * 8 + [[6, 2]])
    after = np.array([[2, 2]] * 6 + [[5, 3]] * 2 + [[0, 0]])
    found = distance_change(before, after, EVEN, RESAMPLING).change
    assert isinstance(found, Estimate)
    assert found.details["before"] == 0.25
    assert found.details["after"] == pytest.approx(22 / 40 - 0.5)
    assert found.value == pytest.approx(-0.2)
    assert found.n == 9
    assert found.interval is not None
    assert found.interval.high is not None
    assert found.interval.high < 0


def test_systems_that_say_the_same_have_no_change_and_no_test() -> None:
    """Equal mentions prompt by prompt: a change of 0, nothing that could be exchanged, and it is said."""
    same = np.array([[3, 1], [1, 1], [2, 0]] * 3)
    found = distance_change(same, same, EVEN, RESAMPLING)
    assert isinstance(found.change, Estimate)
    assert found.change.value == 0.0
    assert found.test.p_value is None
    assert found.test.reason


def test_few_prompts_have_no_interval() -> None:
    """Fewer than six prompts with a mention: the number alone."""
    found = distance_change(np.array([[3, 1]] * 5), np.array([[1, 1]] * 5), EVEN, RESAMPLING).change
    assert isinstance(found, Estimate)
    assert found.interval is None
    assert found.warnings


def test_a_system_without_a_mention_is_not_compared() -> None:
    """No listed word on one side is no distance of 0."""
    found = distance_change(np.array([[3, 1]] * 8), np.zeros((8, 2), dtype=np.int64), EVEN, RESAMPLING)
    assert isinstance(found.change, NotMeasured)
    assert found.test.p_value is None
