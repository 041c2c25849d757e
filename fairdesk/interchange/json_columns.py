"""JSON lines as columns, fast: read by pyarrow, and once more line by line only to say what is wrong, and where.

The second way reads whatever the first one does not; both give the same values, so that speed decides nothing.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as pj

from fairdesk.interchange.distinct_keys import KeyTwiceError, distinct
from fairdesk.interchange.official_files import FETCH_AGAIN, refuse_file
from fairdesk.interchange.raw_tables import shown

BLOCK = 4 << 20
"""Bytes that are parsed at once; a line that is longer is read by the slow way."""

TEXT, WHOLE, TEXTS, PAIR = "text", "whole", "texts", "pair"
"""Kinds of values; a pair is a list of two texts, which becomes two columns: ``answer_info.ans0[0]`` and ``...[1]``."""

_TYPES = {TEXT: pa.string(), WHOLE: pa.int64(), TEXTS: pa.list_(pa.string()), PAIR: pa.list_(pa.string())}
_MARK = b"\xef\xbb\xbf"
_BLANKS = b" \t\r\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonColumns:
    """A file of JSON lines.

    Attributes:
        columns: Values by key, one per row; None where a row does not have it. Keys of objects inside are joined by a
            full stop: ``answer_info.ans0``.
        lines: Line of every row, from 1.
    """

    name: str
    columns: Mapping[str, Sequence[Any]]
    lines: Sequence[int]

    @property
    def n(self) -> int:
        """Rows."""
        return len(self.lines)


def json_columns(name: str, body: bytes, wanted: Mapping[str, str], *, others: bool = False) -> JsonColumns:
    """The columns of a file of JSON lines.

    Args:
        name: What messages call the file.
        body: Its bytes, UTF-8, with or without a mark.
        wanted: Keys, joined by a full stop, to the kind of value that is expected there. Other kinds are handed out
            as they are: whoever needs the right kind looks at it.
        others: Whether keys that are not wanted are columns too; else they are left alone.

    Raises:
        ImportProblem: a line is cut off or is no JSON object; names file, line, cause and cure.
    """
    body = body.removeprefix(_MARK)
    try:
        body.decode("utf-8")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        refuse_file(name, line, "the text is not UTF-8", FETCH_AGAIN)
    table = _table(body, wanted, others=others)
    columns = None if table is None else _values(table, wanted, others=others)
    if table is None or columns is None:
        return _slowly(name, body, wanted, others=others)
    return JsonColumns(name=name, columns=columns, lines=range(1, len(table) + 1))


def _values(table: pa.Table, wanted: Mapping[str, str], *, others: bool) -> dict[str, Sequence[Any]] | None:
    columns: dict[str, Sequence[Any]] = {}
    for key in (*wanted, *(name for name in table.column_names if others and name not in wanted)):
        column = table[key].combine_chunks()
        if wanted.get(key) != PAIR:
            columns[key] = column.to_pylist()
            continue
        if column.null_count or len(column) != pc.sum(pc.equal(pc.list_value_length(column), 2)).as_py():
            return None
        parts = column.flatten().to_pylist()
        columns[f"{key}[0]"], columns[f"{key}[1]"] = parts[0::2], parts[1::2]
    return columns


def _table(body: bytes, wanted: Mapping[str, str], *, others: bool) -> pa.Table | None:
    """None where pyarrow cannot read the file, or would read it otherwise than line by line."""
    if body.lstrip(_BLANKS)[:1] != b"{":
        return None
    parse = pj.ParseOptions(explicit_schema=_schema(wanted), unexpected_field_behavior="infer" if others else "ignore")
    try:
        table = pj.read_json(io.BytesIO(body), read_options=pj.ReadOptions(block_size=BLOCK), parse_options=parse)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return None
    n_lines = body.count(b"\n") + (not body.endswith(b"\n"))
    if table.num_rows != n_lines:  # blank lines, or two objects in one
        return None
    while any(pa.types.is_struct(field.type) for field in table.schema):
        table = table.flatten()
    dates = (field.type for field in table.schema)
    return None if any(pa.types.is_temporal(kind) for kind in dates) else table


def _schema(wanted: Mapping[str, str]) -> pa.Schema:
    fields: dict[str, Any] = {}
    for key, kind in wanted.items():
        outer, _, inner = key.partition(".")
        if inner:
            fields.setdefault(outer, []).append((inner, _TYPES[kind]))
        else:
            fields[outer] = _TYPES[kind]
    return pa.schema([(key, pa.struct(kind) if isinstance(kind, list) else kind) for key, kind in fields.items()])


def _slowly(name: str, body: bytes, wanted: Mapping[str, str], *, others: bool) -> JsonColumns:
    rows: list[dict[str, Any]] = []
    lines: list[int] = []
    for number, line in enumerate(body.split(b"\n"), 1):
        if line.strip(_BLANKS):
            row: dict[str, Any] = {}
            _flatten("", _object(name, number, line), row)
            _split_pairs(row, wanted)
            rows.append(row)
            lines.append(number)
    if not rows:
        refuse_file(name, None, "the file is empty", FETCH_AGAIN)
    keys = dict.fromkeys(key for key in wanted if wanted[key] != PAIR)
    keys |= dict.fromkeys(f"{key}[{at}]" for key in wanted if wanted[key] == PAIR for at in (0, 1))
    if others:
        keys |= dict.fromkeys(key for row in rows for key in row)
    return JsonColumns(name=name, columns={key: [row.get(key) for row in rows] for key in keys}, lines=lines)


def _split_pairs(row: dict[str, Any], wanted: Mapping[str, str]) -> None:
    """Something else than a list of two stays whole, as the first of the two: whoever looks at it says so."""
    for key, kind in wanted.items():
        if kind == PAIR and key in row:
            value = row.pop(key)
            row[f"{key}[0]"], row[f"{key}[1]"] = value if isinstance(value, list) and len(value) == 2 else (value, None)


def _object(name: str, number: int, line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line, object_pairs_hook=distinct)
    except KeyTwiceError as error:
        refuse_file(name, number, f"the key {shown(str(error))!r} stands twice in one object", "Keep one of them.")
    except json.JSONDecodeError as error:
        cut = " or is cut off" if error.pos >= len(line.decode()) - 1 or "Unterminated" in error.msg else ""
        refuse_file(name, number, f"the line is not valid JSON from character {error.colno} on{cut}", FETCH_AGAIN)
    except (ValueError, RecursionError):
        refuse_file(name, number, "the line is not valid JSON", FETCH_AGAIN)
    if not isinstance(found, dict):
        refuse_file(name, number, "the line is no JSON object", "Write one JSON object per line.")
    return found


def _flatten(before: str, found: Mapping[str, Any], row: dict[str, Any]) -> None:
    for key, value in found.items():
        if isinstance(value, dict):
            _flatten(f"{before}{key}.", value, row)
        elif isinstance(value, str) and not value.isascii():
            row[before + key] = value.encode("utf-8", "replace").decode()  # half a surrogate pair cannot be stored
        else:
            row[before + key] = value
