"""Hallucination rates: unsupported claims of all claims, by group (M25)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from fairdesk.domain.results import Estimate, Interval, NotMeasured
from fairdesk.measures.intervals import upper_bound, wilson
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, checked
from fairdesk.measures.ratio_of_sums import (
    FEW_UNITS,
    RatioOfSums,
    difference_interval,
    normal_interval,
    ratio_interval,
    ratio_of_sums,
)
from fairdesk.measures.resampling import Resampling

CLAIMS_SENTENCE = (
    "Support was judged by {judge} against {source}; agreement: {agreement}. That rare groups suffer more is a "
    "hypothesis under test, not an assumption."
)
NO_CLAIM = "no output makes a claim"
FEW_OUTPUTS_WARNING = f"fewer than {FEW_UNITS} outputs in a group: the interval comes from resampling them"

ALIKE_WARNING = "all outputs of one group have the same rate, which adds no width: the interval is too narrow"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Claims:
    """Outputs of one group: unsupported claims and all claims of each. Shapes (n,), whole numbers."""

    unsupported: Floats
    claims: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRates:
    """One group.

    Attributes:
        rate: Unsupported claims of all claims, with its interval by output. Details: se, claims, unsupported,
            outputs_without_claims (those do not enter: they were not shown to be supported).
        with_any: Share of outputs with a claim that hold an unsupported one.
    """

    rate: Estimate | NotMeasured
    with_any: Estimate | NotMeasured


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDisparity:
    """Two groups.

    Attributes:
        difference: Rate of the group minus rate of the comparison. Details: se, normal_low, normal_high.
        ratio: Rate of the group / rate of the comparison.
    """

    group: ClaimRates
    comparison: ClaimRates
    difference: Estimate | NotMeasured
    ratio: Estimate | NotMeasured


def claim_rates(outputs: Claims, resampling: Resampling) -> ClaimRates:
    """Hallucination rate of a group: unsupported claims / all claims, totals over totals (M25).

    0 means that no claim was found unsupported, 1 that none was supported. Claims of one output are not independent:
    standard error and interval are by output.

    Args:
        outputs: Counts of each output. An output without claims does not enter.
        resampling: For the interval of fewer than 30 outputs.

    Raises:
        ValueError: an output has more unsupported claims than claims, or a negative number.

    Source:
        Ji et al. 2023, 10.1145/3571730; Min et al. 2023, 10.18653/v1/2023.emnlp-main.741.

    Example:
        >>> rare = Claims(unsupported=np.array([2.0, 1.0, 0.0, 3.0]), claims=np.array([6.0, 5.0, 4.0, 7.0]))
        >>> found = claim_rates(rare, Resampling(seed=1))
        >>> round(found.rate.value, 7), found.with_any.value
        (0.2727273, 0.75)
    """
    kept = _kept(outputs)
    n_without = int(np.asarray(outputs.claims).size - kept.claims.size)
    lost = {"outputs without claims": n_without}
    found = ratio_of_sums(kept.unsupported, kept.claims)
    if found is None:
        nothing = NotMeasured(method="M25", reason=NO_CLAIM, missing=lost)
        return ClaimRates(rate=nothing, with_any=nothing)
    n_any = int(np.count_nonzero(kept.unsupported))
    interval = _inside(ratio_interval(kept.unsupported, kept.claims, resampling))
    warnings = [FEW_OUTPUTS_WARNING] if found.n < FEW_UNITS else []
    if interval is None:
        warnings.append(_no_interval_words(found.n, n_any))
    rate = Estimate(
        value=found.ratio,
        interval=interval,
        n=found.n,
        missing=lost,
        unit="share of claims",
        method="M25",
        assumptions=("outputs are independent of each other",),
        warnings=tuple(warnings),
        details={
            **({} if found.se is None else {"se": found.se}),
            "claims": float(kept.claims.sum()),
            "unsupported": float(kept.unsupported.sum()),
        },
    )
    with_any = Estimate(
        value=n_any / found.n,
        interval=wilson(n_any, found.n),
        n=found.n,
        missing=lost,
        unit="share of outputs",
        method="M25",
        details={"outputs_with_any": float(n_any)},
    )
    return ClaimRates(rate=rate, with_any=with_any)


def claim_disparity(group: Claims, comparison: Claims, resampling: Resampling) -> ClaimDisparity:
    """Hallucination rates of two groups against each other (M25); the outputs of the groups are different ones.

    Args:
        group: The group in question.
        comparison: The group that it is compared with.
        resampling: For intervals where a group has fewer than 30 outputs.

    Returns:
        The difference from -1 to 1, 0 without a disparity, positive when the group's rate is higher; the ratio from 0,
        1 without a disparity, ``NotMeasured`` when the comparison rate is 0.

    Source:
        As ``claim_rates``.
    """
    one, other = claim_rates(group, resampling), claim_rates(comparison, resampling)
    kept = _kept(group), _kept(comparison)
    first, second = (ratio_of_sums(part.unsupported, part.claims) for part in kept)
    if first is None or second is None:
        nothing = NotMeasured(method="M25", reason=f"{NO_CLAIM} in one of the groups", missing={})
        return ClaimDisparity(group=one, comparison=other, difference=nothing, ratio=nothing)
    ends = tuple((part.unsupported, part.claims) for part in kept)
    interval = difference_interval(ends[0], ends[1], resampling)
    return ClaimDisparity(
        group=one,
        comparison=other,
        difference=_difference(first, second, interval),
        ratio=_ratio(first, second),
    )


def _difference(first: RatioOfSums, second: RatioOfSums, interval: Interval | None) -> Estimate:
    value = first.ratio - second.ratio
    details: dict[str, float] = {}
    if first.se is not None and second.se is not None:
        details["se"] = math.hypot(first.se, second.se)
        normal = normal_interval(value, details["se"])
        if normal is not None and normal.low is not None and normal.high is not None:
            details |= {"normal_low": normal.low, "normal_high": normal.high}
    few = min(first.n, second.n) < FEW_UNITS
    narrow = _narrow(first, second) if interval is not None else ()
    no_interval = "too few outputs, or none of them differs: no interval can be formed"
    return Estimate(
        value=value,
        interval=interval,
        n=first.n + second.n,
        missing={},
        unit="share of claims",
        direction="no direction" if value == 0 else f"{'higher' if value > 0 else 'lower'} for the group",
        method="M25",
        assumptions=("the outputs of the groups are independent of each other",),
        warnings=(*((FEW_OUTPUTS_WARNING,) if few else ()), *narrow, *((no_interval,) if interval is None else ())),
        details=details,
    )


def _ratio(first: RatioOfSums, second: RatioOfSums) -> Estimate | NotMeasured:
    n = first.n + second.n
    if second.ratio == 0:
        reason = "the comparison rate is 0: no ratio to it exists, the difference remains"
        return NotMeasured(method="M25", reason=reason, n=n, missing={})
    interval = None
    if first.ratio > 0 and first.se is not None and second.se is not None:
        log_se = math.hypot(first.se / first.ratio, second.se / second.ratio)
        found = normal_interval(math.log(first.ratio / second.ratio), log_se)
        if found is not None and found.low is not None and found.high is not None:
            interval = Interval(
                low=math.exp(found.low), high=math.exp(found.high), level=0.95, method="log normal, by unit"
            )
    warning = "no interval of the ratio: a rate of 0, too few outputs, or none of them differs"
    return Estimate(
        value=first.ratio / second.ratio,
        interval=interval,
        n=n,
        missing={},
        unit="ratio",
        method="M25",
        warnings=_narrow(first, second) if interval is not None else (warning,),
        details={},
    )


def _narrow(first: RatioOfSums, second: RatioOfSums) -> tuple[str, ...]:
    """What to warn of when only one of the groups shows any spread."""
    return (ALIKE_WARNING,) if min(first.se or 0.0, second.se or 0.0) <= EQUAL_WITHIN else ()


def _kept(outputs: Claims) -> Claims:
    unsupported, claims = checked(outputs.unsupported, outputs.claims)
    if (unsupported < 0).any() or (unsupported > claims).any():
        raise ValueError("an output has from 0 to all of its claims unsupported")
    some = claims > 0
    return Claims(unsupported=unsupported[some], claims=claims[some])


def _inside(interval: Interval | None) -> Interval | None:
    if interval is None or interval.low is None or interval.high is None:
        return interval
    low, high = max(0.0, interval.low), min(1.0, interval.high)
    return Interval(low=low, high=high, level=interval.level, method=interval.method)


def _no_interval_words(n: int, n_any: int) -> str:
    if n_any == 0:
        bound = upper_bound(0, n)
        return f"no unsupported claim in {n} outputs: consistent with up to {bound:.3g} of outputs holding one"
    return "one output, or all with the same rate: no interval can be formed"
