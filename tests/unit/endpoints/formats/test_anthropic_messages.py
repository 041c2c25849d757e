"""The Messages format of Anthropic."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairdesk.domain.exchanges import ReadRefusal
from fairdesk.endpoints.formats import wire_format
from fairdesk.extractors import EXTRACTORS
from tests.unit.endpoints.formats.asking import BEGUN, SCHEMA, SHOTS, SYSTEM, USER, built, failure, question, reply
from tests.unit.endpoints.formats.recorded import ANTHROPIC_MESSAGES

KIND = "anthropic_messages"


def answer(**changes: Any) -> dict[str, Any]:
    return {**ANTHROPIC_MESSAGES, **changes}


def test_request_in_full() -> None:
    """The system prompt stands apart; a begun answer is the last message, without the blank that is refused."""
    request = question(SYSTEM, *SHOTS, USER, BEGUN, stop=("\n",), json_schema=json.dumps(SCHEMA))
    assert built(KIND, request) == {
        "model": "m",
        "max_tokens": 16,
        "system": "Be brief.",
        "messages": [
            {"role": "user", "content": "Rate B."},
            {"role": "assistant", "content": "3"},
            {"role": "user", "content": "Rate it from 1 to 5."},
            {"role": "assistant", "content": "My rating is"},
        ],
        "temperature": 0.0,
        "stop_sequences": ["\n"],
        "output_config": {"format": {"type": "json_schema", "schema": SCHEMA}},
    }


def test_key_and_version_have_headers_of_their_own() -> None:
    """The key is no bearer token here, and the version of the interface is named."""
    wire = wire_format(KIND)
    assert (wire.auth_header, wire.auth_prefix) == ("x-api-key", "")
    assert wire.headers == {"anthropic-version": "2023-06-01"}


def test_cached_tokens_are_prompt_tokens() -> None:
    """11 new, 8 written to and 12 read from the cache make a prompt of 31; without the first there is no sum."""
    assert reply(KIND, answer()).prompt_tokens == 31
    assert reply(KIND, answer(usage={"cache_read_input_tokens": 5, "output_tokens": 1})).prompt_tokens is None
    assert reply(KIND, answer(usage={"input_tokens": 5, "cache_read_input_tokens": None})).prompt_tokens == 5


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("pause_turn", "pause_turn"),
        (None, ""),
    ],
)
def test_stop_reasons(reason: str | None, finish: str) -> None:
    """The words of all formats are the same, and an unknown one is kept."""
    assert reply(KIND, answer(stop_reason=reason)).finish_reason == finish


@pytest.mark.parametrize("extractor", ["rating/1", "choice/1", "decision/1"])
def test_a_refusal_without_text_is_read_as_a_refusal(extractor: str) -> None:
    """The provider stopped the model; no extractor takes the empty text for a value or for agreement."""
    found = reply(KIND, answer(content=[], stop_reason="refusal"))
    assert (found.text, found.finish_reason, found.was_blocked) == ("", "content_filter: refusal", True)
    scale = (0.0, 1.0) if extractor == "decision/1" else (1.0, 5.0)
    chosen = next(one for one in EXTRACTORS if one.name == extractor)
    assert isinstance(chosen.read(found, scale, None), ReadRefusal)


def test_a_tool_call_is_no_answer() -> None:
    """A model that calls a tool said nothing that can be read."""
    call = {"type": "tool_use", "id": "t", "name": "rate", "input": {}}
    assert "tool call" in failure(KIND, answer(content=[call])).message


@pytest.mark.parametrize(
    ("status", "kind", "words", "cause", "stops_run"),
    [
        (400, "invalid_request_error", "max_tokens: must be greater than 0", "bad_request", False),
        (400, "invalid_request_error", "Your credit balance is too low to access the API.", "throttled", True),
        (400, "invalid_request_error", "You have reached your specified API usage limits.", "throttled", True),
        (401, "authentication_error", "invalid x-api-key", "refused_key", True),
        (404, "not_found_error", "model: claude-none", "bad_request", True),
        (429, "rate_limit_error", "slow down", "throttled", False),
        (529, "overloaded_error", "Overloaded", "server_error", False),
    ],
)
def test_errors(status: int, kind: str, words: str, cause: str, stops_run: bool) -> None:
    """The provider's words are kept, and spent credit stops the run although it comes as any bad request."""
    body = {"type": "error", "error": {"type": kind, "message": words}, "request_id": "req_011"}
    found = failure(KIND, body, status)
    assert (found.cause, found.stops_run, found.detail, found.http_status) == (cause, stops_run, words, status)
