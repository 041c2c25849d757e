"""Files of names and words by group, in the layouts in which they are published: file -> lists, or one problem.

A table (a row a word, groups in its other columns), a JSON object of lists or of families of lists, a JSON object with
rows of counterparts and the order of its columns, or plain text with a word a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.word_lists import FoundList, FoundLists
from fairdesk.interchange.distinct_keys import json_of_text
from fairdesk.interchange.named_rows import NamedRow, NamedRows, read_named_rows, text_of_file

WORD_COLUMNS = ("name", "word", "term", "words", "names", "firstname", "first_name", "surname")
"""Headings of the column with the words, in small letters; otherwise it is the first column."""

GROUP_COLUMNS = (
    "gender", "sex", "ethnicity", "race", "group", "signalled_group", "level", "first_last", "origin", "nationality",
    "religion", "attribute", "category", "age",
)  # fmt: skip
"""Headings of columns that tell groups apart, in small letters."""

SOURCE_COLUMNS = ("source", "provenance")

MOST_LISTS = 200
LONGEST_WORD = 200
MOST_WORDS = 100_000


def read_word_list_file(path: Path) -> FoundLists:
    """The lists of a file.

    Raises:
        ImportProblem: the file holds no list of words; names file, place, cause and cure.
    """
    if path.suffix.lower() == ".json":
        return _of_json(path)
    if path.suffix.lower() in (".txt", ".md", ""):
        return _of_lines(path)
    return _of_table(read_named_rows(path))


def _of_lines(path: Path) -> FoundLists:
    source, notes = text_of_file(path)
    lines = [line.strip() for line in source.splitlines()]
    words = [line for line in lines if line and not line.startswith("#")]
    return _found(_Read(path=path, layout="a word a line", lists={path.stem: words}, notes=notes))


def _of_table(table: NamedRows) -> FoundLists:
    by_small = {column.strip().casefold(): column for column in table.columns}
    word_column = next((by_small[name] for name in WORD_COLUMNS if name in by_small), table.columns[0])
    groups = [column for small, column in by_small.items() if small in GROUP_COLUMNS and column != word_column]
    sources = next((by_small[name] for name in SOURCE_COLUMNS if name in by_small), "")
    if not groups and _is_aligned(table):
        columns = {column: [table.text(row, column).strip() for row in table.rows] for column in table.columns}
        words = f"a column a list, the rows are counterparts: {', '.join(table.columns)}"
        return _found(_Read(path=table.path, layout=words, lists=columns, aligned=True, notes=table.notes))
    lists: dict[str, list[str]] = {}
    origins: dict[str, list[str]] = {}
    for row in table.rows:
        name = _group(table, row, groups) or table.path.stem
        lists.setdefault(name, []).append(table.text(row, word_column).strip())
        if sources and table.text(row, sources).strip():
            origins.setdefault(name, []).append(table.text(row, sources).strip())
    how = (
        f"the words stand in {word_column!r}, the groups in {', '.join(repr(group) for group in groups) or 'no column'}"
    )
    return _found(_Read(path=table.path, layout=how, lists=lists, origins=origins, notes=table.notes))


def _group(table: NamedRows, row: NamedRow, columns: Sequence[str]) -> str:
    return ", ".join(said for said in (table.text(row, column).strip() for column in columns) if said)


def _is_aligned(table: NamedRows) -> bool:
    """Two or more columns of short texts without numbers, as many in each."""
    if len(table.columns) < 2:
        return False
    cells = [table.text(row, column).strip() for row in table.rows for column in table.columns]
    return all(cell and len(cell) <= LONGEST_WORD and not cell.replace(".", "").isdigit() for cell in cells)


def _of_json(path: Path) -> FoundLists:
    source, notes = text_of_file(path)
    found = json_of_text(path, source)
    if isinstance(found, list) and all(isinstance(one, str) for one in found):
        return _found(_Read(path=path, layout="a list of words", lists={path.stem: found}, notes=notes))
    if not isinstance(found, Mapping):
        _fail(path, "", "it holds no lists of words", 'Write {"name": ["word", ...], ...}.')
    order = found.get("column_order")
    if isinstance(order, list) and all(isinstance(one, str) for one in order):
        return _found(
            _Read(
                path=path, layout="rows of counterparts", lists=_columns(path, found, order), aligned=True, notes=notes
            )
        )
    return _found(_Read(path=path, layout="lists by name", lists=dict(_named_lists(path, found)), notes=notes))


def _columns(path: Path, found: Mapping[str, Any], order: Sequence[str]) -> dict[str, list[str]]:
    lists: dict[str, list[str]] = {name: [] for name in order}
    for name, rows in found.items():
        if name == "column_order" or not isinstance(rows, list):
            continue
        for number, row in enumerate(rows, 1):
            if (
                not isinstance(row, list)
                or len(row) != len(order)
                or not all(isinstance(one, str) and one.strip() for one in row)
            ):
                _fail(path, f"{name}, row {number}", f"it has not {len(order)} words", "Give it a word in each column.")
            for column, word in zip(order, row, strict=True):
                lists[column].append(word.strip())
    return lists


def _named_lists(path: Path, found: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, list[str]]]:
    for name, value in found.items():
        full = f"{before}{name}"
        if isinstance(value, Mapping):
            yield from _named_lists(path, value, f"{full}, ")
        elif isinstance(value, list) and all(isinstance(one, str) for one in value):
            yield full, value
        else:
            _fail(path, full, "it is no list of words", 'Write {"name": ["word", ...], ...}.')


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """What was read: lists by name, and where the words of each come from as the file says."""

    path: Path
    layout: str
    lists: Mapping[str, Sequence[str]]
    aligned: bool = False
    origins: Mapping[str, Sequence[str]] = field(default_factory=dict)
    notes: Sequence[str] = ()


def _found(read: _Read) -> FoundLists:
    path, n_words = read.path, sum(map(len, read.lists.values()))
    if len(read.lists) > MOST_LISTS or n_words > MOST_WORDS:
        cure = f"Split it: {MOST_LISTS} lists and {MOST_WORDS:,} words are taken at most."
        _fail(path, "", f"it holds {len(read.lists):,} lists with {n_words:,} words", cure)
    told = list(read.notes)
    found = []
    for name, words in read.lists.items():
        kept = list(words)
        if not read.aligned:  # counterparts stand in one row each, so that a word may come twice there
            kept = [word for word in dict.fromkeys(map(str.strip, words)) if word and len(word) <= LONGEST_WORD]
        if not kept:
            continue
        if len(kept) > 1 and all(word.isupper() for word in kept):
            kept = [word.title() for word in kept]
            told.append(f"“{name}” is written in capitals; its words were taken as {kept[0]}. Look through them.")
        sources = "; ".join(sorted(set(read.origins.get(name, ()))))
        provenance = f"File {path.name}" + (f", its sources: {sources}" if sources else "")
        found.append(FoundList(name=name, words=tuple(kept), provenance=provenance, n_left_out=len(words) - len(kept)))
    if not found:
        _fail(path, "", "it holds no word", "Check that this is the file that you meant.")
    return FoundLists(layout=read.layout, lists=tuple(found), aligned=read.aligned, notes=tuple(told))


def _fail(path: Path, place: str, cause: str, cure: str) -> NoReturn:
    where = f"{path.name}, {place}" if place else path.name
    raise ImportProblem(f"{where}: {cause}.", cure)
