"""The asker over a simulated provider in virtual time: what waits, what is sent again, what fails, in which order."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import pytest

from fairdesk.domain.exchanges import CallFailure, ModelReply
from fairdesk.endpoints.asker import Asker
from fairdesk.endpoints.client import Answered, ClientLimits, EndpointClient, EndpointTarget
from fairdesk.endpoints.pace import Pace, PaceSettings, Patience
from tests.unit.endpoints.odd_server import question
from tests.virtual_time import (
    START,
    Call,
    Said,
    SimulatedProvider,
    VirtualLoop,
    failing,
    run_virtually,
    virtual_clock,
    virtual_seconds,
)

GOOD = Said()
HOUR = 3600.0


class Simulation:
    """A provider, an asker before it, and what came of the questions."""

    def __init__(self, answer: Callable[[Call], Said], settings: PaceSettings | None = None) -> None:
        self.provider = SimulatedProvider(answer)
        self.pace = Pace(settings or PaceSettings(), clock=virtual_clock)
        self.answers: list[Answered] = []
        self.seconds = 0.0
        self.n_turns = 0

    def ask(self, n_questions: int, n_workers: int = 200) -> Simulation:
        """Ask so many questions with so many workers, to the end."""
        waiting = [str(n) for n in range(n_questions)][::-1]

        async def work(asker: Asker) -> None:
            while waiting:
                self.answers.append(await asker.ask(question(waiting.pop())))

        async def go() -> None:
            async with self.client() as client:
                asker = Asker(client, self.pace)
                await asyncio.gather(*(work(asker) for _ in range(min(n_workers, n_questions))))
            self.seconds = virtual_seconds()
            loop = asyncio.get_running_loop()
            assert isinstance(loop, VirtualLoop)
            self.n_turns = loop.n_turns

        run_virtually(go)
        assert self.pace.n_in_flight == self.pace.n_waiting == self.provider.n_open == 0
        return self

    def client(self) -> EndpointClient:
        """Of the simulated provider."""
        target = EndpointTarget(base_url="https://models.example/v1", key="sk-planted-key")
        return EndpointClient(target, ClientLimits(), transport=self.provider, clock=virtual_clock)

    @property
    def outcomes(self) -> list[ModelReply | CallFailure]:
        return [answered.outcome for answered in self.answers]

    @property
    def failures(self) -> list[CallFailure]:
        return [outcome for outcome in self.outcomes if isinstance(outcome, CallFailure)]


def test_everything_is_answered_and_asked_once() -> None:
    """Without faults each question is sent once, in the order in which it was asked."""
    done = Simulation(lambda call: GOOD).ask(500)
    assert not done.failures
    assert [call.text for call in done.provider.calls] == [str(n) for n in range(500)]
    assert {answered.n_attempts for answered in done.answers} == {1}
    assert done.pace.n_answered == 500


def test_calls_at_once_grow_while_answers_come_faster() -> None:
    """A server that bears a hundred calls gets a hundred; the beginning is small."""
    done = Simulation(lambda call: GOOD, PaceSettings(max_in_flight=100)).ask(3000)
    first = [call for call in done.provider.calls if call.at == 0]
    assert len(first) == 4
    assert done.provider.most_open == 100
    assert done.seconds < 3000 / 100 + 20


def test_a_server_that_works_on_one_call_is_not_flooded() -> None:
    """Where more calls at once bring no more answers they stay few, so that none waits till its time is up."""
    free_at = 0.0

    def one_by_one(call: Call) -> Said:
        nonlocal free_at
        free_at = max(free_at, call.at) + 10.0
        return Said(seconds=free_at - call.at)

    done = Simulation(one_by_one).ask(300)
    assert not done.failures
    assert done.provider.most_open <= 10


def test_slow_answers_shrink_before_time_limits_hit() -> None:
    """A server that gets slower with the load is asked less at once before its answers take too long."""
    simulation = Simulation(
        lambda call: Said(seconds=4.0 * simulation.provider.n_open), PaceSettings(start_in_flight=64)
    )
    done = simulation.ask(1000)
    assert len(done.failures) < 64
    assert done.pace.limit < 32


def test_throttling_halves_the_calls_at_once() -> None:
    """429 shrinks once for what was under way, holds everything, and nothing is lost or failed."""

    def at_most_ten(call: Call) -> Said:
        return failing(429, "slow down") if simulation.provider.n_open >= 10 else GOOD

    simulation = Simulation(at_most_ten, PaceSettings(start_in_flight=64))
    done = simulation.ask(2000)
    assert not done.failures
    n_refused = len(done.provider.calls) - 2000
    assert n_refused < 400
    assert done.seconds < 2 * 2000 / 10


def test_retry_after_in_seconds_holds_the_whole_endpoint() -> None:
    """After one 429 with Retry-After: 30 nothing at all is sent for 30 seconds; then everything is answered."""

    def answer(call: Call) -> Said:
        return failing(429, "wait", retry_after="30") if call.number == 5 else Said(seconds=0.5)

    done = Simulation(answer).ask(40)
    times = [call.at for call in done.provider.calls]
    gaps = [later - sooner for sooner, later in pairwise(times)]
    assert max(gaps) >= 29
    assert not [time for time in times if times[4] + 0.5 < time < times[4] + 30.0]
    assert not done.failures


@pytest.mark.parametrize(("offset", "wait"), [(90, 90.0), (-3600, 0.0)])
def test_retry_after_as_a_date(offset: float, wait: float) -> None:
    """Retry-After as a date is waited for; a date that is past means at once, and neither crashes anything."""

    def answer(call: Call) -> Said:
        moment = START.timestamp() + offset
        date = format_datetime(START.fromtimestamp(moment, START.tzinfo), usegmt=True)
        return failing(429, "wait", retry_after=date) if call.number == 1 else GOOD

    done = Simulation(answer).ask(1)
    assert not done.failures
    assert done.provider.calls[1].at == pytest.approx(max(wait, 0.1), abs=1.0)


def test_an_empty_millisecond_header_does_not_hide_the_seconds() -> None:
    """retry-after-ms that is empty and retry-after of 30: thirty seconds."""

    def answer(call: Call) -> Said:
        return failing(429, "wait", retry_after_ms="", retry_after="30") if call.number == 1 else GOOD

    done = Simulation(answer).ask(1)
    assert done.provider.calls[1].at == pytest.approx(30.1)


def test_a_server_that_says_at_once_for_ever_is_not_hammered() -> None:
    """Retry-After: 0 on every answer is believed a few times, then the waits grow."""
    done = Simulation(lambda call: failing(429, "busy", retry_after="0")).ask(3)
    assert len(done.provider.calls) < 60
    assert {failure.stops_run for failure in done.failures} == {True}


def test_rate_headers_hold_until_the_reset() -> None:
    """When the headers say that no requests are left, none is sent before the reset, and no 429 is provoked."""
    times: list[float] = []

    def answer(call: Call) -> Said:
        times.append(call.at)
        n_in_minute = len([at for at in times if at > call.at - 20.0])
        if n_in_minute > 10:
            return failing(429, "too many", retry_after="20")
        left = {"x-ratelimit-remaining-requests": str(10 - n_in_minute), "x-ratelimit-reset-requests": "20s"}
        return Said(headers=left, seconds=0.2)

    done = Simulation(answer, PaceSettings(max_in_flight=1)).ask(100)
    assert not done.failures
    assert len(done.provider.calls) == 100


def test_requests_per_minute_are_kept_exactly_over_hours() -> None:
    """Never more than the limit in any minute, and hardly fewer, for two hours."""
    done = Simulation(lambda call: Said(seconds=0.7), PaceSettings(requests_per_minute=40)).ask(40 * 120)
    times = [call.at for call in done.provider.calls]
    assert all(later - sooner >= 60 for sooner, later in zip(times, times[40:], strict=False))
    assert 120 * 60 <= done.seconds + 61 <= 120 * 60 * 1.02


def test_tokens_per_minute_are_kept_exactly_over_hours() -> None:
    """Tokens as the provider counts them never exceed the limit in any minute; what was set aside comes back."""
    settings = PaceSettings(tokens_per_minute=1200, max_in_flight=16)
    done = Simulation(lambda call: Said(seconds=2.0), settings).ask(40 * 120)
    times = [call.at for call in done.provider.calls]
    assert all(later - sooner >= 60 for sooner, later in zip(times, times[40:], strict=False))
    assert 120 * 60 <= done.seconds + 61 <= 120 * 60 * 1.06


def test_an_outage_makes_all_wait_and_loses_nothing() -> None:
    """Eight hours without a server: a few probes an hour, one at a time, then everything is answered."""

    def answer(call: Call) -> Said:
        is_away = 15.0 < call.at < 8 * HOUR
        return Said(error=ConnectionRefusedError("away"), seconds=0.01) if is_away else GOOD

    done = Simulation(answer).ask(3000, n_workers=100)
    assert not done.failures
    probes = [call for call in done.provider.calls if 200.0 < call.at < 8 * HOUR]
    assert len(probes) < 500
    assert done.seconds < 8 * HOUR + 400
    assert done.n_turns < 60_000


def test_probes_come_one_at_a_time() -> None:
    """While the endpoint is away one call tries it at a time, however many wait."""
    open_at: list[int] = []

    def answer(call: Call) -> Said:
        if 10.0 < call.at < 20_000.0:
            open_at.append(simulation.provider.n_open)
            return failing(502, "bad gateway", seconds=5.0)
        return GOOD

    simulation = Simulation(answer)
    done = simulation.ask(4000, n_workers=100)
    assert not done.failures
    assert len(open_at) > 100
    assert set(open_at[100:]) == {0}


def test_a_question_that_the_server_cannot_bear_fails_alone() -> None:
    """One question that always ends in a 500 fails with the last status and words; all others are answered."""
    n_tries: Counter[str] = Counter()

    def answer(call: Call) -> Said:
        n_tries[call.text] += 1
        return failing(500, f"crash {n_tries[call.text]}") if call.text == "7" else Said(seconds=0.5)

    done = Simulation(answer, PaceSettings(max_in_flight=2)).ask(300, n_workers=4)
    [failure] = done.failures
    assert (failure.cause, failure.http_status, failure.stops_run) == ("server_error", 500, False)
    assert failure.detail == f"crash {n_tries['7']}"
    assert 5 <= n_tries["7"] <= 7
    assert len(done.answers) == 300


def test_one_worker_and_a_question_that_the_server_cannot_bear() -> None:
    """Where one call is allowed at a time, the pace asks for another question while a failed one waits for its turn."""

    async def go() -> list[Answered]:
        simulation = Simulation(
            lambda call: failing(500, "crash") if call.text == "3" else GOOD,
            PaceSettings(max_in_flight=1, start_in_flight=1),
        )
        waiting = [str(n) for n in range(40)][::-1]
        answers: list[Answered] = []
        async with simulation.client() as client:
            asker = Asker(client, simulation.pace)
            tasks: set[asyncio.Task[Answered]] = set()
            while waiting or tasks:
                while waiting and len(tasks) < simulation.pace.n_askers:
                    tasks.add(asyncio.create_task(asker.ask(question(waiting.pop()))))
                done, tasks = await asyncio.wait(tasks, timeout=1.0, return_when=asyncio.FIRST_COMPLETED)
                answers.extend(task.result() for task in done)
        assert simulation.provider.most_open == 1
        assert simulation.pace.n_retrying == 0
        assert virtual_seconds() < 120
        return answers

    [failure] = [answered.outcome for answered in run_virtually(go) if isinstance(answered.outcome, CallFailure)]
    assert (failure.detail, failure.stops_run) == ("crash", False)


def test_the_last_questions_do_not_wait_for_half_a_day() -> None:
    """Where only questions are left that end in a 500, they fail after minutes: no other can show whose fault it is."""
    done = Simulation(lambda call: failing(500, "crash") if int(call.text) >= 48 else GOOD).ask(50)
    assert len(done.failures) == 2
    assert not [failure for failure in done.failures if failure.stops_run]
    assert done.seconds < HOUR


def test_a_storm_of_429_ends_answered() -> None:
    """Every second call is told to wait for hours on end: slow, but nothing fails."""
    done = Simulation(lambda call: failing(429, "storm") if call.number % 2 else GOOD).ask(400)
    assert not done.failures


def test_patience_ends_early_before_the_first_answer() -> None:
    """An address where nobody ever answered is given up after a minute, in words, for everything that was asked."""
    done = Simulation(lambda call: Said(error=ConnectionRefusedError(), seconds=0.01)).ask(50)
    assert done.seconds < 90
    assert len(done.failures) == 50
    assert {(failure.cause, failure.stops_run) for failure in done.failures} == {("unreachable", True)}
    assert {answered.n_attempts for answered in done.answers} >= {0}


def test_patience_ends_with_the_last_status_and_words() -> None:
    """429 on every try: the last status and the provider's latest text are kept, not thrown away with the first."""

    def answer(call: Call) -> Said:
        return GOOD if call.number <= 10 else failing(429, f"try {call.number}")

    patience = Patience(later_seconds=2 * HOUR)
    done = Simulation(answer, PaceSettings(patience=patience)).ask(20)
    assert len(done.failures) == 10
    assert {(failure.http_status, failure.detail) for failure in done.failures} == {
        (429, f"try {len(done.provider.calls)}")
    }
    assert {failure.stops_run for failure in done.failures} == {True}
    assert 1.9 * HOUR < done.seconds < 2.1 * HOUR


