"""What screen and report say of the object evaluated, in the same words: identity, decoding, differences, gaps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from fairdesk.domain.audited_system import AuditedSystem, Decoding, EndpointFacts
from fairdesk.domain.identity import ProviderEcho, identity_of, names_the_model
from fairdesk.domain.supplied_words import is_supplied

NOTHING_LEARNT = EndpointFacts(model_echo="", facts={})
"""What is known of an endpoint that was never started or tested."""


def has_learnt_facts(system: AuditedSystem) -> bool:
    """False while nothing is known of the endpoint but its settings: it was never started or tested."""
    return system.facts != NOTHING_LEARNT


def identity_words(system: AuditedSystem, echoes: Iterable[ProviderEcho] = ()) -> str:
    """How surely the object could be told apart from a changed one, with the evidence; weak says what that means.

    Args:
        echoes: What came back with the answers, where the system was run already.
    """
    return system.endpoint.model if is_supplied(system) else identity_of(system, echoes).words


def decoding_words(decoding: Decoding) -> str:
    """What is sent to steer the choice of words.

    Example:
        >>> decoding_words(Decoding(temperature=0.7, seed=1))
        'temperature 0.7, seed 1'
        >>> decoding_words(Decoding(temperature=None))
        "the endpoint's own settings"
        >>> decoding_words(Decoding(json_schema="{}"))
        'temperature 0; every answer is held to a JSON schema'
        >>> decoding_words(Decoding(temperature=None, max_tokens=0))
        'not known: nothing was sent by FairDesk'
    """
    if not decoding.max_tokens:
        return "not known: nothing was sent by FairDesk"
    known = {"temperature": decoding.temperature, "top_p": decoding.top_p, "seed": decoding.seed}
    sent = ", ".join(f"{name} {value:g}" for name, value in known.items() if value is not None)
    stop = f"; stops at {', '.join(decoding.stop)}" if decoding.stop else ""
    held = "; every answer is held to a JSON schema" if decoding.json_schema else ""
    held += "; every answer is held to a grammar" if decoding.grammar else ""
    return (sent or "the endpoint's own settings") + stop + held


def different_parts(reference: AuditedSystem, other: AuditedSystem) -> tuple[str, ...]:
    """Names of the parts in which two configurations differ; empty when they are one and the same."""
    parts = (
        (
            "endpoint or model",
            reference.endpoint == other.endpoint and object_facts(reference.facts) == object_facts(other.facts),
        ),
        ("system prompt", reference.system_prompt == other.system_prompt),
        ("few-shot examples", reference.examples == other.examples),
        ("decoding", unheld(reference.decoding) == unheld(other.decoding)),
        ("JSON schema of the answers", reference.decoding.json_schema == other.decoding.json_schema),
        ("grammar of the answers", reference.decoding.grammar == other.decoding.grammar),
        ("layers", reference.layers == other.layers),
    )
    return tuple(name for name, same in parts if not same)


def object_facts(facts: EndpointFacts) -> EndpointFacts:
    """What says which object answers; what a probe could not make out twice alike is no other object."""
    return replace(facts, abilities=())


def unheld(decoding: Decoding) -> Decoding:
    """The same settings without schema and grammar, which are told apart from the others."""
    return replace(decoding, json_schema="", grammar="")


def difference_words(reference: AuditedSystem, other: AuditedSystem) -> str:
    """One sentence: exactly one difference, a combined change, or none, and which parts; or that it is not known."""
    if is_supplied(reference) or is_supplied(other):
        return f"“{other.label}” against “{reference.label}”: what differs is not known, the answers were supplied."
    parts = different_parts(reference, other)
    count = "exactly one difference" if len(parts) == 1 else "a combined change" if parts else "no difference"
    return f"“{other.label}” against “{reference.label}”: {count}{': ' + ', '.join(parts) if parts else ''}."


def unknown_parts(system: AuditedSystem) -> tuple[str, ...]:
    """What FairDesk does not know of a configuration, a sentence each; what is not known is never taken for absent."""
    if is_supplied(system):
        return (
            f"Which model, prompt, settings and layers gave the answers: {system.endpoint.model}.",
            "Whether every answer that was given was supplied, and whether any was chosen or changed.",
        )
    gaps = []
    if not has_learnt_facts(system):
        gaps.append("Nothing was learnt of the endpoint yet: it was neither tested nor used.")
    else:
        if not system.facts.model_echo:
            gaps.append("Which model answers: the server does not say.")
        if not system.facts.fingerprint:
            gaps.append("Whether the model changed between two answers: no fingerprint is returned.")
        elif not names_the_model(system.facts.fingerprint):
            gaps.append("Whether the model changed between two answers: the fingerprint names the engine alone.")
    if system.decoding.seed is None and system.decoding.temperature != 0:
        gaps.append("Which answer a repeated question gets: words are drawn by chance and no seed is sent.")
    gaps.append("Adaptation, retrieval and tools behind the endpoint: none known to FairDesk.")
    return tuple(gaps)
