"""Concepts by identity (M42)."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures import concepts
from fairdesk.measures.concepts import Occurrences, concept_by_identity, screen_concepts
from fairdesk.measures.resampling import Resampling

RESAMPLING = Resampling(seed=3, n_flips=20_000)

groups = st.lists(
    st.integers(0, 12).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=0, max_size=4
)


def counted(rows: list[tuple[int, int]]) -> dict[str, Occurrences]:
    return {f"g{i}": Occurrences(with_concept=k, stories=n) for i, (k, n) in enumerate(rows)}


def by_enumeration(rows: list[tuple[int, int]]) -> float:
    """Freeman-Halton by whole numbers: every table, exact chances."""
    drawn = sum(k for k, _ in rows)
    chance = {
        table: math.prod(math.comb(n, k) for k, (_, n) in zip(table, rows, strict=True))
        for table in itertools.product(*(range(n + 1) for _, n in rows))
        if sum(table) == drawn
    }
    observed = chance[tuple(k for k, _ in rows)]
    return sum(c for c in chance.values() if c <= observed) / sum(chance.values())


@given(groups)
def test_the_exact_test_is_the_sum_over_all_tables(rows: list[tuple[int, int]]) -> None:
    """Equal to a count in whole numbers; null with a reason where no test exists, never 1."""
    found = concept_by_identity(counted(rows), RESAMPLING)

    held, stories = sum(k for k, _ in rows), sum(n for _, n in rows)
    if sum(n > 0 for _, n in rows) < 2 or held in (0, stories):
        assert found.test.p_value is None
        assert found.test.reason
        assert found.chi2 is found.p_chi2 is found.p_exact is None
    else:
        assert found.p_exact == pytest.approx(by_enumeration(rows), rel=1e-9)
        assert found.min_expected is not None
        assert found.test.p_value == (found.p_exact if found.min_expected < 5 else found.p_chi2)


def test_two_identities_are_those_of_fisher_and_of_the_uncorrected_chi_square() -> None:
    """The default of scipy would correct a 2 x 2 table for continuity; M42 does not."""
    table = [[9, 91], [2, 98]]
    found = concept_by_identity(counted([(9, 100), (2, 100)]), RESAMPLING)

    plain = stats.chi2_contingency(table, correction=False)
    assert found.chi2 == pytest.approx(plain.statistic)
    assert found.p_chi2 == pytest.approx(plain.pvalue)
    assert found.p_exact == pytest.approx(stats.fisher_exact(table).pvalue)


def test_drawn_tables_state_their_error_and_agree_with_the_counted_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where too many tables would have to be counted they are drawn; the same seed gives the same answer."""
    rows = [(30, 120), (14, 120), (18, 110)]
    exact = concept_by_identity(counted(rows), RESAMPLING)
    monkeypatch.setattr(concepts, "MOST_TABLES", 10)

    drawn = concept_by_identity(counted(rows), RESAMPLING)

    assert exact.p_exact_error == 0.0
    assert exact.p_exact is not None
    assert drawn.p_exact_error
    assert drawn.p_exact == pytest.approx(exact.p_exact, abs=4 * drawn.p_exact_error)
    assert drawn == concept_by_identity(counted(rows), RESAMPLING)
    assert concept_by_identity(counted(rows), replace(RESAMPLING, seed=4)).p_exact != drawn.p_exact


def test_an_identity_without_stories_is_not_measured_and_not_tested() -> None:
    """It is neither a frequency of 0 nor a row of the table."""
    found = concept_by_identity(counted([(30, 120), (14, 120), (0, 0)]), RESAMPLING)

    assert isinstance(found.frequency["g2"], NotMeasured)
    assert isinstance(found.frequency["g0"], Estimate)
    assert found.df == 1


def test_concepts_are_adjusted_over_all_that_were_examined() -> None:
    """The family is what has a p-value; concepts without a test are counted as examined."""
    strong, weak, none = counted([(30, 120), (2, 120)]), counted([(9, 100), (2, 100)]), counted([(0, 100), (0, 100)])

    found = screen_concepts({"a": strong, "b": none, **{f"c{i}": weak for i in range(3)}}, RESAMPLING)

    assert (found.n_examined, found.n_tested) == (5, 4)
    assert found.associations["b"].test.p_adjusted is None
    assert found.kept[0] == "a"
    assert "5 concepts examined" in concepts.screening_sentence(found, "a list of words")


def test_counts_that_cannot_be_are_a_fault_of_the_caller() -> None:
    """More stories with the concept than stories."""
    with pytest.raises(ValueError, match="not a share"):
        concept_by_identity(counted([(3, 2)]), RESAMPLING)


def test_many_identities_and_few_stories_are_still_counted_exactly() -> None:
    """Eight identities with ten finds have fewer than 20,000 tables, though a product of ranges is far larger."""
    found = concept_by_identity(counted([(10, 100)] + [(0, 100)] * 7), RESAMPLING)

    assert found.p_exact_error == 0.0
    assert found.p_exact is not None
    assert 0 < found.p_exact < 1e-6


@pytest.mark.parametrize(("with_concept", "expected"), [(5, 5.0), (8, 2.0), (0, 0.0), (10, 0.0)])
def test_the_smallest_expected_count_of_one_identity_is_no_zero_for_want_of_a_test(
    with_concept: int, expected: float
) -> None:
    """Where nothing can be compared, the smallest expected count is still that of the table."""
    found = concept_by_identity({"a": Occurrences(with_concept=with_concept, stories=10)}, Resampling(seed=1))

    assert found.test.p_value is None
    assert found.min_expected == pytest.approx(expected)
