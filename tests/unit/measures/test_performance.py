"""Performance disparity (M22)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.performance import (
    Correct,
    Documents,
    bits_per_byte,
    bits_per_byte_difference,
    performance_disparity,
)
from fairdesk.measures.resampling import Resampling

FEW = Resampling(seed=1, n_resamples=99)

counts = st.integers(0, 80).flatmap(lambda n: st.integers(0, n).map(lambda k: Correct(correct=k, n=n)))
groups = st.lists(counts, max_size=5).map(lambda drawn: {f"g{at}": one for at, one in enumerate(drawn)})


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


@given(groups)
def test_averages_lie_between_worst_and_best(drawn: dict[str, Correct]) -> None:
    """Micro and macro mean lie between the lowest and the highest accuracy, and each interval holds its value."""
    found = performance_disparity(drawn)
    rates = [one.correct / one.n for one in drawn.values() if one.n]

    for outcome in (found.micro, found.macro):
        if not rates:
            assert isinstance(outcome, NotMeasured)
            continue
        one = measured(outcome)
        assert min(rates) - 1e-9 <= one.value <= max(rates) + 1e-9
        assert one.interval is not None
        assert one.interval.low is not None
        assert one.interval.high is not None
        assert 0 <= one.interval.low <= one.value + 1e-9
        assert one.value - 1e-9 <= one.interval.high <= 1


@given(groups)
def test_the_gap_is_between_ranked_groups_alone(drawn: dict[str, Correct]) -> None:
    """Groups under 10 items are shown and not ranked; fewer than two ranked groups have no gap."""
    found = performance_disparity(drawn)
    ranked = [one.correct / one.n for one in drawn.values() if one.n >= 10]

    if len(ranked) < 2:
        assert isinstance(found.gap, NotMeasured)
        assert found.worst_group == ""
        return
    assert measured(found.gap).value == pytest.approx(max(ranked) - min(ranked))
    if max(ranked) > min(ranked):
        worst = drawn[found.worst_group]
        assert worst.correct / worst.n == min(ranked)
        assert found.worst_lower is not None
        assert found.worst_lower <= min(ranked)
    else:
        assert found.worst_group == found.best_group == ""


def test_equal_groups_have_no_worst() -> None:
    """With equal accuracy nobody is named worst, and the gap of 0 has an interval."""
    found = performance_disparity({"a": Correct(correct=8, n=10), "b": Correct(correct=80, n=100)})

    assert measured(found.gap).value == 0.0
    assert measured(found.gap).interval is not None
    assert found.worst_group == ""


def test_bytes_are_those_of_the_encoding() -> None:
    """A text without bytes has no bits per byte; a model that is certain needs 0 of them."""
    assert isinstance(bits_per_byte(Documents(sum_logprob=np.zeros(1), n_bytes=np.zeros(1)), FEW), NotMeasured)
    assert isinstance(bits_per_byte(Documents(sum_logprob=np.zeros(0), n_bytes=np.zeros(0)), FEW), NotMeasured)
    certain = bits_per_byte(Documents(sum_logprob=np.zeros(2), n_bytes=np.array([3.0, 4.0])), FEW)
    assert measured(certain).value == 0.0
    assert measured(certain).interval is None


def test_a_log_probability_above_zero_is_refused() -> None:
    """No text is more likely than certain."""
    with pytest.raises(ValueError, match="log-probability"):
        bits_per_byte(Documents(sum_logprob=np.array([0.1]), n_bytes=np.array([3.0])), FEW)


def test_the_difference_is_antisymmetric() -> None:
    """Exchanging the groups turns the sign of the difference and inverts the ratio."""
    rng = np.random.default_rng(3)
    one, other = (
        Documents(sum_logprob=-rng.uniform(5, 50, 40), n_bytes=rng.integers(5, 60, 40).astype(float)) for _ in "ab"
    )

    difference, ratio = bits_per_byte_difference(one, other, FEW)
    turned, inverse = bits_per_byte_difference(other, one, FEW)

    assert measured(turned).value == pytest.approx(-measured(difference).value)
    assert measured(inverse).value == pytest.approx(1 / measured(ratio).value)
    first, second = measured(difference).interval, measured(turned).interval
    assert first is not None
    assert second is not None
    assert first.low is not None
    assert second.high is not None
    assert second.high == pytest.approx(-first.low)


def test_one_bit_per_byte() -> None:
    """A text whose every byte had probability one half needs one bit per byte."""
    documents = Documents(sum_logprob=np.array([-8 * math.log(2)]), n_bytes=np.array([8.0]))

    assert measured(bits_per_byte(documents, FEW)).value == pytest.approx(1.0)
