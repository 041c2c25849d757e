"""A disparity of selection rates on the same files, against a target in points or in relative percent (M08, M10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from fairdesk.domain.results import Estimate, Interval, NotMeasured, Verdict
from fairdesk.measures.counterfactual import direction_words
from fairdesk.measures.intervals import bonett_price
from fairdesk.measures.ratios import paired_ratio

LEVEL = 0.90
"""Of the two-sided interval that decides: each of its ends is a one-sided bound of 95 percent, as of every target."""

Selected = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disparity:
    """A disparity and whether it was shown to stay within its target.

    Attributes:
        outcome: In points: rate of the variant minus rate of the original. Relative: the one divided by the other.
            Details: rate_original, rate_variant, disparity (the size that the target is about, 0 or more).
        decided_by: Which interval decided, in words.
    """

    outcome: Estimate | NotMeasured
    verdict: Verdict
    decided_by: str


def disparity_points(base: Selected, variant: Selected, most: float, missing: Mapping[str, int]) -> Disparity:
    """Difference of two selection rates on the same files against at most so many points (M08, M10).

    Args:
        base: Whether each file is selected as the original. Shape (n,).
        variant: The same files as the variant. Shape (n,).
        most: Target, 0 to 1: 0.10 for ten percentage points.
        missing: Arm to number of files without a valid value there.

    Source:
        Bonett and Price 2012, 10.3102/1076998611411915.

    Example:
        >>> base, variant = np.arange(400) < 150, np.arange(400) < 130
        >>> found = disparity_points(base, variant, 0.10, {})
        >>> round(found.outcome.value, 3), found.verdict.value
        (-0.05, 'target met')
    """
    n, up, down = _counts(base, variant)
    wide, narrow = bonett_price(up, down, n), bonett_price(up, down, n, LEVEL)
    if wide is None or narrow is None:
        return _nothing("no file has a valid value in both arms", missing, n)
    value = (up - down) / n
    outcome = _estimate(value, wide, (base, variant), missing)
    outcome = replace(outcome, unit="share of files", direction=direction_words(value))
    outcome = replace(outcome, details={**outcome.details, "disparity": abs(value)})
    return _decided(outcome, narrow, (-most, most))


def disparity_relative(base: Selected, variant: Selected, most: float, missing: Mapping[str, int]) -> Disparity:
    """Ratio of two selection rates on the same files against a lower one of at least 1 - most of the higher (M08, M10).

    Args:
        base, variant, missing: As of ``disparity_points``.
        most: Target, 0 to 1: 0.10 allows ratios from 0.90 to 1 / 0.90.

    Source:
        Bonett and Price 2006, 10.1002/sim.2440.

    Example:
        >>> base, variant = np.arange(400) < 150, np.arange(400) < 130
        >>> found = disparity_relative(base, variant, 0.10, {})
        >>> round(found.outcome.value, 3), found.verdict.value
        (0.867, 'inconclusive')
    """
    n, up, down = _counts(base, variant)
    first, second = int(base.sum()), int(variant.sum())
    if not n:
        return _nothing("no file has a valid value in both arms", missing, n)
    if not first or not second:
        return _nothing("no file is selected on one side, so that the rates have no ratio", missing, n)
    cells = (first - down, down, up, n - first - up)
    outcome = _estimate(second / first, paired_ratio(*cells), (base, variant), missing)
    size = 1 - min(first, second) / max(first, second)
    outcome = replace(outcome, unit="ratio of rates", direction=direction_words(second - first))
    outcome = replace(outcome, details={**outcome.details, "disparity": size})
    narrow = paired_ratio(*cells, LEVEL)
    if narrow is None:
        words = "no file is selected on one side only, so that the ratio has no interval; a target in points has one"
        warned = replace(outcome, warnings=(words,))
        return Disparity(outcome=warned, verdict=Verdict.INCONCLUSIVE, decided_by=words)
    return _decided(outcome, narrow, (1 - most, 1 / (1 - most)))


def _counts(base: Selected, variant: Selected) -> tuple[int, int, int]:
    if base.shape != variant.shape or base.ndim != 1:
        raise ValueError("every array needs one value per file, in the same order of files")
    return base.size, int((variant & ~base).sum()), int((base & ~variant).sum())


def _estimate(
    value: float, interval: Interval | None, sides: tuple[Selected, Selected], missing: Mapping[str, int]
) -> Estimate:
    base, variant = sides
    return Estimate(
        value=value,
        interval=interval,
        n=base.size,
        missing=dict(missing),
        unit="",
        method="M08",
        details={"rate_original": float(base.mean()), "rate_variant": float(variant.mean())},
    )


def _decided(outcome: Estimate, narrow: Interval, allowed: tuple[float, float]) -> Disparity:
    assert narrow.low is not None
    assert narrow.high is not None
    low, high = allowed
    shown = f"the interval of {LEVEL:.0%} from {narrow.low:.4f} to {narrow.high:.4f}"
    room = f"{low:.4g} to {high:.4g}"
    if low < narrow.low and narrow.high < high:
        return Disparity(outcome=outcome, verdict=Verdict.TARGET_MET, decided_by=f"{shown} inside {room}")
    if narrow.high < low or narrow.low > high:
        return Disparity(outcome=outcome, verdict=Verdict.TARGET_NOT_MET, decided_by=f"{shown} outside {room}")
    return Disparity(outcome=outcome, verdict=Verdict.INCONCLUSIVE, decided_by=f"{shown} across an end of {room}")


def _nothing(reason: str, missing: Mapping[str, int], n: int) -> Disparity:
    nothing = NotMeasured(method="M08", reason=reason, n=n, missing=dict(missing))
    return Disparity(outcome=nothing, verdict=Verdict.NOT_COMPUTABLE, decided_by=reason)
