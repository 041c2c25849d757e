"""The client against real servers: what is sent, what is sent again, and what never leaves it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import aiohttp
import httpx
import pytest

from fairdesk.domain.errors import EndpointError, InputError
from fairdesk.domain.exchanges import CallFailure, ModelReply
from fairdesk.endpoints.client import Answered, Attempt, ClientLimits, EndpointClient, EndpointTarget
from fairdesk.endpoints.formats import WIRE_FORMATS
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
from tests.virtual_time import Said, SimulatedProvider, run_virtually, virtual_clock, virtual_seconds

KEY = "sk-planted/0123456789abcdef"


def test_sends_canonical_bytes_and_the_key_in_the_header_only() -> None:
    """The body that is kept is the body that was received; the key is in neither."""
    answered, server = ask_once(always(response(200, GOOD)), key=KEY)
    assert isinstance(answered.outcome, ModelReply)
    assert (answered.outcome.text, answered.n_attempts) == ("4", 1)
    assert server.bodies == [answered.request_body]
    assert json.loads(answered.request_body)["model"] == "m"
    assert f"Bearer {KEY}" in server.heads[0]
    assert server.heads[0].startswith("POST /v1/chat/completions HTTP/1.1")
    assert KEY.encode() not in answered.request_body


def test_without_a_key_no_authorisation_is_sent() -> None:
    """An endpoint without a key gets no empty token either."""
    _, server = ask_once(always(response(200, GOOD)))
    assert "authorization" not in server.heads[0].lower()


def test_cookies_do_not_tie_questions_together() -> None:
    """A cookie that the server sets is not sent back, so that no answer depends on another question."""

    async def go() -> OddServer:
        write = always(response(200, GOOD, "Set-Cookie: session=1; Path=/"))
        async with odd_server(write) as server, client_of(server) as client:
            await client.ask(question("a"))
            await client.ask(question("b"))
            return server

    server = asyncio.run(go())
    assert len(server.heads) == 2
    assert "cookie" not in server.heads[1].lower()


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_harmless_failures_are_sent_again(status: int) -> None:
    """The second try is the same bytes, and its answer counts."""
    answered, server = ask_once(always(response(status, {"error": "busy"}), response(200, GOOD)))
    assert isinstance(answered.outcome, ModelReply)
    assert answered.n_attempts == 2
    assert server.bodies[0] == server.bodies[1]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 408, 422, 501])
def test_other_failures_are_not(status: int) -> None:
    """What would fail again, or may already be at work, is asked once."""
    answered, server = ask_once(always(response(status, {"error": "no"}), response(200, GOOD)))
    assert isinstance(answered.outcome, CallFailure)
    assert (answered.outcome.http_status, answered.outcome.detail, len(server.heads)) == (status, "no", 1)


def test_last_failure_keeps_status_and_words() -> None:
    """After the last try the provider's latest words are in the failure, not lost with the first."""
    writes = [response(429, {"error": {"message": f"try {n}"}}) for n in range(1, 6)]
    answered, server = ask_once(always(*writes))
    assert isinstance(answered.outcome, CallFailure)
    assert (answered.outcome.cause, answered.outcome.http_status) == ("throttled", 429)
    assert answered.outcome.detail == "try 5"
    assert answered.n_attempts == len(server.heads) == QUICK.n_attempts


def test_asked_wait_is_kept_to() -> None:
    """Retry-After in seconds is waited for, neither less nor much more."""
    began = time.monotonic()
    answered, _ = ask_once(always(response(429, {}, "Retry-After: 0.3"), response(200, GOOD)))
    assert isinstance(answered.outcome, ModelReply)
    assert 0.3 <= time.monotonic() - began < 20
    assert answered.elapsed_ms >= 300


