"""Two shares against each other: known numbers, symmetry, and no answer where there is none."""

from __future__ import annotations

import math
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.proportion import confint_proportions_2indep

from fairdesk.measures.ratios import fisher_p, katz_ratio, newcombe, paired_ratio, score_ratio

counts = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
inner = st.integers(4, 400).flatmap(lambda n: st.tuples(st.integers(1, n - 1), st.just(n)))


@settings(max_examples=60, deadline=None)
@given(first=inner, second=inner)
def test_they_agree_with_the_library_where_it_is_right(first: tuple[int, int], second: tuple[int, int]) -> None:
    """Between 0 and 1 the ends are those of statsmodels."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        difference = confint_proportions_2indep(*first, *second, compare="diff", method="newcomb")
        ratio = confint_proportions_2indep(*first, *second, compare="ratio", method="score", correction=False)
    ours, score = newcombe(*first, *second), score_ratio(*first, *second)

    assert ours is not None
    assert score is not None
    assert (ours.low, ours.high) == pytest.approx(difference, abs=1e-9)
    assert (score.low, score.high) == pytest.approx(ratio, rel=1e-4)


@settings(max_examples=100, deadline=None)
@given(first=counts, second=counts)
def test_swapping_the_groups_turns_the_intervals_round(first: tuple[int, int], second: tuple[int, int]) -> None:
    """The difference changes its sign, the ratio becomes its inverse, and the observed values lie inside."""
    one, other = newcombe(*first, *second), newcombe(*second, *first)
    assert one is not None
    assert other is not None
    assert (one.low, one.high) == pytest.approx((-(other.high or 0), -(other.low or 0)), abs=1e-9)

    ratio, inverse = score_ratio(*first, *second), score_ratio(*second, *first)
    if first[0] + second[0] == 0:
        assert ratio is None
        return
    assert ratio is not None
    assert inverse is not None
    assert ratio.low is not None
    assert inverse.low is not None
    assert ratio.high is None or ratio.high == pytest.approx(
        math.inf if inverse.low == 0 else 1 / inverse.low, rel=1e-9
    )
    if second[0]:
        observed = (first[0] / first[1]) / (second[0] / second[1])
        assert ratio.high is not None
        assert ratio.low <= observed * (1 + 1e-9)
        assert observed <= ratio.high * (1 + 1e-9)


def test_both_shares_one_still_have_a_score_interval() -> None:
    """Ten of ten against ten of ten: 1 is inside, and neither end is 1; the library answers a complex number."""
    found = score_ratio(10, 10, 10, 10)

    assert found is not None
    assert found.low == pytest.approx(1 / 1.3841459, abs=1e-6)
    assert found.high == pytest.approx(1.3841459, abs=1e-6)


def test_nothing_is_answered_where_nothing_was_observed() -> None:
    """No success at all, empty groups, files that do not differ: None, never parity or p = 1."""
    assert score_ratio(0, 10, 0, 10) is None
    assert score_ratio(0, 0, 1, 10) is None
    assert newcombe(0, 0, 1, 10) is None
    assert katz_ratio(0, 10, 5, 10) is None
    assert katz_ratio(10, 10, 10, 10) is None
    assert paired_ratio(5, 0, 0, 5) is None
    assert paired_ratio(0, 0, 3, 5) is None
    assert fisher_p(0, 10, 0, 20) is None
    assert fisher_p(10, 10, 20, 20) is None
    assert fisher_p(0, 0, 2, 20) is None


def test_one_side_without_success_gives_an_interval_with_one_end() -> None:
    """0 against 5 of 10 has a high end only above 0; 5 of 10 against 0 has no high end."""
    low, high = score_ratio(0, 10, 5, 10), score_ratio(5, 10, 0, 10)

    assert low is not None
    assert high is not None
    assert (low.low, low.high) == (0.0, pytest.approx(0.6128606, abs=1e-6))
    assert (high.low, high.high) == (pytest.approx(1.6316925, abs=1e-6), None)


def test_huge_counts_are_taken() -> None:
    """A billion files a group: finite ends on both sides of the observed ratio."""
    found = score_ratio(1, 10**9, 10**9, 10**9)

    assert found is not None
    assert found.high is not None
    assert 0 < (found.low or 0) < 1e-9 < found.high

    nearly_all = score_ratio(10**9, 10**9, 10**9 - 1, 10**9)
    assert nearly_all is not None
    assert nearly_all.high is not None
    assert 1 - 1e-8 < (nearly_all.low or 0) < 1 < nearly_all.high < 1 + 1e-8


@pytest.mark.parametrize("ask", [newcombe, score_ratio, katz_ratio, fisher_p])
def test_counts_above_their_total_are_a_fault_of_the_caller(ask: object) -> None:
    """Eleven of ten is no share."""
    assert callable(ask)
    with pytest.raises(ValueError, match="11"):
        ask(11, 10, 5, 10)
