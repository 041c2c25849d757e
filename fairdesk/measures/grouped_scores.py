"""Scores of prompts that hang together in groups, as those cut from one page do: means and differences (M21, B7).

Scores are skewed: most texts score near 0 and a few near 1. A small group that happens to hold none of the few shows
hardly any spread, and a t test by that spread alone called equal groups different in up to half of all simulations. So
the spread that all prompts show takes its place where it gives the wider interval.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from scipy import stats

from fairdesk.domain.results import Interval, NotMeasured, SignificanceTest
from fairdesk.measures.classifier_scores import EQUAL_DECIMALS, ScoreComparison, compare_scores, score_difference
from fairdesk.measures.intervals import MeanSummary
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, Integers

Names = tuple[str, str]
"""Of an interval and of the test that goes with it."""

WELCH: Names = ("Welch t", "Welch t test")
OF_BOTH: Names = ("t by the spread of both sides", "t test by the spread of both sides")
RANKS: Names = ("Brunner-Munzel", "Brunner-Munzel test")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GroupedScores:
    """Mean scores of prompts.

    Attributes:
        values: One per prompt; NaN where there is none. Shape (n,).
        groups: Number of what the prompt hangs together in with others, 0 or more. Same shape.
    """

    values: Floats
    groups: Integers

    def known(self) -> GroupedScores:
        """Those with a score."""
        there = np.isfinite(self.values)
        return GroupedScores(values=self.values[there], groups=self.groups[there])

    def sizes(self) -> Integers:
        """Prompts of every group that has one."""
        counts = np.bincount(self.groups)
        return counts[counts > 0].astype(np.int64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How scores vary around the mean of their side.

    Attributes:
        variance: Of one prompt.
        covariance: Of two prompts of one group, 0 or more.
        df: Independent groups less sides.
    """

    variance: float
    covariance: float
    df: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Error:
    """A standard error with its degrees of freedom, the names of its interval and test, and by what units it goes."""

    se: float
    df: float
    name: str
    test: str = ""
    by: str = ""

    @property
    def half(self) -> float:
        return float(stats.t.ppf(0.975, self.df)) * self.se

    @property
    def how(self) -> str:
        return f"{self.name}{self.by}"


def spread_of(sides: Iterable[GroupedScores]) -> Spread | None:
    """The spread that all sides show, each around its own mean; None with fewer than two independent groups more.

    Args:
        sides: Those without a score are left out.

    Example:
        >>> side = GroupedScores(values=np.array([0.0, 0.0, 1.0, 1.0]), groups=np.array([0, 0, 1, 1]))
        >>> found = spread_of([side])
        >>> round(found.variance, 4), found.covariance, found.df
        (0.3333, 0.25, 1)
    """
    squares, products, n, pairs, df = 0.0, 0.0, 0, 0, 0
    n_sides = 0
    for side in (one.known() for one in sides):
        if not side.values.size:
            continue
        rest, sizes = _rest(side), side.sizes()
        own = float(rest @ rest)
        squares += own
        products += float((np.bincount(side.groups, weights=rest) ** 2).sum()) - own
        n, pairs, df, n_sides = n + rest.size, pairs + int((sizes * (sizes - 1)).sum()), df + sizes.size, n_sides + 1
    if df <= n_sides or n <= n_sides:
        return None
    covariance = max(0.0, products / pairs) if pairs else 0.0
    return Spread(variance=squares / (n - n_sides), covariance=covariance, df=df - n_sides)


def mean_of_groups(side: GroupedScores, spread: Spread | None, words: str = "") -> MeanSummary:
    """Mean of the scores with a t interval by groups, and by the spread of all prompts where that is wider.

    Args:
        side: At least one score.
        spread: Of all prompts; None to go by this side alone.
        words: What groups are, in the plural; empty where every prompt is one by itself.

    Returns:
        Without an interval for one group alone and where nothing varies.

    Example:
        >>> side = GroupedScores(values=np.array([0.2, 0.4]), groups=np.array([0, 1]))
        >>> round(mean_of_groups(side, None).interval.high, 3)
        1.571
    """
    side = side.known()
    own, n_groups = _own_variance(side)
    errors = []
    if n_groups > 1:
        by = f", {words} as clusters" if words and n_groups < side.values.size else ""
        errors.append(_Error(se=math.sqrt(own), df=n_groups - 1, name="t", by=by))
        if spread is not None:
            borrowed = math.sqrt(_borrowed_variance(side, spread))
            errors.append(_Error(se=borrowed, df=spread.df, name="t by the spread of all prompts", by=by))
    return _summary(float(side.values.mean()), side.values.size, errors)


def compare_grouped_scores(first: GroupedScores, second: GroupedScores, words: str = "") -> ScoreComparison:
    """As ``compare_scores``, with prompts of one group as what they are, no independent observations (M21, B7).

    The difference has the wider one of two t intervals, and its test goes with it: Welch's, whose spread is that of
    each side alone, and the one by the spread of both sides, around the mean of each.

    Args:
        words: What groups are, in the plural; empty where every prompt is one by itself.

    Source:
        Welch 1947, 10.1093/biomet/34.1-2.28; Brunner and Munzel 2000,
        10.1002/(SICI)1521-4036(200001)42:1<17::AID-BIMJ17>3.0.CO;2-U, with the spread of placements by groups.
    """
    found = compare_scores(first.values, second.values)
    if isinstance(found.difference, NotMeasured):
        return found
    a, b = first.known(), second.known()
    is_apart = all(side.sizes().size == side.values.size for side in (a, b))
    found = _with_difference(found, a, b, "" if is_apart else words)
    return found if is_apart else _with_ranks(found, a, b, words)


