"""What a wire format is: how a question is put on the wire and how the answer is read. Pure, no network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fairdesk.domain.exchanges import CallFailure, ModelReply, ModelRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class WireFormat:
    """One way to speak with a model server.

    Attributes:
        format_id: The ``kind`` of the endpoint settings that use it.
        path: Put behind the base address.
        build: The body to send, as plain JSON data. It never holds a key.
        parse: Status, content type and body to a reply or a failure; never raises.
    """

    format_id: str
    title: str
    path: str
    build: Callable[[ModelRequest], dict[str, Any]]
    parse: Callable[[int, str, bytes], ModelReply | CallFailure]
