"""Missing and refused answers (methods.md M39)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.missing import Answer, answer_table

answers = st.one_of(st.integers(1, 5).map(float), st.sampled_from([Status.REFUSED, Status.UNREADABLE, Status.FAILED]))


@given(st.lists(st.tuples(answers, answers), max_size=30), st.lists(st.floats(1, 5), min_size=60, max_size=60))
def test_whatever_was_missing_the_shift_lies_in_its_bounds(
    pairs: list[tuple[Answer, Answer]], fillings: list[float]
) -> None:
    """Any values on the scale in place of the gaps give a mean shift within the bounds; the cells add up."""
    found = answer_table([a for a, _ in pairs], [b for _, b in pairs], (1.0, 5.0))

    cells = (found.complete, found.only_original_missing, found.only_variant_missing, found.both_missing)
    assert sum(cells) == found.n == len(pairs)
    if not pairs:
        assert found.shift_bounds is None
        return
    filling = iter(fillings)
    filled = [tuple(next(filling) if isinstance(v, Status) else v for v in pair) for pair in pairs]
    shift = sum(second - first for first, second in filled) / len(pairs)
    assert found.shift_bounds is not None
    assert found.shift_bounds[0] - 1e-9 <= shift <= found.shift_bounds[1] + 1e-9


def test_unequal_refusal_is_tested() -> None:
    """Eight refusals only as variant: the missing answers themselves differ."""
    found = answer_table([3.0] * 20, [Status.REFUSED] * 8 + [3.0] * 12, (1.0, 5.0))

    assert found.missingness_test.p_value == pytest.approx(2 * 0.5**8)
    assert (found.refused_original, found.refused_variant) == (0, 8)


def test_refusing_both_is_consistent_and_an_unreadable_answer_is_not_a_category() -> None:
    """Refusal counts as an answer of its own; an answer that could not be read is left out and named."""
    found = answer_table(
        [Status.REFUSED, 3.0, Status.UNREADABLE, Status.REFUSED], [Status.REFUSED, 3.0, 4.0, 2.0], (1.0, 5.0)
    )

    consistency = found.consistency_with_refusal
    assert isinstance(consistency, Estimate)
    assert consistency.value == pytest.approx(2 / 3)
    assert consistency.missing == {"original": 1, "variant": 0, "files": 1}


def test_without_usable_files_nothing_is_measured() -> None:
    """All failed: no consistency, no shift bounds without a scale."""
    found = answer_table([Status.FAILED], [Status.FAILED], ())

    assert isinstance(found.consistency_with_refusal, NotMeasured)
    assert found.shift_bounds is None
    assert found.missingness_test.p_value is None


def test_an_answered_file_without_its_value_is_a_fault_of_the_caller() -> None:
    """The status never stands in for a value."""
    with pytest.raises(ValueError, match="needs its value"):
        answer_table([Status.ANSWERED], [3.0], (1.0, 5.0))
