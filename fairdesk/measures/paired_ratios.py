"""One ratio of totals on the same items before and after: its change, by groups of items (M36 with B6 and B8)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fairdesk.domain.results import Estimate, Interval, NotMeasured, SignificanceTest
from fairdesk.measures.intervals import percentile_bootstrap
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats
from fairdesk.measures.resampled_sums import CELLS_AT_ONCE, resampled_sums
from fairdesk.measures.resampling import Resampling

TEST = "exchange of both systems within groups of items"

FEWEST_GROUPS = 6
"""Groups of items below which no interval is formed: resampling so few gives one that is too narrow, and no exchange of
so few can reach 0.05."""

MOST_COUNTED = 13
"""Up to so many groups every exchange is counted; beyond it exchanges are drawn."""

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatioChange:
    """After less before, with its test.

    Attributes:
        change: Details: before, after, groups.
    """

    change: Estimate | NotMeasured
    test: SignificanceTest


def ratio_change(groups: Floats, unit: str, resampling: Resampling, scale: float = 1.0) -> RatioChange:
    """Change of sum u / sum c from one system to another on the same items.

    Groups of items (templates, terms) are drawn whole, both systems together, and exchanged whole under the test that
    the systems do not differ: items of one group are near copies.

    Args:
        groups: u and c before, u and c after, of every group. Shape (m, 4), finite, c 0 or more.
        unit: Of the ratio times ``scale``.
        scale: 100 for percent.

    Returns:
        Not measured where one side has no answer in common. No interval with fewer than ``FEWEST_GROUPS`` groups, no
        p-value where no exchange changes anything; the reason is said.

    Example:
        >>> found = ratio_change(np.array([[3.0, 4, 1, 4], [4, 4, 2, 4], [2, 4, 2, 4]]), "share", Resampling(seed=1))
        >>> round(found.change.value, 7), found.test.p_value
        (-0.3333333, 0.5)
    """
    groups = groups[(groups[:, 1] > 0) | (groups[:, 3] > 0)]
    totals = groups.sum(axis=0)
    if groups.shape[0] == 0 or totals[1] <= 0 or totals[3] <= 0:
        reason = "no item has a usable answer of both systems"
        nothing = NotMeasured(method="M36", reason=reason, n=0, missing={})
        return RatioChange(change=nothing, test=_no_test(reason))
    before, after = totals[0] / totals[1], totals[2] / totals[3]
    replicates = _replicates(groups, resampling)
    interval = None if replicates is None else percentile_bootstrap(scale * replicates, "groups of items")
    estimate = Estimate(
        value=float(scale * (after - before)),
        interval=interval,
        n=int(groups.shape[0]),
        missing={},
        unit=unit,
        direction="above 0: higher after than before",
        method="M36",
        warnings=() if interval else (_no_interval(groups),),
        details={"before": float(scale * before), "after": float(scale * after)},
    )
    return RatioChange(change=estimate, test=_exchange_test(groups, resampling))


def _no_interval(groups: Floats) -> str:
    few = groups.shape[0] < FEWEST_GROUPS
    return f"no interval: {f'fewer than {FEWEST_GROUPS} groups of items' if few else 'all of them changed alike'}"


def ratio_difference_interval(groups: Floats, resampling: Resampling) -> Interval | None:
    """95 percent interval of the second ratio less the first, groups of items drawn whole (B6).

    Args:
        groups: u and c of the first, u and c of the second, of every group. Shape (m, 4), finite, c 0 or more.

    Returns:
        None with fewer than ``FEWEST_GROUPS`` groups, or where all resamples give the same.

    Example:
        >>> groups = np.array([[0.0, 2, 2, 2], [2.0, 2, 2, 2], [1.0, 2, 2, 2]] * 2)
        >>> found = ratio_difference_interval(groups, Resampling(seed=1))
        >>> found.low >= 0, found.high <= 1
        (True, True)
    """
    replicates = _replicates(groups[(groups[:, 1] > 0) | (groups[:, 3] > 0)], resampling)
    return None if replicates is None else percentile_bootstrap(replicates, "of groups of items")


def _replicates(groups: Floats, resampling: Resampling) -> Floats | None:
    if groups.shape[0] < FEWEST_GROUPS:
        return None
    sums = resampled_sums(groups, resampling)
    sums = sums[(sums[:, 1] > 0) & (sums[:, 3] > 0)]
    found = sums[:, 2] / sums[:, 3] - sums[:, 0] / sums[:, 1]
    return found if found.size and float(np.ptp(found)) > EQUAL_WITHIN else None


def _exchange_test(groups: Floats, resampling: Resampling) -> SignificanceTest:
    """Two-sided: how many exchanges give a change at least as large."""
    moves = groups[(np.abs(groups[:, 0] - groups[:, 2]) > EQUAL_WITHIN) | (groups[:, 1] != groups[:, 3])]
    if moves.shape[0] == 0:
        return _no_test("no group of items changed")
    still = groups.sum(axis=0) - moves.sum(axis=0)
    m = moves.shape[0]
    if m <= MOST_COUNTED:
        exchanged = np.array(list(itertools.product((0.0, 1.0), repeat=m)))
        changes = _changes(exchanged, moves, still)
        p_value = float((changes >= changes[0] - EQUAL_WITHIN).mean())
        return SignificanceTest(name=f"{TEST}, all counted", method="M36", p_value=p_value)
    observed = float(_changes(np.zeros((1, m)), moves, still)[0])
    rng, hits, left = resampling.generator(1), 0, resampling.n_resamples
    while left:
        n = min(left, max(1, CELLS_AT_ONCE // m))
        drawn = rng.integers(0, 2, size=(n, m)).astype(np.float64)
        hits += int((_changes(drawn, moves, still) >= observed - EQUAL_WITHIN).sum())
        left -= n
    name = f"{TEST}, {resampling.n_resamples:,} random exchanges"
    return SignificanceTest(name=name, method="M36", p_value=(1 + hits) / (1 + resampling.n_resamples))


def _changes(exchanged: Floats, moves: Floats, still: Floats) -> Floats:
    """Size of the change for each exchange; where one side is empty the change cannot be formed and counts as 0."""
    first, second = moves[:, :2], moves[:, 2:]
    before = still[:2] + first.sum(axis=0) + exchanged @ (second - first)
    after = still[2:] + second.sum(axis=0) - exchanged @ (second - first)
    formed = (before[:, 1] > 0) & (after[:, 1] > 0)
    found = np.zeros(exchanged.shape[0])
    found[formed] = np.abs(after[formed, 0] / after[formed, 1] - before[formed, 0] / before[formed, 1])
    return found


def _no_test(reason: str) -> SignificanceTest:
    return SignificanceTest(name=TEST, method="M36", p_value=None, reason=reason)
