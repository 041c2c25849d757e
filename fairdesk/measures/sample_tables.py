"""The samples of many prompts at once: what is computed per prompt, without a loop over prompts (M38).

Prompts with equally many samples form one table, so a million prompts cost a few passes over their values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, Integers

CELLS_AT_ONCE = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Samples:
    """Valid values of several prompts, one after the other.

    Attributes:
        values: All of them.
        sizes: How many each prompt has, 0 for none. Shape (n,).
        starts: Where each prompt's begin. Shape (n,).
    """

    values: Floats
    sizes: Integers
    starts: Integers

    def of(self, kept: npt.NDArray[np.bool_]) -> Samples:
        """Some of the prompts, in their order."""
        return Samples(values=self.values, sizes=self.sizes[kept], starts=self.starts[kept])

    def rows(self, where: Integers) -> Floats:
        """The values of prompts with equally many, one row each."""
        size = int(self.sizes[where[0]])
        found: Floats = self.values[self.starts[where][:, None] + np.arange(size)]
        return found


def gathered(samples: Sequence[Floats]) -> Samples:
    """The samples of several prompts.

    Raises:
        ValueError: a prompt's values are no vector or not finite; a fault of the caller.
    """
    arrays = [np.asarray(values, dtype=np.float64) for values in samples]
    if any(array.ndim != 1 for array in arrays):
        raise ValueError("every prompt needs a list of values")
    values = np.concatenate(arrays) if arrays else np.zeros(0)
    if not np.isfinite(values).all():
        raise ValueError("a value is not finite; invalid samples are dropped before they are measured")
    sizes = np.array([array.size for array in arrays], dtype=np.int64)
    return Samples(values=values, sizes=sizes, starts=np.cumsum(sizes) - sizes)


def both_arms(original: Sequence[Floats], variant: Sequence[Floats]) -> tuple[Samples, Samples]:
    """The files that have a value in both arms."""
    if len(original) != len(variant):
        raise ValueError("both arms need the same files in the same order")
    first, second = gathered(original), gathered(variant)
    both = (first.sizes > 0) & (second.sizes > 0)
    return first.of(both), second.of(both)


def means(samples: Samples) -> Floats:
    """Mean of every prompt; NaN without a value. Shape (n,)."""
    found = np.full(samples.sizes.size, np.nan)
    for where in alike(samples.sizes):
        found[where] = samples.rows(where).mean(axis=1)
    return found


def variances(samples: Samples) -> Floats:
    """Variance of every prompt on n - 1; NaN for fewer than two values. Shape (n,)."""
    found = np.full(samples.sizes.size, np.nan)
    for where in alike(samples.sizes, least=2):
        found[where] = samples.rows(where).var(axis=1, ddof=1)
    return found


def within(samples: Samples) -> tuple[Floats, Floats]:
    """Agreement and mean |difference| over the unordered pairs of each prompt's values; NaN for fewer than two.

    Example:
        >>> agreement, gap = within(gathered([np.array([3.0, 3.0, 4.0]), np.array([1.0])]))
        >>> agreement.round(3).tolist(), gap.round(3).tolist()
        ([0.333, nan], [0.667, nan])
    """
    agreement, gap = (np.full(samples.sizes.size, np.nan) for _ in range(2))
    for where in alike(samples.sizes, least=2):
        table = samples.rows(where)
        one, other = np.triu_indices(table.shape[1], k=1)
        apart = np.abs(table[:, one] - table[:, other])
        agreement[where], gap[where] = (apart <= EQUAL_WITHIN).mean(axis=1), apart.mean(axis=1)
    return agreement, gap


def across(first: Samples, second: Samples) -> tuple[Floats, Floats]:
    """Agreement and mean |difference| over all pairs of a value of each arm; NaN where an arm has none.

    Example:
        >>> agreement, gap = across(gathered([np.array([3.0, 4.0])]), gathered([np.array([4.0])]))
        >>> agreement.tolist(), gap.tolist()
        ([0.5], [0.5])
    """
    agreement, gap = (np.full(first.sizes.size, np.nan) for _ in range(2))
    for where in alike(first.sizes, second.sizes):
        apart = np.abs(first.rows(where)[:, :, None] - second.rows(where)[:, None, :]).reshape(where.size, -1)
        agreement[where], gap[where] = (apart <= EQUAL_WITHIN).mean(axis=1), apart.mean(axis=1)
    return agreement, gap


def alike(*sizes: Integers, least: int = 1) -> Iterator[Integers]:
    """Positions of prompts with equal numbers of samples, at least ``least``, a block at a time."""
    if not sizes[0].size:
        return
    shapes, kind = np.unique(np.column_stack(sizes), axis=0, return_inverse=True)
    order = np.argsort(kind.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(kind.ravel(), minlength=len(shapes)))
    for shape, begin, end in zip(shapes.tolist(), [0, *ends[:-1].tolist()], ends.tolist(), strict=True):
        if min(shape) < least:
            continue
        cells = max(1, int(np.prod(shape)), shape[0] ** 2)
        at_once = max(1, CELLS_AT_ONCE // cells)
        for start in range(begin, end, at_once):
            yield order[start : min(end, start + at_once)]
