"""Scored continuations in the layout of RealToxicityPrompts, by the rules by which a system's answers are scored."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairdesk.audit.score.estimates import numbers
from fairdesk.domain.classifiers import TOXICITY, PlannedClassifier
from fairdesk.domain.errors import ImportProblem, InputError
from fairdesk.domain.exchanges import Status

if TYPE_CHECKING:
    from fairdesk.domain.benchmarks import BenchmarkItem
    from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers, BenchmarkScore
    from fairdesk.interchange.realtoxicityprompts_files import ToxicityGenerations

NAMES = {
    "max": "expected_maximum_toxicity",
    "any": "toxicity_probability",
    "every": "mean_toxicity",
}
"""Last word of a measure to the name of its number in the answer."""

OF_FILE = PlannedClassifier(
    quantity=TOXICITY, classifier_id="recorded", title="of the recorded file (not named there)", version=""
)

WEB = (
    "The continuations are those of the web texts, which people wrote, and no system's: they are the baseline, one per "
    "prompt."
)
UNEQUAL = "Prompts have from {0} to {1} continuations; those with fewer than {1} are left out, and counted."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Records:
    """Prompts that are in a group, with the texts and scores of their continuations."""

    items: list[BenchmarkItem]
    texts: list[tuple[str, ...]]
    scores: list[tuple[float, ...]]
    left_out: Counter[str]
    notes: list[str]
    n_continuations: int
    n_without_score: int


def score_realtoxicityprompts(
    paths: Sequence[Path], named: str | None = None, score_with: str | None = None
) -> dict[str, Any]:
    """Expected maximum toxicity and toxicity probability of toxic, non-toxic and challenging prompts.

    Args:
        paths: JSON lines in the official layout, packed or not: records with ``generations``, or with the web text's
            own ``continuation``.
        named: Who scored the continuations, as it is printed.
        score_with: Id of an offline classifier that scores the texts in place of the file's scores.

    Raises:
        ImportProblem: a file has another layout, or some have generations and others not.
        InputError: there is no such classifier of toxicity, or it cannot be used here.
    """
    records = _records([_read(path) for path in paths])
    if score_with is None:
        by = OF_FILE if named is None else replace(OF_FILE, title=named)
        return _answer(records, _answers(records, by))
    by, scores, identity = _scored_here(score_with, records.texts)
    n_without_score = sum(map(math.isnan, (score for some in scores for score in some)))
    records = replace(records, scores=scores, n_continuations=sum(map(len, scores)), n_without_score=n_without_score)
    return _answer(records, replace(_answers(records, by), identity={TOXICITY: identity}))


def _read(path: Path) -> ToxicityGenerations:
    from fairdesk.interchange.official_files import read_official
    from fairdesk.interchange.realtoxicityprompts_files import read_toxicity_generations

    return read_official(path, read_toxicity_generations)


def _records(files: Sequence[ToxicityGenerations]) -> _Records:
    from fairdesk.evaluations.benchmarks.realtoxicityprompts import NO_SCORE, SAME_PROMPT, make_item

    if len({one.is_of_web for one in files}) > 1:
        raise ImportProblem(
            "Some of the files have generations of a system, and others the continuations of the web texts alone.",
            "Score files of one kind together.",
        )
    items, texts, scores = [], [], []
    left_out: Counter[str] = Counter()
    known: set[str] = set()
    for one in files:
        own = one.prompt.scores["toxicity"].tolist()
        for at, prompt in enumerate(one.prompt.text):
            record_id = one.record_id[at]
            if math.isnan(own[at]):
                left_out[NO_SCORE] += 1
            elif known & {prompt, record_id}:
                left_out[SAME_PROMPT] += 1
            else:
                known |= {prompt, record_id}
                items.append(make_item(record_id, prompt, own[at], is_challenging=one.is_challenging[at]))
                texts.append(one.texts[at])
                scores.append(one.toxicity[at])
    every = [score for one in files for some in one.toxicity for score in some]
    notes = [note for one in files for note in one.notes]
    notes += [WEB] if files[0].is_of_web else []
    lengths = {len(some) for some in texts}
    notes += [UNEQUAL.format(min(lengths), max(lengths))] if len(lengths) > 1 else []
    return _Records(
        items=items,
        texts=texts,
        scores=scores,
        left_out=left_out,
        notes=notes,
        n_continuations=len(every),
        n_without_score=sum(map(math.isnan, every)),
    )


def _scored_here(
    classifier_id: str, texts: Sequence[Sequence[str]]
) -> tuple[PlannedClassifier, list[tuple[float, ...]], str]:
    """Scores of the texts by a classifier of this computer, and what it makes of identity words."""
    from fairdesk.audit.classifier_choice import planned_offline
    from fairdesk.domain.classified import identity_words
    from fairdesk.extractors.classifiers import CLASSIFIERS, TextScorer, classifier
    from fairdesk.extractors.classifiers.identity_terms import identity_scores

    found = classifier(classifier_id)
    if found is None or found.quantity != TOXICITY:
        there = ", ".join(one.classifier_id for one in CLASSIFIERS if one.quantity == TOXICITY)
        raise InputError(f"There is no classifier of toxicity {classifier_id!r}.", f"There is: {there}.")
    scorer = TextScorer(found)
    values = iter(scorer.scores([text for some in texts for text in some]))
    scores = [tuple(math.nan if (value := next(values).value) is None else value for _ in some) for some in texts]
    return planned_offline(found), scores, identity_words(identity_scores(scorer.scores))


def _answers(records: _Records, by: PlannedClassifier) -> BenchmarkAnswers:
    import numpy as np

    from fairdesk.evaluations.benchmarks.benchmark import OPEN, BenchmarkAnswers

    k = max(map(len, records.scores), default=0)
    scores = np.full((len(records.items), 1, k), np.nan)
    statuses = np.full(scores.shape, Status.NOT_ATTEMPTED.value, dtype=object)
    for place, some in enumerate(records.scores):
        scores[place, 0, : len(some)] = some
        statuses[place, 0, : len(some)] = Status.ANSWERED.value
    return BenchmarkAnswers(
        items=tuple(records.items),
        labels=(OPEN,),
        values=np.where(statuses == Status.ANSWERED.value, 1.0, np.nan),
        statuses=statuses,
        classifiers=(by,),
        scores={TOXICITY: scores},
    )


def _answer(records: _Records, answers: BenchmarkAnswers) -> dict[str, Any]:
    from fairdesk.evaluations.benchmarks.benchmark import WHOLE
    from fairdesk.evaluations.benchmarks.realtoxicityprompts import (
        CHALLENGING,
        NO_SCORE,
        NONTOXIC,
        SAME_PROMPT,
        SCORING,
        TOXIC,
    )
    from fairdesk.measures.maximum_scores import THRESHOLD
    from fairdesk.measures.resampling import Resampling

    (by,) = answers.classifiers
    rows = list(SCORING.score(answers, Resampling(seed=1))) if records.items else []
    marked = [item.category for item in records.items if item.facts["condition"] == CHALLENGING]
    whole = WHOLE if any(row.category == WHOLE for row in rows) else next((row.category for row in rows), WHOLE)
    return {
        "prompts": {
            TOXIC: _group(rows, TOXIC, "toxicity"),
            NONTOXIC: _group(rows, NONTOXIC, "toxicity"),
            CHALLENGING: _group(rows, whole, CHALLENGING),
        },
        "toxic_less_nontoxic": _differences(rows),
        "k": int(answers.values.shape[2]),
        "threshold": THRESHOLD,
        "continuations": records.n_continuations,
        "continuations_without_score": records.n_without_score,
        "prompts_without_score": records.left_out[NO_SCORE],
        "repeated_prompts": records.left_out[SAME_PROMPT],
        "challenging_below_threshold": marked.count(NONTOXIC),
        "classifier": ", ".join(filter(None, (by.title, by.version))),
        "notes": records.notes,
        "sentence": rows[0].sentence if rows else "",
    }


def _group(rows: Sequence[BenchmarkScore], category: str, begin: str) -> dict[str, Any]:
    """Numbers of some prompts; with 0 prompts there are none."""
    found = {
        NAMES[kind]: row
        for row in rows
        if row.category == category
        and row.measure.startswith(f"{begin}_")
        and (kind := row.measure.removeprefix(f"{begin}_")) in NAMES
    }
    counts = next((row.counts for row in found.values()), {})
    kept = {name: counts.get(name, 0) for name in ("answered", "not_attempted", "without_score")}
    return {"n": counts.get("items", 0), **kept, **numbers({name: row.outcome for name, row in found.items()})}


def _differences(rows: Sequence[BenchmarkScore]) -> dict[str, Any]:
    return numbers(
        {
            NAMES[row.measure.split("_")[1]]: row.outcome
            for row in rows
            if row.measure in ("toxicity_max_gap", "toxicity_any_gap")
        }
    )
