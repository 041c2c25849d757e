"""Whether two attributes of ranked candidates act beyond their sum (M11), with the run as the unit."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import stats

from fairdesk.domain.results import Estimate, Interval, NotMeasured, SignificanceTest
from fairdesk.measures.categories import ChiSquare
from fairdesk.measures.counterfactual import sign_test
from fairdesk.measures.intervals import bonett_price
from fairdesk.measures.multiple_tests import holm
from fairdesk.measures.rankings import NO_RUN, Rankings

UNEQUAL = "the four groups were not shown equally often in every run, so their shares of runs do not compare"


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingInteraction:
    """Two levels of one attribute by two of another.

    Attributes:
        levels: Attribute to its two levels, the reference first.
        observed: Rate with both second levels minus rate with both first ones.
        additive: Sum of the two single differences from the same reference.
        interaction: observed - additive, over runs, with its Bonett-Price interval: each run moves it by +1, 0 or -1.
        test: Exact sign test of the runs that move it, adjusted over all interactions of the two attributes.
    """

    levels: Mapping[str, tuple[str, str]]
    observed: Estimate | NotMeasured
    additive: Estimate | NotMeasured
    interaction: Estimate | NotMeasured
    test: SignificanceTest


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingInteractions:
    """All pairs of levels of two attributes.

    Attributes:
        contrasts: One per pair of levels of each.
        independence: Chi-square test that shares of runs multiply: no interaction on the ratio scale.
        statistic: Its statistic; None where there is none.
    """

    contrasts: tuple[RankingInteraction, ...]
    independence: SignificanceTest
    statistic: ChiSquare | None


def ranking_interactions(
    rankings: Rankings, attributes: tuple[str, str], levels: Mapping[str, tuple[str, str]]
) -> RankingInteractions:
    """Interaction of two attributes in the shares of runs that each group wins (M11, B2).

    In every run one group wins, so the contrast of four shares is a net share of runs: those won by two of the groups
    minus those won by the two others.

    Args:
        rankings: Runs of one system and one task; every run shows each group equally often.
        attributes: Names of the two attributes.
        levels: Group to its level of each attribute, in that order.

    Raises:
        ValueError: a group has no levels, or those of another.

    Source:
        Bonett and Price 2012, 10.3102/1076998611411915.

    Example:
        >>> shown, first = np.tile(np.arange(4), (10, 1)), np.array([0] * 4 + [1] * 2 + [2] * 2 + [3] * 2)
        >>> rankings = Rankings(groups=("a x", "a y", "b x", "b y"), shown=shown, first=first)
        >>> both = {"a x": ("a", "x"), "a y": ("a", "y"), "b x": ("b", "x"), "b y": ("b", "y")}
        >>> found = ranking_interactions(rankings, ("letter", "end"), both)
        >>> round(found.contrasts[0].interaction.value, 9)
        0.2
    """
    group_at = {levels[group]: index for index, group in enumerate(rankings.groups) if group in levels}
    if len(group_at) < len(rankings.groups):
        raise ValueError("every group needs levels of both attributes, and no two groups have the same")
    firsts = list(dict.fromkeys(one for one, _ in group_at))
    seconds = list(dict.fromkeys(other for _, other in group_at))
    contrasts = []
    for first_pair in itertools.combinations(firsts, 2):
        for second_pair in itertools.combinations(seconds, 2):
            corners = [group_at.get((one, other)) for one in first_pair for other in second_pair]
            named = {attributes[0]: first_pair, attributes[1]: second_pair}
            contrasts.append(_contrast(rankings, named, corners))
    adjusted = holm([contrast.test.p_value for contrast in contrasts])
    size = sum(p_value is not None for p_value in adjusted)
    statistic, independence = _independence(rankings, firsts, seconds, group_at)
    return RankingInteractions(
        contrasts=tuple(
            replace(one, test=replace(one.test, p_adjusted=p_value, family_size=size))
            for one, p_value in zip(contrasts, adjusted, strict=True)
        ),
        independence=independence,
        statistic=statistic,
    )


def _contrast(
    rankings: Rankings, levels: Mapping[str, tuple[str, str]], corners: Sequence[int | None]
) -> RankingInteraction:
    """Corners: both first levels, only the second attribute changed, only the first, both."""
    known = [corner for corner in corners if corner is not None]
    times = [(rankings.shown == corner).sum(axis=1) for corner in known]
    reason = ""
    if rankings.n_runs == 0:
        reason = NO_RUN
    elif len(known) < 4:
        reason = "one of the four groups does not occur"
    elif any((one != times[0]).any() or (one != 1).any() for one in times):
        reason = UNEQUAL
    if reason:
        nothing = NotMeasured(method="M11", reason=reason, missing={})
        test = SignificanceTest(name="exact sign test", method="M05", p_value=None, reason=reason)
        return RankingInteraction(levels=levels, observed=nothing, additive=nothing, interaction=nothing, test=test)
    n = rankings.n_runs
    neither, second, first, both = (int(rankings.tops[corner]) for corner in known)
    up, down = both + neither, first + second
    words = "both together are ranked first more often than the sum of the single differences"
    estimate = _share_of_runs((up - down) / n, n, bonett_price(up, down, n))
    details = {"runs_up": float(up), "runs_down": float(down)}
    assumption = "presence and sign of an interaction depend on the scale: here shares of runs"
    return RankingInteraction(
        levels=levels,
        observed=_share_of_runs((both - neither) / n, n, bonett_price(both, neither, n)),
        additive=_additive(first + second, neither, n),
        interaction=replace(estimate, direction=f"above 0: {words}", assumptions=(assumption,), details=details),
        test=sign_test(down, up),
    )


def _additive(single: int, neither: int, n: int) -> Estimate:
    """Each run moves the sum of the single differences by +1, by -2 or not at all."""
    value = (single - 2 * neither) / n
    variance = (single + 4 * neither) / n - value**2
    half = float(stats.norm.ppf(0.975)) * math.sqrt(max(0.0, variance) / n)
    interval = Interval(low=value - half, high=value + half, level=0.95, method="normal, by run") if half > 0 else None
    return _share_of_runs(value, n, interval)


def _share_of_runs(value: float, n: int, interval: Interval | None) -> Estimate:
    warnings = () if interval else ("no run moves it: no interval can be formed",)
    return Estimate(
        value=value,
        interval=interval,
        n=n,
        missing={},
        unit="share of runs",
        method="M11",
        warnings=warnings,
        details={},
    )


def _independence(
    rankings: Rankings, firsts: Sequence[str], seconds: Sequence[str], group_at: Mapping[tuple[str, str], int]
) -> tuple[ChiSquare | None, SignificanceTest]:
    name = "chi-square test that the shares of both attributes multiply"
    complete = len(group_at) == len(firsts) * len(seconds) and min(len(firsts), len(seconds)) > 1
    equal = np.unique(rankings.candidates).size == 1
    if not complete or not equal or rankings.n_runs == 0:
        reason = NO_RUN if rankings.n_runs == 0 else "not every combination was shown, or not equally often"
        return None, SignificanceTest(name=name, method="M11", p_value=None, reason=reason)
    tops = np.array([[rankings.tops[group_at[one, other]] for other in seconds] for one in firsts], dtype=np.float64)
    wanted = tops.sum(axis=1, keepdims=True) * tops.sum(axis=0, keepdims=True) / tops.sum()
    if float(wanted.min()) == 0:
        reason = "a level was never ranked first"
        return None, SignificanceTest(name=name, method="M11", p_value=None, reason=reason)
    chi2 = float(((tops - wanted) ** 2 / wanted).sum())
    statistic = ChiSquare(chi2=chi2, df=(len(firsts) - 1) * (len(seconds) - 1))
    return statistic, SignificanceTest(name=name, method="M11", p_value=float(stats.chi2.sf(chi2, statistic.df)))
