"""Rows of text files: the fast reader and the exact one see the same, and every row knows its line."""

from __future__ import annotations

import io

import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import FileReading
from fairdesk.interchange import delimited
from fairdesk.interchange.raw_tables import Opened, RawBatch

PIECES = st.sampled_from(
    [",", ",", "\n", "\n", "\r\n", "\r", '"', '""', "a", "b c", "é", "3,5", " ", "'", "x\ny", "=1"]
)
HEADINGS = ("a", "b", "c")
READING = FileReading(format="csv", encoding="utf-8", separator=",", quote='"')


def opened(content: bytes) -> Opened:
    return Opened(file=io.BytesIO(content), name="records.csv", n_bytes=len(content))


def rows_of(batches: list[RawBatch]) -> list[tuple[int, tuple[str, ...]]]:
    """Rows with something in them, each with its line."""
    found = []
    for batch in batches:
        cells = zip(*(column.to_pylist() for column in batch.columns), strict=True)
        found += [(int(line), row) for line, row in zip(batch.lines, cells, strict=True) if any(c.strip() for c in row)]
    return found


@settings(max_examples=400, deadline=None)
@given(pieces=st.lists(PIECES, max_size=40))
@example(pieces=['"', "x\ny", '"', ",", "b c", ",", "a", "\n", "\n", "a", ",", "a", ",", "a"])
@example(pieces=["a", ",", "b c", ",", '"', "a", "\n", "a"])
def test_the_fast_reader_and_the_exact_one_read_the_same(pieces: list[str]) -> None:
    """Whatever the fast reader takes to its end, the exact one reads with the same cells on the same lines."""
    content = ("a,b,c\n" + "".join(pieces)).encode()
    try:
        fast = list(delimited._fast(opened(content), READING, HEADINGS, None))
    except pa.ArrowInvalid:
        return

    exact = list(delimited._exact(opened(content), READING, HEADINGS, 0, None))

    assert not [problem for batch in exact for problem in batch.problems]
    assert rows_of(fast) == rows_of(exact)


def test_a_row_that_differs_hands_over_to_the_exact_reader_without_losing_or_repeating_rows() -> None:
    """Rows before, between and behind ragged ones all arrive once, and each ragged one names its line."""
    good = [f"i{number},v,{number}" for number in range(70_000)]
    lines = ["a,b,c", *good[:69_000], "short", *good[69_000:], "1,2,3,4"]
    content = "\n".join(lines).encode()

    batches = list(delimited.batches(opened(content), READING, HEADINGS))

    rows = rows_of(batches)
    assert [row[0] for _, row in rows] == [line.split(",")[0] for line in good]
    assert all(lines[line - 1].startswith(row[0] + ",") for line, row in rows)
    problems = [problem for batch in batches for problem in batch.problems]
    assert [problem.line for problem in problems] == [69_002, 70_003]
    assert problems[0].cause == "1 cell where the headings have 3"
    assert problems[1].value == "1 | 2 | 3 | 4"


def test_lines_are_those_of_the_file_below_quoted_line_breaks() -> None:
    """A row below a cell of several lines is named by the line that an editor shows."""
    content = b'a,b,c\r\n1,"two\r\nlines\r\n\r\nmore",3\r\n\r\n4,5,6\r\n'

    rows = rows_of(list(delimited.batches(opened(content), READING, HEADINGS)))

    assert rows == [(2, ("1", "two\r\nlines\r\n\r\nmore", "3")), (7, ("4", "5", "6"))]


@pytest.mark.parametrize(
    ("content", "line", "cause"),
    [
        (b'a,b,c\n1,2,3\n4,5,"open\n7,8,9\n', 3, "a quotation mark opens a cell here and is not closed"),
        (b'a,b,c\n1,2,3\n"open,5,6\n7,8,9\n', 3, "a quotation mark opens a cell here and is not closed"),
        (b"a,b,c\n1,2,3\n4,\xff,6\n", 3, "the text is not UTF-8 here"),
        (b"a,b,c\n1,2,3\n4,\x00,6\n", 3, "a zero byte stands in the text; the file is damaged or is no text"),
        (b"a,b,c\n" + b"x" * 9_000_000, 2, "the line is longer than 4,194,304 characters"),
    ],
    ids=["last cell left open", "first cell left open", "not UTF-8", "zero byte", "huge line"],
)
def test_a_text_that_breaks_is_refused_at_its_line(content: bytes, line: int, cause: str) -> None:
    """The problem names file, line and cause, and the cure is a sentence."""
    with pytest.raises(ImportProblem) as caught:
        list(delimited.batches(opened(content), READING, HEADINGS))

    assert caught.value.message == f"records.csv, line {line}: {cause}."
    assert caught.value.advice