def test_too_long_a_wait_ends_at_once_and_says_so() -> None:
    """A server that asks for an hour is not waited for; the failure names both times."""
    began = time.monotonic()
    answered, server = ask_once(always(response(429, {"error": "tomorrow"}, "Retry-After: 3600")))
    assert time.monotonic() - began < 60
    assert isinstance(answered.outcome, CallFailure)
    assert "3,600 seconds" in answered.outcome.message
    assert (answered.outcome.detail, len(server.heads)) == ("tomorrow", 1)


def test_all_waits_together_are_capped() -> None:
    """Many short waits end where the limit is, not after n attempts."""
    limits = replace(QUICK, wait_seconds=0.5, n_attempts=50)
    answered, server = ask_once(always(response(429, {}, "Retry-After: 0.2")), limits)
    assert isinstance(answered.outcome, CallFailure)
    assert len(server.heads) == 3


def test_redirects_are_not_followed() -> None:
    """A redirect is a failure: following it would send texts and key to a host that nobody configured."""
    answered, server = ask_once(always(response(307, b"", "Location: http://127.0.0.1:9/v1/chat/completions")), key=KEY)
    assert isinstance(answered.outcome, CallFailure)
    assert answered.outcome.stops_run
    assert len(server.heads) == 1


def test_key_that_comes_back_is_hidden() -> None:
    """A provider that repeats the key, plain or escaped, in an error or an answer, does not bring it into the store."""
    escaped = KEY.replace("/", "\\/").encode()
    bodies = [
        response(401, {"error": {"message": f"Incorrect API key provided: {KEY}"}}),
        response(401, b'{"error": {"message": "bad key ' + escaped + b'"}}'),
        response(400, b"x" * 1990 + KEY.encode()),
        response(200, {"model": KEY, "choices": [{"message": {"content": f"your key is {KEY}"}}]}),
    ]
    for body in bodies:
        answered, _ = ask_once(always(body), key=KEY)
        assert KEY not in repr(answered)
        assert KEY[:14] not in repr(answered)
        assert "[key]"[:3] in repr(answered.outcome)


def test_key_is_in_no_log_and_no_repr(caplog: pytest.LogCaptureFixture) -> None:
    """At the most talkative log level the key is written nowhere; the client does not show it."""
    with caplog.at_level(logging.DEBUG):
        ask_once(always(response(500, {}), response(200, GOOD)), key=KEY)
    assert KEY not in caplog.text
    assert KEY not in repr(EndpointClient(EndpointTarget(base_url="http://127.0.0.1:1/v1", key=KEY), QUICK))


@pytest.mark.parametrize("key", ["sk-a b", "sk-a\r\nX-Evil: 1", "sk-ä", "sk-\x00"])
def test_impossible_keys_are_refused_without_being_shown(key: str) -> None:
    """A key that would break the header is refused in words that do not repeat it."""
    with pytest.raises(InputError) as caught:
        EndpointClient(EndpointTarget(base_url="http://127.0.0.1:1/v1", key=key), QUICK)
    assert key not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "host/v1",
        "ftp://host/v1",
        "http://",
        "http://user:secret@host/v1",
        "http://host/v1?key=secret",
        "http://h:x/v1",
    ],
)
def test_impossible_addresses_are_refused(address: str) -> None:
    """An address must be host and path; what else stands there may be a secret and is not repeated."""
    with pytest.raises(InputError) as caught:
        EndpointClient(EndpointTarget(base_url=address), QUICK)
    assert "secret" not in str(caught.value)


