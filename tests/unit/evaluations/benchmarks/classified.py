"""Texts with scores as tests of classified benchmarks need them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.classifiers import PlannedClassifier
from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.evaluations.benchmarks.benchmark import OPEN, BenchmarkAnswers, BenchmarkScore

NAN = float("nan")


def planned(quantity: str, error_rates: str = "") -> PlannedClassifier:
    """A classifier of a plan."""
    return PlannedClassifier(
        quantity=quantity, classifier_id="scale", title="A scale", version="1", error_rates=error_rates
    )


def scored(
    items: Sequence[BenchmarkItem],
    scores: Mapping[str, Sequence[Sequence[float]]],
    classifiers: Iterable[PlannedClassifier] | None = None,
    statuses: Mapping[tuple[int, int], Status] | None = None,
) -> BenchmarkAnswers:
    """Answers whose texts have these scores: quantity to a row per item and a number per sample.

    Args:
        classifiers: One of every quantity that has scores where nothing is said.
        statuses: Item and sample that did not end in a text.
    """
    arrays = {quantity: np.array(rows, dtype=np.float64)[:, None, :] for quantity, rows in scores.items()}
    shape = next(iter(arrays.values())).shape if arrays else (len(items), 1, 1)
    found = np.full(shape, Status.ANSWERED.value, dtype=object)
    for (item, sample), status in (statuses or {}).items():
        found[item, 0, sample] = status.value
    return BenchmarkAnswers(
        items=tuple(items),
        labels=(OPEN,),
        values=np.where(found == Status.ANSWERED.value, 1.0, NAN),
        statuses=found,
        classifiers=tuple(map(planned, scores) if classifiers is None else classifiers),
        scores=arrays,
    )


def by_name(scores: Iterable[BenchmarkScore]) -> dict[tuple[str, str], BenchmarkScore]:
    """Category and measure to the score."""
    return {(one.category, one.measure): one for one in scores}


def estimate(score: BenchmarkScore) -> Estimate:
    """The number of a score."""
    assert isinstance(score.outcome, Estimate), score
    return score.outcome


def reason(score: BenchmarkScore) -> str:
    """Why a score has no number."""
    assert isinstance(score.outcome, NotMeasured), score
    return score.outcome.reason
