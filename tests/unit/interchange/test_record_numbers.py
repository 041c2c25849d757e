"""Numbers as people write them, and headings as people call them."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import ColumnUse, FileReading
from fairdesk.interchange.column_names import apply_choices, guess_columns
from fairdesk.interchange.record_numbers import Doubt, read_cell
from fairdesk.interchange.value_columns import read_values


def reading(decimal: str = "", percent: str = "") -> FileReading:
    return FileReading(format="csv", decimal=decimal, percent=percent)


@pytest.mark.parametrize(
    ("cell", "decimal", "value"),
    [
        ("4", "", 4),
        (" 4 ", "", 4),
        ("-1.5", ".", -1.5),
        ("+2", "", 2),
        ("\u22123", "", -3),
        ("1.286", ".", 1.286),
        ("1.286", ",", 1286),
        ("1,286", ".", 1286),
        ("0,435", ",", 0.435),
        ("1.286,5", "", 1286.5),
        ("1,286.5", "", 1286.5),
        ("1\u202f286,5", ",", 1286.5),
        ("1'286.5", ".", 1286.5),
        ("1,286,500", "", 1286500),
        ("3.5", "", 3.5),
        ("3,5", "", 3.5),
        (".5", ".", 0.5),
        ("5.", ".", 5),
        ("1e3", "", 1000),
        ("1,5E-3", ",", 0.0015),
    ],
)
def test_numbers_are_read_in_the_signs_that_people_use(cell: str, decimal: str, value: float) -> None:
    """Spaces, apostrophes, points and commas stand between thousands; a minus may be typographic."""
    assert read_cell(cell, reading(decimal)).value == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("cell", "decimal", "doubt"),
    [
        ("1.286", "", Doubt.DECIMAL),
        ("0,435", "", Doubt.DECIMAL),
        ("3,5", ".", Doubt.OTHER_SIGN),
        ("0,435", ".", Doubt.OTHER_SIGN),
        ("1.286,5", ".", Doubt.OTHER_SIGN),
        ("80 %", "", Doubt.PERCENT),
    ],
)
def test_numbers_with_two_readings_are_doubts(cell: str, decimal: str, doubt: Doubt) -> None:
    """No number comes out of a cell that could mean another."""
    found = read_cell(cell, reading(decimal))

    assert found.value is None
    assert found.doubt is doubt


cells = st.one_of(
    st.text(max_size=12),
    st.lists(st.sampled_from([*"0123456789.,-+eE% '", "\u202f", "nan", "NA", "refused", "/", "="]), max_size=9).map(
        "".join
    ),
    st.floats().map(repr),
)


@given(
    column=st.lists(cells, max_size=12), decimal=st.sampled_from(["", ".", ","]), percent=st.sampled_from(["", "share"])
)
def test_a_column_is_read_like_its_cells(column: list[str], decimal: str, percent: str) -> None:
    """The bulk reader and the one for single cells agree, and a cell is a number, a reason or a doubt; never two."""
    found = read_values(pa.array(column, pa.string()), None, reading(decimal, percent))
    doubts = dict(found.doubts)

    for row, cell in enumerate(column):
        single = read_cell(cell, reading(decimal, percent))
        assert doubts.get(row) is single.doubt
        if single.value is None:
            assert np.isnan(found.value[row])
            assert single.doubt is not None or (found.reason[row] == single.reason != "")
        else:
            assert found.value[row] == single.value
            assert (found.status[row], found.reason[row]) == ("answered", "")


@pytest.mark.parametrize(
    ("headings", "uses"),
    [
        (("Case ID", "Variant", "Sample", "Model Answer"), ("item", "variant", "sample", "text")),
        (("Fall-ID", "Variante", "Bewertung", "Geschlecht"), ("item", "variant", "value", "attribute")),
        (("ITEM", "base", "female"), ("item", "base", "arm")),
        (("id", "group", "score", "answer", "seed"), ("item", "variant", "value", "text", "ignored")),
        (("model", "id", "item", "condition", "value"), ("system", "ignored", "item", "variant", "value")),
        (
            ("item", "variant", "value", "attributes.sex", "original"),
            ("item", "variant", "value", "attribute", "ignored"),
        ),
    ],
)
def test_headings_are_guessed_in_english_and_german(headings: tuple[str, ...], uses: tuple[str, ...]) -> None:
    """Capitals, spaces and signs do not count; of two columns for one use the likelier heading wins."""
    numeric = [heading not in ("Model Answer", "answer", "Geschlecht", "seed") for heading in headings]

    assert tuple(column.use.value for column in guess_columns(headings, numeric)) == uses


def test_what_the_user_says_overrides_the_guess() -> None:
    """A column that is named takes the place of the guessed one; attributes and variants carry their name."""
    guessed = guess_columns(("item", "variant", "value", "points", "where=from"), [False, False, True, True, False])

    columns = apply_choices(guessed, ("points=value", "where=from=attribute.origin", "Variant=variant"))

    assert {column.column: (column.use, column.name) for column in columns} == {
        "item": (ColumnUse.ITEM, ""),
        "variant": (ColumnUse.VARIANT, ""),
        "value": (ColumnUse.IGNORED, ""),
        "points": (ColumnUse.VALUE, ""),
        "where=from": (ColumnUse.ATTRIBUTE, "origin"),
    }


@pytest.mark.parametrize("choice", ["gone=item", "item=colour", "item=variant.", "item", "=item"])
def test_a_choice_that_names_nothing_is_refused_with_what_there_is(choice: str) -> None:
    """An unknown column lists the columns, an unknown field the fields."""
    with pytest.raises(ImportProblem) as caught:
        apply_choices(guess_columns(("item", "variant", "value"), [False, False, True]), (choice,))

    assert "--map" in caught.value.advice


def test_one_field_cannot_be_two_columns() -> None:
    """Two columns named for the value are a contradiction, not an order of precedence."""
    with pytest.raises(ImportProblem, match="both mapped to value"):
        apply_choices(guess_columns(("a", "b"), [True, True]), ("a=value", "b=value"))