def test_socks_proxy_is_refused_when_the_client_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A SOCKS proxy in the environment gives a clear message instead of a failing import; loopback is unaffected."""
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    with pytest.raises(EndpointError, match="socks5"):
        EndpointClient(EndpointTarget(base_url="https://api.example/v1"), QUICK)
    EndpointClient(EndpointTarget(base_url="http://127.0.0.1:1/v1"), QUICK)


def test_unsendable_text_is_a_failure_and_nothing_is_sent() -> None:
    """Half a character cannot be sent; the call fails in words and no request is made."""

    async def go() -> tuple[Answered, OddServer]:
        async with (
            odd_server(always(response(200, GOOD))) as server,
            client_of(server) as client,
        ):
            return await client.ask(question("\ud800")), server

    answered, server = asyncio.run(go())
    assert isinstance(answered.outcome, CallFailure)
    assert (answered.outcome.cause, answered.n_attempts, server.heads) == ("bad_request", 0, [])


def test_cancelling_ends_at_once_and_leaves_the_client_usable() -> None:
    """A cancelled call is over in no time, whether it waits for an answer or between tries; the next one works."""

    async def go() -> ModelReply | CallFailure:
        async def write(number: int, writer: asyncio.StreamWriter) -> None:
            if number == 1:
                await asyncio.sleep(30)
            writer.write(response(429, {}, "Retry-After: 4") if number == 2 else response(200, GOOD))
            await writer.drain()

        async with odd_server(write) as server, client_of(server) as client:
            for _ in range(2):
                call = asyncio.create_task(client.ask(question()))
                await asyncio.sleep(0.2)
                call.cancel()
                began = time.monotonic()
                with pytest.raises(asyncio.CancelledError):
                    await call
                assert time.monotonic() - began < 1
            return (await client.ask(question())).outcome

    assert isinstance(asyncio.run(go()), ModelReply)


def test_many_calls_side_by_side_get_their_own_answers() -> None:
    """Two hundred calls in flight over one client: each gets the answer to its own question."""

    async def go() -> list[Answered]:
        async def write(number: int, writer: asyncio.StreamWriter) -> None:
            text = json.loads(server.bodies[number - 1])["messages"][0]["content"]
            writer.write(response(200, {"choices": [{"message": {"content": f"re: {text}"}}]}))
            await writer.drain()

        async with odd_server(write) as server, client_of(server) as client:
            return await asyncio.gather(*(client.ask(question(str(n))) for n in range(200)))

    outcomes = [answered.outcome for answered in asyncio.run(go())]
    assert [outcome.text for outcome in outcomes if isinstance(outcome, ModelReply)] == [f"re: {n}" for n in range(200)]


def test_what_a_server_says_of_itself() -> None:
    """A look at an address beside the one for questions: from the host's root or behind the base, key hidden."""

    async def go() -> tuple[list[object], OddServer]:
        write = always(response(200, {"models": [{"name": KEY}]}), response(404, {}), response(200, b"<html>"))
        async with odd_server(write) as server, client_of(server, key=KEY) as client:
            return [await client.get_json(path) for path in ("/api/tags", "models", "/props")], server

    found, server = asyncio.run(go())
    assert found == [{"models": [{"name": "[key]"}]}, None, None]
    assert [head.split()[:2] for head in server.heads] == [
        ["GET", "/api/tags"],
        ["GET", "/v1/models"],
        ["GET", "/props"],
    ]
    assert f"Bearer {KEY}" in server.heads[0]


def test_a_look_at_a_server_that_is_away_is_nothing() -> None:
    """No connection is no error there."""

    async def go() -> object:
        async with EndpointClient(EndpointTarget(base_url="http://127.0.0.1:1/v1")) as client:
            return await client.get_json("/props")

    assert asyncio.run(go()) is None


def test_one_attempt_tells_what_the_server_said_of_the_next() -> None:
    """An attempt is one sending, whatever comes; hints, hash and the very bytes stand with it."""

    async def go() -> tuple[Attempt, OddServer]:
        write = always(response(429, {"error": "slow"}, "Retry-After: 7", "x-ratelimit-remaining-requests: 0"))
        async with odd_server(write) as server, client_of(server) as client:
            return await client.attempt(question()), server

    attempt, server = asyncio.run(go())
    assert (attempt.hints.retry_after_s, attempt.hints.requests_left, attempt.is_worth_another) == (7.0, 0, True)
    assert server.bodies == [attempt.request_body]
    assert attempt.request_sha256 == hashlib.sha256(attempt.request_body).hexdigest()


