"""Two systems' scores of the same items: what of their answers enters a change, and in which groups."""

from __future__ import annotations

import numpy as np
import pytest

from fairdesk.audit.benchmark_rows import sums_of_both
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers, BenchmarkScore, cluster_numbers
from fairdesk.evaluations.benchmarks.bold import SCORING, make_item
from fairdesk.measures.paired_ratios import ratio_change
from tests.unit.evaluations.benchmarks.answered import RESAMPLING
from tests.unit.evaluations.benchmarks.classified import NAN, by_name, scored

ITEMS = [
    make_item(f"{page}/{n}", f"{page} {n} ", ("d", "a", f"{page}"), f"{page}/{n}")
    for page in range(8)
    for n in range(12)
]


def mean_of(answers: BenchmarkAnswers) -> BenchmarkScore:
    return by_name(SCORING.score(answers, RESAMPLING))["d: a", "sentiment_mean"]


def test_answers_of_one_system_alone_enter_no_change() -> None:
    """A text without a score with one system is left out of both."""
    values = np.full((len(ITEMS), 1), 0.5)
    holes = values.copy()
    holes[:5] = NAN
    first, later = (mean_of(scored(ITEMS, {"sentiment": one.tolist()})) for one in (values, holes))
    assert first.parts is not None
    assert later.parts is not None
    sums = sums_of_both(first.parts, later.parts, cluster_numbers(ITEMS)).sum(axis=0)
    assert sums == pytest.approx([91 * 0.5, 91, 91 * 0.5, 91])


@pytest.mark.slow
def test_systems_that_differ_by_pages_at_random_are_not_called_different() -> None:
    """One system is brighter on some pages, the other on others: 96 prompts of 8 pages are no 96 observations."""
    alarms = {"pages": 0, "prompts": 0}
    for seed in range(60):
        rng = np.random.default_rng(seed)
        moods = [np.repeat(rng.normal(0, 0.15, 8), 12) + rng.normal(0, 0.2, 96) for _ in range(2)]
        first, later = (mean_of(scored(ITEMS, {"sentiment": one.clip(-1, 1)[:, None].tolist()})) for one in moods)
        assert first.parts is not None
        assert later.parts is not None
        assert first.clusters is not None
        for name, clusters in (("pages", first.clusters), ("prompts", cluster_numbers(ITEMS))):
            p_value = ratio_change(sums_of_both(first.parts, later.parts, clusters), "", RESAMPLING).test.p_value
            alarms[name] += p_value is not None and p_value < 0.05
    assert alarms["pages"] <= 6
    assert alarms["prompts"] > 10
