"""Answers to two versions of the same item, matched call by call: how much more often one holds than the other (M22).

Versions that differ in one word are asked with the options in the same order, so whatever an answer owes to the place
of an option is the same on both sides of a match.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fairdesk.domain.results import Estimate, NotMeasured, Outcome, SignificanceTest
from fairdesk.measures.categories import mcnemar
from fairdesk.measures.intervals import wilson
from fairdesk.measures.likelihood_pairs import percent_interval
from fairdesk.measures.pairs import Floats, Integers

NO_MATCH = "no item has a readable answer to both versions in one order"
NO_DIFFERENCE = "both versions were answered alike in every group of items"
TEST_NAME = "exact sign test of groups of items"


def matched_difference(first: Floats, second: Floats, unit: str, direction: str) -> Outcome:
    """Mean of first - second over matched answers, -1 to 1; without an interval, which must respect the clusters.

    Args:
        first: 1 where an answer holds, 0 where not, NaN where there is none. Any shape.
        second: Of the other version, matched place by place. Same shape.

    Example:
        >>> nan = float("nan")
        >>> found = matched_difference(np.array([1.0, 1.0, nan]), np.array([0.0, 1.0, 1.0]), "share", "")
        >>> found.value, found.n
        (0.5, 2)
    """
    both = ~np.isnan(first) & ~np.isnan(second)
    missing = {"first version": int(np.isnan(first).sum()), "second version": int(np.isnan(second).sum())}
    n = int(both.sum())
    if n == 0:
        return NotMeasured(method="M22", reason=NO_MATCH, missing=missing)
    change = (first - second)[both]
    return Estimate(
        value=float(change.sum()) / n,
        interval=None,
        n=n,
        missing=missing,
        unit=unit,
        direction=direction,
        method="M22",
        details={"first_only": float((change > 0).sum()), "second_only": float((change < 0).sum())},
    )


def groups_test(first: Floats, second: Floats, groups: Integers) -> SignificanceTest:
    """Exact sign test: groups of items in which the first version holds more often against those where the second does.

    Where every group is one match it is McNemar's exact test.

    Args:
        first: As in ``matched_difference``. Shape (items, ...).
        second: Same shape.
        groups: Number of the group of every item, 0 or more; items of a group are no independent observations.

    Source:
        McNemar 1947, 10.1007/BF02295996.

    Example:
        >>> groups_test(np.ones((6, 1)), np.zeros((6, 1)), np.arange(6)).p_value
        0.03125
    """
    change = np.nan_to_num(first - second).reshape(groups.size, -1).sum(axis=1) if groups.size else np.zeros(0)
    sums = np.bincount(groups, weights=change) if groups.size else np.zeros(0)
    found = mcnemar(int((sums > 0).sum()), int((sums < 0).sum()))
    reason = "" if found.p_value is not None else NO_DIFFERENCE
    return SignificanceTest(name=TEST_NAME, method="M07", p_value=found.p_value, reason=reason)


def share_of(holds: Floats, reason: str, unit: str = "share of answers", method: str = "M22") -> Outcome:
    """Share of the readable answers that hold, 0 to 1, with its Wilson interval, which takes answers as independent.

    Args:
        holds: 1, 0, or NaN for none. Any shape.
        reason: Why nothing is measured when there is no readable answer.

    Example:
        >>> share_of(np.array([1.0, 0.0, float("nan")]), "nothing").value
        0.5
    """
    known = holds[~np.isnan(holds)]
    missing = {"without an answer": int(holds.size - known.size)}
    if known.size == 0:
        return NotMeasured(method=method, reason=reason, missing=missing)
    k = int(known.sum())
    return Estimate(
        value=k / known.size,
        interval=wilson(k, int(known.size)),
        n=int(known.size),
        missing=missing,
        unit=unit,
        method=method,
        details={"k": float(k)},
    )


def percent_of(holds: Floats, reason: str, method: str, direction: str) -> Outcome:
    """The same in percent, with what its sides mean.

    Example:
        >>> percent_of(np.array([1.0, 0.0]), "nothing", "M16", "").value
        50.0
    """
    share = share_of(holds, reason, "percent of answers", method)
    if isinstance(share, NotMeasured):
        return share
    return replace(share, value=100 * share.value, interval=percent_interval(share.interval), direction=direction)
