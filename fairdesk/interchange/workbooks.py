"""Workbooks (XLSX): the stored values of one sheet, as text and as the numbers that they are."""

from __future__ import annotations

import datetime as dt
import io
import re
import struct
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from itertools import islice
from typing import Any

import numpy as np
import openpyxl

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import Dropped, FileReading, LayoutChoices
from fairdesk.interchange.heading_lines import find_headings, looks_like_a_record
from fairdesk.interchange.raw_tables import (
    Opened,
    Progress,
    RawBatch,
    Survey,
    TableFormat,
    distinct_headings,
    refuse,
    refuse_header_line,
    text_array,
)

LARGEST = 2 << 30
"""Bytes of a workbook when unpacked; a larger one is a bomb, or belongs into another format."""

ROWS = 16_384
_NAN = float("nan")
_EMPTY = ("", _NAN)
_ZEROS = re.compile(r"0{2,}")
_BREAKS = (
    # SyntaxError: the XML readers of Python and of lxml derive their own from it
    *(zipfile.BadZipFile, zlib.error, struct.error, SyntaxError, EOFError, OSError),
    *(KeyError, ValueError, TypeError, IndexError, AttributeError, OverflowError, RuntimeError),
)
"""What openpyxl raises on a file that is damaged."""


def survey(opened: Opened, choices: LayoutChoices) -> Survey:
    """The sheet with the table and its headings.

    Raises:
        ImportProblem: it is no workbook, has no such sheet, or no sheet holds a table.
    """
    with _workbook(opened) as book:
        sheets = [sheet for sheet in book.sheetnames if sheet in {one.title for one in book.worksheets}]
        filled = [sheet for sheet in sheets if _first_rows(book, sheet, 3)]
        if choices.sheet and choices.sheet not in sheets:
            refuse(opened.name, None, f"no sheet is called {choices.sheet!r}", f"Its sheets are: {', '.join(sheets)}.")
        if not filled:
            refuse(opened.name, None, "no sheet holds a table", "Choose a workbook with headings and records.")
        sheet = choices.sheet or filled[0]
        rows = [(line, [cell[0] for cell in row]) for line, row in _first_rows(book, sheet, 200)]
        found = find_headings(rows, choices.header_line)
    if choices.header_line and len(found.names) < 2:
        refuse_header_line(opened, choices.header_line)
    if len(found.names) < 2:
        refuse(opened.name, None, f"the sheet {sheet!r} holds no table", "Name another sheet (--sheet).")
    if not choices.header_line and looks_like_a_record(found.names):
        refuse(
            opened.name,
            found.line,
            "there are no headings; the first row with several cells looks like a record",
            "Put a row of headings above the records.",
        )
    notes = [f"The sheet {sheet!r} is read."] if len(sheets) > 1 else []
    if found.n_lines == 2:
        notes.append("The headings stand in two rows, because cells were merged; they were joined.")
    if _has_formulas(opened, sheet):
        notes.append("Some cells hold formulas; the values stored with them are read, nothing is computed.")
    reading = FileReading(
        format="xlsx",
        sheet=sheet,
        header_line=found.line,
        header_lines=found.n_lines,
        dropped_lines=found.above,
        notes=tuple(notes),
    )
    names = list(found.names)
    while names and not names[-1].strip():
        names.pop()
    return Survey(
        reading=reading,
        headings=distinct_headings(names),
        dropped=(Dropped(lines=found.above, reason="above the headings"),) if found.above else (),
        sheets=tuple(filled) if len(filled) > 1 and not choices.sheet else (),
    )


def survey_one_column(opened: Opened, sheet: str) -> Survey | None:
    """A sheet whose first column alone is filled, with its first row as the heading; None when it has more columns.

    Args:
        sheet: Its name; empty for the first that is filled.

    Raises:
        ImportProblem: the file is damaged.
    """
    with _workbook(opened) as book:
        names = [one.title for one in book.worksheets]
        wanted = sheet or next((name for name in names if _first_rows(book, name, 1)), "")
        rows = _first_rows(book, wanted, 200) if wanted in names else []
    if not rows or any(not row[0][0] or any(text for text, _ in row[1:]) for _, row in rows):
        return None
    line, heading = rows[0][0], rows[0][1][0][0]
    reading = FileReading(format="xlsx", sheet=wanted, header_line=line, header_lines=1)
    return Survey(reading=reading, headings=(heading,))


def batches(
    opened: Opened, reading: FileReading, headings: tuple[str, ...], progress: Progress | None = None
) -> Iterator[RawBatch]:
    """The rows below the headings of the reading's sheet.

    Raises:
        ImportProblem: the file is damaged.
    """
    with _workbook(opened) as book:
        rows = islice(_rows(book, reading.sheet, opened), reading.header_line, None)
        line = reading.header_line
        while block := list(islice(rows, ROWS)):
            yield _batch(block, line + 1, len(headings))
            line += len(block)
            if progress is not None:
                progress(min(opened.file.tell(), opened.n_bytes), opened.n_bytes)


