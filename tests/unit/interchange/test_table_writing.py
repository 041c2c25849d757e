"""Tables written for other programs: nothing runs as a formula, numbers stay numbers, the filter is in the file."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path

import openpyxl
import pytest

from fairdesk.audit.table_files import write_table_file
from fairdesk.domain.errors import InputError
from fairdesk.domain.plain_tables import PlainTable
from fairdesk.interchange.table_writing import WRITERS, table_as_csv, table_as_json, table_as_xlsx

STARTS = ["=HYPERLINK(1)", "+1", "-1", "@x", "\tx", "\rx", "\n=1"]


def table(*rows, shown: str = "34 of 400 rows: sex = f") -> PlainTable:
    return PlainTable(title="Results", columns=("Name", "Value"), rows=rows, shown=shown, remarks=("Rehearsal.",))


@pytest.mark.parametrize("text", STARTS)
def test_text_that_begins_like_a_formula_gets_an_apostrophe_in_csv(text: str) -> None:
    """CSV-07: the text is neutralised, the negative number beside it stays a number, and a note says so."""
    written = table_as_csv(table((text, -1.5)))
    _heading, row = csv.reader(io.StringIO(written.data.decode("utf-8-sig"), newline=""))

    assert row == ["'" + text, "-1.5", "34 of 400 rows: sex = f", "Rehearsal."]
    assert "apostrophe" in written.note


@pytest.mark.parametrize("text", [*STARTS[:5], "=1+1"])
def test_a_workbook_holds_texts_as_texts_and_numbers_as_numbers(text: str) -> None:
    """No formula is stored, whatever a text begins with; there is nothing to note because nothing was changed."""
    written = table_as_xlsx(table((text, -1.5), ("b", None)))
    book = openpyxl.load_workbook(io.BytesIO(written.data))
    rows = list(book.worksheets[0].iter_rows())

    assert (rows[1][0].value, rows[1][0].data_type) == (text, "s")
    assert (rows[1][1].value, rows[1][1].data_type) == (-1.5, "n")
    assert rows[2][1].value is None
    with zipfile.ZipFile(io.BytesIO(written.data)) as archive:
        assert "<f>" not in archive.read("xl/worksheets/sheet1.xml").decode()
    assert written.note == ""


def test_filter_and_remarks_stand_in_every_format() -> None:
    """What was filtered travels with the file: as columns, on a second sheet, as keys."""
    one = table(("a", 1))
    about = openpyxl.load_workbook(io.BytesIO(table_as_xlsx(one).data)).worksheets[1]
    plain = json.loads(table_as_json(one).data)

    assert "34 of 400 rows: sex = f" in table_as_csv(one).data.decode("utf-8-sig")
    assert [row[-1] for row in about.iter_rows(values_only=True)][1:] == ["34 of 400 rows: sex = f", "Rehearsal."]
    assert (plain["rows_shown"], plain["remarks"]) == ("34 of 400 rows: sex = f", ["Rehearsal."])


def test_numbers_read_back_as_the_same_numbers() -> None:
    """Full precision in all three formats, very small p-values too."""
    numbers = (0.1 + 0.2, 3.797e-13, -0.045, 1e300)
    one = PlainTable(title="x", columns=("a", "b", "c", "d"), rows=(numbers,), shown="")
    in_csv = table_as_csv(one).data.decode("utf-8-sig").splitlines()[1].split(",")
    in_book = next(openpyxl.load_workbook(io.BytesIO(table_as_xlsx(one).data)).worksheets[0].iter_rows(min_row=2))

    assert tuple(map(float, in_csv)) == numbers
    assert tuple(cell.value for cell in in_book) == numbers
    assert tuple(json.loads(table_as_json(one).data)["rows"][0]) == numbers


@pytest.mark.parametrize("ending", WRITERS)
def test_hostile_text_is_written_in_every_format(ending: str, tmp_path: Path) -> None:
    """Control characters, half of a pair and 40,000 letters break no format."""
    target = tmp_path / f"hostile.{ending}"
    written = write_table_file(table(("\x00\x07\ud800\ufffe", 1), ("x" * 40_000, None), ("مرشحة 海外", 2)), target)

    assert written.n_rows == 3
    assert target.stat().st_size > 100
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_a_cut_text_is_noted() -> None:
    """A workbook's cell holds 32,767 characters; what is longer is cut and said to be cut."""
    assert "cut" in table_as_xlsx(table(("x" * 40_000, 1))).note


def test_an_unknown_ending_names_the_known_ones(tmp_path: Path) -> None:
    """Nothing is guessed from a name without an ending."""
    with pytest.raises(InputError, match=r"\.csv, \.xlsx, \.json"):
        write_table_file(table(), tmp_path / "table")


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    """A folder in the file's place is refused with advice, and no half file stays behind."""
    target = tmp_path / "table.csv"
    target.mkdir()
    with pytest.raises(InputError, match="cannot be written"):
        write_table_file(table(("a", 1)), target)

    assert [path.name for path in tmp_path.iterdir()] == ["table.csv"]
