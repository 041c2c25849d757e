"""A limit per minute that is kept exactly: requests of an account, or its tokens."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

WINDOW_SECONDS = 60.5
"""A minute, and a little for calls that take unequally long to the server, which counts them when they arrive."""

SPREAD_SECONDS = 1.0
"""Requests are spread evenly; at most those of one second are sent at once."""


@dataclass(slots=True, eq=False)
class Taken:
    """What one call took out of the limit, and when."""

    at: float
    units: float


class MinuteWindow:
    """At most ``limit`` units within any minute. Pure: the caller tells the time, which never goes back.

    Args:
        limit: Units in a minute; 0 for no limit.
        is_spread: Spread the units evenly over the minute, as far as that costs nothing.
    """

    def __init__(self, limit: int, *, is_spread: bool) -> None:
        self.limit = limit
        self._is_spread = is_spread
        self._taken: deque[Taken] = deque()
        self._sum = 0.0
        self._even_at = float("-inf")

    def free_at(self, now: float, units: float) -> float:
        """When so many units will be free; ``now`` or earlier where they are. What exceeds the limit waits for all."""
        if not self.limit:
            return now
        self._forget(now)
        excess = self._sum + min(units, self.limit) - self.limit
        when = now
        for taken in self._taken:
            if excess <= 0:
                break
            excess -= taken.units
            when = taken.at + WINDOW_SECONDS
        return max(when, self._even_at - SPREAD_SECONDS)

    def take(self, now: float, units: float) -> Taken:
        """Take units out, whether or not they are free."""
        taken = Taken(now, units)
        if self.limit:
            self._taken.append(taken)
            self._sum += units
            if self._is_spread:
                self._even_at = max(self._even_at, now) + units * WINDOW_SECONDS / self.limit
        return taken

    def correct(self, taken: Taken, units: float) -> None:
        """Say what a call took in truth; where its minute is over this changes nothing."""
        if self.limit and self._taken and taken.at >= self._taken[0].at:
            self._sum += units - taken.units
            taken.units = units

    def _forget(self, now: float) -> None:
        while self._taken and self._taken[0].at + WINDOW_SECONDS <= now:
            self._sum -= self._taken.popleft().units
        if not self._taken:
            self._sum = 0.0
