"""How many calls may be under way at once: found out by trying, as no server says it."""

from __future__ import annotations

from dataclasses import dataclass

SMALLEST_EPOCH = 16
"""Answers that are looked at together at least."""

SHORTEST_EPOCH_S = 0.2
"""Answers come in groups; a shorter look would see a rate that is none."""

QUICK_SECONDS = 0.25
"""Where a mean answer takes less, more calls at once cost nothing, and need not bring answers faster."""

GAIN_OF_DOUBLING = 1.25
"""So much faster must answers come after the number was doubled, or the server is full."""

GAIN_OF_A_STEP = 1.06
"""The same after a step of a quarter."""

FIRST_REST, LONGEST_REST = 4, 64
"""Epochs without another try after one that gained nothing; doubled each time."""

MUCH_TROUBLE = 0.2
"""Share of an epoch's calls that may fail before the number is halved."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """A number of calls, and the answers per second that came with it."""

    limit: int
    rate: float


class ConcurrencyLimit:
    """Grows while answers come faster for it, and shrinks when the server says or shows that it is too much.

    A server that works on one call at a time is not sent a hundred: they would wait there until their time is up. So
    the number is doubled from epoch to epoch as long as that brings answers faster, or answers are quick anyway; then
    it is tried from time to time whether a quarter more does. Pure: the caller tells the time.

    Args:
        start: Calls at once to begin with.
        ceiling: Never more than these.
        slow_seconds: Where a mean answer takes longer than this, the number is halved: time limits are near.
    """

    def __init__(self, start: int, ceiling: int, slow_seconds: float) -> None:
        self._ceiling = max(1, ceiling)
        self._start = max(1, min(start, self._ceiling))
        self.limit = self._start
        self._slow_seconds = slow_seconds
        self._is_rising = True
        self._mark: _Mark | None = None
        self._rest = 0
        self._next_rest = FIRST_REST
        self._shrunk_at = float("-inf")
        self._began: float | None = None
        self._n = self._n_full = self._n_failed = 0
        self._seconds = 0.0

    def answered(self, now: float, sent_at: float, *, is_full: bool) -> None:
        """Count an answer.

        Args:
            now: In seconds, as ``sent_at``.
            is_full: As many calls as allowed were under way, so that the number mattered.
        """
        self._count(sent_at)
        self._seconds += now - sent_at
        self._n_full += is_full
        self._end_epoch(now)

    def failed(self, now: float, sent_at: float) -> None:
        """Count a call that the endpoint failed; many of them halve the number."""
        self._count(sent_at)
        self._n_failed += 1
        if self._n_failed >= max(2, MUCH_TROUBLE * max(self._n, SMALLEST_EPOCH)):
            self.shrink(now, sent_at)

    def shrink(self, now: float, sent_at: float) -> None:
        """Halve the number; for a call that was sent before the last halving it was done already."""
        if sent_at < self._shrunk_at:
            return
        self._shrunk_at = now
        self.limit = max(1, self.limit // 2)
        self._is_rising, self._mark = False, None
        self._rest = self._next_rest = FIRST_REST
        self.pause()

    def restart(self) -> None:
        """Begin anew: the server was away, and what it bears now is not known."""
        self.limit = min(self.limit, self._start)
        self._is_rising, self._mark = True, None
        self._rest, self._next_rest = 0, FIRST_REST
        self.pause()

    def pause(self) -> None:
        """Forget the epoch: a time in which nothing might be sent says nothing about the rate."""
        self._began = None
        self._n = self._n_full = self._n_failed = 0
        self._seconds = 0.0

    def _count(self, sent_at: float) -> None:
        if self._began is None:
            self._began = sent_at
        self._n += 1

    def _end_epoch(self, now: float) -> None:
        if self._began is None or self._n < max(SMALLEST_EPOCH, 2 * self.limit):
            return
        if now - self._began < SHORTEST_EPOCH_S:
            return
        n_answered = self._n - self._n_failed
        rate, latency = n_answered / (now - self._began), self._seconds / n_answered
        is_bound = 2 * self._n_full > self._n
        self.pause()
        if latency > self._slow_seconds and self.limit > 1:
            self.shrink(now, now)
        elif is_bound:
            if latency < QUICK_SECONDS:
                self._mark, self._rest = None, min(self._rest, FIRST_REST)
            self._judge(rate)

    def _judge(self, rate: float) -> None:
        """Go on from the rate that this number of calls brought."""
        mark = self._mark
        if mark is None or mark.limit == self.limit:
            self._mark = _Mark(self.limit, rate)
            if self._rest:
                self._rest -= 1
            else:
                self._step()
            return
        if rate >= mark.rate * (GAIN_OF_DOUBLING if self._is_rising else GAIN_OF_A_STEP):
            self._mark, self._next_rest = _Mark(self.limit, rate), FIRST_REST
            self._step()
            return
        self.limit, self._is_rising = mark.limit, False
        self._rest, self._next_rest = self._next_rest, min(LONGEST_REST, 2 * self._next_rest)

    def _step(self) -> None:
        more = self.limit if self._is_rising else max(1, self.limit // 4)
        self.limit = min(self._ceiling, self.limit + more)
