"""Texts that somebody rewrote, for example in a dialect: one row per file and level, as CSV or JSON Lines."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from fairdesk.domain.errors import ImportProblem

FIELDS = ("case_id", "level", "text")

MOST_BYTES = 512 * 2**20
"""Of a whole file; larger ones are no file of texts."""

LONGEST_TEXT = 2_000_000

FORM = 'Write the columns case_id, level and text, or one object a line: {"case_id": "c-1", "level": "…", "text": "…"}.'


def read_rewritten(path: Path) -> dict[str, dict[str, str]]:
    """Case id to level to text.

    Args:
        path: ``*.csv`` with a heading line, separated by commas or semicolons, or ``*.jsonl``; UTF-8.

    Raises:
        ImportProblem: it cannot be read, lacks a column, or a row has no id, level or text or repeats an earlier one;
            file, line, cause and cure are named.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ImportProblem(f"{path.name} is larger than {MOST_BYTES // 2**20} MB.", "Split it.")
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ImportProblem(
            f"{path.name} cannot be read: {error.strerror or error}.", "Check that it exists and that you may read it."
        ) from error
    except UnicodeDecodeError as error:
        raise ImportProblem(f"{path.name} is not UTF-8 text.", "Save it as UTF-8.") from error
    found: dict[str, dict[str, str]] = {}
    rows = _json_rows(path, text) if path.suffix.lower() in (".jsonl", ".ndjson") else _csv_rows(path, text)
    for line, case_id, level, words in rows:
        if not case_id or not level or not words.strip():
            _refuse(path, line, "it has no case id, no level or no text")
        if len(words) > LONGEST_TEXT:
            _refuse(path, line, f"its text has {len(words):,} characters, more than {LONGEST_TEXT:,}")
        of_case = found.setdefault(case_id, {})
        if level in of_case:
            _refuse(path, line, f"the file {case_id:.60} has a text of the level {level:.60} already")
        of_case[level] = words
    if not found:
        raise ImportProblem(f"{path.name} holds no text.", FORM)
    return found


def _csv_rows(path: Path, text: str) -> Iterator[tuple[int, str, str, str]]:
    heading = text.split("\n", 1)[0]
    csv.field_size_limit(LONGEST_TEXT * 4)
    delimiter = ";" if heading.count(";") > heading.count(",") else ","
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    lacking = [name for name in FIELDS if name not in (reader.fieldnames or ())]
    if lacking:
        raise ImportProblem(f"{path.name} has no column {' and no column '.join(lacking)}.", FORM)
    try:
        for row in reader:
            yield reader.line_num, *(str(row[name] or "") for name in FIELDS)  # type: ignore[misc]  # three fields
    except csv.Error as error:
        _refuse(path, reader.line_num, f"it is no row of a table ({error})")


def _json_rows(path: Path, text: str) -> Iterator[tuple[int, str, str, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            _refuse(path, number, "it is no JSON")
        if not isinstance(row, dict) or any(not isinstance(row.get(name), str) for name in FIELDS):
            _refuse(path, number, "it lacks one of case_id, level and text, or one of them is no text")
        try:
            row["text"].encode("utf-8")
        except UnicodeEncodeError:
            _refuse(path, number, "its text holds half a character")
        yield number, row["case_id"], row["level"], row["text"]


def _refuse(path: Path, line: int, cause: str) -> NoReturn:
    raise ImportProblem(f"{path.name}, line {line}: {cause}. Nothing was taken.", FORM)
