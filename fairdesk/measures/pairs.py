"""What the measures take: values of the same files under two or four conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

EQUAL_WITHIN = 1e-9
"""Two values are equal when they differ by at most this much (methods.md section 1)."""

LOST_FILES = "files"
"""Entry of ``missing`` that counts the files lost altogether, whichever arm they lost."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pairs:
    """The same files as original and as variant. Shapes (n,), same order, finite."""

    base: Floats
    variant: Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FourRatings:
    """The same files with neither cue, the first, the second and both (methods.md M11). Shapes (n,)."""

    neither: Floats
    first: Floats
    second: Floats
    both: Floats


def lost_files(missing: Mapping[str, int]) -> int:
    """Files that are missing from a measure.

    Example:
        >>> lost_files({"original": 2, "female": 1})
        3
        >>> lost_files({"original": 2, "female": 1, "files": 2})
        2
    """
    return missing[LOST_FILES] if LOST_FILES in missing else sum(missing.values())


def checked(*arrays: Floats) -> tuple[Floats, ...]:
    """The arrays as float64 vectors of one length.

    Raises:
        ValueError: shapes differ or a value is not finite; a fault of the caller, not of the data.
    """
    vectors = tuple(np.asarray(array, dtype=np.float64) for array in arrays)
    if any(vector.ndim != 1 or vector.shape != vectors[0].shape for vector in vectors):
        raise ValueError("every array needs one value per file, in the same order of files")
    if any(not np.isfinite(vector).all() for vector in vectors):
        raise ValueError("a value is not finite; files without a valid value are dropped before they are measured")
    return vectors


def differences(base: Floats, variant: Floats) -> Floats:
    """Variant minus base, with differences of at most 1e-9 set to exactly 0."""
    base, variant = checked(base, variant)
    change = variant - base
    change[np.abs(change) <= EQUAL_WITHIN] = 0.0
    return change
