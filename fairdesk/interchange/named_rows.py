"""Plain tables with named columns (text, JSON, a workbook): file -> rows, or one problem with its place."""

from __future__ import annotations

import csv
import gzip
import io
import json
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import LayoutChoices
from fairdesk.interchange import workbooks
from fairdesk.interchange.distinct_keys import KeyTwiceError, distinct
from fairdesk.interchange.raw_tables import Opened, opened
from fairdesk.interchange.text_encoding import ENCODING_CURE, encoding_of, first_break

LONGEST_FIELD = 2**30
"""Bytes of one field; the csv module would otherwise stop at an answer of 131,072."""

SEPARATORS = (",", ";", "\t", "|")

MISSING_WORDS = frozenset({"", "na", "n/a", "nan", "none", "null", "-"})
"""What spreadsheets and programs write into a column of numbers where there is none."""

HEAD = 4096

MARK = "\ufeff"
"""The byte-order mark; files that were saved again by a second program carry it twice."""

GZIP_MARK = b"\x1f\x8b"

LARGEST_UNPACKED = 2**30
"""A packed file of a few kilobytes could otherwise fill the memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRow:
    """One row; ``line`` is where it begins in the file, counted from 1. Values are texts, or JSON's own types."""

    line: int
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRows:
    """A whole table.

    Attributes:
        columns: In the order of the file; of JSON, in the order in which they first occur.
        notes: What had to be taken for granted to read it, in words.
    """

    path: Path
    columns: tuple[str, ...]
    rows: tuple[NamedRow, ...]
    notes: tuple[str, ...] = ()

    def fail(self, row: NamedRow | None, column: str, cause: str, cure: str) -> NoReturn:
        """Refuse the file: names file, line, column, cause and cure."""
        _fail(self.path, None if row is None else row.line, column, cause, cure)

    def column(self, names: Sequence[str], cause: str, cure: str) -> str:
        """The first of these columns that is there.

        Raises:
            ImportProblem: none of them is; the cure goes on with the columns that are.
        """
        for name in names:
            if name in self.columns:
                return name
        there = ", ".join(repr(column) for column in self.columns[:12]) or "no column"
        self.fail(None, " or ".join(names), cause, f"{cure}; the file holds {there}.")

    def text(self, row: NamedRow, column: str) -> str:
        """The text in a column; numbers as they are written, nothing as the empty text."""
        value = row.values.get(column)
        if value is None or (isinstance(value, float) and math.isnan(value)):
            return ""
        if isinstance(value, Mapping | list):
            self.fail(row, column, "a text was expected and a list or object stands there", "Write a text.")
        return value if isinstance(value, str) else json.dumps(value)

    def word(self, row: NamedRow, column: str) -> str:
        """The text in a column, which may not be empty.

        Raises:
            ImportProblem: nothing stands there.
        """
        found = self.text(row, column).strip()
        if not found:
            self.fail(row, column, "nothing stands there", "Fill it in, or remove the row.")
        return found

    def number(self, row: NamedRow, column: str) -> float | None:
        """The finite number in a column; None for nothing, NaN, infinities and words for missing.

        Raises:
            ImportProblem: something else stands there.
        """
        value = row.values.get(column)
        if value is None:
            return None
        if isinstance(value, str):
            if value.strip().casefold() in MISSING_WORDS:
                return None
            try:
                found = float(value)
            except ValueError:
                found = None
        else:
            found = _as_float(value)
        if found is None:
            cure = "Write a number with a decimal point, or leave it empty where there is none."
            self.fail(row, column, f"{_shown(value)} is no number", cure)
        return found if math.isfinite(found) else None


