"""Ratios of sums over clusters: shares of what comes many at a time from one text, template or output (B6, B7)."""

from __future__ import annotations

import math

import numpy as np

from fairdesk.domain.results import Interval
from fairdesk.measures.intervals import bca_interval, jackknife_acceleration
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, checked
from fairdesk.measures.resampled_sums import resampled_sums
from fairdesk.measures.resampling import Resampling


def ratio_se(numerators: Floats, denominators: Floats) -> float | None:
    """Standard error of sum u / sum c over independent clusters (B7).

    sqrt(m/(m-1) sum (u_i - R c_i)^2) / sum c. It is 0 when every cluster has the same ratio, which with few clusters
    says little; None for fewer than two clusters with something in them, or when the denominators sum to 0.

    Args:
        numerators: u, one per cluster. Shape (m,), finite.
        denominators: c, one per cluster, 0 or more. Shape (m,).

    Source:
        Cochran 1977, Sampling Techniques, 3rd edition, section 2.11; clusters as units.

    Example:
        >>> round(ratio_se(np.array([6.0, 0, 5, 7, 0, 4]), np.array([6.0, 4, 6, 7, 3, 8])), 7)
        0.1568127
    """
    numerators, denominators = _filled(numerators, denominators)
    m, total = numerators.size, float(denominators.sum())
    if m < 2 or total == 0:
        return None
    rest = numerators - float(numerators.sum()) / total * denominators
    rest[np.abs(rest) <= EQUAL_WITHIN] = 0.0  # what rounding leaves between equal ratios is no spread
    return math.sqrt(m / (m - 1) * float(rest @ rest)) / total


def bootstrap_ratio(
    numerators: Floats, denominators: Floats, resampling: Resampling, level: float = 0.95
) -> Interval | None:
    """BCa interval of sum u / sum c from resampling clusters (B6); percentile where BCa is degenerate.

    Args:
        numerators: u, one per cluster. Shape (m,), finite.
        denominators: c, one per cluster, 0 or more. Shape (m,).
        resampling: Seed and number of resamples.
        level: Between 0 and 1.

    Returns:
        None for fewer than two clusters, or when every cluster has the same ratio: resampling gives one point.

    Source:
        Efron 1987, 10.1080/01621459.1987.10478410.

    Example:
        >>> found = bootstrap_ratio(np.array([1.0, 0.0]), np.ones(2), Resampling(seed=1))
        >>> found.low, found.high
        (0.0, 1.0)
    """
    numerators, denominators = _filled(numerators, denominators)
    # In an order of their own, so that the order of the clusters cannot change a result.
    order = np.lexsort((denominators, numerators))
    numerators, denominators = numerators[order], denominators[order]
    if not ratio_se(numerators, denominators):
        return None
    ratio = float(numerators.sum()) / float(denominators.sum())
    if float(np.ptp(denominators)) == 0:
        # With equal denominators their sum is the same in every resample.
        replicates = resampled_sums(numerators[:, None], resampling)[:, 0] / float(denominators.sum())
    else:
        sums = resampled_sums(np.column_stack([numerators, denominators]), resampling)
        replicates = sums[:, 0] / sums[:, 1]
    influence = numerators - ratio * denominators
    return bca_interval(replicates, ratio, jackknife_acceleration(influence, np.ones(influence.size)), level)


def _filled(numerators: Floats, denominators: Floats) -> tuple[Floats, Floats]:
    """Clusters with something in them; an empty one carries no ratio."""
    numerators, denominators = checked(numerators, denominators)
    if (denominators < 0).any():
        raise ValueError("a denominator is below 0")
    kept = denominators > 0
    return numerators[kept], denominators[kept]
