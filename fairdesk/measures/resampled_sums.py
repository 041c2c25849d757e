"""Sums over resampled files, texts or templates: all that resampling a mean or a ratio of totals needs (B6).

Rows with equal sums are drawn together: one multinomial count each, the same distribution as drawing rows.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from fairdesk.measures.pairs import Floats
from fairdesk.measures.resampling import Resampling

FILES_PER_COUNT = 30
"""Drawing one multinomial count costs about as much as drawing this many files one by one."""

CELLS_AT_ONCE = 1_000_000
"""Drawn at a time; small enough to stay in the processor's cache."""


def resampled_sums(by_file: Floats, resampling: Resampling, stream: int = 0) -> Floats:
    """Sums of every column in resamples of the rows, the same rows for all columns (B6).

    Rows that are equal are drawn together by multinomial counts where that is quicker. The order of the rows does not
    matter.

    Args:
        by_file: One row per file, one column per sum. Shape (n, k), n at least 1.
        resampling: Seed and number of resamples.
        stream: Another number draws other rows, so that two groups of one comparison are not drawn alike.

    Returns:
        Shape (n_resamples, k).

    Example:
        >>> resampled_sums(np.ones((5, 2)), Resampling(seed=1, n_resamples=3)).tolist()
        [[5.0, 5.0], [5.0, 5.0], [5.0, 5.0]]
    """
    n_files, n_columns = by_file.shape
    ordered = by_file[np.lexsort(by_file.T)]
    is_first = np.ones(n_files, dtype=bool)
    is_first[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    starts = np.flatnonzero(is_first)
    rng = np.random.default_rng([resampling.seed, stream]) if stream else resampling.generator()
    if starts.size * FILES_PER_COUNT <= n_files:
        times = np.diff(np.append(starts, n_files))
        counts = rng.multinomial(n_files, times / n_files, size=resampling.n_resamples)
        counted: Floats = counts @ ordered[starts]
        return counted
    sums = np.empty((resampling.n_resamples, n_columns))
    columns = [np.ascontiguousarray(ordered[:, column]) for column in range(n_columns)]
    for rows, drawn in _draws(n_files, rng, resampling.n_resamples):
        if n_columns <= 2:
            for column, values in enumerate(columns):
                sums[rows, column] = values.take(drawn).sum(axis=1)
        else:
            sums[rows] = _times_drawn(drawn, n_files) @ ordered
    return sums


def _draws(n_files: int, rng: np.random.Generator, n_resamples: int) -> Iterator[tuple[slice, npt.NDArray[np.int64]]]:
    """Which files stand in each resample, a block of resamples at a time."""
    at_once = max(1, CELLS_AT_ONCE // n_files)
    for start in range(0, n_resamples, at_once):
        size = min(at_once, n_resamples - start)
        # Indices of the processor's own width: narrower ones would be converted for every column.
        yield slice(start, start + size), rng.integers(0, n_files, size=(size, n_files))


def _times_drawn(drawn: npt.NDArray[np.int64], n_files: int) -> Floats:
    """How often each file was drawn in each resample. Shape (resamples, files)."""
    offsets = np.arange(drawn.shape[0], dtype=np.int64)[:, None] * n_files
    times = np.bincount((drawn + offsets).ravel(), minlength=drawn.shape[0] * n_files)
    return times.reshape(drawn.shape[0], n_files).astype(np.float64)
