"""Plain tables with named columns: what is read as written, and what is refused with its place."""

from __future__ import annotations

import codecs
import gzip
from pathlib import Path

import openpyxl
import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.named_rows import read_named_rows


def written(folder: Path, content: str | bytes) -> Path:
    file = folder / "table.data"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


@pytest.mark.parametrize(
    "content",
    [
        "a,b\n1,x\n",
        "a;b\r\n1;x\r\n",
        "a\tb\n1\tx\n",
        codecs.BOM_UTF8 + b"a,b\n1,x\n",
        "a,b\n1,x\n".encode("utf-16"),
        gzip.compress(b"a,b\n1,x\n", mtime=0),
        '{"a": 1, "b": "x"}\n\n',
        '[{"a": 1, "b": "x"}]',
    ],
)
def test_the_same_row_is_read_from_every_form(tmp_path: Path, content: str | bytes) -> None:
    """The form is told by the content, not by the name; a mark at the beginning is no part of the first name."""
    table = read_named_rows(written(tmp_path, content), ("a", "b"))

    assert table.columns == ("a", "b")
    assert table.number(table.rows[0], "a") == 1.0
    assert table.text(table.rows[0], "b") == "x"


def test_quoted_line_breaks_stay_and_lines_are_counted_in_the_file(tmp_path: Path) -> None:
    """A text over several lines is one cell, and the row after it knows its own line."""
    table = read_named_rows(written(tmp_path, 'a,b\n1,"x\ny"\n2,z\n'))

    assert [row.line for row in table.rows] == [2, 4]
    assert table.text(table.rows[0], "b") == "x\ny"


@pytest.mark.parametrize("word", ["", "NA", "nan", "None", "null", "inf", "-"])
def test_a_missing_number_is_none(tmp_path: Path, word: str) -> None:
    """What stands for no number is none and never 0."""
    table = read_named_rows(written(tmp_path, f"a,b\n{word},x\n"))

    assert table.number(table.rows[0], "a") is None


@pytest.mark.parametrize("content", ['{"a": null}', '{"a": NaN}', '{"b": 1}\n{"a": 2}'])
def test_a_missing_number_of_json_is_none(tmp_path: Path, content: str) -> None:
    """null, NaN and an absent key are no number."""
    table = read_named_rows(written(tmp_path, content))

    assert table.number(table.rows[0], "a") is None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "holds no row"),
        ("a,b\n", "holds no row"),
        ("a,c\n1,2\n", "column 'b': the column is missing"),
        ("a,a\n1,2\n", "line 1: the column 'a' stands twice"),
        ("a,b\n1,2\n1,2,3\n", "line 3: the row has 3 cells and the header 2"),
        ('a,b\n1,"x\n', "the row cannot be read"),
        ('{"a": 1, "b": 1}\n{"a": \n', "line 2: the line is not valid JSON"),
        ('{"a": 1}\n[1]\n', "line 2: the line is no JSON object"),
        ("[1]", "entry 1 of the list is no object"),
        ('{"a": 1, "b": 1}\n{"a": 1, "a": 2, "b": 1}', "line 2, column 'a': it stands twice in one object"),
        ('[{"a": 1, "b": 1, "b": 2}]', "column 'b': it stands twice in one object"),
        (gzip.compress(b"a,b\n1,x\n", mtime=0)[:-9], "packed with gzip and damaged"),
        (b"a,b\n1,\xe4\x81\n", "line 2: neither UTF-8 nor Windows-1252 text"),
        (b"a,b\n1,\xc3\xa4\xc3\xa4\n\xff", "line 3: a damaged character"),
    ],
)
def test_another_file_is_refused_with_its_place(tmp_path: Path, content: str | bytes, words: str) -> None:
    """A file that is no such table gives one problem that names the place and how to mend it."""
    with pytest.raises(ImportProblem) as problem:
        read_named_rows(written(tmp_path, content), ("a", "b"))

    assert words in problem.value.message
    assert problem.value.advice


def test_text_of_western_windows_is_read_and_said(tmp_path: Path) -> None:
    """A file that is no UTF-8 is read as Windows-1252, and the table carries the sentence that says so."""
    table = read_named_rows(written(tmp_path, "a,b\n1,M\u00fcller\n".encode("cp1252")))

    assert table.text(table.rows[0], "b") == "Müller"
    assert "Windows-1252" in table.notes[0]


def test_a_word_in_a_column_of_numbers_is_named(tmp_path: Path) -> None:
    """The problem names line, column and value."""
    table = read_named_rows(written(tmp_path, "a,b\n1,2\nmany,2\n"))

    with pytest.raises(ImportProblem, match=r"line 3, column 'a': 'many' is no number"):
        table.number(table.rows[1], "a")


def test_a_file_that_is_not_there_is_no_traceback(tmp_path: Path) -> None:
    """An absent file is a sentence."""
    with pytest.raises(ImportProblem, match="cannot be read"):
        read_named_rows(tmp_path / "absent.csv")


def workbook(path: Path, rows: list[list[object]]) -> Path:
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    book.save(path)
    return path


def test_a_sheet_is_read_like_a_text_file(tmp_path: Path) -> None:
    """Headings are found below a title; numbers are written as they are shown, blank cells are empty."""
    rows: list[list[object]] = [["Ratings of May"], ["unit", "a", "b"], ["u1", 3, "low"], [None], ["u2", 2.5, None]]

    found = read_named_rows(workbook(tmp_path / "ratings.xlsx", rows), ("a",))

    assert found.columns == ("unit", "a", "b")
    assert [row.values["a"] for row in found.rows] == ["3", "2.5"]
    assert found.text(found.rows[1], "b") == ""
    assert [row.line for row in found.rows] == [3, 5]


def test_the_name_of_the_file_does_not_matter(tmp_path: Path) -> None:
    """Text is read as text under any name, and a workbook as a workbook."""
    text = tmp_path / "ratings.xlsx"
    text.write_text("unit,a\n1,2\n", encoding="utf-8")
    book = workbook(tmp_path / "ratings.csv", [["unit", "a"], ["1", 2]])

    assert read_named_rows(text).columns == read_named_rows(book).columns == ("unit", "a")


def test_a_missing_column_and_a_missing_file_are_told(tmp_path: Path) -> None:
    """Both name the file and what is to be done."""
    file = workbook(tmp_path / "ratings.xlsx", [["unit", "a"], ["1", 2]])

    with pytest.raises(ImportProblem, match="column 'rater'"):
        read_named_rows(file, ("rater",))
    with pytest.raises(ImportProblem, match="cannot be read"):
        read_named_rows(tmp_path / "nothing.xlsx")
