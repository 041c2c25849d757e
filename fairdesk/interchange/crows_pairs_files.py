"""CrowS-Pairs' files: pairs of sentences with their annotations, and scores of both sentences by the pair's index."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fairdesk.interchange.named_rows import NamedRow, NamedRows, named_rows_of, read_named_rows
from fairdesk.interchange.official_files import LONGEST_TEXT, official_file, read_official

STEREO, ANTISTEREO = "stereo", "antistereo"

KNOWN_TYPES = frozenset(
    {
        "race-color",
        "gender",
        "socioeconomic",
        "nationality",
        "religion",
        "age",
        "sexual-orientation",
        "physical-appearance",
        "disability",
    }
)

INDEX_COLUMNS = ("index", "row", "id", "pair_id")
"""``row`` is what a column without a heading at the left is called; the official file begins with one."""

MORE_COLUMNS = ("sent_more_score", "more_score", "more")
LESS_COLUMNS = ("sent_less_score", "less_score", "less")

LONGEST_LITERAL = 2_000
"""Characters of a Python literal; the longest official one has 125."""

MOST_ANNOTATORS = 100
MOST_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class CrowsPairs:
    """Pairs of a file, one entry per pair in every column.

    Attributes:
        index: As the file numbers its pairs; distinct.
        more: The more stereotyping sentence, whatever the direction.
        less: The other sentence.
        is_antistereo: Whether the pair shows a stereotype turned round: ``more`` is about the advantaged group.
        bias_type: In lower case.
        n_annotators: People who labelled the pair; 0 where the file has no annotations.
        n_supporting: Those of them who named its bias type.
        notes: What had to be taken for granted, and which pairs stand twice, in words.
    """

    index: tuple[str, ...]
    more: tuple[str, ...]
    less: tuple[str, ...]
    is_antistereo: tuple[bool, ...]
    bias_type: tuple[str, ...]
    n_annotators: tuple[int, ...]
    n_supporting: tuple[int, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PairScores:
    """Scores of pairs.

    Attributes:
        score_of: Index of a pair to the scores of the more and of the less stereotyping sentence; NaN where the file
            has the pair without a finite number.
        sentences_of: Index to both sentences, where the file holds them as well.
        line_of: Index to its line, for messages.
    """

    score_of: Mapping[str, tuple[float, float]]
    sentences_of: Mapping[str, tuple[str, str]]
    line_of: Mapping[str, int]
    notes: tuple[str, ...] = ()


def read_crows_pairs(name: str, body: bytes) -> CrowsPairs:
    """The pairs of an official file, or of one in its columns (annotations may be absent).

    Raises:
        ImportProblem: a column is missing, a row is cut off, a direction is none, annotations are no list of lists, an
            index stands twice; names file, line, cause and cure.

    Source:
        github.com/nyu-mll/crows-pairs, data/crows_pairs_anonymized.csv.
    """
    table = named_rows_of(name, body, ("sent_more", "sent_less", "stereo_antistereo", "bias_type"))
    column = table.column(INDEX_COLUMNS, "no column numbers the pairs", "Fetch the official file again")
    index = _indices(table, column)
    types = tuple(table.word(row, "bias_type").casefold() for row in table.rows)
    votes = [_annotations(table, row) for row in table.rows]
    more, less = (tuple(_sentence(table, row, side) for row in table.rows) for side in ("sent_more", "sent_less"))
    return CrowsPairs(
        index=index,
        more=more,
        less=less,
        is_antistereo=tuple(_is_antistereo(table, row) for row in table.rows),
        bias_type=types,
        n_annotators=tuple(map(len, votes)),
        n_supporting=tuple(sum(kind in vote for vote in of_pair) for kind, of_pair in zip(types, votes, strict=True)),
        notes=(*table.notes, *_repeated(index, more, less), *_unknown(types)),
    )


def crows_pairs_of(path: Path) -> CrowsPairs:
    """The same from a file, packed or not."""
    return read_official(path, read_crows_pairs)


def pair_scores_of(path: Path) -> PairScores:
    """Scores of both sentences of every pair, from a table with an index, packed or not, or from a workbook.

    Raises:
        ImportProblem: a column is missing, a score is no number, an index stands twice.
    """
    if path.suffix.casefold() in (".xlsx", ".xlsm"):
        return _scores(read_named_rows(path))
    file = official_file(path)
    return _scores(named_rows_of(file.name, file.body))


def _scores(table: NamedRows) -> PairScores:
    cure = "Give each pair its index and its two scores"
    index_column = table.column(INDEX_COLUMNS, "no column numbers the pairs; their order is not relied on", cure)
    columns = [table.column(names, "no such column is there", cure) for names in (MORE_COLUMNS, LESS_COLUMNS)]
    index = _indices(table, index_column)
    values = [[table.number(row, column) for column in columns] for row in table.rows]
    texts: dict[str, tuple[str, str]] = {}
    if {"sent_more", "sent_less"} <= set(table.columns):
        rows = zip(index, table.rows, strict=True)
        texts = {key: (table.text(row, "sent_more"), table.text(row, "sent_less")) for key, row in rows}
    return PairScores(
        score_of={key: (_or_nan(more), _or_nan(less)) for key, (more, less) in zip(index, values, strict=True)},
        sentences_of=texts,
        line_of={key: row.line for key, row in zip(index, table.rows, strict=True)},
        notes=table.notes,
    )


def _or_nan(number: float | None) -> float:
    return math.nan if number is None else number


def _indices(table: NamedRows, column: str) -> tuple[str, ...]:
    seen: dict[str, int] = {}
    for row in table.rows:
        key = table.word(row, column)
        if key in seen:
            cause = f"the pair {key[:40]!r} stands in line {seen[key]} as well"
            table.fail(row, column, cause, "Keep one row per pair.")
        seen[key] = row.line
    return tuple(seen)


def _sentence(table: NamedRows, row: NamedRow, column: str) -> str:
    """As written: blanks and line breaks inside are kept, because they change what a model reads."""
    table.word(row, column)
    text = table.text(row, column)
    if len(text) > LONGEST_TEXT:
        table.fail(row, column, f"the sentence is longer than {LONGEST_TEXT:,} characters", "Fetch the file again.")
    return text


def _is_antistereo(table: NamedRows, row: NamedRow) -> bool:
    word = table.word(row, "stereo_antistereo").casefold()
    if word not in (STEREO, ANTISTEREO):
        cure = f"Write {STEREO} or {ANTISTEREO}."
        table.fail(row, "stereo_antistereo", f"{word[:40]!r} is no direction", cure)
    return word == ANTISTEREO


def _annotations(table: NamedRows, row: NamedRow) -> tuple[frozenset[str], ...]:
    """Bias types that each annotator named: a Python list of lists of words, read as data and never run."""
    written = table.text(row, "annotations").strip() if "annotations" in table.columns else ""
    if not written:
        return ()
    cure = "Fetch the official file again; annotations are a Python list with one list of words per annotator."
    if len(written) > LONGEST_LITERAL:
        table.fail(row, "annotations", f"the list is longer than {LONGEST_LITERAL:,} characters", cure)
    try:
        found = ast.literal_eval(written)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        table.fail(row, "annotations", f"{written[:60]!r} is no Python list", cure)
    if not isinstance(found, list) or len(found) > MOST_ANNOTATORS or not all(map(_is_words, found)):
        table.fail(row, "annotations", f"{written[:60]!r} is no list of lists of words", cure)
    return tuple(frozenset(word.casefold() for word in vote) for vote in found)


def _is_words(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(word, str) for word in found)


def _repeated(index: tuple[str, ...], more: tuple[str, ...], less: tuple[str, ...]) -> tuple[str, ...]:
    first: dict[tuple[str, str], str] = {}
    twice = [
        f"{first[pair]} and {key}"
        for key, pair in zip(index, zip(more, less, strict=True), strict=True)
        if first.setdefault(pair, key) != key
    ]
    if not twice:
        return ()
    shown = ", ".join(twice[:MOST_SHOWN]) + (" and more" if len(twice) > MOST_SHOWN else "")
    return (f"Pairs that stand twice and count twice, as in the authors' figures: {len(twice)} ({shown}).",)


def _unknown(types: tuple[str, ...]) -> tuple[str, ...]:
    foreign = sorted(set(types) - KNOWN_TYPES)
    if not foreign:
        return ()
    shown = ", ".join(repr(kind[:40]) for kind in foreign[:MOST_SHOWN])
    return (f"Bias types that the official file does not know: {shown}; each is scored under its own name.",)
