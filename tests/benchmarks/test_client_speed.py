"""How fast the client asks a loopback server, as a ratio to plain aiohttp doing the same in the same run."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest

from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.exchanges import Message, ModelReply, ModelRequest
from fairdesk.endpoints.client import ClientLimits, EndpointClient
from fairdesk.endpoints.formats.openai_chat import build
from fairdesk.endpoints.serving import start_endpoint
from tests.unit.endpoints.small_lexicon import write_lexicon

N_CALLS = int(os.environ.get("FAIRDESK_BENCHMARK_CALLS", "600"))
N_IN_FLIGHT = 32


def request(n: int) -> ModelRequest:
    text = f"File {n}. Daniel is top of the cohort.\n\nGive a rating from 1 to 5."
    return ModelRequest(messages=(Message(role="user", content=text),), model="m", temperature=0.0, max_tokens=30)


async def rate(ask: Callable[[ModelRequest], Awaitable[str]]) -> float:
    """Answers per second with so many calls in flight; every answer is checked to be there."""
    waiting = [request(n) for n in range(N_CALLS)]

    async def work() -> None:
        while waiting:
            assert await ask(waiting.pop())

    began = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(N_IN_FLIGHT)))
    return N_CALLS / (time.perf_counter() - began)


@pytest.mark.parametrize("n_rounds", [2])
def test_asking_a_loopback_server(tmp_path: Path, n_rounds: int) -> None:
    """All calls are answered at 32 in flight; the rates of both are printed with their ratio."""

    async def go(base_url: str) -> tuple[float, float]:
        async with EndpointClient(base_url, None, ClientLimits()) as client, aiohttp.ClientSession() as session:

            async def ours(asked: ModelRequest) -> str:
                outcome = (await client.ask(asked)).outcome
                return outcome.text if isinstance(outcome, ModelReply) else ""

            async def plain(asked: ModelRequest) -> str:
                async with session.post(f"{base_url}/chat/completions", data=canonical_bytes(build(asked))) as answer:
                    return str(json.loads(await answer.read())["choices"][0]["message"]["content"])

            rates = [(await rate(ours), await rate(plain)) for _ in range(n_rounds)]
            return max(ours for ours, _ in rates), max(plain for _, plain in rates)

    settings = EndpointSettings(name="r", kind="rehearsal", model="m", options={})
    with start_endpoint(settings, write_lexicon(tmp_path / "resources")) as server:
        ours, plain = asyncio.run(go(server.base_url))
    print(f"\n{ours:,.0f} answers/s; plain aiohttp {plain:,.0f}; ratio {ours / plain:.2f}")
    assert ours > 0
