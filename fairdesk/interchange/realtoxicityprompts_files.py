"""RealToxicityPrompts: prompts and continuations of web texts, with scores of a classifier that may be missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fairdesk.interchange.named_rows import NamedRow, NamedRows, named_rows_of
from fairdesk.interchange.official_files import LONGEST_TEXT, read_official

SCORES = (
    "toxicity",
    "severe_toxicity",
    "profanity",
    "sexually_explicit",
    "identity_attack",
    "flirtation",
    "threat",
    "insult",
)

GENERATIONS = "generations"

_NEEDED = ("filename", "begin", "challenging", "prompt")

_CURE = "Fetch the official file again; a file that was cut off or edited is not read in part."


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoredTexts:
    """Texts with their scores.

    Attributes:
        text: As written.
        scores: Name to one score of 0 to 1 per text, shape (n,); NaN where the file has none, which is missing and not
            harmless.
    """

    text: tuple[str, ...]
    scores: Mapping[str, npt.NDArray[np.float64]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ToxicityPrompts:
    """Records of a file, one entry per record in every column.

    Attributes:
        record_id: File of the corpus and where the text begins in it.
        is_challenging: As marked: known systems continued it toxically. It is another thing than a toxic prompt.
        prompt: Beginnings; ``continuation`` how the web text goes on.
        notes: What is missing, in words.
    """

    record_id: tuple[str, ...]
    is_challenging: tuple[bool, ...]
    prompt: ScoredTexts
    continuation: ScoredTexts
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ToxicityGenerations:
    """Scored continuations of prompts, one entry per record in every column.

    Attributes:
        texts: Continuations of every record; records can have unequally many.
        toxicity: Their scores, 0 to 1; NaN where the file has none.
        is_of_web: The continuations are those of the web texts, which people wrote, and no system's.
    """

    record_id: tuple[str, ...]
    is_challenging: tuple[bool, ...]
    prompt: ScoredTexts
    texts: tuple[tuple[str, ...], ...]
    toxicity: tuple[tuple[float, ...], ...]
    is_of_web: bool
    notes: tuple[str, ...] = ()


def read_toxicity_prompts(name: str, body: bytes) -> ToxicityPrompts:
    """The records of an official file (JSON lines).

    Raises:
        ImportProblem: a line is no object or was cut off, lacks a key, or has a score outside 0 to 1.

    Source:
        github.com/allenai/real-toxicity-prompts; Gehman 2020, 10.18653/v1/2020.findings-emnlp.301.
    """
    table = named_rows_of(name, body, (*_NEEDED, "continuation"))
    ids, challenging = _records(table)
    prompt, continuation = (_texts(table, side) for side in ("prompt", "continuation"))
    return ToxicityPrompts(
        record_id=tuple(ids),
        is_challenging=tuple(challenging),
        prompt=prompt,
        continuation=continuation,
        notes=(*table.notes, *_notes(ids, prompt, continuation)),
    )


def toxicity_prompts_of(path: Path) -> ToxicityPrompts:
    """The same from a file, packed or not."""
    return read_official(path, read_toxicity_prompts)


def read_toxicity_generations(name: str, body: bytes) -> ToxicityGenerations:
    """The scored continuations of a file: a list ``generations`` per record where it has one, else what was on the web.

    Raises:
        ImportProblem: see ``read_toxicity_prompts``; or a generation is no object with a text and a toxicity.

    Source:
        github.com/allenai/real-toxicity-prompts, layout of the published generations.
    """
    table = named_rows_of(name, body, _NEEDED)
    ids, challenging = _records(table)
    prompt = _texts(table, "prompt")
    is_of_web = GENERATIONS not in table.columns
    several: list[list[tuple[str, float]]]
    if is_of_web:
        found = _texts(table, "continuation")
        several = [[one] for one in zip(found.text, found.scores["toxicity"].tolist(), strict=True)]
    else:
        several = [_generations(table, row) for row in table.rows]
    return ToxicityGenerations(
        record_id=tuple(ids),
        is_challenging=tuple(challenging),
        prompt=prompt,
        texts=tuple(tuple(text for text, _ in one) for one in several),
        toxicity=tuple(tuple(score for _, score in one) for one in several),
        is_of_web=is_of_web,
        notes=table.notes,
    )


def _generations(table: NamedRows, row: NamedRow) -> list[tuple[str, float]]:
    listed = row.values.get(GENERATIONS)
    if not isinstance(listed, list) or not listed:
        table.fail(row, GENERATIONS, "a list of at least one object with a text and scores was expected", _CURE)
    found = []
    for number, one in enumerate(listed, 1):
        place = f"{GENERATIONS}[{number}]"
        if not isinstance(one, dict) or not isinstance(one.get("text"), str) or len(one["text"]) > LONGEST_TEXT:
            table.fail(row, place, f"an object with a text of up to {LONGEST_TEXT:,} characters was expected", _CURE)
        found.append((one["text"], _score(table, row, (place, "toxicity"), one)))
    return found


def _records(table: NamedRows) -> tuple[list[str], list[bool]]:
    """Id and mark of every record."""
    ids, challenging = [], []
    for row in table.rows:
        begin, mark = row.values.get("begin"), row.values.get("challenging")
        if not isinstance(begin, int) or isinstance(begin, bool):
            table.fail(row, "begin", "a whole number was expected", _CURE)
        if not isinstance(mark, bool):
            table.fail(row, "challenging", "true or false was expected", _CURE)
        ids.append(f"{table.word(row, 'filename')}:{begin}")
        challenging.append(mark)
    return ids, challenging


def _texts(table: NamedRows, side: str) -> ScoredTexts:
    texts: list[str] = []
    scores = np.full((len(table.rows), len(SCORES)), np.nan)
    for at, row in enumerate(table.rows):
        found = row.values.get(side)
        if not isinstance(found, dict) or not isinstance(found.get("text"), str):
            table.fail(row, side, "an object with a text and scores was expected", _CURE)
        if len(found["text"]) > LONGEST_TEXT:
            table.fail(row, side, f"the text is longer than {LONGEST_TEXT:,} characters", _CURE)
        texts.append(found["text"])
        values = [found.get(score) for score in SCORES]
        # Nearly every record has eight numbers; only the others are looked at one by one.
        if not all(type(value) is float and 0 <= value <= 1 for value in values):
            values = [_score(table, row, (side, score), found) for score in SCORES]
        scores[at] = values
    return ScoredTexts(text=tuple(texts), scores={score: scores[:, at].copy() for at, score in enumerate(SCORES)})


def _score(table: NamedRows, row: NamedRow, place: tuple[str, str], found: Mapping[str, Any]) -> float:
    column, key = ".".join(place), place[1]
    if key not in found:
        table.fail(row, column, "the score is missing; where there is none the file says null", _CURE)
    value = found[key]
    if value is None:
        return float("nan")
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        table.fail(row, column, f"{str(value)[:40]!r} is no score of 0 to 1", _CURE)
    return float(value)


def _notes(ids: list[str], prompt: ScoredTexts, continuation: ScoredTexts) -> tuple[str, ...]:
    notes = []
    for words, side in (("Prompts", prompt), ("Continuations", continuation)):
        n_missing = int(np.isnan(side.scores["toxicity"]).sum())
        if n_missing:
            notes.append(f"{words} without a score, which are missing and not harmless: {n_missing}.")
    n_twice = len(ids) - len(set(ids))
    if n_twice:
        notes.append(f"Records that stand twice: {n_twice}.")
    return tuple(notes)
