"""A share against a declared target (methods.md M10)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from fairdesk.domain.results import Verdict
from fairdesk.measures.intervals import lower_bound, upper_bound


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetDecision:
    """Whether a share was shown to meet a target.

    Attributes:
        rate: Observed share; None when nothing was observed.
        lower: One-sided 95 percent Clopper-Pearson lower bound; None when nothing was observed.
        upper: One-sided 95 percent Clopper-Pearson upper bound; None when nothing was observed.
        decided_by: Which bound decided, in words.
        smallest_n: Files below which not even a perfect result could show that the target is met; None when no
            number of files could.
    """

    verdict: Verdict
    rate: float | None
    lower: float | None
    upper: float | None
    decided_by: str
    smallest_n: int | None


def share_target(successes: int, n: int, threshold: float, direction: str, level: float = 0.95) -> TargetDecision:
    """Verdict on a share (M10): met only if the bound on the far side lies beyond the target.

    A point value beyond the target with a bound on the wrong side of it is inconclusive.

    Args:
        successes: Files that count, for example consistent ones.
        n: Files that entered.
        threshold: The target, 0 to 1; an internal choice.
        direction: ``at_least`` or ``at_most``.
        level: Of each one-sided bound.

    Raises:
        ValueError: the direction is another word, or the counts are not those of a share.

    Source:
        Clopper and Pearson 1934; methods.md M10.

    Example:
        >>> share_target(370, 400, 0.9, "at_least").verdict.value
        'inconclusive'
    """
    if direction not in ("at_least", "at_most"):
        raise ValueError(f"a target is at_least or at_most, not {direction!r}")
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} of {n} is not a share")
    smallest_n = _smallest_n(threshold, direction, level)
    if n == 0:
        return TargetDecision(
            verdict=Verdict.NOT_COMPUTABLE,
            rate=None,
            lower=None,
            upper=None,
            decided_by="no valid file",
            smallest_n=smallest_n,
        )
    lower, upper = lower_bound(successes, n, level), upper_bound(successes, n, level)
    above, below = lower > threshold, upper < threshold
    met, not_met = (above, below) if direction == "at_least" else (below, above)
    verdict = Verdict.TARGET_MET if met else Verdict.TARGET_NOT_MET if not_met else Verdict.INCONCLUSIVE
    percent = f"{level:.0%}"
    if above:
        decided_by = f"one-sided {percent} lower bound {lower:.4f} above {threshold:g}"
    elif below:
        decided_by = f"one-sided {percent} upper bound {upper:.4f} below {threshold:g}"
    else:
        decided_by = f"{threshold:g} lies between the one-sided {percent} bounds {lower:.4f} and {upper:.4f}"
    return TargetDecision(
        verdict=verdict,
        rate=successes / n,
        lower=lower,
        upper=upper,
        decided_by=decided_by,
        smallest_n=smallest_n,
    )


def _smallest_n(threshold: float, direction: str, level: float) -> int | None:
    """M34, zero failures: the n at which a perfect result first puts its bound beyond the threshold."""
    failing = threshold if direction == "at_least" else 1 - threshold
    if failing >= 1:
        return None
    if failing <= 0:
        return 1
    return math.floor(math.log(1 - level) / math.log(failing)) + 1
