"""Recorded answers to any benchmark, read and scored as those of a run are; and what has to be asked for them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fairdesk.audit.benchmark_import import found_files, read_benchmark
from fairdesk.audit.benchmark_planning import ChosenItems, chosen_items
from fairdesk.audit.benchmark_recognition import defects_as_sentences
from fairdesk.audit.benchmark_sources import benchmark_of
from fairdesk.audit.score.estimates import described, significance
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.benchmarks import FULL_SAMPLE, BenchmarkChoice, Sampling
from fairdesk.domain.classifiers import QUANTITY_SCALES, PlannedClassifier
from fairdesk.domain.errors import ImportProblem, InputError
from fairdesk.domain.exchanges import ModelReply, ReadValue, Status, TokenChance, status_of
from fairdesk.domain.result_words import measure_name
from fairdesk.extractors import read_answer
from fairdesk.interchange.named_rows import NamedRow, NamedRows, read_named_rows

if TYPE_CHECKING:
    from fairdesk.domain.questions import Question
    from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers, BenchmarkScore

ITEM, ANSWER, LABEL, SAMPLE, VALUE, STATUS, CHANCES = (
    *("item", "answer", "label", "sample", "value", "status", "first_tokens"),
)

TAKEN_AS_SAID = (Status.REFUSED.value, Status.FAILED.value)
"""What a column of statuses may say of an answer; all others are read."""

MOST_SAMPLES = 1_000

N_RESAMPLES = 1_999

UNNAMED = "that was not named"
"""The classifier of scores that came with the answers and without a word of where from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRequest:
    """What is scored.

    Attributes:
        files: Official file, archive or folder; None for the suite that FairDesk ships.
        form: Empty for the benchmark's first.
        classifiers: Quantity to the name of the classifier whose scores stand beside the answers.
    """

    benchmark_id: str
    files: Path | None
    form: str = ""
    categories: tuple[str, ...] = ()
    sampling: Sampling = FULL_SAMPLE
    classifiers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chosen:
    choice: BenchmarkChoice
    asked: ChosenItems
    defects: tuple[str, ...]


