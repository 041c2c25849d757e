"""Speed of the measures as ratios to plain pandas and numpy in the same run.

FAIRDESK_BENCHMARK_PAIRS=1000000 with ``-s`` prints the numbers of a large audit; the default only keeps it working.
Asserts nothing about time; every floor computes the same numbers, and that is asserted.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TypeVar

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from fairdesk.domain.results import Estimate, NotMeasured, SignificanceTest
from fairdesk.measures import counterfactual, intervals
from fairdesk.measures.resampling import Resampling

T = TypeVar("T")

N_PAIRS = int(os.environ.get("FAIRDESK_BENCHMARK_PAIRS", "100000"))
RESAMPLING = Resampling(seed=1)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """The result and the shortest of three times, in seconds."""
    best = float("inf")
    for _ in range(3):
        begun = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - begun)
    return result, best


def value(outcome: Estimate | NotMeasured | SignificanceTest) -> float:
    if isinstance(outcome, SignificanceTest):
        assert outcome.p_value is not None
        return outcome.p_value
    assert isinstance(outcome, Estimate)
    return outcome.value


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    """Ratings of many files, a third of which change."""
    rng = np.random.default_rng(0)
    base = rng.integers(1, 6, size=N_PAIRS).astype(np.float64)
    change = rng.choice([-1.0, 0.0, 1.0], p=[0.2, 0.68, 0.12], size=N_PAIRS)
    return pd.DataFrame({"base": base, "variant": np.clip(base + change, 1, 5)})


def test_measures_against_plain_pandas(table: pd.DataFrame) -> None:
    """Each measure with its interval, bounds and tests, beside the bare number from pandas."""
    base, variant = table["base"].to_numpy(), table["variant"].to_numpy()
    change = variant - base
    down, up = int((change < 0).sum()), int((change > 0).sum())
    plain: dict[str, Callable[[], float]] = {
        "consistency": lambda: float((table["base"] == table["variant"]).mean()),
        "gap": lambda: float((table["variant"] - table["base"]).abs().mean()),
        "shift": lambda: float((table["variant"] - table["base"]).mean()),
        "direction": lambda: float(np.sign(table["variant"] - table["base"]).mean()),
        "sign test": lambda: float(stats.binomtest(down, down + up).pvalue),
    }
    own: dict[str, Callable[[], Estimate | NotMeasured | SignificanceTest]] = {
        "consistency": lambda: counterfactual.consistency(base, variant, {}),
        "gap": lambda: counterfactual.cf_gap(base, variant, {}, "points", RESAMPLING),
        "shift": lambda: counterfactual.mean_shift(base, variant, {}, "points"),
        "direction": lambda: counterfactual.direction(base, variant, {}),
        "sign test": lambda: counterfactual.sign_test(down, up),
    }
    total = 0.0
    for name, floor in plain.items():
        wanted, floor_seconds = timed(floor)
        found, seconds = timed(own[name])
        total += seconds
        assert value(found) == pytest.approx(wanted, abs=1e-9)
        ratio = f"{seconds / floor_seconds:6.1f} x plain ({1000 * floor_seconds:.1f} ms)"
        print(f"{name:12} {1000 * seconds:8.1f} ms  {ratio}")
    print(f"{'together':12} {1000 * total:8.1f} ms for {N_PAIRS:,} pairs")


def test_the_permutation_test_against_one_pass(table: pd.DataFrame) -> None:
    """All sign flips, beside one sum of their sizes."""
    change = (table["variant"] - table["base"]).to_numpy()

    size, floor_seconds = timed(lambda: float(np.abs(change).sum()))
    test, seconds = timed(lambda: intervals.sign_flip_test(change, RESAMPLING))

    assert size > 0
    assert test.p_value is not None
    print(f"{'sign flips':12} {1000 * seconds:8.1f} ms  {seconds / floor_seconds:6.1f} x one pass")
