"""Faults of real servers and networks: each ends in a clear value and loses nothing."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import time
import tracemalloc
from dataclasses import replace
from email.utils import formatdate

import pytest

from fairdesk.domain.exchanges import CallFailure, ModelReply
from fairdesk.endpoints.client import Answered, EndpointClient, EndpointTarget
from tests.unit.endpoints.odd_server import (
    GOOD,
    QUICK,
    OddServer,
    always,
    ask_once,
    client_of,
    odd_server,
    question,
    response,
)

PROXY_VARIABLES = (
    "HTTP_PROXY",
    "http_proxy",
    "HTTPS_PROXY",
    "https_proxy",
    "ALL_PROXY",
    "all_proxy",
    "NO_PROXY",
    "no_proxy",
)


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXY_VARIABLES:
        monkeypatch.delenv(name, raising=False)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ask_at(address: str, **changes: float) -> Answered:
    async def go() -> Answered:
        limits = replace(QUICK, **changes)  # type: ignore[arg-type]
        async with EndpointClient(EndpointTarget(base_url=address), limits) as client:
            return await client.ask(question())

    return asyncio.run(go())


def failed(answered: Answered) -> CallFailure:
    assert isinstance(answered.outcome, CallFailure), answered.outcome
    assert answered.outcome.message
    assert answered.outcome.advice
    return answered.outcome


def test_endpoint_down() -> None:
    """A server that is not there is tried again, then said to be not there; the run is to stop."""
    port = free_port()
    answered = ask_at(f"http://127.0.0.1:{port}/v1")
    failure = failed(answered)
    assert (failure.cause, failure.http_status, failure.stops_run) == ("unreachable", None, True)
    assert f"127.0.0.1:{port}" in failure.message
    assert answered.n_attempts == QUICK.n_attempts


def test_endpoint_that_comes_back_is_asked_again() -> None:
    """A server that starts while the client waits gets the question: nothing is lost by a restart."""

    async def go() -> Answered:
        port = free_port()
        limits = replace(QUICK, first_wait_seconds=0.4)
        async with EndpointClient(EndpointTarget(base_url=f"http://127.0.0.1:{port}/v1"), limits) as client:
            call = asyncio.create_task(client.ask(question()))
            await asyncio.sleep(0.1)
            handle = always(response(200, GOOD))

            async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                await reader.readuntil(b"\r\n\r\n")
                await handle(1, writer)
                writer.close()

            listener = await asyncio.start_server(serve, "127.0.0.1", port)
            async with listener:
                return await call

    answered = asyncio.run(go())
    assert isinstance(answered.outcome, ModelReply)
    assert answered.n_attempts > 1


def test_unknown_host() -> None:
    """A name that does not exist is told apart from a server that is down."""
    failure = failed(ask_at("http://no-such-host.invalid/v1", n_attempts=1))
    assert (failure.cause, failure.stops_run) == ("unreachable", True)
    assert "no-such-host.invalid" in failure.message


def test_plain_server_behind_https_address() -> None:
    """An https address of a server without TLS fails in words, without a traceback."""

    async def go() -> Answered:
        async with odd_server(always(response(200, GOOD))) as server:
            address = server.base_url.replace("http://", "https://")
            async with EndpointClient(EndpointTarget(base_url=address), replace(QUICK, n_attempts=1)) as client:
                return await client.ask(question())

    assert failed(asyncio.run(go())).cause == "unreachable"


def test_wrong_key_stops_the_run() -> None:
    """401 is asked once and every further call would fail the same way."""
    answered, server = ask_once(always(response(401, {"error": {"message": "Incorrect API key"}})), key="sk-wrong-key")
    failure = failed(answered)
    assert (failure.cause, failure.stops_run, failure.detail) == ("refused_key", True, "Incorrect API key")
    assert len(server.heads) == 1


@pytest.mark.parametrize(
    "header", ["Retry-After: 0", "Retry-After: ", "Retry-After: Wed, 21 Oct 2015 07:28:00 GMT", "Retry-After: later"]
)
def test_throttled_then_answered(header: str) -> None:
    """429 with seconds, nothing, a past date or nonsense in Retry-After: asked again soon, and answered."""
    answered, _ = ask_once(always(response(429, {"error": "slow"}, header), response(200, GOOD)))
    assert isinstance(answered.outcome, ModelReply)
    assert answered.elapsed_ms < 2000


def test_throttled_until_a_date() -> None:
    """A date in Retry-After is waited for."""

    async def write(number: int, writer: asyncio.StreamWriter) -> None:
        header = f"Retry-After: {formatdate(time.time() + 2, usegmt=True)}"
        writer.write(response(429, {}, header) if number == 1 else response(200, GOOD))
        await writer.drain()

    answered, _ = ask_once(write)
    assert isinstance(answered.outcome, ModelReply)
    assert 500 < answered.elapsed_ms < 3000


def test_server_errors_to_the_end() -> None:
    """Five times 500: the last status and words stay with the failure."""
    answered, server = ask_once(always(response(500, b"<html>Internal error</html>", content_type="text/html")))
    failure = failed(answered)
    assert (failure.cause, failure.http_status) == ("server_error", 500)
    assert "Internal error" in failure.detail
    assert len(server.heads) == QUICK.n_attempts


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Le",
        response(200, GOOD)[:-20],
        b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n{"choices": [{"message"',
        b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{"choices": [{"message": {"con',
    ],
    ids=["before the head", "in the head", "in the body", "in a chunk", "without a length"],
)
def test_cut_connections(sent: bytes) -> None:
    """Wherever the connection is cut, half an answer is never taken for one, and the question is asked again."""
    answered, server = ask_once(always(sent, response(200, GOOD)))
    assert isinstance(answered.outcome, ModelReply), answered.outcome
    assert len(server.heads) == 2
    ended, _ = ask_once(always(sent))
    assert failed(ended).cause == "cut_off"


def test_not_http_at_all() -> None:
    """A server that speaks something else is named as such and not asked again."""
    answered, server = ask_once(always(b"220 mail.example ESMTP ready\r\n"))
    assert failed(answered).cause == "not_understood"
    assert len(server.heads) == 1


def test_html_instead_of_json() -> None:
    """A login page under status 200 is a failure that quotes its beginning."""
    page = b"<!doctype html><title>Sign in</title>"
    failure = failed(ask_once(always(response(200, page, content_type="text/html")))[0])
    assert (failure.cause, failure.http_status) == ("not_json", 200)
    assert "Sign in" in failure.detail


def test_empty_answer_and_empty_body_are_different_things() -> None:
    """No bytes is a failure; an answer of no words is an answer, and it is for the extractor to say so."""
    assert failed(ask_once(always(response(200, b"")))[0]).cause == "not_json"
    answered, _ = ask_once(always(response(200, {"choices": [{"message": {"content": ""}}]})))
    assert isinstance(answered.outcome, ModelReply)
    assert answered.outcome.text == ""


@pytest.mark.parametrize("framing", ["stated", "chunked", "gzip"])
def test_ten_megabytes_are_not_taken_in(framing: str) -> None:
    """An answer of 10 MB, however framed, is a failure, and memory stays near the limit."""
    n_sent = 0

    async def write(number: int, writer: asyncio.StreamWriter) -> None:
        nonlocal n_sent
        piece = b"x" * 65536
        if framing == "gzip":
            packed = gzip.compress(b"x" * 10_000_000)
            writer.write(response(200, packed, "Content-Encoding: gzip"))
            await writer.drain()
            return
        size = f"Content-Length: {160 * 65536}" if framing == "stated" else "Transfer-Encoding: chunked"
        writer.write(f"HTTP/1.1 200 OK\r\n{size}\r\n\r\n".encode())
        for _ in range(160):
            writer.write(piece if framing == "stated" else b"10000\r\n" + piece + b"\r\n")
            await writer.drain()
            n_sent += len(piece)
        writer.write(b"" if framing == "stated" else b"0\r\n\r\n")

    tracemalloc.start()
    try:
        answered, _ = ask_once(write, replace(QUICK, max_body_bytes=1_000_000))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    failure = failed(answered)
    assert (failure.cause, failure.http_status) == ("too_large", 200)
    assert "1 MB" in failure.message
    assert n_sent < 160 * 65536
    if framing != "gzip":
        assert peak < 6_000_000


def test_silent_server() -> None:
    """A server that says nothing is given up after the time limit and not asked again: it may be at work."""

    async def write(number: int, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(30)

    answered, server = ask_once(write, replace(QUICK, silence_seconds=0.3))
    assert failed(answered).cause == "timed_out"
    assert len(server.heads) == 1


def test_drop_by_drop() -> None:
    """A server that sends a byte now and then is ended by the limit for the whole, not kept alive by each byte."""

    async def write(number: int, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        for _ in range(300):
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.1)

    answered, _ = ask_once(write, replace(QUICK, whole_seconds=0.6))
    assert failed(answered).cause == "timed_out"
    assert answered.elapsed_ms < 3000


def test_server_that_closes_idle_connections() -> None:
    """A connection that the server closed between two questions does not cost the second one its answer."""

    async def go() -> tuple[list[Answered], OddServer]:
        kept = response(200, GOOD).replace(b"Connection: close\r\n", b"Connection: keep-alive\r\n")
        async with odd_server(always(kept)) as server, client_of(server) as client:
            answers = []
            for n in range(5):
                answers.append(await client.ask(question(str(n))))
                await asyncio.sleep(0.02)
            return answers, server

    answers, _ = asyncio.run(go())
    assert all(isinstance(answered.outcome, ModelReply) for answered in answers)


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
@pytest.mark.parametrize("exceptions", ["", "localhost", "example.org"])
def test_proxy_variables_do_not_touch_loopback(monkeypatch: pytest.MonkeyPatch, variable: str, exceptions: str) -> None:
    """With a dead proxy in the environment a loopback endpoint is still reached, whatever NO_PROXY says."""
    monkeypatch.setenv(variable, f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("NO_PROXY", exceptions)
    answered, server = ask_once(always(response(200, GOOD)))
    assert isinstance(answered.outcome, ModelReply)
    assert server.heads[0].startswith("POST /v1/")


def test_socks_variable_does_not_touch_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """A SOCKS proxy in the environment is no reason to fail for an endpoint on this machine."""
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    answered, _ = ask_once(always(response(200, GOOD)))
    assert isinstance(answered.outcome, ModelReply)


def test_other_hosts_go_through_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """An endpoint elsewhere is asked through the system's proxy, with the proxy's own credentials and nothing lost."""

    async def go() -> tuple[Answered, OddServer]:
        async with odd_server(always(response(200, GOOD))) as proxy:
            host = proxy.base_url.removeprefix("http://").removesuffix("/v1")
            monkeypatch.setenv("HTTP_PROXY", f"http://user:pass@{host}")
            target = EndpointTarget(base_url="http://models.invalid/v1", key="sk-planted-key")
            async with EndpointClient(target, QUICK) as client:
                return await client.ask(question()), proxy

    answered, proxy = asyncio.run(go())
    assert isinstance(answered.outcome, ModelReply), answered.outcome
    assert proxy.heads[0].startswith("POST http://models.invalid/v1/chat/completions ")
    assert "proxy-authorization: basic" in proxy.heads[0].lower()


def test_dead_proxy_and_refusing_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy that is down or wants another key is blamed by name of its kind, without its password."""
    monkeypatch.setenv("HTTPS_PROXY", f"http://user:secret@127.0.0.1:{free_port()}")
    failure = failed(ask_at("https://models.invalid/v1", n_attempts=1))
    assert failure.cause == "unreachable"
    assert "proxy" in failure.message
    assert "secret" not in json.dumps([failure.message, failure.advice, failure.detail])

    async def go() -> Answered:
        async with odd_server(always(response(407, b"who are you"))) as proxy:
            monkeypatch.setenv("HTTPS_PROXY", proxy.base_url.removesuffix("/v1"))
            async with EndpointClient(EndpointTarget(base_url="https://models.invalid/v1"), QUICK) as client:
                return await client.ask(question())

    failure = failed(asyncio.run(go()))
    assert (failure.cause, failure.http_status, failure.stops_run) == ("refused_key", 407, True)
