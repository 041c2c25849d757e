"""Connections on which something lies that nobody asked for."""

from __future__ import annotations

import asyncio

from fairdesk.domain.exchanges import ModelReply
from fairdesk.endpoints.client import EndpointClient, EndpointTarget
from tests.faults.faulty_server import said
from tests.unit.endpoints.odd_server import question


def answer(text: str) -> bytes:
    """A whole HTTP answer."""
    body = said(text).data
    return f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


async def asked(rest: bytes) -> tuple[list[str], int]:
    """Three questions to a server that leaves something behind each answer; the answers and the connections made."""
    connections: list[asyncio.StreamWriter] = []
    n_asked = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal n_asked
        connections.append(writer)
        while head := await reader.readuntil(b"\r\n\r\n"):
            length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            await reader.readexactly(int(length.split(b":")[1]))
            n_asked += 1
            whole = answer(f"to question {n_asked}")
            # The head by itself: the client is then waiting for the body when the body and the rest come together.
            end = whole.index(b"\r\n\r\n") + 4
            writer.write(whole[:end])
            await writer.drain()
            await asyncio.sleep(0.02)
            writer.write(whole[end:] + rest)

    async def quietly(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await serve(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(quietly, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    texts = []
    async with server, EndpointClient(EndpointTarget(base_url=f"http://127.0.0.1:{port}/v1")) as client:
        for number in range(3):
            outcome = (await client.attempt(question(str(number)))).outcome
            assert isinstance(outcome, ModelReply), outcome
            texts.append(outcome.text)
    return texts, len(connections)


def test_a_second_answer_is_never_taken_for_that_to_the_next_question() -> None:
    """A connection on which an answer too many lies is not used again; every question gets its own answer."""
    texts, n_connections = asyncio.run(asked(answer("to nothing")))
    assert texts == ["to question 1", "to question 2", "to question 3"]
    assert n_connections == 3


def test_a_rest_that_is_no_answer_costs_no_call() -> None:
    """Garbage behind an answer ends the connection, not the next question."""
    texts, n_connections = asyncio.run(asked(b"too much"))
    assert texts == ["to question 1", "to question 2", "to question 3"]
    assert n_connections == 3


def test_a_clean_connection_is_used_again() -> None:
    """Where nothing is left behind all questions go over one connection."""
    texts, n_connections = asyncio.run(asked(b""))
    assert (len(texts), n_connections) == (3, 1)
