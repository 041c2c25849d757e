"""What the readers of table files share: cells as text with the line they stand on, before any column has a meaning."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, NoReturn, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import Dropped, FileReading, LayoutChoices, RowProblem
from fairdesk.interchange.record_batches import ROWS_PER_BATCH

T = TypeVar("T")

Source = Path | BinaryIO
"""A file's path, or a seekable binary stream, which is read from its beginning and left open."""

Progress = Callable[[int, int], None]
"""Told the bytes read and the bytes of the file, after every batch."""

LONGEST_CELL_SHOWN = 200
BATCH_SIZE = 16 << 20
"""Characters of one batch, about; long answers make batches of fewer rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A file that is being read, and what to call it in messages."""

    file: BinaryIO
    name: str
    n_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RawBatch:
    """Rows of a table, before any column has a meaning.

    Attributes:
        columns: One array of texts per heading, without nulls; a missing cell is the empty text.
        lines: Physical line of each row, shape (n,).
        numbers: Position of a column to its cells that the file itself stores as numbers; NaN for all other cells.
            Such a number is never written with a sign that could be read in two ways.
        problems: Rows that are no rows of this table (too few or too many cells); they are not in the columns.
    """

    columns: tuple[pa.StringArray, ...]
    lines: npt.NDArray[np.int64]
    numbers: Mapping[int, npt.NDArray[np.float64]] = field(default_factory=dict)
    problems: tuple[RowProblem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """How a file is built, found by looking at its beginning.

    Attributes:
        headings: Distinct names of all columns.
        sheets: Sheets of a workbook that hold a table, when there is more than one and none was chosen.
    """

    reading: FileReading
    headings: tuple[str, ...]
    dropped: tuple[Dropped, ...] = ()
    sheets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFormat:
    """One kind of table file.

    Attributes:
        names: Values of ``FileReading.format`` that belong to it.
        recognises: Whether the first bytes of a file are of this kind.
        survey: How a file is built; takes the user's choices into account.
        batches: The rows below the headings, under a survey's reading and headings.
    """

    names: tuple[str, ...]
    title: str
    recognises: Callable[[bytes], bool]
    survey: Callable[[Opened, LayoutChoices], Survey]
    batches: Callable[[Opened, FileReading, tuple[str, ...], Progress | None], Iterator[RawBatch]]


@contextmanager
def opened(source: Source) -> Iterator[Opened]:
    """The file, at its beginning; a path is closed again, a stream is not.

    Raises:
        ImportProblem: there is no such file, it is a folder, or it may not be read.
    """
    if not isinstance(source, Path):
        n_bytes = source.seek(0, io.SEEK_END)
        source.seek(0)
        yield Opened(file=source, name=Path(str(getattr(source, "name", "") or "the file")).name, n_bytes=n_bytes)
        return
    if source.is_dir():
        raise ImportProblem(f"{source.name} is a folder, not a file.", "Choose one file of records inside it.")
    try:
        file = source.open("rb")
    except OSError as error:
        raise ImportProblem(
            f"{source.name} cannot be read: {error.strerror or error}.",
            "Check that it exists and that you may read it.",
        ) from error
    with file:
        yield Opened(file=file, name=source.name, n_bytes=source.stat().st_size)


def blocks(rows: Iterable[T], size_of: Callable[[T], int]) -> Iterator[list[T]]:
    """Rows in lists that are short enough to be held: by their number and by their characters."""
    block: list[T] = []
    size = 0
    for row in rows:
        block.append(row)
        size += size_of(row)
        if len(block) == ROWS_PER_BATCH or size >= BATCH_SIZE:
            yield block
            block, size = [], 0
    if block:
        yield block


def refuse(name: str, line: int | None, cause: str, cure: str, **cell: str) -> NoReturn:
    """Raises the problem that stops an import; ``column`` and ``value`` may name the cell."""
    where = [name]
    if line is not None:
        where.append(f"line {line}")
    if cell.get("column"):
        where.append(f"column {shown(cell['column'])!r}")
    if "value" in cell:
        cause = f"{shown(cell['value'])!r}: {cause}"
    raise ImportProblem(f"{', '.join(where)}: {cause}.", cure)


def refuse_header_line(opened: Opened, line: int) -> NoReturn:
    """Raises the problem that no headings stand where the user said."""
    cause = f"no headings begin in line {line}: there are not two filled cells beside each other from there on"
    refuse(opened.name, None, cause, "Name the line in which the headings begin (--header-line).")


def shown(cell: str) -> str:
    """A cell as it stands in a message, cut where it is too long."""
    return cell if len(cell) <= LONGEST_CELL_SHOWN else cell[: LONGEST_CELL_SHOWN - 3] + "..."


def distinct_headings(headings: Sequence[str]) -> tuple[str, ...]:
    """Headings without surrounding spaces; an empty one gets its place, one that stands twice its number.

    Example:
        >>> distinct_headings([" id ", "", "id"])
        ('id', 'column 2', 'id (2)')
    """
    taken: set[str] = set()
    found = []
    for place, heading in enumerate(headings, 1):
        name = first = " ".join(heading.split()) or f"column {place}"
        number = 1
        while name in taken:
            number += 1
            name = f"{first} ({number})"
        taken.add(name)
        found.append(name)
    return tuple(found)


def text_array(cells: Sequence[str]) -> pa.StringArray:
    """A column of texts as the batches carry it."""
    return pa.array(cells, type=pa.string())
