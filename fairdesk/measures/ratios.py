"""Two shares against each other: difference, ratio, exact test (methods B3, B4, M08)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import optimize, stats

from fairdesk.domain.results import Interval
from fairdesk.measures.intervals import wilson

STEEPEST = 60.0
"""Largest log ratio that is searched: beyond e^60 no counts of a study can lead."""


@dataclass(frozen=True, slots=True)
class _Counts:
    k1: int
    n1: int
    k2: int
    n2: int


def newcombe(k1: int, n1: int, k2: int, n2: int, level: float = 0.95) -> Interval | None:
    """Interval of the difference k1/n1 - k2/n2 of independent shares, from two Wilson intervals (B3).

    Args:
        k1: Successes among the first n1, 0 to n1.
        n1: Size of the first group.
        k2: Successes among the second n2, 0 to n2.
        n2: Size of the second group.
        level: Between 0 and 1.

    Returns:
        None when a group is empty.

    Raises:
        ValueError: the counts are not those of a share.

    Source:
        Newcombe 1998, Statistics in Medicine 17, 873-890, method 10.

    Example:
        >>> found = newcombe(48, 100, 60, 100)
        >>> round(found.low, 6), round(found.high, 6)
        (-0.251532, 0.017769)
    """
    first, second = wilson(k1, n1, level), wilson(k2, n2, level)
    if first is None or second is None:
        return None
    p1, p2 = k1 / n1, k2 / n2
    low1, high1, low2, high2 = (float(end or 0.0) for end in (first.low, first.high, second.low, second.high))
    down, up = math.hypot(p1 - low1, high2 - p2), math.hypot(high1 - p1, p2 - low2)
    return Interval(low=max(-1.0, p1 - p2 - down), high=min(1.0, p1 - p2 + up), level=level, method="Newcombe")


def score_ratio(k1: int, n1: int, k2: int, n2: int, level: float = 0.95) -> Interval | None:
    """Score interval of the ratio (k1/n1) / (k2/n2) of independent shares (B4).

    The ends are the ratios whose score statistic, with the most likely shares that have this ratio, equals the
    chi-square quantile. Swapping the groups gives the inverse interval. ``confint_proportions_2indep`` of statsmodels
    agrees where both shares lie inside 0 and 1, and answers too narrow or complex ends where one of them is 1.

    Args:
        k1: Successes among the first n1, 0 to n1.
        n1: Size of the first group.
        k2: Successes among the second n2, 0 to n2.
        n2: Size of the second group.
        level: Between 0 and 1.

    Returns:
        From 0 when k1 is 0; without a high end when k2 is 0. None when a group is empty or neither has a success:
        such counts are as likely under every ratio.

    Raises:
        ValueError: the counts are not those of a share.

    Source:
        Koopman 1984, 10.2307/2531405.

    Example:
        >>> found = score_ratio(48, 100, 60, 100)
        >>> round(found.low, 6), round(found.high, 6)
        (0.613655, 1.034241)
    """
    counts = _checked(k1, n1, k2, n2)
    if n1 == 0 or n2 == 0 or k1 + k2 == 0:
        return None
    limit = float(stats.chi2.ppf(level, 1))
    swapped = _Counts(k2, n2, k1, n1)
    low = 0.0 if k1 == 0 else math.exp(-_highest_log_ratio(swapped, limit))
    high = None if k2 == 0 else math.exp(_highest_log_ratio(counts, limit))
    return Interval(low=low, high=high, level=level, method="score (Koopman)")


def _checked(k1: int, n1: int, k2: int, n2: int) -> _Counts:
    if not (0 <= k1 <= n1 and 0 <= k2 <= n2):
        raise ValueError(f"{k1} of {n1} and {k2} of {n2} are not two shares")
    return _Counts(k1, n1, k2, n2)


def _highest_log_ratio(counts: _Counts, limit: float) -> float:
    """Largest log ratio that the score test does not reject; k2 is above 0."""
    start = -STEEPEST if counts.k1 == 0 else math.log(counts.k1 * counts.n2) - math.log(counts.k2 * counts.n1)
    return float(optimize.brentq(lambda u: _score(counts, u) - limit, start, STEEPEST, xtol=1e-13))


def _score(counts: _Counts, log_ratio: float) -> float:
    """Score statistic of a log ratio of p1 to p2; 0 at the observed one, growing away from it."""
    swapped = _Counts(counts.k2, counts.n2, counts.k1, counts.n1)
    total = 0.0
    for k, n, (p, q) in (
        (counts.k2, counts.n2, _likeliest_second(counts, log_ratio)),
        (counts.k1, counts.n1, _likeliest_second(swapped, -log_ratio)),
    ):
        gap = k - n * p if p < q else n * q - (n - k)
        if p > 0 and q > 0:
            total += gap * gap / (n * p * q)
        elif gap:
            return math.inf
    return total


def _likeliest_second(counts: _Counts, log_ratio: float) -> tuple[float, float]:
    """The most likely p2, and 1 - p2, when p1 / p2 is given.

    p2 is the smaller root of a p^2 - b p + c, 1 - p2 the larger root of a q^2 - d q + e. Each is worked out apart
    and without taking differences of near numbers: at a billion files 1 - p2 would be lost in the rounding of p2.
    """
    ratio, n = math.exp(log_ratio), counts.n1 + counts.n2
    failed1, failed2 = counts.n1 - counts.k1, counts.n2 - counts.k2
    a, b, c = n * ratio, ratio * (counts.n1 + counts.k2) + counts.k1 + counts.n2, counts.k1 + counts.k2
    d, e = n * math.expm1(log_ratio) + ratio * failed2 + failed1, math.expm1(log_ratio) * failed2
    p = 2 * c / (b + math.sqrt(max(0.0, b * b - 4 * a * c)))
    root = math.sqrt(max(0.0, d * d - 4 * a * e))
    q = (d + root) / (2 * a) if d >= 0 else 2 * e / (d - root)
    return min(1.0, max(0.0, p)), min(1.0, max(0.0, q))


def katz_ratio(k1: int, n1: int, k2: int, n2: int, level: float = 0.95) -> Interval | None:
    """Log interval of the ratio (k1/n1) / (k2/n2) of independent shares (B4), beside the score interval.

    Returns:
        None when a count is 0, and when both shares are 1: the formula would give an interval without width.

    Raises:
        ValueError: the counts are not those of a share.

    Source:
        Katz et al. 1978, Biometrics 34, 469-474.

    Example:
        >>> found = katz_ratio(48, 100, 60, 100)
        >>> round(found.low, 6), round(found.high, 6)
        (0.617286, 1.036796)
    """
    _checked(k1, n1, k2, n2)
    if k1 == 0 or k2 == 0 or (k1 == n1 and k2 == n2):
        return None
    variance = (n1 - k1) / (n1 * k1) + (n2 - k2) / (n2 * k2)
    return _around((k1 * n2) / (k2 * n1), variance, level, "Katz")


def paired_ratio(yes_yes: int, yes_no: int, no_yes: int, no_no: int, level: float = 0.95) -> Interval | None:
    """Interval of the ratio of two shares on the same files: second condition over first (B4).

    r exp(+/- z sqrt((b + c) / ((a + b)(a + c)))) with r = (a + c) / (a + b).

    Args:
        yes_yes: Files with yes under both conditions (a).
        yes_no: Files with yes under the first only (b).
        no_yes: Files with yes under the second only (c).
        no_no: Files with yes under neither; they do not enter the formula.
        level: Between 0 and 1.

    Returns:
        None when a condition has no yes, and when no file differs: the formula would give no width.

    Raises:
        ValueError: a count is negative.

    Source:
        Bonett and Price 2006, 10.1002/sim.2440.

    Example:
        >>> found = paired_ratio(120, 30, 10, 240)
        >>> round(found.low, 6), round(found.high, 6)
        (0.793049, 0.947118)
    """
    if min(yes_yes, yes_no, no_yes, no_no) < 0:
        raise ValueError("counts are 0 or more")
    first, second, differ = yes_yes + yes_no, yes_yes + no_yes, yes_no + no_yes
    if first == 0 or second == 0 or differ == 0:
        return None
    return _around(second / first, differ / (first * second), level, "paired log ratio")


def _around(ratio: float, variance: float, level: float, method: str) -> Interval:
    half = float(stats.norm.ppf(0.5 + level / 2)) * math.sqrt(variance)
    return Interval(low=ratio * math.exp(-half), high=ratio * math.exp(half), level=level, method=method)


def fisher_p(k1: int, n1: int, k2: int, n2: int) -> float | None:
    """Two-sided exact test that two independent shares are equal (M08).

    Returns:
        None when a group is empty, or when nobody or everybody succeeded: the margins then leave one table only,
        which a library answers with p = 1.

    Raises:
        ValueError: the counts are not those of a share.

    Source:
        Fisher 1934, Statistical Methods for Research Workers, section 21.02.

    Example:
        >>> round(fisher_p(48, 100, 60, 100), 7)
        0.1183881
    """
    _checked(k1, n1, k2, n2)
    if n1 == 0 or n2 == 0 or k1 + k2 in (0, n1 + n2):
        return None
    return float(stats.fisher_exact(np.array([[k1, n1 - k1], [k2, n2 - k2]])).pvalue)
