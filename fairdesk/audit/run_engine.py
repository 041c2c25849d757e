"""Asks the items of runs and puts every answer on disk before it is counted. Knows no plan."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

from fairdesk.audit.holding import LEASE_S, RENEW_LEASE_EVERY_S, owner
from fairdesk.audit.run_budget import Reserve
from fairdesk.audit.run_bytes import exchange_entry
from fairdesk.audit.run_lane import Call, LaneWork, RunLane
from fairdesk.audit.run_standing import Arrival, RunEnd, RunStanding, Waits
from fairdesk.audit.workspace import Workspace, utc_text
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.errors import StoreBusy, StoreError, StoreLocked
from fairdesk.domain.exchanges import CallFailure, Exchange, ItemKey, ModelReply, ModelRequest, Status
from fairdesk.domain.progress import RunState, TellProgress
from fairdesk.store.entries import NewEntry

GROUP_S = 0.002
"""Answers that arrive within this time are written in one transaction, with those that came during the last one."""

SMALLEST_BATCH = 8

LOOK_UP_S = (0.05, 1.0)
"""How often a stop is looked for, and leases and progress are seen to, while no answer arrives: ever less often."""

REPORT_EVERY_S = 0.1

LOCK_PATIENCE_S = 30.0
"""How long a store that another process keeps locked is waited for before the run ends in words."""

DISK_PATIENCE_S = 10.0
"""How long a disk that takes nothing is waited for; whoever sees it may be making room."""

DRAIN_S = 10.0
"""How long calls under way are waited for after a stop; they are paid for."""

ASLEEP_S = 30.0
"""A wall clock that gained so much on the loop's says that the computer slept."""

SAY_SLEEP_S = 60.0

SAME_SECOND_S = 0.2


