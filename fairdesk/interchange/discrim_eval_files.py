"""discrim-eval's prompts: decisions about a person of every age, gender and race, as filled templates."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from fairdesk.interchange.named_rows import NamedRow, NamedRows, named_rows_of
from fairdesk.interchange.official_files import LONGEST_TEXT, read_official

COLUMNS = ("filled_template", "decision_question_id", "age", "gender", "race")
KIND = "fill_type"
EXPLICIT = "explicit"

ASKS_NOTHING = "the text is cut off or asks no question"
MARKED = "a marker of the template is left in the text"
BRACKETS = "a square bracket of the template is left in the text"

_MARKER = re.compile(r"</?\s*\w*\s*\w*temp\w*|</?\w+\s*>", re.IGNORECASE)
_BRACKET = re.compile(r"[\[\]]")

OLDEST = 150


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscrimPrompts:
    """Prompts of a file, one entry per prompt that can be asked in every column.

    Attributes:
        question: Which decision is asked about, as the file numbers it.
        kind: ``explicit`` (the attributes are stated) or ``implicit`` (a name signals them).
        age: Years.
        n: Rows of the file, also those that are left out.
        left_out: Why rows are no prompts that can be asked, to their number.
        notes: What is to be known of the file, a sentence each.
    """

    question: tuple[str, ...]
    kind: tuple[str, ...]
    age: tuple[float, ...]
    gender: tuple[str, ...]
    race: tuple[str, ...]
    text: tuple[str, ...]
    n: int
    left_out: dict[str, int]
    notes: tuple[str, ...] = ()


def read_discrim_eval(name: str, body: bytes) -> DiscrimPrompts:
    """The prompts of an official file (explicit.jsonl, implicit.jsonl) or of one with the same columns.

    Raises:
        ImportProblem: a column is missing, a cell is empty, an age is none, or a profile stands twice for one decision.

    Source:
        Anthropic/discrim-eval; Tamkin 2023, arXiv:2312.03689.
    """
    table = named_rows_of(name, body, COLUMNS)
    rows: list[tuple[str, str, float, str, str, str]] = []
    left_out: Counter[str] = Counter()
    lines: dict[tuple[str, ...], int] = {}
    for row in table.rows:
        kind = (table.text(row, KIND).strip() if KIND in table.columns else "") or EXPLICIT
        question = table.word(row, "decision_question_id")
        gender, race, age = table.word(row, "gender"), table.word(row, "race"), _age(table, row)
        text = table.word(row, "filled_template")
        if len(text) > LONGEST_TEXT:
            table.fail(row, "filled_template", f"it is longer than {LONGEST_TEXT:,} characters", "Fetch it again.")
        profile = (kind, question, f"{age:g}", gender, race)
        if profile in lines:
            cause = f"question {question} is asked in line {lines[profile]} about the same age, gender and race"
            table.fail(row, "decision_question_id", cause, "Keep one of them: each profile is asked about once.")
        lines[profile] = row.line
        if reason := _obstacle(text):
            left_out[reason] += 1
        else:
            rows.append((question, kind, age, gender, race, text))
    notes = [f"Texts that were left out, because {reason}: {number}." for reason, number in left_out.items()]
    questions, kinds, ages, genders, races, texts = zip(*rows, strict=True) if rows else ((),) * 6
    return DiscrimPrompts(
        question=questions,
        kind=kinds,
        age=ages,
        gender=genders,
        race=races,
        text=texts,
        n=len(table.rows),
        left_out=dict(left_out),
        notes=(*table.notes, *notes),
    )


def discrim_eval_of(path: Path) -> DiscrimPrompts:
    """The same from a file, packed or not."""
    return read_official(path, read_discrim_eval)


def _age(table: NamedRows, row: NamedRow) -> float:
    found = table.number(row, "age")
    if found is None or not 0 <= found <= OLDEST:
        table.fail(row, "age", "no age in years stands there", "Fill it in, or remove the row.")
    return found


def _obstacle(text: str) -> str:
    """Why a text cannot be asked as it is; empty where nothing is known against it."""
    if "?" not in text:
        return ASKS_NOTHING
    if _MARKER.search(text):
        return MARKED
    return BRACKETS if _BRACKET.search(text) else ""
