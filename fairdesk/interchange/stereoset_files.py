"""StereoSet's files: clusters of three sentences in the official layout, and scores of sentences by their ids."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from fairdesk.interchange.foreign_json import Found, head_keys
from fairdesk.interchange.named_rows import NamedRow, NamedRows, named_rows_of, read_named_rows
from fairdesk.interchange.official_files import LONGEST_TEXT, json_of, official_file, read_official, refuse_file

TASKS = ("intrasentence", "intersentence")
LABELS = ("stereotype", "anti-stereotype", "unrelated")

ID_COLUMNS = ("id", "sentence_id")
SCORE_COLUMNS = ("score", "logprob", "log_likelihood")
HEAD = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class StereoSetClusters:
    """Clusters of a file, one entry per cluster in every column.

    Attributes:
        version: As the file says it; empty when it does not.
        task: ``intrasentence`` or ``intersentence``.
        cluster_id: Distinct within the file. Context, target and type together are no key: clusters share them.
        target: The term that the cluster is about; scores are averaged over terms.
        bias_type: For example ``gender``.
        context: With the word BLANK within sentences, a whole sentence between them.
        sentence_ids: Ids of the three sentences in the order of ``LABELS``; distinct within the file.
        sentences: Their texts in the same order.
    """

    version: str
    task: tuple[str, ...]
    cluster_id: tuple[str, ...]
    target: tuple[str, ...]
    bias_type: tuple[str, ...]
    context: tuple[str, ...]
    sentence_ids: tuple[tuple[str, str, str], ...]
    sentences: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceScores:
    """Scores of sentences.

    Attributes:
        score_of: Sentence id to its score; NaN where the file has an id without a finite number.
        notes: What had to be taken for granted to read it, in words.
    """

    score_of: Mapping[str, float]
    notes: tuple[str, ...] = ()


def read_stereoset(name: str, body: bytes) -> StereoSetClusters:
    """The clusters of an official file (``dev.json`` and parts of it).

    Raises:
        ImportProblem: no JSON, another layout, a cluster without exactly one sentence per label, an id that stands
            twice; names file, place in it, cause and cure.

    Source:
        github.com/moinnadeem/StereoSet, data/dev.json.
    """
    root = json_of(name, body)
    data = root.need("data")
    rows: list[_Cluster] = []
    taken: set[str] = set()
    for task in TASKS:
        rows.extend(_cluster(task, entry, taken) for entry in data.get(task).each())
    if not rows:
        data.refuse(f"no cluster stands under {' or '.join(map(repr, TASKS))}")
    columns = tuple(zip(*rows, strict=True))
    return StereoSetClusters(
        version=root.get("version").text()[:100],
        task=columns[0],
        cluster_id=columns[1],
        target=columns[2],
        bias_type=columns[3],
        context=columns[4],
        sentence_ids=columns[5],
        sentences=columns[6],
    )


def stereoset_of(path: Path) -> StereoSetClusters:
    """The same from a file, packed or not."""
    return read_official(path, read_stereoset)


def read_sentence_scores(name: str, body: bytes) -> SentenceScores:
    """Scores in the official layout (task to a list of id and score), or a table with the columns id and score.

    The order says nothing: scores are joined by id.

    Raises:
        ImportProblem: another layout, a score that is no number, an id with two scores.

    Source:
        github.com/moinnadeem/StereoSet, code/predictions; its program takes the last of two scores without a word.
    """
    kind, keys = head_keys(body[:HEAD])
    if kind == "object" and set(keys) & set(TASKS):
        return SentenceScores(score_of=_joined(name, _official_scores(json_of(name, body))))
    return _table_scores(name, named_rows_of(name, body))


def sentence_scores_of(path: Path) -> SentenceScores:
    """The same from a file, packed or not; a workbook is read as a table."""
    file = official_file_or_none(path)
    return _table_scores(path.name, read_named_rows(path)) if file is None else read_sentence_scores(*file)


def official_file_or_none(path: Path) -> tuple[str, bytes] | None:
    """Name and bytes of a file; None for a workbook, which is an archive of its own kind."""
    if path.suffix.casefold() in (".xlsx", ".xlsm"):
        return None
    file = official_file(path)
    return file.name, file.body


_Cluster = tuple[str, str, str, str, str, tuple[str, str, str], tuple[str, str, str]]


def _cluster(task: str, entry: Found, taken: set[str]) -> _Cluster:
    cluster_id = _distinct(entry.need("id"), f"cluster {task}", taken)
    found: dict[str, tuple[str, str]] = {}
    for sentence in entry.need("sentences").each():
        label = sentence.need("gold_label")
        if label.value not in LABELS:
            label.refuse(f"{label.text()[:60]!r} is no label of StereoSet")
        if label.value in found:
            label.refuse(f"the label {label.value!r} stands twice in the cluster")
        found[label.value] = (_distinct(sentence.need("id"), "sentence", taken), _words(sentence.need("sentence")))
    for wanted in LABELS:
        if wanted not in found:
            entry.refuse(f"the cluster has no sentence with the label {wanted!r}")
    (first, second, third) = (found[label] for label in LABELS)
    return (
        task,
        cluster_id,
        _words(entry.need("target")),
        _words(entry.need("bias_type")),
        _words(entry.need("context")),
        (first[0], second[0], third[0]),
        (first[1], second[1], third[1]),
    )


def _words(found: Found) -> str:
    if not isinstance(found.value, str) or not found.value.strip():
        found.refuse("a text was expected")
    if len(found.value) > LONGEST_TEXT:
        found.refuse(f"the text is longer than {LONGEST_TEXT:,} characters")
    return found.text()


def _distinct(found: Found, kind: str, taken: set[str]) -> str:
    name = _words(found)
    key = f"{kind} {name}"
    if key in taken:
        found.refuse(f"the id {name[:60]!r} stands twice in the file")
    taken.add(key)
    return name


_Scored = tuple[str, float, str]
"""Id, score or NaN, and the place in words."""


def _official_scores(root: Found) -> Iterator[_Scored]:
    for task in TASKS:
        for entry in root.get(task).each():
            score = entry.get("score")
            number = score.number()
            if number is None and score.value is not None and not isinstance(score.value, float):
                score.refuse(f"{score.text()[:60]!r} is no number")
            yield _words(entry.need("id")), math.nan if number is None else number, entry.path


def _table_scores(name: str, table: NamedRows) -> SentenceScores:
    cause = "no such column is there"
    cure = "Give the official layout, or a table with the columns id and score"
    id_column, score_column = (table.column(columns, cause, cure) for columns in (ID_COLUMNS, SCORE_COLUMNS))

    def scored(row: NamedRow) -> _Scored:
        number = table.number(row, score_column)
        return table.word(row, id_column), math.nan if number is None else number, f"line {row.line}"

    return SentenceScores(score_of=_joined(name, map(scored, table.rows)), notes=table.notes)


def _joined(name: str, scores: Iterator[_Scored]) -> dict[str, float]:
    found: dict[str, float] = {}
    for sentence_id, score, where in scores:
        before = found.setdefault(sentence_id, score)
        if before != score and not (math.isnan(before) and math.isnan(score)):
            cause = f"{where}: the sentence {sentence_id[:60]!r} has two different scores"
            refuse_file(name, None, cause, "Keep one of them; which one is meant cannot be told here.")
    if not found:
        refuse_file(name, None, "no score of a sentence stands in the file")
    return found
