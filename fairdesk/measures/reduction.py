"""By how much a signed bias score shrank, and when no percentage can be said (M31)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fairdesk.domain.results import Estimate, Interval, NotMeasured
from fairdesk.measures.fieller import fieller_paired
from fairdesk.measures.intervals import bonett_price, summarise_mean
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, checked

REDUCTION_SENTENCE = (
    "Percentages of small baselines are unstable; before and after values: {before}, {after}. Below 0 there is more "
    "stereotyping than before; above 100 percent it turned round, which is overshoot and no success."
)
NO_ITEM = "no item has a score both before and after"


@dataclass(frozen=True, slots=True, kw_only=True)
class StereotypeReduction:
    """Scores of the same items before and after.

    Attributes:
        before: Mean score before, with the interval that decides whether a percentage can be reported.
        after: Mean score after.
        reportable: Whether the interval before excludes 0; None without an item.
        overshoot: Whether the mean has the opposite sign after; None without an item. Never a success.
        signed: 1 - after/before, with Fieller's interval; ``NotMeasured`` when it is not reportable.
        unsigned: 1 - |after|/|before|, a secondary value: it hides which side the score is on.
    """

    before: Estimate | NotMeasured
    after: Estimate | NotMeasured
    reportable: bool | None
    overshoot: bool | None
    signed: Estimate | NotMeasured
    unsigned: Estimate | NotMeasured


def stereotype_reduction(before: Floats, after: Floats) -> StereotypeReduction:
    """Signed reduction of a bias score on the same items (M31).

    1 means that the mean score is 0 after, 0 that it did not change, negative that it grew, above 1 that it turned
    round.

    Args:
        before: Signed bias score per item (+1 stereotypical, -1 the opposite, 0 neither, or any signed score). Shape
            (n,), finite.
        after: The same items, in the same order.

    Source:
        Fieller 1954, 10.1111/j.2517-6161.1954.tb00159.x.

    Example:
        >>> before = np.array([1.0, 1, 0, 1, 1, -1, 1, 0, 1, 1, 1, 0])
        >>> found = stereotype_reduction(before, np.array([0.0, 1, 0, 0, 0, -1, 1, 0, 0, 0, 0, 0]))
        >>> round(found.signed.value, 7), round(found.signed.interval.low, 7), found.overshoot
        (0.8571429, 0.4206251, False)
    """
    before, after = checked(before, after)
    n = int(before.size)
    if n == 0:
        nothing = NotMeasured(method="M31", reason=NO_ITEM, missing={})
        return StereotypeReduction(
            before=nothing, after=nothing, reportable=None, overshoot=None, signed=nothing, unsigned=nothing
        )
    score_before, score_after = _mean(before), _mean(after)
    baseline = score_before.interval
    reportable = False
    if baseline is not None and baseline.low is not None and baseline.high is not None:
        reportable = not baseline.low <= 0 <= baseline.high
    opposite = score_before.value < 0 < score_after.value or score_after.value < 0 < score_before.value
    overshoot = opposite and min(abs(score_before.value), abs(score_after.value)) > EQUAL_WITHIN
    signed, unsigned = _reductions(before, after) if reportable else _not_reportable(n, baseline)
    return StereotypeReduction(
        before=score_before,
        after=score_after,
        reportable=reportable,
        overshoot=overshoot,
        signed=signed,
        unsigned=unsigned,
    )


def _mean(values: Floats) -> Estimate:
    summary = summarise_mean(values)
    interval, warnings = summary.interval, []
    if interval is None and np.isin(values, (-1.0, 0.0, 1.0)).all():
        # Equal scores of -1, 0 or 1 have no t interval, but their net share has one that holds its level.
        n_up, n_down = int(np.count_nonzero(values > 0)), int(np.count_nonzero(values < 0))
        interval = bonett_price(n_up, n_down, summary.n)
    if interval is None:
        warnings.append("one item, or all with one score: no interval can be formed")
    return Estimate(
        value=summary.mean,
        interval=interval,
        n=summary.n,
        missing={},
        unit="score",
        method="M31",
        warnings=tuple(warnings),
        details={} if summary.se is None else {"se": summary.se},
    )


def _not_reportable(n: int, baseline: Interval | None) -> tuple[NotMeasured, NotMeasured]:
    if baseline is None:
        reason = "the baseline has no interval, so nothing shows that it differs from 0: no percentage is reported"
    else:
        reason = "the interval of the baseline covers 0: a percentage of it is not reportable"
    nothing = NotMeasured(method="M31", reason=reason, n=n, missing={})
    return nothing, nothing


def _reductions(before: Floats, after: Floats) -> tuple[Estimate | NotMeasured, Estimate | NotMeasured]:
    found = fieller_paired(after, before)
    n = int(before.size)
    if found.ratio is None:
        nothing = NotMeasured(method="M31", reason=found.words or "the baseline is 0", n=n, missing={})
        return nothing, nothing
    interval = None
    if found.low is not None and found.high is not None:
        interval = Interval(low=1 - found.high, high=1 - found.low, level=0.95, method="Fieller, paired")
    value = 1 - found.ratio
    if value > 1 + EQUAL_WITHIN:
        direction = "overshoot: the score turned round"
    elif value < -EQUAL_WITHIN:
        direction = "larger bias score than before"
    else:
        direction = "smaller bias score than before" if value > EQUAL_WITHIN else "no change"
    signed = Estimate(
        value=value,
        interval=interval,
        n=n,
        missing={},
        unit="share of the baseline",
        direction=direction,
        method="M31",
        warnings=(found.words,) if found.words else (),
        details={},
    )
    unsigned = Estimate(
        value=1 - abs(found.ratio),
        interval=None,
        n=n,
        missing={},
        unit="share of the baseline",
        method="M31",
        warnings=("secondary: without a sign it hides overshoot; the interval is that of the signed reduction",),
        details={},
    )
    return signed, unsigned
