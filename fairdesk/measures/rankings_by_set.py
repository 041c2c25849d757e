"""Who is chosen when the same set of candidates is shown several times, in other orders (M08, M24, B6, B8).

The set is the unit: its answers are about the same names and hang together, so they are drawn and exchanged as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fairdesk.domain.results import Interval, SignificanceTest
from fairdesk.measures.intervals import percentile_bootstrap
from fairdesk.measures.paired_ratios import FEWEST_GROUPS
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats
from fairdesk.measures.resampled_sums import CELLS_AT_ONCE, resampled_sums
from fairdesk.measures.resampling import Resampling

TIE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class RateSpread:
    """How far the rates of several columns (groups, places) lie apart.

    Attributes:
        rates: Of every column, 0 to 1; NaN for one that was never shown.
        spread: Highest less lowest rate; None with fewer than two columns that were shown.
        expected: Mean spread when columns are exchanged within sets: what chance alone gives. None without a test.
        test: Exchange of the columns within sets.
    """

    rates: tuple[float, ...]
    spread: float | None
    expected: float | None
    test: SignificanceTest


def rate_spread(chosen: Floats, shown: Floats, resampling: Resampling, what: str) -> RateSpread:
    """Spread of the rates of columns over sets, and whether it is more than chance gives.

    The spread cannot be negative and is above 0 by chance alone, so it is to be read with ``expected``.

    Args:
        chosen: How often each column was chosen in each set. Shape (sets, columns), at most ``shown``.
        shown: How often it could have been. Same shape.
        resampling: Seed and number of exchanges (``n_resamples``).
        what: What is exchanged, for the test's name: ``groups``, ``places``.

    Returns:
        No p-value with fewer than ``FEWEST_GROUPS`` sets with an answer, or when no exchange changes anything.

    Example:
        >>> chosen = np.tile([[3.0, 1.0]], (8, 1))
        >>> found = rate_spread(chosen, np.full((8, 2), 4.0), Resampling(seed=1), "groups")
        >>> found.rates, found.spread, found.test.p_value < 0.05
        ((0.75, 0.25), 0.5, True)
    """
    used = shown.sum(axis=1) > 0
    chosen, shown = chosen[used], shown[used]
    name = f"exchange of {what} within sets, {resampling.n_resamples:,} draws"
    rates = _rates(chosen.sum(axis=0), shown.sum(axis=0))
    known = rates[~np.isnan(rates)]
    if known.size < 2:
        reason = f"fewer than two {what} have an answer"
        test = SignificanceTest(name=name, method="M08", p_value=None, reason=reason)
        return RateSpread(rates=tuple(rates.tolist()), spread=None, expected=None, test=test)
    observed = float(np.ptp(known))
    if chosen.shape[0] < FEWEST_GROUPS or not (np.ptp(chosen, axis=1) > EQUAL_WITHIN).any():
        few = chosen.shape[0] < FEWEST_GROUPS
        reason = f"fewer than {FEWEST_GROUPS} sets have an answer" if few else f"all {what} are chosen alike in any set"
        test = SignificanceTest(name=name, method="M08", p_value=None, reason=reason)
        return RateSpread(rates=tuple(rates.tolist()), spread=observed, expected=None, test=test)
    spreads = _exchanged_spreads(chosen, shown, resampling)
    p_value = (1 + int((spreads >= observed - TIE).sum())) / (1 + spreads.size)
    test = SignificanceTest(name=name, method="M08", p_value=p_value)
    return RateSpread(rates=tuple(rates.tolist()), spread=observed, expected=float(spreads.mean()), test=test)


def set_rate_ratio(
    first: tuple[Floats, Floats], second: tuple[Floats, Floats], resampling: Resampling
) -> Interval | None:
    """Percentile interval of the ratio of two rates from resampling sets (B6).

    Args:
        first: How often the group was chosen and shown in each set. Shapes (sets,).
        second: The same of the reference.

    Returns:
        The upper end is open where more than one resample in forty has no choice of the reference. None with fewer
        than ``FEWEST_GROUPS`` sets, or when every resample gives the same ratio.
    """
    table = np.column_stack([*first, *second])
    table = table[table.sum(axis=1) > 0]
    if table.shape[0] < FEWEST_GROUPS:
        return None
    sums = resampled_sums(table, resampling)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = (sums[:, 0] / sums[:, 1]) / (sums[:, 2] / sums[:, 3])
    ratios = ratios[~np.isnan(ratios)]
    found = percentile_bootstrap(ratios, "by set")
    if found is None:
        return None
    low, high = np.quantile(ratios, [0.025, 0.975], method="nearest")
    ends = tuple(float(end) if np.isfinite(end) else None for end in (low, high))
    return Interval(low=ends[0], high=ends[1], level=0.95, method=found.method)


def _rates(chosen: Floats, shown: Floats) -> Floats:
    rates = np.full(chosen.shape, np.nan)
    np.divide(chosen, shown, out=rates, where=shown > 0)
    return rates


def _exchanged_spreads(chosen: Floats, shown: Floats, resampling: Resampling) -> Floats:
    """Spreads after columns are exchanged in every set, each set by itself. Shape (n_resamples,)."""
    rng, (n_sets, n_columns) = resampling.generator(), chosen.shape
    at_once = max(1, CELLS_AT_ONCE // chosen.size)
    found: list[Floats] = []
    for start in range(0, resampling.n_resamples, at_once):
        size = min(at_once, resampling.n_resamples - start)
        order = rng.random((size, n_sets, n_columns)).argsort(axis=2)
        tops, all_shown = (
            np.take_along_axis(np.broadcast_to(one, order.shape), order, axis=2).sum(axis=1) for one in (chosen, shown)
        )
        rates = _rates(tops, all_shown)
        found.append(np.nanmax(rates, axis=1) - np.nanmin(rates, axis=1))
    return np.concatenate(found)
