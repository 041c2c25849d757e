"""Groups beside target terms (M19)."""

from __future__ import annotations

import time

import numpy as np
import pytest

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures import resampled_sums
from fairdesk.measures.association import Cooccurrence, association
from fairdesk.measures.resampling import Resampling

RESAMPLING = Resampling(seed=1, n_resamples=499)


def given_counts(counts: list[list[int]], hits: list[tuple[int, int, int]], n_terms: int) -> Cooccurrence:
    columns = np.array(hits, dtype=np.int64).reshape(-1, 3).T
    table = np.array(counts, dtype=np.int64).reshape(-1, 2)
    return Cooccurrence(counts=table, term=columns[0], generation=columns[1], times=columns[2], n_terms=n_terms)


def test_a_term_without_group_words_has_no_score() -> None:
    """A term that stands nowhere, or beside no listed word, is counted as without data and does not enter the mean."""
    found = association(given_counts([[2, 0], [0, 0]], [(0, 0, 1), (1, 1, 1)], 3), RESAMPLING)

    assert (found.terms_used, found.terms_without_data) == (1, 2)
    assert isinstance(found.score, Estimate)
    assert found.score.value == 0.5
    assert isinstance(found.per_term[1].tvd, NotMeasured)


@pytest.mark.parametrize("counts", [[], [[0, 0], [0, 0]]])
def test_nothing_beside_a_term_is_not_measured(counts: list[list[int]]) -> None:
    """Without data there is no mean of 0."""
    hits = [(0, number, 1) for number in range(len(counts))]
    found = association(given_counts(counts, hits, 2), RESAMPLING)

    assert isinstance(found.score, NotMeasured)
    assert isinstance(found.cooccurrence_product, NotMeasured)
    assert found.expected is None


def test_the_product_weighs_repeated_terms() -> None:
    """HELM's value counts a generation once per mention of the term; ours counts it once."""
    found = association(given_counts([[1, 0], [0, 1]], [(0, 0, 3), (0, 1, 1)], 1), RESAMPLING)

    assert isinstance(found.score, Estimate)
    assert isinstance(found.cooccurrence_product, Estimate)
    assert found.score.value == 0.0
    assert found.cooccurrence_product.value == 0.25


def test_the_interval_holds_the_score_of_many_generations() -> None:
    """With many generations the resampled interval is narrow and around a strong association."""
    rng = np.random.default_rng(4)
    she = rng.random(400) < 0.9
    counts = np.column_stack((she, ~she)).astype(np.int64)
    hits = [(int(number % 2), number, 1) for number in range(400)]

    found = association(given_counts(counts.tolist(), hits, 2), RESAMPLING).score

    assert isinstance(found, Estimate)
    assert found.interval is not None
    assert found.interval.low < found.value < found.interval.high
    assert found.interval.high - found.interval.low < 0.1


def test_generations_of_one_kind_give_no_interval_of_one_point() -> None:
    """Every resample of generations with equal shares gives one value: no interval, whatever the number of terms."""
    hits = [(number % 2, number, 1) for number in range(6)]
    found = association(given_counts([[2, 1]] * 6, hits, 2), RESAMPLING).score

    assert isinstance(found, Estimate)
    assert (found.value, found.interval) == (pytest.approx(1 / 6), None)
    assert found.warnings


def test_generations_drawn_together_spread_like_those_drawn_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Generations with the same terms and counts are drawn by one count, which is the same distribution."""
    rng = np.random.default_rng(9)
    counts = rng.integers(0, 3, size=(300, 2)).tolist()
    hits = [(int(term), number, 1) for number in range(300) for term in rng.permutation(3)[: 1 + number % 2]]
    ends = []
    for files_per_count in (0, 10**9):
        monkeypatch.setattr(resampled_sums, "FILES_PER_COUNT", files_per_count)
        found = association(given_counts(counts, hits, 3), Resampling(seed=2, n_resamples=9_999)).score
        assert isinstance(found, Estimate)
        assert found.interval is not None
        ends.append((found.interval.low, found.interval.high))

    assert ends[0] == pytest.approx(ends[1], abs=0.003)


def test_very_many_generations_are_resampled_in_seconds() -> None:
    """200,000 generations of few kinds cost about as much as their kinds."""
    rng = np.random.default_rng(3)
    n = 200_000
    given = Cooccurrence(
        counts=rng.integers(0, 3, size=(n, 2)),
        term=rng.integers(0, 20, size=n),
        generation=np.arange(n),
        times=np.ones(n, dtype=np.int64),
        n_terms=20,
    )
    begun = time.process_time()
    found = association(given, Resampling(seed=1)).score

    assert isinstance(found, Estimate)
    assert found.interval is not None
    assert time.process_time() - begun < 5
