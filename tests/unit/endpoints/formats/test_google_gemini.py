"""The generateContent format of Google Gemini."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from fairdesk.domain.exchanges import ReadRefusal
from fairdesk.endpoints.formats import wire_format
from fairdesk.endpoints.wire_format import request_bytes, request_sha256
from fairdesk.extractors import EXTRACTORS
from tests.unit.endpoints.formats.asking import SCHEMA, SHOTS, SYSTEM, USER, built, failure, question, reply
from tests.unit.endpoints.formats.recorded import GOOGLE_GEMINI

KIND = "google_gemini"
CANDIDATE = GOOGLE_GEMINI["candidates"][0]


def answer(**changes: Any) -> dict[str, Any]:
    return {**GOOGLE_GEMINI, "candidates": [{**CANDIDATE, **changes}]}


def test_request_in_full() -> None:
    """Roles, settings and schema have their own names; the model is not in the body."""
    request = question(
        SYSTEM, *SHOTS, USER, top_p=0.9, seed=7, stop=("\n",), top_logprobs=5, json_schema=json.dumps(SCHEMA)
    )
    assert built(KIND, request) == {
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
        "contents": [
            {"role": "user", "parts": [{"text": "Rate B."}]},
            {"role": "model", "parts": [{"text": "3"}]},
            {"role": "user", "parts": [{"text": "Rate it from 1 to 5."}]},
        ],
        "generationConfig": {
            "maxOutputTokens": 16,
            "temperature": 0.0,
            "topP": 0.9,
            "seed": 7,
            "stopSequences": ["\n"],
            "responseLogprobs": True,
            "logprobs": 5,
            "responseMimeType": "application/json",
            "responseJsonSchema": SCHEMA,
        },
    }


@pytest.mark.parametrize(
    ("model", "path"),
    [
        ("gemini-2.5-flash", "models/gemini-2.5-flash:generateContent"),
        ("models/gemini-2.5-flash", "models/gemini-2.5-flash:generateContent"),
        ("tunedModels/mine", "tunedModels/mine:generateContent"),
        ("a?b", "models/a%3Fb:generateContent"),
    ],
)
def test_the_path_names_the_model(model: str, path: str) -> None:
    """A model's name cannot change the address beyond its own place."""
    assert wire_format(KIND).path(model, {}) == path


def test_the_hash_of_a_request_knows_the_model() -> None:
    """Two models asked the same have the same body and different hashes."""
    wire, one, other = wire_format(KIND), question(), replace(question(), model="n")
    assert request_bytes(wire, one, {}) == request_bytes(wire, other, {})
    assert request_sha256(wire, one, {}) != request_sha256(wire, other, {})


def test_thinking_is_a_field_of_the_endpoint() -> None:
    """The endpoint's own fields are joined into the settings, not put in their place."""
    body = built(KIND, question(), {"body_fields": '{"generationConfig": {"thinkingConfig": {"thinkingBudget": 0}}}'})
    assert body["generationConfig"] == {
        "maxOutputTokens": 16,
        "temperature": 0.0,
        "thinkingConfig": {"thinkingBudget": 0},
    }


@pytest.mark.parametrize("extractor", ["rating/1", "choice/1", "decision/1"])
def test_a_blocked_prompt_is_a_refusal_of_the_application(extractor: str) -> None:
    """No candidate and a reason for the block: an empty answer that no extractor takes for a value."""
    usage = {"promptTokenCount": 31, "totalTokenCount": 31}
    found = reply(KIND, {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": usage})
    assert (found.text, found.finish_reason) == ("", "content_filter: prompt, PROHIBITED_CONTENT")
    assert (found.prompt_tokens, found.answer_tokens) == (31, None)
    scale = (0.0, 1.0) if extractor == "decision/1" else (1.0, 5.0)
    chosen = next(one for one in EXTRACTORS if one.name == extractor)
    assert isinstance(chosen.read(found, scale, None), ReadRefusal)


@pytest.mark.parametrize("reason", ["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"])
def test_a_blocked_answer_names_its_reason(reason: str) -> None:
    """A candidate without content is an answer when a filter stopped it."""
    blocked = {"candidates": [{"finishReason": reason, "index": 0}], "modelVersion": "gemini-2.5-flash"}
    found = reply(KIND, blocked)
    assert (found.text, found.finish_reason, found.was_blocked) == ("", f"content_filter: {reason}", True)


@pytest.mark.parametrize(("reason", "finish"), [("MAX_TOKENS", "length"), ("STOP", "stop"), ("OTHER", "OTHER")])
def test_finish_reasons(reason: str, finish: str) -> None:
    """The words of all formats are the same, and an unknown one is kept."""
    assert reply(KIND, answer(finishReason=reason)).finish_reason == finish


def test_thoughts_that_took_every_token() -> None:
    """A candidate cut off while it thought has no parts; its thoughts were paid for."""
    usage = {"promptTokenCount": 31, "thoughtsTokenCount": 16, "totalTokenCount": 47}
    cut = {"candidates": [{"content": {"role": "model"}, "finishReason": "MAX_TOKENS"}], "usageMetadata": usage}
    found = reply(KIND, cut)
    assert (found.text, found.finish_reason, found.answer_tokens) == ("", "length", 16)


def test_the_chosen_token_alone() -> None:
    """Without alternatives the chosen token is what is known."""
    found = reply(KIND, answer(logprobsResult={"chosenCandidates": [{"token": "4", "logProbability": -0.5}]}))
    assert [(chance.token, chance.logprob) for chance in found.first_tokens] == [("4", -0.5)]


def test_a_tool_call_is_no_answer() -> None:
    """A model that calls a function said nothing that can be read."""
    content = {"role": "model", "parts": [{"functionCall": {"name": "rate", "args": {}}}]}
    assert "tool call" in failure(KIND, answer(content=content)).message


@pytest.mark.parametrize(
    ("status", "error", "cause", "stops_run"),
    [
        (
            400,
            {
                "code": 400,
                "message": "API key not valid. Please pass a valid API key.",
                "status": "INVALID_ARGUMENT",
                "details": [
                    {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"},
                    {"@type": "type.googleapis.com/google.rpc.LocalizedMessage", "locale": "en-US"},
                ],
            },
            "refused_key",
            True,
        ),
        (400, {"code": 400, "message": "Logprobs is not enabled", "status": "INVALID_ARGUMENT"}, "bad_request", False),
        (404, {"code": 404, "message": "no such model", "status": "NOT_FOUND"}, "bad_request", True),
        (429, {"code": 429, "message": "quota", "status": "RESOURCE_EXHAUSTED"}, "throttled", False),
        (503, {"code": 503, "message": "overloaded", "status": "UNAVAILABLE"}, "server_error", False),
    ],
)
def test_errors(status: int, error: dict[str, Any], cause: str, stops_run: bool) -> None:
    """A wrong key comes as any bad request and is told from it; the provider's words are kept."""
    for body in ({"error": error}, [{"error": error}]):
        found = failure(KIND, body, status)
        assert (found.cause, found.stops_run, found.detail) == (cause, stops_run, error["message"])