def test_a_daily_limit_is_waited_for() -> None:
    """A provider that names the time to come back, fourteen hours away, is waited for although patience is twelve."""

    def answer(call: Call) -> Said:
        is_spent = call.number > 100 and call.at < 14 * HOUR
        return failing(429, "daily limit", retry_after=str(round(14 * HOUR - call.at))) if is_spent else GOOD

    done = Simulation(answer).ask(200)
    assert not done.failures
    assert done.seconds > 14 * HOUR
    assert len(done.provider.calls) < 350


def test_a_run_that_is_resumed_within_a_limit_waits_too() -> None:
    """A provider that names the time to come back before it ever answered is there, and is waited for."""

    def answer(call: Call) -> Said:
        return failing(429, "daily limit", retry_after="7200") if call.at < HOUR else GOOD

    done = Simulation(answer).ask(5)
    assert not done.failures
    assert 2 * HOUR < done.seconds < 2 * HOUR + 60


def test_a_wait_that_nobody_is_ready_for_ends_at_once() -> None:
    """Retry-After of a week ends with both times in words; nothing hangs."""
    done = Simulation(lambda call: GOOD if call.number == 1 else failing(429, "x", retry_after="604800")).ask(3, 1)
    assert done.seconds < 60
    assert "at most 25 hours are waited; the next try would have been in 168 hours." in done.failures[0].message


