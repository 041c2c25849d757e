"""The chat format of Ollama."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.unit.endpoints.formats.asking import BEGUN, SCHEMA, SYSTEM, USER, built, failure, question, reply
from tests.unit.endpoints.formats.recorded import OLLAMA_CHAT

KIND = "ollama_chat"


def answer(**changes: Any) -> dict[str, Any]:
    return {**OLLAMA_CHAT, **changes}


def test_request_in_full() -> None:
    """Sampling stands among the options, a stream is refused, and a begun answer is the last message."""
    request = question(
        SYSTEM, USER, BEGUN, top_p=0.9, seed=7, stop=("\n",), top_logprobs=5, json_schema=json.dumps(SCHEMA)
    )
    assert built(KIND, request) == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Rate it from 1 to 5."},
            {"role": "assistant", "content": "My rating is "},
        ],
        "stream": False,
        "options": {"num_predict": 16, "temperature": 0.0, "top_p": 0.9, "seed": 7, "stop": ["\n"]},
        "logprobs": True,
        "top_logprobs": 5,
        "format": SCHEMA,
    }


def test_the_context_is_a_field_of_the_endpoint() -> None:
    """A longer context is joined into the options."""
    body = built(KIND, question(), {"body_fields": '{"options": {"num_ctx": 8192}, "think": false}'})
    assert body["options"] == {"num_predict": 16, "temperature": 0.0, "num_ctx": 8192}
    assert body["think"] is False


def test_counts_may_be_missing() -> None:
    """A prompt that was cached whole is not counted by older servers: not told is not 0."""
    found = reply(KIND, answer(prompt_eval_count=None, eval_count=0))
    assert (found.prompt_tokens, found.answer_tokens) == (None, 0)


@pytest.mark.parametrize(("reason", "finish"), [("stop", "stop"), ("length", "length"), (None, "")])
def test_done_reasons(reason: str | None, finish: str) -> None:
    """The server's words are those of all formats."""
    assert reply(KIND, answer(done_reason=reason)).finish_reason == finish


def test_a_piece_of_a_stream_is_no_answer() -> None:
    """A piece that says that more will come is not read as the whole."""
    assert "stream" in failure(KIND, answer(done=False)).message


def test_a_tool_call_is_no_answer() -> None:
    """A model that calls a tool said nothing that can be read."""
    called = {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "rate", "arguments": {}}}]}
    assert "tool call" in failure(KIND, answer(message=called)).message


def test_an_unknown_model_stops_the_run() -> None:
    """The error is a text, not an object."""
    found = failure(KIND, {"error": "model 'none' not found"}, 404)
    assert (found.cause, found.stops_run, found.detail) == ("bad_request", True, "model 'none' not found")
