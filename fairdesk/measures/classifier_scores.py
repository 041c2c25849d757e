"""Scores of a classifier (toxicity, sentiment) of two groups against each other (M21).

A missing score is NaN: it is counted and left out, and never 0. Where no score came at all, nothing is measured.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from scipy import stats

from fairdesk.domain.results import Estimate, Interval, NotMeasured, Outcome, SignificanceTest
from fairdesk.measures.intervals import MeanSummary, summarise_mean
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats

EQUAL_DECIMALS = 9
"""Scores that are equal to this many decimals share a rank."""

UNIT = "points of the score"
A_LESS_B = "above 0: the first group scores higher"

FEW = "fewer than two scores in a group, so that there is no spread to judge by"
NO_SPREAD = "all scores of both groups are equal within their group, so that there is no spread to judge by"
APART = "the groups do not overlap, so that the statistic has no finite value"


def sentence(classifier: str, error_rates: str = "") -> str:
    """What must stand beside every score of a classifier.

    Args:
        classifier: Its name and version.
        error_rates: Its error rates per group, in words; empty where they were not measured.

    Example:
        >>> sentence("of the vendor, 2")[:44]
        'Scores come from classifier of the vendor, 2'
    """
    return (
        f"Scores come from classifier {classifier}, which can itself be biased by dialect or identity words "
        f"(Sap 2019, 10.18653/v1/P19-1163); error rates of the classifier per group: {error_rates or 'not measured'}."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreComparison:
    """Scores of two groups against each other (M21).

    Attributes:
        difference: Mean of the first less mean of the second, with its t interval.
        test: Welch's t test, or the paired one.
        t: Its statistic; None where it does not exist.
        superiority: P(A > B) + 0.5 P(A = B), 0 to 1; 0.5 when neither is higher.
        cliffs_delta: The same from -1 to 1.
        rank_test: Brunner-Munzel test of a superiority of 0.5.
        wasserstein: Mean distance by which scores have to be moved to turn one group into the other; sees shape,
            has no direction.
    """

    difference: Outcome
    test: SignificanceTest
    t: float | None
    superiority: Outcome
    cliffs_delta: Outcome
    rank_test: SignificanceTest
    wasserstein: Outcome


def compare_scores(first: Floats, second: Floats) -> ScoreComparison:
    """Compares the per-prompt mean scores of two groups with prompts of their own (M21).

    Args:
        first: One per prompt. Shape (n,); NaN where the classifier gave none.
        second: One per prompt of the other group. Shape (m,).

    Returns:
        Tests without p-value and with the reason where there is no spread; a library would answer NaN, 0 or 1.

    Source:
        Welch 1947, 10.1093/biomet/34.1-2.28; Brunner and Munzel 2000,
        10.1002/(SICI)1521-4036(200001)42:1<17::AID-BIMJ17>3.0.CO;2-U; Cliff 1993, 10.1037/0033-2909.114.3.494.

    Example:
        >>> found = compare_scores(np.array([0.1, 0.3, 0.2]), np.array([0.1, np.nan, 0.0]))
        >>> round(found.difference.value, 2), found.difference.missing
        (0.15, {'first': 0, 'second': 1})
    """
    a, b, missing = _valid(first, second)
    empty = _empty(a, b, missing)
    if empty is not None:
        return _nothing(empty, "Welch t test")
    summary = welch(a, b)
    ranks = _brunner_munzel(a, b)
    n = a.size + b.size
    superiority = _estimate(ranks.superiority, ranks.interval, (n, "probability"), missing)
    doubled = _doubled(ranks.interval)
    return ScoreComparison(
        difference=score_difference(summary, n, missing),
        test=_test("Welch t test", summary.p_value, FEW if min(a.size, b.size) < 2 else NO_SPREAD),
        t=summary.t,
        superiority=superiority,
        cliffs_delta=_estimate(2 * ranks.superiority - 1, doubled, (n, "score from -1 to 1"), missing),
        rank_test=_test("Brunner-Munzel test", ranks.p_value, ranks.reason),
        wasserstein=_wasserstein(a, b, missing),
    )


def compare_paired_scores(first: Floats, second: Floats) -> tuple[Outcome, SignificanceTest]:
    """Mean difference of two groups on the same prompts, with the paired t interval and test (M21).

    Args:
        first: One per prompt. Shape (n,); NaN where the classifier gave none.
        second: For the same prompts.

    Returns:
        Prompts without both scores are left out and counted. No p-value for one prompt or equal differences.

    Example:
        >>> difference, test = compare_paired_scores(np.array([0.5, 0.5]), np.array([0.1, 0.1]))
        >>> difference.value, test.p_value
        (0.4, None)
    """
    if first.shape != second.shape:
        raise ValueError("both groups need a score for the same prompts, in the same order")
    has_first, has_second = np.isfinite(first), np.isfinite(second)
    both = has_first & has_second
    missing = {
        "first": int((~has_first).sum()),
        "second": int((~has_second).sum()),
        "files": int((~both).sum()),
    }
    name = "paired t test"
    if not both.any():
        reason = "no prompt has a score in both groups"
        return NotMeasured(method="M21", reason=reason, missing=missing), _test(name, None, reason)
    summary = summarise_mean(first[both] - second[both])
    why = "one prompt alone" if summary.n < 2 else "all differences are equal"
    return score_difference(summary, summary.n, missing), _test(name, summary.p_value, f"{why}: no spread to judge by")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ranks:
    superiority: float
    interval: Interval | None
    p_value: float | None
    reason: str


def _brunner_munzel(a: Floats, b: Floats) -> _Ranks:
    """P(A > B) + 0.5 P(A = B) with its t interval and test on the degrees of freedom of the ranks."""
    a, b = (np.round(group, EQUAL_DECIMALS) for group in (a, b))
    pooled = stats.rankdata(np.concatenate((a, b)))
    ranks_a, ranks_b = pooled[: a.size], pooled[a.size :]
    superiority = (float(ranks_a.mean()) - (a.size + 1) / 2) / b.size
    if min(a.size, b.size) < 2:
        return _Ranks(superiority=superiority, interval=None, p_value=None, reason=FEW)
    # Placements: how much of the other group lies below each value. Their spread gives the standard error.
    parts = [
        float(np.var(ranks - stats.rankdata(own), ddof=1)) / other.size**2 / own.size
        for ranks, own, other in ((ranks_a, a, b), (ranks_b, b, a))
    ]
    variance = sum(parts)
    if variance <= 1e-18:
        reason = NO_SPREAD if superiority == 0.5 else APART
        return _Ranks(superiority=superiority, interval=None, p_value=None, reason=reason)
    df = variance**2 / sum(part**2 / (own.size - 1) for part, own in zip(parts, (a, b), strict=True))
    se = math.sqrt(variance)
    half = float(stats.t.ppf(0.975, df)) * se
    interval = Interval(
        low=max(0.0, superiority - half), high=min(1.0, superiority + half), level=0.95, method="Brunner-Munzel"
    )
    p_value = float(2 * stats.t.sf(abs(superiority - 0.5) / se, df))
    return _Ranks(superiority=superiority, interval=interval, p_value=p_value, reason="")


def welch(a: Floats, b: Floats) -> MeanSummary:
    """Difference of two means with Welch's interval and test; without both where there is no spread (M21).

    Args:
        a: One per prompt of the first group. Shape (n,), n at least 1, finite.
        b: Of the second group.

    Source:
        Welch 1947, 10.1093/biomet/34.1-2.28.
    """
    gap, n = float(a.mean() - b.mean()), a.size + b.size
    none = MeanSummary(n=n, mean=gap, se=None, t=None, p_value=None, interval=None)
    if min(a.size, b.size) < 2:
        return none
    # Rounding leaves a spread of 1e-17 between equal scores; as a standard error it would give p = 0.
    parts = [0.0 if float(np.ptp(group)) <= EQUAL_WITHIN else float(group.var(ddof=1)) / group.size for group in (a, b)]
    variance = sum(parts)
    if variance == 0:
        return none
    df = variance**2 / sum(part**2 / (group.size - 1) for part, group in zip(parts, (a, b), strict=True))
    se = math.sqrt(variance)
    half = float(stats.t.ppf(0.975, df)) * se
    return MeanSummary(
        n=n,
        mean=gap,
        se=se,
        t=gap / se,
        p_value=float(2 * stats.t.sf(abs(gap / se), df)),
        interval=Interval(low=gap - half, high=gap + half, level=0.95, method="Welch t"),
    )


def _valid(first: Floats, second: Floats) -> tuple[Floats, Floats, Mapping[str, int]]:
    arrays = [np.asarray(side, dtype=np.float64) for side in (first, second)]
    if any(array.ndim != 1 for array in arrays):
        raise ValueError("a group's scores need one value per prompt")
    a, b = (array[np.isfinite(array)] for array in arrays)
    return a, b, {"first": arrays[0].size - a.size, "second": arrays[1].size - b.size}


def _empty(a: Floats, b: Floats, missing: Mapping[str, int]) -> NotMeasured | None:
    if a.size and b.size:
        return None
    reason = "no score in either group" if not a.size and not b.size else "no score in one of the groups"
    return NotMeasured(method="M21", reason=reason, n=a.size + b.size, missing=missing)


def _nothing(empty: NotMeasured, name: str) -> ScoreComparison:
    return ScoreComparison(
        difference=empty,
        test=_test(name, None, empty.reason),
        t=None,
        superiority=empty,
        cliffs_delta=empty,
        rank_test=_test("Brunner-Munzel test", None, empty.reason),
        wasserstein=empty,
    )


def _test(name: str, p_value: float | None, reason: str) -> SignificanceTest:
    return SignificanceTest(name=name, method="M21", p_value=p_value, reason="" if p_value is not None else reason)


def score_difference(summary: MeanSummary, n: int, missing: Mapping[str, int]) -> Estimate:
    """A difference of mean scores, first less second, with what is known of its spread."""
    return Estimate(
        value=summary.mean,
        interval=summary.interval,
        n=n,
        missing=missing,
        unit=UNIT,
        direction=A_LESS_B,
        method="M21",
        warnings=() if summary.interval else ("no interval: the scores show no spread, or are fewer than two",),
        details={} if summary.se is None else {"se": summary.se},
    )


def within(outcome: Outcome, low: float, high: float) -> Outcome:
    """The same with its interval cut at the ends between which the value can lie; the method says where it was cut.

    Example:
        >>> from fairdesk.measures.intervals import summarise_mean
        >>> found = score_difference(summarise_mean(np.array([0.1, 0.9])), 2, {})
        >>> cut = within(found, 0.0, 1.0).interval
        >>> cut.low, cut.high, cut.method
        (0.0, 1.0, 't, cut to 0 to 1')
    """
    interval = None if isinstance(outcome, NotMeasured) else outcome.interval
    if isinstance(outcome, NotMeasured) or interval is None or interval.low is None or interval.high is None:
        return outcome
    if low <= interval.low and interval.high <= high:
        return outcome
    cut = Interval(
        low=max(low, interval.low),
        high=min(high, interval.high),
        level=interval.level,
        method=f"{interval.method}, cut to {low:g} to {high:g}",
    )
    return replace(outcome, interval=cut)


def _estimate(
    value: float, interval: Interval | None, n_and_unit: tuple[int, str], missing: Mapping[str, int]
) -> Estimate:
    n, unit = n_and_unit
    return Estimate(
        value=value,
        interval=interval,
        n=n,
        missing=missing,
        unit=unit,
        direction="higher: the first group scores higher",
        method="M21",
        warnings=() if interval else ("no interval: the ranks show no spread",),
        details={},
    )


def _doubled(interval: Interval | None) -> Interval | None:
    if interval is None or interval.low is None or interval.high is None:
        return None
    return Interval(
        low=2 * interval.low - 1, high=2 * interval.high - 1, level=interval.level, method="Brunner-Munzel, doubled"
    )


def _wasserstein(a: Floats, b: Floats, missing: Mapping[str, int]) -> Estimate:
    return Estimate(
        value=float(stats.wasserstein_distance(a, b)),
        interval=None,
        n=a.size + b.size,
        missing=missing,
        unit=UNIT,
        direction="0: the same distribution; it has no sign",
        method="M21",
        warnings=("no interval: the distance is above 0 by chance alone; read it with the tests",),
        details={},
    )
