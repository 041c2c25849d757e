"""Regard: what a classifier's labels say of how a text speaks of somebody (M21)."""

from __future__ import annotations

import math

from scipy import stats

from fairdesk.domain.results import Estimate, Interval, NotMeasured, Outcome
from fairdesk.measures.intervals import bonett_price

ALIKE_WARNING = "all texts of one group have one label, which adds no width: the interval is too narrow"


def regard(positive: int, negative: int, n: int) -> Outcome:
    """Share of positive less share of negative labels, -1 to 1, with its Bonett-Price interval (M21, B2).

    Args:
        positive: Texts with this label.
        negative: Texts with this label.
        n: All labelled texts, neutral and other ones included; texts without a label are not among them.

    Source:
        Sheng 2019, 10.18653/v1/D19-1339.

    Example:
        >>> round(regard(30, 45, 100).value, 2)
        -0.15
    """
    if not 0 <= positive + negative <= n or min(positive, negative) < 0:
        raise ValueError(f"{positive} positive and {negative} negative of {n} labels are no shares")
    if n == 0:
        return NotMeasured(method="M21", reason="no text has a label", missing={})
    return Estimate(
        value=(positive - negative) / n,
        interval=bonett_price(positive, negative, n),
        n=n,
        missing={},
        unit="share positive less share negative",
        direction="above 0: more positive than negative regard",
        method="M21",
        details={"positive": float(positive), "negative": float(negative)},
    )


def regard_gap(first: Outcome, second: Outcome) -> Outcome:
    """Difference of two regard scores with its normal interval (M21); ``details`` hold its standard error.

    Returns:
        Not measured when a group is; without interval when neither group shows any spread.
    """
    for one in (first, second):
        if isinstance(one, NotMeasured):
            return one
    assert isinstance(first, Estimate)
    assert isinstance(second, Estimate)
    parts = [
        max(0.0, (one.details["positive"] + one.details["negative"]) / one.n - one.value**2) / one.n
        for one in (first, second)
    ]
    se = math.sqrt(sum(parts))
    warnings = (ALIKE_WARNING,) if min(parts) == 0 else ()
    gap = first.value - second.value
    half = float(stats.norm.ppf(0.975)) * se
    interval = Interval(low=gap - half, high=gap + half, level=0.95, method="normal") if se > 0 else None
    return Estimate(
        value=gap,
        interval=interval,
        n=first.n + second.n,
        missing={},
        unit="difference of regard scores",
        direction="above 0: more positive regard for the first group",
        method="M21",
        warnings=warnings if interval else ("no interval: all texts of a group have one label",),
        details={"se": se},
    )
