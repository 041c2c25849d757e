"""Adjusting the p-values of declared families (M32). Tests without a p-value do not count."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fairdesk.measures.pairs import Floats

Adjust = Callable[[Sequence[float | None]], list[float | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedSequence:
    """Claims tested one after the other, in an order that was declared before the run (M32).

    Attributes:
        rejected: Positions of the claims that were shown, counted from 0; always the first ones without a gap.
        adjusted: For each claim the level at which it would be shown; None from the first claim without a p-value
            on, because a gate that was not tested stays closed.
    """

    rejected: tuple[int, ...]
    adjusted: tuple[float | None, ...]


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Holm's step-down adjustment; controls the chance of any false claim in the family.

    Args:
        p_values: Raw p-values; None (or NaN) where a test was not computable.

    Returns:
        Adjusted values in the order of the input, None where there was none; those do not count as tests.

    Source:
        Holm 1979, Scandinavian Journal of Statistics 6, 65-70.

    Example:
        >>> holm([0.02, None, 0.011])
        [0.022, None, 0.022]
    """
    return _adjusted(p_values, _step_down)


def benjamini_hochberg(p_values: Sequence[float | None]) -> list[float | None]:
    """Benjamini-Hochberg adjustment; controls the expected share of false claims among the claims.

    Args:
        p_values: Raw p-values; None (or NaN) where a test was not computable.

    Returns:
        Adjusted values in the order of the input, None where there was none; those do not count as tests.

    Source:
        Benjamini and Hochberg 1995, 10.1111/j.2517-6161.1995.tb02031.x.

    Example:
        >>> benjamini_hochberg([0.04, None, 0.01])
        [0.04, None, 0.02]
    """
    return _adjusted(p_values, _step_up)


def bonferroni(p_values: Sequence[float | None]) -> list[float | None]:
    """Bonferroni's adjustment: every p-value times the number of tests, at most 1. Never below Holm's.

    Args:
        p_values: Raw p-values; None (or NaN) where a test was not computable.

    Returns:
        Adjusted values in the order of the input, None where there was none; those do not count as tests.

    Source:
        Dunn 1961, 10.1080/01621459.1961.10482090.

    Example:
        >>> bonferroni([0.02, None, 0.75])
        [0.04, None, 1.0]
    """
    return _adjusted(p_values, _times_all)


def within_families(
    families: Mapping[str, Sequence[float | None]], adjust: Adjust = holm
) -> dict[str, list[float | None]]:
    """Adjusts every declared family by itself (M32): a test pays for the tests of its own family only.

    Args:
        families: Name of the family to its raw p-values.
        adjust: ``holm`` for confirmatory tests and intersections, ``benjamini_hochberg`` for exploratory ones.

    Example:
        >>> within_families({"confirmatory": [0.02, 0.01], "exploratory": [0.03]})
        {'confirmatory': [0.02, 0.02], 'exploratory': [0.03]}
    """
    return {name: adjust(p_values) for name, p_values in families.items()}


def fixed_sequence(p_values: Sequence[float | None], alpha: float = 0.05) -> FixedSequence:
    """Gatekeeping in a declared order (M32): a claim is tested only when all before it were shown, each at ``alpha``.

    Args:
        p_values: Raw p-values in the declared order; None (or NaN) where a test was not computable.
        alpha: Level of each test and of the whole sequence.

    Source:
        Maurer, Hothorn and Lehmacher 1995, in Vollmar (ed.), Biometrie in der chemisch-pharmazeutischen Industrie 6.

    Example:
        >>> fixed_sequence([0.01, 0.2, 0.001])
        FixedSequence(rejected=(0,), adjusted=(0.01, 0.2, 0.2))
    """
    known = _known(p_values[: next((i for i, p in enumerate(p_values) if not _is_known(p)), len(p_values))])
    adjusted = np.maximum.accumulate(known).tolist() if known.size else []
    return FixedSequence(
        rejected=tuple(index for index, p_value in enumerate(adjusted) if p_value <= alpha),
        adjusted=(*adjusted, *[None] * (len(p_values) - len(adjusted))),
    )


def family_size(p_values: Sequence[float | None]) -> int:
    """How many tests of a family count."""
    return sum(_is_known(p_value) for p_value in p_values)


def _is_known(p_value: float | None) -> bool:
    return p_value is not None and not math.isnan(p_value)


def _known(p_values: Sequence[float | None]) -> Floats:
    raw = np.array([p_value for p_value in p_values if _is_known(p_value)], dtype=np.float64)
    if raw.size and not ((raw >= 0) & (raw <= 1)).all():
        raise ValueError("a p-value lies between 0 and 1")
    return raw


def _adjusted(p_values: Sequence[float | None], adjust: Callable[[Floats], Floats]) -> list[float | None]:
    known = [index for index, p_value in enumerate(p_values) if _is_known(p_value)]
    raw = _known(p_values)
    order = np.argsort(raw, kind="stable")
    adjusted = np.empty(raw.size)
    adjusted[order] = adjust(raw[order])
    found: list[float | None] = [None] * len(p_values)
    for index, value in zip(known, adjusted.tolist(), strict=True):
        found[index] = min(1.0, value)
    return found


def _times_all(ascending: Floats) -> Floats:
    return ascending * ascending.size


def _step_down(ascending: Floats) -> Floats:
    multipliers = np.arange(ascending.size, 0, -1)
    return np.maximum.accumulate(ascending * multipliers)


def _step_up(ascending: Floats) -> Floats:
    multipliers = ascending.size / np.arange(1, ascending.size + 1)
    adjusted: Floats = np.minimum.accumulate((ascending * multipliers)[::-1])[::-1]
    return adjusted
