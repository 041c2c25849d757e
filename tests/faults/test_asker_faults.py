"""The asker against real servers on loopback that throttle, die, come back, hang and break off."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

from fairdesk.domain.exchanges import CallFailure, ModelReply
from fairdesk.endpoints.asker import Asker
from fairdesk.endpoints.client import Answered, EndpointClient, EndpointTarget
from fairdesk.endpoints.pace import Pace, PaceSettings, Patience
from tests.faults.faulty_server import FaultyServer, Reply, failed, faulty_server, said
from tests.unit.endpoints.odd_server import QUICK, question

KEY = "sk-planted/0123456789abcdef"
BRISK = PaceSettings(first_hold_seconds=0.02, longest_hold_seconds=0.2, patience=Patience(n_throttled=500))


async def nothing(answers: list[Answered]) -> None:
    """Leaves the server alone."""


def ask_all(
    server: FaultyServer,
    n_questions: int,
    settings: PaceSettings = BRISK,
    meanwhile: Callable[[list[Answered]], Awaitable[None]] = nothing,
) -> list[Answered]:
    """Ask so many questions with sixteen workers."""
    answers: list[Answered] = []
    waiting = [str(n) for n in range(n_questions)][::-1]

    async def work(asker: Asker) -> None:
        while waiting:
            answers.append(await asker.ask(question(waiting.pop())))

    async def go() -> None:
        limits = replace(QUICK, silence_seconds=1.0)
        async with EndpointClient(EndpointTarget(base_url=server.base_url, key=KEY), limits) as client:
            asker = Asker(client, Pace(settings))
            await asyncio.gather(meanwhile(answers), *(work(asker) for _ in range(16)))

    asyncio.run(go())
    return answers


def failures_of(answers: list[Answered]) -> list[CallFailure]:
    return [answered.outcome for answered in answers if isinstance(answered.outcome, CallFailure)]


def test_a_storm_of_429_loses_nothing() -> None:
    """Two of three calls are told to slow down, some with a time: every question is answered, none twice."""
    replies = (failed(429, "slow down"), failed(429, "slow down", Retry_After="0.05"), said("4"))
    n_answered: Counter[str] = Counter()

    def answer(number: int, body: dict[str, Any]) -> Reply:
        reply = replies[number % 3]
        n_answered[body["messages"][0]["content"]] += reply.status == 200
        return reply

    with faulty_server(answer) as server:
        answers = ask_all(server, 30)
    assert not failures_of(answers)
    assert set(n_answered.values()) == {1}
    assert server.n_asked == sum(answered.n_attempts for answered in answers)


def test_a_server_that_dies_and_comes_back_costs_only_what_was_under_way() -> None:
    """The server is gone for a second in the middle: all are answered, and few are asked twice."""
    asked: Counter[str] = Counter()
    is_dead = False

    def answer(number: int, body: dict[str, Any]) -> Reply:
        asked[body["messages"][0]["content"]] += 1
        return Reply(data=b"{...}", cut_after=0) if is_dead else said("4", wait_s=0.05)

    with ExitStack() as stack:
        server = stack.enter_context(faulty_server(answer))
        port = int(server.base_url.rpartition(":")[2].partition("/")[0])

        async def restart(answers: list[Answered]) -> None:
            nonlocal is_dead
            while len(answers) < 30:
                await asyncio.sleep(0.005)
            is_dead = True  # the threads of open connections outlive a closed listener
            await asyncio.to_thread(stack.close)
            await asyncio.sleep(1.0)
            is_dead = False
            stack.enter_context(faulty_server(answer, port))

        answers = ask_all(server, 120, meanwhile=restart)
    assert not failures_of(answers)
    assert len(answers) == 120
    assert max(answered.n_attempts for answered in answers) > 1
    assert 0 < sum(asked.values()) - 120 <= 16


def test_a_hanging_call_fails_alone() -> None:
    """One question that is never answered is timed out once; the others do not wait for it."""

    def answer(number: int, body: dict[str, Any]) -> Reply:
        return said("4", wait_s=2.0 if body["messages"][0]["content"] == "5" else 0.0)

    with faulty_server(answer) as server:
        answers = ask_all(server, 40)
    assert [failure.cause for failure in failures_of(answers)] == ["timed_out"]
    assert server.n_asked == 40


def test_answers_that_break_off_are_asked_again() -> None:
    """Every fifth answer is cut in the middle: half an answer counts for none, and each question gets a whole one."""

    def answer(number: int, body: dict[str, Any]) -> Reply:
        text = f"re: {body['messages'][0]['content']}"
        return replace(said(text), cut_after=30) if number % 5 == 0 else said(text)

    with faulty_server(answer) as server:
        answers = ask_all(server, 30)
    texts = [answered.outcome.text for answered in answers if isinstance(answered.outcome, ModelReply)]
    assert sorted(texts) == sorted(f"re: {n}" for n in range(30))


def test_a_key_that_expires_stops_everything_soon() -> None:
    """After the key is refused each call under way fails once with words that stop a run; nothing is tried again."""
    with faulty_server(lambda number, body: said("4") if number <= 20 else failed(401, f"bad {KEY}")) as server:
        answers = ask_all(server, 40)
    failures = failures_of(answers)
    assert {(failure.cause, failure.stops_run, failure.detail) for failure in failures} == {
        ("refused_key", True, "bad [key]")
    }
    assert server.n_asked == 40


def test_the_key_is_nowhere_but_in_the_header(caplog: pytest.LogCaptureFixture) -> None:
    """With a server that repeats the key in everything it says, at the most talkative level, the key stays hidden."""

    def answer(number: int, body: dict[str, Any]) -> Reply:
        if number % 3 == 0:
            return failed(500, f"your key {KEY} is fine, we are not")
        return said(f"the key is {KEY}")

    with caplog.at_level(logging.DEBUG), faulty_server(answer) as server:
        answers = ask_all(server, 20)
    assert server.keys == {f"Bearer {KEY}"}
    assert KEY not in repr(answers)
    assert KEY not in caplog.text
