"""Interval of the ratio of two means of the same items; where it has no ends, that is said (Fieller)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, checked


@dataclass(frozen=True, slots=True, kw_only=True)
class FiellerSet:
    """Ratios that the data are consistent with.

    Attributes:
        ratio: Mean of the numerators / mean of the denominators; None where the latter is 0.
        low: None where the set has no such end, or is no interval.
        high: The same.
        words: What the set is when it is not an interval with two ends; empty when it is one.
    """

    ratio: float | None
    low: float | None
    high: float | None
    words: str


def fieller_paired(numerators: Floats, denominators: Floats, level: float = 0.95) -> FiellerSet:
    """Ratios R for which mean(numerators - R denominators) is not told from 0 by a t test.

    An interval with two ends exactly when the denominator mean is told from 0 at this level; otherwise everything
    outside an interval, or every number.

    Args:
        numerators: One per item. Shape (n,), finite.
        denominators: The same items, in the same order.
        level: Between 0 and 1.

    Returns:
        The set; without ends and with the reason for fewer than two items, and for values that do not vary, by
        themselves or around one proportion.

    Source:
        Fieller 1954, 10.1111/j.2517-6161.1954.tb00159.x.

    Example:
        >>> after, before = np.array([0.0, 1, 0, 0, 0, -1, 1]), np.array([1.0, 1, 0, 1, 1, -1, 1])
        >>> found = fieller_paired(after, before)
        >>> round(found.ratio, 4), found.low, found.words
        (0.25, None, 'every ratio is consistent with these data')
    """
    numerators, denominators = checked(numerators, denominators)
    n = int(numerators.size)
    if n == 0:
        return FiellerSet(ratio=None, low=None, high=None, words="no item was measured")
    # One unit for each side: a ratio of 1e200 to 1e-200 is worked out as one of 1 to 1.
    over, under = _size(numerators), _size(denominators)
    a, b = float((numerators / over).mean()), float((denominators / under).mean())
    scale = over / under
    ratio = None if abs(b) <= EQUAL_WITHIN else a / b * scale
    if not 1e-150 < scale < 1e150:
        return FiellerSet(ratio=None, low=None, high=None, words="the values are too far apart in size for a ratio")
    if n < 2:
        return FiellerSet(ratio=ratio, low=None, high=None, words="one item gives no interval")
    (va, c), (_, vb) = (np.cov(numerators / over, denominators / under, ddof=1) / n).tolist()
    if max(va, vb) <= EQUAL_WITHIN**2:
        return FiellerSet(ratio=ratio, low=None, high=None, words="values that do not vary give no interval")
    if ratio is not None and float(np.ptp(numerators / over - a / b * (denominators / under))) <= EQUAL_WITHIN:
        words = "all items stand in one proportion: no spread around it gives an interval"
        return FiellerSet(ratio=ratio, low=None, high=None, words=words)
    t2 = float(stats.t.ppf(0.5 + level / 2, n - 1)) ** 2
    leading, middle, last = b * b - t2 * vb, a * b - t2 * c, a * a - t2 * va
    discriminant = middle * middle - leading * last
    if abs(leading) <= 1e-12 * max(b * b, t2 * vb):
        words = "every ratio on one side of a bound is consistent with these data: the interval has one end"
        return FiellerSet(ratio=ratio, low=None, high=None, words=words)
    if leading < 0:
        words = "every ratio is consistent with these data"
        if discriminant > 0:
            root = math.sqrt(discriminant)
            ends = sorted(((middle - root) / leading * scale, (middle + root) / leading * scale))
            words += f" but those between {ends[0]:.4g} and {ends[1]:.4g}"
        return FiellerSet(ratio=ratio, low=None, high=None, words=words)
    root = math.sqrt(max(0.0, discriminant))
    return FiellerSet(
        ratio=ratio, low=(middle - root) / leading * scale, high=(middle + root) / leading * scale, words=""
    )


def _size(values: Floats) -> float:
    largest = float(np.abs(values).max())
    return largest if largest > 0 else 1.0
