"""How one run stands while it is asked: what is counted, what has arrived but is not on disk, and why it stopped."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from dataclasses import dataclass

from fairdesk.audit.run_lane import RunJob
from fairdesk.domain.endpoint_terms import CostEstimate
from fairdesk.domain.exchanges import Status
from fairdesk.domain.progress import RunProgress, RunState
from fairdesk.store.entries import NewEntry

RATE_OVER_S = 30.0
"""The rate that is shown is that of the last seconds."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """An entry that is not on disk yet.

    Attributes:
        cause: Of a failure; empty for an answer.
        written: Done when it is on disk; None where nobody waits.
    """

    entry: NewEntry
    cause: str = ""
    written: asyncio.Future[None] | None = None


@dataclass(frozen=True, slots=True)
class RunEnd:
    """How a run ended.

    Attributes:
        words: Why it stopped; empty when it did not.
        cause: The same in one word: a cause of ``CallFailure``, ``model_changed``, ``budget`` or ``user``.
    """

    state: RunState
    words: str = ""
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Waits:
    """Why a run waits, and until when (UTC, ISO 8601 with Z) if that is known."""

    words: str = ""
    until: str = ""


class RunStanding:
    """The counters of one run.

    Attributes:
        arrived: What waits for the disk.
        n_open: Items that are being asked.
        stop_words: Why nothing more is asked; empty while it goes on.
    """

    def __init__(self, job: RunJob) -> None:
        self.job = job
        self.chain = f"run:{job.run_id}"
        self.counts = Counter(dict(job.counts))
        self.failures: Counter[str] = Counter()
        self.arrived: list[Arrival] = []
        self.n_open = 0
        self.n_reserved = 0
        self.stop_words = ""
        self.stop_cause = ""
        self.is_stopped = False
        self._n_now = 0
        self._settled = asyncio.Event()
        self._rate_points: deque[tuple[float, int]] = deque()

    def stop(self, words: str, cause: str) -> None:
        """Ask nothing more for this run; the first reason stays."""
        if not self.is_stopped:
            self.stop_words, self.stop_cause, self.is_stopped = words, cause, True
            self.wake()

    async def settled(self) -> None:
        """Until a call of this run was settled, or the run was stopped."""
        await self._settled.wait()

    def wake(self) -> None:
        """Let whoever waits for budget look again."""
        self._settled.set()
        self._settled = asyncio.Event()

    def count(self, batch: list[Arrival]) -> None:
        """Count what is on disk now."""
        for arrival in batch:
            if arrival.written is not None and not arrival.written.done():
                arrival.written.set_result(None)
            if not arrival.entry.status:
                continue
            self.counts[arrival.entry.status] += 1
            self._n_now += 1
            if arrival.cause:
                self.failures[arrival.cause] += 1

    def end(self) -> RunEnd:
        """How the run ended: stopped, complete, or complete with gaps."""
        if self.is_stopped:
            return RunEnd(RunState.STOPPED, self.stop_words, self.stop_cause)
        n_gaps = self.job.n_planned - sum(self.counts[s.value] for s in Status if s is not Status.FAILED)
        return RunEnd(RunState.COMPLETE_WITH_GAPS if n_gaps else RunState.COMPLETE)

    def progress(self, state: RunState, now: float, waits: Waits) -> RunProgress:
        """What is told of the run.

        Args:
            now: Of the loop's clock, for the rate.
        """
        n_done = sum(self.counts.values())
        n_left = self.job.n_planned - n_done
        rate = self._rate(now)
        return RunProgress(
            run_id=self.job.run_id,
            system=self.job.title,
            state=state,
            n_planned=self.job.n_planned,
            n_done=n_done,
            counts={status.value: self.counts[status.value] for status in Status},
            rate_per_s=round(rate, 2),
            seconds_left=round(n_left / rate, 1) if rate else None,
            failures=dict(self.failures),
            words=self.stop_words or waits.words or f"{n_done} of {self.job.n_planned} answers are on disk.",
            n_in_flight=self.n_open,
            waits_until=waits.until,
            spending=self.job.budget.spending(),
            estimate=self._estimate(n_left),
            stop_cause=self.stop_cause,
        )

    def _estimate(self, n_left: int) -> CostEstimate | None:
        estimate, budget = self.job.estimate, self.job.budget
        return None if estimate is None else estimate.left(n_left, budget.spending(), budget.n_told)

    def _rate(self, now: float) -> float:
        points = self._rate_points
        points.append((now, self._n_now))
        while len(points) > 2 and points[1][0] < now - RATE_OVER_S:
            points.popleft()
        seconds, n_answers = now - points[0][0], self._n_now - points[0][1]
        return n_answers / seconds if seconds > 0 else 0.0
