"""Configured endpoints: keep them, hold their keys, and say in plain words what answers there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import REHEARSAL_KINDS, EndpointFacts, EndpointSettings
from fairdesk.domain.errors import InputError

if TYPE_CHECKING:
    from fairdesk.endpoints.capabilities import Probe
    from fairdesk.endpoints.client import ClientLimits, EndpointTarget
    from fairdesk.endpoints.pace import PaceSettings
    from fairdesk.endpoints.serving import RunningEndpoint

EFFECT_OPTIONS = ("effect.female", "effect.international", "effect.female+international")

IN_FLIGHT = {"embedded": 1, **dict.fromkeys(REHEARSAL_KINDS, 16)}
"""Calls at once of the built-in endpoints; the embedded model keeps one, because more cost its determinism."""

FIRST_IN_FLIGHT, MOST_IN_FLIGHT = 8, 128
"""Calls at once elsewhere, to begin with and at most, where no number was entered."""

BUILT_IN_PATIENCE_S = 60.0
"""A built-in server that is gone does not come back by itself."""

LONGEST_SHOWN = 4000
"""Characters of a request or an answer that a test of the connection shows."""

REHEARSAL_WORDS = {
    "effect.female": "Points that a female-coded name adds to the rating",
    "effect.international": "Points that an overseas school and a non-native profile add",
    "effect.female+international": "Points that both together add on top of the two",
    "directive_factor": "What is left of these effects when the directive stands in the system prompt, 0 to 1",
    "noise_sd": "Noise: standard deviation in points, 0 to 10",
    "refusal_rate": "Probability of a refusal, 0 to 1",
    "nonsense_rate": "Probability of an answer without a rating, 0 to 1",
    "seed": "Seed of noise, refusals and wordings; a whole number",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionTest:
    """What "Test connection" found, sentence by sentence.

    Attributes:
        elapsed_ms: Of the whole test, the start of a built-in endpoint included.
        request: Body of the first call as it was sent; it never holds a key. Cut.
        answer: The text that came back to it, or the provider's words of a failure. Cut.
        answer_ms: How long the first call took.
    """

    ok: bool
    words: tuple[str, ...]
    facts: EndpointFacts
    elapsed_ms: int
    request: str = ""
    answer: str = ""
    answer_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyState:
    """Whether an endpoint's key is at hand, and where keys are kept on this computer.

    Attributes:
        for_session: The key that was just handed over is in no key store: the caller must keep it in the
            workspace's ``session_keys`` as long as the session lasts.
    """

    needed: bool
    present: bool
    words: str
    for_session: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RehearsalOption:
    """One planted number of the rehearsal model that can be set, with what it means."""

    name: str
    value: str
    words: str


def built_in_endpoints() -> tuple[EndpointSettings, ...]:
    """The endpoints that come with FairDesk, with the settings that they begin with."""
    from fairdesk.audit.projects import embedded_endpoint, rehearsal_completions_endpoint, rehearsal_endpoint

    return embedded_endpoint(), rehearsal_endpoint(), rehearsal_completions_endpoint()


def list_endpoints(spec: WorkspaceSpec) -> tuple[EndpointSettings, ...]:
    """The built-in endpoints first, as the auditor set them, then the auditor's own by name."""
    with Workspace(spec) as workspace:
        kept = {endpoint.name: endpoint for endpoint in workspace.store.endpoints.all()}
    built_in = tuple(kept.pop(endpoint.name, endpoint) for endpoint in built_in_endpoints())
    return (*built_in, *kept.values())


def change_endpoint(spec: WorkspaceSpec, former_name: str, endpoint: EndpointSettings) -> EndpointSettings:
    """Keep an endpoint that may have another name now; projects that use it keep their own copy of its settings.

    A key is never among them. The terms that are kept beside it stay with it.

    Args:
        former_name: The name that it was kept under; empty for a new one.

    Raises:
        InputError: the name is empty or another endpoint has it; nothing was changed.
    """
    if not endpoint.name.strip():
        raise InputError("The endpoint has no name.", "Give it a name.")
    if endpoint.name != former_name and endpoint.name in {known.name for known in list_endpoints(spec)}:
        raise InputError(f"There is an endpoint {endpoint.name!r} already.", "Choose another name.")
    with Workspace(spec) as workspace, workspace.store.all_or_none():
        known = workspace.store.endpoints
        known.save(endpoint)
        if former_name and former_name != endpoint.name:
            known.save_terms(endpoint.name, known.terms(former_name))
            known.delete(former_name)
    return endpoint


def rehearsal_options(options: Mapping[str, str]) -> tuple[RehearsalOption, ...]:
    """Every planted number that can be set, with its value under these options.

    Raises:
        InputError: an option is unknown, no number or out of range; the message says which and what may be given.
    """
    from fairdesk.endpoints.rehearsal_model import settings_from_options

    settings = settings_from_options(options)
    values = {
        **{name: f"{settings.effects.get(name.removeprefix('effect.'), 0.0):g}" for name in EFFECT_OPTIONS},
        "directive_factor": f"{settings.directive_factor:g}",
        "noise_sd": f"{settings.noise_sd:g}",
        "refusal_rate": f"{settings.refusal_rate:g}",
        "nonsense_rate": f"{settings.nonsense_rate:g}",
        "seed": str(settings.seed),
    }
    return tuple(
        RehearsalOption(name=name, value=options.get(name, value), words=REHEARSAL_WORDS[name])
        for name, value in values.items()
    )


