"""JSON lines: one object per line; nested objects become columns such as ``attributes.sex``."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np

from fairdesk.domain.records import FileReading, LayoutChoices, RowProblem
from fairdesk.interchange.delimited import bounded_lines
from fairdesk.interchange.distinct_keys import KeyTwiceError, distinct
from fairdesk.interchange.raw_tables import (
    Opened,
    Progress,
    RawBatch,
    Survey,
    TableFormat,
    blocks,
    refuse,
    shown,
    text_array,
)
from fairdesk.interchange.text_encoding import Utf8Feed, encoding_of, known_encoding

LOOKED_AT = 5_000
"""Lines whose keys become columns; a key that first stands further on is a problem of its line."""

_EXACT = 10**15

Cells = dict[str, str | float]


def survey(opened: Opened, choices: LayoutChoices) -> Survey:
    """The keys of the first objects, in the order in which they first stand.

    Raises:
        ImportProblem: no line is an object.
    """
    encoding, note = (known_encoding(choices.encoding, opened), "") if choices.encoding else encoding_of(opened)
    headings: dict[str, None] = {}
    first: tuple[int, str] | None = None
    for line, found, _ in islice(_objects(opened, encoding, None), LOOKED_AT):
        if isinstance(found, str):
            first = first or (line, found)
        else:
            headings.update(dict.fromkeys(found))
    if not headings:
        line, cause = first or (1, "no line holds an object")
        refuse(opened.name, line, cause, "Write one JSON object per line, with the same keys in each.")
    reading = FileReading(format="jsonl", encoding=encoding, header_line=0, notes=(note,) if note else ())
    return Survey(reading=reading, headings=tuple(headings))


def batches(
    opened: Opened, reading: FileReading, headings: tuple[str, ...], progress: Progress | None = None
) -> Iterator[RawBatch]:
    """One row per line; a line that is no object, or has other keys, is a problem."""
    known = frozenset(headings)
    objects = _objects(opened, reading.encoding, progress)
    for block in blocks(objects, lambda row: len(row[2])):
        rows: list[Cells] = []
        lines: list[int] = []
        problems: list[RowProblem] = []
        for line, found, written in block:
            if isinstance(found, str):
                problems.append(_problem(line, "", written, found))
            elif unknown := next((key for key in found if key not in known), None):
                cause = f"the first {LOOKED_AT:,} lines have no key of this name"
                problems.append(_problem(line, unknown, written, cause))
            else:
                rows.append(found)
                lines.append(line)
        yield _batch(rows, lines, headings, tuple(problems))


def _batch(
    rows: list[Cells], lines: list[int], headings: tuple[str, ...], problems: tuple[RowProblem, ...]
) -> RawBatch:
    columns = []
    numbers = {}
    for place, key in enumerate(headings):
        cells = [row.get(key, "") for row in rows]
        columns.append(text_array([cell if isinstance(cell, str) else _written(cell) for cell in cells]))
        if any(not isinstance(cell, str) for cell in cells):
            typed = [float("nan") if isinstance(cell, str) else cell for cell in cells]
            numbers[place] = np.array(typed, dtype=np.float64)
    return RawBatch(columns=tuple(columns), lines=np.array(lines, dtype=np.int64), numbers=numbers, problems=problems)


def _objects(opened: Opened, encoding: str, progress: Progress | None) -> Iterator[tuple[int, Cells | str, str]]:
    """Every line that is not blank: its cells, or why it has none, and the line itself."""
    feed = Utf8Feed(opened, encoding, "", progress)
    text = io.TextIOWrapper(io.BufferedReader(feed), encoding="utf-8", newline="\n")
    for line, written in enumerate(bounded_lines(opened, encoding, text), 1):
        if written.strip():
            yield line, _cells(written), written


def _cells(written: str) -> Cells | str:
    try:
        found = _DECODER.decode(written)
    except KeyTwiceError as error:
        return f"the key {shown(str(error))!r} stands twice in one object"
    except json.JSONDecodeError as error:
        return f"not valid JSON from character {error.pos + 1} on"
    except (ValueError, RecursionError):
        return "not valid JSON"
    if not isinstance(found, dict):
        return "not a JSON object"
    cells: Cells = {}
    _flatten("", found, cells)
    return cells


def _flatten(before: str, found: Mapping[str, Any], cells: Cells) -> None:
    for key, value in found.items():
        name = before + _storable(key)
        if type(value) is str:
            cells[name] = _storable(value)
        elif isinstance(value, dict) and value:
            _flatten(name + ".", value, cells)
        elif isinstance(value, bool):
            cells[name] = "true" if value else "false"
        elif isinstance(value, float):
            cells[name] = value
        elif isinstance(value, int):
            # Whole numbers beyond what a float holds exactly are names, not numbers.
            cells[name] = float(value) if -_EXACT < value < _EXACT else str(value)
        elif isinstance(value, (list, dict)):
            cells[name] = json.dumps(value, ensure_ascii=False)
        else:
            cells[name] = ""


def _storable(text: str) -> str:
    """JSON may escape half a surrogate pair, which no text that is stored can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


_DECODER = json.JSONDecoder(parse_constant=str, object_pairs_hook=distinct)


def _written(number: float) -> str:
    return str(int(number)) if number == int(number) and abs(number) < 1e15 else repr(number)


def _problem(line: int, column: str, written: str, cause: str) -> RowProblem:
    cure = "Write one JSON object per line, with the same keys in each."
    return RowProblem(line=line, column=column, value=shown(written.strip()), cause=cause, cure=cure)


def _is_json(head: bytes) -> bool:
    plain = head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return plain.startswith((b"{", b"["))


FORMAT = TableFormat(names=("jsonl",), title="JSON lines", recognises=_is_json, survey=survey, batches=batches)
