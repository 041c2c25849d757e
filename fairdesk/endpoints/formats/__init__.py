"""Wire formats: pure build and parse, one file each.

May import ``domain``, ``endpoints.wire_format``, ``request_body``, ``reply_body`` and ``failures``, another format of
the same family, and nothing else. To add one, write ``foo.py`` with a ``WIRE_FORMAT``, name it in the tuple below, and
give it recorded answers in ``tests/unit/endpoints/formats``; ``tests/contract/test_wire_formats.py`` tries it.
"""

from __future__ import annotations

from collections.abc import Mapping

from fairdesk.domain.errors import InputError
from fairdesk.endpoints.formats import (
    anthropic_messages,
    azure_openai,
    completions,
    google_gemini,
    ollama_chat,
    openai_chat,
    openai_responses,
)
from fairdesk.endpoints.wire_format import WireFormat

WIRE_FORMATS: tuple[WireFormat, ...] = (
    openai_chat.WIRE_FORMAT,
    openai_responses.WIRE_FORMAT,
    anthropic_messages.WIRE_FORMAT,
    google_gemini.WIRE_FORMAT,
    azure_openai.WIRE_FORMAT,
    ollama_chat.WIRE_FORMAT,
    completions.WIRE_FORMAT,
)

BUILT_IN_FORMATS: Mapping[str, WireFormat] = {
    "embedded": openai_chat.WIRE_FORMAT,
    "rehearsal": openai_chat.WIRE_FORMAT,
    "rehearsal_completions": completions.WIRE_FORMAT,
}
"""Kinds of the endpoints that FairDesk starts itself to what they speak."""

BUILT_IN_KINDS = tuple(BUILT_IN_FORMATS)


def wire_format(kind: str) -> WireFormat:
    """The format that endpoints of a kind speak.

    Args:
        kind: Of the endpoint settings: a format's id, or one of ``BUILT_IN_KINDS``.

    Raises:
        InputError: there is no such kind.

    Example:
        >>> wire_format("embedded").format_id
        'openai_chat'
    """
    if kind in BUILT_IN_FORMATS:
        return BUILT_IN_FORMATS[kind]
    for candidate in WIRE_FORMATS:
        if candidate.format_id == kind:
            return candidate
    known = ", ".join(candidate.format_id for candidate in WIRE_FORMATS)
    raise InputError(f"There is no kind of endpoint called {kind!r}.", f"Choose one of: {known}.")
