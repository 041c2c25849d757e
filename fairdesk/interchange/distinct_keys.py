"""JSON objects whose keys are told apart: JSON leaves open which of two equal ones counts, so neither is taken."""

from __future__ import annotations

from collections import Counter
from typing import Any


class KeyTwiceError(ValueError):
    """The key that stands twice, cut short."""


def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these pairs; what a JSON decoder takes as ``object_pairs_hook``.

    Raises:
        KeyTwiceError: a key stands twice.

    Example:
        >>> distinct([("a", 1), ("b", 2)])
        {'a': 1, 'b': 2}
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        raise KeyTwiceError(Counter(key for key, _ in pairs).most_common(1)[0][0][:200])
    return found
