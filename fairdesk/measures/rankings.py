"""Who is ranked first when several candidates are ranked together (M08, M11, M24).

Every run names one first, so the groups of a run exclude each other: the run is the unit, and shares of two groups are
compared on the runs that one of them won.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy import stats

from fairdesk.domain.results import Estimate, Interval, NotMeasured, SignificanceTest
from fairdesk.measures.categories import ChiSquare
from fairdesk.measures.intervals import wilson
from fairdesk.measures.multiple_tests import holm
from fairdesk.measures.resampling import Resampling

NO_RUN = "no answer ranks anybody"
LEAST_EXPECTED = 5.0
ORDER_NOTE = "every candidate of a run could be ranked first"
CHOSEN_NOTE = "the highest rate was found in the same data: p-values are adjusted over all pairs of groups"

Codes = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rankings:
    """Runs in which somebody was ranked first.

    Attributes:
        groups: Labels of the groups, each once.
        shown: Number of the group at each place, in the order shown; -1 beyond the last candidate. Shape (n, places).
        first: Place of the candidate that was ranked first, counted from 0. Shape (n,).
    """

    groups: tuple[str, ...]
    shown: Codes
    first: Codes

    @property
    def n_runs(self) -> int:
        """Number of runs."""
        return int(self.first.size)

    @property
    def winners(self) -> Codes:
        """Number of the group that was ranked first in each run. Shape (n,)."""
        found: Codes = self.shown[np.arange(self.n_runs), self.first]
        return found

    @property
    def tops(self) -> Codes:
        """How often each group was ranked first. Shape (groups,)."""
        return np.bincount(self.winners, minlength=len(self.groups)).astype(np.int64)

    @property
    def candidates(self) -> Codes:
        """How many candidates of each group were shown. Shape (groups,)."""
        return np.bincount(self.shown[self.shown >= 0], minlength=len(self.groups)).astype(np.int64)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSelection:
    """How often one group was ranked first (M08).

    Attributes:
        top: Runs in which its candidate was ranked first.
        candidates: Its candidates, one per run in the usual design.
        shown_first: Runs in which its candidate was shown first.
        rate: top / candidates with its Wilson interval.
        impact_ratio: rate / rate of the reference group; the interval is that of the runs that one of both won.
        below_four_fifths: Decided on whole numbers; None where there is no ratio. A screening convention.
        test: Exact sign test of the two groups' runs, adjusted over the family; None for the reference itself.
        compatible_with_no_difference: The adjusted p-value is above 0.05; None without a test.
        adjusted_rate: Mean over the places of the rate at each place, as if every group had stood in each as often.
    """

    group: str
    top: int
    candidates: int
    shown_first: int
    rate: Estimate | NotMeasured
    impact_ratio: Estimate | NotMeasured
    below_four_fifths: bool | None
    test: SignificanceTest | None
    compatible_with_no_difference: bool | None
    adjusted_rate: Estimate | NotMeasured


@dataclass(frozen=True, slots=True, kw_only=True)
class EqualRates:
    """Test that all groups, or all places, are ranked first equally often.

    Attributes:
        statistic: Pearson's chi-square against the expected counts; None where there is none.
        min_expected: Smallest expected count; None without a run.
    """

    test: SignificanceTest
    statistic: ChiSquare | None
    min_expected: float | None


def selection_rates(rankings: Rankings, reference: str = "") -> tuple[GroupSelection, ...]:
    """Selection rates, impact ratios and their tests, the highest rate first (M08).

    Args:
        rankings: Runs of one system and one task.
        reference: Group that the others are compared with; empty for the highest rate. Then the pairs of all groups
            are the family of tests, because the reference was found in the data; else the groups compared.

    Raises:
        ValueError: the reference is no group.

    Source:
        29 CFR 1607.4(D); Feldman et al. 2015, 10.1145/2783258.2783311.

    Example:
        >>> shown, first = np.tile(np.arange(2), (10, 1)), np.array([0] * 8 + [1] * 2)
        >>> found = selection_rates(Rankings(groups=("a", "b"), shown=shown, first=first))
        >>> [(one.group, one.top, one.impact_ratio.value, one.below_four_fifths) for one in found]
        [('a', 8, 1.0, False), ('b', 2, 0.25, True)]
    """
    if reference and reference not in rankings.groups:
        raise ValueError(f"{reference!r} is no group")
    tops, candidates = rankings.tops.tolist(), rankings.candidates.tolist()
    rates = [top / n if n else -1.0 for top, n in zip(tops, candidates, strict=True)]
    order = sorted(range(len(rates)), key=lambda group: (-rates[group], group))
    if not order:
        return ()
    base = rankings.groups.index(reference) if reference else order[0]
    tests = _pair_tests(rankings, base, all_pairs=not reference)
    firsts = rankings.shown[:, 0].tolist() if rankings.n_runs else []
    found = []
    for group in order:
        test = tests.get(group)
        ratio = _impact_ratio(rankings, group, base)
        if isinstance(ratio, Estimate) and group != base and not reference:
            ratio = replace(ratio, warnings=(CHOSEN_NOTE,))
        counts = (tops[group] * candidates[base], tops[base] * candidates[group])
        p_value = test.p_adjusted if test else None
        found.append(
            GroupSelection(
                group=rankings.groups[group],
                top=tops[group],
                candidates=candidates[group],
                shown_first=firsts.count(group),
                rate=_share(tops[group], candidates[group], "share of candidates", "M08"),
                impact_ratio=ratio,
                below_four_fifths=5 * counts[0] < 4 * counts[1] if isinstance(ratio, Estimate) else None,
                test=test,
                compatible_with_no_difference=None if p_value is None else p_value > 0.05,
                adjusted_rate=_adjusted_rate(rankings, group),
            )
        )
    return tuple(found)


def equal_top_rates(rankings: Rankings, resampling: Resampling) -> EqualRates:
    """Tests that every candidate is as likely to be ranked first, whatever the group (M08).

    Expected counts add up, over the runs, the group's share of the candidates. With an expected count under 5 runs are
    drawn instead of taking the chi-square limit.

    Example:
        >>> shown, first = np.tile(np.arange(2), (20, 1)), np.array([0] * 15 + [1] * 5)
        >>> found = equal_top_rates(Rankings(groups=("a", "b"), shown=shown, first=first), Resampling(seed=1))
        >>> found.statistic.chi2, found.statistic.df
        (5.0, 1)
    """
    expected = _expected(rankings, rankings.shown, len(rankings.groups))
    return _goodness(rankings.tops, expected, resampling, "equal top rates of groups")


def place_rates(rankings: Rankings) -> tuple[Estimate | NotMeasured, ...]:
    """Share of runs in which the candidate shown at each place is ranked first, with its Wilson interval (M24)."""
    n_places = rankings.shown.shape[1]
    held = (rankings.shown >= 0).sum(axis=0).tolist()
    tops = np.bincount(rankings.first, minlength=n_places).tolist()
    return tuple(_share(tops[place], held[place], "share of runs", "M24") for place in range(n_places))


def equal_places(rankings: Rankings, resampling: Resampling) -> EqualRates:
    """Tests that the place in which candidates are shown does not matter (M24)."""
    n_places = rankings.shown.shape[1]
    places = np.where(rankings.shown >= 0, np.arange(n_places), -1)
    tops = np.bincount(rankings.first, minlength=n_places).astype(np.int64)
    return _goodness(tops, _expected(rankings, places, n_places), resampling, "equal top rates of places")


def place_sentence(n_runs: int) -> str:
    """What must stand beside a place effect."""
    return f"Order as shown in {n_runs:,} runs; a first place that depends on it says little about the candidates."


def _pair_tests(rankings: Rankings, base: int, *, all_pairs: bool) -> dict[int, SignificanceTest]:
    """Exact test of every group against the reference, adjusted over all pairs or over these."""
    n_groups = len(rankings.groups)
    pairs = [pair for pair in itertools.combinations(range(n_groups), 2) if all_pairs or base in pair]
    tests = [_pair_test(rankings, one, other) for one, other in pairs]
    adjusted = holm([test.p_value for test in tests])
    size = sum(test.p_value is not None for test in tests)
    return {
        one if other == base else other: replace(test, p_adjusted=p_value, family_size=size)
        for (one, other), test, p_value in zip(pairs, tests, adjusted, strict=True)
        if base in (one, other)
    }


def _pair_test(rankings: Rankings, one: int, other: int) -> SignificanceTest:
    name = "exact binomial test of the runs that one of both groups won"
    k, j = int(rankings.tops[one]), int(rankings.tops[other])
    n, m = int(rankings.candidates[one]), int(rankings.candidates[other])
    if k + j == 0:
        return SignificanceTest(name=name, method="M08", p_value=None, reason="neither group was ever ranked first")
    if n == 0 or m == 0:
        return SignificanceTest(name=name, method="M08", p_value=None, reason="a group has no candidate")
    return SignificanceTest(name=name, method="M08", p_value=float(stats.binomtest(k, k + j, n / (n + m)).pvalue))


def _impact_ratio(rankings: Rankings, group: int, base: int) -> Estimate | NotMeasured:
    k, j = int(rankings.tops[group]), int(rankings.tops[base])
    n, m = int(rankings.candidates[group]), int(rankings.candidates[base])
    if n == 0 or m == 0 or j == 0:
        reason = (
            NO_RUN if n == 0 or m == 0 else "the reference group was never ranked first, so there is no ratio to it"
        )
        return NotMeasured(method="M08", reason=reason, missing={})
    return Estimate(
        value=(k / n) / (j / m),
        interval=None if group == base else _ratio_interval(k, j, m / n),
        n=rankings.n_runs,
        missing={},
        unit="ratio of rates",
        direction="below 1: ranked first less often than the reference",
        method="M08",
        assumptions=(ORDER_NOTE,),
        warnings=("the reference itself: its ratio is 1 by definition",) if group == base else (),
        details={"top": float(k), "top_reference": float(j)},
    )


def _ratio_interval(k: int, j: int, exposure: float) -> Interval | None:
    """Odds of the Wilson interval of k among k + j; the upper end is open where the reference won nothing."""
    share = wilson(k, k + j)
    if share is None or share.low is None or share.high is None:
        return None
    low, high = (end / (1 - end) * exposure if end < 1 else None for end in (share.low, share.high))
    return Interval(low=low, high=high, level=0.95, method="Wilson odds of the runs that one of both groups won")


def _adjusted_rate(rankings: Rankings, group: int) -> Estimate | NotMeasured:
    """Direct standardisation to equal places."""
    at_place = rankings.shown == group
    held = at_place.sum(axis=0)
    won = np.array([int((at_place[:, place] & (rankings.first == place)).sum()) for place in range(held.size)])
    if not held.size or (held == 0).any():
        reason = "this group was not shown in every place, so its rate cannot be adjusted for the place"
        return NotMeasured(method="M24", reason=reason, missing={})
    rates = won / held
    value = float(rates.mean())
    se = math.sqrt(float((rates * (1 - rates) / held).sum())) / held.size
    half = float(stats.norm.ppf(0.975)) * se
    interval = Interval(low=max(0.0, value - half), high=min(1.0, value + half), level=0.95, method="normal, by place")
    return Estimate(
        value=value,
        interval=interval if se > 0 else None,
        n=int(held.sum()),
        missing={},
        unit="share of candidates",
        method="M24",
        assumptions=("every place counts as much as every other",),
        warnings=() if se > 0 else ("no place has both outcomes: no interval can be formed",),
        details={"se": se, "fewest_in_a_place": float(held.min())},
    )


def _share(top: int, n: int, unit: str, method: str) -> Estimate | NotMeasured:
    if n == 0:
        return NotMeasured(method=method, reason=NO_RUN, missing={})
    return Estimate(
        value=top / n, interval=wilson(top, n), n=n, missing={}, unit=unit, method=method, details={"top": float(top)}
    )


def _expected(rankings: Rankings, codes: Codes, n_codes: int) -> npt.NDArray[np.float64]:
    """Expected firsts of every group or place when each candidate of a run is as likely."""
    filled = codes >= 0
    chance = filled / np.maximum(1, filled.sum(axis=1, keepdims=True))
    return np.bincount(codes[filled], weights=chance[filled], minlength=n_codes).astype(np.float64)


def _goodness(tops: Codes, expected: npt.NDArray[np.float64], resampling: Resampling, name: str) -> EqualRates:
    used = expected > 0
    counts, wanted = tops[used], expected[used]
    n = int(counts.sum())
    if n < 2 or counts.size < 2:
        reason = NO_RUN if n == 0 else "there is only one run" if n == 1 else "there is only one to compare"
        test = SignificanceTest(name=f"chi-square test, {name}", method="M08", p_value=None, reason=reason)
        return EqualRates(test=test, statistic=None, min_expected=None)
    statistic = ChiSquare(chi2=float(((counts - wanted) ** 2 / wanted).sum()), df=int(counts.size) - 1)
    test = SignificanceTest(name=f"chi-square test, {name}", method="M08", p_value=statistic.p_value)
    if float(wanted.min()) < LEAST_EXPECTED:
        drawn = resampling.generator().multinomial(n, wanted / wanted.sum(), size=resampling.n_flips)
        far = ((drawn - wanted) ** 2 / wanted).sum(axis=1) >= statistic.chi2 * (1 - 1e-9)
        p_value = (1 + int(far.sum())) / (1 + resampling.n_flips)
        words = f"chi-square test with {resampling.n_flips:,} drawn tables, {name}"
        test = SignificanceTest(name=words, method="M08", p_value=p_value)
    return EqualRates(test=test, statistic=statistic, min_expected=float(wanted.min()))
