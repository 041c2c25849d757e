"""Recorded answers to any benchmark, read and scored as those of a run are; and what has to be asked for them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fairdesk.audit.benchmark_import import BenchmarkRequest, read_benchmark, wanted_choice
from fairdesk.audit.benchmark_planning import ChosenItems, chosen_items
from fairdesk.audit.benchmark_recognition import defects_as_sentences
from fairdesk.audit.classifier_choice import ClassifiersWanted, chosen_classifiers
from fairdesk.audit.classifier_instruments import opened_instrument
from fairdesk.audit.recorded_rows import ITEM, LABEL, QUESTION, AskedItems, RecordedRows
from fairdesk.audit.score.estimates import described, significance
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.benchmarks import ASKED_FACT, BenchmarkChoice
from fairdesk.domain.classified import identity_words
from fairdesk.domain.classifiers import QUANTITY_SCALES, PlannedClassifier
from fairdesk.domain.errors import InputError
from fairdesk.domain.exchanges import CallFailure, ReadValue, Status, status_of
from fairdesk.domain.result_words import measure_name
from fairdesk.extractors import read_answer
from fairdesk.extractors.classifiers.identity_terms import identity_scores
from fairdesk.extractors.written import written_words
from fairdesk.interchange.named_rows import NamedRow, NamedRows, read_named_rows

if TYPE_CHECKING:
    from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers, BenchmarkScore

N_RESAMPLES = 1_999

LIKELIHOOD_WANTED = "value: the natural log-probability of the text, sent alone, without its first token"

NO_NAMES: Mapping[str, str] = {}
"""Classifiers are those that run offline; of scores in columns nobody says whose they are."""

UNNAMED = "that was not named"
"""The classifier of scores that came with the answers and without a word of where from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chosen:
    choice: BenchmarkChoice
    asked: ChosenItems
    defects: tuple[str, ...]


