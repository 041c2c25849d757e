"""Weeks in seconds: an event loop whose time jumps to the next timer, and a model provider that is simulated in it.

The provider stands for the world outside: everything of FairDesk above the network is the real thing.
"""

from __future__ import annotations

import asyncio
import json
import selectors
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import httpx

Result = TypeVar("Result")

START = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)


class _JumpingSelector(selectors.SelectSelector):
    """Never waits: where the loop would, its time goes on by as much."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        self.loop.n_turns += 1
        if ready:
            return ready
        if timeout is None:
            raise RuntimeError("Nothing is planned and nothing is awaited: this would last for ever.")
        self.loop.now += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop with a time of its own.

    Attributes:
        now: Seconds; begins at 0.
        n_turns: How often it looked for something to do: many turns in which nothing happens are a busy loop.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self.n_turns = 0
        selector = _JumpingSelector()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self.now

    def run_in_executor(  # type: ignore[override]
        self, executor: object, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Work of another thread is done at once: here it takes no time."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


def run_virtually(main: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Run to the end; tasks that are left behind are an error, as a test must not hide them."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:

        async def watched() -> Result:
            result = await main()
            left = asyncio.all_tasks() - {asyncio.current_task()}
            assert not left, left
            return result

        return runner.run(watched())


def virtual_clock() -> datetime:
    """The time on the wall that belongs to the running loop's."""
    return START + timedelta(seconds=asyncio.get_running_loop().time())


def virtual_seconds() -> float:
    """Seconds since the simulation began."""
    return asyncio.get_running_loop().time()


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the provider does with one call.

    Attributes:
        seconds: Until it does it.
        error: Raised instead of an answer, as a transport would.
    """

    status: int = 200
    text: str = "4"
    headers: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 1.0
    error: Exception | None = None
    body: Mapping[str, Any] | None = None


def failing(status: int, words: str, *, seconds: float = 0.1, **headers: str) -> Said:
    """An error in the words of a provider; header names with ``_`` for ``-``."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Said(status=status, body={"error": {"message": words}}, headers=named, seconds=seconds)


@dataclass(frozen=True, slots=True)
class Call:
    """One call as the provider sees it.

    Attributes:
        number: From 1.
        text: Of the last message.
        at: Loop time.
    """

    number: int
    text: str
    at: float


class SimulatedProvider(httpx.AsyncBaseTransport):
    """Answers calls as a function says, and keeps count of them."""

    def __init__(self, answer: Callable[[Call], Said]) -> None:
        self._answer = answer
        self.calls: list[Call] = []
        self.n_open = 0
        self.most_open = 0
        self.is_closed = False

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """What the client believes to be the network."""
        text = json.loads(request.content)["messages"][-1]["content"]
        call = Call(len(self.calls) + 1, text, asyncio.get_running_loop().time())
        self.calls.append(call)
        said = self._answer(call)
        self.n_open += 1
        self.most_open = max(self.most_open, self.n_open)
        try:
            await asyncio.sleep(said.seconds)
        finally:
            self.n_open -= 1
        if said.error is not None:
            raise said.error
        usage = {"prompt_tokens": 20, "completion_tokens": 10}
        body = said.body or {"model": "m-1", "choices": [{"message": {"content": said.text}}], "usage": usage}
        return httpx.Response(said.status, headers=dict(said.headers), json=body)

    async def aclose(self) -> None:
        """Noted, for tests that look for what is left open."""
        self.is_closed = True
