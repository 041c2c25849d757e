"""What the requests of several wire formats have in common: choices among options, schemas, sampling, messages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fairdesk.domain.exchanges import Message, ModelRequest
from fairdesk.endpoints.wire_format import CannotBeSentError


def chosen(options: Mapping[str, str], name: str, allowed: tuple[str, ...]) -> str:
    """The value of an option; the first allowed one where it is absent or empty.

    Raises:
        CannotBeSentError: the option has another value.
    """
    value = options.get(name, "") or allowed[0]
    if value not in allowed:
        raise CannotBeSentError(f"the endpoint's option {name} must be one of {', '.join(allowed)}, not {value!r}")
    return value


def schema_of(request: ModelRequest) -> dict[str, Any]:
    """The JSON schema that the answer must follow, as data.

    Raises:
        CannotBeSentError: it is not a JSON object.
    """
    try:
        schema = json.loads(request.json_schema)
    except (ValueError, RecursionError) as error:
        raise CannotBeSentError("the schema of the answer is not JSON") from error
    if not isinstance(schema, dict):
        raise CannotBeSentError("the schema of the answer is not a JSON object")
    return schema


def without_none(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that have a value; what is None or empty in a request is not sent, but 0 is."""
    return {name: value for name, value in fields.items() if value is not None and value not in ("", [], {}, ())}


def sampling_fields(request: ModelRequest) -> dict[str, Any]:
    """How words are chosen, in the names that OpenAI's older formats and Ollama share."""
    return without_none(
        {
            "temperature": request.temperature,
            "top_p": request.top_p,
            "seed": request.seed,
            "stop": list(request.stop),
        }
    )


def system_text(request: ModelRequest) -> str:
    """All system messages as one text, for formats that keep the system prompt apart; empty when there is none."""
    return "\n\n".join(message.content for message in request.messages if message.role == "system")


def conversation(request: ModelRequest) -> tuple[Message, ...]:
    """The messages of the user and the assistant."""
    return tuple(message for message in request.messages if message.role != "system")


def role_and_content(messages: tuple[Message, ...]) -> list[dict[str, Any]]:
    """Messages as most formats write them."""
    return [{"role": message.role, "content": message.content} for message in messages]
