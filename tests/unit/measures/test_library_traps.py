"""Degenerate input that libraries answer wrongly (methods.md section 6), and what FairDesk answers."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import SquareTable
from statsmodels.stats.contingency_tables import mcnemar as library_mcnemar
from statsmodels.stats.multitest import multipletests

from fairdesk.measures import categories, counterfactual, intervals, multiple_tests
from fairdesk.measures.resampling import Resampling


def test_mcnemar_without_a_differing_file_is_not_one() -> None:
    """The library answers 1.0 to b = c = 0; there is nothing to test."""
    assert library_mcnemar(np.array([[5, 0], [0, 5]]), exact=True).pvalue == 1.0

    test = categories.mcnemar(0, 0)

    assert test.p_value is None
    assert test.reason


def test_a_missing_p_value_is_not_a_test_of_the_family() -> None:
    """The library counts NaN as a third test and answers 0.030; two real tests give 0.020."""
    assert multipletests([0.01, 0.5, np.nan], method="holm")[1][0] == pytest.approx(0.03)

    assert multiple_tests.holm([0.01, 0.5, None])[0] == pytest.approx(0.02)
    assert multiple_tests.holm([0.01, 0.5, float("nan")]) == [pytest.approx(0.02), 0.5, None]


def test_an_empty_pair_of_cells_is_no_degree_of_freedom() -> None:
    """The library's symmetry test keeps three degrees of freedom when only two pairs of cells hold files."""
    table = np.array([[20, 9, 0], [2, 50, 7], [0, 1, 8]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        library = SquareTable(table, shift_zeros=False).symmetry()
    assert library.df == 3

    chi2 = 7**2 / 11 + 6**2 / 8
    assert categories.bowker(table).p_value == pytest.approx(stats.chi2.sf(chi2, 2))


def test_equal_changes_have_no_t_test() -> None:
    """The library answers p = 0 to equal non-zero changes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert stats.ttest_1samp(np.full(6, -1.0), 0).pvalue == 0.0

    assert intervals.summarise_mean(np.full(6, -1.0)).p_value is None


def test_no_changed_pair_is_not_a_sign_test() -> None:
    """The library raises on zero trials."""
    with pytest.raises(ValueError, match="n"):
        stats.binomtest(0, 0)

    assert counterfactual.sign_test(0, 0).p_value is None


def test_constant_data_has_no_bootstrap_interval() -> None:
    """The library answers NaN."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = stats.bootstrap((np.zeros(9),), np.mean, n_resamples=99, method="BCa").confidence_interval
    assert np.isnan(found.low)

    assert intervals.bootstrap_mean(np.zeros(9), Resampling(seed=1)) is None


def test_where_libraries_are_right_fairdesk_agrees() -> None:
    """McNemar, Bowker, Stuart-Maxwell, Holm and Benjamini-Hochberg equal statsmodels on ordinary input."""
    table = np.array([[20, 25, 3], [8, 280, 6], [1, 9, 8]])
    square = SquareTable(table, shift_zeros=False)
    p_values = [0.001, 0.2, 0.03, 0.04, 0.5]

    assert categories.mcnemar(12, 4).p_value == pytest.approx(
        library_mcnemar(np.array([[40, 12], [4, 44]]), exact=True).pvalue
    )
    assert categories.bowker(table).p_value == pytest.approx(square.symmetry().pvalue)
    assert categories.stuart_maxwell(table).p_value == pytest.approx(square.homogeneity().pvalue)
    assert multiple_tests.holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])
    assert multiple_tests.benjamini_hochberg(p_values) == pytest.approx(multipletests(p_values, method="fdr_bh")[1])
