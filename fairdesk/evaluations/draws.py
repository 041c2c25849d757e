"""Draws that depend on a seed, a file and a purpose alone: not on other files, the order of work or the machine."""

from __future__ import annotations

from fairdesk.domain.canonical import sha256_hex


def draw(seed: int, case_id: str, purpose: str, count: int) -> int:
    """A number below ``count`` from SHA-256 of the other arguments; bias from the remainder is below 2**-200.

    Example:
        >>> draw(1, "c-1", "name", 10) == draw(1, "c-1", "name", 10)
        True
    """
    return int(sha256_hex(f"{seed}\n{case_id}\n{purpose}".encode()), 16) % count


def two_draws(seed: int, case_id: str, purpose: str, words: tuple[str, ...]) -> tuple[str, str]:
    """Two entries at different places of a list.

    Args:
        words: Two or more.
    """
    first = draw(seed, case_id, purpose, len(words))
    step = 1 + draw(seed, case_id, f"other {purpose}", len(words) - 1)
    return words[first], words[(first + step) % len(words)]