def delete_endpoint(spec: WorkspaceSpec, name: str) -> None:
    """Forget an endpoint; projects that use it keep their own copy of its settings."""
    with Workspace(spec) as workspace:
        workspace.store.endpoints.delete(name)


def remember_key(spec: WorkspaceSpec, key_name: str, value: str) -> KeyState:
    """Put a key into the system key store; where there is none, or it refuses, ``for_session`` says so and why.

    Raises:
        InputError: the name or the key is empty.
    """
    status = Workspace(spec).secrets.set(key_name, value, remember=True)
    return KeyState(needed=True, present=True, words=status.words, for_session=status.kind == "session")


def key_state(spec: WorkspaceSpec, endpoint: EndpointSettings) -> KeyState:
    """Is the key there? Asks the key store, so never call it on the window's thread."""
    workspace = Workspace(spec)
    needed = bool(endpoint.key_name or endpoint.key_variable)
    present = needed and workspace.secrets.get(endpoint.key_name, endpoint.key_variable) is not None
    return KeyState(needed=needed, present=present, words=workspace.secrets.status().words)


def key_store_words(spec: WorkspaceSpec) -> str:
    """Where keys are kept on this computer, in one sentence. Asks the key store: never on the window's thread."""
    return Workspace(spec).secrets.status().words


def endpoint_key(workspace: Workspace, endpoint: EndpointSettings) -> str | None:
    """The key itself, for the client only."""
    if not endpoint.key_name and not endpoint.key_variable:
        return None
    return workspace.secrets.get(endpoint.key_name, endpoint.key_variable)


def missing_key_words(workspace: Workspace, endpoint: EndpointSettings) -> str:
    """That no key was sent although the endpoint names one, a sentence with a space behind it; else empty."""
    is_named = bool(endpoint.key_name or endpoint.key_variable)
    if not is_named or endpoint_key(workspace, endpoint):
        return ""
    if endpoint.key_variable:
        return f"No key was sent: the environment variable {endpoint.key_variable} holds none here. "
    return "No key was sent: it is not in the key store of this computer. "


def target_and_limits(
    workspace: Workspace, endpoint: EndpointSettings, base_url: str
) -> tuple[EndpointTarget, ClientLimits, PaceSettings]:
    """How an endpoint is reached and how it may be asked: its settings, its key, and the terms kept beside it.

    Args:
        base_url: Of the endpoint, or of the built-in server that was started for it.

    Raises:
        SecretError: the key store refused.
    """
    from fairdesk.endpoints.client import ClientLimits, EndpointTarget
    from fairdesk.endpoints.pace import PaceSettings, Patience

    terms = workspace.store.endpoints.terms(endpoint.name)
    target = EndpointTarget(
        base_url=base_url,
        key=endpoint_key(workspace, endpoint),
        kind=endpoint.kind,
        options=endpoint.options,
        ca_file=terms.ca_file,
    )
    limits = ClientLimits(
        connect_seconds=terms.connect_seconds,
        silence_seconds=terms.first_byte_seconds,
        whole_seconds=terms.whole_seconds,
    )
    most = IN_FLIGHT.get(endpoint.kind) or terms.max_in_flight or MOST_IN_FLIGHT
    pace = PaceSettings(
        max_in_flight=most,
        start_in_flight=IN_FLIGHT.get(endpoint.kind, FIRST_IN_FLIGHT),
        requests_per_minute=terms.requests_per_minute,
        tokens_per_minute=terms.tokens_per_minute,
        slow_seconds=min(terms.first_byte_seconds, terms.whole_seconds) / 3,
        patience=Patience(later_seconds=BUILT_IN_PATIENCE_S) if endpoint.kind in IN_FLIGHT else Patience(),
    )
    return target, limits, pace


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
    import asyncio

    with Workspace(spec) as workspace:
        started = workspace.clock()
        with running(workspace, endpoint) as server:
            found, declared = asyncio.run(_probe(workspace, endpoint, server.base_url))
        elapsed = workspace.clock() - started
    probed = replace(found.facts, facts={**declared, **found.facts.facts}) if found.ok else found.facts
    return ConnectionTest(
        ok=found.ok,
        words=found.words,
        facts=merge_facts(server.facts, probed),
        elapsed_ms=round(elapsed.total_seconds() * 1000),
        request=found.request[:LONGEST_SHOWN],
        answer=found.answer[:LONGEST_SHOWN],
        answer_ms=found.answer_ms,
    )


test_connection.__test__ = False  # type: ignore[attr-defined]  # pytest must not collect the verb of the Endpoints page


async def _probe(workspace: Workspace, endpoint: EndpointSettings, base_url: str) -> tuple[Probe, dict[str, str]]:
    """What tiny questions found, and what the server says of itself; a built-in one was started with its facts."""
    from fairdesk.endpoints.capabilities import probe
    from fairdesk.endpoints.client import EndpointClient
    from fairdesk.endpoints.formats import BUILT_IN_KINDS
    from fairdesk.endpoints.server_facts import server_facts

    target, limits, _ = target_and_limits(workspace, endpoint, base_url)
    async with EndpointClient(target, limits) as client:
        found = await probe(client, endpoint.model, endpoint.kind)
        asks = found.ok and endpoint.kind not in BUILT_IN_KINDS
        return found, await server_facts(client, endpoint.kind, endpoint.model) if asks else {}


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
        abilities=probed.abilities or server.abilities,
    )
