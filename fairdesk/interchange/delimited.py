"""Text files with separators (CSV, TSV): how one is built, and its rows.

The rows are read by pyarrow. Where that cannot go on (text that breaks, a quotation mark left open), the csv module of
Python reads on from there, because it knows what stands on which line. A test demands that both read the same.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import dropwhile
from typing import NoReturn

import numpy as np
import pyarrow as pa

from fairdesk.domain.records import Dropped, FileReading, LayoutChoices, RowProblem
from fairdesk.interchange.fast_rows import LAST, fast_rows, has_blank_ends, ragged
from fairdesk.interchange.heading_lines import find_headings, looks_like_a_record
from fairdesk.interchange.raw_tables import (
    Opened,
    Progress,
    RawBatch,
    Survey,
    TableFormat,
    blocks,
    distinct_headings,
    refuse,
    refuse_header_line,
    text_array,
)
from fairdesk.interchange.separators import CsvReader, Dialect, sniff
from fairdesk.interchange.text_encoding import ENCODING_CURE, Utf8Feed, encoding_of, first_break, known_encoding

HEAD = 1 << 20
LONGEST_LINE = 4 << 20
"""Characters; a longer line, or a longer quoted cell, is no answer to anything and would fill the memory."""


TABS = {"tab": "\t", "\\t": "\t"}
"""How people write the tab where it cannot be typed."""


def survey(opened: Opened, choices: LayoutChoices) -> Survey:
    """Encoding, separator, quotation mark and headings of a file, from its beginning.

    Raises:
        ImportProblem: it is empty, is no table, or has no headings.
    """
    if opened.n_bytes == 0:
        refuse(opened.name, None, "the file is empty", "Choose a file with headings and records.")
    encoding, note = (known_encoding(choices.encoding, opened), "") if choices.encoding else encoding_of(opened)
    head = _head(opened, encoding)
    if not head.strip():
        refuse(opened.name, None, "the file holds nothing but blank lines", "Choose a file with headings and records.")
    dialect = sniff(head, TABS.get(choices.separator, choices.separator))
    rows = dialect.rows(head, 200)
    found = find_headings(rows, choices.header_line)
    if choices.header_line and len(found.names) < 2:
        refuse_header_line(opened, choices.header_line)
    if len(found.names) < 2:
        refuse(
            opened.name,
            1,
            "no separator divides the lines into columns",
            "Choose a table with one record per line, or name the separator (--separator).",
        )
    if not choices.header_line and looks_like_a_record(found.names):
        refuse(
            opened.name,
            found.line,
            "there are no headings; the first line with several cells looks like a record",
            "Put a line of headings above the records, for example item,variant,value.",
        )
    above = tuple(sorted({*dialect.lines_above, *found.above}))
    notes = [note] if note else []
    if found.n_lines == 2:
        notes.append("The headings stand in two lines, because cells were merged; they were joined.")
    reading = FileReading(
        format="tsv" if dialect.separator == "\t" else "csv",
        encoding=encoding,
        separator=dialect.separator,
        quote=dialect.quote,
        header_line=found.line,
        header_lines=found.n_lines,
        dropped_lines=above,
        notes=tuple(notes),
    )
    dropped = (Dropped(lines=above, reason="above the headings"),) if above else ()
    return Survey(reading=reading, headings=distinct_headings(found.names), dropped=dropped)


def batches(
    opened: Opened, reading: FileReading, headings: tuple[str, ...], progress: Progress | None = None
) -> Iterator[RawBatch]:
    """The rows below the headings; a file that cannot be read as text raises at the line where it breaks.

    Raises:
        ImportProblem: not of the encoding, a zero byte, a quotation mark left open, or a line without end.
    """
    done = reading.header_line
    try:
        for batch in fast_rows(opened, reading, headings, progress):
            done = int(batch.lines[-1]) if len(batch.lines) else done
            yield batch
    except pa.ArrowInvalid:
        pass  # something is wrong in the text: read on with the reader that can say where
    except UnicodeDecodeError:
        refuse_encoding(opened, reading.encoding)
    else:
        return
    yield from _exact(opened, reading, headings, done, progress)


def _exact(
    opened: Opened, reading: FileReading, headings: tuple[str, ...], after_line: int, progress: Progress | None
) -> Iterator[RawBatch]:
    """The rows below a line, with the csv module; ragged ones become problems."""
    csv.field_size_limit(LONGEST_LINE)
    feed = Utf8Feed(opened, reading.encoding, LAST, progress)
    text = io.TextIOWrapper(io.BufferedReader(feed), encoding="utf-8", newline="")
    lines = bounded_lines(opened, reading.encoding, text)
    for _ in range(reading.header_line):
        next(lines, None)
    reader = Dialect(separator=reading.separator, quote=reading.quote).reader(lines)
    rows = _numbered(opened, reader, reading)
    left = dropwhile(lambda row: row[0] <= after_line, rows)
    for block in blocks(left, lambda row: sum(map(len, row[1]))):
        yield _with_problems(block, headings)


def _numbered(opened: Opened, reader: CsvReader, reading: FileReading) -> Iterator[tuple[int, list[str]]]:
    begin = reading.header_line + 1
    try:
        for cells in reader:
            if cells == [LAST]:
                return
            if cells and LAST in cells[-1]:
                _refuse_open_quote(opened, begin)
            yield begin, cells
            begin = reading.header_line + reader.line_num + 1
    except csv.Error:
        _refuse_open_quote(opened, begin)


def _refuse_open_quote(opened: Opened, line: int) -> NoReturn:
    refuse(
        opened.name,
        line,
        "a quotation mark opens a cell here and is not closed",
        "Close it, or write a quotation mark inside a cell twice.",
    )


def refuse_encoding(opened: Opened, encoding: str) -> NoReturn:
    """Raises the problem of a text that breaks its encoding, with the line where it does."""
    line = first_break(opened.file, encoding)
    refuse(opened.name, line, f"the text is not {encoding.upper()} here", ENCODING_CURE)


def bounded_lines(opened: Opened, encoding: str, text: io.TextIOWrapper) -> Iterator[str]:
    """The lines of a text with their ends.

    Raises:
        ImportProblem: a line is longer than ``LONGEST_LINE``, or the bytes are not of the encoding.
    """
    number = 0
    try:
        while line := text.readline(LONGEST_LINE):
            number += 1
            if len(line) == LONGEST_LINE and not line.endswith(("\n", "\r")):
                refuse(
                    opened.name,
                    number,
                    f"the line is longer than {LONGEST_LINE:,} characters",
                    "Look whether this is a table with one record per line.",
                )
            yield line
    except UnicodeDecodeError:
        refuse_encoding(opened, encoding)


def _with_problems(block: list[tuple[int, list[str]]], headings: tuple[str, ...]) -> RawBatch:
    good: list[list[str]] = []
    lines: list[int] = []
    problems: list[RowProblem] = []
    width = len(headings)
    for line, row in block:
        cells = row[:width] if has_blank_ends(row, width) else row
        if len(cells) == width:
            good.append(cells)
            lines.append(line)
        elif any(cell.strip() for cell in cells):
            problems.append(ragged(line, cells, width))
    columns = tuple(text_array(column) for column in zip(*good, strict=True)) or (text_array([]),) * width
    return RawBatch(columns=columns, lines=np.array(lines, dtype=np.int64), problems=tuple(problems))


def _head(opened: Opened, encoding: str) -> str:
    feed = Utf8Feed(opened, encoding, "")
    pieces = []
    size = 0
    try:
        while size < HEAD and (piece := feed.read(HEAD)):
            pieces.append(piece)
            size += len(piece)
        return b"".join(pieces).decode("utf-8", "ignore" if size >= HEAD else "strict")
    except UnicodeDecodeError:
        refuse_encoding(opened, encoding)


def _is_text(_head: bytes) -> bool:
    return True  # whatever no other format recognises


FORMAT = TableFormat(
    names=("csv", "tsv"), title="Text with separators (CSV, TSV)", recognises=_is_text, survey=survey, batches=batches
)