def test_a_computer_that_slept_has_waited() -> None:
    """A hold of an hour in which the computer slept for two ends soon after it woke, not an hour later."""

    async def go() -> float:
        provider = SimulatedProvider(lambda call: failing(429, "x", retry_after="3600") if call.number == 2 else GOOD)

        def clock() -> datetime:
            return virtual_clock() + timedelta(hours=2 if virtual_seconds() > 60 else 0)

        target = EndpointTarget(base_url="https://models.example/v1")
        async with EndpointClient(target, transport=provider, clock=clock) as client:
            asker = Asker(client, Pace(clock=clock))
            for n in range(3):
                assert isinstance((await asker.ask(question(str(n)))).outcome, ModelReply)
        return virtual_seconds()

    assert run_virtually(go) < 120


def test_waiting_is_said_in_words_with_the_time() -> None:
    """While it holds, reason and wall time until which are there; before and after they are not."""
    seen: list[object] = []

    async def go() -> None:
        simulation = Simulation(lambda call: failing(429, "x", retry_after="50") if call.number == 1 else GOOD)
        async with simulation.client() as client:
            asker = Asker(client, simulation.pace)
            seen.append(asker.pace.waiting())
            task = asyncio.create_task(asker.ask(question()))
            await asyncio.sleep(10)
            waiting = asker.pace.waiting()
            assert waiting is not None
            seen.append((waiting.reason, waiting.until, waiting.at))
            await task
            seen.append(asker.pace.waiting())

    run_virtually(go)
    assert seen[0] is None
    assert seen[1] == ("The server asked to slow down (status 429).", pytest.approx(50.1), "2026-11-30T08:00:50Z")
    assert seen[2] is None


