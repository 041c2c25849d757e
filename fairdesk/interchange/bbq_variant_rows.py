"""Rows of BBQ's relatives: values read with their place, lists that stand in cells as Python or JSON writes them."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from fairdesk.domain.bbq_columns import NO_TARGET
from fairdesk.interchange.foreign_json import parsed
from fairdesk.interchange.named_rows import NamedRow, NamedRows, named_rows_of
from fairdesk.interchange.official_files import FETCH_AGAIN, refuse_file
from fairdesk.interchange.raw_tables import shown

LONGEST_LITERAL = 2_000
MARK = "\ufeff"
Three = tuple[str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantRow:
    """One item; see ``BbqColumns`` for what stands in it."""

    category: str
    item_id: str
    template: str
    negative: bool
    ambiguous: bool
    context: str
    question: str
    options: Three
    unknown: int
    label: int
    people: Three = ("", "", "")
    biased: int = NO_TARGET
    kind: str = "label"


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantTable:
    """A file's rows, whose values are asked for with their kind; a wrong one keeps the file out."""

    name: str
    rows: tuple[NamedRow, ...]

    @staticmethod
    def of(name: str, body: bytes, needed: Sequence[str]) -> VariantTable:
        """The rows of a table, JSON lines or a JSON list.

        Raises:
            ImportProblem: it is damaged, or lacks a column; names file, line and column.
        """
        table: NamedRows = named_rows_of(name, body)
        rows = tuple(replace(row, values=_plain_keys(row.values)) for row in table.rows)
        for key in needed:
            if all(key not in row.values for row in rows):
                refuse_file(name, None, f"the column {key!r} is missing", FETCH_AGAIN)
        return VariantTable(name=name, rows=rows)

    @staticmethod
    def of_examples(name: str, body: bytes) -> VariantTable:
        """The examples of a task of BIG-bench; the line of a row is the number of its example.

        Raises:
            ImportProblem: it is damaged, or no such task.
        """
        rows = []
        for number, example in enumerate(parsed(body, name).need("examples").each(), 1):
            comment = example.need("comment").value
            values = {key: example.need(key).value for key in ("input", "target_scores")}
            if not isinstance(comment, dict):
                example.refuse("'comment' is no object")
            rows.append(NamedRow(line=number, values=comment | values))
        if not rows:
            refuse_file(name, None, "the task holds no example", FETCH_AGAIN)
        return VariantTable(name=name, rows=tuple(rows))

    def refuse(self, row: NamedRow, column: str, cause: str) -> NoReturn:
        """Keep the file out; names file, line, column and cause."""
        refuse_file(self.name, row.line, f"{shown(column)!r}: {cause}", FETCH_AGAIN)

    def text(self, row: NamedRow, column: str) -> str:
        """The text in a column, numbers as they are written; an empty one where nothing stands."""
        value = row.values.get(column)
        if isinstance(value, dict | list | bool):
            self.refuse(row, column, "a text was expected")
        return "" if value is None else str(value)

    def three(self, row: NamedRow, columns: Three) -> Three:
        """Three options, none of them empty."""
        found = [self.text(row, column) for column in columns]
        for column, text in zip(columns, found, strict=True):
            if not text.strip():
                self.refuse(row, column, "the option is missing")
        return found[0], found[1], found[2]

    def whole(self, row: NamedRow, column: str) -> int:
        """A place from 0 to 2, as a number or a text."""
        text = self.text(row, column).strip()
        if text not in ("0", "1", "2"):
            self.refuse(row, column, f"{shown(text)!r} is no place from 0 to 2")
        return int(text)

    def flag(self, row: NamedRow, column: str, words: Mapping[str, bool]) -> bool:
        """What one of these words says."""
        text = self.text(row, column).strip()
        if text not in words:
            self.refuse(row, column, f"{shown(text)!r} is not {' or '.join(words)}")
        return words[text]

    def one_of(self, row: NamedRow, options: Sequence[str], text: str, column: str) -> int:
        """The place of a text that stands among the options once."""
        if options.count(text) != 1:
            self.refuse(row, column, f"{shown(text)!r} does not stand among the options once")
        return options.index(text)

    def scores(self, row: NamedRow) -> dict[str, int]:
        """Options to 1 for the correct one and 0 for the others."""
        found = row.values.get("target_scores")
        if not isinstance(found, dict) or not all(score in (0, 1) for score in found.values()):
            self.refuse(row, "target_scores", "options with 0 or 1 were expected")
        return {str(text): int(score) for text, score in found.items()}

    def split_question(self, row: NamedRow) -> tuple[str, str]:
        """Context and question of a text that ends in its question."""
        text = self.text(row, "input").strip()
        cut = max(text.rfind(end, 0, len(text) - 1) for end in (". ", "! ", "? ", '." '))
        return (text[: cut + 1].strip(), text[cut + 1 :].strip()) if cut >= 0 else ("", text)


def texts_of(table: VariantTable, row: NamedRow, column: str, n: int | None = 3) -> Any:
    """A list of texts, whether it stands there as one or as a literal of Python or JSON.

    Args:
        n: How many there have to be; None for one or more.
    """
    found = literal(table, row, column)
    is_list = isinstance(found, list) and bool(found) and all(isinstance(text, str) for text in found)
    if not is_list or (n is not None and len(found) != n):
        table.refuse(row, column, f"a list of {'texts' if n is None else f'{n} texts'} was expected")
    return tuple(found)


def answer_groups(table: VariantTable, row: NamedRow, column: str) -> Three:
    """Groups of the three options, from an object of places to name and group."""
    found = literal(table, row, column)
    pairs: list[Any] = [found.get(place) for place in range(3)] if isinstance(found, dict) else []
    if len(pairs) != 3 or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        table.refuse(row, column, "places 0 to 2 with name and group were expected")
    return str(pairs[0][1]), str(pairs[1][1]), str(pairs[2][1])


def literal(table: VariantTable, row: NamedRow, column: str) -> Any:
    """The value of a cell that holds JSON or a literal of Python; nothing of it is run."""
    value = row.values.get(column)
    if not isinstance(value, str):
        if value is None:
            nested, _, key = column.partition(".")
            inside = row.values.get(nested)
            value = inside.get(key) if isinstance(inside, dict) else None
        return value
    if len(value) > LONGEST_LITERAL:
        table.refuse(row, column, "the list is too long")
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        table.refuse(row, column, f"{shown(value[:60])!r} is no list as JSON or Python writes them")


def _plain_keys(values: Mapping[str, Any]) -> dict[str, Any]:
    """Without byte-order marks inside keys, which spreadsheets leave there."""
    return {key.strip(MARK).strip(): value for key, value in values.items()}