def write_prompts(spec: WorkspaceSpec, request: RecordedRequest, out: Path) -> int:
    """Write what has to be asked, one JSON object a line: item, label, the text to send, and the options in it.

    Returns:
        How many lines were written.

    Raises:
        ImportProblem: the official files cannot be read.
        InputError: there is no such benchmark, form or category, or the file cannot be written.
    """
    chosen = _chosen(spec, request)
    prompt = chosen.asked.form.question.prompt
    lines = []
    for item in chosen.asked.items:
        for label, text in item.texts.items():
            row = {ITEM: item.item_id, LABEL: label, "text": f"{text}\n\n{prompt}" if prompt else text}
            options = {"options": list(item.options[label])} if label in item.options else {}
            lines.append(json.dumps(row | options, ensure_ascii=False) + "\n")
    try:
        out.write_text("".join(lines), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{out} cannot be written: {error.strerror}.", "Name another place.") from error
    return len(lines)


def score_recorded(spec: WorkspaceSpec, request: RecordedRequest, answers: Path, seed: int) -> dict[str, Any]:
    """All scores of recorded answers, with the four counts.

    Args:
        answers: Rows with the item and the answer; see ``cli/scores/benchmark.py``.

    Raises:
        ImportProblem: a file cannot be read, a row is given twice or no row is about an item.
        InputError: there is no such benchmark, form or category.
    """
    from fairdesk.measures.resampling import Resampling

    chosen = _chosen(spec, request)
    table = read_named_rows(answers, (ITEM,))
    read = _Recorded(chosen, table)
    found = list(
        chosen.asked.form.scoring.score(
            read.answers(request.classifiers), Resampling(seed=seed, n_resamples=N_RESAMPLES)
        )
    )
    everything = np.ones(len(chosen.asked.items), dtype=np.bool_)
    return {
        "benchmark": request.benchmark_id,
        "title": chosen.asked.benchmark.card.title,
        "form": chosen.choice.form,
        "note": chosen.asked.form.note,
        "items": len(chosen.asked.items),
        "files": [{"name": one.name, "sha256": one.sha256, "version": one.version} for one in chosen.choice.files],
        "counts": dict(read.answers({}).counts(everything)),
        "foreign_rows": read.n_foreign,
        "left_out": dict(chosen.asked.left_out),
        "scores": [_plain(one) for one in found],
        "defects": list(chosen.defects),
        "notes": [*chosen.asked.notes, *table.notes, *read.notes()],
    }


def _chosen(spec: WorkspaceSpec, request: RecordedRequest) -> _Chosen:
    found = read_benchmark(spec, request.benchmark_id, request.files)
    benchmark = benchmark_of(request.benchmark_id)
    choice = BenchmarkChoice(
        benchmark_id=request.benchmark_id,
        files=found_files(spec, found),
        form=request.form or benchmark.forms[0].form_id,
        categories=request.categories,
        sampling=request.sampling,
    )
    with Workspace(spec) as workspace:
        defects = defects_as_sentences(workspace.resources, choice.files)
    return _Chosen(choice=choice, asked=chosen_items(choice, found.read), defects=defects)


class _Recorded:
    """The rows of a file by item, label and sample."""

    def __init__(self, chosen: _Chosen, table: NamedRows) -> None:
        self._asked, self._table = chosen.asked, table
        self._labels = tuple(chosen.asked.items[0].texts)
        self._items = {item.item_id: place for place, item in enumerate(chosen.asked.items)}
        self._rows: dict[tuple[int, int, int], NamedRow] = {}
        self.n_foreign = 0
        if ANSWER not in table.columns and VALUE not in table.columns:
            table.fail(None, f"{ANSWER} or {VALUE}", "neither column is there", "Give the answers in one of them.")
        for row in table.rows:
            self._take(row)
        if not self._rows:
            raise ImportProblem(
                f"{table.path.name}: none of its {len(table.rows):,} rows is about an item of "
                f"{chosen.asked.benchmark.card.title} in these files.",
                "Items are named as in the file that --prompts writes.",
            )

    def _take(self, row: NamedRow) -> None:
        place = self._items.get(self._table.word(row, ITEM))
        if place is None:
            self.n_foreign += 1
            return
        key = (place, self._label(row), self._sample(row))
        first = self._rows.setdefault(key, row)
        if first is not row:
            cause = f"this answer is given twice, first in line {first.line}"
            self._table.fail(row, ITEM, cause, "Give every item, label and sample once.")

    def _label(self, row: NamedRow) -> int:
        label = self._table.text(row, LABEL).strip() if LABEL in self._table.columns else ""
        if not label and len(self._labels) == 1:
            return 0
        if label not in self._labels:
            known = ", ".join(self._labels)
            self._table.fail(row, LABEL, f"{label!r} is no label of these items", f"Write one of {known}.")
        return self._labels.index(label)

    def _sample(self, row: NamedRow) -> int:
        given = self._table.number(row, SAMPLE) if SAMPLE in self._table.columns else 1.0
        if given is None or given != int(given) or not 1 <= given <= MOST_SAMPLES:
            self._table.fail(row, SAMPLE, "this is no number of a sample", f"Count from 1 to {MOST_SAMPLES}.")
        return int(given) - 1

    def answers(self, classifiers: Mapping[str, str]) -> BenchmarkAnswers:
        """What was answered, in the shape that a form's scoring reads."""
        from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers

        form, items = self._asked.form, self._asked.items
        n_samples = 1 + max(sample for _, _, sample in self._rows)
        shape = (len(items), len(self._labels), n_samples)
        values, statuses = np.full(shape, np.nan), np.full(shape, Status.NOT_ATTEMPTED.value, dtype=object)
        kept = np.full(shape, None, dtype=object) if form.keep is not None else None
        given = [quantity for quantity in form.quantities if quantity in self._table.columns]
        scores = {quantity: np.full(shape, np.nan) for quantity in given}
        for place, row in self._rows.items():
            reply = self._reply(row)
            statuses[place], values[place] = self._read(row, reply, self._options(place))
            if kept is not None and form.keep is not None and reply is not None:
                kept[place] = form.keep(reply)
            for quantity, column in scores.items():
                column[place] = self._score(row, quantity)
        return BenchmarkAnswers(
            items=items,
            labels=self._labels,
            values=values,
            statuses=statuses,
            kept=kept,
            facts=self._asked.facts,
            scores=scores,
            classifiers=tuple(_classifier(quantity, classifiers.get(quantity, "")) for quantity in given),
        )

    def _options(self, place: tuple[int, int, int]) -> tuple[str, ...]:
        return self._asked.items[place[0]].options.get(self._labels[place[1]], ())

    def _reply(self, row: NamedRow) -> ModelReply | None:
        """The answer of a row; None where none came."""
        if ANSWER not in self._table.columns or row.values.get(ANSWER) is None:
            return None
        return ModelReply(text=self._table.text(row, ANSWER), first_tokens=self._chances(row))

    def _chances(self, row: NamedRow) -> tuple[TokenChance, ...]:
        found = row.values.get(CHANCES)
        if not found:
            return ()
        try:
            pairs = json.loads(found) if isinstance(found, str) else found
            chances = [TokenChance(token=str(token), logprob=float(chance)) for token, chance in dict(pairs).items()]
        except (TypeError, ValueError):
            cause = "these are no log-probabilities of first tokens"
            self._table.fail(row, CHANCES, cause, 'Write an object such as {"A": -0.2, "B": -1.7}.')
        if any(not one.logprob <= 0 for one in chances):
            self._table.fail(row, CHANCES, "a log-probability is above 0 or no number", "Give natural logarithms.")
        return tuple(sorted(chances, key=lambda one: -one.logprob))

    def _read(self, row: NamedRow, reply: ModelReply | None, options: tuple[str, ...]) -> tuple[str, float]:
        """Status and value of a row."""
        said = self._table.text(row, STATUS).strip().casefold() if STATUS in self._table.columns else ""
        if said in TAKEN_AS_SAID:
            return said, np.nan
        if VALUE in self._table.columns and (value := self._table.number(row, VALUE)) is not None:
            self._check_value(row, value)
            return Status.ANSWERED.value, value
        if reply is None:
            is_absent = ANSWER in self._table.columns
            return (Status.FAILED if is_absent else Status.UNREADABLE).value, np.nan
        reading = read_answer(self._asked.form.question, reply, options)
        return status_of(reading).value, reading.value if isinstance(reading, ReadValue) else np.nan

    def _check_value(self, row: NamedRow, value: float) -> None:
        question: Question = self._asked.form.question
        is_whole = value == int(value) or not self._asked.items[0].options
        if question.scale and not (question.scale[0] <= value <= question.scale[-1] and is_whole):
            low, high = question.scale[0], question.scale[-1]
            what = f"{value:g} is no value of this question"
            self._table.fail(row, VALUE, what, f"Give a place from {low:g} to {high:g}, in the order shown.")

    def _score(self, row: NamedRow, quantity: str) -> float:
        value = self._table.number(row, quantity)
        low, high = QUANTITY_SCALES[quantity]
        if value is not None and not low <= value <= high:
            cause = f"{value:g} is no score of {quantity}"
            self._table.fail(row, quantity, cause, f"Scores of {quantity} lie between {low:g} and {high:g}.")
        return np.nan if value is None else value

    def notes(self) -> Iterator[str]:
        """What should be known of the file, a sentence each."""
        if self.n_foreign:
            n = self.n_foreign
            yield f"{n:,} {'row is' if n == 1 else 'rows are'} about no item that is scored; left out."
        for quantity in self._asked.form.quantities:
            if quantity not in self._table.columns:
                yield f"The file has no column {quantity!r}: nothing that rests on it is measured."


def _classifier(quantity: str, name: str) -> PlannedClassifier:
    """Whoever made the scores of a column."""
    return PlannedClassifier(quantity=quantity, classifier_id="recorded", title=name or UNNAMED, version="")


def _plain(score: BenchmarkScore) -> dict[str, Any]:
    return {
        "measure": score.measure,
        "title": measure_name(score.measure),
        "category": score.category or None,
        **described(score.outcome),
        "test": None if score.test is None else significance(score.test),
        "counts": dict(score.counts),
        "sentence": score.sentence,
        "note": score.note or None,
    }