def test_a_limit_per_minute_is_said_in_words() -> None:
    """While a limit per minute holds calls back, it is named with its number."""

    async def go() -> str:
        simulation = Simulation(lambda call: GOOD, PaceSettings(requests_per_minute=1))
        async with simulation.client() as client:
            asker = Asker(client, simulation.pace)
            tasks = [asyncio.create_task(asker.ask(question(str(n)))) for n in range(2)]
            await asyncio.sleep(5)
            waiting = simulation.pace.waiting()
            await asyncio.wait(tasks)
        assert waiting is not None
        assert 60 <= waiting.until <= 61
        return waiting.reason

    assert run_virtually(go) == "The limit of 1 requests a minute is reached."


def test_scarce_tokens_are_left_alone() -> None:
    """When the headers say that fewer tokens are left than an answer takes, the reset is waited for; no 429 is met."""

    def answer(call: Call) -> Said:
        left = 100 - 30 * ((call.number - 1) % 3 + 1)
        return Said(headers={"x-ratelimit-remaining-tokens": str(left), "x-ratelimit-reset-tokens": "20s"})

    done = Simulation(answer, PaceSettings(max_in_flight=1)).ask(30)
    times = [call.at for call in done.provider.calls]
    assert [round(later - sooner) for sooner, later in pairwise(times)][:8] == [1, 1, 21, 1, 1, 21, 1, 1]