def read_named_rows(path: Path, needed: Sequence[str] = ()) -> NamedRows:
    """All rows of a table, told by its content: a workbook; ``{`` JSON lines, ``[`` a JSON list, else a header line.

    Text that is packed with gzip is read as what it holds. Its encoding is found as for records; columns are
    separated by comma, semicolon, tab or bar, whichever the header line holds most often. Of a workbook the first
    sheet that holds a table is read; its headings are found below titles, as for records.

    Args:
        path: The file.
        needed: Columns that have to be there.

    Returns:
        At least one row.

    Raises:
        ImportProblem: the file cannot be read, is no such table, lacks a column or has no row; names file, line,
            column, cause and cure.
    """
    if _is_workbook(path):
        return _checked(_sheet(path), needed)
    source, notes = text_of_file(path)
    return _rows_of_text(path, source, notes, needed)


def named_rows_of(name: str, body: bytes, needed: Sequence[str] = ()) -> NamedRows:
    """The same of the bytes of a text file that is not packed; ``name`` is what messages call it.

    Raises:
        ImportProblem: see ``read_named_rows``.
    """
    path = Path(name)
    source, notes = _decoded(path, Opened(file=io.BytesIO(body), name=name, n_bytes=len(body)))
    return _rows_of_text(path, source, notes, needed)


def _rows_of_text(path: Path, source: str, notes: tuple[str, ...], needed: Sequence[str]) -> NamedRows:
    begin = source.lstrip()[:1]
    if begin == "{":
        rows = tuple(_json_lines(path, source))
    elif begin == "[":
        rows = tuple(_json_list(path, source))
    else:
        columns, rows = _separated(path, source)
        return _checked(NamedRows(path=path, columns=columns, rows=rows, notes=notes), needed)
    columns = tuple(dict.fromkeys(name for row in rows for name in row.values))
    return _checked(NamedRows(path=path, columns=columns, rows=rows, notes=notes), needed)


def _checked(table: NamedRows, needed: Sequence[str]) -> NamedRows:
    for name in needed if table.columns else ():
        table.column((name,), "the column is missing", "Give it that name")
    if not table.rows:
        cause = "the file holds no row" + (" below its headings" if table.columns else "")
        _fail(table.path, None, None, cause, "Check that this is the file that you meant.")
    return table


