"""Records from workbooks, JSON lines and Parquet: typed cells are what they are, and nothing is computed."""

from __future__ import annotations

import io
import math

import numpy as np
import openpyxl
import pytest

from fairdesk.domain.records import LayoutChoices
from fairdesk.interchange.record_batches import RecordBatch
from fairdesk.interchange.record_files import guess_layout, read_records
from tests.unit.interchange import awkward_files as files


def read(content: bytes, **choices: object) -> RecordBatch:
    """The only batch of a small file."""
    layout, _ = guess_layout(io.BytesIO(content), LayoutChoices(**choices))  # type: ignore[arg-type]
    (batch,) = read_records(io.BytesIO(content), layout)
    return batch


def test_a_workbook_is_read_with_merged_headings_and_typed_cells() -> None:
    """Ids keep the zeros that the sheet shows, statuses are words, notes are dropped, and the sheet is named."""
    layout, preview = guess_layout(io.BytesIO(files.workbook()), LayoutChoices(sheet="Ratings"))
    batch = read(files.workbook(), sheet="Ratings", percent="share")

    assert [column.column for column in layout.columns] == ["Application", "original", "female", "older", "Signed"]
    assert layout.reading.header_line == 2
    assert "The sheet 'Ratings' is read." in layout.reading.notes
    assert batch.item[::3].tolist() == ["001", "002", "3"]
    assert batch.line[::3].tolist() == [3, 4, 6]
    assert [None if math.isnan(number) else number for number in batch.value] == [
        4,
        3.5,
        2,
        5,
        None,
        None,
        None,
        0.8,
        None,
    ]
    assert {dropped.reason: dropped.lines for dropped in preview.dropped} == {
        "blank": (5,),
        "notes below the records": (7,),
    }
    assert preview.columns[4].kind in ("date", "mixed")


def test_a_formula_without_a_stored_value_is_named_and_not_computed() -> None:
    """A program that writes formulas without their values leaves a cell that has no number; an error value likewise."""
    layout, _ = guess_layout(io.BytesIO(files.workbook()), LayoutChoices(sheet="Ratings"))
    batch = read(files.workbook(), sheet="Ratings", percent="share")

    assert any("formulas" in note for note in layout.reading.notes)
    assert batch.reason[5] == "a formula without a stored value: '=B4-1'"
    assert batch.reason[8] == "not a number: '#DIV/0!'"
    assert batch.reason[6] == "not a number: 'TRUE'"


def test_a_formula_is_no_name_of_an_item() -> None:
    """An id that would have to be computed is a problem of its row, with the cure."""
    book = openpyxl.Workbook()
    for row in (["item", "variant", "value"], ["a", "original", 1], ["=A2", "female", 2]):
        book.active.append(row)
    buffer = io.BytesIO()
    book.save(buffer)

    batch = read(buffer.getvalue())

    assert batch.item.tolist() == ["a"]
    assert [(problem.line, problem.column, problem.value) for problem in batch.problems] == [(3, "item", "=A2")]
    assert "save it there" in batch.problems[0].cure


def test_a_percent_format_has_the_same_two_readings_as_a_percent_sign() -> None:
    """0.8 shown as 80 % is asked about like the text 80 %."""
    _, preview = guess_layout(io.BytesIO(files.workbook()), LayoutChoices(sheet="Ratings"))

    assert [(question.field, question.examples) for question in preview.questions] == [("percent", ("80%",))]


def test_numbers_of_a_workbook_have_no_decimal_sign_to_be_misread() -> None:
    """1.286 in a typed cell is a number; the same three digits as a text are asked about."""
    book = openpyxl.Workbook()
    for row in (["item", "variant", "value"], ["a", "original", 1.286], ["a", "female", 2]):
        book.active.append(row)
    buffer = io.BytesIO()
    book.save(buffer)

    layout, preview = guess_layout(buffer)

    assert not preview.questions
    (batch,) = read_records(buffer, layout)
    assert batch.value.tolist() == [1.286, 2.0]
    assert not buffer.closed


def test_json_lines_are_read_with_nested_attributes_and_broken_lines_named() -> None:
    """NaN and null are no values, a long id keeps its digits, a broken line and a double key are problems."""
    layout, _ = guess_layout(io.BytesIO(files.json_lines()))
    batch = read(files.json_lines())

    assert [column.column for column in layout.columns] == ["item", "variant", "value", "attributes.sex"]
    assert batch.item.tolist() == ["a", "a", "b", "b", "12345678901234567890"]
    assert batch.status.tolist() == ["answered", "unreadable", "refused", "unreadable", "answered"]
    assert batch.value[[0, 4]].tolist() == [4, 1.286]
    assert batch.attributes["sex"].tolist() == ["m", "f", "m", "f", "m"]
    assert batch.line.tolist() == [1, 3, 4, 5, 8]
    assert [problem.line for problem in batch.problems] == [6, 7]
    assert "stands twice" in batch.problems[1].cause


def test_parquet_is_read_by_its_types() -> None:
    """Whole numbers as ids, words of a dictionary, NaN and null without a value, the word NA as a level."""
    batch = read(files.parquet())

    assert batch.item.tolist() == ["1", "1", "2", "2"]
    assert batch.variant.tolist() == ["original", "female"] * 2
    assert np.isnan(batch.value).tolist() == [False, False, True, True]
    assert batch.status.tolist() == ["answered", "answered", "unreadable", "unreadable"]
    assert batch.attributes["country"].tolist() == ["NA", "", "None", "DE"]


@pytest.mark.parametrize("use", ["sample", "status", "system"])
def test_further_columns_are_read_where_they_are(use: str) -> None:
    """Samples are whole numbers, statuses count before the cell beside them, systems are words."""
    content = (
        b"item,variant,value,sample,status,system\n"
        b"a,original,4,1,answered,base\na,original,3,2,refused,base\na,original,,2.5,failed,base\n"
        b"b,original,,3,not_attempted,base\nb,original,5,4,odd,base\nb,original,,5,answered,base\n"
    )
    batch = read(content)

    found = {
        "sample": batch.sample.tolist() == [1, 2, 3, 5],
        "status": batch.status.tolist() == ["answered", "refused", "not_attempted", "unreadable"],
        "system": batch.system.tolist() == ["base"] * 4,
    }
    assert found[use]
    assert batch.reason[1] == "recorded as 'refused'; the number 3 beside it is not used"
    assert [(problem.line, problem.column, problem.value) for problem in batch.problems] == [
        (4, "sample", "2.5"),
        (6, "status", "odd"),
    ]


def test_half_a_surrogate_pair_in_json_becomes_a_question_mark() -> None:
    """JSON may escape what no text that is stored can hold, in keys as in values."""
    content = b'{"item": "\\ud800a", "variant": "original", "value": 1, "\\udc00": 2}\n'

    layout, preview = guess_layout(io.BytesIO(content))

    assert layout.columns[3].column == "?"
    assert preview.rows[0][0] == "?a"