def test_cancelling_while_waiting_leaves_nothing_behind() -> None:
    """Calls that are cancelled in the queue, in a hold or under way give back what they took; the next ones go on."""

    async def go() -> None:
        simulation = Simulation(lambda call: failing(429, "x", retry_after="50") if call.number == 3 else GOOD)
        async with simulation.client() as client:
            asker = Asker(client, simulation.pace)
            for moment in (0.0, 0.05, 0.5, 1.5, 20.0):
                tasks = [asyncio.create_task(asker.ask(question(str(n)))) for n in range(300)]
                await asyncio.sleep(moment)
                for task in tasks:
                    task.cancel()
                for task in tasks:
                    with suppress(asyncio.CancelledError):
                        await task
                assert simulation.pace.n_in_flight == simulation.pace.n_waiting == simulation.provider.n_open == 0
                assert simulation.pace._timer is None
            answered = await asker.ask(question("last"))
            assert isinstance(answered.outcome, ModelReply)

    run_virtually(go)


def test_a_cancelled_probe_does_not_block_the_endpoint() -> None:
    """When the one call that tries a failing endpoint is cancelled, the next takes its place."""

    async def go() -> None:
        simulation = Simulation(
            lambda call: Said(error=ConnectionResetError(), seconds=0.1) if call.at < 30 else Said(seconds=5.0)
        )
        async with simulation.client() as client:
            asker = Asker(client, simulation.pace)
            tasks = [asyncio.create_task(asker.ask(question(str(n)))) for n in range(20)]
            while not (simulation.pace.is_broken and simulation.pace.n_in_flight and virtual_seconds() > 31):
                await asyncio.sleep(0.5)
            tasks[int(simulation.provider.calls[-1].text)].cancel()
            await asyncio.wait(tasks)
            assert simulation.pace.n_answered == 19

    run_virtually(go)


