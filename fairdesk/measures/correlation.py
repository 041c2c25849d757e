"""Pearson's correlation of two numbers per unit, with Fisher's interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

from fairdesk.domain.results import Estimate, Interval, NotMeasured, Outcome, SignificanceTest
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, checked

LEAST_UNITS = 4
"""Fisher's interval needs more than three."""

METHOD = "Pearson r"


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation:
    """r with its interval, and the test that it is 0."""

    outcome: Outcome
    test: SignificanceTest


def correlation(first: Floats, second: Floats, units: str) -> Correlation:
    """Pearson's r, -1 to 1; not measured for fewer than four units or where one side is the same everywhere.

    Args:
        first: One number per unit. Shape (n,), finite.
        second: Same shape.
        units: What a unit is, in the plural.

    Source:
        Fisher 1915, 10.2307/2331838.

    Example:
        >>> found = correlation(np.array([1.0, 2, 3, 4, 5]), np.array([2.0, 1, 4, 3, 5]), "units")
        >>> round(found.outcome.value, 7), round(found.test.p_value, 6)
        (0.8, 0.104088)
    """
    first, second = checked(first, second)
    reason = ""
    if first.size < LEAST_UNITS:
        reason = f"fewer than {LEAST_UNITS} {units} have both numbers"
    elif min(float(np.ptp(first)), float(np.ptp(second))) <= EQUAL_WITHIN:
        reason = f"one of both numbers is the same for all {units}"
    name = "t test of a correlation"
    if reason:
        return Correlation(
            outcome=NotMeasured(method=METHOD, reason=reason, n=int(first.size), missing={}),
            test=SignificanceTest(name=name, method=METHOD, p_value=None, reason=reason),
        )
    found = stats.pearsonr(first, second)
    r = float(found.statistic)
    interval: Interval | None = None
    warnings: tuple[str, ...] = ("no interval: the points lie on a line",)
    if abs(r) < 1 - EQUAL_WITHIN:
        ends = found.confidence_interval(0.95)
        interval, warnings = Interval(low=float(ends.low), high=float(ends.high), level=0.95, method="Fisher z"), ()
    return Correlation(
        outcome=Estimate(
            value=r,
            interval=interval,
            n=int(first.size),
            missing={},
            unit=f"correlation over {units}",
            direction="above 0: both grow together",
            method=METHOD,
            warnings=warnings,
            details={"r_squared": r * r, "se_fisher_z": 1 / math.sqrt(first.size - 3)},
        ),
        test=SignificanceTest(name=name, method=METHOD, p_value=float(found.pvalue)),
    )
