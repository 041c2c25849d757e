"""Sign-flip permutation test of a mean (methods.md B8): exact wherever all flips can be counted."""

from __future__ import annotations

import math

import numpy as np
from scipy import stats

from fairdesk.domain.results import SignificanceTest
from fairdesk.measures.lattice import Lattice, lattice
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, Integers, checked
from fairdesk.measures.resampling import TOO_MANY_TO_RESAMPLE, Resampling

MOST_ENUMERATED = 20
"""Non-zero values of which every one of the 2^20 flips is tried."""

LONGEST_SUM = 20_000
"""Steps up to which the exact distribution of the sum is built."""

CELLS_AT_ONCE = 8_000_000


def sign_flip_test(differences: Floats, resampling: Resampling) -> SignificanceTest:
    """Two-sided test of a mean of 0: how often a sum with random signs is as far from 0 (B8).

    Exact for values on a grid (by building the distribution of the sum) and for up to 20 non-zero values
    (by trying every flip); otherwise (1 + hits) / (1 + flips) from random flips.

    Args:
        differences: One per file. Shape (n,), finite. Zeros do not count.
        resampling: Seed and number of random flips.

    Returns:
        A test without p-value and with the reason when no file changed.

    Example:
        >>> sign_flip_test(np.array([-1.0, -1.0, -1.0, 0.0]), Resampling(seed=1)).p_value
        0.25
    """
    (values,) = checked(differences)
    values = values[np.abs(values) > EQUAL_WITHIN]
    if values.size == 0:
        reason = "no file differs, so there is no sign to flip"
        return SignificanceTest(name="sign-flip test", method="B8", p_value=None, reason=reason)
    grid = lattice(values)
    if grid is not None and int(np.abs(grid.steps) @ grid.counts) <= LONGEST_SUM:
        return _named("exact sign-flip test", _counted(grid))
    if values.size <= MOST_ENUMERATED:
        return _named("exact sign-flip test", _enumerated(values))
    if grid is not None:
        return _named(f"sign-flip test, {resampling.n_flips:,} random flips", _drawn_on_grid(grid, resampling))
    if values.size > TOO_MANY_TO_RESAMPLE:
        z = abs(float(values.sum())) / math.sqrt(float(values @ values))
        name = f"sign-flip test, normal limit for more than {TOO_MANY_TO_RESAMPLE:,} files"
        return _named(name, float(2 * stats.norm.sf(z)))
    return _named(f"sign-flip test, {resampling.n_flips:,} random flips", _drawn(values, resampling))


def _named(name: str, p_value: float) -> SignificanceTest:
    return SignificanceTest(name=name, method="B8", p_value=min(1.0, p_value))


def _sizes(grid: Lattice) -> tuple[Integers, Integers]:
    """Sizes of the steps, signs dropped, and how often each occurs."""
    sizes, where = np.unique(np.abs(grid.steps), return_inverse=True)
    counts = np.zeros(sizes.size, dtype=np.int64)
    np.add.at(counts, where, grid.counts)
    return sizes, counts


def _counted(grid: Lattice) -> float:
    """P(|sum| >= |observed|) from the exact distribution; direct convolution keeps small tails exact."""
    observed = abs(grid.total)
    chances = np.ones(1)
    # Entry j of ``chances`` belongs to the sum 2 j - (length - 1): every step moves the sum by twice its size.
    for size, count in zip(*_sizes(grid), strict=True):
        spread = np.zeros(size * count + 1)
        spread[::size] = stats.binom.pmf(np.arange(count + 1), count, 0.5)
        chances = np.convolve(chances, spread)
    length = chances.size
    first_beyond = math.ceil((observed + length - 1) / 2)
    upper = float(chances[first_beyond:].sum())
    return 1.0 if observed == 0 else 2 * upper


def _enumerated(values: Floats) -> float:
    ordered = _in_order(values)
    sums = np.array([ordered[0]])
    for size in ordered[1:]:
        sums = np.concatenate([sums + size, sums - size])
    observed = abs(float(values.sum()))
    # The first sign is fixed: the other half of the flips mirrors this one, and the test is two-sided.
    return float(np.count_nonzero(np.abs(sums) >= observed - _slack(ordered))) / sums.size


def _drawn_on_grid(grid: Lattice, resampling: Resampling) -> float:
    rng = resampling.generator()
    sums = np.zeros(resampling.n_flips, dtype=np.int64)
    for size, count in zip(*_sizes(grid), strict=True):
        sums += size * (2 * rng.binomial(count, 0.5, size=resampling.n_flips) - count)
    hits = int(np.count_nonzero(np.abs(sums) >= abs(grid.total)))
    return (1 + hits) / (1 + resampling.n_flips)


def _drawn(values: Floats, resampling: Resampling) -> float:
    rng = resampling.generator()
    ordered = _in_order(values)
    observed, slack = abs(float(values.sum())), _slack(ordered)
    total = float(ordered.sum())
    n_bytes = -(-ordered.size // 8)
    at_once = max(1, CELLS_AT_ONCE // ordered.size)
    hits = 0
    for start in range(0, resampling.n_flips, at_once):
        size = min(at_once, resampling.n_flips - start)
        drawn = np.frombuffer(rng.bytes(size * n_bytes), dtype=np.uint8).reshape(size, n_bytes)
        bits = np.unpackbits(drawn, axis=1, count=ordered.size)
        sums = total - 2 * (bits @ ordered)
        hits += int(np.count_nonzero(np.abs(sums) >= observed - slack))
    return (1 + hits) / (1 + resampling.n_flips)


def _in_order(values: Floats) -> Floats:
    """Sizes in ascending order, so that the order of the files cannot change a result."""
    return np.sort(np.abs(values))


def _slack(sizes: Floats) -> float:
    """Sums this close are ties that rounding pulled apart."""
    return 1e-12 * max(1.0, float(sizes.sum()))
