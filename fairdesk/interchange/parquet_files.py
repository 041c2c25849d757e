"""Parquet files: columns with their types."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import FileReading, LayoutChoices
from fairdesk.interchange.raw_tables import (
    BATCH_SIZE,
    Opened,
    Progress,
    RawBatch,
    Survey,
    TableFormat,
    distinct_headings,
    text_array,
)
from fairdesk.interchange.record_batches import ROWS_PER_BATCH

_BREAKS = (pa.ArrowException, OSError, EOFError, ValueError, OverflowError)
"""What pyarrow raises on a file that is damaged."""


def survey(opened: Opened, _choices: LayoutChoices) -> Survey:
    """The names of the columns.

    Raises:
        ImportProblem: the file is damaged.
    """
    return Survey(
        reading=FileReading(format="parquet", header_line=0),
        headings=distinct_headings(_file(opened).schema_arrow.names),
    )


def batches(
    opened: Opened, _reading: FileReading, headings: tuple[str, ...], progress: Progress | None = None
) -> Iterator[RawBatch]:
    """The rows of the file; their lines are their places, counted from 1.

    Raises:
        ImportProblem: the file is damaged.
    """
    file = _file(opened)
    n_rows = file.metadata.num_rows
    done = 0
    try:
        for block in file.iter_batches(_rows_at_once(file), use_threads=False):
            columns = [_text(column) for column in block.columns]
            for column in columns:
                column.validate(full=True)  # Parquet files may say of any bytes that they are text
            numbers = {
                place: typed for place in range(len(headings)) if (typed := _typed(block.column(place))) is not None
            }
            lines = np.arange(done + 1, done + 1 + len(block), dtype=np.int64)
            done += len(block)
            if progress is not None:
                progress(opened.n_bytes * done // max(n_rows, 1), opened.n_bytes)
            yield RawBatch(columns=tuple(columns), lines=lines, numbers=numbers)
    except _BREAKS as error:
        raise _damaged(opened) from error


def _file(opened: Opened) -> pq.ParquetFile:
    opened.file.seek(0)
    try:
        return pq.ParquetFile(pa.PythonFile(opened.file, mode="r"))
    except _BREAKS as error:
        raise _damaged(opened) from error


def _rows_at_once(file: pq.ParquetFile) -> int:
    groups = [file.metadata.row_group(place) for place in range(file.metadata.num_row_groups)]
    largest = max((group.total_byte_size // max(group.num_rows, 1) for group in groups), default=1)
    return int(min(ROWS_PER_BATCH, max(1, BATCH_SIZE // max(largest, 1))))


def _damaged(opened: Opened) -> ImportProblem:
    return ImportProblem(
        f"{opened.name}: the Parquet file is damaged or is none.", "Export it again from the program it comes from."
    )


def _text(column: pa.Array) -> pa.StringArray:
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    kind = column.type
    if pa.types.is_string(kind) or pa.types.is_null(kind):
        return column.cast(pa.string()).fill_null("")
    if pa.types.is_floating(kind):
        return text_array([_written(number) for number in column.to_pylist()])
    if pa.types.is_nested(kind) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return text_array(["" if cell is None else _plain(cell) for cell in column.to_pylist()])
    return column.cast(pa.string()).fill_null("")


def _plain(cell: object) -> str:
    return (
        cell.decode("utf-8", "replace")
        if isinstance(cell, bytes)
        else json.dumps(cell, ensure_ascii=False, default=str)
    )


def _written(number: float | None) -> str:
    if number is None:
        return ""
    return str(int(number)) if abs(number) < 1e15 and number == int(number) else repr(number)


def _typed(column: pa.Array) -> np.ndarray | None:
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    kind = column.type
    if not (pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)):
        return None
    numbers = pc.cast(column, pa.float64(), safe=False).fill_null(float("nan"))
    return np.asarray(numbers.to_numpy(zero_copy_only=False), dtype=np.float64)


def _is_parquet(head: bytes) -> bool:
    return head.startswith(b"PAR1")


FORMAT = TableFormat(names=("parquet",), title="Parquet", recognises=_is_parquet, survey=survey, batches=batches)
