"""What resampling files must reach, and how much pairs of one file weigh (method M09; building blocks B6, B7)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fairdesk.domain.results import Interval
from fairdesk.measures.intervals import (
    bootstrap_replicates,
    clustered_se,
    jackknife_acceleration,
    percentile_bootstrap,
)
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, checked
from fairdesk.measures.resampling import Resampling

RESAMPLED_SENTENCE = "Interval from resampling files {n_resamples:,} times (seed {seed})."


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterWeights:
    """Values that come in groups, one group per file.

    Attributes:
        n_groups: Groups with at least one value.
        n: Values in all.
        mean: Over all values; None when there is none.
        ideal_se: What the bootstrap over groups would give with endless resamples; None for fewer than two groups.
        naive_se: The same when single values were resampled, which is wrong when groups are alike inside.
        icc: Correlation of the values of one group, from below 0 to 1; None without two groups, without a group of two
            values, or when all values are equal.
        design_effect: Factor by which the groups widen the variance, 1 + (k - 1) icc; None without ``icc``.
    """

    n_groups: int
    n: int
    mean: float | None
    ideal_se: float | None
    naive_se: float | None
    icc: float | None
    design_effect: float | None


def cluster_weights(groups: Sequence[Floats]) -> ClusterWeights:
    """How alike values of one file are, and what that does to a standard error (M09).

    ICC = (MSB - MSW) / (MSB + (k - 1) MSW) from the analysis of variance; with groups of different size k is
    (N - sum k_g^2 / N) / (G - 1) in the ICC and sum k_g^2 / N in the design effect.

    Args:
        groups: One array of finite values per file; empty ones do not enter.

    Raises:
        ValueError: a value is not finite; a fault of the caller.

    Source:
        Donner 1986, International Statistical Review 54, 67-82; Kish 1965, Survey Sampling, section 5.4.

    Example:
        >>> groups = [np.array(g, dtype=float) for g in ([-1, -1, 0], [0, 0, 0], [-2, -1, -1], [0, 1, 0], [0, 0, -1])]
        >>> found = cluster_weights(groups)
        >>> round(found.icc, 7), round(found.design_effect, 5)
        (0.5471698, 2.09434)
    """
    kept = [values for (values,) in map(checked, groups) if values.size]
    if not kept:
        return ClusterWeights(n_groups=0, n=0, mean=None, ideal_se=None, naive_se=None, icc=None, design_effect=None)
    pooled = np.concatenate(kept)
    between = _between(kept)
    icc, design = _alikeness(kept, pooled)
    return ClusterWeights(
        n_groups=len(kept),
        n=int(pooled.size),
        mean=float(pooled.mean()),
        ideal_se=None if between is None else between * math.sqrt((len(kept) - 1) / len(kept)),
        naive_se=ideal_bootstrap_se(pooled),
        icc=icc,
        design_effect=design,
    )


def _between(groups: Sequence[Floats]) -> float | None:
    found = clustered_se(groups)
    # Groups with one and the same mean differ by nothing but rounding.
    return 0.0 if found is not None and np.ptp([group.mean() for group in groups]) <= EQUAL_WITHIN else found


def _alikeness(groups: Sequence[Floats], pooled: Floats) -> tuple[float | None, float | None]:
    n, n_groups = pooled.size, len(groups)
    if n_groups < 2 or n == n_groups or float(np.ptp(pooled)) <= EQUAL_WITHIN:
        return None, None
    sizes = np.array([group.size for group in groups], dtype=np.float64)
    means = np.array([group.mean() for group in groups])
    within = sum(float(((group - mean) ** 2).sum()) for group, mean in zip(groups, means, strict=True))
    msb = float(sizes @ (means - pooled.mean()) ** 2) / (n_groups - 1)
    msw = within / (n - n_groups)
    k = (n - float(sizes @ sizes) / n) / (n_groups - 1)
    icc = (msb - msw) / (msb + (k - 1) * msw)
    return icc, 1 + (float(sizes @ sizes) / n - 1) * icc


def ideal_bootstrap_se(values: Floats) -> float | None:
    """Standard error of a mean that the bootstrap tends to: sqrt(sum (x - mean)^2) / n. None for fewer than two.

    Example:
        >>> ideal_bootstrap_se(np.array([0.0, 1.0, 0.0, 1.0]))
        0.25
    """
    if values.size < 2:
        return None
    if float(np.ptp(values)) <= EQUAL_WITHIN:
        return 0.0
    centred = values - values.mean()
    return math.sqrt(float(centred @ centred)) / values.size


def bootstrap_acceleration(values: Floats) -> float | None:
    """Jackknife acceleration of a mean, as BCa uses it; None for fewer than two or equal values.

    0 for symmetric values, negative for a tail to the left.

    Source:
        Efron 1987, 10.1080/01621459.1987.10478410.

    Example:
        >>> bootstrap_acceleration(np.array([-1.0, 0.0, 1.0]))
        0.0
    """
    if values.size < 2 or float(np.ptp(values)) <= EQUAL_WITHIN:
        return None
    centred = values - values.mean()
    centred /= np.abs(centred).max()  # it has no unit: dividing keeps the cubes of huge values in range
    return jackknife_acceleration(centred, np.ones(centred.size))


def percentile_interval(values: Floats, resampling: Resampling, level: float = 0.95) -> Interval | None:
    """Percentile bootstrap interval of a mean over files (B6); None for fewer than two or equal values.

    Args:
        values: One per file. Shape (n,), finite.
        resampling: Seed and number of resamples.
        level: Between 0 and 1.

    Example:
        >>> percentile_interval(np.array([2.0, 2.0]), Resampling(seed=1)) is None
        True
    """
    if values.size < 2 or float(np.ptp(values)) <= EQUAL_WITHIN:
        return None
    return percentile_bootstrap(bootstrap_replicates(values, resampling), level=level)
