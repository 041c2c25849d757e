"""Speed of what is pooled over several pairs per file, as ratios to plain pandas and numpy in the same run.

FAIRDESK_BENCHMARK_PAIRS=1000000 with ``-s`` prints the numbers of a large audit (250,000 files of 4 variants, 2,000
resamples); the default only keeps it working. Asserts nothing about time; every floor computes the same numbers, and
that is asserted.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.cluster_bootstrap import FilePairs, pooled_points
from fairdesk.measures.flips import sign_flip_test
from fairdesk.measures.intersections import interaction
from fairdesk.measures.label_exchange import effect_test
from fairdesk.measures.pairs import FourRatings
from fairdesk.measures.ratio_of_sums import bootstrap_ratio
from fairdesk.measures.resampled_sums import resampled_sums
from fairdesk.measures.resampling import Resampling

T = TypeVar("T")
Floats = npt.NDArray[np.float64]

N_PAIRS = int(os.environ.get("FAIRDESK_BENCHMARK_PAIRS", "40000"))
N_VARIANTS = 4
N_FILES = N_PAIRS // N_VARIANTS
RESAMPLING = Resampling(seed=1, n_resamples=2_000 if N_PAIRS >= 1_000_000 else 400)
ROUNDS = 3
BLOCK = 20


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """The result and the shortest time of some rounds, in seconds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - begun)
    return result, best


def said(what: str, seconds: float, floor: float) -> None:
    print(f"{what:34} {1000 * seconds:8.0f} ms  {seconds / floor:5.2f} x floor ({1000 * floor:.0f} ms)")


def value(outcome: Estimate | NotMeasured) -> float:
    assert isinstance(outcome, Estimate)
    return outcome.value


def ratings() -> tuple[Floats, Floats]:
    """Original and four variants of every file on a scale of 1 to 5. Shapes (files,), (files, variants)."""
    rng = np.random.default_rng(0)
    base = rng.integers(1, 6, size=N_FILES).astype(np.float64)
    change = rng.choice([-1.0, 0.0, 1.0], p=[0.2, 0.68, 0.12], size=(N_FILES, N_VARIANTS))
    return base, np.clip(base[:, None] + change, 1, 5)


def scores() -> tuple[Floats, Floats]:
    """The same for a quantity that takes any value, with an effect of each file's own."""
    rng = np.random.default_rng(1)
    base = rng.normal(size=N_FILES)
    own = rng.normal(0.02, 0.3, size=(N_FILES, 1))
    return base, base[:, None] + own + rng.normal(0, 0.5, size=(N_FILES, N_VARIANTS))


def long_form(base: Floats, variants: Floats) -> FilePairs:
    file = np.repeat(np.arange(N_FILES), N_VARIANTS)
    return FilePairs(file=file, base=np.repeat(base, N_VARIANTS), variant=variants.ravel(), n_files=N_FILES)


@pytest.mark.parametrize("kind", ["discrete", "continuous"])
def test_points_against_pandas(kind: str) -> None:
    """Consistency, both gaps, shift and sign counts of all pairs, beside the same from pandas."""
    pairs = long_form(*(ratings() if kind == "discrete" else scores()))
    table = pd.DataFrame({"file": pairs.file, "base": pairs.base, "variant": pairs.variant})

    def plain() -> list[float]:
        change = table["variant"] - table["base"]
        gap = change.abs()
        points = [(change.abs() <= 1e-9).mean(), gap.groupby(table["file"]).mean().mean(), gap.mean(), change.mean()]
        return [*map(float, points), float((change < 0).sum()), float((change > 0).sum())]

    wanted, floor = timed(plain)
    found, seconds = timed(lambda: pooled_points(pairs))

    own = [found.consistency, found.cf_gap, found.pair_gap, found.shift, found.down, found.up]
    assert own == pytest.approx(wanted)
    said(f"points, {kind}", seconds, floor)


