"""A ratio of totals over files, templates, outputs or documents, which are the units that are independent (B6, B7)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

from fairdesk.domain.results import Interval
from fairdesk.measures.intervals import bca_interval, jackknife_acceleration, percentile_bootstrap
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, checked
from fairdesk.measures.resampled_sums import resampled_sums
from fairdesk.measures.resampling import TOO_MANY_TO_RESAMPLE, Resampling

FEW_UNITS = 30
"""Below this many units the normal interval gives way to the bootstrap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatioOfSums:
    """sum(parts) / sum(wholes) with its standard error by unit.

    Attributes:
        n: Units with something in them.
        se: See ``ratio_se``; None for fewer than two units.
    """

    n: int
    ratio: float
    se: float | None


def ratio_of_sums(parts: Floats, wholes: Floats) -> RatioOfSums | None:
    """Totals over totals, with the standard error of a ratio of sums over independent units (B7).

    Args:
        parts: What is counted in each unit. Shape (m,), finite.
        wholes: Out of how much. Shape (m,), 0 or more.

    Returns:
        None without a unit or when the wholes sum to 0.

    Example:
        >>> found = ratio_of_sums(np.array([2.0, 1.0, 0.0, 3.0]), np.array([6.0, 5.0, 4.0, 7.0]))
        >>> round(found.ratio, 7), round(found.se, 7)
        (0.2727273, 0.085355)
    """
    parts, wholes = checked(parts, wholes)
    total = float(wholes.sum())
    if total <= 0:
        return None
    n = int(np.count_nonzero(wholes))
    return RatioOfSums(n=n, ratio=float(parts.sum()) / total, se=ratio_se(parts, wholes))


def ratio_se(parts: Floats, wholes: Floats) -> float | None:
    """Standard error of sum u / sum c over independent units (B7).

    sqrt(m/(m-1) sum (u_i - R c_i)^2) / sum c. It is 0 when every unit has the same ratio, which with few clusters
    says little; None for fewer than two units with something in them, or when the wholes sum to 0.

    Args:
        parts: u, one per unit. Shape (m,), finite.
        wholes: c, one per unit, 0 or more. Shape (m,).

    Source:
        Cochran 1977, Sampling Techniques, 3rd edition, section 2.11; clusters as units.

    Example:
        >>> round(ratio_se(np.array([6.0, 0, 5, 7, 0, 4]), np.array([6.0, 4, 6, 7, 3, 8])), 7)
        0.1568127
    """
    parts, wholes = _filled(parts, wholes)
    m, total = parts.size, float(wholes.sum())
    if m < 2 or total == 0:
        return None
    rest = parts - float(parts.sum()) / total * wholes
    rest[np.abs(rest) <= EQUAL_WITHIN] = 0.0  # what rounding leaves between equal ratios is no spread
    return math.sqrt(m / (m - 1) * float(rest @ rest)) / total


def bootstrap_ratio(parts: Floats, wholes: Floats, resampling: Resampling, level: float = 0.95) -> Interval | None:
    """BCa interval of sum u / sum c from resampling units (B6); percentile where BCa is degenerate.

    Args:
        parts: u, one per unit. Shape (m,), finite.
        wholes: c, one per unit, 0 or more. Shape (m,).
        resampling: Seed and number of resamples.
        level: Between 0 and 1.

    Returns:
        None for fewer than two units, or when every unit has the same ratio: resampling gives one point.

    Source:
        Efron 1987, 10.1080/01621459.1987.10478410.

    Example:
        >>> found = bootstrap_ratio(np.array([1.0, 0.0]), np.ones(2), Resampling(seed=1))
        >>> found.low, found.high
        (0.0, 1.0)
    """
    parts, wholes = _filled(parts, wholes)
    # In an order of their own, so that the order of the units cannot change a result.
    order = np.lexsort((wholes, parts))
    parts, wholes = parts[order], wholes[order]
    if not ratio_se(parts, wholes):
        return None
    ratio = float(parts.sum()) / float(wholes.sum())
    if float(np.ptp(wholes)) == 0:
        # With equal wholes their sum is the same in every resample.
        replicates = resampled_sums(parts[:, None], resampling)[:, 0] / float(wholes.sum())
    else:
        sums = resampled_sums(np.column_stack([parts, wholes]), resampling)
        replicates = sums[:, 0] / sums[:, 1]
    influence = parts - ratio * wholes
    return bca_interval(replicates, ratio, jackknife_acceleration(influence, np.ones(influence.size)), level)


def normal_interval(value: float, se: float | None, level: float = 0.95) -> Interval | None:
    """Value +/- z se; None without a standard error or when it is 0, which is no uncertainty but too little data.

    Example:
        >>> round(normal_interval(0.08, 0.0410632).high, 4)
        0.1605
    """
    if se is None or se <= EQUAL_WITHIN:
        return None
    half = float(stats.norm.ppf(0.5 + level / 2)) * se
    return Interval(low=value - half, high=value + half, level=level, method="normal, by unit")


def _replicates(parts: Floats, wholes: Floats, resampling: Resampling, stream: int = 0) -> Floats:
    """The ratio in resamples of units; NaN where only empty ones were drawn."""
    sums = resampled_sums(np.column_stack(checked(parts, wholes)), resampling, stream)
    ratios = np.full(sums.shape[0], np.nan)
    np.divide(sums[:, 0], sums[:, 1], out=ratios, where=sums[:, 1] > 0)
    return ratios


def ratio_interval(parts: Floats, wholes: Floats, resampling: Resampling) -> Interval | None:
    """95 percent interval of one ratio: bootstrap for fewer than 30 units, normal from there on.

    None for fewer than two units and where all units have one ratio: that shows no uncertainty, but not that there
    is none.
    """
    found = ratio_of_sums(parts, wholes)
    if found is None or found.se is None or found.se <= EQUAL_WITHIN:
        return None
    if found.n < FEW_UNITS:
        return bootstrap_ratio(parts, wholes, resampling)
    return normal_interval(found.ratio, found.se)


def difference_interval(
    first: tuple[Floats, Floats], second: tuple[Floats, Floats], resampling: Resampling
) -> Interval | None:
    """95 percent interval of the difference of two ratios over different units; bootstrap for fewer than 30 in one.

    Args:
        first: Parts and wholes of the first group.
        second: Parts and wholes of the second.
        resampling: Seed and number of resamples.

    Returns:
        None when a group has fewer than two units or neither has any spread.
    """
    one, other = ratio_of_sums(*first), ratio_of_sums(*second)
    if one is None or other is None or one.se is None or other.se is None:
        return None
    se = math.hypot(one.se, other.se)
    if se <= EQUAL_WITHIN:
        return None
    if min(one.n, other.n) >= FEW_UNITS or max(one.n, other.n) > TOO_MANY_TO_RESAMPLE:
        return normal_interval(one.ratio - other.ratio, se)
    replicates = _replicates(*first, resampling) - _replicates(*second, resampling, stream=1)
    return percentile_bootstrap(replicates, "by unit")


def _filled(parts: Floats, wholes: Floats) -> tuple[Floats, Floats]:
    """Units with something in them; an empty one carries no ratio."""
    parts, wholes = checked(parts, wholes)
    if (wholes < 0).any():
        raise ValueError("a whole is below 0")
    kept = wholes > 0
    return parts[kept], wholes[kept]
