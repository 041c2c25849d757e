"""Named rows of workbooks."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.named_sheets import read_named_table


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

    found = read_named_table(workbook(tmp_path / "ratings.xlsx", rows), ("a",))

    assert found.columns == ("unit", "a", "b")
    assert [row.values["a"] for row in found.rows] == ["3", "2.5"]
    assert found.text(found.rows[1], "b") == ""
    assert [row.line for row in found.rows] == [3, 5]


def test_the_name_of_the_file_does_not_matter(tmp_path: Path) -> None:
    """Text is read as text under any name, and a workbook as a workbook."""
    text = tmp_path / "ratings.xlsx"
    text.write_text("unit,a\n1,2\n", encoding="utf-8")
    book = workbook(tmp_path / "ratings.csv", [["unit", "a"], ["1", 2]])

    assert read_named_table(text).columns == read_named_table(book).columns == ("unit", "a")


def test_a_missing_column_and_a_missing_file_are_told(tmp_path: Path) -> None:
    """Both name the file and what is to be done."""
    file = workbook(tmp_path / "ratings.xlsx", [["unit", "a"], ["1", 2]])

    with pytest.raises(ImportProblem, match="column 'rater'"):
        read_named_table(file, ("rater",))
    with pytest.raises(ImportProblem, match="cannot be read"):
        read_named_table(tmp_path / "nothing.xlsx")
