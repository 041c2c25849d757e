"""The Responses format of OpenAI. Nothing is left at the provider: ``store`` is false in every request.

It has no seed, no stop words, no grammar, and does not continue an answer that is begun. Source of the shapes: OpenAI's
API reference, responses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fairdesk.domain.exchanges import CallFailure, ModelReply, ModelRequest
from fairdesk.endpoints.failures import not_understood
from fairdesk.endpoints.reply_body import (
    blocked,
    count_of,
    first_tokens,
    list_of,
    object_of,
    read_body,
    storable,
    text_of,
)
from fairdesk.endpoints.request_body import role_and_content, schema_of, without_none
from fairdesk.endpoints.wire_format import WireFormat, constant_path

FINISH_REASONS = {"max_output_tokens": "length", "content_filter": blocked("answer")}


def build(request: ModelRequest, options: Mapping[str, str]) -> dict[str, Any]:
    """The body to send, as plain JSON data.

    Args:
        request: What is asked.
        options: Not used.

    Raises:
        CannotBeSentError: the schema is none.
    """
    body: dict[str, Any] = {
        "model": request.model,
        "input": role_and_content(request.messages),
        "max_output_tokens": request.max_tokens,
        "store": False,
        **without_none({"temperature": request.temperature, "top_p": request.top_p}),
    }
    if request.top_logprobs:
        body |= {"top_logprobs": request.top_logprobs, "include": ["message.output_text.logprobs"]}
    if request.json_schema:
        schema = {"type": "json_schema", "name": "answer", "strict": True, "schema": schema_of(request)}
        body["text"] = {"format": schema}
    return body


def parse(status: int, content_type: str, body: bytes) -> ModelReply | CallFailure:
    """What the server answered; every odd body is a value, nothing is raised."""
    return read_body(status, content_type, body, _read)


def _read(status: int, data: Mapping[str, Any], start: str) -> ModelReply | CallFailure:
    output = data.get("output")
    if not isinstance(output, list):
        return not_understood(status, "The answer holds no output.", start)
    state = text_of(data.get("status"))
    if state in ("failed", "cancelled", "in_progress", "queued"):
        return not_understood(status, f"The answer is not complete; its state is {state}.", start)
    items = [object_of(item) for item in output]
    messages = list(_contents(items, "message"))
    parts = [part for part in messages if part.get("type") in ("output_text", "refusal")]
    if not parts and any(text_of(item.get("type")).endswith("_call") for item in items):
        return not_understood(status, "The model answered with a tool call instead of a text.", start)
    thoughts = [part for kind in ("summary", "content") for part in _contents(items, "reasoning", kind)]
    usage = object_of(data.get("usage"))
    return ModelReply(
        text=storable("".join(text_of(part.get("text")) or text_of(part.get("refusal")) for part in parts)),
        reasoning=storable("\n".join(text_of(part.get("text")) for part in thoughts)),
        finish_reason=_finish_reason(state, data),
        model_echo=storable(text_of(data.get("model"))),
        fingerprint=storable(text_of(data.get("system_fingerprint"))),
        first_tokens=first_tokens(list_of(parts[0].get("logprobs"))) if parts else (),
        prompt_tokens=count_of(usage.get("input_tokens")),
        answer_tokens=count_of(usage.get("output_tokens")),
    )


def _contents(items: list[Mapping[str, Any]], kind: str, place: str = "content") -> Iterator[Mapping[str, Any]]:
    """The parts of all items of a kind, in their order."""
    for item in items:
        if item.get("type") == kind:
            yield from (object_of(part) for part in list_of(item.get(place)))


def _finish_reason(state: str, data: Mapping[str, Any]) -> str:
    if state == "completed":
        return "stop"
    reason = text_of(object_of(data.get("incomplete_details")).get("reason"))
    return FINISH_REASONS.get(reason, storable(reason or state))


WIRE_FORMAT = WireFormat(
    format_id="openai_responses",
    title="OpenAI Responses",
    path=constant_path("responses"),
    build=build,
    parse=parse,
    expresses=frozenset({"log_probabilities", "json_schema", "system_prompt", "reasoning"}),
    batch_url="/v1/responses",
    address_hint="https://api.openai.com/v1",
)
