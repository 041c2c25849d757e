"""Paired categories: symmetry and equal margins with their statistics (M36)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import SquareTable

from fairdesk.measures.categories import (
    ChiSquare,
    bowker,
    bowker_statistic,
    stuart_maxwell,
    stuart_maxwell_statistic,
)

cells = st.lists(st.integers(1, 40), min_size=9, max_size=9).map(lambda drawn: np.array(drawn).reshape(3, 3))


@given(cells)
def test_the_statistics_are_those_of_the_library_where_every_cell_is_filled(table: np.ndarray) -> None:
    """Bowker and Stuart-Maxwell, statistic and p-value."""
    library = SquareTable(table, shift_zeros=False)
    symmetry, margins = library.symmetry(), library.homogeneity()

    own_symmetry, own_margins = bowker_statistic(table), stuart_maxwell_statistic(table)

    assert isinstance(own_symmetry, ChiSquare)
    assert isinstance(own_margins, ChiSquare)
    assert (own_symmetry.chi2, own_symmetry.df) == pytest.approx((symmetry.statistic, symmetry.df))
    assert (own_margins.chi2, own_margins.df) == pytest.approx((margins.statistic, margins.df))
    assert bowker(table).p_value == pytest.approx(symmetry.pvalue)
    assert stuart_maxwell(table).p_value == pytest.approx(margins.pvalue)


def test_an_empty_pair_of_cells_is_no_degree_of_freedom() -> None:
    """The library keeps three; a pair without files says nothing about symmetry."""
    table = np.array([[5, 7, 0], [2, 5, 4], [0, 1, 5]])
    found = bowker_statistic(table)

    assert isinstance(found, ChiSquare)
    assert found.df == 2
    assert SquareTable(table, shift_zeros=False).symmetry().df == 3


def test_without_a_change_there_is_a_reason_and_no_number() -> None:
    """Also without any file."""
    for table in (np.zeros((3, 3), dtype=np.int64), np.diag([4, 0, 2])):
        assert bowker(table).p_value is stuart_maxwell(table).p_value is None
        assert bowker(table).reason
        assert stuart_maxwell(table).reason
