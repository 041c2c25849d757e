"""Configured endpoints: keep them, hold their keys, and say in plain words what answers there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointFacts, EndpointSettings

if TYPE_CHECKING:
    from fairdesk.endpoints.serving import RunningEndpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionTest:
    """What "Test connection" found, sentence by sentence."""

    ok: bool
    words: tuple[str, ...]
    facts: EndpointFacts
    elapsed_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyState:
    """Whether an endpoint's key is at hand, and where keys are kept on this computer."""

    needed: bool
    present: bool
    words: str


def list_endpoints(spec: WorkspaceSpec) -> tuple[EndpointSettings, ...]:
    """The built-in endpoints first, then the auditor's own by name."""
    from fairdesk.audit.projects import embedded_endpoint, rehearsal_endpoint

    with Workspace(spec) as workspace:
        return (embedded_endpoint(), rehearsal_endpoint(), *workspace.store.endpoints.all())


def save_endpoint(spec: WorkspaceSpec, endpoint: EndpointSettings) -> None:
    """Keep an endpoint's settings; a key is never among them."""
    with Workspace(spec) as workspace:
        workspace.store.endpoints.save(endpoint)


def delete_endpoint(spec: WorkspaceSpec, name: str) -> None:
    """Forget an endpoint; projects that use it keep their own copy of its settings."""
    with Workspace(spec) as workspace:
        workspace.store.endpoints.delete(name)


def remember_key(spec: WorkspaceSpec, key_name: str, value: str) -> KeyState:
    """Put a key into the system key store; where there is none the caller must keep it for the session."""
    workspace = Workspace(spec)
    workspace.secrets.set(key_name, value, remember=True)
    return KeyState(needed=True, present=True, words=workspace.secrets.status().words)


def key_state(spec: WorkspaceSpec, endpoint: EndpointSettings) -> KeyState:
    """Is the key there? Asks the key store, so never call it on the window's thread."""
    workspace = Workspace(spec)
    needed = bool(endpoint.key_name)
    present = needed and workspace.secrets.get(endpoint.key_name, endpoint.key_variable) is not None
    return KeyState(needed=needed, present=present, words=workspace.secrets.status().words)


def endpoint_key(workspace: Workspace, endpoint: EndpointSettings) -> str | None:
    """The key itself, for the client only."""
    if not endpoint.key_name and not endpoint.key_variable:
        return None
    return workspace.secrets.get(endpoint.key_name, endpoint.key_variable)


@contextmanager
def running(workspace: Workspace, endpoint: EndpointSettings) -> Iterator[RunningEndpoint]:
    """Start a built-in endpoint for the time of the block; for others nothing is started."""
    from fairdesk.endpoints.serving import start_endpoint

    server = start_endpoint(endpoint, workspace.resources)
    try:
        yield server
    finally:
        server.stop()


def test_connection(spec: WorkspaceSpec, endpoint: EndpointSettings) -> ConnectionTest:
    """Ask an endpoint a few tiny questions and say what came back and what it supports."""
    workspace = Workspace(spec)
    started = workspace.clock()
    with running(workspace, endpoint) as server:
        probe_facts, ok, words = asyncio.run(_probe(workspace, endpoint, server.base_url))
        facts = merge_facts(server.facts, probe_facts)
    elapsed = workspace.clock() - started
    return ConnectionTest(ok=ok, words=words, facts=facts, elapsed_ms=round(elapsed.total_seconds() * 1000))


test_connection.__test__ = False  # type: ignore[attr-defined]  # pytest must not collect the verb of the Endpoints page


async def _probe(
    workspace: Workspace, endpoint: EndpointSettings, base_url: str
) -> tuple[EndpointFacts, bool, tuple[str, ...]]:
    from fairdesk.endpoints.capabilities import probe
    from fairdesk.endpoints.client import ClientLimits, EndpointClient

    async with EndpointClient(base_url, endpoint_key(workspace, endpoint), ClientLimits()) as client:
        found = await probe(client, endpoint.model)
    return found.facts, found.ok, found.words


def merge_facts(server: EndpointFacts, probed: EndpointFacts) -> EndpointFacts:
    """What the starting server declared, completed by what a probe saw."""
    merged: Mapping[str, str] = {**probed.facts, **server.facts}
    return replace(
        server,
        model_echo=probed.model_echo or server.model_echo,
        fingerprint=probed.fingerprint or server.fingerprint,
        facts=merged,
        has_logprobs=server.has_logprobs or probed.has_logprobs,
        continues_prefix=server.continues_prefix or probed.continues_prefix,
    )
