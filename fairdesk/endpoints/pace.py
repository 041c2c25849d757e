"""When the next call to an endpoint may be sent: calls at once, limits per minute, waits, and outages.

One Pace serves everything that is asked of one endpoint. It lives in one event loop and knows no other time than that
loop's, so that a simulated one can drive it through weeks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from fairdesk.domain.exchanges import CallFailure, ModelReply, ModelRequest
from fairdesk.endpoints.concurrency import ConcurrencyLimit
from fairdesk.endpoints.minute_window import MinuteWindow
from fairdesk.endpoints.tickets import Ticket, TicketQueue
from fairdesk.endpoints.waiting import ServerHints, own_wait, utc_now

if TYPE_CHECKING:
    from fairdesk.endpoints.client import Attempt

OUTAGES = ("unreachable", "server_error", "cut_off", "timed_out")
"""Causes that speak of the endpoint rather than of what was asked."""

OVERLOADED_STATUS = (429, 503, 529)

MOST_SPARE = 4
"""Questions that are asked beside those that wait for another try."""

LONGEST_HINTED_HOLD = 60.0
"""A server that says that nothing is left is asked again after a minute; a longer wait it must ask for."""

LONGEST_HOLD = 1e9
"""More seconds than these, as a server may ask for, are beyond every date."""

LOOK_AGAIN_SECONDS = 30.0
"""While a hold lasts the clock on the wall is looked at so often: a computer that slept has waited already."""

N_BELIEVED = 3
"""So often in a row a server may name too short a wait."""

CHARACTERS_PER_TOKEN = 3.0
"""Guess on the safe side; only for what is set aside until the answer says how many tokens it took."""

LARGEST_TOKEN_SCALE = 20.0
"""The guess is raised by what answers took more than it, at most so many times."""

MEMORY = 50
"""Answers over which the mean number of tokens is taken, roughly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long an endpoint that gives no answer is asked again before the run stops.

    Attributes:
        first_seconds: As long as it has not answered at all; short, for the address may be wrong.
        later_seconds: Since its last answer.
        stated_seconds: Since its last answer, or since it was asked first, where the server itself says when to come
            back (daily limits); the others begin anew at that moment. Also where calls only time out: that may be
            the questions' fault, so many are tried.
        tail_seconds: Since its last answer, where every question that is left was answered with an error by a server
            that is there: then nothing can show whether it is the endpoint's fault or theirs.
        n_attempts: How often a question may fail while others are answered.
        n_throttled: How often it may be told to wait while others are answered.
    """

    first_seconds: float = 60.0
    later_seconds: float = 12 * 3600.0
    stated_seconds: float = 25 * 3600.0
    tail_seconds: float = 600.0
    n_attempts: int = 5
    n_throttled: int = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class PaceSettings:
    """How an endpoint is approached.

    Attributes:
        max_in_flight: Calls at once at most; the number that is best is found out below it.
        start_in_flight: Calls at once to begin with.
        requests_per_minute: The account's limit; 0 for none.
        tokens_per_minute: The account's limit, prompt and answer together; 0 for none.
        slow_seconds: Answers that take longer on average are a reason to have fewer calls at once.
        n_failures: Failures of the endpoint in a row after which it is probed with one call at a time.
        first_hold_seconds: The first wait, where the server does not say how long; it doubles each time.
        longest_hold_seconds: The longest such wait.
        patience: When to give up.
    """

    max_in_flight: int = 128
    start_in_flight: int = 4
    requests_per_minute: int = 0
    tokens_per_minute: int = 0
    slow_seconds: float = 60.0
    n_failures: int = 6
    first_hold_seconds: float = 1.0
    longest_hold_seconds: float = 120.0
    patience: Patience = field(default=Patience())


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Why nothing is sent now.

    Attributes:
        reason: In words, for the status line.
        until: Loop time at which the next call may be sent.
        at: The same as UTC, ISO 8601 with Z.
    """

    reason: str
    until: float
    at: str


