"""Cohen's and Fleiss' kappa (M28)."""

from __future__ import annotations

import warnings

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from statsmodels.stats import inter_rater

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.agreement import NEEDS_TWO_RATERS, NO_VARIATION
from fairdesk.measures.kappas import cohen_kappa, fleiss_kappa, kappa_of_two
from fairdesk.measures.resampling import Resampling

FEW = Resampling(seed=1, n_resamples=40)
Table = npt.NDArray[np.int64]

tables = arrays.arrays(np.int64, st.integers(2, 4).map(lambda k: (k, k)), elements=st.integers(0, 30))
unit_counts = st.integers(2, 5).flatmap(
    lambda raters: st.lists(
        st.lists(st.integers(0, 2), min_size=raters, max_size=raters).map(lambda row: np.bincount(row, minlength=3)),
        min_size=1,
        max_size=12,
    ).map(np.array)
)


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


@given(tables, st.booleans())
def test_kappa_is_symmetric_and_its_interval_holds_it(table: Table, weighted: bool) -> None:
    """Exchanging the raters changes nothing; the interval lies between -1 and 1 and holds kappa."""
    values = np.arange(float(table.shape[0])) if weighted else None
    first, second = cohen_kappa(table, values), cohen_kappa(table.T, values)

    if isinstance(first, NotMeasured):
        assert second == first
        return
    assert measured(second).value == pytest.approx(first.value)
    assert -1 - 1e-9 <= first.value <= 1 + 1e-9
    if first.interval is not None:
        assert first.interval.low is not None
        assert first.interval.high is not None
        assert -1 <= first.interval.low <= first.value <= first.interval.high <= 1


@given(tables)
def test_kappa_equals_the_library_where_it_is_right(table: Table) -> None:
    """With two categories in both margins value and standard error are the library's."""
    table = table + 1

    for found, library in (
        (cohen_kappa(table), inter_rater.cohens_kappa(table)),
        (cohen_kappa(table, np.arange(float(table.shape[0]))), inter_rater.cohens_kappa(table, wt="quadratic")),
    ):
        assert measured(found).value == pytest.approx(library.kappa, abs=1e-9)
        assert measured(found).details["se"] == pytest.approx(library.std_kappa, abs=1e-6)


@given(tables)
def test_categories_that_nobody_used_change_nothing(table: Table) -> None:
    """An empty row and column leave kappa as it is."""
    wider = np.zeros((table.shape[0] + 1, table.shape[0] + 1), dtype=np.int64)
    wider[:-1, :-1] = table
    first, second = cohen_kappa(table), cohen_kappa(wider)

    assert isinstance(first, Estimate) == isinstance(second, Estimate)
    if isinstance(first, Estimate):
        assert measured(second).value == pytest.approx(first.value)


def test_no_variation_is_not_perfect_agreement() -> None:
    """The library answers NaN to a single category; there is nothing to measure (public case ST-05)."""
    table = np.array([[9, 0], [0, 0]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert np.isnan(inter_rater.cohens_kappa(table, return_results=False))
        assert np.isnan(inter_rater.fleiss_kappa(np.array([[3, 0], [3, 0]])))

    for found in (cohen_kappa(table), fleiss_kappa(np.array([[3, 0], [3, 0]]), FEW)):
        assert isinstance(found, NotMeasured)
        assert found.reason == NO_VARIATION


def test_no_unit_and_one_rater_are_not_measured() -> None:
    """Nothing rated and one rater are said in words (public case ST-09)."""
    assert isinstance(cohen_kappa(np.zeros((3, 3), dtype=np.int64)), NotMeasured)
    assert isinstance(cohen_kappa(np.zeros((0, 0), dtype=np.int64)), NotMeasured)
    assert isinstance(fleiss_kappa(np.zeros((0, 3), dtype=np.int64), FEW), NotMeasured)
    alone = fleiss_kappa(np.array([[1, 0], [0, 1]]), FEW)
    assert isinstance(alone, NotMeasured)
    assert alone.reason == NEEDS_TWO_RATERS


def test_complete_agreement_has_no_interval_of_its_own() -> None:
    """The standard error of complete agreement is 0; a point is no interval."""
    found = measured(cohen_kappa(np.array([[20, 0], [0, 20]])))

    assert found.value == 1.0
    assert found.interval is None
    assert found.warnings


def test_a_rater_who_gave_one_value_is_told() -> None:
    """Kappa is 0 whatever such raters agree on: the 0 does not stand without the warning."""
    found = measured(cohen_kappa(np.array([[40, 5], [0, 0]])))

    assert found.value == pytest.approx(0.0)
    assert any("single category" in words for words in found.warnings)


def test_weights_follow_the_values_not_their_places() -> None:
    """1 and 5 lie further apart than 1 and 2, also where nobody gave 3 and 4."""
    first = np.array([1.0, 2.0, 5.0, 1.0, 2.0, 5.0, 1.0, 2.0])
    second = np.array([1.0, 2.0, 5.0, 2.0, 1.0, 5.0, 1.0, 2.0])

    by_value = measured(kappa_of_two(first, second, weighted=True))
    by_place = measured(kappa_of_two(np.where(first == 5, 3, first), np.where(second == 5, 3, second), weighted=True))

    assert by_value.value > by_place.value


def test_units_of_one_rater_do_not_enter() -> None:
    """A unit that only one of two raters rated is no unit of their agreement."""
    first = np.array([1.0, 2.0, 1.0, 2.0, np.nan])
    second = np.array([1.0, 2.0, 2.0, 2.0, 1.0])

    assert measured(kappa_of_two(first, second, weighted=False)).n == 4


def test_measurements_are_no_categories() -> None:
    """Hundreds of different values are refused with a hint to alpha, and never become a table of their square."""
    found = kappa_of_two(np.arange(500.0), np.arange(500.0) + 0.5, weighted=True)

    assert isinstance(found, NotMeasured)
    assert "alpha" in found.reason


@given(unit_counts)
def test_fleiss_kappa_equals_the_library_where_it_is_right(counts: Table) -> None:
    """With variation the value is the library's, and the interval does not pass 1."""
    found = fleiss_kappa(counts, FEW)

    if np.count_nonzero(counts.sum(axis=0)) < 2:
        assert isinstance(found, NotMeasured)
        return
    assert measured(found).value == pytest.approx(inter_rater.fleiss_kappa(counts))
    interval = measured(found).interval
    assert interval is None or (interval.high is not None and interval.high <= 1 + 1e-9)


def test_unequal_numbers_of_ratings_are_referred_to_alpha() -> None:
    """The library raises on them."""
    found = fleiss_kappa(np.array([[3, 0], [1, 1]]), FEW)

    assert isinstance(found, NotMeasured)
    assert "alpha" in found.reason
