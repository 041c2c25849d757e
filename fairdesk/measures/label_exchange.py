"""Any effect of a cue beyond run-to-run noise, by exchanging run labels within each file (M38)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from fairdesk.domain.results import SignificanceTest
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, Integers
from fairdesk.measures.resampling import Resampling
from fairdesk.measures.sample_tables import CELLS_AT_ONCE, Samples, alike, both_arms, means

MOST_DRAWN = 2_000
"""With more different files the sum is as good as normal, and the limit takes the place of draws."""

MOST_ASSIGNMENTS = 20_000
"""Per file, up to here every exchange of run labels is listed before drawing among them."""


def effect_test(original: Sequence[Floats], variant: Sequence[Floats], resampling: Resampling) -> SignificanceTest:
    """Permutation test of any effect beyond noise: run labels exchanged within each file (M38).

    Statistic: mean |difference of a file's means|; p = (1 + hits) / (1 + exchanges). Files with the same samples are
    exchanged together, which is the same distribution; with more than 2,000 different files the normal limit takes
    the place of draws, and the test's name says so.

    Args:
        original: One array of valid values per file.
        variant: The same for the variant, same files in the same order.
        resampling: Seed and number of random exchanges (``n_flips``).

    Returns:
        A test without p-value when no file has three or more samples that differ: with one sample in each arm, or
        equal ones, an exchange changes nothing.
    """
    name = "permutation test of run labels"
    first, second = both_arms(original, variant)
    if not (first.sizes + second.sizes >= 3).any():
        reason = "no file has repeated samples, so an exchange of run labels changes nothing"
        return SignificanceTest(name=name, method="M38", p_value=None, reason=reason)
    observed = float(np.abs(means(second) - means(first)).sum())
    rng = resampling.generator()
    files = _files_alike(first, second)
    if not any(_can_change(one) for one in files):
        reason = "the samples of a file are all equal, so an exchange of run labels changes nothing"
        return SignificanceTest(name=name, method="M38", p_value=None, reason=reason)
    if sum(len(one.pooled) for one in files) > MOST_DRAWN:
        limit = f"{name}, normal limit for more than {MOST_DRAWN:,} different files"
        return SignificanceTest(name=limit, method="M38", p_value=_normal_limit(observed, files, rng))
    sums = _drawn_sums(files, rng, resampling.n_flips)
    slack = 1e-12 * max(1.0, observed)
    hits = int(np.count_nonzero(sums >= observed - EQUAL_WITHIN - slack))
    drawn = f"{name}, {resampling.n_flips:,} random exchanges"
    return SignificanceTest(name=drawn, method="M38", p_value=(1 + hits) / (1 + resampling.n_flips))


@dataclass(frozen=True, slots=True)
class _Alike:
    """Different files with equally many samples: these pooled, how often each occurs, how many are the variant's."""

    pooled: Floats
    times: Integers
    k: int


def _can_change(files: _Alike) -> bool:
    return files.pooled.shape[1] >= 3 and float(np.ptp(files.pooled, axis=1).max()) > EQUAL_WITHIN


def _files_alike(first: Samples, second: Samples) -> list[_Alike]:
    """The different files, their samples pooled and in ascending order, in an order of their own."""
    by_shape: dict[tuple[int, int], list[Floats]] = {}
    for where in alike(first.sizes, second.sizes):
        pooled = np.sort(np.concatenate([first.rows(where), second.rows(where)], axis=1), axis=1)
        by_shape.setdefault((int(first.sizes[where[0]]), int(second.sizes[where[0]])), []).append(pooled)
    found = []
    for (_, k), tables in sorted(by_shape.items()):
        distinct, times = np.unique(np.concatenate(tables), axis=0, return_counts=True)
        found.append(_Alike(distinct, times, k))
    return found


def _effects(alike_files: _Alike, rng: np.random.Generator) -> Iterator[tuple[Floats, Integers]]:
    """|Difference of means| under all exchanges of run labels, or as many drawn ones, a block of files at a time.

    Yields tables with one row per file and one column per exchange, and how often each file occurs.
    """
    n, k = alike_files.pooled.shape[1], alike_files.k
    if math.comb(n, k) <= MOST_ASSIGNMENTS:
        chosen = np.array(list(itertools.combinations(range(n), k)))
    else:
        chosen = rng.permuted(np.tile(np.arange(n), (MOST_ASSIGNMENTS, 1)), axis=1)[:, :k]
    at_once = max(1, CELLS_AT_ONCE // chosen.size)
    for start in range(0, len(alike_files.pooled), at_once):
        rows = alike_files.pooled[start : start + at_once]
        sums = rows[:, chosen].sum(axis=2)
        effects = np.abs(sums / k - (rows.sum(axis=1, keepdims=True) - sums) / (n - k))
        # Rounding must not make two of one effect.
        yield np.round(effects, 12), alike_files.times[start : start + at_once]


def _normal_limit(observed: float, files: Sequence[_Alike], rng: np.random.Generator) -> float:
    centre = variance = 0.0
    for one in files:
        for effects, times in _effects(one, rng):
            centre += float(times @ effects.mean(axis=1))
            variance += float(times @ effects.var(axis=1))
    return 1.0 if variance <= 0 else float(stats.norm.sf((observed - centre) / math.sqrt(variance)))


def _drawn_sums(files: Sequence[_Alike], rng: np.random.Generator, n_draws: int) -> Floats:
    """Sum of all files' effects in every draw; files with one distribution of effects are drawn together."""
    together: dict[tuple[bytes, bytes], tuple[Floats, Integers, int]] = {}
    for one in files:
        for effects, times in _effects(one, rng):
            for row, n_files in zip(effects, times.tolist(), strict=True):
                values, counts = np.unique(row, return_counts=True)
                key = (values.tobytes(), counts.tobytes())
                known = together[key][2] if key in together else 0
                together[key] = (values, counts, known + n_files)
    sums = np.zeros(n_draws)
    for key in sorted(together):
        values, counts, n_files = together[key]
        if n_files < values.size:
            each = np.repeat(values, counts)
            for _ in range(n_files):
                sums += each[rng.integers(0, each.size, size=n_draws)]
        elif values.size > 1 or values[0] > 0:
            sums += rng.multinomial(n_files, counts / counts.sum(), size=n_draws) @ values
    return sums
