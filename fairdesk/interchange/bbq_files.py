"""BBQ as its authors hand it out: ``data/*.jsonl`` and ``additional_metadata.csv`` -> columns, or one problem.

A folder (of the repository, of the data, or of both together), an archive or one file, packed or not. Nothing is read
in part: a damaged file keeps all files out. Spelling mistakes, braces and blanks of the official texts stay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any

from fairdesk.domain.bbq_columns import NO_TARGET, BbqColumns
from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.bbq_metadata import METADATA_FILE, metadata_of, with_targets
from fairdesk.interchange.json_columns import PAIR, TEXT, WHOLE, JsonColumns, json_columns
from fairdesk.interchange.official_files import OfficialFile, official_files, refuse_file
from fairdesk.interchange.raw_tables import shown

BENCHMARK = "BBQ"
UNKNOWN_TAG = "unknown"
"""The second word of ``answer_info`` that marks the option for "not known"; ten different texts stand beside it."""

OPTIONS = ("ans0", "ans1", "ans2")
INFO = tuple(f"answer_info.{option}" for option in OPTIONS)
WANTED = (
    {
        "example_id": WHOLE,
        "question_index": TEXT,
        "question_polarity": TEXT,
        "context_condition": TEXT,
        "category": TEXT,
        "context": TEXT,
        "question": TEXT,
        "label": WHOLE,
    }
    | dict.fromkeys(OPTIONS, TEXT)
    | dict.fromkeys(INFO, PAIR)
)

POLARITIES = {"neg": True, "nonneg": False}
CONDITIONS = {"ambig": True, "disambig": False}

DATA_FOLDER = "data"
METADATA_FOLDERS = ("", "supplemental", "analysis_scripts")
DATA_CURE = "Choose the folder of the benchmark, or its folder 'data', with Age.jsonl and the other files."


def read_bbq(path: Path) -> BbqColumns:
    """All items of a folder, an archive or a file with their bias-consistent options.

    Raises:
        ImportProblem: a file is missing, damaged or of another benchmark, or items and metadata are not of one version.
    """
    files = bbq_official_files(path)
    return bbq_of_files([(one.name, one.body) for one in files])


def bbq_of_files(files: Sequence[tuple[str, bytes]]) -> BbqColumns:
    """The same from names and bytes, as they are stored; the metadata file is told by its name.

    Raises:
        ImportProblem: see ``read_bbq``.
    """
    return bbq_and_rows(files)[0]


def bbq_and_rows(files: Sequence[tuple[str, bytes]]) -> tuple[BbqColumns, dict[str, int]]:
    """The same, and the rows that each file holds by its name.

    Raises:
        ImportProblem: see ``read_bbq``.
    """
    metadata = [(name, body) for name, body in files if is_metadata(name)]
    data = [(name, body) for name, body in files if not is_metadata(name)]
    if not data:
        refuse_file(files[0][0] if files else BENCHMARK, None, "no file of items stands there", DATA_CURE)
    parts = [read_bbq_file(name, body) for name, body in data]
    items, found = joined(parts, [name for name, _ in data]), metadata_of(metadata)
    rows = {name: part.n for (name, _), part in zip(data, parts, strict=True)}
    return with_targets(items, found), rows | dict.fromkeys((name for name, _ in metadata), found.n_rows)


def bbq_official_files(path: Path) -> tuple[OfficialFile, ...]:
    """The data files at a place, and the metadata file, which may stand beside or above them.

    Raises:
        ImportProblem: nothing of the kind stands there, or it cannot be read.
    """
    if not path.is_dir():
        found = _of_archive(official_files(path))
        return found if any(map(is_metadata, (one.name for one in found))) else found + _metadata_near(path.parent)
    data = path / DATA_FOLDER if (path / DATA_FOLDER).is_dir() else path
    items = tuple(one for one in official_files(data) if _is_items(one.name))
    if not items:
        refuse_file(path.name, None, "no JSON lines stand in this folder", DATA_CURE)
    return items + _metadata_near(path)


def is_metadata(name: str) -> bool:
    """Whether a file is ``additional_metadata.csv``, told by its name."""
    return PurePosixPath(name).name.casefold().startswith(METADATA_FILE.removesuffix(".csv"))


def _is_items(name: str) -> bool:
    return PurePosixPath(name).name.casefold().endswith((".jsonl", ".json"))


def _of_archive(files: tuple[OfficialFile, ...]) -> tuple[OfficialFile, ...]:
    """Of an archive of the whole repository, the folder ``data`` alone: predictions look like data otherwise."""
    items = [one for one in files if _is_items(one.name) or len(files) == 1]
    inside = [one for one in items if PurePosixPath(one.name).parent.name == DATA_FOLDER]
    return tuple(inside or items) + tuple(one for one in files if is_metadata(one.name) and len(files) > 1)


def _metadata_near(folder: Path) -> tuple[OfficialFile, ...]:
    places = [place / inner for place in (folder, folder.parent) for inner in METADATA_FOLDERS]
    for place in places:
        for name in (METADATA_FILE, f"{METADATA_FILE}.gz", METADATA_FILE.replace(".csv", ".zip")):
            if (place / name).is_file():
                return official_files(place / name)
    return ()


def read_bbq_file(name: str, body: bytes) -> BbqColumns:
    """The items of one file, without bias-consistent options.

    Raises:
        ImportProblem: a line is cut off, or is no item of BBQ; names file, line, cause and cure.
    """
    table = json_columns(name, body, WANTED)
    texts = {key: _texts(table, key) for key in WANTED if WANTED[key] == TEXT}
    names, tags = ([_texts(table, f"{key}[{at}]") for key in INFO] for at in (0, 1))
    places = _wholes(table, "label", most=2)
    return BbqColumns(
        benchmark=BENCHMARK,
        language="en",
        category=texts["category"],
        item_id=tuple(map(str, _wholes(table, "example_id", most=None))),
        template=texts["question_index"],
        negative=_flags(table, "question_polarity", POLARITIES),
        ambiguous=_flags(table, "context_condition", CONDITIONS),
        context=texts["context"],
        question=texts["question"],
        options=(texts["ans0"], texts["ans1"], texts["ans2"]),
        people=(names[0], names[1], names[2]),
        unknown=_unknown(table, tags),
        label=places,
        biased=(NO_TARGET,) * table.n,
        kind=("",) * table.n,
    )


def joined(parts: Sequence[BbqColumns], names: Sequence[str]) -> BbqColumns:
    """Items of several files in one after another.

    Raises:
        ImportProblem: an item stands in them twice.
    """
    columns: dict[str, Any] = {}
    for field in fields(BbqColumns):
        values = [getattr(part, field.name) for part in parts]
        if field.name in ("options", "people"):
            columns[field.name] = tuple(tuple(chain.from_iterable(column)) for column in zip(*values, strict=True))
        elif field.name not in ("benchmark", "language"):
            columns[field.name] = tuple(chain.from_iterable(values))
    items = replace(parts[0], **columns)
    keys = list(zip(items.category, items.item_id, strict=True))
    if len(set(keys)) < len(keys):
        _refuse_double(parts, names)
    return items


def _refuse_double(parts: Sequence[BbqColumns], names: Sequence[str]) -> None:
    seen: dict[tuple[str, str], tuple[str, int]] = {}
    for part, name in zip(parts, names, strict=True):
        for row, key in enumerate(zip(part.category, part.item_id, strict=True), 1):
            if key in seen:
                before, at = seen[key]
                cause = f"item {key[1]} of {shown(key[0])!r} stands twice: before in {shown(before)}, row {at}"
                refuse_file(name, row, cause, "Keep one of the two files, or fetch the official file again.")
            seen[key] = (name, row)


def _texts(table: JsonColumns, key: str) -> tuple[str, ...]:
    column = table.columns[key]
    if set(map(type, column)) == {str}:
        return tuple(column)
    found = []
    for line, value in zip(table.lines, column, strict=True):
        if key == "question_index" and type(value) is int:  # copies write it as a number
            found.append(str(value))
        elif isinstance(value, str):
            found.append(value)
        else:
            _refuse_value(table, line, key, value, "a text")
    return tuple(found)


def _wholes(table: JsonColumns, key: str, most: int | None) -> tuple[int, ...]:
    column = table.columns[key]
    if set(map(type, column)) != {int} or min(column) < 0 or (most is not None and max(column) > most):
        for line, value in zip(table.lines, column, strict=True):
            if type(value) is not int or value < 0 or (most is not None and value > most):
                wanted = "a whole number" + ("" if most is None else f" from 0 to {most}")
                _refuse_value(table, line, key, value, wanted)
    return tuple(column)


def _flags(table: JsonColumns, key: str, words: Mapping[str, bool]) -> tuple[bool, ...]:
    try:
        return tuple([words[value] for value in table.columns[key]])
    except (KeyError, TypeError):
        for line, value in zip(table.lines, table.columns[key], strict=True):
            if not isinstance(value, str) or value not in words:
                _refuse_value(table, line, key, value, " or ".join(words))
        raise


def _unknown(table: JsonColumns, tags: Sequence[Sequence[str]]) -> tuple[int, ...]:
    first, second, third = ([tag == UNKNOWN_TAG for tag in column] for column in tags)
    for line, *marks in zip(table.lines, first, second, third, strict=True):
        if sum(marks) != 1:
            cause = f"{sum(marks)} of the three options have the group {UNKNOWN_TAG!r} and not one"
            refuse_file(table.name, line, cause)
    return tuple([1 if two else 2 if three else 0 for two, three in zip(second, third, strict=True)])


def _refuse_value(table: JsonColumns, line: int, key: str, value: object, wanted: str) -> None:
    stands = f"{key!r} is missing" if value is None else f"{key!r} is {shown(repr(value))} and not {wanted}"
    cure = "Choose the official data files of BBQ; fetch them again if they were edited."
    raise ImportProblem(f"{shown(table.name)}, line {line}: {stands}.", cure)
