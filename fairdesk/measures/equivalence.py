"""Whether a difference is small enough not to matter, by a margin declared in advance (M33)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

import numpy as np
from scipy import stats

from fairdesk.domain.results import Estimate, Interval, NotMeasured
from fairdesk.measures.counterfactual import (
    FEW_CHANGED,
    FEW_CHANGED_WARNING,
    direction_words,
    no_spread_warning,
    sign_test,
)
from fairdesk.measures.intervals import bonett_price, summarise_mean
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, checked
from fairdesk.measures.ratios import newcombe

FIRST_MINUS_SECOND = "first rate minus second rate"
SECOND_MINUS_FIRST = "rate under the second condition minus rate under the first"


class EquivalenceVerdict(Enum):
    """The only words for what a difference and a margin showed; "no difference" is none of them."""

    DIFFERENCE = "difference detected"
    SMALL_DIFFERENCE = "difference detected, smaller than the margin"
    EQUIVALENT = "equivalent within margin"
    INCONCLUSIVE = "inconclusive"
    NOT_COMPUTABLE = "not computable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Equivalence:
    """A difference against its margin.

    Attributes:
        difference: The estimate, with the 95 percent interval for the difference.
        interval: The interval (90 percent unless asked otherwise) that must lie inside plus and minus the margin;
            None where none exists.
        p_equivalence: Larger of the two one-sided p-values; None where the interval alone decides.
        p_difference: Two-sided p-value of no difference; None where an interval decides.
    """

    difference: Estimate | NotMeasured
    interval: Interval | None
    margin: float
    p_equivalence: float | None
    p_difference: float | None
    verdict: EquivalenceVerdict


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoRates:
    """Counts of two independent groups."""

    first: int
    n_first: int
    second: int
    n_second: int


def equivalent_means(
    differences: Floats, margin: float, missing: Mapping[str, int], unit: str, alpha: float = 0.05
) -> Equivalence:
    """Two one-sided t tests of paired differences against a margin (M33).

    Equivalent when the mean is shown to lie above -margin and below +margin, each at ``alpha``. Not finding a
    difference is not that.

    Args:
        differences: Variant minus base, one per file. Shape (n,), finite.
        margin: Largest mean difference that would not matter, in ``unit``, above 0; declared and justified before.
        missing: Arm to number of files without a valid value there.
        unit: Unit of the quantity.
        alpha: Level of both claims.

    Returns:
        ``not computable`` for fewer than two files or equal differences, where no t test exists.

    Source:
        Schuirmann 1987, 10.1007/BF01068419; Lakens 2017, 10.1177/1948550617697177.

    Example:
        >>> found = equivalent_means(np.repeat([-1.0, 0.0, 1.0], [2, 16, 2]), 0.25, {}, "points")
        >>> found.verdict.value, round(found.p_equivalence, 4)
        ('equivalent within margin', 0.0124)
    """
    _check(margin, alpha)
    (values,) = checked(differences)
    if values.size == 0:
        nothing = NotMeasured(method="M33", reason="no file has a valid value in both arms", missing=dict(missing))
        return _undecided(nothing, margin)
    wide, narrow = summarise_mean(values), summarise_mean(values, level=1 - 2 * alpha)
    n_changed = int(np.count_nonzero(np.abs(values) > EQUAL_WITHIN))
    warnings = [FEW_CHANGED_WARNING] if n_changed < FEW_CHANGED else []
    if wide.interval is None:
        warnings.append(no_spread_warning(wide.n))
    estimate = Estimate(
        value=wide.mean,
        interval=wide.interval,
        n=wide.n,
        missing=dict(missing),
        unit=unit,
        direction=direction_words(wide.mean),
        method="M33",
        assumptions=(f"a mean difference of up to {margin:g} {unit} counts as none; a choice of the auditor",),
        warnings=tuple(warnings),
        details={} if wide.se is None else {"se": wide.se},
    )
    if narrow.se is None or narrow.interval is None:
        return _undecided(estimate, margin)
    # The larger of the two one-sided p-values is that of the nearer end of the margin.
    p_equivalence = float(stats.t.cdf((abs(wide.mean) - margin) / narrow.se, wide.n - 1))
    return Equivalence(
        difference=estimate,
        interval=narrow.interval,
        margin=margin,
        p_equivalence=p_equivalence,
        p_difference=wide.p_value,
        verdict=_verdict(wide.p_value is not None and wide.p_value < alpha, p_equivalence < alpha),
    )


def equivalent_rates(counts: TwoRates, margin: float, alpha: float = 0.05) -> Equivalence:
    """Equivalence of two independent rates: the Newcombe interval inside plus and minus the margin (M33, B3).

    A difference is detected when the interval of level 1 - ``alpha`` leaves out 0.

    Args:
        counts: Both groups.
        margin: Largest difference of the rates that would not matter, above 0.
        alpha: Level of both claims.

    Raises:
        ValueError: the counts are not those of shares, or the margin is not above 0.

    Source:
        Newcombe 1998, 10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I.

    Example:
        >>> found = equivalent_rates(TwoRates(first=180, n_first=200, second=176, n_second=200), 0.1)
        >>> found.verdict.value, round(found.interval.high, 4)
        ('equivalent within margin', 0.0722)
    """
    _check(margin, alpha)
    of_counts = (counts.first, counts.n_first, counts.second, counts.n_second)
    wide, narrow = newcombe(*of_counts, 1 - alpha), newcombe(*of_counts, 1 - 2 * alpha)
    if wide is None or narrow is None:
        missing = {"first": int(counts.n_first == 0), "second": int(counts.n_second == 0)}
        nothing = NotMeasured(method="M33", reason="a group has no case, so it has no rate", missing=missing)
        return _undecided(nothing, margin)
    difference = counts.first / counts.n_first - counts.second / counts.n_second
    return _by_intervals(
        _rate_difference(difference, counts.n_first + counts.n_second, wide, FIRST_MINUS_SECOND), narrow, margin
    )


def equivalent_paired_rates(up: int, down: int, n: int, margin: float, alpha: float = 0.05) -> Equivalence:
    """Equivalence of two rates on the same files: the Bonett-Price interval inside the margin (M33, B2).

    A difference is detected by the exact sign test of the files that changed (M07).

    Args:
        up: Files with the outcome only under the second condition.
        down: Files with the outcome only under the first.
        n: Files.
        margin: Largest difference of the rates that would not matter, above 0.
        alpha: Level of both claims.

    Example:
        >>> equivalent_paired_rates(4, 5, 400, 0.05).verdict.value
        'equivalent within margin'
    """
    _check(margin, alpha)
    if min(up, down) < 0 or up + down > n:
        raise ValueError(f"{up} and {down} of {n} are not exclusive outcomes")
    wide, narrow = bonett_price(up, down, n, 1 - alpha), bonett_price(up, down, n, 1 - 2 * alpha)
    if wide is None or narrow is None:
        return _undecided(NotMeasured(method="M33", reason="there is no file", missing={}), margin)
    test = sign_test(down, up)
    verdict = _verdict(test.p_value is not None and test.p_value < alpha, _inside(narrow, margin))
    return Equivalence(
        difference=_rate_difference((up - down) / n, n, wide, SECOND_MINUS_FIRST),
        interval=narrow,
        margin=margin,
        p_equivalence=None,
        p_difference=test.p_value,
        verdict=verdict,
    )


def equivalence_sentence(found: Equivalence) -> str:
    """What must stand beside an equivalence result (M33).

    Example:
        >>> equivalence_sentence(equivalent_paired_rates(0, 0, 0, 0.05))[-50:]
        'equivalence within +/- 0.05 could not be computed.'
    """
    shown = found.verdict in (EquivalenceVerdict.EQUIVALENT, EquivalenceVerdict.SMALL_DIFFERENCE)
    words = "was shown" if shown else "was not shown"
    if found.verdict is EquivalenceVerdict.NOT_COMPUTABLE:
        words = "could not be computed"
    return (
        f"Not finding a difference is not evidence of no difference; equivalence within +/- {found.margin:g} {words}."
    )


def _check(margin: float, alpha: float) -> None:
    if not (margin > 0 and math.isfinite(margin)):
        raise ValueError("a margin is a finite number above 0")
    if not 0 < alpha < 0.5:
        raise ValueError("the level of an equivalence claim lies between 0 and 0.5")


def _undecided(difference: Estimate | NotMeasured, margin: float) -> Equivalence:
    return Equivalence(
        difference=difference,
        interval=None,
        margin=margin,
        p_equivalence=None,
        p_difference=None,
        verdict=EquivalenceVerdict.NOT_COMPUTABLE,
    )


def _rate_difference(value: float, n: int, interval: Interval, direction: str) -> Estimate:
    return Estimate(
        value=value,
        interval=interval,
        n=n,
        missing={},
        unit="difference of shares",
        direction=direction,
        method="M33",
        details={},
    )


def _by_intervals(difference: Estimate, narrow: Interval, margin: float) -> Equivalence:
    wide = difference.interval
    assert wide is not None
    assert wide.low is not None
    assert wide.high is not None
    return Equivalence(
        difference=difference,
        interval=narrow,
        margin=margin,
        p_equivalence=None,
        p_difference=None,
        verdict=_verdict(wide.low > 0 or wide.high < 0, _inside(narrow, margin)),
    )


def _inside(interval: Interval, margin: float) -> bool:
    return interval.low is not None and interval.high is not None and -margin < interval.low <= interval.high < margin


def _verdict(differs: bool, within: bool) -> EquivalenceVerdict:
    if differs:
        return EquivalenceVerdict.SMALL_DIFFERENCE if within else EquivalenceVerdict.DIFFERENCE
    return EquivalenceVerdict.EQUIVALENT if within else EquivalenceVerdict.INCONCLUSIVE
