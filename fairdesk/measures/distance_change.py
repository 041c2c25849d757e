"""How far the mentions of two systems are from a reference, on the same prompts: the change and its test (M20, M36)."""

from __future__ import annotations

import numpy as np

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.intervals import percentile_bootstrap
from fairdesk.measures.paired_ratios import FEWEST_GROUPS, RatioChange
from fairdesk.measures.pairs import Floats, Integers
from fairdesk.measures.representation import distance, system_exchange_test
from fairdesk.measures.resampled_sums import resampled_sums
from fairdesk.measures.resampling import Resampling


def distance_change(before: Integers, after: Integers, reference: Floats, resampling: Resampling) -> RatioChange:
    """Distance from the reference after less before; prompts are drawn with the mentions of both systems.

    Args:
        before: Mentions per prompt and list. Shape (prompts, k).
        after: Of the other system, same prompts.
        reference: Shares that sum to 1. Shape (k,).
        resampling: For the interval, and for the test, which exchanges systems within prompts (``n_resamples`` each).

    Returns:
        Not measured where one of the systems names no listed word. No interval with fewer than ``FEWEST_GROUPS``
        prompts with a mention.

    Example:
        >>> before, after = np.array([[3, 1]] * 8), np.array([[2, 2]] * 8)
        >>> found = distance_change(before, after, np.array([0.5, 0.5]), Resampling(seed=1))
        >>> found.change.value, found.test.p_value < 0.05
        (-0.25, True)
    """
    drawn = Resampling(seed=resampling.seed, n_resamples=resampling.n_resamples, n_flips=resampling.n_resamples)
    test = system_exchange_test(before, after, reference, drawn)
    totals = [one.sum(axis=0) for one in (before, after)]
    if any(one.sum() == 0 for one in totals):
        reason = "one of the systems names no listed word"
        return RatioChange(change=NotMeasured(method="M20", reason=reason, missing={}), test=test)
    first, second = (distance(one / one.sum(), reference) for one in totals)
    rows = np.column_stack([before, after]).astype(np.float64)
    rows = rows[rows.sum(axis=1) > 0]
    interval = None
    if rows.shape[0] >= FEWEST_GROUPS:
        sums = resampled_sums(rows, resampling)
        k = reference.size
        changes = _distances(sums[:, k:], reference) - _distances(sums[:, :k], reference)
        interval = percentile_bootstrap(changes, "over prompts")
    estimate = Estimate(
        value=second - first,
        interval=interval,
        n=int(rows.shape[0]),
        missing={},
        unit="total variation distance",
        direction="above 0: further from the reference after than before",
        method="M20",
        warnings=() if interval else ("no interval: too few prompts with a mention, or all of them changed alike",),
        details={"before": first, "after": second},
    )
    return RatioChange(change=estimate, test=test)


def _distances(sums: Floats, reference: Floats) -> Floats:
    """NaN where a resample has no mention."""
    totals = sums.sum(axis=1, keepdims=True)
    shares = np.full(sums.shape, np.nan)
    np.divide(sums, totals, out=shares, where=totals > 0)
    found: Floats = 0.5 * np.abs(shares - reference).sum(axis=1)
    return found