def test_what_may_not_be_sent_is_not() -> None:
    """A caller that says no when the turn comes gets the question back unsent, without an error of the endpoint."""

    async def go() -> Answered:
        simulation = Simulation(lambda call: GOOD)
        async with simulation.client() as client:
            answered = await Asker(client, simulation.pace).ask(question(), lambda: False)
        assert not simulation.provider.calls
        return answered

    answered = run_virtually(go)
    assert isinstance(answered.outcome, CallFailure)
    assert (answered.outcome.cause, answered.n_attempts) == ("cancelled", 0)


def test_time_outs_are_not_sent_again() -> None:
    """A call that was not answered in time fails at once: the server may still be at work on it."""
    done = Simulation(lambda call: Said(seconds=1000) if call.text == "3" else GOOD).ask(20)
    assert [failure.cause for failure in done.failures] == ["timed_out"]
    assert len(done.provider.calls) == 20


def test_an_endpoint_that_hangs_for_good_ends_the_run() -> None:
    """Where every call only times out, the run stops after a day; few questions fail, the others were never sent."""
    done = Simulation(lambda call: GOOD if int(call.text) < 20 else Said(seconds=1000)).ask(2000, n_workers=8)
    assert done.seconds < 27 * HOUR
    [stop] = {failure.message for failure in done.failures if failure.stops_run}
    assert "25 hours" in stop
    assert sum(not failure.stops_run for failure in done.failures) < 400


def test_a_failure_of_the_provider_behind_a_status_200_is_sent_again() -> None:
    """Some services put the status 502 of a model's host into an answer of status 200."""
    hidden = Said(body={"error": {"code": 502, "message": "the host is away"}})
    done = Simulation(lambda call: hidden if call.at < 20 else GOOD).ask(50)
    assert not done.failures


def test_a_wrong_key_ends_at_once() -> None:
    """401 is sent once for each call under way and waits for nothing."""
    done = Simulation(lambda call: failing(401, "bad key")).ask(3)
    assert {failure.stops_run for failure in done.failures} == {True}
    assert (len(done.provider.calls), done.seconds < 1) == (3, True)


def test_no_other_endpoint_is_ever_asked() -> None:
    """A configured endpoint that is switched off ends in an error; no call goes to any other host."""
    hosts: set[str] = set()

    class Watched(SimulatedProvider):
        async def handle_async_request(self, request: object) -> object:  # type: ignore[override]
            hosts.add(request.url.host)  # type: ignore[attr-defined]
            return await super().handle_async_request(request)  # type: ignore[arg-type]

    simulation = Simulation(lambda call: Said(error=ConnectionRefusedError()))
    simulation.provider = Watched(lambda call: Said(error=ConnectionRefusedError(), seconds=0.01))
    done = simulation.ask(5)
    assert len(done.failures) == 5
    assert hosts == {"models.example"}


def test_a_night_of_many_faults_balances() -> None:
    """Resets, 500s, 503s with and without a wait, and truncated bodies mixed over hours: every question ends, once."""

    def answer(call: Call) -> Said:
        match call.number % 23:
            case 3:
                return Said(error=ConnectionResetError(), seconds=0.2)
            case 7:
                return failing(500, "oops")
            case 11:
                return failing(503, "overloaded", retry_after="3")
            case 19:
                return failing(503, "overloaded")
            case _:
                return replace(GOOD, seconds=0.5 + call.number % 7)

    done = Simulation(answer).ask(2500)
    assert len(done.answers) == 2500
    assert len(done.failures) == 0
    assert Counter(call.text for call in done.provider.calls).most_common(1)[0][1] <= 6