def _is_workbook(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return workbooks.FORMAT.recognises(file.read(HEAD))
    except OSError:
        return False  # whoever reads it as text says what is wrong with the file


def _sheet(path: Path) -> NamedRows:
    with opened(path) as file:
        found = workbooks.FORMAT.survey(file, LayoutChoices())
        rows: list[NamedRow] = []
        for batch in workbooks.FORMAT.batches(file, found.reading, found.headings, None):
            columns = [column.to_pylist() for column in batch.columns]
            for line, cells in zip(batch.lines.tolist(), zip(*columns, strict=True), strict=True):
                if any(cell.strip() for cell in cells):
                    rows.append(NamedRow(line=line, values=dict(zip(found.headings, cells, strict=True))))
    return NamedRows(path=path, columns=found.headings, rows=tuple(rows), notes=found.reading.notes)


def text_of_file(path: Path) -> tuple[str, tuple[str, ...]]:
    """A file as text, and what had to be taken for granted to read it.

    Raises:
        ImportProblem: the file cannot be read or is no text; names its line.
    """
    with opened(path) as file:
        is_packed = file.file.read(len(GZIP_MARK)) == GZIP_MARK
        file.file.seek(0)
        if not is_packed:
            return _decoded(path, file)
        with opened(io.BytesIO(_unpacked(path, file.file))) as inner:
            return _decoded(path, inner)


def _unpacked(path: Path, file: BinaryIO) -> bytes:
    try:
        with gzip.open(file) as packed:
            content = packed.read(LARGEST_UNPACKED + 1)
    except (OSError, EOFError, zlib.error):
        _fail(path, None, None, "the file is packed with gzip and damaged", "Fetch or pack it again.")
    if len(content) > LARGEST_UNPACKED:
        _fail(path, None, None, "the packed file holds more than a gigabyte", "Unpack it, and score a part of it.")
    return content


def _decoded(path: Path, file: Opened) -> tuple[str, tuple[str, ...]]:
    encoding, note = encoding_of(file)
    try:
        source = file.file.read().decode(encoding)
    except UnicodeDecodeError:
        line = first_break(file.file, encoding)
        _fail(path, line, None, f"a character is not of {encoding.upper()}", ENCODING_CURE)
    return source.lstrip(MARK), (note,) if encoding == "cp1252" else ()


def _json_lines(path: Path, source: str) -> Iterator[NamedRow]:
    for number, line in enumerate(source.split("\n"), 1):
        if line.strip():
            yield NamedRow(line=number, values=_object(path, number, line))


_DECODER = json.JSONDecoder(object_pairs_hook=distinct)
"""Made once: the module would make one for every line."""


def _object(path: Path, number: int, line: str) -> Mapping[str, Any]:
    cure = "Write one JSON object per line; a long text needs its line breaks written as \\n."
    try:
        found = _DECODER.decode(line)
    except KeyTwiceError as error:
        _fail(path, number, str(error), "it stands twice in one object", "Keep one of them.")
    except (ValueError, RecursionError) as error:
        place = f" at character {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        _fail(path, number, None, f"the line is not valid JSON{place}", cure)
    if not isinstance(found, dict):
        _fail(path, number, None, "the line is no JSON object", cure)
    return found


def _json_list(path: Path, source: str) -> Iterator[NamedRow]:
    try:
        found = json.loads(source, object_pairs_hook=distinct)
    except KeyTwiceError as error:
        _fail(path, None, str(error), "it stands twice in one object", "Keep one of them.")
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        _fail(path, line, None, "the file is not valid JSON", "Mend the line, or the one above it.")
    for number, entry in enumerate(found, 1):
        if not isinstance(entry, dict):
            _fail(path, None, None, f"entry {number} of the list is no object", "Write a list of objects.")
        yield NamedRow(line=number, values=entry)


def _separated(path: Path, source: str) -> tuple[tuple[str, ...], tuple[NamedRow, ...]]:
    header_line = source.lstrip("\r\n").split("\n", 1)[0]
    separator = max(SEPARATORS, key=header_line.count)
    csv.field_size_limit(LONGEST_FIELD)
    reader = csv.reader(io.StringIO(source, newline=""), delimiter=separator, strict=True)
    columns: tuple[str, ...] = ()
    rows: list[NamedRow] = []
    begun = 1
    try:
        for cells in reader:
            line, begun = begun, reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if not columns:
                columns = _header(path, line, cells)
            elif len(cells) != len(columns):
                cause = f"the row has {len(cells)} cells and the header {len(columns)}"
                _fail(path, line, None, cause, "Put texts that hold the separator between quotation marks.")
            else:
                rows.append(NamedRow(line=line, values=dict(zip(columns, cells, strict=True))))
    except csv.Error as error:
        _fail(path, begun, None, f"the row cannot be read: {error}", "Check its quotation marks.")
    return columns, tuple(rows)


def _header(path: Path, line: int, cells: Sequence[str]) -> tuple[str, ...]:
    # A file that was joined from others may hold the mark of a file inside a heading.
    names = tuple(cell.replace(MARK, "").strip() for cell in cells)
    # A table that was written with its row numbers has one column without a name, at the left.
    names = tuple(name or ("row" if at == 0 else "") for at, name in enumerate(names))
    for name in names:
        if not name or names.count(name) > 1:
            cause = f"the column {name!r} stands twice" if name else "a column has no name"
            _fail(path, line, None, cause, "Give every column a name of its own in the first line.")
    return names


def _as_float(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _fail(path: Path, line: int | None, column: str | None, cause: str, cure: str) -> NoReturn:
    where = f"{path}" if line is None else f"{path}, line {line}"
    where = where if column is None else f"{where}, column {column!r}"
    raise ImportProblem(f"{where}: {cause}.", cure)
