"""A table as a CSV file that a spreadsheet shows as it is, and never runs."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from fairdesk.gui.tables import Column, Row

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What makes a spreadsheet take a text for a formula."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CsvExport:
    """The file's bytes and what a note beside it says.

    Attributes:
        data: UTF-8 with a byte order mark, comma and full stop, CRLF (RFC 4180).
        n_neutralised: Cells that began like a formula and got an apostrophe in front.
        note: One sentence about those cells; empty when there are none.
    """

    data: bytes
    n_neutralised: int
    note: str


def csv_export(columns: Sequence[Column], rows: Sequence[Row]) -> CsvExport:
    """Rows with headings. Numbers stay numbers; a text that begins like a formula gets an apostrophe in front."""
    n_neutralised = 0
    output = io.StringIO(newline="")
    writer = csv.writer(output)
    writer.writerow([column.title for column in columns])
    for row in rows:
        cells: list[str] = []
        for column in columns:
            value = column.text(row) if column.exact is None else column.exact(row)
            if isinstance(value, str) and value.startswith(FORMULA_STARTS):
                n_neutralised += 1
                value = "'" + value
            cells.append("" if value is None else repr(value) if isinstance(value, float) else str(value))
        writer.writerow(cells)
    note = (
        f"{n_neutralised} cells began like a formula and have an apostrophe in front, so that no spreadsheet runs them."
        if n_neutralised
        else ""
    )
    return CsvExport(data=output.getvalue().encode("utf-8-sig"), n_neutralised=n_neutralised, note=note)
