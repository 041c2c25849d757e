"""The chat format of Ollama. It has no grammar.

Ollama cuts a prompt that is longer than its context without a word; the option ``body_fields`` can make the context
longer: ``{"options": {"num_ctx": 8192}}``. Source of the shapes: Ollama's API reference, chat.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from fairdesk.domain.exchanges import CallFailure, ModelReply, ModelRequest
from fairdesk.endpoints.failures import not_understood
from fairdesk.endpoints.reply_body import count_of, first_tokens, list_of, object_of, read_body, storable, text_of
from fairdesk.endpoints.request_body import role_and_content, sampling_fields, schema_of
from fairdesk.endpoints.wire_format import BODY_FIELDS, WireFormat, constant_path


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
        "messages": role_and_content(request.messages),
        "stream": False,
        "options": {"num_predict": request.max_tokens, **sampling_fields(request)},
    }
    if request.top_logprobs:
        body |= {"logprobs": True, "top_logprobs": request.top_logprobs}
    if request.json_schema:
        body["format"] = schema_of(request)
    return body


def parse(status: int, content_type: str, body: bytes) -> ModelReply | CallFailure:
    """What the server answered; every odd body is a value, nothing is raised."""
    return read_body(status, content_type, body, _read)


def _read(status: int, data: Mapping[str, Any], start: str) -> ModelReply | CallFailure:
    message = object_of(data.get("message"))
    if not isinstance(message.get("content"), str):
        return not_understood(status, "The answer holds no message with a content.", start)
    if data.get("done") is False:
        return not_understood(status, "The answer is one piece of a stream, which was not asked for.", start)
    text = message["content"]
    if not text and message.get("tool_calls"):
        return not_understood(status, "The model answered with a tool call instead of a text.", start)
    return ModelReply(
        text=storable(text),
        reasoning=storable(text_of(message.get("thinking"))),
        finish_reason=storable(text_of(data.get("done_reason"))),
        model_echo=storable(text_of(data.get("model"))),
        first_tokens=first_tokens(list_of(data.get("logprobs"))),
        prompt_tokens=count_of(data.get("prompt_eval_count")),
        answer_tokens=count_of(data.get("eval_count")),
    )


WIRE_FORMAT = WireFormat(
    format_id="ollama_chat",
    title="Ollama",
    path=constant_path("api/chat"),
    build=build,
    parse=parse,
    expresses=frozenset(
        {"log_probabilities", "continues_prefix", "seed", "stop", "json_schema", "system_prompt", "reasoning"}
    ),
    address_hint="http://127.0.0.1:11434",
    option_hints=MappingProxyType(
        {
            BODY_FIELDS: 'for example {"options": {"num_ctx": 8192}}: Ollama cuts a longer prompt without a word.',
        }
    ),
)