def _with_difference(found: ScoreComparison, a: GroupedScores, b: GroupedScores, words: str) -> ScoreComparison:
    gap = float(a.values.mean() - b.values.mean())
    errors = _errors(a, b, (WELCH, OF_BOTH), words)
    summary = _summary(gap, a.values.size + b.values.size, errors)
    test = replace(found.test, p_value=None, reason=found.test.reason or _too_few(words))
    if summary.p_value is not None:
        best = _widest(errors)
        test = SignificanceTest(name=f"{best.test}{best.by}", method="M21", p_value=summary.p_value)
    difference = score_difference(summary, summary.n, found.difference.missing)
    if summary.interval is None:
        difference = replace(difference, warnings=(f"no interval: {test.reason}",))
    return replace(found, difference=difference, test=test, t=summary.t)


def _with_ranks(found: ScoreComparison, a: GroupedScores, b: GroupedScores, words: str) -> ScoreComparison:
    """Superiority with the spread of placements by groups."""
    if isinstance(found.superiority, NotMeasured) or isinstance(found.cliffs_delta, NotMeasured):
        return found
    one, other = (np.round(side.values, EQUAL_DECIMALS) for side in (a, b))
    pooled = stats.rankdata(np.concatenate((one, other)))
    above = (pooled[: one.size] - stats.rankdata(one)) / other.size
    below = (pooled[one.size :] - stats.rankdata(other)) / one.size
    placed = (replace(a, values=above), replace(b, values=below))
    errors = _errors(*placed, (RANKS, RANKS), words)
    summary = _summary(float(above.mean()) - 0.5, one.size + other.size, errors)
    if summary.interval is None or summary.interval.low is None or summary.interval.high is None:
        reason = found.rank_test.reason or _too_few(words)
        nothing = (f"no interval: {reason}",)
        return replace(
            found,
            superiority=replace(found.superiority, interval=None, warnings=nothing),
            cliffs_delta=replace(found.cliffs_delta, interval=None, warnings=nothing),
            rank_test=replace(found.rank_test, p_value=None, reason=reason),
        )
    best = _widest(errors)
    low, high = max(0.0, summary.interval.low + 0.5), min(1.0, summary.interval.high + 0.5)
    interval = Interval(low=low, high=high, level=0.95, method=best.how)
    doubled = Interval(low=2 * low - 1, high=2 * high - 1, level=0.95, method=f"{best.how}, doubled")
    return replace(
        found,
        superiority=replace(found.superiority, interval=interval, warnings=()),
        cliffs_delta=replace(found.cliffs_delta, interval=doubled, warnings=()),
        rank_test=SignificanceTest(name=f"{best.test}{best.by}", method="M21", p_value=summary.p_value),
    )


def _too_few(words: str) -> str:
    return f"all prompts of one side are of one of the {words or 'groups'}, so that there is no spread to judge by"


def _errors(a: GroupedScores, b: GroupedScores, names: tuple[Names, Names], words: str) -> list[_Error]:
    """Standard errors of a difference of means: by each side alone, and by the spread of both."""
    by = f", {words} as clusters" if words else ""
    (first, n_first), (second, n_second) = _own_variance(a), _own_variance(b)
    if min(n_first, n_second) < 2 or first + second <= 0:
        return []
    df = (first + second) ** 2 / (first**2 / (n_first - 1) + second**2 / (n_second - 1))
    found = [_Error(se=math.sqrt(first + second), df=df, name=names[0][0], test=names[0][1], by=by)]
    spread = spread_of([a, b])
    if spread is not None:
        borrowed = sum(_borrowed_variance(side, spread) for side in (a, b))
        found.append(_Error(se=math.sqrt(borrowed), df=spread.df, name=names[1][0], test=names[1][1], by=by))
    return found


def _widest(errors: list[_Error]) -> _Error:
    """The first of those with the largest half width, as far as rounding can tell."""
    return max(errors, key=lambda one: round(one.half, 12))


def _summary(mean: float, n: int, errors: list[_Error]) -> MeanSummary:
    errors = [one for one in errors if one.se > 0]
    if not errors:
        return MeanSummary(n=n, mean=mean, se=None, t=None, p_value=None, interval=None)
    best = _widest(errors)
    t = mean / best.se
    return MeanSummary(
        n=n,
        mean=mean,
        se=best.se,
        t=t,
        p_value=float(2 * stats.t.sf(abs(t), best.df)),
        interval=Interval(low=mean - best.half, high=mean + best.half, level=0.95, method=best.how),
    )


def _rest(side: GroupedScores) -> Floats:
    """What is left when the mean is taken away; rounding between equal scores is no spread."""
    if float(np.ptp(side.values)) <= EQUAL_WITHIN:
        return np.zeros(side.values.size)
    found: Floats = side.values - side.values.mean()
    return found


def _own_variance(side: GroupedScores) -> tuple[float, int]:
    """Variance of the mean by groups (B7), and how many groups there are; 0 for fewer than two."""
    n_groups = side.sizes().size
    if n_groups < 2:
        return 0.0, n_groups
    sums = np.bincount(side.groups, weights=_rest(side))
    return n_groups / (n_groups - 1) * float(sums @ sums) / side.values.size**2, n_groups


def _borrowed_variance(side: GroupedScores, spread: Spread) -> float:
    """Variance of the mean if prompts vary, and hang together, as they do on all sides."""
    sizes, n = side.sizes(), side.values.size
    return (spread.variance * n + spread.covariance * int((sizes * (sizes - 1)).sum())) / n**2
