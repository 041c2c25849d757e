"""JSON that other tools wrote: read within bounds, and every value knows its path inside the file."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.distinct_keys import KeyTwiceError, distinct

LARGEST_JSON = 256 * 2**20
"""Bytes of one JSON document, which is held in memory whole."""

LONGEST_PATH_SHOWN = 160
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],:]')
_MEND = "Export the results again from the tool; a file that was cut off or edited is not read in part."


@dataclass(frozen=True, slots=True)
class Found:
    """A value of a JSON file, the file's name and the value's path (``samples[3].scores``), for messages."""

    file: str
    path: str
    value: Any

    def __contains__(self, key: str) -> bool:
        return isinstance(self.value, dict) and self.value.get(key) is not None

    def get(self, key: str) -> Found:
        """The member of an object; one that is absent or null, or of something that is no object, holds None."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return Found(self.file, f"{self.path}.{key}" if self.path else key, value)

    def need(self, key: str) -> Found:
        """The member of an object.

        Raises:
            ImportProblem: this is no object, or the member is absent or null.
        """
        if not isinstance(self.value, dict):
            self.refuse(f"an object was expected and {kind_of(self.value)} stands there")
        if self.value.get(key) is None:
            self.refuse(f"{key!r} is missing")
        return self.get(key)

    def items(self) -> Iterator[tuple[str, Found]]:
        """The members of an object; none of something else.

        Raises:
            ImportProblem: something stands there that is no object.
        """
        if self.value is None:
            return
        if not isinstance(self.value, dict):
            self.refuse(f"an object was expected and {kind_of(self.value)} stands there")
        for key in self.value:
            yield clean(key), self.get(key)

    def each(self) -> Iterator[Found]:
        """The entries of a list; none when nothing stands there.

        Raises:
            ImportProblem: something stands there that is no list.
        """
        if self.value is None:
            return
        if not isinstance(self.value, list):
            self.refuse(f"a list was expected and {kind_of(self.value)} stands there")
        for place, entry in enumerate(self.value):
            yield Found(self.file, f"{self.path}[{place}]", entry)

    def text(self) -> str:
        """As text: nothing is the empty text, numbers as written, lists and objects as JSON."""
        return written(self.value)

    def number(self) -> float | None:
        """The finite number, or None for anything else (NaN, infinities, words, nothing)."""
        return finite(self.value)

    def whole(self, default: int) -> int:
        """A whole number from 0 to 999,999,999; ``default`` when nothing stands there.

        Raises:
            ImportProblem: something else stands there.
        """
        if self.value is None:
            return default
        number = self.number()
        if number is None or number != int(number) or not 0 <= number < 1e9:
            self.refuse("a whole number was expected")
        return int(number)

    def refuse(self, cause: str, cure: str = _MEND) -> NoReturn:
        """Raises the problem that stops an import; names file, path, cause and cure."""
        path = self.path if len(self.path) <= LONGEST_PATH_SHOWN else self.path[:LONGEST_PATH_SHOWN] + "..."
        where = f"{self.file}, {clean(path)}" if path else self.file
        raise ImportProblem(f"{where}: {cause}.", cure)


def parsed(content: bytes, name: str, path: str = "", line: int | None = None) -> Found:
    """A JSON document in UTF-8, with or without its mark. ``NaN`` and infinities, as Python writes them, are taken.

    Args:
        content: At most ``LARGEST_JSON`` bytes.
        name: The file's name, for messages; ``path`` and ``line`` say where in it the document stands.

    Raises:
        ImportProblem: no JSON, cut off, too deep, not UTF-8; names the line, the cause and the cure.
    """
    where = ", ".join(filter(None, (name, path, "" if line is None else f"line {line}")))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = line or content[: error.start].count(b"\n") + 1
        raise ImportProblem(f"{name}, line {at}: the text is not UTF-8.", _MEND) from error
    try:
        return Found(name, path, json.loads(text, parse_int=_whole, object_pairs_hook=distinct))
    except KeyTwiceError as error:
        raise ImportProblem(f"{where}: the key {clean(str(error))!r} stands twice in one object.", _MEND) from error
    except json.JSONDecodeError as error:
        at_line = f"{where}, character {error.colno}" if line else f"{where}, line {error.lineno}"
        cut = " or is cut off" if not text[error.pos :].strip() else ""
        raise ImportProblem(f"{at_line}: this is not valid JSON{cut} ({error.msg}).", _MEND) from error
    except RecursionError as error:
        raise ImportProblem(f"{where}: the JSON is nested too deeply.", _MEND) from error


def head_keys(head: bytes) -> tuple[str, tuple[str, ...]]:
    """What a JSON file begins with, from its first bytes alone.

    Returns:
        ``object`` and its keys; ``list`` and the keys of its first object; or two empties when it is neither.

    Example:
        >>> head_keys(b'[{"instance_id": "id0", "stats": [{"name": ')
        ('list', ('instance_id', 'stats'))
    """
    text = head.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if not text.startswith(("{", "[")):
        return "", ()
    outer = 1 if text.startswith("{") else 2
    depth = 0
    keys: list[str] = []
    last = ""
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token in ("{", "["):
            depth += 1
            if depth == 2 and outer == 2 and token == "[":
                return "list", ()
        elif token in ("}", "]"):
            depth -= 1
            if depth < outer:
                break
        elif token == ":" and depth == outer:
            keys.append(last)
        last = token[1:-1] if token.startswith('"') else ""
    return ("object" if outer == 1 else "list"), tuple(dict.fromkeys(keys))


def written(value: Any) -> str:
    """A JSON value as a cell: nothing and NaN are empty, lists and objects are JSON."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return clean(json.dumps(value, ensure_ascii=False, default=str))


def finite(value: Any) -> float | None:
    """A JSON number as a finite float, else None; a truth value is no number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return float(value)


def scalars(found: Found, before: str = "") -> Mapping[str, str]:
    """The members of an object as cells, those of objects inside under ``outer.inner``; lists are left out."""
    cells: dict[str, str] = {}
    for key, member in found.items():
        if isinstance(member.value, dict):
            cells.update(scalars(member, f"{before}{key}."))
        elif not isinstance(member.value, list):
            cells[before + key] = member.text()
    return cells


def clean(text: str) -> str:
    """Without halves of surrogate pairs, which no file and no store can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def kind_of(value: Any) -> str:
    """What a JSON value is, in words."""
    names = {
        bool: "a truth value",
        int: "a number",
        float: "a number",
        str: "a text",
        list: "a list",
        dict: "an object",
    }
    return names.get(type(value), "nothing")


def _whole(digits: str) -> int | float | str:
    """Whole numbers beyond what a float holds exactly are names, not numbers; absurdly long ones never become one."""
    return int(digits) if len(digits) <= 15 else digits
