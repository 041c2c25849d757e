"""The chat completions format of OpenAI, which most servers speak (vLLM, llama.cpp, LM Studio, TGI, Ollama too).

A last message of the assistant is sent as it stands: servers that can, continue it. For vLLM, Mistral and DeepSeek the
option ``begun_answer`` adds the words that these want. Source of the shapes: OpenAI's API reference, chat completions.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from fairdesk.domain.exchanges import CallFailure, ModelReply, ModelRequest
from fairdesk.endpoints.failures import not_understood, provider_failure
from fairdesk.endpoints.reply_body import (
    count_of,
    error_text,
    first_tokens,
    list_of,
    object_of,
    read_body,
    storable,
    text_of,
)
from fairdesk.endpoints.request_body import chosen, role_and_content, sampling_fields, schema_of
from fairdesk.endpoints.wire_format import WireFormat, constant_path

MAX_TOKENS_NAMES = ("max_tokens", "max_completion_tokens")
SCHEMA_NAMES = ("response_format", "json_schema")
GRAMMAR_NAMES = ("grammar", "structured_outputs", "guided_grammar")
BEGUN_ANSWERS = ("as_sent", "vllm", "prefix")

OPTION_HINTS = MappingProxyType(
    {
        "max_tokens_name": "max_completion_tokens for OpenAI's reasoning models, which refuse max_tokens; leave the "
        "temperature out for them.",
        "grammar_name": "grammar for llama.cpp (the default); structured_outputs for vLLM, guided_grammar for vLLM "
        "before 0.12.",
        "begun_answer": "vllm or prefix (Mistral, DeepSeek) where the server continues an answer only when told so.",
    }
)


def build(request: ModelRequest, options: Mapping[str, str]) -> dict[str, Any]:
    """The body to send, as plain JSON data; what is None or empty in the request is left out.

    Args:
        request: What is asked.
        options: Of the endpoint; see ``OPTION_HINTS``.

    Raises:
        CannotBeSentError: an option cannot be used.

    Example:
        >>> from fairdesk.domain.exchanges import Message
        >>> hello = (Message(role="user", content="Hi"),)
        >>> build(ModelRequest(messages=hello, model="m", temperature=0.0, max_tokens=3), {})
        {'model': 'm', 'messages': [{'role': 'user', 'content': 'Hi'}], 'max_tokens': 3, 'temperature': 0.0}
    """
    messages = role_and_content(request.messages)
    body: dict[str, Any] = {
        "model": request.model,
        "messages": messages,
        chosen(options, "max_tokens_name", MAX_TOKENS_NAMES): request.max_tokens,
        **sampling_fields(request),
        **constraint_fields(request, options),
    }
    if request.top_logprobs:
        body |= {"logprobs": True, "top_logprobs": request.top_logprobs}
    begun_answer = chosen(options, "begun_answer", BEGUN_ANSWERS)
    if messages and messages[-1]["role"] == "assistant":
        if begun_answer == "vllm":
            body |= {"continue_final_message": True, "add_generation_prompt": False}
        elif begun_answer == "prefix":
            messages[-1]["prefix"] = True
    return body


def constraint_fields(request: ModelRequest, options: Mapping[str, str]) -> dict[str, Any]:
    """A schema or a grammar, as OpenAI and the servers of one's own want it.

    Raises:
        CannotBeSentError: the schema is none, or an option cannot be used.
    """
    fields: dict[str, Any] = {}
    schema_name = chosen(options, "schema_name", SCHEMA_NAMES)
    if request.json_schema and schema_name == "json_schema":
        fields["json_schema"] = schema_of(request)
    elif request.json_schema:
        schema = {"name": "answer", "strict": True, "schema": schema_of(request)}
        fields["response_format"] = {"type": "json_schema", "json_schema": schema}
    grammar_name = chosen(options, "grammar_name", GRAMMAR_NAMES)
    if request.grammar:
        is_nested = grammar_name == "structured_outputs"
        fields[grammar_name] = {"grammar": request.grammar} if is_nested else request.grammar
    return fields


def parse(status: int, content_type: str, body: bytes) -> ModelReply | CallFailure:
    """What the server answered; every odd body is a value, nothing is raised."""
    return read_body(status, content_type, body, _read)


def first_choice(status: int, data: Mapping[str, Any], start: str) -> Mapping[str, Any] | CallFailure:
    """The first of the ``choices``, or why there is none."""
    choices = data.get("choices")
    if not isinstance(choices, list) or not choices:
        return not_understood(status, "The answer holds no choices.", start)
    choice = object_of(choices[0])
    return provider_failure(status, *error_text(choice)) if choice.get("error") else choice


def _read(status: int, data: Mapping[str, Any], start: str) -> ModelReply | CallFailure:
    choice = first_choice(status, data, start)
    if isinstance(choice, CallFailure):
        return choice
    message = choice.get("message")
    if not isinstance(message, Mapping):
        return not_understood(status, "The first choice holds no message.", start)
    content = message.get("content")
    text, reasoning = _texts(content)
    text = text or text_of(message.get("refusal"))
    if not text and message.get("tool_calls"):
        return not_understood(status, "The model answered with a tool call instead of a text.", start)
    usage = object_of(data.get("usage"))
    return ModelReply(
        text=storable(text),
        reasoning=storable(reasoning or text_of(message.get("reasoning_content")) or text_of(message.get("reasoning"))),
        finish_reason=storable(text_of(choice.get("finish_reason"))),
        model_echo=storable(text_of(data.get("model"))),
        fingerprint=storable(text_of(data.get("system_fingerprint"))),
        first_tokens=first_tokens(list_of(object_of(choice.get("logprobs")).get("content"))),
        prompt_tokens=count_of(usage.get("prompt_tokens")),
        answer_tokens=count_of(usage.get("completion_tokens")),
    )


def _texts(content: object) -> tuple[str, str]:
    """Text and reasoning of a content that is a text, None, or a list of parts."""
    if isinstance(content, str):
        return content, ""
    text: list[str] = []
    reasoning: list[str] = []
    for part in list_of(content):
        if isinstance(part, str):
            text.append(part)
        elif isinstance(part, Mapping):
            is_thought = part.get("type") in ("reasoning", "thinking")
            words = "".join(_words(part.get(key)) for key in ("text", "refusal", "thinking", "reasoning"))
            (reasoning if is_thought else text).append(words)
    return "".join(text), "".join(reasoning)


def _words(value: object) -> str:
    """A text, or the texts of a list of text parts, as Mistral writes thoughts."""
    parts = [text_of(object_of(part).get("text")) for part in list_of(value)]
    return text_of(value) or "".join(parts)


WIRE_FORMAT = WireFormat(
    format_id="openai_chat",
    title="OpenAI-compatible chat",
    path=constant_path("chat/completions"),
    build=build,
    parse=parse,
    expresses=frozenset(
        {
            "log_probabilities",
            "continues_prefix",
            "seed",
            "stop",
            "json_schema",
            "grammar",
            "system_prompt",
            "reasoning",
        }
    ),
    batch_url="/v1/chat/completions",
    address_hint="https://host/v1",
    option_hints=OPTION_HINTS,
)
