"""Canonical JSON bytes, SHA-256, and the link of a hash chain.

Hashes are always taken over stored bytes; nothing is serialised again to be verified.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping

GENESIS = "0" * 64
"""The link before the first row of every chain."""

PLAIN_TYPES = (str, int, float, bool, type(None))


def canonical_bytes(value: object) -> bytes:
    """JSON as UTF-8 with sorted keys, no blanks and no NaN or infinity.

    Args:
        value: Plain JSON data: dict with text keys, list, tuple, str, int, float, bool or None.

    Raises:
        ValueError: a number is NaN or infinite, or a text holds a lone surrogate.
        TypeError: something is not plain JSON data.

    Example:
        >>> canonical_bytes({"b": [1, 2.5], "a": None})
        b'{"a":null,"b":[1,2.5]}'
    """
    _reject_strange(value)
    return _encode(value).encode("utf-8")


# Made once: making it takes as long as encoding a small object.
_encode = json.JSONEncoder(sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def _reject_strange(value: object) -> None:
    if type(value) in _EASY:  # most values are; a run passes here for every call
        return
    if isinstance(value, (list, tuple)):
        for item in value:
            if type(item) not in _EASY:
                _reject_strange(item)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("a number is not finite; missing values are values of their own")
    elif isinstance(value, (dict, Mapping)):  # every dict is a Mapping, which takes ten times as long to find out
        for key, item in value.items():
            if not isinstance(key, str):
                raise TypeError(f"a key is not text: {key!r}")
            if type(item) not in _EASY:
                _reject_strange(item)
    elif not isinstance(value, PLAIN_TYPES):
        raise TypeError(f"not plain JSON data: {type(value).__name__}")


_EASY = frozenset({str, int, bool, type(None)})
"""Types of which every value is plain data."""


def sha256_hex(data: bytes) -> str:
    """SHA-256 as 64 lower-case hex digits."""
    return hashlib.sha256(data).hexdigest()


def chain_link(previous: str, body_sha256: str) -> str:
    """The next link of a chain: SHA-256 over the bytes of the previous link and of the body's hash."""
    return hashlib.sha256(bytes.fromhex(previous) + bytes.fromhex(body_sha256)).hexdigest()
