"""Asks one endpoint question after question, and loses none to its outages and limits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from fairdesk.domain.exchanges import CallFailure, ModelReply, ModelRequest
from fairdesk.endpoints.client import Answered, Attempt, EndpointClient
from fairdesk.endpoints.lost_calls import out_of_patience
from fairdesk.endpoints.pace import Pace
from fairdesk.endpoints.tickets import Ticket
from fairdesk.endpoints.waiting import own_wait

AWAY_STATUS = (None, 429, 502, 503, 504, 520, 521, 522, 523, 529)
"""Said by whoever stands before the server, or by nobody: they blame no question."""

NOT_SENT = CallFailure(
    cause="cancelled", message="The question was not sent.", advice="Resume the run to ask what is left."
)


def always() -> bool:
    """Every question may be sent."""
    return True


class Asker:
    """The one place through which all runs ask an endpoint. May be asked many questions side by side.

    A question is sent again where that is harmless, in its old place of the order. What the endpoint does to all (a
    limit, an outage) makes all wait; a question fails only for its own fault, that is, when it failed so often while
    others were answered, or when patience with the endpoint ends. Then everything that was asked ends with the last
    failure, marked as one that stops the run.

    Args:
        client: Of the endpoint, opened.
        pace: Of the same endpoint.
    """

    def __init__(self, client: EndpointClient, pace: Pace) -> None:
        self.pace = pace
        self._client = client
        self._patience = pace.settings.patience
        self._began = 0.0
        self._has_begun = False
        self._n_fresh = 0
        self._given_up: CallFailure | None = None
        self._has_ended = asyncio.Event()

    async def ask(self, request: ModelRequest, may_send: Callable[[], bool] = always) -> Answered:
        """Ask one question; returns when it is answered or has failed for good.

        Args:
            may_send: Asked when it is the question's turn, right before every sending; False ends the question.

        Returns:
            Answered; with ``n_attempts`` 0 where patience ended, or it might not be sent, before it was ever sent.

        Raises:
            asyncio.CancelledError: nothing is left behind.
        """
        ticket = self.pace.ticket(request)
        self._n_fresh += 1
        try:
            return await self._ask(request, ticket, may_send)
        finally:
            if ticket.n_failures:
                self.pace.n_retrying -= 1
            else:
                self._n_fresh -= 1

    async def _ask(self, request: ModelRequest, ticket: Ticket, may_send: Callable[[], bool]) -> Answered:
        loop = asyncio.get_running_loop()
        n_attempts = n_own = n_throttled = 0
        started = 0.0
        attempt: Attempt | None = None
        outcome: ModelReply | CallFailure = NOT_SENT
        while self._given_up is None:
            await self.pace.enter(ticket)
            if self._given_up is not None or not may_send():
                self.pace.leave(ticket, None)
                break
            if not n_attempts:
                started, ticket.n_answered = loop.time(), self.pace.n_answered
                self._begin(started)
            n_attempts += 1
            attempt = await self._attempt(request, ticket)
            outcome = attempt.outcome
            if isinstance(outcome, ModelReply) or not attempt.is_worth_another:
                self._end_if_it_hangs(loop.time(), outcome)
                return _answered(attempt, outcome, n_attempts, loop.time() - started)
            self._count_failure(ticket)
            if self.pace.n_answered > ticket.n_answered:
                ticket.n_answered = self.pace.n_answered
                n_throttled += outcome.cause == "throttled"
                n_own += outcome.cause != "throttled"
            is_own = n_own >= self._patience.n_attempts or n_throttled >= self._patience.n_throttled
            if is_own or self._is_left_over(loop.time(), outcome):
                return _answered(attempt, replace(outcome, stops_run=False), n_attempts, loop.time() - started)
            self._lose_patience(loop.time(), outcome)
            if self._given_up is None and not self.pace.holds():
                await self._sleep(own_wait(ticket.n_failures, self.pace.settings.first_hold_seconds / 2))
        return _answered(attempt, self._given_up or outcome, n_attempts, loop.time() - started if n_attempts else 0.0)

    async def _attempt(self, request: ModelRequest, ticket: Ticket) -> Attempt:
        attempt: Attempt | None = None
        try:
            attempt = await self._client.attempt(request)
        finally:
            self.pace.leave(ticket, attempt)
        return attempt

    def _count_failure(self, ticket: Ticket) -> None:
        if not ticket.n_failures:
            self._n_fresh -= 1
            self.pace.n_retrying += 1
        ticket.n_failures += 1

    def _is_left_over(self, now: float, outcome: CallFailure) -> bool:
        """Nothing but failed questions is left, and the server is there: no other can show whose fault it is."""
        answered_at = self.pace.answered_at
        return (
            answered_at is not None
            and not self._n_fresh
            and outcome.http_status not in AWAY_STATUS
            and now - answered_at > self._patience.tail_seconds
        )

    def _end_if_it_hangs(self, now: float, outcome: ModelReply | CallFailure) -> None:
        """Each question that times out fails alone; but where for long all do, the rest need not try it one by one."""
        if isinstance(outcome, CallFailure) and outcome.cause == "timed_out" and self.pace.is_broken:
            self._lose_patience(now, outcome)

    def _lose_patience(self, now: float, outcome: CallFailure) -> None:
        """Give up where the next try would come later than anybody waits."""
        pace, patience = self.pace, self._patience
        next_try = max(now, pace.held_until)
        since = self._began if pace.answered_at is None else pace.answered_at
        if next_try <= pace.stated_until or outcome.cause == "timed_out":
            longest = patience.stated_seconds
        else:
            longest = patience.first_seconds if pace.answered_at is None else patience.later_seconds
            since = max(since, min(now, pace.stated_until))
        if next_try - since > longest:
            self._given_up = replace(out_of_patience(outcome, next_try - now, longest), stops_run=True)
            self._has_ended.set()
            pace.release()

    def _begin(self, now: float) -> None:
        if not self._has_begun:
            self._has_begun, self._began = True, now

    async def _sleep(self, seconds: float) -> None:
        """Wait, but not longer than there is patience."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._has_ended.wait()


def _answered(attempt: Attempt | None, outcome: ModelReply | CallFailure, n_attempts: int, seconds: float) -> Answered:
    return Answered(
        outcome=outcome,
        elapsed_ms=round(seconds * 1000),
        n_attempts=n_attempts if attempt and attempt.request_body else 0,
        request_sha256=attempt.request_sha256 if attempt else "",
        request_body=attempt.request_body if attempt else b"",
    )
