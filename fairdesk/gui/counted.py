"""Counts in sentences: one thing is said in the singular."""

from __future__ import annotations

from PySide6.QtCore import QLocale


def counted(count: int, one: str, many: str) -> str:
    """The sentence that fits a count.

    Args:
        one: Said of exactly one.
        many: Said of any other count, none as well; ``{n}`` stands for it.
    """
    return one if count == 1 else many.format(n=QLocale().toString(count))
