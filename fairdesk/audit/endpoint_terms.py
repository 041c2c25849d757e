"""What a window needs to set up an endpoint: kinds of interface, terms of asking, and the way to it in words."""

from __future__ import annotations

import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import AuditedSystem, Decoding, EndpointFacts, EndpointSettings
from fairdesk.domain.endpoint_terms import EndpointTerms
from fairdesk.domain.errors import FairDeskError
from fairdesk.domain.identity import identity_of

BODY_FIELDS = "body_fields"
"""The option that every kind of interface has: further fields of the body, as a JSON object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatChoice:
    """One kind of interface that an endpoint of the auditor's own may have.

    Attributes:
        format_id: The ``kind`` of its settings.
        address_hint: How an address of this kind looks.
        options: Name and meaning of the options that it reads besides ``body_fields``.
        n_test_calls: Calls that a test of the connection makes.
    """

    format_id: str
    title: str
    address_hint: str
    options: tuple[tuple[str, str], ...]
    n_test_calls: int


def format_choices() -> tuple[FormatChoice, ...]:
    """Every kind of interface, in the order in which they are offered."""
    from fairdesk.endpoints.capabilities import n_probe_calls
    from fairdesk.endpoints.formats import WIRE_FORMATS

    return tuple(
        FormatChoice(
            format_id=wire.format_id,
            title=wire.title,
            address_hint=wire.address_hint,
            options=tuple(wire.option_hints.items()),
            n_test_calls=n_probe_calls(wire),
        )
        for wire in WIRE_FORMATS
    )


def body_fields_problem(text: str) -> str:
    """Why a text cannot be further fields of a body, in one sentence; empty when it can, or is empty.

    Example:
        >>> body_fields_problem('{"top_k": 1}')
        ''
        >>> body_fields_problem("top_k = 1")
        'This is no JSON object.'
    """
    if not text.strip():
        return ""
    try:
        fields = json.loads(text)
    except ValueError:
        return "This is no JSON object."
    return "" if isinstance(fields, dict) else "This is no JSON object."


def connection_identity(endpoint: EndpointSettings, facts: EndpointFacts) -> str:
    """How surely the model behind an endpoint is identified by what a test saw: strength, evidence and warning."""
    system = AuditedSystem(
        label="test", title="", endpoint=endpoint, facts=facts, system_prompt="", decoding=Decoding()
    )
    return identity_of(system).words


def read_terms(spec: WorkspaceSpec, name: str) -> EndpointTerms:
    """The terms kept beside an endpoint; the defaults where none are."""
    with Workspace(spec) as workspace:
        return workspace.store.endpoints.terms(name)


def keep_terms(spec: WorkspaceSpec, name: str, terms: EndpointTerms) -> None:
    """Keep the terms of an endpoint under its name; a run takes them over when it is started or resumed."""
    with Workspace(spec) as workspace:
        workspace.store.endpoints.save_terms(name, terms)


def route_words(endpoint: EndpointSettings) -> str:
    """Whether calls go through a proxy, in one sentence; a proxy's user name and password are left out."""
    from fairdesk.endpoints.proxies import is_loopback, proxy_for

    if is_loopback(urlsplit(endpoint.base_url).hostname or ""):
        return "On this computer: no proxy is used and nothing leaves it."
    try:
        proxy = proxy_for(endpoint.base_url)
    except FairDeskError as error:
        return f"{error.message} {error.advice}"
    if proxy is None:
        return "Reached directly, without a proxy."
    parts = urlsplit(proxy)
    shown = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    return f"Reached through the proxy {shown}, as this computer's settings say."
