"""The Responses format of OpenAI."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.endpoints.formats.asking import SCHEMA, SHOTS, SYSTEM, USER, built, failure, question, reply
from tests.unit.endpoints.formats.recorded import OPENAI_RESPONSES

KIND = "openai_responses"


def answer(**changes: Any) -> dict[str, Any]:
    return {**OPENAI_RESPONSES, **changes}


def message(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": list(parts)}


def test_request_in_full() -> None:
    """Messages, limits, log-probabilities and schema stand where the provider wants them; nothing is stored there."""
    request = question(
        SYSTEM, *SHOTS, USER, top_p=0.9, top_logprobs=5, json_schema='{"type":"object","properties":{},"required":[]}'
    )
    assert built(KIND, request) == {
        "model": "m",
        "input": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Rate B."},
            {"role": "assistant", "content": "3"},
            {"role": "user", "content": "Rate it from 1 to 5."},
        ],
        "max_output_tokens": 16,
        "store": False,
        "temperature": 0.0,
        "top_p": 0.9,
        "top_logprobs": 5,
        "include": ["message.output_text.logprobs"],
        "text": {
            "format": {
                "type": "json_schema",
                "name": "answer",
                "strict": True,
                "schema": {"type": "object", "properties": {}, "required": []},
            }
        },
    }


def test_reasoning_effort_is_a_field_of_the_endpoint() -> None:
    """What only this provider knows comes from the endpoint's own fields, beside what the request sets."""
    body = built(KIND, question(temperature=None), {"body_fields": '{"reasoning": {"effort": "low"}}'})
    assert body["reasoning"] == {"effort": "low"}
    assert "temperature" not in body


@pytest.mark.parametrize(
    ("reason", "finish"),
    [("max_output_tokens", "length"), ("content_filter", "content_filter: answer"), ("other", "other")],
)
def test_incomplete_answers_say_why(reason: str, finish: str) -> None:
    """An answer that was cut keeps its text and says what cut it; thoughts may have taken all tokens."""
    cut = answer(status="incomplete", incomplete_details={"reason": reason}, output=OPENAI_RESPONSES["output"][:1])
    found = reply(KIND, cut)
    assert (found.text, found.finish_reason, found.reasoning) == ("", finish, "The marks are good.")


def test_a_refusal_is_quoted() -> None:
    """A refusal in a part of its own is the answer's text."""
    found = reply(KIND, answer(output=[message({"type": "refusal", "refusal": "I can't help with that."})]))
    assert found.text == "I can't help with that."


def test_parts_are_joined_and_reasoning_texts_are_kept_apart() -> None:
    """Servers of one's own write thoughts as content, OpenAI as a summary; neither is ever answer."""
    thought = {"type": "reasoning", "summary": [], "content": [{"type": "reasoning_text", "text": "2 or 4?"}]}
    parts = message({"type": "output_text", "text": "Rating: "}, {"type": "output_text", "text": "4"})
    found = reply(KIND, answer(output=[thought, parts]))
    assert (found.text, found.reasoning) == ("Rating: 4", "2 or 4?")


@pytest.mark.parametrize("state", ["failed", "in_progress", "queued", "cancelled"])
def test_answers_that_are_not_ready_are_failures(state: str) -> None:
    """A state other than completed or incomplete is no answer."""
    assert state in failure(KIND, answer(status=state, output=[])).message


def test_a_failed_answer_quotes_the_provider() -> None:
    """The error object of a failed answer is the failure's detail."""
    failed = answer(status="failed", error={"code": "server_error", "message": "try later"}, output=[])
    assert failure(KIND, failed).detail == "try later"


@pytest.mark.parametrize(("code", "cause"), [("server_error", "server_error"), ("rate_limit_exceeded", "throttled")])
def test_a_failed_answer_says_whose_fault_it_is(code: str, cause: str) -> None:
    """What the provider could not do for the moment is its own failure, which is worth another try."""
    assert failure(KIND, answer(status="failed", error={"code": code, "message": "m"}, output=[])).cause == cause


def test_a_tool_call_is_no_answer() -> None:
    """A model that calls a tool said nothing that can be read."""
    call = {"type": "function_call", "name": "rate", "arguments": "{}"}
    assert "tool call" in failure(KIND, answer(output=[call])).message


def test_the_schema_is_an_object() -> None:
    """The schema arrives as it was written."""
    assert built(KIND, question(json_schema=str(SCHEMA).replace("'", '"')))["text"]["format"]["schema"] == SCHEMA
