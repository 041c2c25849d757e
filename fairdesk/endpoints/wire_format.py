"""What a wire format is: how a question is put on the wire and how the answer is read. Pure, no network."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fairdesk.domain.abilities import ABILITY_WORDS
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.exchanges import CallFailure, ModelReply, ModelRequest

BODY_FIELDS = "body_fields"
"""Endpoint option of every format: a JSON object with further fields of the body, for example ``{"top_k": 1}``."""

FIXED_FIELDS = ("stream", "n")
"""Fields that would change the shape of the answer: parse reads one whole answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WireFormat:
    """One way to speak with a model server.

    Attributes:
        format_id: The ``kind`` of the endpoint settings that use it.
        path: Of the model's name and the endpoint's options: what is put behind the base address; may hold a query.
        build: Of a request and the endpoint's options: the body to send, as plain JSON data. It never holds a key.
            Raises ValueError for an option that it cannot use. Call it through ``request_bytes``, which adds the
            further fields and refuses what the format has no words for.
        parse: Status, content type and body to a reply or a failure; never raises.
        auth_header: Header that carries the key.
        auth_prefix: Stands before the key in that header.
        headers: Sent with every call.
        expresses: Names of the abilities (``Ability.name``) that the format has words for at all; whether the server
            obeys them is for a probe to find out.
        batch_url: What a line of an OpenAI batch file names as ``url``; empty where the format has no batch files.
        address_hint: How a base address of this format looks.
        option_hints: The options that the format reads besides ``body_fields``, each with one sentence.
        only_path_names_model: The body does not name the model, so the path belongs to the hash of a request.
    """

    format_id: str
    title: str
    path: Callable[[str, Mapping[str, str]], str]
    build: Callable[[ModelRequest, Mapping[str, str]], dict[str, Any]]
    parse: Callable[[int, str, bytes], ModelReply | CallFailure]
    expresses: frozenset[str]
    address_hint: str
    auth_header: str = "authorization"
    auth_prefix: str = "Bearer "
    headers: Mapping[str, str] = field(default_factory=dict)
    batch_url: str = ""
    option_hints: Mapping[str, str] = field(default_factory=dict)
    only_path_names_model: bool = False


def constant_path(path: str) -> Callable[[str, Mapping[str, str]], str]:
    """The ``path`` of a format whose address depends on neither the model nor the options.

    Example:
        >>> constant_path("chat/completions")("m", {})
        'chat/completions'
    """
    return lambda _model, _options: path


class CannotBeSentError(ValueError):
    """A request needs what the wire format has no words for, or an option of the endpoint cannot be used.

    Every request with the same settings would fail alike. The client turns it into a failure of cause ``bad_request``.
    """


def needed_abilities(request: ModelRequest) -> frozenset[str]:
    """Names of the abilities (``Ability.name``) without which a request cannot be asked as it stands.

    Example:
        >>> from fairdesk.domain.exchanges import Message
        >>> hello = (Message(role="user", content="Hi"),)
        >>> sorted(needed_abilities(ModelRequest(messages=hello, model="m", temperature=0.0, max_tokens=3, seed=1)))
        ['seed']
    """
    needs = {
        "log_probabilities": request.top_logprobs > 0,
        "continues_prefix": bool(request.messages) and request.messages[-1].role == "assistant",
        "seed": request.seed is not None,
        "stop": bool(request.stop),
        "json_schema": bool(request.json_schema),
        "grammar": bool(request.grammar),
        "system_prompt": any(message.role == "system" for message in request.messages),
        "prompt_log_probabilities": request.scores_prompt,
    }
    return frozenset(name for name, is_needed in needs.items() if is_needed)


def request_bytes(wire: WireFormat, request: ModelRequest, options: Mapping[str, str]) -> bytes:
    """The whole body of a request as canonical JSON, the endpoint's own fields included.

    Args:
        wire: The format of the endpoint.
        request: What is asked.
        options: Of the endpoint.

    Raises:
        CannotBeSentError: the format has no words for what the request needs, or an option cannot be used.
        ValueError: a text holds half a character, or a number is not finite.
    """
    missing = needed_abilities(request) - wire.expresses
    if missing:
        words = ", ".join(ABILITY_WORDS[name].title for name in sorted(missing))
        raise CannotBeSentError(f"the wire format “{wire.title}” has no words for {words}")
    body = wire.build(request, options)
    try:
        return canonical_bytes(_with_fields(body, _body_fields(options)) if options.get(BODY_FIELDS) else body)
    except RecursionError as error:
        raise CannotBeSentError("a schema or a field of the endpoint is nested too deeply") from error


def request_sha256(wire: WireFormat, request: ModelRequest, options: Mapping[str, str]) -> str:
    """The hash under which an exchange is kept: of the body, and where only the path names the model, of both.

    Raises:
        CannotBeSentError: as ``request_bytes``.
        ValueError: as ``request_bytes``.
    """
    return sha256_of_body(wire, request.model, options, request_bytes(wire, request, options))


def sha256_of_body(wire: WireFormat, model: str, options: Mapping[str, str], body: bytes) -> str:
    """The same hash, of a body that was built before."""
    if wire.only_path_names_model:
        return sha256_hex(wire.path(model, options).encode() + b"\n" + body)
    return sha256_hex(body)


def _body_fields(options: Mapping[str, str]) -> dict[str, Any]:
    try:
        fields = json.loads(options[BODY_FIELDS])
    except (ValueError, RecursionError) as error:
        raise CannotBeSentError(f"the endpoint's option {BODY_FIELDS} is not JSON") from error
    if not isinstance(fields, dict):
        raise CannotBeSentError(f"the endpoint's option {BODY_FIELDS} is not a JSON object")
    for name in FIXED_FIELDS:
        if name in fields:
            raise CannotBeSentError(f"the endpoint's option {BODY_FIELDS} may not set {name!r}")
    try:
        canonical_bytes(fields)
    except ValueError as error:
        words = (
            f"the endpoint's option {BODY_FIELDS} holds what no JSON can hold: half a character or an infinite number"
        )
        raise CannotBeSentError(words) from error
    return fields


def _with_fields(body: dict[str, Any], fields: Mapping[str, Any], where: str = "") -> dict[str, Any]:
    """Both together; a field that the request sets already keeps its value, or the report would name a wrong one."""
    merged = dict(body)
    for name, value in fields.items():
        if name not in merged:
            merged[name] = value
        elif isinstance(merged[name], dict) and isinstance(value, Mapping):
            merged[name] = _with_fields(merged[name], value, f"{where}{name}.")
        elif merged[name] != value:
            raise CannotBeSentError(f"the endpoint's option {BODY_FIELDS} sets {where}{name}, which the request sets")
    return merged
