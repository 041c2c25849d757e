"""The Messages format of Anthropic.

It has no seed, no grammar and no log-probabilities. A last message of the assistant begins the answer; older models
continue it, newer ones refuse it with a status 400. Blanks at its end are left out, because the provider refuses them.
Source of the shapes: Anthropic's API reference, messages, and its pages on stop reasons and structured outputs.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from fairdesk.domain.exchanges import CallFailure, ModelReply, ModelRequest
from fairdesk.endpoints.failures import failure_of_status, not_understood
from fairdesk.endpoints.reply_body import (
    blocked,
    count_of,
    object_of,
    read_body,
    storable,
    sum_of_counts,
    text_of,
)
from fairdesk.endpoints.request_body import conversation, role_and_content, schema_of, system_text, without_none
from fairdesk.endpoints.wire_format import WireFormat, constant_path

FINISH_REASONS = MappingProxyType(
    {
        "end_turn": "stop",
        "stop_sequence": "stop",
        "max_tokens": "length",
        "model_context_window_exceeded": "length",
        "refusal": blocked("refusal"),
    }
)
NO_CREDIT = ("credit balance is too low", "reached your specified API usage limits")
"""Words of a status 400 that has the code of any bad request."""


def build(request: ModelRequest, options: Mapping[str, str]) -> dict[str, Any]:
    """The body to send, as plain JSON data.

    Args:
        request: What is asked.
        options: Not used.

    Raises:
        CannotBeSentError: the schema is none.
    """
    messages = role_and_content(conversation(request))
    if messages and messages[-1]["role"] == "assistant":
        messages[-1]["content"] = messages[-1]["content"].rstrip()
    body: dict[str, Any] = {
        "model": request.model,
        "max_tokens": request.max_tokens,
        "messages": messages,
        **without_none(
            {
                "system": system_text(request),
                "temperature": request.temperature,
                "top_p": request.top_p,
                "stop_sequences": list(request.stop),
            }
        ),
    }
    if request.json_schema:
        body["output_config"] = {"format": {"type": "json_schema", "schema": schema_of(request)}}
    return body


def parse(status: int, content_type: str, body: bytes) -> ModelReply | CallFailure:
    """What the server answered; every odd body is a value, nothing is raised."""
    found = read_body(status, content_type, body, _read)
    if isinstance(found, CallFailure) and status == 400 and any(words in found.detail for words in NO_CREDIT):
        return failure_of_status(status, found.detail, "credit_balance_too_low")
    return found


def _read(status: int, data: Mapping[str, Any], start: str) -> ModelReply | CallFailure:
    content = data.get("content")
    if not isinstance(content, list):
        return not_understood(status, "The answer holds no content.", start)
    blocks = [object_of(block) for block in content]
    texts = [text_of(block.get("text")) for block in blocks if block.get("type") == "text"]
    if not texts and any(text_of(block.get("type")).endswith("tool_use") for block in blocks):
        return not_understood(status, "The model answered with a tool call instead of a text.", start)
    thoughts = [text_of(block.get("thinking")) for block in blocks if block.get("type") == "thinking"]
    reason = text_of(data.get("stop_reason"))
    usage = object_of(data.get("usage"))
    cached = (usage.get("cache_creation_input_tokens"), usage.get("cache_read_input_tokens"))
    return ModelReply(
        text=storable("".join(texts)),
        reasoning=storable("\n".join(thoughts)),
        finish_reason=FINISH_REASONS.get(reason, storable(reason)),
        model_echo=storable(text_of(data.get("model"))),
        prompt_tokens=sum_of_counts(usage.get("input_tokens"), *cached),
        answer_tokens=count_of(usage.get("output_tokens")),
    )


WIRE_FORMAT = WireFormat(
    format_id="anthropic_messages",
    title="Anthropic Messages",
    path=constant_path("messages"),
    build=build,
    parse=parse,
    expresses=frozenset({"continues_prefix", "stop", "json_schema", "system_prompt", "reasoning"}),
    auth_header="x-api-key",
    auth_prefix="",
    headers=MappingProxyType({"anthropic-version": "2023-06-01"}),
    address_hint="https://api.anthropic.com/v1",
)