class RunEngine:
    """One use: ``await ask()`` until everything is answered, has failed, or was stopped.

    Whatever is known of the runs beyond the store is in this object; a process that is killed loses what was in flight
    and nothing else.

    Args:
        lanes: One per endpoint; they do not wait for each other.
        tell: Takes the progress, at most ten times a second and a last time for every run.
        cancelled: Whether the user asked for an end.
    """

    def __init__(
        self, workspace: Workspace, lanes: tuple[RunLane, ...], tell: TellProgress, cancelled: Callable[[], bool]
    ) -> None:
        self._workspace = workspace
        self._lanes = [LaneWork(lane, tuple(RunStanding(job) for job in lane.jobs)) for lane in lanes]
        self._standings = [standing for lane in self._lanes for standing in lane.standings]
        self._leases = sorted({name for standing in self._standings for name in standing.job.leases})
        self._tell = tell
        self._cancelled = cancelled
        self._disk = ThreadPoolExecutor(max_workers=1, thread_name_prefix="disk")
        self._news = asyncio.Event()
        self._trouble = ""
        self._trouble_since = math.inf
        self._lost_lease = False
        self._renewed_at: datetime | None = None
        self._renewed = -math.inf
        self._reported = -math.inf
        self._n_reports = self._n_writes = 0
        self._last_look: tuple[float, datetime] | None = None
        self._second: tuple[float, str] = (-math.inf, "")
        self._slept = Waits()
        self._slept_until = -math.inf

    async def ask(self) -> dict[str, RunEnd]:
        """Ask all items.

        Returns:
            Run id to how the run ended.

        Raises:
            StoreBusy: another process holds a run, or kept the store locked beyond patience.
            StoreError: the disk took nothing beyond patience. What was counted is on disk in every case.
        """
        await self._keep_leases()  # the model may have taken longer to start than a lease lasts
        for standing in self._standings:
            standing.progress(RunState.RUNNING, self._now(), Waits())  # the rate counts from here
        for lane in self._lanes:
            for standing in lane.standings:
                # A change that stopped the run before is settled before anything more is asked.
                for reply in tuple(standing.job.identity.unsettled if standing.job.identity else ()):
                    self._see_identity(lane, standing, reply)
        try:
            await self._write_until_done()
        finally:
            workers = [worker for lane in self._lanes for worker in lane.workers]
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
            while not self._lost_lease and any(standing.arrived for standing in self._standings):
                await self._flush()
            self._disk.shutdown()
        for lane in self._lanes:
            self._tell_end(lane)
        return {standing.job.run_id: standing.end() for standing in self._standings}

    async def _write_until_done(self) -> None:
        look_up_s = LOOK_UP_S[0]
        while True:
            if not self._trouble:
                self._hire()
            has_news = await self._has_news(look_up_s)
            look_up_s = LOOK_UP_S[0] if has_news else min(2 * look_up_s, LOOK_UP_S[1])
            self._notice_sleep()
            await self._despite_trouble()
            await asyncio.sleep(0)  # whoever waited for the disk goes on before it is counted who is done
            if self._cancelled():
                for lane in self._lanes:
                    lane.stop("Stopped by the user.", "user")
            n_going_on = sum(not self._is_over(lane) for lane in self._lanes)
            if not n_going_on:
                return
            self._report()

    def _hire(self) -> None:
        for lane in self._lanes:
            while lane.may_hire:
                # Hired one by one: the pace may grow and shrink with every answer.
                for _ in range(lane.n_vacant):
                    lane.workers.add(asyncio.create_task(self._work(lane)))

    async def _has_news(self, seconds: float) -> bool:
        if not self._news.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._news.wait()
        if not self._news.is_set():
            return False
        if any(lane.asker.pace.n_in_flight for lane in self._lanes):
            await asyncio.sleep(GROUP_S)
        self._news.clear()
        return True

    def _is_over(self, lane: LaneWork) -> bool:
        """Whether a lane has ended; a stopped one is given time for the calls that are under way."""
        done = [worker for worker in lane.workers if worker.done()]
        lane.workers.difference_update(done)
        for worker in done:
            if not worker.cancelled():
                worker.result()  # a fault of ours in a worker must not look like an end
        if lane.is_stopped and not lane.is_dismissed:
            seconds = self._now() - lane.stopped_at
            is_quiet = lane.asker.pace.n_in_flight == 0 and seconds >= 2 * LOOK_UP_S[0]
            if is_quiet or seconds >= DRAIN_S:
                lane.dismiss()
        if lane.workers or lane.may_hire:
            return False
        if not any(standing.arrived for standing in lane.standings):
            self._tell_end(lane)
        return True

    async def _work(self, lane: LaneWork) -> None:
        """Ask one item after the other; the next is asked when the answer to the last is on disk.

        So a run that is killed has never more unkept answers than calls in flight, and asks no more than those again.
        """
        while (item := lane.next_item()) is not None:
            standing, key = item
            standing.n_open += 1
            try:
                written = await self._ask_one(lane, standing, key)
                if written is not None:
                    await written
            finally:
                standing.n_open -= 1
            if lane.n_vacant < 0:
                return

    async def _ask_one(self, lane: LaneWork, standing: RunStanding, key: ItemKey) -> asyncio.Future[None] | None:
        """Ask one item; what comes back is done when the answer is on disk. None when it was not attempted."""
        job = standing.job
        request = job.request_of(key)
        if (found := job.earlier_answer(key, request)) is not None:
            return self._arrive(lane, standing, found)
        reserve = await self._reserved(standing, request)
        if reserve is None:
            return None
        call = Call(lane, standing, self._now_text)
        answered = await lane.asker.ask(request, call.may_send)
        standing.n_reserved -= 1
        n_reserved = max(1, call.n_sent)
        outcome = answered.outcome
        stops_run = isinstance(outcome, CallFailure) and outcome.stops_run
        if not answered.n_attempts and (call.was_refused or stops_run):
            job.budget.release(reserve, n_reserved)
            standing.wake()
            self._see_stop(lane, outcome)
            return None
        job.budget.settle(reserve, n_reserved, outcome, answered.n_attempts)
        standing.wake()
        exchange = Exchange(
            key=key,
            request_sha256=answered.request_sha256,
            outcome=outcome,
            sent_at=call.sent_at or self._now_text(),
            elapsed_ms=answered.elapsed_ms,
            n_attempts=answered.n_attempts,
        )
        return self._arrive(lane, standing, exchange)

    async def _reserved(self, standing: RunStanding, request: ModelRequest) -> Reserve | None:
        """Budget for one call; waits while calls under way may leave some. None when there is none: the run stops."""
        while not standing.is_stopped:
            reserve = standing.job.budget.reserve(request)
            if reserve is not None:
                standing.n_reserved += 1
                return reserve
            if not standing.n_reserved:
                standing.stop(standing.job.budget.stop_words(), "budget")
                break
            await standing.settled()
        return None

    def _arrive(self, lane: LaneWork, standing: RunStanding, exchange: Exchange) -> asyncio.Future[None]:
        """Take an answer in: it is looked at at once, so that nothing is asked of a model that changed."""
        outcome = exchange.outcome
        if isinstance(outcome, ModelReply):
            self._see_identity(lane, standing, outcome)
            status, cause = standing.job.status_of(exchange.key, outcome), ""
        else:
            status, cause = Status.FAILED, outcome.cause
            self._see_stop(lane, outcome)
        written = asyncio.get_running_loop().create_future()
        standing.arrived.append(Arrival(exchange_entry(exchange, status), cause, written))
        lane.asker.pace.n_unkept += 1
        self._news.set()
        return written

    def _see_stop(self, lane: LaneWork, outcome: ModelReply | CallFailure) -> None:
        if isinstance(outcome, CallFailure) and outcome.stops_run:
            lane.stop(f"{outcome.message} {outcome.advice}".strip(), outcome.cause)

    def _see_identity(self, lane: LaneWork, standing: RunStanding, reply: ModelReply) -> None:
        identity = standing.job.identity
        if identity is None or not identity.has_changed(reply):
            return
        options, at = lane.options, self._workspace.now_text()
        if options.accepted_change:
            body = identity.accept(reply, options.accepted_change, options.accepted_by, at)
            standing.arrived.append(Arrival(NewEntry(kind="identity_accepted", body=canonical_bytes(body))))
            return
        lane.stop(identity.stop_words(reply), "model_changed")
        if noted := identity.refuse(reply, at):
            standing.arrived.append(Arrival(NewEntry(kind="identity_changed", body=canonical_bytes(noted))))

    def _on_disk(self, work: Callable[..., object], *given: object) -> asyncio.Future[object]:
        """Do something with the store in its own thread: while the disk works, answers go on arriving."""
        return asyncio.get_running_loop().run_in_executor(self._disk, work, *given)

    async def _despite_trouble(self) -> None:
        """Write, or wait for a lock or for room: giving up at once would lose the answers that are on their way."""
        began = self._now()
        try:
            # The lease first: after a sleep another process may have taken the run.
            if self._lease_is_due():
                await self._keep_leases()
            await self._flush()
            self._trouble, self._trouble_since = "", math.inf
        except StoreError as error:
            if isinstance(error, StoreBusy) and not isinstance(error, StoreLocked):
                self._lost_lease = True
                raise
            patience_s = LOCK_PATIENCE_S if isinstance(error, StoreLocked) else DISK_PATIENCE_S
            self._trouble_since = min(self._trouble_since, began)
            if self._now() - self._trouble_since >= patience_s:
                raise
            self._trouble = f"Waiting: {error}"

    async def _flush(self) -> None:
        """Write what arrived, then count it: never the other way round. What the store did not take is kept here."""
        batches = self._next_batches()
        if not batches:
            return
        writing = self._on_disk(self._append, batches)
        try:
            await asyncio.shield(writing)
        finally:
            # An interrupt does not end the write; what it stores must not be stored a second time.
            await asyncio.wait((writing,))
            if writing.exception() is None:
                self._count(batches)

    def _count(self, batches: list[tuple[RunStanding, list[Arrival]]]) -> None:
        for standing, batch in batches:
            del standing.arrived[: len(batch)]
            standing.count(batch)
        for lane in self._lanes:
            lane.asker.pace.n_unkept = sum(len(standing.arrived) for standing in lane.standings)
        if any(standing.arrived for standing in self._standings):
            self._news.set()

    def _next_batches(self) -> list[tuple[RunStanding, list[Arrival]]]:
        """The oldest arrivals: at most half of what is open, so that one half is asked while the other is written.

        All at once would ask all at once again, and network and disk would always wait for each other.
        """
        n_open = sum(standing.n_open for standing in self._standings)
        left = max(SMALLEST_BATCH, n_open // 2)
        batches = []
        self._n_writes += 1  # another run goes first each time
        first = self._n_writes % len(self._standings)
        for standing in (*self._standings[first:], *self._standings[:first]):
            if batch := standing.arrived[:left]:
                batches.append((standing, batch))
                left -= len(batch)
            if left <= 0:
                break
        return batches

    def _append(self, batches: list[tuple[RunStanding, list[Arrival]]]) -> None:
        store = self._workspace.store
        with store.all_or_none():
            for standing, batch in batches:
                store.ledger.append(standing.chain, [arrival.entry for arrival in batch])

    def _lease_is_due(self) -> bool:
        """Whether it is time by either clock: a loop's clock stands still while the computer sleeps."""
        asleep_s = (self._workspace.clock() - self._renewed_at).total_seconds() if self._renewed_at else 0.0
        return max(self._now() - self._renewed, asleep_s) >= RENEW_LEASE_EVERY_S

    async def _keep_leases(self) -> None:
        leases = self._workspace.store.leases
        for name in self._leases:
            await self._on_disk(leases.renew, name, owner(), LEASE_S)
        self._renewed, self._renewed_at = self._now(), self._workspace.clock()

    def _notice_sleep(self) -> None:
        look = self._now(), self._workspace.clock()
        if self._last_look is not None:
            seconds, wall_s = look[0] - self._last_look[0], (look[1] - self._last_look[1]).total_seconds()
            if wall_s - seconds >= ASLEEP_S:
                words = (
                    f"The computer slept from {utc_text(self._last_look[1])} to {utc_text(look[1])}, or its clock was "
                    "set; calls that it cut off are asked again."
                )
                self._slept, self._slept_until = Waits(words), look[0] + SAY_SLEEP_S
        self._last_look = look

    def _report(self) -> None:
        now = self._now()
        if now - self._reported < REPORT_EVERY_S:
            return
        going_on = [(lane, standing) for lane in self._lanes if not lane.has_ended for standing in lane.standings]
        if not going_on:
            return
        self._reported = now
        self._n_reports += 1
        lane, standing = going_on[self._n_reports % len(going_on)]
        waits = self._waits(lane, now)
        is_waiting = bool(self._trouble) or (bool(waits.words) and waits is not self._slept)
        self._tell(standing.progress(RunState.WAITING if is_waiting else RunState.RUNNING, now, waits))

    def _waits(self, lane: LaneWork, now: float) -> Waits:
        if self._trouble:
            return Waits(self._trouble)
        waiting = lane.asker.pace.waiting()
        if waiting is not None:
            return Waits(f"Waiting until {waiting.at}: {waiting.reason}", waiting.at)
        return self._slept if now < self._slept_until else Waits()

    def _tell_end(self, lane: LaneWork) -> None:
        if not lane.has_ended:
            lane.has_ended = True
            for standing in lane.standings:
                self._tell(standing.progress(standing.end().state, self._now(), Waits()))

    def _now_text(self) -> str:
        """The time of the wall to the second, made a few times a second and not for every call."""
        now = self._now()
        if now - self._second[0] >= SAME_SECOND_S:
            self._second = (now, self._workspace.now_text())
        return self._second[1]

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
