"""Each format through the ordinary client to a real server on loopback that answers as recorded."""

from __future__ import annotations

import asyncio

import pytest

from fairdesk.domain.exchanges import CallFailure, ModelReply
from fairdesk.endpoints.client import Answered, EndpointClient, EndpointTarget
from fairdesk.endpoints.formats import WIRE_FORMATS, wire_format
from fairdesk.endpoints.wire_format import request_bytes, request_sha256
from tests.unit.endpoints.formats.asking import question
from tests.unit.endpoints.formats.recorded import ANSWERS
from tests.unit.endpoints.odd_server import QUICK, OddServer, always, odd_server, response

KEY = "sk-planted/0123456789abcdef"

ADDRESSES = {
    "openai_chat": "/v1/chat/completions",
    "openai_responses": "/v1/responses",
    "anthropic_messages": "/v1/messages",
    "google_gemini": "/v1/models/m:generateContent",
    "azure_openai": "/v1/openai/deployments/m/chat/completions?api-version=2024-10-21",
    "ollama_chat": "/v1/api/chat",
    "completions": "/v1/completions",
}
KEY_HEADERS = {
    "anthropic_messages": f"x-api-key: {KEY}",
    "google_gemini": f"x-goog-api-key: {KEY}",
    "azure_openai": f"api-key: {KEY}",
}
OPTIONS = {"azure_openai": {"api_version": "2024-10-21"}}


def asked(kind: str, *answers: bytes) -> tuple[Answered, OddServer]:
    async def go() -> tuple[Answered, OddServer]:
        async with odd_server(always(*answers)) as server:
            target = EndpointTarget(base_url=server.base_url, key=KEY, kind=kind, options=OPTIONS.get(kind, {}))
            async with EndpointClient(target, QUICK) as client:
                return await client.ask(question()), server

    return asyncio.run(go())


@pytest.mark.parametrize("kind", [wire.format_id for wire in WIRE_FORMATS])
def test_a_question_goes_out_and_an_answer_comes_in(kind: str) -> None:
    """Address, key, further headers, body and hash are those of the format, and the recorded answer is read."""
    answered, server = asked(kind, response(200, ANSWERS[kind]))
    assert isinstance(answered.outcome, ModelReply), answered.outcome
    assert answered.outcome.text == "4"
    line, *headers = server.heads[0].splitlines()
    assert line == f"POST {ADDRESSES[kind]} HTTP/1.1"
    sent = {header.lower() for header in headers}
    assert KEY_HEADERS.get(kind, f"authorization: Bearer {KEY}").lower() in sent
    assert sum(KEY in header for header in headers) == 1
    wire, options = wire_format(kind), OPTIONS.get(kind, {})
    assert {f"{name.lower()}: {value.lower()}" for name, value in wire.headers.items()} <= sent
    assert server.bodies == [request_bytes(wire, question(), options)]
    assert answered.request_sha256 == request_sha256(wire, question(), options)


@pytest.mark.parametrize("kind", [wire.format_id for wire in WIRE_FORMATS])
def test_a_key_that_comes_back_is_hidden(kind: str) -> None:
    """A provider that repeats the key in its error does not bring it into the failure."""
    answered, _ = asked(kind, response(401, {"error": {"message": f"Incorrect API key provided: {KEY}."}}))
    assert isinstance(answered.outcome, CallFailure)
    assert answered.outcome.stops_run
    assert KEY not in repr(answered.outcome)
    assert "[key]" in answered.outcome.detail


def test_what_cannot_be_said_is_not_sent() -> None:
    """A request that the format has no words for reaches no server."""

    async def go() -> tuple[Answered, OddServer]:
        async with odd_server(always(response(200, ANSWERS["openai_responses"]))) as server:
            target = EndpointTarget(base_url=server.base_url, key=KEY, kind="openai_responses")
            async with EndpointClient(target, QUICK) as client:
                return await client.ask(question(seed=7)), server

    answered, server = asyncio.run(go())
    assert isinstance(answered.outcome, CallFailure)
    assert (answered.outcome.cause, answered.outcome.stops_run, answered.n_attempts) == ("bad_request", True, 0)
    assert server.heads == []
