"""Several pairs per file: statistics pooled over them, with files as what is resampled (B6, B7, M01, M02, M09).

A pooled statistic is a ratio of two sums over files, so a resample needs the sums of each file and never its rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.counterfactual import direction_words
from fairdesk.measures.pairs import Floats, differences
from fairdesk.measures.ratio_of_sums import bootstrap_ratio, ratio_of_sums
from fairdesk.measures.resampling import Resampling

NO_PAIR = "no file has a valid value in both arms"
ALL_ALIKE_WARNING = "all files are alike: no interval can be formed from them"
ONE_FILE_WARNING = "one file: no interval can be formed"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FilePairs:
    """Valid pairs of several variants, one after the other.

    Attributes:
        file: Number of the file that each pair belongs to, 0 to ``n_files`` - 1. Shape (n,).
        base: Quantity of the original. Shape (n,), finite.
        variant: Quantity of the variant. Shape (n,), finite.
        n_files: Files that were planned; those without a pair do not enter.
    """

    file: npt.NDArray[np.int64]
    base: Floats
    variant: Floats
    n_files: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PooledPoints:
    """The same as ``PooledEffects`` without intervals, in one pass; None where there is no pair."""

    consistency: float | None
    cf_gap: float | None
    pair_gap: float | None
    shift: float | None
    down: int
    up: int
    n_files: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PooledEffects:
    """What all variants of the files show together. Variants of one file are correlated; the unit is the file.

    Attributes:
        consistency: Share of pairs with equal outputs (M01).
        cf_gap: Mean over files of the mean |difference| of their pairs (M02).
        pair_gap: Mean |difference| over pairs, another number when files have unequal numbers of variants.
        shift: Mean difference over pairs (M03).
        down: Pairs rated lower as variant.
        up: Pairs rated higher as variant.
        n_pairs: Valid pairs.
        largest: Largest |difference|; None without a pair.
    """

    consistency: Estimate | NotMeasured
    cf_gap: Estimate | NotMeasured
    pair_gap: Estimate | NotMeasured
    shift: Estimate | NotMeasured
    down: int
    up: int
    n_pairs: int
    largest: float | None


def pooled_points(pairs: FilePairs) -> PooledPoints:
    """Consistency, gaps, shift and sign counts of all pairs (M01, M02, M03, M05), for screens that follow a run.

    Example:
        >>> file = np.array([0, 1, 1, 1])
        >>> pairs = FilePairs(file=file, base=np.array([5.0, 3, 3, 3]), variant=np.array([3.0, 3, 4, 3]), n_files=2)
        >>> found = pooled_points(pairs)
        >>> found.consistency, found.pair_gap, found.down, found.up, found.n_files
        (0.5, 0.75, 1, 1, 2)
    """
    change = differences(pairs.base, pairs.variant)
    sizes = np.abs(change)
    wholes, gaps = _sums_by_file(pairs, None), _sums_by_file(pairs, sizes)
    used = wholes > 0
    n = int(change.size)
    down, up = int(np.count_nonzero(change < 0)), int(np.count_nonzero(change > 0))
    return PooledPoints(
        consistency=(n - down - up) / n if n else None,
        cf_gap=float((gaps[used] / wholes[used]).mean()) if n else None,
        pair_gap=float(sizes.mean()) if n else None,
        shift=float(change.mean()) if n else None,
        down=down,
        up=up,
        n_files=int(np.count_nonzero(used)),
    )


def pooled_effects(pairs: FilePairs, missing: Mapping[str, int], unit: str, resampling: Resampling) -> PooledEffects:
    """Consistency, gaps and shift pooled over several variants, with intervals from resampling files (M01, M02, M03).

    Args:
        pairs: All valid pairs.
        missing: Arm to number of files without a valid value there.
        unit: Unit of the quantity.
        resampling: Seed and number of resamples.

    Returns:
        Estimates over files. Details: n_pairs; se, the standard error by file (B7), where it exists. No pooled sign
        test: pairs of one file are not independent.

    Raises:
        ValueError: shapes differ, a value is not finite, or a file's number is out of range.

    Source:
        Garg et al. 2019, 10.1145/3306618.3317950; Efron 1987, 10.1080/01621459.1987.10478410.

    Example:
        >>> file = np.array([0, 1, 1, 1])
        >>> pairs = FilePairs(file=file, base=np.array([5.0, 3, 3, 3]), variant=np.array([3.0, 3, 4, 3]), n_files=2)
        >>> found = pooled_effects(pairs, {}, "points", Resampling(seed=1))
        >>> found.consistency.value, round(found.cf_gap.value, 4), found.pair_gap.value
        (0.5, 1.1667, 0.75)
    """
    change = differences(pairs.base, pairs.variant)
    n_per_file = _sums_by_file(pairs, None)
    sizes = np.abs(change)
    gaps = _sums_by_file(pairs, sizes)
    used = n_per_file > 0
    wholes = n_per_file[used]
    about = _About(missing=missing, resampling=resampling, n_pairs=int(change.size))
    equal = wholes - _sums_by_file(pairs, (change != 0).astype(np.float64))[used]
    shift = _pooled(_sums_by_file(pairs, change)[used], wholes, about, ("M03", unit))
    return PooledEffects(
        consistency=_pooled(equal, wholes, about, ("M01", "share of pairs")),
        cf_gap=_pooled(gaps[used] / wholes, np.ones(wholes.size), about, ("M02", unit)),
        pair_gap=_pooled(gaps[used], wholes, about, ("M02", unit)),
        shift=_with_direction(shift) if isinstance(shift, Estimate) else shift,
        down=int(np.count_nonzero(change < 0)),
        up=int(np.count_nonzero(change > 0)),
        n_pairs=int(change.size),
        largest=float(sizes.max()) if sizes.size else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _About:
    missing: Mapping[str, int]
    resampling: Resampling
    n_pairs: int


def _sums_by_file(pairs: FilePairs, values: Floats | None) -> Floats:
    if pairs.file.shape != pairs.base.shape:
        raise ValueError("every pair needs the number of its file")
    if pairs.file.size and (int(pairs.file.min()) < 0 or int(pairs.file.max()) >= pairs.n_files):
        raise ValueError("a file's number lies between 0 and the number of files less one")
    found: Floats = np.bincount(pairs.file, weights=values, minlength=pairs.n_files).astype(np.float64)
    return found


def _pooled(parts: Floats, wholes: Floats, about: _About, kind: tuple[str, str]) -> Estimate | NotMeasured:
    method, unit = kind
    found = ratio_of_sums(parts, wholes)
    if found is None:
        return NotMeasured(method=method, reason=NO_PAIR, missing=dict(about.missing))
    interval = bootstrap_ratio(parts, wholes, about.resampling)
    warnings: tuple[str, ...] = ()
    if interval is not None:
        interval = replace(interval, method=f"{interval.method} by file")
    else:
        warnings = (ONE_FILE_WARNING if found.n < 2 else ALL_ALIKE_WARNING,)
    details = {"n_pairs": float(about.n_pairs)} | ({} if found.se is None else {"se": found.se})
    return Estimate(
        value=found.ratio,
        interval=interval,
        n=found.n,
        missing=dict(about.missing),
        unit=unit,
        method=method,
        assumptions=("variants of one file are not independent: files are what is resampled",),
        warnings=warnings,
        details=details,
    )


def _with_direction(shift: Estimate) -> Estimate:
    return replace(shift, direction=direction_words(shift.value))
