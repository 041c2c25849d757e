"""What the bottom line shows while something runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """What the bottom line shows while something runs.

    Attributes:
        n_total: 0 while it cannot be told.
        rate_per_s: 0 before the first.
        seconds_left: None while it cannot be told.
        cancel: Called when the button is pressed; ``cancel_words`` stand on it.
    """

    words: str
    n_done: int = 0
    n_total: int = 0
    rate_per_s: float = 0.0
    seconds_left: float | None = None
    cancel: Callable[[], None] | None = None
    cancel_words: str = ""
