"""Named rows from whatever table a person has: a workbook's sheet as well as the text files of ``named_rows``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from fairdesk.domain.records import LayoutChoices
from fairdesk.interchange import workbooks
from fairdesk.interchange.named_rows import NamedRow, NamedRows, read_named_rows
from fairdesk.interchange.raw_tables import Opened, Survey, opened

HEAD = 4096


def read_named_table(path: Path, needed: Sequence[str] = ()) -> NamedRows:
    """All rows of a table, from a workbook (.xlsx, told by its content) or a text file.

    Of a workbook the first sheet that holds a table is read; its headings are found below titles, as for records.

    Args:
        path: The file.
        needed: Columns that have to be there.

    Raises:
        ImportProblem: as ``read_named_rows``.
    """
    if not _is_workbook(path):
        return read_named_rows(path, needed)
    with opened(path) as file:
        found = workbooks.FORMAT.survey(file, LayoutChoices())
        table = NamedRows(path=path, columns=found.headings, rows=tuple(_rows(file, found)))
    for name in needed:
        if name not in table.columns:
            there = ", ".join(repr(column) for column in table.columns[:12])
            table.fail(None, name, "the column is missing", f"Give it that name; the sheet holds {there}.")
    if not table.rows:
        table.fail(None, table.columns[0], "there are headings, but no row below them", "Check the sheet.")
    return table


def _is_workbook(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return workbooks.FORMAT.recognises(file.read(HEAD))
    except OSError:
        return False  # whoever reads it as text says what is wrong with the file


def _rows(file: Opened, found: Survey) -> Iterator[NamedRow]:
    for batch in workbooks.FORMAT.batches(file, found.reading, found.headings, None):
        columns = [column.to_pylist() for column in batch.columns]
        for line, cells in zip(batch.lines.tolist(), zip(*columns, strict=True), strict=True):
            if any(cell.strip() for cell in cells):
                yield NamedRow(line=line, values=dict(zip(found.headings, cells, strict=True)))