def _batch(block: list[list[tuple[str, float]]], first_line: int, width: int) -> RawBatch:
    columns = []
    numbers = {}
    for place in range(width):
        cells = [row[place] if place < len(row) else _EMPTY for row in block]
        columns.append(text_array([text for text, _ in cells]))
        typed = np.array([number for _, number in cells], dtype=np.float64)
        if not np.isnan(typed).all():
            numbers[place] = typed
    lines = np.arange(first_line, first_line + len(block), dtype=np.int64)
    return RawBatch(columns=tuple(columns), lines=lines, numbers=numbers)


@contextmanager
def _workbook(opened: Opened, *, values_only: bool = True) -> Iterator[Any]:
    opened.file.seek(0)
    try:
        with zipfile.ZipFile(opened.file) as archive:
            unpacked = sum(info.file_size for info in archive.infolist())
        if unpacked > LARGEST:
            refuse(
                opened.name,
                None,
                f"unpacked it would fill {unpacked / 2**30:.0f} GB",
                "Export the sheet as CSV; that is read piece by piece.",
            )
        opened.file.seek(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl names what it leaves out: styles, pictures, drop-down lists
            with redirect_stdout(io.StringIO()):  # openpyxl prints there on a damaged style; JSON may be printed there
                book = openpyxl.load_workbook(opened.file, read_only=True, data_only=values_only)
            try:
                yield book
            finally:
                book.close()
    except ImportProblem:
        raise
    except _BREAKS as error:
        raise ImportProblem(
            f"{opened.name}: the workbook is damaged or is none ({type(error).__name__}).",
            "Open it in a spreadsheet program and save it again as .xlsx, or export the sheet as CSV.",
        ) from error


def _rows(book: Any, sheet: str, opened: Opened | None) -> Iterator[list[tuple[str, float]]]:
    """Cells of every row of a sheet: the text and, for numbers, the number."""
    table = book[sheet]
    formats: dict[int, str] = {}
    table.reset_dimensions()  # what the file claims of its size is often wrong
    if opened is None or not _has_formulas(opened, sheet):
        yield from ([_cell(cell, formats) for cell in row] for row in table.iter_rows())
        return
    with _workbook(opened, values_only=False) as formulas:
        twin = formulas[sheet]
        twin.reset_dimensions()
        for row, written in zip(table.iter_rows(), twin.iter_rows(), strict=False):
            cells = [_cell(cell, formats) for cell in row]
            for place, cell in enumerate(written):
                if cell.data_type == "f" and (place >= len(cells) or not cells[place][0]):
                    cells += [_EMPTY] * (place + 1 - len(cells))
                    cells[place] = (str(cell.value), float("nan"))
            yield cells


def _first_rows(book: Any, sheet: str, most: int) -> list[tuple[int, list[tuple[str, float]]]]:
    rows = enumerate(_rows(book, sheet, None), 1)
    return list(islice(((line, row) for line, row in rows if any(text for text, _ in row)), most))


def _cell(cell: Any, formats: dict[int, str]) -> tuple[str, float]:
    """The text of a cell and its number; ``formats`` remembers how the styles of the sheet show numbers."""
    value = cell.value
    if value is None:
        return _EMPTY
    if type(value) is str:
        return value, _NAN
    if isinstance(value, bool):
        return ("TRUE" if value else "FALSE"), _NAN
    if isinstance(value, (int, float)):
        style = cell._style_id  # looking up a format takes longer than reading the cell
        if style not in formats:
            formats[style] = str(cell.number_format or "")
        return _number(value, formats[style])
    if isinstance(value, dt.datetime):
        is_day = value.time() == dt.time()
        return (value.date().isoformat() if is_day else value.isoformat(sep=" ")), _NAN
    return (value.isoformat() if isinstance(value, (dt.date, dt.time)) else str(value)), _NAN


def _number(value: float, number_format: str) -> tuple[str, float]:
    whole = value == int(value) if abs(value) < 1e15 else False
    if number_format.rstrip().endswith("%"):
        # 0.8 shown as 80 % has the same two readings as in a text file.
        return f"{round(value * 100, 10):.12g}%", float("nan")
    text = str(int(value)) if whole else repr(value)
    if whole and _ZEROS.fullmatch(number_format):
        return text.zfill(len(number_format)), float(value)
    return text, float(value)


def _has_formulas(opened: Opened, sheet: str) -> bool:
    """Whether the sheet's part of the archive holds a formula; looks at its bytes, piece by piece."""
    position = opened.file.tell()
    try:
        with _workbook(opened) as book:
            path = book[sheet]._worksheet_path  # no public name of the part that holds a sheet
        opened.file.seek(0)
        with zipfile.ZipFile(opened.file) as archive, archive.open(path) as part:
            before = b""
            while piece := part.read(1 << 20):
                if b"<f>" in before + piece or b"<f " in before + piece:
                    return True
                before = piece[-2:]
        return False
    finally:
        opened.file.seek(position)


def _is_workbook(head: bytes) -> bool:
    return head.startswith(b"PK\x03\x04")


FORMAT = TableFormat(names=("xlsx",), title="Workbook (XLSX)", recognises=_is_workbook, survey=survey, batches=batches)
