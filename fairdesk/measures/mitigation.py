"""One variant before and after mitigation, on the same files (methods.md M36)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from fairdesk.domain.results import Estimate, NotMeasured, SignificanceTest
from fairdesk.measures.categories import bowker, mcnemar, stuart_maxwell
from fairdesk.measures.counterfactual import (
    FEW_CHANGED,
    FEW_CHANGED_WARNING,
    consistency,
    mean_shift,
    no_spread_warning,
    sign_test,
)
from fairdesk.measures.intervals import sign_flip_test, summarise_mean
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, Pairs, checked, differences
from fairdesk.measures.power import smallest_detectable_shift
from fairdesk.measures.resampling import Resampling

REDUCED = "reduced"
WORSENED = "worsened"
OVERSHOOT = "overshoot"
SIGN_CHANGED = "sign changed, not distinguishable from zero"
NO_CHANGE = "no change detected"
NOT_MEASURED = "not measured"

NO_FILE = "no file has a valid value in all four arms"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonSettings:
    """How two systems are compared. ``alpha`` is the level at which a status word claims anything.

    ``noise_before`` and ``noise_after`` are standard errors of a shift from run-to-run noise alone (M38), None where
    it was not measured.
    """

    unit: str
    alpha: float
    resampling: Resampling
    noise_before: float | None = None
    noise_after: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeAfter:
    """What happened to one variant's gap (M36). "Significant before, not after" is never compared.

    Attributes:
        change: Shift after minus shift before, per file; negative means that the variant lost ground.
        test: Sign-flip test of the change (B8); the t test is in the change's details.
        consistency_test: Exact McNemar test of "output unchanged" before against after.
        became_consistent: Files whose output changed with the cue before and not after.
        became_inconsistent: The other way round.
        level_before: Mean of the originals before; None when nothing was measured.
        level_after: The same after: a gap can shrink because everybody is rated lower.
        categories: Files by lower / same / higher before (rows) and after (columns).
        bowker_test: Symmetry of that table.
        stuart_maxwell_test: Equal margins of that table.
        status: One of the words of M36.
    """

    shift_before: Estimate | NotMeasured
    shift_after: Estimate | NotMeasured
    change: Estimate | NotMeasured
    test: SignificanceTest
    consistency_before: Estimate | NotMeasured
    consistency_after: Estimate | NotMeasured
    consistency_test: SignificanceTest
    became_consistent: int
    became_inconsistent: int
    level_before: float | None
    level_after: float | None
    categories: tuple[tuple[int, ...], ...]
    bowker_test: SignificanceTest
    stuart_maxwell_test: SignificanceTest
    status: str


def before_after(before: Pairs, after: Pairs, missing: Mapping[str, int], settings: ComparisonSettings) -> BeforeAfter:
    """Compares the effect of one cue under two systems, file by file (M36).

    Args:
        before: Original and variant under the first system. Shapes (n,).
        after: The same files, in the same order, under the second.
        missing: Arm to number of files without a valid value there; a file needs all four arms.
        settings: Unit, level and resampling.

    Returns:
        Every part of the comparison; ``NotMeasured`` parts and the status ``not measured`` without files.

    Source:
        methods.md M36; overshoot: Ganguli et al. 2023, arXiv:2302.07459.

    Example:
        >>> before = Pairs(base=np.array([3.0, 3.0, 4.0]), variant=np.array([2.0, 2.0, 3.0]))
        >>> after = Pairs(base=np.array([3.0, 3.0, 4.0]), variant=np.array([3.0, 3.0, 4.0]))
        >>> settings = ComparisonSettings(unit="points", alpha=0.05, resampling=Resampling(seed=1))
        >>> before_after(before, after, {}, settings).change.value
        1.0
    """
    checked(before.base, before.variant, after.base, after.variant)
    earlier, later = differences(before.base, before.variant), differences(after.base, after.variant)
    held_before, held_after = earlier == 0, later == 0
    gained = int(np.count_nonzero(~held_before & held_after))
    lost = int(np.count_nonzero(held_before & ~held_after))
    table = _categories(earlier, later)
    shift_before = _for_all_arms(mean_shift(before.base, before.variant, missing, settings.unit, settings.noise_before))
    shift_after = _for_all_arms(mean_shift(after.base, after.variant, missing, settings.unit, settings.noise_after))
    change = _change(earlier, later, missing, settings)
    test = sign_flip_test(later - earlier, settings.resampling)
    return BeforeAfter(
        shift_before=shift_before,
        shift_after=shift_after,
        change=change,
        test=replace(test, method="M36"),
        consistency_before=_for_all_arms(consistency(before.base, before.variant, missing)),
        consistency_after=_for_all_arms(consistency(after.base, after.variant, missing)),
        consistency_test=mcnemar(lost, gained),
        became_consistent=gained,
        became_inconsistent=lost,
        level_before=float(before.base.mean()) if earlier.size else None,
        level_after=float(after.base.mean()) if earlier.size else None,
        categories=tuple(tuple(row) for row in table.tolist()),
        bowker_test=bowker(table),
        stuart_maxwell_test=stuart_maxwell(table),
        status=status_words(shift_before, shift_after, change, test, settings.alpha),
    )


def status_words(
    shift_before: Estimate | NotMeasured,
    shift_after: Estimate | NotMeasured,
    change: Estimate | NotMeasured,
    change_test: SignificanceTest,
    alpha: float,
) -> str:
    """The word of M36 for a comparison.

    The t tests decide; where none exists (equal differences) an exact test takes its place.

    Args:
        shift_before: Mean shift under the first system.
        shift_after: Mean shift under the second.
        change: Their difference, file by file.
        change_test: Sign-flip test of that difference.
        alpha: Level of the claim.
    """
    if isinstance(shift_before, NotMeasured) or isinstance(shift_after, NotMeasured) or isinstance(change, NotMeasured):
        return NOT_MEASURED
    before, after = shift_before.value, shift_after.value
    if before * after < 0 and min(abs(before), abs(after)) > EQUAL_WITHIN:
        exact = sign_test(int(shift_after.details["down"]), int(shift_after.details["up"])).p_value
        return OVERSHOOT if _detected(shift_after.details.get("p_t", exact), alpha) else SIGN_CHANGED
    if not _detected(change.details.get("p_t", change_test.p_value), alpha):
        return NO_CHANGE
    return REDUCED if abs(after) < abs(before) else WORSENED


def _detected(p_value: float | None, alpha: float) -> bool:
    return p_value is not None and p_value < alpha


def _for_all_arms(outcome: Estimate | NotMeasured) -> Estimate | NotMeasured:
    """The reason why nothing was measured, in the words of a comparison."""
    return replace(outcome, reason=NO_FILE) if isinstance(outcome, NotMeasured) else outcome


def _change(
    earlier: Floats, later: Floats, missing: Mapping[str, int], settings: ComparisonSettings
) -> Estimate | NotMeasured:
    if earlier.size == 0:
        return NotMeasured(method="M36", reason=NO_FILE, missing=dict(missing))
    moved = differences(earlier, later)
    summary = summarise_mean(moved, least_se=math.hypot(settings.noise_before or 0.0, settings.noise_after or 0.0))
    n_moved = int(np.count_nonzero(moved))
    details = {"n_moved": float(n_moved), **summary.details}
    if summary.se:
        smallest = smallest_detectable_shift(summary.n, summary.se * math.sqrt(summary.n), settings.alpha)
        details |= {} if smallest is None else {"smallest_change": smallest}
    warnings: list[str] = [FEW_CHANGED_WARNING] if n_moved < FEW_CHANGED else []
    if summary.interval is None:
        warnings.append(no_spread_warning(summary.n))
    words = "no direction"
    if abs(summary.mean) > EQUAL_WITHIN:
        words = "variant rated lower than before" if summary.mean < 0 else "variant rated higher than before"
        words += ", relative to its original"
    return Estimate(
        value=summary.mean,
        interval=summary.interval,
        n=summary.n,
        missing=dict(missing),
        unit=settings.unit,
        direction=words,
        method="M36",
        assumptions=("the steps of the scale count as equally far apart",),
        warnings=tuple(warnings),
        details=details,
    )


def _categories(earlier: Floats, later: Floats) -> npt.NDArray[np.int64]:
    table = np.zeros((3, 3), dtype=np.int64)
    np.add.at(table, (np.sign(earlier).astype(np.int64) + 1, np.sign(later).astype(np.int64) + 1), 1)
    return table
