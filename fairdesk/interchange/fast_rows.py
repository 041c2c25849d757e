"""Rows of a text file with separators, read by pyarrow in blocks, each with the line on which it begins."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as arrow_csv

from fairdesk.domain.records import FileReading, RowProblem
from fairdesk.interchange.raw_tables import Opened, Progress, RawBatch, shown
from fairdesk.interchange.record_batches import ROWS_PER_BATCH
from fairdesk.interchange.separators import Dialect
from fairdesk.interchange.text_encoding import Utf8Feed

BLOCK = 8 << 20
"""Bytes that are parsed at once; a longer row cannot be read."""

LAST = "\x01end\x01"
"""Stands in a line of its own behind the text; inside a quoted cell it shows that a quotation mark was left open."""

MOST_RAGGED = 1_000
"""Rows with another number of cells whose lines are kept here; a file with more of them is read by the exact reader."""

Integers = npt.NDArray[np.int64]


def fast_rows(
    opened: Opened, reading: FileReading, headings: tuple[str, ...], progress: Progress | None
) -> Iterator[RawBatch]:
    """The rows below the headings; blank lines are rows of empty cells.

    Raises:
        pyarrow.ArrowInvalid: the text breaks its encoding, a quotation mark is left open, a row is too long, or rows
            differ in a way that only the exact reader settles.
        ImportProblem: a zero byte stands in the text.
        UnicodeDecodeError: the bytes are not of the encoding.
    """
    width = len(headings)
    feed = Utf8Feed(opened, reading.encoding, reading.separator.join([LAST] * width), progress)
    skipped = _Skipped(reading, width)
    lines = _Lines(reading.header_line, skipped)
    waiting: RawBatch | None = None
    for block in _reader(feed, reading, width, skipped):
        for start in range(0, len(block), ROWS_PER_BATCH):
            if waiting is not None:
                yield waiting
            waiting = lines.placed(tuple(block.slice(start, ROWS_PER_BATCH).columns))
    if waiting is None or waiting.columns[0][-1].as_py() != LAST:
        raise pa.ArrowInvalid("a quotation mark was left open")
    n_rows = len(waiting.lines) - 1
    if n_rows or waiting.problems:
        columns = tuple(column.slice(0, n_rows) for column in waiting.columns)
        yield RawBatch(columns=columns, lines=waiting.lines[:n_rows], problems=waiting.problems)


def ragged(line: int, cells: Sequence[str], width: int) -> RowProblem:
    """The problem of a row with another number of cells than the headings."""
    return RowProblem(
        line=line,
        column="",
        value=shown(" | ".join(cells)),
        cause=f"{len(cells)} {'cell' if len(cells) == 1 else 'cells'} where the headings have {width}",
        cure="Look for a separator that is missing, or for one inside a text that is not in quotation marks.",
    )


def has_blank_ends(cells: Sequence[str], width: int) -> bool:
    """Whether all cells beyond the headings are blank: separators at the end of a line that close nothing."""
    return len(cells) > width and not any(cell.strip() for cell in cells[width:])


def _reader(feed: Utf8Feed, reading: FileReading, width: int, skipped: _Skipped) -> arrow_csv.CSVStreamingReader:
    names = [str(place) for place in range(width)]
    return arrow_csv.open_csv(
        pa.PythonFile(feed, mode="r"),
        read_options=arrow_csv.ReadOptions(
            use_threads=False, block_size=BLOCK, column_names=names, skip_rows=reading.header_line
        ),
        parse_options=arrow_csv.ParseOptions(
            delimiter=reading.separator,
            quote_char=reading.quote or False,
            newlines_in_values=bool(reading.quote),
            ignore_empty_lines=False,
            invalid_row_handler=skipped.take,
        ),
        convert_options=arrow_csv.ConvertOptions(
            column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
        ),
    )


class _Skipped:
    """Rows with another number of cells, which pyarrow leaves out, by their place among all rows."""

    def __init__(self, reading: FileReading, width: int) -> None:
        self._dialect = Dialect(separator=reading.separator, quote=reading.quote)
        self._header_line = reading.header_line
        self._width = width
        self.rows: dict[int, tuple[list[str], int]] = {}

    def take(self, row: arrow_csv.InvalidRow) -> str:
        """Keeps the row's cells and the number of lines that it fills."""
        cells = next(iter(self._dialect.reader(io.StringIO(row.text, newline=""))), [])
        if len(self.rows) == MOST_RAGGED or has_blank_ends(cells, self._width) or LAST in row.text:
            return "error"
        n_ends = row.text.count("\n") + row.text.count("\r") - row.text.count("\r\n")
        self.rows[row.number - 1 - self._header_line] = (cells, 1 + n_ends)
        return "skip"

    def before(self, place: int) -> list[int]:
        """Places of the rows that stand before a place, in order."""
        return sorted(one for one in self.rows if one < place)


class _Lines:
    """Which line each row begins on, while the blocks come in."""

    def __init__(self, header_line: int, skipped: _Skipped) -> None:
        self._line = header_line + 1
        self._place = 0
        self._skipped = skipped

    def placed(self, columns: tuple[pa.StringArray, ...]) -> RawBatch:
        """The rows with their lines, and the problems of those that stand before and between them."""
        n_rows = len(columns[0])
        places = np.arange(self._place, self._place + n_rows, dtype=np.int64)
        for place in sorted(self._skipped.rows):
            places[places >= place] += 1
        out = self._skipped.before(int(places[-1]))
        n_lines = np.ones(n_rows + len(out), dtype=np.int64)
        n_lines[places - self._place] += _line_ends_inside(columns, n_rows)
        for place in out:
            n_lines[place - self._place] = self._skipped.rows[place][1]
        begins = self._line + np.cumsum(n_lines) - n_lines
        problems = []
        for place in out:
            cells = self._skipped.rows.pop(place)[0]
            if any(cell.strip() for cell in cells):
                problems.append(ragged(int(begins[place - self._place]), cells, len(columns)))
        lines = begins[places - self._place]
        self._line += int(n_lines.sum())
        self._place += len(n_lines)
        return RawBatch(columns=columns, lines=lines, problems=tuple(problems))


def _line_ends_inside(columns: Sequence[pa.StringArray], n_rows: int) -> Integers:
    counts = np.zeros(n_rows, dtype=np.int64)
    for column in columns:
        offset, size = column.offset, len(column)
        bounds = np.frombuffer(column.buffers()[1], dtype=np.int32)[offset : offset + size + 1]
        data = column.buffers()[2]
        if data is None or size == 0:
            continue
        inside = bytes(data.slice(int(bounds[0]), int(bounds[-1] - bounds[0])))
        if b"\n" not in inside and b"\r" not in inside:
            continue
        counts += pc.count_substring(column, "\n").to_numpy()
        if b"\r" in inside:
            counts += pc.count_substring(column, "\r").to_numpy() - pc.count_substring(column, "\r\n").to_numpy()
    return counts
