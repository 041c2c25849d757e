"""Tables that pandas wrote as one JSON document (``to_json``), and any JSON list of objects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from fairdesk.domain.records import FileReading, LayoutChoices
from fairdesk.interchange.foreign_json import Found, finite, written
from fairdesk.interchange.foreign_tables import Peek, check_width, document, peek_of
from fairdesk.interchange.raw_tables import (
    Opened,
    Progress,
    RawBatch,
    Survey,
    TableFormat,
    blocks,
    distinct_headings,
    refuse,
    text_array,
)

NAME = "json"

_COLUMNS = re.compile(rb'^[\xef\xbb\xbf\s]*\{"(?:[^"\\]|\\.)*":\{"0":')
"""``orient="columns"`` with the index that pandas counts by itself."""

_ROWS = re.compile(rb'^[\xef\xbb\xbf\s]*\{"0":\{"')
"""``orient="index"`` with the same index."""

Cells = dict[str, object]


def recognises(peek: Peek) -> bool:
    """Whether a file is one of the forms of ``to_json`` that are one document; lines are read elsewhere."""
    if peek.shape == "list":
        return bool(peek.keys)
    is_known = peek.keys in ({"columns", "index", "data"}, {"schema", "data"})
    return peek.shape == "object" and (is_known or bool(_COLUMNS.match(peek.head) or _ROWS.match(peek.head)))


def survey(opened: Opened, _choices: LayoutChoices) -> Survey:
    """The columns of the table, in the order in which they first stand.

    Raises:
        ImportProblem: the file is no JSON, or not one of the known forms.
    """
    headings: dict[str, None] = {}
    for row in _rows(opened):
        headings.update(dict.fromkeys(row))
    if not headings:
        refuse(opened.name, None, "the table holds no row", "Choose a file with records.")
    check_width(opened, len(headings))
    return Survey(
        reading=FileReading(
            format=NAME, decimal=".", header_line=0, notes=("A table as one JSON document, as pandas writes it.",)
        ),
        headings=distinct_headings(tuple(headings)),
    )


def batches(
    opened: Opened, _reading: FileReading, headings: tuple[str, ...], progress: Progress | None = None
) -> Iterator[RawBatch]:
    """The rows; their lines are their places, counted from 1."""
    keys = tuple(dict.fromkeys(key for row in _rows(opened) for key in row))
    for block in blocks(enumerate(_rows(opened), 1), _size_of):
        columns, numbers = [], {}
        for place in range(len(headings)):
            cells = [row.get(keys[place]) for _, row in block]
            columns.append(text_array([written(cell) for cell in cells]))
            typed = [finite(cell) for cell in cells]
            if any(number is not None for number in typed):
                numbers[place] = np.array([np.nan if number is None else number for number in typed], dtype=np.float64)
        lines = np.array([line for line, _ in block], dtype=np.int64)
        yield RawBatch(columns=tuple(columns), lines=lines, numbers=numbers)
    if progress is not None:
        progress(opened.n_bytes, opened.n_bytes)


def _size_of(row: tuple[int, Mapping[str, object]]) -> int:
    return sum(len(cell) for cell in row[1].values() if isinstance(cell, str))


def _rows(opened: Opened) -> Iterator[Mapping[str, object]]:
    table = document(opened)
    if isinstance(table.value, list):
        yield from (_record(entry) for entry in table.each())
        return
    keys = set(table.value) if isinstance(table.value, dict) else set()
    if keys == {"columns", "index", "data"}:
        names = [column.text() for column in table.need("columns").each()]
        for row in table.need("data").each():
            yield _named(names, row)
    elif keys == {"schema", "data"}:
        index = {key.text() for key in table.need("schema").get("primaryKey").each()} & {"index"}
        for row in table.need("data").each():
            yield {name: cell for name, cell in _record(row).items() if name not in index}
    elif keys and "0" in keys:
        yield from (_record(row) for _, row in table.items())
    else:
        yield from _by_columns(table)


def _by_columns(table: Found) -> Iterator[Mapping[str, object]]:
    """Column to row to cell; every column has the same rows."""
    columns = {name: dict(column.items()) for name, column in table.items()}
    rows = next(iter(columns.values()), {})
    for name, column in columns.items():
        if column.keys() != rows.keys():
            table.get(name).refuse("the column has other rows than the first one")
    for row in rows:
        yield _record_of({name: column[row] for name, column in columns.items()})


def _record(row: Found) -> Cells:
    if not isinstance(row.value, dict):
        row.refuse("a row is no object")
    return _record_of(dict(row.items()))


def _record_of(members: Mapping[str, Found]) -> Cells:
    """Cells of a row; objects inside become columns such as ``attributes.sex``."""
    cells: Cells = {}
    for name, member in members.items():
        if isinstance(member.value, dict) and member.value:
            inner = {f"{name}.{key}": value for key, value in member.items()}
            cells.update(_record_of(inner))
        else:
            cells[name] = member.value
    return cells


def _named(names: Sequence[str], row: Found) -> Cells:
    cells = [cell.value for cell in row.each()]
    if len(cells) != len(names):
        row.refuse(f"the row has {len(cells)} cells and the table {len(names)} columns")
    return dict(zip(distinct_headings(names), cells, strict=True))


FORMAT = TableFormat(
    names=(NAME,),
    title="JSON table",
    recognises=lambda head: recognises(peek_of(head)),
    survey=survey,
    batches=batches,
)
