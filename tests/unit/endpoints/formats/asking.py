"""Requests and readings that the tests of the wire formats share."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fairdesk.domain.exchanges import CallFailure, Message, ModelReply, ModelRequest
from fairdesk.endpoints.formats import wire_format
from fairdesk.endpoints.wire_format import request_bytes

SYSTEM = Message(role="system", content="Be brief.")
USER = Message(role="user", content="Rate it from 1 to 5.")
BEGUN = Message(role="assistant", content="My rating is ")
SHOTS = (Message(role="user", content="Rate B."), Message(role="assistant", content="3"))
SCHEMA = {"type": "object", "properties": {"rating": {"type": "integer"}}, "required": ["rating"]}


def question(*messages: Message, **changes: Any) -> ModelRequest:
    """A request of temperature 0 and 16 tokens, with whatever is changed."""
    plain = ModelRequest(messages=messages or (USER,), model="m", temperature=0.0, max_tokens=16)
    return replace(plain, **changes)


def built(kind: str, request: ModelRequest, options: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What is sent, read again."""
    body = json.loads(request_bytes(wire_format(kind), request, options or {}))
    assert isinstance(body, dict)
    return body


def read(kind: str, answer: object, status: int = 200) -> ModelReply | CallFailure:
    """What is read from an answer."""
    return wire_format(kind).parse(status, "application/json", json.dumps(answer).encode())


def reply(kind: str, answer: object) -> ModelReply:
    """The reply in an answer of status 200."""
    found = read(kind, answer)
    assert isinstance(found, ModelReply), found
    return found


def failure(kind: str, answer: object, status: int = 200) -> CallFailure:
    """The failure in an answer."""
    found = read(kind, answer, status)
    assert isinstance(found, CallFailure), found
    return found
