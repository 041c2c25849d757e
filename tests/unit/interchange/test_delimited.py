"""Rows of text files: the fast reader and the exact one see the same, and every row knows its line."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import FileReading, RowProblem
from fairdesk.interchange import delimited, fast_rows
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


def outcome(batches: Iterator[RawBatch]) -> tuple[list[RawBatch], str]:
    """All batches, and the words with which the file was refused; empty when it was not."""
    found: list[RawBatch] = []
    try:
        found += batches
    except ImportProblem as problem:
        return found, problem.message
    return found, ""


def problems_of(batches: list[RawBatch]) -> list[RowProblem]:
    return [problem for batch in batches for problem in batch.problems]


@settings(max_examples=400, deadline=None)
@given(pieces=st.lists(PIECES, max_size=60), block=st.sampled_from([24, 50, 100, fast_rows.BLOCK]))
@example(pieces=['"', "x\ny", '"', ",", "b c", ",", "a", "\n", "\n", "a", ",", "a", ",", "a"], block=24)
@example(pieces=["a", ",", "b c", ",", '"', "a", "\n", "a"], block=24)
def test_the_fast_reader_and_the_exact_one_read_the_same(pieces: list[str], block: int) -> None:
    """Wherever the text is cut into blocks, rows, lines and problems are those of the exact reader."""
    content = ("a,b,c\n" + "".join(pieces)).encode()
    usual, fast_rows.BLOCK = fast_rows.BLOCK, block
    try:
        found, refused = outcome(delimited.batches(opened(content), READING, HEADINGS))
    finally:
        fast_rows.BLOCK = usual

    exact, refused_exactly = outcome(delimited._exact(opened(content), READING, HEADINGS, 1, None))

    assert refused == refused_exactly
    if refused:
        return
    assert problems_of(found) == problems_of(exact)
    assert rows_of(found) == rows_of(exact)


@pytest.mark.parametrize("block", [64, 4096, fast_rows.BLOCK])
@pytest.mark.parametrize("most", [1, 1000])
def test_rows_around_ragged_ones_arrive_once_and_with_their_lines(
    monkeypatch: pytest.MonkeyPatch, block: int, most: int
) -> None:
    """Blocks of any size, with few ragged rows or so many that the exact reader takes over, give the same rows."""
    lines = ["a,b,c"]
    for number in range(600):
        lines += [f"i{number},v,{number}", f'j{number},"x\r\n\r\ny",{number}', "", "short"][
            : 4 if number % 50 == 7 else 2
        ]
    content = "\n".join([*lines, '"s\nt",u', "1,2,3,4"]).encode()
    exact = list(delimited._exact(opened(content), READING, HEADINGS, 1, None))
    monkeypatch.setattr(fast_rows, "BLOCK", block)
    monkeypatch.setattr(fast_rows, "MOST_RAGGED", most)

    batches = list(delimited.batches(opened(content), READING, HEADINGS))

    assert rows_of(batches) == rows_of(exact)
    assert len(rows_of(exact)) == 1200
    assert problems_of(batches) == problems_of(exact)
    assert len(problems_of(exact)) == 14


def test_a_large_file_with_ragged_rows_loses_and_repeats_nothing() -> None:
    """Rows before, between and behind ragged ones all arrive once, and each ragged one names its line."""
    good = [f"i{number},v,{number}" for number in range(70_000)]
    lines = ["a,b,c", *good[:69_000], "short", *good[69_000:], "1,2,3,4"]
    content = "\n".join(lines).encode()

    batches = list(delimited.batches(opened(content), READING, HEADINGS))

    rows = rows_of(batches)
    assert [row[0] for _, row in rows] == [line.split(",")[0] for line in good]
    assert all(lines[line - 1].startswith(row[0] + ",") for line, row in rows)
    problems = problems_of(batches)
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
