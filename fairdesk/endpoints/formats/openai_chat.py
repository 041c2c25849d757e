"""The chat completions format of OpenAI, which most servers speak.

A last message of the assistant is sent as it stands: servers that can, continue it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from fairdesk.domain.exchanges import CallFailure, ModelReply, ModelRequest, TokenChance
from fairdesk.endpoints.failures import failure_of_status, not_json, not_understood, provider_failure, truncated
from fairdesk.endpoints.wire_format import CannotBeSentError, WireFormat

MAX_TOKENS_NAMES = ("max_tokens", "max_completion_tokens")

LARGEST_COUNT = 2**53
"""Token counts above this are nonsense and would not survive every JSON reader."""

LARGEST_LOGPROB = 0.01
"""Log-probabilities may exceed 0 by rounding; more than this is no log-probability."""


def build(request: ModelRequest, options: Mapping[str, str]) -> dict[str, Any]:
    """The body to send, as plain JSON data; what is None or empty in the request is left out.

    Args:
        request: What is asked.
        options: Of the endpoint; ``max_tokens_name`` is ``max_completion_tokens`` for models that want that name.

    Raises:
        CannotBeSentError: an option cannot be used.

    Example:
        >>> from fairdesk.domain.exchanges import Message
        >>> hello = (Message(role="user", content="Hi"),)
        >>> build(ModelRequest(messages=hello, model="m", temperature=0.0, max_tokens=3), {})
        {'model': 'm', 'messages': [{'role': 'user', 'content': 'Hi'}], 'max_tokens': 3, 'temperature': 0.0}
    """
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [{"role": message.role, "content": message.content} for message in request.messages],
        _max_tokens_name(options): request.max_tokens,
    }
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if request.top_p is not None:
        body["top_p"] = request.top_p
    if request.seed is not None:
        body["seed"] = request.seed
    if request.stop:
        body["stop"] = list(request.stop)
    if request.top_logprobs:
        body["logprobs"] = True
        body["top_logprobs"] = request.top_logprobs
    if request.json_schema:
        schema = {"name": "answer", "strict": True, "schema": json.loads(request.json_schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    if request.grammar:
        body["grammar"] = request.grammar
    return body


def _max_tokens_name(options: Mapping[str, str]) -> str:
    name = options.get("max_tokens_name", "") or MAX_TOKENS_NAMES[0]
    if name not in MAX_TOKENS_NAMES:
        raise CannotBeSentError(f"max_tokens_name must be {' or '.join(MAX_TOKENS_NAMES)}, not {name!r}")
    return name


def parse(status: int, content_type: str, body: bytes) -> ModelReply | CallFailure:
    """What the server answered; every odd body is a value, nothing is raised.

    Args:
        status: HTTP status.
        content_type: The header as received, or empty.
        body: Everything that followed.
    """
    try:
        data = json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        if not 200 <= status < 300:
            return failure_of_status(status, _start_of(body))
        if isinstance(error, json.JSONDecodeError) and _breaks_off(error):
            return truncated(status, _start_of(body))
        return not_json(status, content_type, _start_of(body))
    if not 200 <= status < 300:
        return failure_of_status(status, *_error_text(data))
    if not isinstance(data, Mapping):
        return not_understood(status, "The answer is JSON but not an object.", _start_of(body))
    if data.get("error"):
        return provider_failure(status, *_error_text(data))
    return _read_completion(status, data, _start_of(body))


def _read_completion(status: int, data: Mapping[str, Any], start: str) -> ModelReply | CallFailure:
    choices = data.get("choices")
    if not isinstance(choices, list) or not choices:
        return not_understood(status, "The answer holds no choices.", start)
    choice = choices[0]
    message = choice.get("message") if isinstance(choice, Mapping) else None
    if isinstance(choice, Mapping) and choice.get("error"):
        return provider_failure(status, *_error_text(choice))
    if not isinstance(message, Mapping):
        return not_understood(status, "The first choice holds no message.", start)
    content = message.get("content")
    text, reasoning = _texts(content)
    if content is None and isinstance(message.get("refusal"), str):
        text = message["refusal"]
    if content is None and not text and message.get("tool_calls"):
        return not_understood(status, "The model answered with a tool call instead of a text.", start)
    usage = data.get("usage")
    usage = usage if isinstance(usage, Mapping) else {}
    return ModelReply(
        text=storable(text),
        reasoning=storable(reasoning or _text(message.get("reasoning_content")) or _text(message.get("reasoning"))),
        finish_reason=storable(_text(choice.get("finish_reason"))),
        model_echo=storable(_text(data.get("model"))),
        fingerprint=storable(_text(data.get("system_fingerprint"))),
        first_tokens=_first_tokens(choice.get("logprobs")),
        prompt_tokens=_count(usage.get("prompt_tokens")),
        answer_tokens=_count(usage.get("completion_tokens")),
    )


def _texts(content: object) -> tuple[str, str]:
    """Text and reasoning of a content that is a text, None, or a list of parts."""
    if isinstance(content, str):
        return content, ""
    if not isinstance(content, list):
        return "", ""
    text: list[str] = []
    reasoning: list[str] = []
    for part in content:
        if isinstance(part, str):
            text.append(part)
        elif isinstance(part, Mapping):
            is_thought = part.get("type") in ("reasoning", "thinking")
            words = next(
                (part[key] for key in ("text", "refusal", "thinking", "reasoning") if _text(part.get(key))), ""
            )
            (reasoning if is_thought else text).append(words)
    return "".join(text), "".join(reasoning)


def _first_tokens(logprobs: object) -> tuple[TokenChance, ...]:
    content = logprobs.get("content") if isinstance(logprobs, Mapping) else None
    first = content[0] if isinstance(content, list) and content else None
    if not isinstance(first, Mapping):
        return ()
    listed = first.get("top_logprobs")
    chances = [_chance(entry) for entry in (listed if isinstance(listed, list) else [])]
    found = [chance for chance in chances if chance is not None]
    if not found:
        alone = _chance(first)
        found = [alone] if alone is not None else []
    return tuple(sorted(found, key=lambda chance: -chance.logprob))


def _chance(entry: object) -> TokenChance | None:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("token"), str):
        return None
    logprob = entry.get("logprob")
    if isinstance(logprob, bool) or not isinstance(logprob, (int, float)):
        return None
    try:
        value = float(logprob)
    except OverflowError:
        return None
    if not math.isfinite(value) or value > LARGEST_LOGPROB:
        return None
    return TokenChance(token=storable(entry["token"]), logprob=min(value, 0.0))


def _error_text(data: object) -> tuple[str, str]:
    """The provider's own words and its code, from the shapes that are met: object, text, list, ``detail``."""
    if isinstance(data, list) and data:
        return _error_text(data[0])
    if not isinstance(data, Mapping):
        return storable(json.dumps(data)), ""
    error = data.get("error") or data
    if isinstance(error, str):
        return storable(error), storable(_text(data.get("code")))
    if not isinstance(error, Mapping):
        return storable(json.dumps(error)), ""
    code = error.get("code") or error.get("type") or error.get("status") or ""
    for key in ("message", "detail", "msg", "error_description", "title"):
        if isinstance(error.get(key), str) and error[key]:
            return storable(error[key]), storable(str(code))
    return storable(json.dumps(error)), storable(str(code))


def storable(text: str) -> str:
    """The text with pairs of surrogates joined and lone ones replaced: those exist in JSON but not in UTF-8."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _count(value: object) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_COUNT
    return value if is_count and isinstance(value, int) else None


def _start_of(body: bytes) -> str:
    return body[:4000].decode("utf-8", "replace")


def _breaks_off(error: json.JSONDecodeError) -> bool:
    text = error.doc.rstrip()
    is_open = text.startswith(("{", "[")) and not text.endswith(("}", "]"))
    return is_open or (text.startswith("{") and error.pos >= len(text) - 1)


def _path(model: str, options: Mapping[str, str]) -> str:
    return "chat/completions"


WIRE_FORMAT = WireFormat(
    format_id="openai_chat",
    title="OpenAI-compatible chat",
    path=_path,
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
)
