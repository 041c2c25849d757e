"""Decisions of the same files and selection rates of groups: whole-number rules and no ratio out of nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.decisions import Selection, paired_decisions, paired_selection, selection_rates


def test_no_changed_decision_is_not_tested() -> None:
    """A library answers p = 1 and an odds ratio of nothing; the difference 0 of 40 files stays, with its interval."""
    found = paired_decisions(0, 0, 40)

    assert (found.test.p_value, found.p_mid) == (None, None)
    assert isinstance(found.odds_ratio, NotMeasured)
    assert isinstance(found.rate_difference, Estimate)
    assert found.rate_difference.value == 0
    assert isinstance(paired_decisions(0, 0, 0).rate_difference, NotMeasured)


def test_mid_p_of_equal_counts() -> None:
    """Two and two: 1 less half the chance of this split, as in the source."""
    assert paired_decisions(2, 2, 10).p_mid == pytest.approx(1 - 0.5 * 6 / 16)


def test_one_way_changes_have_no_finite_odds_ratio() -> None:
    """All changes from no to yes: no odds ratio; all from yes to no: 0 with an interval above it."""
    assert isinstance(paired_decisions(0, 4, 10).odds_ratio, NotMeasured)
    found = paired_decisions(4, 0, 10).odds_ratio
    assert isinstance(found, Estimate)
    assert found.value == 0
    assert found.interval is not None
    assert (found.interval.high or 0) > 0.5


def test_a_group_of_one_is_no_reference() -> None:
    """50 of 100, 48 of 100 and 1 of 1, below 2 percent of all: the one selected person flags nobody."""
    groups = {name: Selection(selected=k, n=n) for name, k, n in (("A", 50, 100), ("B", 48, 100), ("C", 1, 1))}
    found = selection_rates(groups, smallest_share=0.02)

    assert found.reference == "A"
    assert list(found.excluded) == ["C"]
    compared = found.comparisons["B"]
    assert isinstance(compared.ratio, Estimate)
    assert compared.ratio.value == pytest.approx(0.96)
    assert compared.below_four_fifths is False
    assert list(found.comparisons) == ["B"]


@settings(max_examples=80, deadline=None)
@given(k0=st.integers(1, 10_000), times=st.integers(1, 50))
def test_exactly_four_fifths_is_never_flagged(k0: int, times: int) -> None:
    """4 k0 of n against 5 k0 of n is 0.8 on whole numbers, whatever the floating point says."""
    n = 5 * k0 * times
    groups = {"ref": Selection(selected=5 * k0, n=n), "one": Selection(selected=4 * k0, n=n)}

    assert selection_rates(groups).comparisons["one"].below_four_fifths is False
    groups["one"] = Selection(selected=4 * k0 - 1, n=n)
    assert selection_rates(groups).comparisons["one"].below_four_fifths is True


def test_rates_of_nobody_have_no_ratio() -> None:
    """Nobody selected anywhere: no ratio, no flag, no exact test; a reference of 0 keeps difference and test."""
    none = {"A": Selection(selected=0, n=10), "B": Selection(selected=0, n=10)}
    found = selection_rates(none).comparisons["B"]
    assert isinstance(found.ratio, NotMeasured)
    assert found.below_four_fifths is None
    assert found.test.p_value is None

    some = {"A": Selection(selected=0, n=10), "B": Selection(selected=6, n=10)}
    found = selection_rates(some, reference="A").comparisons["B"]
    assert isinstance(found.ratio, NotMeasured)
    assert found.test.p_value == pytest.approx(0.0108359, abs=1e-6)
    assert isinstance(found.difference, Estimate)


def test_empty_groups_are_named_and_compare_with_nobody() -> None:
    """A group without people has no rate; when all are empty there is no reference."""
    empty = {"A": Selection(selected=0, n=0), "B": Selection(selected=0, n=0)}
    assert selection_rates(empty).reference == ""
    assert set(selection_rates(empty).excluded) == {"A", "B"}
    half = {"A": Selection(selected=0, n=0), "B": Selection(selected=3, n=9)}
    assert selection_rates(half).reference == "B"


def test_the_same_files_without_a_change_keep_their_ratio_and_lose_the_interval() -> None:
    """120 yes twice: ratio 1 was observed, but its formula gives no width; no yes at all: no ratio."""
    same = paired_selection(120, 0, 0, 280)
    assert isinstance(same.ratio, Estimate)
    assert (same.ratio.value, same.ratio.interval) == (1.0, None)
    assert same.test.p_value is None
    assert isinstance(paired_selection(0, 0, 0, 5).ratio, NotMeasured)
    assert isinstance(paired_selection(0, 0, 3, 5).ratio, NotMeasured)
