"""Shares against targets (methods.md M10)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.results import Verdict
from fairdesk.measures.targets import share_target


@given(st.integers(1, 400), st.floats(0, 1), st.floats(0.01, 0.99))
def test_a_target_is_met_only_when_the_far_bound_is_beyond_it(n: int, share: float, threshold: float) -> None:
    """Met implies bound and point beyond the target; the mirrored question gets the mirrored verdict."""
    k = round(share * n)
    decision = share_target(k, n, threshold, "at_least")
    mirrored = share_target(n - k, n, 1 - threshold, "at_most")

    assert decision.lower is not None
    assert decision.upper is not None
    if decision.verdict is Verdict.TARGET_MET:
        assert k / n >= decision.lower > threshold
    elif decision.verdict is Verdict.TARGET_NOT_MET:
        assert k / n <= decision.upper < threshold
    else:
        assert decision.verdict is Verdict.INCONCLUSIVE
        assert decision.lower <= threshold <= decision.upper
    assert mirrored.verdict is decision.verdict


def test_a_point_beyond_the_target_can_be_inconclusive() -> None:
    """370 of 400 is 0.925, and its lower bound 0.8996 lies below 0.90."""
    decision = share_target(370, 400, 0.9, "at_least")

    assert decision.verdict is Verdict.INCONCLUSIVE
    assert "0.8996" in decision.decided_by


def test_no_file_is_not_computable() -> None:
    """Nothing observed meets no target and misses none."""
    decision = share_target(0, 0, 0.9, "at_least")

    assert decision.verdict is Verdict.NOT_COMPUTABLE
    assert decision.rate is None
    assert decision.lower is None


@pytest.mark.parametrize(
    ("threshold", "direction", "smallest"), [(0.95, "at_least", 59), (0.05, "at_most", 59), (0.9, "at_least", 29)]
)
def test_the_smallest_n_is_the_first_at_which_a_perfect_result_would_do(
    threshold: float, direction: str, smallest: int
) -> None:
    """One file fewer is inconclusive even without a single failure."""
    assert share_target(0, 0, threshold, direction).smallest_n == smallest
    perfect = smallest if direction == "at_least" else 0
    below = smallest - 1 if direction == "at_least" else 0
    assert share_target(perfect, smallest, threshold, direction).verdict is Verdict.TARGET_MET
    assert share_target(below, smallest - 1, threshold, direction).verdict is Verdict.INCONCLUSIVE


def test_a_target_that_nothing_can_show_says_so() -> None:
    """No number of files shows that a share exceeds 1."""
    assert share_target(5, 5, 1.0, "at_least").smallest_n is None
    assert share_target(5, 5, 1.0, "at_least").verdict is Verdict.INCONCLUSIVE
    assert share_target(1, 5, 0.0, "at_least").smallest_n == 1


def test_wrong_words_and_counts_are_faults_of_the_caller() -> None:
    """A target is at least or at most, and its counts are those of a share."""
    with pytest.raises(ValueError, match="at_least or at_most"):
        share_target(1, 2, 0.5, "about")
    with pytest.raises(ValueError, match="not a share"):
        share_target(3, 2, 0.5, "at_least")