class Pace:
    """Lets calls begin, in the order in which they came, and learns from how they end.

    Args:
        settings: See PaceSettings.
        clock: The time on the wall.

    Attributes:
        n_in_flight: Calls under way.
        n_unkept: Set by a caller that asks its next question only when the last answer is on disk: answers that are
            not yet. They count as under way when it is judged whether more calls at once would help.
        n_retrying: Kept by the asker: questions that failed at least once and are asked again.
        n_answered: Answers so far.
        answered_at: Loop time of the last one; None before the first.
        stated_until: Loop time until which the server last asked to wait.
    """

    def __init__(self, settings: PaceSettings | None = None, clock: Callable[[], datetime] = utc_now) -> None:
        self.settings = settings or PaceSettings()
        self._clock = clock
        self._concurrency = ConcurrencyLimit(
            self.settings.start_in_flight, self.settings.max_in_flight, self.settings.slow_seconds
        )
        self._requests = MinuteWindow(self.settings.requests_per_minute, is_spread=True)
        self._tokens = MinuteWindow(self.settings.tokens_per_minute, is_spread=False)
        self._queue = TicketQueue()
        self._timer: asyncio.TimerHandle | None = None
        self._free_at = 0.0
        self._held_until = float("-inf")
        self._held_to = datetime.min.replace(tzinfo=UTC)
        self._reason = ""
        self._n_outages = self._n_throttled = 0
        self._is_probing = False
        self._mean_tokens = 0.0
        self._token_scale = 1.0
        self.n_in_flight = self.n_unkept = self.n_retrying = 0
        self.n_answered = 0
        self.answered_at: float | None = None
        self.stated_until = float("-inf")

    @property
    def limit(self) -> int:
        """Calls at once that are allowed now; while the endpoint fails only one of them is sent."""
        return self._concurrency.limit

    @property
    def n_askers(self) -> int:
        """Questions that should be asked side by side: a few more than calls while some wait for another try.

        Else one question that the server cannot bear would keep all others from showing that the server is there.
        """
        return self._concurrency.limit + min(self.n_retrying, MOST_SPARE)

    @property
    def is_broken(self) -> bool:
        """The endpoint failed so often in a row that one call at a time tries whether it is back."""
        return self._n_outages >= self.settings.n_failures

    @property
    def held_until(self) -> float:
        """Loop time until which nothing is sent; in the past when nothing holds."""
        return self._held_until

    @property
    def n_waiting(self) -> int:
        """Calls that wait for their turn."""
        return len(self._queue)

    def holds(self) -> bool:
        """Nothing may be sent now, whatever is asked."""
        return self.is_broken or self._is_held(asyncio.get_running_loop().time())

    def release(self) -> None:
        """Let all in that wait; whoever asks gave up and sends nothing more."""
        while self._queue:
            ticket = self._queue.first(spares_failed=False)
            self.n_in_flight += self._queue.call(ticket)
        self._look_again(asyncio.get_running_loop(), None)

    def waiting(self) -> Waiting | None:
        """Why nothing is sent and until when, or None while calls are sent or none waits."""
        if not self._queue and self.n_in_flight:
            return None
        now = asyncio.get_running_loop().time()
        until = self._held_until if self._is_held(now) else self._free_at
        if until <= now:
            return None
        reason = self._reason if self._is_held(now) else self._limit_words()
        moment = self._clock() + timedelta(seconds=until - now)
        return Waiting(reason=reason, until=until, at=moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))

    def ticket(self, request: ModelRequest) -> Ticket:
        """A place in the order for one question; it is kept when the question is sent again."""
        n_tokens = 1.0
        if self.settings.tokens_per_minute:
            n_signs = sum(len(message.content.encode()) for message in request.messages)
            n_tokens += n_signs / CHARACTERS_PER_TOKEN + request.max_tokens
        return Ticket(number=self._queue.next_number(), n_tokens=n_tokens)

    async def enter(self, ticket: Ticket) -> None:
        """Wait until the call may be sent; ``leave`` must follow, whatever becomes of it.

        Raises:
            asyncio.CancelledError: nothing was taken and nothing is left behind.
        """
        loop = asyncio.get_running_loop()
        if not self._queue:
            now = loop.time()
            free_at = self._next_start(now, ticket)
            if free_at is not None and free_at <= now:
                self._start(now, ticket)
                return
        turn = self._queue.put(ticket, loop)
        self._let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave(ticket, None)
            else:
                self._queue.drop(ticket)
                self._let_in()
            raise

    def leave(self, ticket: Ticket, attempt: Attempt | None) -> None:
        """Say how a call ended; None when it was cancelled."""
        now = asyncio.get_running_loop().time()
        was_full = self.n_in_flight + self.n_unkept >= self._concurrency.limit
        self.n_in_flight -= 1
        if ticket.is_probe:
            ticket.is_probe = self._is_probing = False
        if attempt is not None:
            match attempt.outcome:
                case ModelReply() as reply:
                    self._answered(now, ticket, reply, was_full)
                case CallFailure() as failure:
                    self._failed(now, ticket, failure, attempt.hints.retry_after_s)
            self._heed(now, attempt.hints)
        self._let_in()

    def _answered(self, now: float, ticket: Ticket, reply: ModelReply, was_full: bool) -> None:
        self.n_answered += 1
        self.answered_at = now
        self._n_outages = self._n_throttled = 0
        if reply.prompt_tokens is not None and reply.answer_tokens is not None:
            self._learn_tokens(ticket, reply.prompt_tokens + reply.answer_tokens)
        self._concurrency.answered(now, ticket.sent_at, is_full=was_full)

    def _learn_tokens(self, ticket: Ticket, n_tokens: int) -> None:
        """Give back what was set aside too much; where nothing is told it stays set aside."""
        self._mean_tokens += (n_tokens - self._mean_tokens) / min(self.n_answered, MEMORY)
        if ticket.tokens is not None:
            self._tokens.correct(ticket.tokens, n_tokens)
            self._token_scale = max(self._token_scale, min(LARGEST_TOKEN_SCALE, n_tokens / ticket.n_tokens))

    def _failed(self, now: float, ticket: Ticket, failure: CallFailure, asked: float | None) -> None:
        if ticket.tokens is not None and failure.http_status is not None:
            self._tokens.correct(ticket.tokens, 0.0)
        is_throttled = failure.cause == "throttled"
        if is_throttled or failure.http_status in OVERLOADED_STATUS:
            self._concurrency.shrink(now, ticket.sent_at)
        elif failure.cause in OUTAGES:
            self._concurrency.failed(now, ticket.sent_at)
        was_sent_before = ticket.sent_at < self._held_until
        if failure.cause in OUTAGES:
            if not (self.is_broken and was_sent_before):
                self._n_outages += 1
            if self._n_outages == self.settings.n_failures:
                self._concurrency.restart()
        elif is_throttled:
            self._n_outages = 0
        else:
            self._n_outages = self._n_throttled = 0
            return
        self._n_throttled += is_throttled and not was_sent_before
        self._hold_after(now, failure, asked, was_sent_before)

    def _hold_after(self, now: float, failure: CallFailure, asked: float | None, was_sent_before: bool) -> None:
        """Wait as long as the server asked; without that, after being throttled or in an outage, longer every time."""
        own = 0.0
        if failure.cause == "throttled" and not was_sent_before:
            # A server that again and again says "at once" and does not mean it is not believed for ever.
            n_times = self._n_throttled if asked is None else self._n_throttled - N_BELIEVED
            own = self._own_hold(n_times) if n_times > 0 else 0.0
        elif self.is_broken and not was_sent_before:
            own = self._own_hold(self._n_outages - self.settings.n_failures + 1)
        if asked is not None and asked >= own:
            self.stated_until = max(self.stated_until, now + asked)
        self._hold(now, max(own, asked or 0.0), failure.message)

    def _own_hold(self, n_times: int) -> float:
        return own_wait(n_times, self.settings.first_hold_seconds, self.settings.longest_hold_seconds)

    def _heed(self, now: float, hints: ServerHints) -> None:
        """Keep away while the server says that nothing is left."""
        reset = 0.0
        if hints.requests_left == 0:
            reset = hints.requests_reset_s or 0.0
        if hints.tokens_left is not None and hints.tokens_left <= self._mean_tokens:
            reset = max(reset, hints.tokens_reset_s or 0.0)
        if reset > 0:
            self._hold(now, min(reset, LONGEST_HINTED_HOLD), "The server says that its limit is reached for now.")

    def _hold(self, now: float, seconds: float, reason: str) -> None:
        """Send nothing for so long; a hold that lasts longer already is kept."""
        seconds = min(seconds, LONGEST_HOLD)
        if seconds > 0 and now + seconds > self._held_until:
            self._held_until, self._reason = now + seconds, reason
            self._held_to = self._clock() + timedelta(seconds=seconds)
            self._concurrency.pause()

    def _is_held(self, now: float) -> bool:
        if now < self._held_until and self._clock() >= self._held_to:
            self._held_until = now  # the computer slept: its own time stood still meanwhile
        return now < self._held_until

    def _next_start(self, now: float, ticket: Ticket) -> float | None:
        """When this call may be sent by what is known now; None: not before another one ends."""
        if self._is_held(now):
            return self._held_until
        if self.n_in_flight >= self._concurrency.limit or (self.is_broken and self._is_probing):
            return None
        if not self._requests.limit and not self._tokens.limit:
            return now
        return max(self._requests.free_at(now, 1.0), self._tokens.free_at(now, ticket.n_tokens * self._token_scale))

    def _start(self, now: float, ticket: Ticket) -> None:
        self.n_in_flight += 1
        ticket.sent_at = now
        if self.is_broken:
            ticket.is_probe = self._is_probing = True
        if self._requests.limit:
            self._requests.take(now, 1.0)
        if self._tokens.limit:
            ticket.tokens = self._tokens.take(now, ticket.n_tokens * self._token_scale)

    def _let_in(self) -> None:
        """Start what may start, and see to it that the rest is looked at again in time."""
        loop = asyncio.get_running_loop()
        when: float | None = None
        while self._queue:
            now = loop.time()
            ticket = self._queue.first(spares_failed=self.is_broken)
            when = self._next_start(now, ticket)
            if when is None or when > now:
                break
            if self._queue.call(ticket):
                self._start(now, ticket)
        self._look_again(loop, when if self._queue else None)

    def _look_again(self, loop: asyncio.AbstractEventLoop, when: float | None) -> None:
        self._free_at = when or 0.0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if when is not None:
            self._timer = loop.call_at(min(when, loop.time() + LOOK_AGAIN_SECONDS), self._let_in)

    def _limit_words(self) -> str:
        limits = [
            f"{window.limit:,} {what} a minute"
            for window, what in ((self._requests, "requests"), (self._tokens, "tokens"))
            if window.limit
        ]
        return f"The limit of {' and '.join(limits)} is reached."
