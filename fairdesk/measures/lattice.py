"""Values that sit on a grid (ratings, means of two or three ratings): few steps, many files.

A sum over a million ratings needs only how often each step occurs, which makes resampling exact and quick.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, Integers

SCALES = (1, 2, 3, 4, 6, 10, 12, 60)
"""Steps per point that are tried: means of up to six samples, and decimal ratings."""

MOST_STEPS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lattice:
    """Values as whole numbers of steps.

    Attributes:
        scale: Steps per point.
        steps: The different values, in steps, ascending. Shape (k,).
        counts: How many files have each of them. Shape (k,).
    """

    scale: int
    steps: Integers
    counts: Integers

    @property
    def n_values(self) -> int:
        """Number of files."""
        return int(self.counts.sum())

    @property
    def total(self) -> int:
        """Sum over all files, in steps."""
        return int(self.steps @ self.counts)


def lattice(values: Floats) -> Lattice | None:
    """The grid that finite values sit on, or None when they sit on none that is coarse enough.

    Example:
        >>> grid = lattice(np.array([0.5, 0.0, -1.0, 0.5]))
        >>> grid.scale, grid.steps.tolist(), grid.counts.tolist()
        (2, [-2, 0, 1], [1, 1, 2])
    """
    if values.size == 0:
        return None
    head = values[:1000]
    for scale in SCALES:
        if not _whole(head * scale) or not _whole(values * scale):
            continue
        steps = np.rint(values * scale).astype(np.int64)
        lowest = int(steps.min())
        if int(steps.max()) - lowest > MOST_STEPS:
            return None
        counts = np.bincount(steps - lowest)
        present = np.flatnonzero(counts)
        return Lattice(scale=scale, steps=present + lowest, counts=counts[present])
    return None


def _whole(values: Floats) -> bool:
    return bool(np.abs(values).max() < 1e9 and (np.abs(values - np.rint(values)) <= EQUAL_WITHIN).all())
