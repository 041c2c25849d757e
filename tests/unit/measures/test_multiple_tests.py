"""Adjusted p-values (M32)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.measures.multiple_tests import (
    benjamini_hochberg,
    bonferroni,
    family_size,
    fixed_sequence,
    holm,
    within_families,
)

families = st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=12)


@given(families)
def test_adjusting_never_lowers_a_p_value_and_keeps_the_order(p_values: list[float | None]) -> None:
    """Adjusted values lie between the raw ones and 1, keep their places and their order; Holm is the stricter."""
    strict, lenient = holm(p_values), benjamini_hochberg(p_values)

    known = [(p, s, b) for p, s, b in zip(p_values, strict, lenient, strict=True) if p is not None]
    assert [p is None for p in p_values] == [p is None for p in strict] == [p is None for p in lenient]
    for p, s, b in known:
        assert s is not None
        assert b is not None
        assert p - 1e-15 <= b <= s + 1e-12 <= 1 + 1e-11
    for adjusted in (strict, lenient):
        pairs = sorted((p, a) for p, a in zip(p_values, adjusted, strict=True) if p is not None and a is not None)
        assert [a for _, a in pairs] == sorted(a for _, a in pairs)


@given(families, st.integers(0, 5))
def test_tests_that_were_not_computable_do_not_count(p_values: list[float | None], n_more: int) -> None:
    """More of them change nothing."""
    padded = p_values + [None] * n_more

    assert holm(padded)[: len(p_values)] == holm(p_values)
    assert family_size(padded) == family_size(p_values)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_the_family_does_not_matter(p_values: list[float], random: object) -> None:
    """Each test keeps its adjusted value wherever it stands."""
    order = list(range(len(p_values)))
    random.shuffle(order)  # type: ignore[attr-defined]

    shuffled = holm([p_values[index] for index in order])

    assert shuffled == pytest.approx([holm(p_values)[index] for index in order])


def test_one_test_stays_as_it_is() -> None:
    """A family of one needs no adjustment, an empty one has nothing to adjust."""
    assert holm([0.04]) == [0.04]
    assert benjamini_hochberg([0.04]) == [0.04]
    assert holm([]) == []
    assert holm([None]) == [None]


@pytest.mark.parametrize("p_value", [-0.1, 1.1])
def test_what_is_no_p_value_is_a_fault_of_the_caller(p_value: float) -> None:
    """Probabilities lie between 0 and 1."""
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm([p_value])


@given(families)
def test_bonferroni_is_never_below_holm(p_values: list[float | None]) -> None:
    """It multiplies every p-value by the whole family."""
    for wide, narrow in zip(bonferroni(p_values), holm(p_values), strict=True):
        assert (wide is None) == (narrow is None)
        assert wide is None or narrow is None or narrow <= wide + 1e-12


@given(families, st.floats(0.001, 0.2))
def test_a_sequence_stops_at_the_first_claim_that_was_not_shown(p_values: list[float | None], alpha: float) -> None:
    """The claims that were shown are the first ones without a gap; what was not tested closes the gate."""
    found = fixed_sequence(p_values, alpha)

    shown = next((i for i, p in enumerate(p_values) if p is None or p > alpha), len(p_values))
    assert found.rejected == tuple(range(shown))
    known = next((i for i, p in enumerate(p_values) if p is None), len(p_values))
    assert all(p is None for p in found.adjusted[known:])
    assert list(found.adjusted[:known]) == sorted(p for p in found.adjusted[:known] if p is not None)


def test_a_family_pays_for_its_own_tests_only() -> None:
    """Exploratory tests do not make confirmatory ones harder."""
    families = {"confirmatory": [0.02, 0.011], "exploratory": [0.03, 0.2, 0.01]}

    assert within_families(families)["confirmatory"] == pytest.approx([0.022, 0.022])
    assert within_families(families, benjamini_hochberg)["exploratory"] == pytest.approx([0.045, 0.2, 0.03])


def test_a_number_that_is_no_p_value_is_a_fault_of_the_caller() -> None:
    """Also in a sequence."""
    for adjust in (holm, bonferroni, fixed_sequence):
        with pytest.raises(ValueError, match="between 0 and 1"):
            adjust([0.01, 1.2])
