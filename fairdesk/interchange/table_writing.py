"""Tables as files for other programs: CSV, XLSX and JSON. No text in them is ever run as a formula.

The same cells go into each format: numbers stay numbers at full precision, a missing value is an empty cell, and the
filter and the remarks stand in the file itself.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fairdesk.domain.errors import InputError
from fairdesk.domain.plain_tables import PlainCell, PlainTable

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What makes a spreadsheet take a text for a formula."""

SHOWN = "Rows shown"
REMARKS = "To be read with it"

SHEET_ROWS = 1_048_576
SHEET_CHARACTERS = 32_767
"""What one sheet and one cell of XLSX hold."""

_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that cannot stand in the XML of a workbook."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFile:
    """The bytes of a file and what its maker says beside it; ``note`` is empty when every cell stands as it was."""

    data: bytes
    note: str


def write_table(table: PlainTable, ending: str) -> TableFile:
    """A table in the format that a file name's ending asks for.

    Raises:
        InputError: there is no such format, or the table is longer than one holds.
    """
    if ending not in WRITERS:
        known = ", ".join(f".{name}" for name in WRITERS)
        raise InputError(f"A table cannot be written as {ending or 'a file without an ending'}.", f"Use {known}.")
    return WRITERS[ending](table)


def table_as_csv(table: PlainTable) -> TableFile:
    """UTF-8 with a byte order mark, comma and full stop, CRLF (RFC 4180).

    A text that begins like a formula gets an apostrophe in front. Filter and remarks are columns of their own: a line
    above the headings would be taken for the headings.
    """
    n_guarded = 0
    output = io.StringIO(newline="")
    writer = csv.writer(output)
    beside = {SHOWN: table.shown, REMARKS: " ".join(table.remarks)}
    beside = {title: words for title, words in beside.items() if words}
    for row in ((*table.columns, *beside), *((*row, *beside.values()) for row in table.rows)):
        cells = []
        for cell in row:
            is_like_a_formula = isinstance(cell, str) and cell.startswith(FORMULA_STARTS)
            n_guarded += is_like_a_formula
            text = "" if cell is None else repr(cell) if isinstance(cell, float) else str(cell)
            cells.append(f"'{text}" if is_like_a_formula else text)
        writer.writerow(cells)
    note = ""
    if n_guarded:
        cells_words = "1 cell began" if n_guarded == 1 else f"{n_guarded} cells began"
        note = f"{cells_words} like a formula and got an apostrophe in front, so that no spreadsheet runs it."
    # A lone surrogate has no bytes in UTF-8: it is written out, so that the file can be read.
    return TableFile(data=output.getvalue().encode("utf-8-sig", "backslashreplace"), note=note)


def table_as_xlsx(table: PlainTable) -> TableFile:
    """A workbook with the table on its first sheet, and filter and remarks on its second.

    Texts are stored as texts whatever they begin with, so no apostrophe is needed.
    """
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    if len(table.rows) >= SHEET_ROWS:
        raise InputError(
            f"The table has {len(table.rows)} rows, and a sheet holds {SHEET_ROWS - 1} below its headings.",
            "Filter it, or export it as CSV or JSON.",
        )
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Table")
    sheet.freeze_panes = "A2"
    n_changed = 0

    def cell_of(value: PlainCell) -> Any:
        nonlocal n_changed
        if isinstance(value, float):
            # The library would write 16 digits, and two numbers in ten need 17 to be read back as they were.
            number = WriteOnlyCell(sheet, value=repr(value))
            number.data_type = "n"
            return number
        if not isinstance(value, str):
            return value
        text = _UNWRITABLE.sub(_written_out, value)[:SHEET_CHARACTERS]
        n_changed += text != value
        cell = WriteOnlyCell(sheet, value=text)
        # The library takes a text that begins with = for a formula; the quote prefix keeps it a text when edited.
        cell.data_type = "s"
        cell.style = "Normal"
        if text.startswith(FORMULA_STARTS):
            cell.quotePrefix = True
        return cell

    for row in (table.columns, *table.rows):
        sheet.append([cell_of(cell) for cell in row])
    about = book.create_sheet("About this table")
    for line in ((table.title,), (SHOWN, table.shown), *((REMARKS, remark) for remark in table.remarks)):
        about.append([cell_of(cell) for cell in line])
    output = io.BytesIO()
    book.save(output)
    note = ""
    if n_changed:
        note = f"In {n_changed} cells characters that a workbook cannot hold were written out or a long text was cut."
    return TableFile(data=output.getvalue(), note=note)


def table_as_json(table: PlainTable) -> TableFile:
    """One object: title, filter, remarks, and the cells as ``cols`` and ``rows``; a missing value is null."""
    plain = {
        "title": table.title,
        "rows_shown": table.shown,
        "remarks": list(table.remarks),
        "cols": list(table.columns),
        "rows": [list(row) for row in table.rows],
    }
    text = json.dumps(plain, ensure_ascii=False, indent=1, allow_nan=False)
    return TableFile(data=text.encode("utf-8", "backslashreplace"), note="")


def _written_out(found: re.Match[str]) -> str:
    return f"<U+{ord(found.group()):04X}>"


WRITERS: Mapping[str, Callable[[PlainTable], TableFile]] = {
    "csv": table_as_csv,
    "xlsx": table_as_xlsx,
    "json": table_as_json,
}
"""Ending of the file's name to the function that writes it."""
