"""Intervals: shares, net shares, means, clusters, resampled means (methods.md section 3, B1 to B7 and B9)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from scipy import stats

from fairdesk.domain.results import Interval
from fairdesk.measures.flips import sign_flip_test
from fairdesk.measures.lattice import Lattice, lattice
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, checked
from fairdesk.measures.resampling import TOO_MANY_TO_RESAMPLE, Resampling

__all__ = [
    "bca_interval",
    "bonett_price",
    "bootstrap_mean",
    "bootstrap_replicates",
    "clopper_pearson",
    "clustered_se",
    "jackknife_acceleration",
    "lower_bound",
    "percentile_bootstrap",
    "share_bounds",
    "sign_flip_test",
    "summarise_mean",
    "upper_bound",
    "wilson",
]

FEW_STEPS = 64
"""Up to here multinomial counts are drawn instead of files; the distribution is the same."""

CELLS_AT_ONCE = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanSummary:
    """Mean with standard error and t test on n - 1 degrees of freedom; None where it does not exist."""

    n: int
    mean: float
    se: float | None
    t: float | None
    p_value: float | None
    interval: Interval | None

    @property
    def details(self) -> dict[str, float]:
        """``se``, ``t`` and ``p_t``, as far as they exist."""
        found = {"se": self.se, "t": self.t, "p_t": self.p_value}
        return {name: value for name, value in found.items() if value is not None}


def wilson(successes: int, n: int, level: float = 0.95) -> Interval | None:
    """Wilson interval of a share, for display (B1). None when n is 0.

    Example:
        >>> round(wilson(348, 400).low, 7)
        0.8334922
    """
    return _share_interval(successes, n, level, "wilson")


def clopper_pearson(successes: int, n: int, level: float = 0.95) -> Interval | None:
    """Clopper-Pearson interval of a share, for decisions (B1). None when n is 0.

    Example:
        >>> round(clopper_pearson(348, 400).high, 7)
        0.9013642
    """
    return _share_interval(successes, n, level, "exact")


@lru_cache(maxsize=4096)  # variants, systems and runs of one design share few counts; the exact ends are searched for
def _share_interval(successes: int, n: int, level: float, method: Literal["wilson", "exact"]) -> Interval | None:
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n} is not a share")
    if n == 0:
        return None
    # The interval does not depend on the share that is tested; against the observed one no p-value is searched for.
    found = stats.binomtest(successes, n, successes / n).proportion_ci(confidence_level=level, method=method)
    name = "Wilson" if method == "wilson" else "Clopper-Pearson"
    return Interval(low=float(found.low), high=float(found.high), level=level, method=name)


def lower_bound(successes: int, n: int, level: float = 0.95) -> float:
    """One-sided Clopper-Pearson lower bound of a share (M10); n is at least 1.

    Example:
        >>> round(lower_bound(370, 400), 7)
        0.8996455
    """
    return 0.0 if successes == 0 else float(stats.beta.ppf(1 - level, successes, n - successes + 1))


def upper_bound(successes: int, n: int, level: float = 0.95) -> float:
    """One-sided Clopper-Pearson upper bound of a share (M10); n is at least 1.

    Example:
        >>> round(upper_bound(0, 60), 7)
        0.0487029
    """
    return 1.0 if successes == n else float(stats.beta.ppf(level, successes + 1, n - successes))


def bonett_price(up: int, down: int, n: int, level: float = 0.95) -> Interval | None:
    """Interval of the net share (up - down)/n of two exclusive outcomes (B2). None when n is 0.

    Holds its level when changes are rare. Source: Bonett and Price 2012, 10.3102/1076998611411915.

    Example:
        >>> found = bonett_price(18, 34, 400)
        >>> round(found.low, 7), round(found.high, 7)
        (-0.0754168, -0.0041852)
    """
    if n == 0:
        return None
    first, second = (up + 1) / (n + 2), (down + 1) / (n + 2)
    centre = first - second
    half = float(stats.norm.ppf(0.5 + level / 2)) * math.sqrt((first + second - centre**2) / (n + 2))
    return Interval(low=max(-1.0, centre - half), high=min(1.0, centre + half), level=level, method="Bonett-Price")


def summarise_mean(values: Floats, least_se: float | None = None, level: float = 0.95) -> MeanSummary:
    """Mean with t interval and t test against 0 (B5).

    Neither is given for one file or for equal values: a library would answer p = 0 to six equal changes.

    Args:
        values: One per file. Shape (n,), n at least 1.
        least_se: The standard error is never taken below this (M38), None for no such floor.
    """
    n = int(values.size)
    mean = float(values.mean())
    if n < 2:
        return MeanSummary(n=n, mean=mean, se=None, t=None, p_value=None, interval=None)
    # Rounding leaves differences of 1e-16 between equal changes; as a spread they would give p = 0.
    se = 0.0 if float(np.ptp(values)) <= EQUAL_WITHIN else float(values.std(ddof=1)) / math.sqrt(n)
    se = max(se, least_se or 0.0)
    if se == 0.0:
        return MeanSummary(n=n, mean=mean, se=se, t=None, p_value=None, interval=None)
    t = mean / se
    half = float(stats.t.ppf(0.5 + level / 2, n - 1)) * se
    return MeanSummary(
        n=n,
        mean=mean,
        se=se,
        t=t,
        p_value=float(2 * stats.t.sf(abs(t), n - 1)),
        interval=Interval(low=mean - half, high=mean + half, level=level, method="t"),
    )


def bootstrap_mean(values: Floats, resampling: Resampling, level: float = 0.95) -> Interval | None:
    """BCa interval of a mean from resampling files (B6), percentile when BCa is degenerate.

    Beyond 20,000 different values the t interval takes its place, and the interval's method says so.

    Args:
        values: One per file. Shape (n,), finite.
        resampling: Seed and number of resamples.
        level: Between 0 and 1.

    Returns:
        None for fewer than two files or equal values: resampling them gives one point, which is no interval.

    Source:
        Efron 1987, 10.1080/01621459.1987.10478410; the acceleration is that of the jackknife of a mean.
    """
    (values,) = checked(values)
    if values.size < 2 or float(np.ptp(values)) <= EQUAL_WITHIN:
        return None
    grid = lattice(values)
    if grid is not None and grid.steps.size < 2:
        return None  # they differ by no more than rounding, so they are equal values
    if grid is not None and grid.steps.size <= FEW_STEPS:
        replicates = _lattice_replicates(grid, resampling)
        observed = grid.total / (grid.scale * grid.n_values)
        acceleration = jackknife_acceleration(grid.steps.astype(np.float64), grid.counts.astype(np.float64))
    elif values.size > TOO_MANY_TO_RESAMPLE:
        found = summarise_mean(values, level=level).interval
        assert found is not None  # two different values are known to be there
        name = f"t (more than {TOO_MANY_TO_RESAMPLE:,} files with different values)"
        return Interval(low=found.low, high=found.high, level=level, method=name)
    else:
        ordered = np.sort(values)
        replicates, observed = _file_replicates(ordered, resampling), float(ordered.mean())
        acceleration = jackknife_acceleration(ordered, np.ones(ordered.size))
    return bca_interval(replicates, observed, acceleration, level)


def bootstrap_replicates(values: Floats, resampling: Resampling) -> Floats:
    """Resampled means (B6); shape (n_resamples,). For checks of the standard error."""
    (values,) = checked(values)
    grid = lattice(values)
    if grid is not None and grid.steps.size <= FEW_STEPS:
        return _lattice_replicates(grid, resampling)
    return _file_replicates(np.sort(values), resampling)


def _lattice_replicates(grid: Lattice, resampling: Resampling) -> Floats:
    n = grid.n_values
    drawn = resampling.generator().multinomial(n, grid.counts / n, size=resampling.n_resamples)
    sums: Floats = (drawn @ grid.steps) / (grid.scale * n)
    return sums


def _file_replicates(ordered: Floats, resampling: Resampling) -> Floats:
    rng = resampling.generator()
    n = ordered.size
    at_once = max(1, CELLS_AT_ONCE // n)
    means: list[Floats] = []
    for start in range(0, resampling.n_resamples, at_once):
        size = min(at_once, resampling.n_resamples - start)
        means.append(ordered[rng.integers(0, n, size=(size, n))].mean(axis=1))
    return np.concatenate(means)


def jackknife_acceleration(values: Floats, weights: Floats) -> float:
    """Jackknife acceleration of a mean, for ``bca_interval`` (B6); it does not depend on the unit.

    Args:
        values: Different values, or the influence of each file on a ratio of sums. Shape (k,), not all equal.
        weights: How often each occurs. Shape (k,).

    Source:
        Efron 1987, 10.1080/01621459.1987.10478410, equation 6.6.

    Example:
        >>> round(jackknife_acceleration(np.array([0.0, 0.0, 1.0]), np.ones(3)), 4)
        0.068
    """
    centred = values - (values @ weights) / weights.sum()
    squares = centred * centred
    return float((squares * centred) @ weights / (6 * (squares @ weights) ** 1.5))


def bca_interval(replicates: Floats, observed: float, acceleration: float, level: float = 0.95) -> Interval:
    """BCa interval from resampled values (B6); percentile, and named so, where BCa is degenerate.

    Args:
        replicates: Shape (n_resamples,), finite.
        observed: The value in the data.
        acceleration: From the jackknife; it does not depend on the unit.
        level: Between 0 and 1.

    Source:
        Efron 1987, 10.1080/01621459.1987.10478410.
    """
    below = np.count_nonzero(replicates < observed) + 0.5 * np.count_nonzero(replicates == observed)
    tail = (1 - level) / 2
    name = "BCa bootstrap"
    shares = np.array([tail, 1 - tail])
    if 0 < below < replicates.size:
        z0 = float(stats.norm.ppf(below / replicates.size))
        z = z0 + stats.norm.ppf(shares)
        denominators = 1 - acceleration * z
        if (denominators > 0).all():
            shares = stats.norm.cdf(z0 + z / denominators)
        else:
            name = "percentile bootstrap"
    else:
        name = "percentile bootstrap"
    low, high = np.quantile(replicates, shares)
    return Interval(low=float(low), high=float(high), level=level, method=name)


def percentile_bootstrap(replicates: Floats, drawn: str = "", level: float = 0.95) -> Interval | None:
    """Percentile interval of resampled values (B6); None where no two of them differ, which shows no certainty.

    Args:
        replicates: Shape (n_resamples,); NaN where a resample has no value, as one that holds nothing.
        drawn: What was resampled, for the interval's method: ``by file``, ``over terms``.
        level: Between 0 and 1.

    Example:
        >>> percentile_bootstrap(np.array([1.0, 2.0, 3.0]), "by file", 0.5).low
        1.5
        >>> percentile_bootstrap(np.array([2.0, 2.0])) is None
        True
    """
    defined = replicates[np.isfinite(replicates)]
    if defined.size == 0 or float(np.ptp(defined)) <= EQUAL_WITHIN:
        return None
    tail = (1 - level) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return Interval(low=float(low), high=float(high), level=level, method=f"percentile bootstrap {drawn}".rstrip())


def clustered_se(groups: Sequence[Floats]) -> float | None:
    """Standard error of the pooled mean of values that come in groups (B7). None for fewer than two groups.

    Args:
        groups: One array of values per file, for example its differences over several variants.

    Source:
        methods.md B7: sqrt(G/(G-1) sum_g (sum_j (y_gj - ybar))^2) / N.

    Example:
        >>> round(clustered_se([np.array([1.0, 1.0]), np.array([0.0, 0.0])]), 4)
        0.5
    """
    n_groups = len(groups)
    if n_groups < 2:
        return None
    n = sum(group.size for group in groups)
    mean = sum(float(group.sum()) for group in groups) / n
    squares = sum(float((group - mean).sum()) ** 2 for group in groups)
    return math.sqrt(n_groups / (n_groups - 1) * squares) / n


def share_bounds(successes: int, n: int, lost: int) -> tuple[float, float] | None:
    """Where a share lies whatever the lost files would have shown (B9). None when there is no file at all.

    Example:
        >>> share_bounds(2, 3, 3)
        (0.3333333333333333, 0.8333333333333334)
    """
    total = n + lost
    return None if total == 0 else (successes / total, (successes + lost) / total)
