"""Items that are asked in several versions, each with the options in every order: ``pro 1-2``, ``female 2-1``.

Versions stand in one item, so that no sample takes one of them and leaves the other.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fairdesk.evaluations.benchmarks.benchmark import Parts, orders
from fairdesk.measures.pairs import Floats

WHO = 'Whom does the word "{pronoun}" refer to?'


def version_labels(versions: Sequence[str], n_options: int) -> tuple[str, ...]:
    """Labels of all versions in all orders.

    Example:
        >>> version_labels(("pro", "anti"), 2)
        ('pro 1-2', 'pro 2-1', 'anti 1-2', 'anti 2-1')
    """
    return tuple(f"{version} {order}" for version in versions for order in orders(n_options))


def version_of(label: str) -> str:
    """The version of a label; empty where an item has but one.

    Example:
        >>> version_of("pro 1-2"), version_of("1-2")
        ('pro', '')
    """
    return label.rpartition(" ")[0]


def columns_of(labels: Sequence[str], version: str) -> list[int]:
    """Places of a version's labels, in the order of its orders."""
    return [place for place, label in enumerate(labels) if version_of(label) == version]


def parts_of(holds: Floats, columns: Sequence[int] | None = None, scale: float = 1.0) -> Parts:
    """What every answer contributes to a share; answers to other labels contribute nothing.

    Args:
        holds: 1, 0, or NaN for none. Shape (items, labels, samples).
        columns: Labels that enter; all of them for None.
        scale: 100 for percent.
    """
    enters = np.zeros(holds.shape, dtype=np.bool_)
    enters[:, slice(None) if columns is None else list(columns)] = True
    valid = ~np.isnan(holds) & enters
    above = np.where(valid, np.nan_to_num(holds), 0.0)
    return Parts(above=above, below=valid.astype(np.float64), is_valid=valid, scale=scale)


def matched_parts(holds: Floats, first: Sequence[int], second: Sequence[int], *, signed: bool = True) -> Parts:
    """What every match contributes to a mean of first - second (or of their being unequal); it stands at ``first``.

    Args:
        holds: As above; the columns ``first`` and ``second`` belong together one by one.
    """
    change = holds[:, list(first)] - holds[:, list(second)]
    both = ~np.isnan(change)
    above, below, valid = np.zeros(holds.shape), np.zeros(holds.shape), np.zeros(holds.shape, dtype=np.bool_)
    above[:, list(first)] = np.nan_to_num(change if signed else np.abs(change))
    below[:, list(first)] = both
    for columns in (first, second):
        valid[:, list(columns)] = both
    return Parts(above=above, below=below, is_valid=valid)


def equals(chosen: npt.NDArray[np.int64], wanted: npt.NDArray[np.int64]) -> Floats:
    """1 where an option was chosen that is the wanted one, 0 where it is another, NaN where none was chosen.

    Args:
        chosen: Places in the order of the files, negative for none. Shape (items, labels, samples).
        wanted: Place that is wanted. Shape (items, labels).
    """
    return np.where(chosen < 0, np.nan, (chosen == wanted[:, :, None]).astype(np.float64))
