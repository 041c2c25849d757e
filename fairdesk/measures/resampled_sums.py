"""Sums over resampled files, texts or templates: all that resampling a mean or a ratio of totals needs (B6).

Rows with equal sums are drawn together: one multinomial count each, the same distribution as drawing rows.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from fairdesk.measures.pairs import Floats, Integers
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
    times = np.diff(np.append(starts, n_files))
    if n_columns > 2 or starts.size * FILES_PER_COUNT <= n_files:
        distinct = ordered[starts]
        return np.concatenate([drawn @ distinct for drawn in draws_of_units(times, resampling, stream=stream)])
    sums = np.empty((resampling.n_resamples, n_columns))
    columns = [np.ascontiguousarray(ordered[:, column]) for column in range(n_columns)]
    rng = resampling.generator(stream)
    for rows in _portions(resampling.n_resamples, n_files):
        drawn = _drawn(rng, rows, n_files)
        for column, values in enumerate(columns):
            sums[rows, column] = values.take(drawn).sum(axis=1)
    return sums


def draws_of_units(
    repeats: Integers, resampling: Resampling, n_categories: int = 1, stream: int = 0
) -> Iterator[Floats]:
    """How often each row is drawn when units are resampled with replacement (B6), some resamples at a time.

    Args:
        repeats: Units that each row stands for; drawing counts of rows has the same distribution as drawing units.
            Shape (k,).
        resampling: Seed and number of resamples.
        n_categories: Columns of the tables that the caller makes of each draw; many of them make smaller portions.
        stream: As ``resampled_sums``.

    Yields:
        Counts of shape (resamples, k); every row of them sums to the number of units.
    """
    rng = resampling.generator(stream)
    n, k = int(repeats.sum()), repeats.size
    by_unit = n < FILES_PER_COUNT * k
    row_of_unit = np.repeat(np.arange(k), repeats)
    for rows in _portions(resampling.n_resamples, max(n if by_unit else k, n_categories)):
        size = rows.stop - rows.start
        if by_unit:
            places = row_of_unit[_drawn(rng, rows, n)] + k * np.arange(size)[:, None]
            counts = np.bincount(places.ravel(), minlength=size * k).reshape(size, k)
        else:
            counts = rng.multinomial(n, repeats / n, size=size)
        yield counts.astype(np.float64)


def _portions(n_resamples: int, cells: int) -> Iterator[slice]:
    at_once = max(1, CELLS_AT_ONCE // cells)
    for start in range(0, n_resamples, at_once):
        yield slice(start, min(start + at_once, n_resamples))


def _drawn(rng: np.random.Generator, rows: slice, n_files: int) -> Integers:
    """Which files stand in each resample; indices of the processor's own width are converted for no column."""
    return rng.integers(0, n_files, size=(rows.stop - rows.start, n_files))
