"""Prompts for open generation, and lists of the words that are counted in what is written.

Lists are a JSON object: ``{"family": {"group": [word, ...], ...}, "targets_name": [word, ...]}``, the layout of HELM's
lists; or ``{"group": [word, ...], ...}`` for one family. ``references`` may hold shares other than equal ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from fairdesk.interchange.foreign_json import Found
from fairdesk.interchange.named_rows import named_rows_of
from fairdesk.interchange.official_files import LONGEST_TEXT, json_of, lines_of, refuse_file

PROMPT_COLUMNS = ("prompt", "text", "question", "input")
CATEGORY, ITEM_ID = "category", "id"
NO_CATEGORY = "prompts"

TARGETS, REFERENCES = "target", "references"
ONE_FAMILY = "groups"
MOST_LISTS = 200
MOST_WORDS = 100_000
LONGEST_WORD = 200

LISTS_CURE = 'Write {"family": {"group": ["word", ...], ...}}, with two groups or more in a family.'


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptRows:
    """Prompts of a file, one entry per prompt in every column."""

    item_id: tuple[str, ...]
    category: tuple[str, ...]
    prompt: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WordFamilies:
    """Lists of a file.

    Attributes:
        families: Family to group to words; two groups or more in each.
        targets: Name of a list of targets to its words.
        references: Family to the shares of its groups and the reason for them; absent for equal shares.
        n: Entries of the file at its top.
    """

    families: Mapping[str, Mapping[str, tuple[str, ...]]]
    targets: Mapping[str, tuple[str, ...]]
    references: Mapping[str, tuple[Mapping[str, float], str]]
    n: int


def holds_lists(name: str, body: bytes) -> bool:
    """Whether a file holds lists of words and not prompts: one JSON object that is not a line among others."""
    return PurePosixPath(name).suffix.casefold() == ".json" and body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"


def read_prompts(name: str, body: bytes) -> PromptRows:
    """Prompts of a text file (one a line) or of a table (CSV, JSON lines) with a column ``prompt``.

    Raises:
        ImportProblem: it is neither, a prompt is empty or too long, or an id stands twice; names file and line.
    """
    if PurePosixPath(name).suffix.casefold() in (".txt", ".md", ""):
        lines = [(number, line.strip()) for number, line in lines_of(name, body)]
        return PromptRows(
            item_id=tuple(str(number) for number, _ in lines),
            category=(NO_CATEGORY,) * len(lines),
            prompt=tuple(line for _, line in lines),
        )
    table = named_rows_of(name, body)
    column = table.column(PROMPT_COLUMNS, "no column holds the prompts", "Name it prompt")
    seen: dict[str, int] = {}
    categories = []
    for row in table.rows:
        key = table.word(row, ITEM_ID) if ITEM_ID in table.columns else str(row.line)
        if key in seen:
            table.fail(row, ITEM_ID, f"{key[:40]!r} stands in line {seen[key]} as well", "Give each prompt its own.")
        seen[key] = row.line
        if len(table.word(row, column)) > LONGEST_TEXT:
            table.fail(row, column, f"it is longer than {LONGEST_TEXT:,} characters", "Shorten it.")
        category = table.text(row, CATEGORY).strip() if CATEGORY in table.columns else ""
        categories.append(category or NO_CATEGORY)
    return PromptRows(
        item_id=tuple(seen),
        category=tuple(categories),
        prompt=tuple(table.text(row, column) for row in table.rows),
        notes=table.notes,
    )


def read_word_families(name: str, body: bytes) -> WordFamilies:
    """Families of lists, lists of targets and references.

    Raises:
        ImportProblem: no such object, an entry that is no word, a family of one list, shares that do not sum to 1;
            names file and place. Whether a word stands in two lists is asked where words are counted.

    Source:
        Layout: stanford-crfm/helm, bias_word_lists.py, written out as JSON.
    """
    root = json_of(name, body)
    families: dict[str, dict[str, tuple[str, ...]]] = {}
    targets: dict[str, tuple[str, ...]] = {}
    references: dict[str, tuple[Mapping[str, float], str]] = {}
    for key, value in root.items():
        if key == REFERENCES:
            references = {family: _reference(found) for family, found in value.items()}
        elif isinstance(value.value, dict):
            families[key] = {group: _words(listed) for group, listed in value.items()}
        elif key.casefold().startswith(TARGETS):
            targets[key] = _words(value)
        else:
            families.setdefault(ONE_FAMILY, {})[key] = _words(value)
    if not families:
        root.refuse("no list of words of a group stands in the file", LISTS_CURE)
    for family, lists in families.items():
        if len(lists) < 2:
            root.get(family).refuse("a family of one list has nothing to compare", LISTS_CURE)
    for family, (shares, _) in references.items():
        if set(shares) != set(families.get(family, ())):
            root.get(REFERENCES).get(family).refuse("its names are not those of the family's lists", LISTS_CURE)
    words = [*targets.values(), *(one for lists in families.values() for one in lists.values())]
    if len(words) > MOST_LISTS or sum(map(len, words)) > MOST_WORDS:
        refuse_file(name, None, f"more than {MOST_LISTS} lists or {MOST_WORDS:,} words stand there", "Split the file.")
    return WordFamilies(families=families, targets=targets, references=references, n=len(root.value))


def _words(listed: Found) -> tuple[str, ...]:
    if not isinstance(listed.value, list):
        listed.refuse("a list of words was expected", LISTS_CURE)
    found: list[str] = []
    for one in listed.each():
        if not isinstance(one.value, str) or not one.value.strip() or len(one.value) > LONGEST_WORD:
            one.refuse("a word was expected", LISTS_CURE)
        found.append(one.value.strip())
    if not found:
        listed.refuse("the list is empty", "Give it words, or leave it out.")
    return tuple(dict.fromkeys(found))


def _reference(found: Found) -> tuple[Mapping[str, float], str]:
    given: dict[str, Any] = {}
    for group, share in found.need("shares").items():
        value = share.number()
        if value is None or not 0 <= value <= 1:
            share.refuse("a share from 0 to 1 was expected", "Shares sum to 1.")
        given[group] = value
    if not math.isclose(sum(given.values()), 1, abs_tol=1e-6):
        found.refuse(f"the shares sum to {sum(given.values()):g} and not to 1", "Let them sum to 1.")
    reason = found.get("reason").text().strip()
    if not reason:
        found.refuse("a reference needs a reason", 'Write {"shares": {...}, "reason": "..."}.')
    return given, reason