def silent() -> httpx.ReadTimeout:
    error = httpx.ReadTimeout("")
    error.__cause__ = aiohttp.SocketTimeoutError()
    return error


@pytest.mark.parametrize("said", [Said(seconds=1000.0), Said(seconds=180.0, error=silent())], ids=["whole", "silence"])
def test_a_time_limit_that_passed_while_the_computer_slept_is_none(said: Said) -> None:
    """A call that was under way when the lid was closed is sent again: its server has long given up."""
    hour = timedelta(hours=1)

    async def go(sleeps: bool) -> Attempt:
        provider = SimulatedProvider(lambda call: said)
        target = EndpointTarget(base_url="https://models.example/v1")

        def clock() -> datetime:
            return virtual_clock() + (hour if sleeps and virtual_seconds() > 100 else timedelta())

        async with EndpointClient(target, transport=provider, clock=clock) as client:
            return await client.attempt(question())

    slept, waited = run_virtually(lambda: go(True)), run_virtually(lambda: go(False))
    assert isinstance(slept.outcome, CallFailure)
    assert (slept.outcome.cause, slept.is_worth_another) == ("cut_off", True)
    assert isinstance(waited.outcome, CallFailure)
    assert (waited.outcome.cause, waited.is_worth_another) == ("timed_out", False)


def test_the_key_goes_into_the_header_of_the_format() -> None:
    """Each format names its own header for the key; no other place holds it."""

    async def go(kind: str) -> str:
        async with odd_server(always(response(200, GOOD))) as server:
            target = EndpointTarget(base_url=server.base_url, key=KEY, kind=kind, options={"api_version": "2024-10-21"})
            async with EndpointClient(target, QUICK) as client:
                await client.attempt(question())
            return server.heads[0]

    for wire in WIRE_FORMATS:
        head = asyncio.run(go(wire.format_id))
        [line] = [line for line in head.splitlines() if KEY in line]
        assert line.lower() == f"{wire.auth_header}: {wire.auth_prefix}{KEY}".lower()
        assert all(f"{name}: {value}".lower() in head.lower() for name, value in wire.headers.items())


def test_a_model_name_that_makes_no_address_is_a_failure() -> None:
    """Whatever stands in the model's name, also where the path holds it, ends as a value; nothing goes elsewhere."""

    async def go(kind: str, model: str) -> tuple[Attempt, OddServer]:
        async with odd_server(always(response(200, GOOD))) as server:
            target = EndpointTarget(base_url=server.base_url, kind=kind, options={"api_version": "2024-10-21"})
            async with EndpointClient(target, QUICK) as client:
                return await client.attempt(question(model=model)), server

    for wire in WIRE_FORMATS:
        for model in ("", "a b", "../../x", "m\x00", "m\r\nX: 1", "http://other.example/", "\ud800", "m" * 70_000):
            attempt, server = asyncio.run(go(wire.format_id, model))
            assert isinstance(attempt.outcome, (ModelReply, CallFailure))
            assert all(head.split()[1].startswith("/v1/") for head in server.heads)
            assert all("X: 1" not in head.splitlines() for head in server.heads)


def test_connections_are_made_in_one_place() -> None:
    """Every client takes its connections from there; others would go around the trust and the proxy rules."""
    sources = {
        path.name: path.read_text(encoding="utf-8") for path in (Path(__file__).parents[3] / "fairdesk").rglob("*.py")
    }

    assert {name for name, source in sources.items() if "import httpx" in source} == {
        "client.py",
        "classifier_client.py",
        "connections.py",
    }
    assert [name for name, source in sources.items() if "import AiohttpTransport" in source] == ["connections.py"]


def test_limits_have_sensible_defaults() -> None:
    """The default body limit is below the ten megabytes of a runaway answer, and every time limit is set."""
    limits = ClientLimits()
    assert limits.max_body_bytes < 10_000_000
    assert 0 < limits.connect_seconds < limits.silence_seconds <= limits.whole_seconds
