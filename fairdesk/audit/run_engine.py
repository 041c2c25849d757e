"""Asks the planned calls of one run and puts every answer on disk before it is counted."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from fairdesk.audit.holding import LEASE_S, owner
from fairdesk.audit.run_items import build_request
from fairdesk.audit.workspace import Workspace, utc_text
from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import StoreLocked
from fairdesk.domain.exchanges import CallFailure, Exchange, ItemKey, ModelReply, Status, status_of
from fairdesk.domain.plan import Plan
from fairdesk.domain.progress import RunProgress, RunState, TellProgress
from fairdesk.endpoints.client import ClientLimits, EndpointClient
from fairdesk.extractors import read_answer
from fairdesk.store.entries import NewEntry

GROUP_S = 0.005
"""Answers that arrive within this time are written in one transaction, with those that came during the last one."""

LOOK_UP_EVERY_S = 0.05
"""How often a stop is looked for, and the lease and the progress are seen to, while no answer arrives."""

REPORT_EVERY_S = 0.1

RENEW_LEASE_EVERY_S = 10.0

LOCK_PATIENCE_S = 30.0
"""How long a store that another process keeps locked is waited for before the run ends in words."""

IN_FLIGHT = {"embedded": 1, "rehearsal": 16}
"""Calls under way at once; the embedded model keeps one, because more cost its determinism (platform.md B4)."""

IN_FLIGHT_ELSEWHERE = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class RunJob:
    """What one run has to ask.

    Attributes:
        items: The calls that have no answer yet, in order.
        counts: Status word to items that were answered before this process began.
        leases: Names in the store that this run holds and renews.
    """

    run_id: str
    plan: Plan
    system: AuditedSystem
    base_url: str
    key: str | None = field(repr=False)
    items: tuple[ItemKey, ...]
    texts: Mapping[tuple[str, str], str]
    n_planned: int
    counts: Mapping[str, int]
    leases: tuple[str, ...]


class RunEngine:
    """One use per run: ``await ask()`` until everything is answered, has failed, or was stopped."""

    def __init__(self, workspace: Workspace, job: RunJob, tell: TellProgress, cancelled: Callable[[], bool]) -> None:
        self._workspace = workspace
        self._job = job
        self._tell = tell
        self._cancelled = cancelled
        self._chain = f"run:{job.run_id}"
        self._pending = deque(job.items)
        self._arrived: list[tuple[Exchange, NewEntry]] = []
        self._news = asyncio.Event()
        self._written = asyncio.Event()
        self._questions = {question.question_id: question for question in job.plan.questions}
        self._counts = Counter(dict(job.counts))
        self._failures: Counter[str] = Counter()
        self._n_now = 0
        self._started = time.monotonic()
        self._reported = 0.0
        self._renewed = -math.inf
        self._locked_since = math.inf
        self._waiting = ""
        self.stop_words = ""

    async def ask(self) -> RunState:
        """Ask all items; answers with the state in which the run ended."""
        self._keep_lease()  # the model may have taken longer to start than a lease lasts
        kind = self._job.system.endpoint.kind
        n_workers = min(IN_FLIGHT.get(kind, IN_FLIGHT_ELSEWHERE), max(1, len(self._pending)))
        limits = ClientLimits()
        async with EndpointClient(self._job.base_url, self._job.key, limits, on_wait=self._on_wait) as client:
            workers = [asyncio.create_task(self._work(client)) for _ in range(n_workers)]
            try:
                await self._write_until_done(workers)
            finally:
                for worker in workers:
                    worker.cancel()
                await asyncio.gather(*workers, return_exceptions=True)
                self._flush()
        state = self._end_state()
        self._send(state, force=True)
        return state

    async def _work(self, client: EndpointClient) -> None:
        """Ask one call after the other; the next is asked when the answer to the last is on disk.

        So a run that is killed has never more unkept answers than calls in flight, and asks no more than those again.
        """
        while self._pending and not self.stop_words:
            key = self._pending.popleft()
            exchange = await self._exchange(client, key)
            self._arrived.append((exchange, self._entry(exchange)))
            written = self._written
            self._news.set()
            await written.wait()

    async def _exchange(self, client: EndpointClient, key: ItemKey) -> Exchange:
        question = self._questions[key.question]
        request = build_request(self._job.system, question, self._job.texts[key.case_id, key.variant], key.sample)
        sent_at = utc_text(self._workspace.clock())
        answered = await client.ask(request)
        return Exchange(
            key=key,
            request_sha256=sha256_hex(answered.request_body),
            outcome=answered.outcome,
            sent_at=sent_at,
            elapsed_ms=answered.elapsed_ms,
            n_attempts=answered.n_attempts,
        )

    def _entry(self, exchange: Exchange) -> NewEntry:
        key = exchange.key
        failed = isinstance(exchange.outcome, CallFailure)
        return NewEntry(
            kind="failure" if failed else "exchange",
            body=canonical_bytes(to_plain(exchange)),
            case_id=key.case_id,
            variant=key.variant,
            question=key.question,
            sample=key.sample,
            status=self._status(exchange).value,
        )

    def _status(self, exchange: Exchange) -> Status:
        match exchange.outcome:
            case ModelReply() as reply:
                return status_of(read_answer(self._questions[exchange.key.question], reply))
            case CallFailure():
                return Status.FAILED

    async def _write_until_done(self, workers: list[asyncio.Task[None]]) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_UP_EVERY_S):
                    await self._news.wait()
                    await asyncio.sleep(GROUP_S)
            self._news.clear()
            self._despite_a_lock(self._flush)
            await asyncio.sleep(0)  # whoever waited for the disk goes on before it is counted who is done
            done = [worker for worker in workers if worker.done()]
            for task in done:
                task.result()  # a fault of ours in a worker must not look like an end
            if self._cancelled():
                self.stop_words = self.stop_words or "Stopped by the user."
            if self.stop_words or len(done) == len(workers):
                return
            self._despite_a_lock(self._keep_lease)
            self._send(RunState.WAITING if self._waiting else RunState.RUNNING)

    def _despite_a_lock(self, write: Callable[[], None]) -> None:
        """Write, or wait for another process's lock: giving up at once would lose the answers that are on their way."""
        began = time.monotonic()
        try:
            write()
            self._locked_since = math.inf
        except StoreLocked:
            self._locked_since = min(self._locked_since, began)
            if time.monotonic() - self._locked_since >= LOCK_PATIENCE_S:
                raise
            self._waiting = "Waiting: another process keeps the store locked."

    def _flush(self) -> None:
        """Write what arrived, then count it: never the other way round. What the store did not take is kept here."""
        if not self._arrived:
            return
        self._workspace.store.ledger.append(self._chain, [entry for _, entry in self._arrived])
        batch, self._arrived = self._arrived, []
        self._written.set()
        self._written = asyncio.Event()
        self._waiting = ""
        for exchange, entry in batch:
            self._counts[entry.status] += 1
            self._n_now += 1
            if isinstance(exchange.outcome, CallFailure):
                self._failures[exchange.outcome.cause] += 1
                if exchange.outcome.stops_run:
                    self.stop_words = f"{exchange.outcome.message} {exchange.outcome.advice}".strip()

    def _on_wait(self, seconds: float, reason: str) -> None:
        self._waiting = f"Waiting {seconds:.0f} s: {reason}"

    def _keep_lease(self) -> None:
        now = time.monotonic()
        if now - self._renewed >= RENEW_LEASE_EVERY_S:
            for name in self._job.leases:
                self._workspace.store.leases.renew(name, owner(), LEASE_S)
            self._renewed = now

    def _end_state(self) -> RunState:
        if self.stop_words:
            return RunState.STOPPED
        n_gaps = self._job.n_planned - sum(self._counts[s.value] for s in Status if s is not Status.FAILED)
        return RunState.COMPLETE_WITH_GAPS if n_gaps else RunState.COMPLETE

    def _send(self, state: RunState, *, force: bool = False) -> None:
        now = time.monotonic()
        if not force and now - self._reported < REPORT_EVERY_S:
            return
        self._reported = now
        seconds = now - self._started
        rate = self._n_now / seconds if seconds > 0 and self._n_now else 0.0
        n_done = sum(self._counts.values())
        n_left = self._job.n_planned - n_done
        self._tell(
            RunProgress(
                run_id=self._job.run_id,
                system=self._job.system.label,
                state=state,
                n_planned=self._job.n_planned,
                n_done=n_done,
                counts={status.value: self._counts[status.value] for status in Status},
                rate_per_s=round(rate, 2),
                seconds_left=round(n_left / rate, 1) if rate else None,
                failures=dict(self._failures),
                words=self.stop_words or self._waiting or f"{n_done} of {self._job.n_planned} answers are on disk.",
            )
        )
