"""What stands between a request and its bytes: abilities, the endpoint's own fields, hashes."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.exchanges import Message
from fairdesk.endpoints.failures import unsendable
from fairdesk.endpoints.formats import wire_format
from fairdesk.endpoints.wire_format import (
    CannotBeSentError,
    needed_abilities,
    request_bytes,
    request_sha256,
    sha256_of_body,
)
from tests.unit.endpoints.formats.asking import BEGUN, SYSTEM, USER, question

CHAT = wire_format("openai_chat")


def test_needs_of_a_request() -> None:
    """Only what is asked for is needed."""
    assert needed_abilities(question()) == frozenset()
    assert needed_abilities(question(SYSTEM, USER, BEGUN, seed=0, top_logprobs=1)) == {
        "system_prompt",
        "continues_prefix",
        "seed",
        "log_probabilities",
    }


def test_the_endpoints_fields_are_joined_in() -> None:
    """Further fields stand beside those of the request, deep ones too, and an equal value is no quarrel."""
    fields = '{"reasoning_effort": "low", "temperature": 0.0, "metadata": {"a": {"b": 1}}}'
    body = json.loads(request_bytes(CHAT, question(), {"body_fields": fields}))
    assert (body["reasoning_effort"], body["temperature"], body["metadata"]) == ("low", 0.0, {"a": {"b": 1}})


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ('{"temperature": 1}', "sets temperature"),
        ('{"model": "other"}', "sets model"),
        ('{"messages": []}', "sets messages"),
        ('{"stream": true}', "may not set 'stream'"),
        ('{"n": 2}', "may not set 'n'"),
        ("[1]", "not a JSON object"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"x": 1e999}', "holds what no JSON can hold"),
        ('{"x": "\\ud800"}', "holds what no JSON can hold"),
    ],
    ids=lambda value: value[:20],
)
def test_the_endpoints_fields_cannot_change_the_request(fields: str, words: str) -> None:
    """What the report says of a request is what was sent."""
    with pytest.raises(CannotBeSentError, match=words):
        request_bytes(CHAT, question(), {"body_fields": fields})


def test_what_cannot_be_sent_is_a_failure_in_plain_words() -> None:
    """A fault of the settings stops the run; a damaged text is one question's own trouble."""
    with pytest.raises(CannotBeSentError) as settings:
        request_bytes(wire_format("openai_responses"), question(seed=1), {})
    found = unsendable(settings.value)
    assert (found.cause, found.stops_run, found.http_status) == ("bad_request", True, None)
    assert "no words for a seed" in found.message
    with pytest.raises(ValueError, match="surrogates") as text:
        request_bytes(CHAT, question(Message(role="user", content="\ud800")), {})
    assert not unsendable(text.value).stops_run


@pytest.mark.parametrize("schema", ["{", "[]", "4", "[" * 100_000])
def test_a_schema_that_is_none_is_not_sent(schema: str) -> None:
    """The schema of an answer is a JSON object."""
    with pytest.raises(CannotBeSentError, match="schema"):
        request_bytes(CHAT, question(json_schema=schema), {})


def test_any_depth_is_sent_or_refused() -> None:
    """Nesting near the interpreter's limit ends in bytes or in a sentence."""
    seen = set()
    for depth in range(850, 1000):
        try:
            request_bytes(CHAT, question(json_schema='{"a":' * depth + "1" + "}" * depth), {})
        except CannotBeSentError as error:
            seen.add(str(error))
    # Which of the two is met first depends on how deep reading and writing go in this interpreter.
    assert seen
    assert seen <= {
        "a schema or a field of the endpoint is nested too deeply",
        "the schema of the answer is not JSON",
    }


def test_the_hash_is_the_one_of_the_body() -> None:
    """Where the body names the model, the hash is the one of the bytes that were sent."""
    request = question(seed=7)
    body = request_bytes(CHAT, request, {})
    assert request_sha256(CHAT, request, {}) == sha256_hex(body) == sha256_of_body(CHAT, "m", {}, body)
    assert request_sha256(CHAT, replace(request, seed=8), {}) != sha256_hex(body)
