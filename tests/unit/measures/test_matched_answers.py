"""Matched answers to two versions: what enters, what is tested, and that nothing is made up."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.categories import mcnemar
from fairdesk.measures.matched_answers import groups_test, matched_difference, share_of

flags = st.lists(st.tuples(st.sampled_from([0.0, 1.0, np.nan]), st.sampled_from([0.0, 1.0, np.nan])), max_size=30)


@settings(max_examples=200, derandomize=True, deadline=None)
@given(pairs=flags)
def test_only_whole_matches_enter(pairs: list[tuple[float, float]]) -> None:
    """The difference is that of the shares among matches with both answers; without one it is not measured."""
    first, second = (np.array([pair[side] for pair in pairs], dtype=np.float64) for side in (0, 1))
    whole = [pair for pair in pairs if not np.isnan(pair).any()]
    found = matched_difference(first, second, "share", "")
    if not whole:
        assert isinstance(found, NotMeasured)
        return
    assert isinstance(found, Estimate)
    assert found.n == len(whole)
    assert found.value == pytest.approx(np.mean([one - other for one, other in whole]))
    assert -1 <= found.value <= 1
    assert found.missing == {"first version": int(np.isnan(first).sum()), "second version": int(np.isnan(second).sum())}


@settings(max_examples=200, derandomize=True, deadline=None)
@given(pairs=flags)
def test_one_match_a_group_is_mcnemar(pairs: list[tuple[float, float]]) -> None:
    """Where every item is asked once and stands alone, the test of groups is McNemar's exact test."""
    first, second = (np.array([pair[side] for pair in pairs], dtype=np.float64).reshape(-1, 1) for side in (0, 1))
    ups = int((first - second > 0).sum())
    downs = int((first - second < 0).sum())
    found = groups_test(first, second, np.arange(len(pairs)))
    assert found.p_value == mcnemar(ups, downs).p_value
    assert bool(found.reason) == (found.p_value is None)


def test_near_copies_count_once() -> None:
    """Ten items of one group that all move the same way are one observation: the p-value is that of one."""
    first, second = np.ones((10, 2, 3)), np.zeros((10, 2, 3))
    assert groups_test(first, second, np.zeros(10, dtype=np.int64)).p_value == 1.0
    assert groups_test(first, second, np.arange(10)).p_value == pytest.approx(2 / 2**10)


def test_a_share_of_nothing_is_not_measured() -> None:
    """Answers that could not be read are no zeros: without a readable one there is no share, and they are counted."""
    nothing = share_of(np.full((2, 3), np.nan), "nothing was read")
    assert isinstance(nothing, NotMeasured)
    assert nothing.reason == "nothing was read"
    assert nothing.missing == {"without an answer": 6}
    found = share_of(np.array([1.0, np.nan, 1.0, 0.0]), "")
    assert isinstance(found, Estimate)
    assert found.value == pytest.approx(2 / 3)
    assert (found.n, found.missing["without an answer"]) == (3, 1)