def test_discrete_resamples_against_a_multinomial_over_distinct_files() -> None:
    """From the pairs to 2,000 resampled shifts and consistencies, beside drawing counts of known distinct files."""
    base, variants = ratings()
    pairs = long_form(base, variants)
    distinct, times = np.unique(np.column_stack([base, variants]), axis=0, return_counts=True)
    distinct_sums = (distinct[:, 1:] - distinct[:, :1]).sum(axis=1)

    def plain() -> Floats:
        drawn = np.random.default_rng(1).multinomial(N_FILES, times / N_FILES, size=RESAMPLING.n_resamples)
        replicates: Floats = drawn @ distinct_sums / N_PAIRS
        return replicates

    def own(what: str) -> Floats:
        change = pairs.variant - pairs.base
        parts = np.bincount(pairs.file, weights=change if what == "shift" else change == 0, minlength=N_FILES)
        return resampled_sums(parts[:, None], RESAMPLING)[:, 0] / N_PAIRS

    wanted, floor = timed(plain)
    found, seconds = timed(lambda: own("shift"))
    _, seconds_consistency = timed(lambda: own("consistency"))

    assert found.std() == pytest.approx(wanted.std(), rel=0.2)
    said("shift by file, discrete", seconds, floor)
    said("consistency by file, discrete", seconds_consistency, floor)


@pytest.mark.parametrize("lost", [0.0, 0.1])
def test_continuous_resamples_against_sums_per_file(lost: float) -> None:
    """Resampled mean differences beside drawing sums of files in blocks; with lost pairs both sums are drawn."""
    base, variants = scores()
    change = variants - base[:, None]
    change[np.random.default_rng(2).random(change.shape) < lost] = np.nan
    valid = np.isfinite(change)
    parts, wholes = np.where(valid, change, 0.0).sum(axis=1), valid.sum(axis=1).astype(np.float64)
    parts, wholes = parts[wholes > 0], wholes[wholes > 0]

    def plain() -> Floats:
        rng = np.random.default_rng(1)
        found = []
        for _ in range(RESAMPLING.n_resamples // BLOCK):
            drawn = rng.integers(0, parts.size, size=(BLOCK, parts.size))
            above = parts[drawn].sum(axis=1)
            found.append(above / (wholes[drawn].sum(axis=1) if lost else wholes.sum()))
        return np.concatenate(found)

    wanted, floor = timed(plain)
    interval, seconds = timed(lambda: bootstrap_ratio(parts, wholes, RESAMPLING))

    assert interval is not None
    assert interval.low is not None
    assert interval.low == pytest.approx(np.quantile(wanted, 0.025), abs=wanted.std())
    said(f"shift by file, continuous, {lost:.0%} lost", seconds, floor)


def test_cost_is_linear_and_memory_stays_bounded() -> None:
    """A quarter, a half and all of the files; the memory is that of the whole process at its peak."""
    base, variants = scores()
    times = []
    for part in (4, 2, 1):
        n = N_FILES // part
        parts = (variants[:n] - base[:n, None]).sum(axis=1)
        times.append(timed(lambda parts=parts: bootstrap_ratio(parts, np.full(parts.size, 4.0), RESAMPLING))[1])  # type: ignore[misc]
    print(f"{'a quarter, a half, all':34} " + ", ".join(f"{1000 * seconds:.0f} ms" for seconds in times))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'peak memory of the process':34} {peak:8.0f} MB")
    assert peak < 2048


def test_permutation_and_interaction_tests_have_no_loop_over_files() -> None:
    """Sign flips, interaction and exchange of run labels on as many files, beside one sort of the values."""
    base, variants = ratings()
    change = variants[:, 0] - base
    four = FourRatings(neither=base, first=variants[:, 0], second=variants[:, 1], both=variants[:, 2])
    _, floor = timed(lambda: np.sort(change))

    flips, seconds = timed(lambda: sign_flip_test(change, RESAMPLING))
    said("sign flips", seconds, floor)
    (estimate, test), seconds = timed(lambda: interaction(four, {}, "points", RESAMPLING))
    said("interaction", seconds, floor)
    few = min(N_FILES, 20_000)
    exchanged, seconds = timed(
        lambda: effect_test(list(variants[:few, :2]), list(variants[:few, 2:]), Resampling(seed=1))
    )
    said(f"exchanged run labels, {few:,} files", seconds, floor)

    assert flips.p_value is not None
    assert test.p_value is not None
    assert exchanged.p_value is not None
    assert value(estimate) == pytest.approx((four.both - four.first - four.second + four.neither).mean())
