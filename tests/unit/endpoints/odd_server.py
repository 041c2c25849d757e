"""A real server on loopback that sends exactly the bytes a test wants, however improper, and keeps what it received."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from fairdesk.domain.exchanges import Message, ModelRequest
from fairdesk.endpoints.client import Answered, ClientLimits, EndpointClient, EndpointTarget

QUICK = ClientLimits(
    connect_seconds=2.0, silence_seconds=5.0, whole_seconds=10.0, wait_seconds=5.0, first_wait_seconds=0.01
)
GOOD = {"model": "odd-1", "choices": [{"message": {"role": "assistant", "content": "4"}, "finish_reason": "stop"}]}

Writer = Callable[[int, asyncio.StreamWriter], Awaitable[None]]
"""Gets the number of the request, from 1, and writes the answer; the connection is closed behind it."""


@dataclass
class OddServer:
    """Where it listens, and the heads and bodies that it received."""

    base_url: str = ""
    heads: list[str] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)


def response(status: int, body: bytes | object, *headers: str, content_type: str = "application/json") -> bytes:
    """A whole response; a body that is not bytes is sent as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status} Said", f"Content-Type: {content_type}", f"Content-Length: {len(data)}", *headers]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode() + data


def always(*responses: bytes) -> Writer:
    """Sends these in turn, the last one for ever."""

    async def write(number: int, writer: asyncio.StreamWriter) -> None:
        writer.write(responses[min(number, len(responses)) - 1])
        await writer.drain()

    return write


@asynccontextmanager
async def odd_server(write: Writer, tls: ssl.SSLContext | None = None) -> AsyncIterator[OddServer]:
    """Serves until the block ends; encrypted where a context is given."""
    server = OddServer()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            lengths = [
                line.partition(":")[2] for line in head.lower().splitlines() if line.startswith("content-length")
            ]
            server.heads.append(head)
            server.bodies.append(await reader.readexactly(int(lengths[0])) if lengths else b"")
            await write(len(server.heads), writer)
        writer.close()
        with suppress(OSError, asyncio.CancelledError):
            await writer.wait_closed()

    listener = await asyncio.start_server(handle, "127.0.0.1", 0, ssl=tls)
    scheme = "https" if tls else "http"
    server.base_url = f"{scheme}://127.0.0.1:{listener.sockets[0].getsockname()[1]}/v1"
    try:
        yield server
    finally:
        listener.close()
        await listener.wait_closed()
        await asyncio.sleep(0)


def client_of(server: OddServer, limits: ClientLimits = QUICK, key: str | None = None) -> EndpointClient:
    """A client of the server."""
    return EndpointClient(EndpointTarget(base_url=server.base_url, key=key), limits)


def question(text: str = "How good is it?", **changes: object) -> ModelRequest:
    """A small request."""
    fields = {"messages": (Message(role="user", content=text),), "model": "m", "temperature": 0.0, "max_tokens": 5}
    return ModelRequest(**(fields | changes))  # type: ignore[arg-type]


def ask_once(write: Writer, limits: ClientLimits = QUICK, key: str | None = None) -> tuple[Answered, OddServer]:
    """Asks one question to a server that answers in the given way."""

    async def go() -> tuple[Answered, OddServer]:
        async with odd_server(write) as server, client_of(server, limits, key) as client:
            return await client.ask(question()), server

    return asyncio.run(go())
