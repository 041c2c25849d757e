"""Adjusting the p-values of one declared family (methods.md M32). Tests without a p-value do not count."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from fairdesk.measures.pairs import Floats


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


def family_size(p_values: Sequence[float | None]) -> int:
    """How many tests of a family count."""
    return sum(_is_known(p_value) for p_value in p_values)


def _is_known(p_value: float | None) -> bool:
    return p_value is not None and not math.isnan(p_value)


def _adjusted(p_values: Sequence[float | None], adjust: Callable[[Floats], Floats]) -> list[float | None]:
    known = [index for index, p_value in enumerate(p_values) if _is_known(p_value)]
    raw = np.array([p_values[index] for index in known], dtype=np.float64)
    if raw.size and not ((raw >= 0) & (raw <= 1)).all():
        raise ValueError("a p-value lies between 0 and 1")
    order = np.argsort(raw, kind="stable")
    adjusted = np.empty(raw.size)
    adjusted[order] = adjust(raw[order])
    found: list[float | None] = [None] * len(p_values)
    for index, value in zip(known, adjusted.tolist(), strict=True):
        found[index] = min(1.0, value)
    return found


def _step_down(ascending: Floats) -> Floats:
    multipliers = np.arange(ascending.size, 0, -1)
    return np.maximum.accumulate(ascending * multipliers)


def _step_up(ascending: Floats) -> Floats:
    multipliers = ascending.size / np.arange(1, ascending.size + 1)
    adjusted: Floats = np.minimum.accumulate((ascending * multipliers)[::-1])[::-1]
    return adjusted
