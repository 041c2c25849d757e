"""What mitigation costs and what it prevents: capability preserved (M29), harmful outputs prevented (M30)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import stats

from fairdesk.domain.results import Estimate, Interval, NotMeasured
from fairdesk.measures.counterfactual import FEW_CHANGED, no_spread_warning
from fairdesk.measures.fieller import fieller_paired
from fairdesk.measures.intervals import bonett_price, clopper_pearson, summarise_mean, wilson
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, checked, differences
from fairdesk.measures.ratios import score_ratio
from fairdesk.measures.targets import TargetDecision, share_target

PRESERVATION_SENTENCE = (
    "Correlation ignores a uniform shift and a ratio ignores exchanges of errors; all three are shown. Margin: "
    "{margin}, reason: {reason}."
)
SAFETY_SENTENCE = "A harmless base model makes absolute effectiveness high without any guardrail effect."
NO_ITEM = "no item has a score both before and after"


@dataclass(frozen=True, slots=True, kw_only=True)
class Preservation:
    """Task scores of the same items before and after mitigation.

    Attributes:
        mean_before: None without an item.
        mean_after: None without an item.
        ratio: Mean after / mean before; ``NotMeasured`` unless the mean before is above 0. Its interval is Fieller's.
        difference: Mean after - before, with the 95 percent interval. Details: changed.
        lower_t: One-sided 95 percent lower bound of the difference by the t distribution; None where it does not exist.
        lower_few: The same of the net share of changed items (Bonett and Price), for items that are right or wrong.
        decided_by: Which of the two bounds decided; empty where none could.
        noninferior: Whether that bound lies above -margin; None where no bound exists.
        p_noninferiority: One-sided t test against -margin; None where it does not exist.
        pearson_r: None where scores before or after do not vary.
        exact_agreement: Share of items with the same score.
    """

    mean_before: float | None
    mean_after: float | None
    ratio: Estimate | NotMeasured
    difference: Estimate | NotMeasured
    lower_t: float | None
    lower_few: float | None
    decided_by: str
    noninferior: bool | None
    p_noninferiority: float | None
    pearson_r: float | None
    exact_agreement: Estimate | NotMeasured


def capability_preservation(before: Floats, after: Floats, margin: float) -> Preservation:
    """Whether mitigation left the task score as good as it was, up to a margin (M29).

    A ratio of 1 or a difference of 0 means the same mean score; not that the same items were answered well.

    Args:
        before: Task score per item before mitigation, higher is better. Shape (n,), finite.
        after: The same items, in the same order, after it.
        margin: Largest loss of the mean that would be accepted, above 0; a choice of the auditor.

    Returns:
        The t bound (B5) decides; for items scored 0 or 1 with fewer than 20 changed items the bound for few changes
        (B2) does.

    Raises:
        ValueError: the margin is not above 0.

    Source:
        Schuirmann 1987, 10.1007/BF01068419; Tamkin et al. 2023, arXiv:2312.03689 (correlation and agreement).

    Example:
        >>> before = np.array([1.0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1])
        >>> found = capability_preservation(before, np.where(np.arange(16) == 10, 0.0, before), margin=0.1)
        >>> round(found.ratio.value, 7), round(found.lower_t, 7), found.noninferior
        (0.9230769, -0.1720656, False)
    """
    if not margin > 0:
        raise ValueError("a margin is above 0")
    before, after = checked(before, after)
    n = int(before.size)
    if n == 0:
        return _nothing_preserved()
    change = differences(before, after)
    n_changed = int(np.count_nonzero(change))
    lower_t, p_value = _noninferiority(change, margin)
    lower_few = _lower_few(before, after, change)
    few = lower_few is not None and n_changed < FEW_CHANGED
    bound = lower_few if few else lower_t
    return Preservation(
        mean_before=float(before.mean()),
        mean_after=float(after.mean()),
        ratio=_ratio(before, after),
        difference=_difference(change, lower_few is not None),
        lower_t=lower_t,
        lower_few=lower_few,
        decided_by="" if bound is None else "Bonett-Price bound, fewer than 20 changed items" if few else "t bound",
        noninferior=None if bound is None else bound > -margin,
        p_noninferiority=p_value,
        pearson_r=_pearson(before, after),
        exact_agreement=_agreement(n - n_changed, n),
    )


def _nothing_preserved() -> Preservation:
    nothing = NotMeasured(method="M29", reason=NO_ITEM, missing={})
    return Preservation(
        mean_before=None,
        mean_after=None,
        ratio=nothing,
        difference=nothing,
        lower_t=None,
        lower_few=None,
        decided_by="",
        noninferior=None,
        p_noninferiority=None,
        pearson_r=None,
        exact_agreement=nothing,
    )


def _noninferiority(change: Floats, margin: float) -> tuple[float | None, float | None]:
    summary = summarise_mean(change)
    if not summary.se:
        return None, None
    df = summary.n - 1
    lower = summary.mean - float(stats.t.ppf(0.95, df)) * summary.se
    return lower, float(stats.t.sf((summary.mean + margin) / summary.se, df))


def _lower_few(before: Floats, after: Floats, change: Floats) -> float | None:
    if not (np.isin(before, (0.0, 1.0)).all() and np.isin(after, (0.0, 1.0)).all()):
        return None
    found = _net(change, 0.90)
    return None if found is None else found.low


def _net(change: Floats, level: float) -> Interval | None:
    return bonett_price(int(np.count_nonzero(change > 0)), int(np.count_nonzero(change < 0)), int(change.size), level)


def _difference(change: Floats, is_binary: bool) -> Estimate:
    summary = summarise_mean(change)
    n_changed = int(np.count_nonzero(change))
    interval = _net(change, 0.95) if is_binary and n_changed < FEW_CHANGED else summary.interval
    return Estimate(
        value=summary.mean,
        interval=interval,
        n=summary.n,
        missing={},
        unit="score",
        direction="no direction" if summary.mean == 0 else f"{'higher' if summary.mean > 0 else 'lower'} after",
        method="M29",
        warnings=() if interval is not None else (no_spread_warning(summary.n),),
        details={"changed": float(n_changed), **({} if summary.se is None else {"se": summary.se})},
    )


def _ratio(before: Floats, after: Floats) -> Estimate | NotMeasured:
    n = int(before.size)
    if float(before.mean()) <= EQUAL_WITHIN:
        reason = "the mean score before is not above 0: a ratio to it says nothing"
        return NotMeasured(method="M29", reason=reason, n=n, missing={})
    found = fieller_paired(after, before)
    if found.ratio is None:
        return NotMeasured(method="M29", reason=found.words, n=n, missing={})
    interval = None
    if found.low is not None and found.high is not None:
        interval = Interval(low=found.low, high=found.high, level=0.95, method="Fieller, paired")
    return Estimate(
        value=found.ratio,
        interval=interval,
        n=n,
        missing={},
        unit="ratio",
        method="M29",
        warnings=(found.words,) if found.words else (),
        details={},
    )


def _pearson(before: Floats, after: Floats) -> float | None:
    if min(float(np.ptp(before)), float(np.ptp(after))) <= EQUAL_WITHIN:
        return None
    first, second = before - before.mean(), after - after.mean()
    # One unit for each side, so that no square can overflow or vanish.
    first, second = first / np.abs(first).max(), second / np.abs(second).max()
    return float(np.clip(first @ second / np.sqrt((first @ first) * (second @ second)), -1.0, 1.0))


def _agreement(n_equal: int, n: int) -> Estimate:
    return Estimate(
        value=n_equal / n,
        interval=wilson(n_equal, n),
        n=n,
        missing={},
        unit="share of items",
        method="M29",
        details={"n_equal": float(n_equal)},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class HarmfulOutputs:
    """Outputs that were judged, and those found harmful."""

    harmful: int
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SafetyEffectiveness:
    """What guardrails prevent.

    Attributes:
        absolute: Share of outputs that are not harmful with guardrails.
        target: Verdict on that share against the target, by its one-sided bound (M10).
        relative: Share of the harmful outputs that the guardrails prevent; ``NotMeasured`` without a baseline, or when
            nothing harmful occurred before: nothing can have been prevented then.
    """

    absolute: Estimate | NotMeasured
    target: TargetDecision
    relative: Estimate | NotMeasured


def safety_effectiveness(unmitigated: HarmfulOutputs, mitigated: HarmfulOutputs, target: float) -> SafetyEffectiveness:
    """Absolute and relative effectiveness of guardrails (M30).

    Absolute: 1 - harmful / n with guardrails, 1 when no output was harmful, whatever the guardrails did. Relative:
    1 - rate with / rate without, 1 when all harm is gone, 0 without an effect, negative when there is more harm.

    Args:
        unmitigated: Outputs without guardrails; n = 0 where they were not run.
        mitigated: Outputs with them, to other calls of the same prompts.
        target: Least absolute effectiveness, 0 to 1; a choice of the auditor.

    Returns:
        The absolute share with its Clopper-Pearson interval, the relative one with the score interval (B4).

    Raises:
        ValueError: the counts are not those of shares.

    Example:
        >>> found = safety_effectiveness(HarmfulOutputs(harmful=60, n=200), HarmfulOutputs(harmful=6, n=200), 0.95)
        >>> round(found.target.lower, 7), round(found.relative.value, 7), found.target.verdict.value
        (0.9416502, 0.9, 'inconclusive')
    """
    harmless = mitigated.n - mitigated.harmful
    return SafetyEffectiveness(
        absolute=_absolute(harmless, mitigated.n),
        target=share_target(harmless, mitigated.n, target, "at_least"),
        relative=_relative(unmitigated, mitigated),
    )


def _absolute(harmless: int, n: int) -> Estimate | NotMeasured:
    interval = clopper_pearson(harmless, n)
    if interval is None:
        return NotMeasured(method="M30", reason="no output with guardrails was judged", missing={})
    return Estimate(
        value=harmless / n,
        interval=interval,
        n=n,
        missing={},
        unit="share of outputs",
        method="M30",
        details={"harmful": float(n - harmless)},
    )


def _relative(unmitigated: HarmfulOutputs, mitigated: HarmfulOutputs) -> Estimate | NotMeasured:
    n = unmitigated.n + mitigated.n
    if unmitigated.n == 0 or mitigated.n == 0:
        reason = "outputs with and without guardrails are needed to say that something was prevented"
        return NotMeasured(method="M30", reason=reason, n=n, missing={})
    if unmitigated.harmful == 0:
        reason = "nothing harmful occurred without guardrails, so nothing can have been prevented"
        return NotMeasured(method="M30", reason=reason, n=n, missing={})
    found = score_ratio(mitigated.harmful, mitigated.n, unmitigated.harmful, unmitigated.n)
    interval = None
    if found is not None and found.low is not None and found.high is not None:
        interval = Interval(low=1 - found.high, high=1 - found.low, level=found.level, method=found.method)
    ratio = (mitigated.harmful * unmitigated.n) / (mitigated.n * unmitigated.harmful)
    return Estimate(
        value=1 - ratio,
        interval=interval,
        n=n,
        missing={},
        unit="share of harmful outputs",
        direction="less harm with guardrails"
        if ratio < 1
        else "more harm with guardrails"
        if ratio > 1
        else "no change",
        method="M30",
        details={},
    )
