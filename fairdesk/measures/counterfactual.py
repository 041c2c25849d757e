"""One variant against the originals of the same files (methods.md M01 to M05).

A measure never stands alone: consistency is read with the direction, both with the noise floor.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy import stats

from fairdesk.domain.results import Estimate, NotMeasured, SignificanceTest
from fairdesk.measures.intervals import (
    bonett_price,
    bootstrap_mean,
    clopper_pearson,
    share_bounds,
    summarise_mean,
    wilson,
)
from fairdesk.measures.lattice import lattice
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, differences, lost_files
from fairdesk.measures.resampling import Resampling

FEW_CHANGED = 20
"""Below this many changed files the t interval does not hold its level (methods.md B5)."""

FEW_CHANGED_WARNING = (
    "fewer than 20 files changed: the t interval does not hold its level; read the net direction and the exact test"
)
ALL_EQUAL_WARNING = "all values are equal: neither an interval nor a t test can be formed from them"
ONE_FILE_WARNING = "one file: no interval can be formed"
NO_PAIR = "no file has a valid value in both arms"


def no_spread_warning(n: int) -> str:
    """Why a mean of n values has no interval."""
    return ONE_FILE_WARNING if n < 2 else ALL_EQUAL_WARNING


def direction_words(value: float) -> str:
    """What the sign of a difference means.

    Example:
        >>> direction_words(-0.045)
        'lower for the variant'
    """
    if abs(value) <= EQUAL_WITHIN:
        return "no direction"
    return "lower for the variant" if value < 0 else "higher for the variant"


def consistency(base: Floats, variant: Floats, missing: Mapping[str, int]) -> Estimate | NotMeasured:
    """Counterfactual consistency: share of files whose output did not change (M01).

    1 means that no output changed; it says nothing about whether the outputs are right. Run-to-run noise lowers
    it, and a high value can hide a directional bias.

    Args:
        base: Quantity f(x) of the originals. Shape (n,), finite.
        variant: Quantity f(x') of the same files with the cue, same order. Shape (n,).
        missing: Arm to number of files without a valid value there.

    Returns:
        Share from 0 to 1 with its Wilson interval. Details: n_consistent, clopper_low, clopper_high, and
        bounds_low, bounds_high, between which the share lies whatever the missing files would have shown (B9).

    Raises:
        ValueError: shapes differ or a value is not finite (a fault of the caller).

    Source:
        Garg et al. 2019, 10.1145/3306618.3317950; Liang et al. 2023, arXiv:2211.09110.

    Example:
        >>> found = consistency(np.array([3.0, 4.0, 3.0]), np.array([3.0, 4.0, 2.0]), {})
        >>> round(found.value, 7), found.details["n_consistent"]
        (0.6666667, 2.0)
    """
    change = differences(base, variant)
    if change.size == 0:
        return NotMeasured(method="M01", reason=NO_PAIR, missing=dict(missing))
    n = int(change.size)
    n_consistent = n - int(np.count_nonzero(change))
    lost = lost_files(missing)
    exact = clopper_pearson(n_consistent, n)
    bounds = share_bounds(n_consistent, n, lost)
    assert exact is not None
    assert bounds is not None
    warnings: tuple[str, ...] = ()
    if lost > 0.02 * (n + lost):
        warnings = (
            f"{lost} of {n + lost} files are missing: the share lies between {bounds[0]:.3f} and {bounds[1]:.3f}",
        )
    return Estimate(
        value=n_consistent / n,
        interval=wilson(n_consistent, n),
        n=n,
        missing=dict(missing),
        unit="share of files",
        method="M01",
        warnings=warnings,
        details={
            "n_consistent": float(n_consistent),
            "clopper_low": exact.low or 0.0,
            "clopper_high": exact.high or 0.0,
            "bounds_low": bounds[0],
            "bounds_high": bounds[1],
        },
    )


def cf_gap(
    base: Floats, variant: Floats, missing: Mapping[str, int], unit: str, resampling: Resampling
) -> Estimate | NotMeasured:
    """Counterfactual token fairness gap of one variant: mean of |f(x) - f(x')| over files (M02).

    0 means that no output changed. It has no direction and includes the random variation of the model.

    Args:
        base: Quantity of the originals. Shape (n,), in ``unit``, finite.
        variant: Quantity of the same files with the cue. Shape (n,).
        missing: Arm to number of files without a valid value there.
        unit: Unit of the quantity.
        resampling: Seed and size of the bootstrap over files (B6).

    Returns:
        0 or more, with the BCa interval of the bootstrap; no interval when all gaps are equal.
        Details: n_changed, largest.

    Source:
        Garg et al. 2019, 10.1145/3306618.3317950.

    Example:
        >>> cf_gap(np.array([3.0, 4.0]), np.array([3.0, 2.0]), {}, "points", Resampling(seed=1)).value
        1.0
    """
    gaps = np.abs(differences(base, variant))
    if gaps.size == 0:
        return NotMeasured(method="M02", reason=NO_PAIR, missing=dict(missing))
    interval = bootstrap_mean(gaps, resampling)
    return Estimate(
        value=float(gaps.mean()),
        interval=interval,
        n=int(gaps.size),
        missing=dict(missing),
        unit=unit,
        method="M02",
        warnings=() if interval is not None else (no_spread_warning(int(gaps.size)),),
        details={"n_changed": float(np.count_nonzero(gaps)), "largest": float(gaps.max())},
    )


def mean_shift(
    base: Floats, variant: Floats, missing: Mapping[str, int], unit: str, noise_se: float | None = None
) -> Estimate | NotMeasured:
    """Signed mean shift: average of f(x') - f(x) over files (M03).

    0 means no consistent direction, not that nothing changed; negative means that the variant was rated lower.

    Args:
        base: Quantity of the originals. Shape (n,), in ``unit``, finite.
        variant: Quantity of the same files with the cue. Shape (n,).
        missing: Arm to number of files without a valid value there.
        unit: Unit of the quantity.
        noise_se: Standard error that run-to-run noise alone would cause (M38); the standard error is never taken
            below it. None when the noise was not measured.

    Returns:
        Shift with its t interval. Details: down, up, unchanged; se, t, p_t where they exist; with a noise
        standard error also noise_se, and se_observed, p_t_observed of the files alone.

    Source:
        methods.md M03; textbook chapter, table 9.

    Example:
        >>> change = np.repeat([-2.0, -1.0, 0.0, 1.0, 2.0], [4, 30, 348, 16, 2])
        >>> mean_shift(np.zeros(400), change, {}, "points").value
        -0.045
    """
    change = differences(base, variant)
    if change.size == 0:
        return NotMeasured(method="M03", reason=NO_PAIR, missing=dict(missing))
    summary = summarise_mean(change, least_se=noise_se)
    down, up = int(np.count_nonzero(change < 0)), int(np.count_nonzero(change > 0))
    details = {"down": float(down), "up": float(up), "unchanged": float(summary.n - down - up), **summary.details}
    if noise_se is not None:
        alone = summarise_mean(change)
        details["noise_se"] = noise_se
        details |= {} if alone.se is None else {"se_observed": alone.se}
        details |= {} if alone.p_value is None else {"p_t_observed": alone.p_value}
    warnings: list[str] = []
    if down + up < FEW_CHANGED:
        warnings.append(FEW_CHANGED_WARNING)
    if summary.interval is None:
        warnings.append(no_spread_warning(summary.n))
    return Estimate(
        value=summary.mean,
        interval=summary.interval,
        n=summary.n,
        missing=dict(missing),
        unit=unit,
        direction=direction_words(summary.mean),
        method="M03",
        assumptions=("the steps of the scale count as equally far apart",),
        warnings=tuple(warnings),
        details=details,
    )


def direction(base: Floats, variant: Floats, missing: Mapping[str, int]) -> Estimate | NotMeasured:
    """Net direction: (files rated higher - files rated lower) / files (M03).

    From -1 (every file lower) to 1; 0 when as many rose as fell. It does not need equal steps of the scale.

    Args:
        base: Quantity of the originals. Shape (n,), finite.
        variant: Quantity of the same files with the cue. Shape (n,).
        missing: Arm to number of files without a valid value there.

    Returns:
        Net share with its Bonett-Price interval (B2). Details: down, up, unchanged.

    Example:
        >>> direction(np.array([3.0, 3.0, 3.0, 3.0]), np.array([3.0, 2.0, 2.0, 4.0]), {}).value
        -0.25
    """
    change = differences(base, variant)
    n = int(change.size)
    if n == 0:
        return NotMeasured(method="M03", reason=NO_PAIR, missing=dict(missing))
    down, up = int(np.count_nonzero(change < 0)), int(np.count_nonzero(change > 0))
    return Estimate(
        value=(up - down) / n,
        interval=bonett_price(up, down, n),
        n=n,
        missing=dict(missing),
        unit="share of files",
        direction=direction_words((up - down) / n),
        method="M03",
        details={"down": float(down), "up": float(up), "unchanged": float(n - down - up)},
    )


def sign_test(down: int, up: int) -> SignificanceTest:
    """Exact two-sided sign test of the changed files (M05): direction only, not size.

    p = min(1, 2 P(Bin(down + up, 1/2) <= min(down, up))). With m changed files the smallest possible p is 2^(1-m).

    Args:
        down: Files rated lower as variant.
        up: Files rated higher as variant.

    Returns:
        A test without p-value and with the reason when no file changed.

    Example:
        >>> round(sign_test(34, 18).p_value, 6)
        0.036483
    """
    if down + up == 0:
        reason = "no file changed, so there is no direction to test"
        return SignificanceTest(name="exact sign test", method="M05", p_value=None, reason=reason)
    p_value = min(1.0, 2 * float(stats.binom.cdf(min(down, up), down + up, 0.5)))
    return SignificanceTest(name="exact sign test", method="M05", p_value=p_value)


def share_down(down: int, up: int) -> Estimate | NotMeasured:
    """Share of the changed files that were rated lower, with its Clopper-Pearson interval (M05).

    Example:
        >>> round(share_down(34, 18).interval.low, 7)
        0.5091439
    """
    n = down + up
    if n == 0:
        return NotMeasured(method="M05", reason="no file changed", missing={})
    return Estimate(
        value=down / n,
        interval=clopper_pearson(down, n),
        n=n,
        missing={},
        unit="share of changed files",
        method="M05",
        details={"down": float(down), "up": float(up)},
    )


def tolerance_violations(
    base: Floats, variant: Floats, epsilon: float, missing: Mapping[str, int], unit: str
) -> Estimate | NotMeasured:
    """Share of files that moved by more than a tolerance (M04); with tolerance 0 it is 1 - consistency.

    Args:
        base: Quantity of the originals. Shape (n,), in ``unit``, finite.
        variant: Quantity of the same files with the cue. Shape (n,).
        epsilon: Largest change that counts as none, in ``unit``, 0 or more; a choice of the auditor.
        missing: Arm to number of files without a valid value there.
        unit: Unit of the quantity, for the words of the assumption.

    Returns:
        Share from 0 to 1 with its Wilson interval. Details: violations, epsilon, largest_change (with its sign)
        and largest_position, the place of that file in the arrays, counted from 0.

    Source:
        Garg et al. 2019, 10.1145/3306618.3317950.

    Example:
        >>> found = tolerance_violations(np.array([3.0, 2.0, 4.0]), np.array([3.1, 2.25, 4.0]), 0.1, {}, "points")
        >>> found.details["violations"], found.details["largest_change"]
        (1.0, 0.25)
    """
    if not epsilon >= 0:
        raise ValueError("a tolerance is 0 or more")
    change = differences(base, variant)
    n = int(change.size)
    if n == 0:
        return NotMeasured(method="M04", reason=NO_PAIR, missing=dict(missing))
    sizes = np.abs(change)
    violations = int(np.count_nonzero(sizes > epsilon + EQUAL_WITHIN))
    largest = int(np.argmax(sizes))
    return Estimate(
        value=violations / n,
        interval=wilson(violations, n),
        n=n,
        missing=dict(missing),
        unit="share of files",
        method="M04",
        assumptions=(f"a change of up to {epsilon:g} {unit} counts as none; this is a choice of the auditor",),
        details={
            "violations": float(violations),
            "epsilon": float(epsilon),
            "largest_change": float(change[largest]),
            "largest_position": float(largest),
        },
    )


def change_counts(base: Floats, variant: Floats) -> dict[int, int]:
    """How many files moved by how many points, for whole-number changes; empty when some change is not whole.

    Steps between the lowest and the highest change are all there, with 0 where no file made them.

    Example:
        >>> change_counts(np.array([3.0, 3.0, 3.0]), np.array([3.0, 1.0, 3.0]))
        {-2: 1, -1: 0, 0: 2}
    """
    grid = lattice(differences(base, variant))
    if grid is None or grid.scale != 1:
        return {}
    counted = dict(zip(grid.steps.tolist(), grid.counts.tolist(), strict=True))
    return {step: counted.get(step, 0) for step in range(int(grid.steps[0]), int(grid.steps[-1]) + 1)}