def write_prompts(spec: WorkspaceSpec, request: BenchmarkRequest, out: Path) -> int:
    """Write what has to be asked, one JSON object a line: question, item, label, the text to send, the options in it.

    Where the answer is begun for the system, its beginning stands in ``answer_begins``; where nothing is answered and
    the text's own log-probability is asked for, ``wanted`` says so.

    Returns:
        How many lines were written.

    Raises:
        ImportProblem: the official files cannot be read.
        InputError: there is no such benchmark, form or category, or the file cannot be written.
    """
    chosen = _chosen(spec, request)
    question = chosen.asked.form.question
    prompt = question.prompt
    further = {"answer_begins": question.answer_prefix} if question.answer_prefix else {}
    further |= {"wanted": LIKELIHOOD_WANTED} if question.scores_prompt else {}
    lines = []
    for item in chosen.asked.items:
        for label, text in item.texts.items():
            row = {QUESTION: question.question_id, ITEM: item.item_id, LABEL: label}
            row |= {"text": f"{text}\n\n{prompt}" if prompt else text, **further}
            shown = [option for option in item.options.get(label, ()) if option in text]
            options = {"options": shown} if shown else {}
            lines.append(json.dumps(row | options, ensure_ascii=False) + "\n")
    try:
        out.write_text("".join(lines), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{out} cannot be written: {error.strerror}.", "Name another place.") from error
    return len(lines)


def score_recorded(
    spec: WorkspaceSpec, request: BenchmarkRequest, answers: Path, seed: int, named: Mapping[str, str] = NO_NAMES
) -> dict[str, Any]:
    """All scores of recorded answers, with the four counts.

    Args:
        request: Which items were asked, and how; as many answers as the file holds, and classifiers by ``named``.
        named: Quantity to the name of the classifier whose scores stand beside the answers in a column; of quantities
            without a column, to the classifier that is to score the answers (see ``classifier_choice``).
        answers: Rows with the item and the answer; see ``cli/scores/benchmark.py``.

    Raises:
        ImportProblem: a file cannot be read, a row is given twice or no row is about an item.
        InputError: there is no such benchmark, form or category.
    """
    from fairdesk.measures.resampling import Resampling

    chosen = _chosen(spec, request)
    table = read_named_rows(answers, (ITEM,))
    read = _Recorded(chosen, table)
    answered = read.answers(named)
    answered, told = _classified(spec, answered, read, named)
    found = list(chosen.asked.form.scoring.score(answered, Resampling(seed=seed, n_resamples=N_RESAMPLES)))
    everything = np.ones(len(chosen.asked.items), dtype=np.bool_)
    return {
        "benchmark": request.benchmark_id,
        "title": chosen.asked.benchmark.card.title,
        "form": chosen.choice.form,
        "note": chosen.asked.form.note,
        "items": len(chosen.asked.items),
        "files": [{"name": one.name, "sha256": one.sha256, "version": one.version} for one in chosen.choice.files],
        "counts": dict(answered.counts(everything)),
        "foreign_rows": read.n_foreign,
        "left_out": dict(chosen.asked.left_out),
        "classifiers": [{"quantity": one.quantity, "title": one.title, **_made(one)} for one in answered.classifiers],
        "scores": [_plain(one) for one in found],
        "defects": list(chosen.defects),
        "notes": [*chosen.asked.notes, *table.notes, *read.notes(), *told],
    }


def _classified(
    spec: WorkspaceSpec, answered: BenchmarkAnswers, read: _Recorded, named: Mapping[str, str]
) -> tuple[BenchmarkAnswers, list[str]]:
    """The answers with scores of classifiers for the quantities that no column gives, and what is to be told of them.

    Raises:
        InputError: a named classifier is unknown, not installed or of another quantity.
    """
    wanted = [quantity for quantity in read.quantities if quantity not in answered.scores]
    if not wanted:
        return answered, []
    with Workspace(spec) as workspace:
        of_wanted = {quantity: name for quantity, name in named.items() if quantity not in answered.scores}
        chosen = chosen_classifiers(workspace, wanted, ClassifiersWanted(named=of_wanted))
        places, texts = read.written(answered)
        scores, identity, told = dict(answered.scores), {}, list(chosen.notes)
        for one in chosen.classifiers:
            with opened_instrument(workspace, one) as instrument:
                found, stopped = instrument.scores(texts)
                identity[one.quantity] = identity_words(identity_scores(lambda of: instrument.scores(of)[0]))
            column = np.full(answered.values.shape, np.nan)
            for place, score in zip(places, found, strict=True):
                column[place] = np.nan if score.value is None else score.value
            scores[one.quantity] = column
            reasons = Counter(score.reason for score in found if score.value is None)
            told += [f"{one.title}: {n:,} answers have no score: {reason}." for reason, n in reasons.items()]
            told += [stopped] if stopped else []
    classifiers = (*answered.classifiers, *chosen.classifiers)
    return replace(answered, scores=scores, identity=identity, classifiers=classifiers), told


def _made(one: PlannedClassifier) -> dict[str, str]:
    return {"version": one.version, "address": one.address, "error_rates": one.error_rates or "not measured"}


def _chosen(spec: WorkspaceSpec, request: BenchmarkRequest) -> _Chosen:
    found = read_benchmark(spec, request.benchmark_id, request.path)
    choice = wanted_choice(spec, request, found)
    with Workspace(spec) as workspace:
        defects = defects_as_sentences(workspace.resources, choice.files)
    return _Chosen(choice=choice, asked=chosen_items(choice, found.read), defects=defects)


class _Recorded:
    """The answers of a file as a form's scoring reads them."""

    def __init__(self, chosen: _Chosen, table: NamedRows) -> None:
        self._asked, self._table = chosen.asked, table
        title, question = chosen.asked.benchmark.card.title, chosen.asked.form.question
        self._rows = RecordedRows(AskedItems(title=title, items=chosen.asked.items, question=question), table)

    @property
    def n_foreign(self) -> int:
        """Rows about nothing that is scored."""
        return len(self._rows.foreign)

    @property
    def quantities(self) -> tuple[str, ...]:
        """What the form wants classifiers to score."""
        return self._asked.form.quantities

    def written(self, answered: BenchmarkAnswers) -> tuple[list[tuple[int, int, int]], list[str]]:
        """Places and words of the answers in open words."""
        places, texts = [], []
        for place in self._rows.rows:
            reply = self._rows.outcome(place)
            is_answer = answered.statuses[place] == Status.ANSWERED.value
            if is_answer and not isinstance(reply, CallFailure) and (words := written_words(reply)):
                places.append(place)
                texts.append(words)
        return places, texts

    def answers(self, classifiers: Mapping[str, str]) -> BenchmarkAnswers:
        """What was answered, in the shape that a form's scoring reads."""
        from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers

        form, items, rows = self._asked.form, self._asked.items, self._rows.rows
        n_samples = 1 + max(sample for _, _, sample in rows)
        shape = (len(items), len(self._rows.labels), n_samples)
        values, statuses = np.full(shape, np.nan), np.full(shape, Status.NOT_ATTEMPTED.value, dtype=object)
        kept = np.full(shape, None, dtype=object) if form.keep is not None else None
        given = [quantity for quantity in form.quantities if quantity in self._table.columns]
        scores = {quantity: np.full(shape, np.nan) for quantity in given}
        for place, row in rows.items():
            reply = self._rows.outcome(place)
            if isinstance(reply, CallFailure):
                statuses[place] = Status.FAILED.value
            else:
                asked = items[place[0]].facts.get(ASKED_FACT, "")
                reading = read_answer(form.question, reply, self._rows.options(place), asked)
                statuses[place] = status_of(reading).value
                values[place] = reading.value if isinstance(reading, ReadValue) else np.nan
                if kept is not None and form.keep is not None and not reply.is_bare:
                    kept[place] = form.keep(reply)
            for quantity, column in scores.items():
                column[place] = self._score(row, quantity)
        return BenchmarkAnswers(
            items=items,
            labels=self._rows.labels,
            values=values,
            statuses=statuses,
            kept=kept,
            facts=self._asked.facts,
            scores=scores,
            classifiers=tuple(_classifier(quantity, classifiers.get(quantity, "")) for quantity in given),
        )

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
