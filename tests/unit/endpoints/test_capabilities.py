"""What "Test connection" says about servers of different abilities; never more than was seen."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from fairdesk.endpoints.capabilities import Probe, probe
from tests.unit.endpoints.odd_server import OddServer, client_of, odd_server, response


def probed(answer: Callable[[dict[str, Any]], bytes], model: str = "m") -> Probe:
    async def go() -> Probe:
        async def write(number: int, writer: asyncio.StreamWriter) -> None:
            writer.write(answer(json.loads(server.bodies[number - 1])))
            await writer.drain()

        server: OddServer
        async with odd_server(write) as server, client_of(server) as client:
            return await probe(client, model)

    return asyncio.run(go())


def said(text: str, model: str = "m", top: list[dict[str, Any]] | None = None) -> bytes:
    logprobs = {"content": [{"token": "x", "logprob": -0.1, "top_logprobs": top}]} if top else None
    return response(200, {"model": model, "choices": [{"message": {"content": text}, "logprobs": logprobs}]})


def able(body: dict[str, Any]) -> bytes:
    if body["messages"][-1]["role"] == "assistant":
        return said(" six, seven")
    top = [{"token": "Hello", "logprob": -0.1}, {"token": "Hi", "logprob": -2.4}] if body.get("logprobs") else None
    return said("Hello!", top=top)


def test_able_server() -> None:
    """A server that can do all is said to, and the facts agree."""
    found = probed(able)
    assert found.ok
    assert (found.facts.model_echo, found.facts.has_logprobs, found.facts.continues_prefix) == ("m", True, True)
    assert any("“Hello!”" in words for words in found.words)


def test_beginning_that_is_repeated_before_its_continuation() -> None:
    """Some servers return the beginning with the continuation: that is continued, too."""
    found = probed(lambda body: said("Three, four, five, six") if len(body["messages"]) > 1 else said("Hello"))
    assert found.facts.continues_prefix


def test_server_that_starts_anew() -> None:
    """An answer that begins with one was started anew; log-probabilities that did not come are not claimed."""
    found = probed(lambda body: said("One, two, three" if len(body["messages"]) > 1 else "Hello"))
    assert found.ok
    assert not found.facts.continues_prefix
    assert not found.facts.has_logprobs
    assert any("started anew" in words for words in found.words)
    assert any("not returned" in words for words in found.words)


def test_unclear_continuation_is_called_unclear() -> None:
    """What is neither is not guessed."""
    found = probed(lambda body: said("Sure, happy to help"))
    assert not found.facts.continues_prefix
    assert any("not clear" in words for words in found.words)


def test_server_that_rejects_the_extras_still_answers() -> None:
    """A 400 to log-probabilities or to a begun answer is one ability less, not a failed connection."""

    def answer(body: dict[str, Any]) -> bytes:
        is_extra = body.get("logprobs") or len(body["messages"]) > 1
        return response(400, {"error": {"message": "not supported"}}) if is_extra else said("Hello")

    found = probed(answer)
    assert found.ok
    assert found.failure is None
    assert any("not supported" in words for words in found.words)


def test_another_model_than_asked_for_is_said() -> None:
    """A server that answers with another model is not passed over in silence."""
    found = probed(lambda body: said("Hello", model="m-mini"))
    assert any("m-mini" in words and "asked for" in words for words in found.words)


def test_failure_is_told_in_the_providers_words() -> None:
    """A refused key is not ok, stops after one question, and quotes what the server said, on one line."""
    n_asked = 0

    def answer(body: dict[str, Any]) -> bytes:
        nonlocal n_asked
        n_asked += 1
        return response(401, {"error": {"message": "Incorrect\nAPI key \x1b[31m"}})

    found = probed(answer)
    assert not found.ok
    assert found.failure is not None
    assert found.failure.cause == "refused_key"
    assert n_asked == 1
    assert "The server said: “Incorrect API key [31m”" in found.words
    assert all(words and words.isprintable() for words in found.words)
