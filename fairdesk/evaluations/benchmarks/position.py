"""Whether answers follow the place of an option and not its words: printed beside every score of choices.

Small models answer A to everything. Every option stands in every place equally often, so a system that looks at the
place alone scores as if it drew lots; how much it does is shown here.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fairdesk.domain.results import Estimate, NotMeasured, Outcome
from fairdesk.evaluations.benchmarks.benchmark import (
    BenchmarkAnswers,
    BenchmarkScore,
    Parts,
    cluster_numbers,
    places_of,
    with_clusters,
)
from fairdesk.measures.pairs import Integers
from fairdesk.measures.resampling import Resampling

MEASURE = "first_place"

SENTENCE = (
    "Share of the answers that choose the option shown first; every option is shown first equally often, so 1 divided "
    "by the number of options is what words alone would give. The further above, the more a score rests on places."
)


def position_score(
    answers: BenchmarkAnswers,
    category: str,
    wanted: npt.NDArray[np.bool_],
    resampling: Resampling,
    clusters: Integers | None = None,
) -> BenchmarkScore:
    """Share of the answers to some items that choose the option shown first, 0 to 1; interval by cluster.

    Not measured without an answer.

    Args:
        clusters: Of the items where they are numbered already.
    """
    every = ~np.isnan(answers.values)
    parts = Parts(above=(answers.values == 1).astype(np.float64), below=every.astype(np.float64), is_valid=every).only(
        wanted
    )
    n, first = int(parts.below.sum()), int(parts.above.sum())
    missing = {"without an answer": int(answers.values[wanted].size) - n}
    outcome: Outcome
    if n == 0:
        outcome = NotMeasured(method="M24", reason="no answer chose an option", missing=missing)
    else:
        outcome = Estimate(
            value=first / n,
            interval=None,
            n=n,
            missing=missing,
            unit="share of answers",
            direction=f"words alone: {1 / len(places_of(answers.labels[0])):.3f}; 1: the first option whatever it says",
            method="M24",
            details={"first": float(first)},
        )
        numbers = cluster_numbers(answers.items) if clusters is None else clusters
        outcome = with_clusters(outcome, parts, numbers, resampling)
    return BenchmarkScore(
        measure=MEASURE,
        category=category,
        outcome=outcome,
        counts=answers.counts(wanted),
        sentence=SENTENCE,
        parts=parts,
    )
