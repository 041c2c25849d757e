"""What the client and the asker cost per answer, beside bare loops that ask the same server in the same run."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import aiohttp
import httpx
import pytest
from httpx_aiohttp import AiohttpTransport

from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.exchanges import CallFailure, Message, ModelReply, ModelRequest
from fairdesk.endpoints.asker import Asker
from fairdesk.endpoints.client import EndpointClient, EndpointTarget
from fairdesk.endpoints.formats.openai_chat import WIRE_FORMAT
from fairdesk.endpoints.pace import Pace, PaceSettings
from tests.benchmarks.answering_server import answering_server

N_CALLS = int(os.environ.get("FAIRDESK_BENCHMARK_CALLS", "600"))
N_ROUNDS = 3
MOST_CPU = 1.3
"""CPU per answer of the asker, as a ratio to a bare httpx client over the same transport."""

TEXT = "Daniel is top of the cohort and writes with care. " * 20

Ask = Callable[[ModelRequest], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one answer: microseconds of this process's CPU, and answers per second."""

    cpu_us: float
    rate: float


def request(n: int) -> ModelRequest:
    text = f"File {n}. {TEXT}\n\nGive a rating from 1 to 5."
    return ModelRequest(messages=(Message(role="user", content=text),), model="m", temperature=0.0, max_tokens=30)


async def cost(ask: Ask, n_calls: int, n_in_flight: int) -> Cost:
    """Ask with so many calls in flight; every answer is checked to be there."""
    waiting = [request(n) for n in range(n_calls)]

    async def work() -> None:
        while waiting:
            assert await ask(waiting.pop())

    began, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(work() for _ in range(n_in_flight)))
    return Cost((time.process_time() - cpu) / n_calls * 1e6, n_calls / (time.perf_counter() - began))


def text_of(outcome: ModelReply | CallFailure) -> str:
    return outcome.text if isinstance(outcome, ModelReply) else ""


def content_of(body: bytes) -> str:
    return str(json.loads(body)["choices"][0]["message"]["content"])


@asynccontextmanager
async def ways(base_url: str, n_in_flight: int) -> AsyncIterator[dict[str, Ask]]:
    """The ways of asking that are compared; all build the same body and read the answer's text."""
    url = f"{base_url}/chat/completions"

    def session() -> aiohttp.ClientSession:
        return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))

    async with AsyncExitStack() as stack:
        target = EndpointTarget(base_url=base_url, key="sk-not-a-secret-0123")
        client = await stack.enter_async_context(EndpointClient(target))
        asker = Asker(client, Pace(PaceSettings(max_in_flight=n_in_flight, start_in_flight=n_in_flight)))
        over_aiohttp = await stack.enter_async_context(
            httpx.AsyncClient(transport=AiohttpTransport(client=session), timeout=180)
        )
        stock = await stack.enter_async_context(httpx.AsyncClient(timeout=180))
        plain = await stack.enter_async_context(session())

        async def by_asker(asked: ModelRequest) -> str:
            return text_of((await asker.ask(asked)).outcome)

        async def by_attempt(asked: ModelRequest) -> str:
            return text_of((await client.attempt(asked)).outcome)

        async def by_httpx(asked: ModelRequest) -> str:
            return content_of((await over_aiohttp.post(url, json=WIRE_FORMAT.build(asked, {}))).content)

        async def by_stock_httpx(asked: ModelRequest) -> str:
            return content_of((await stock.post(url, json=WIRE_FORMAT.build(asked, {}))).content)

        async def by_aiohttp(asked: ModelRequest) -> str:
            body = canonical_bytes(WIRE_FORMAT.build(asked, {}))
            async with plain.post(url, data=body) as answer:
                return content_of(await answer.read())

        yield {
            "asker": by_asker,
            "attempt": by_attempt,
            "httpx over aiohttp": by_httpx,
            "plain aiohttp": by_aiohttp,
            "stock httpx": by_stock_httpx,
        }


@pytest.mark.slow
@pytest.mark.parametrize("n_in_flight", [32, 128])
def test_cost_of_an_answer(n_in_flight: int) -> None:
    """The asker takes at most 1.3 times the CPU of a bare loop over the same transport, and stock httpx is slower."""

    async def go(base_url: str) -> dict[str, Cost]:
        best: dict[str, Cost] = {}
        async with ways(base_url, n_in_flight) as asks:
            if n_in_flight > 32:
                del asks["stock httpx"]  # quadratic there; 32 is its floor
            for _ in range(N_ROUNDS):
                for name, ask in asks.items():
                    n_calls = N_CALLS // 2 if name == "stock httpx" else N_CALLS
                    found = await cost(ask, n_calls, n_in_flight)
                    known = best.get(name, found)
                    best[name] = Cost(min(known.cpu_us, found.cpu_us), max(known.rate, found.rate))
        return best

    with answering_server(0.0) as base_url:
        best = asyncio.run(go(base_url))
    floor = best["httpx over aiohttp"]
    print(f"\n{n_in_flight} in flight")
    for name, found in best.items():
        ratio = found.cpu_us / floor.cpu_us
        print(
            f"{name:20} {found.cpu_us:7,.0f} us CPU per answer ({ratio:.2f} of the floor), {found.rate:7,.0f} answers/s"
        )
    assert best["asker"].cpu_us <= MOST_CPU * floor.cpu_us
    if "stock httpx" in best:
        assert best["asker"].rate >= 3 * best["stock httpx"].rate
