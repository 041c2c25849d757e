"""How surely a model is identified: never more than its evidence says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.audited_system import AuditedSystem, Decoding, EndpointFacts, EndpointSettings
from fairdesk.domain.exchanges import Message
from fairdesk.domain.identity import (
    WITHOUT_NOTICE,
    IdentityStrength,
    ProviderEcho,
    has_changed,
    identity_of,
    is_dated,
    names_the_model,
)
from fairdesk.domain.object_words import different_parts, identity_words

STRONG, MEDIUM, WEAK = IdentityStrength.STRONG, IdentityStrength.MEDIUM, IdentityStrength.WEAK


def system_of(model: str, **facts: object) -> AuditedSystem:
    learnt = {"model_echo": "", "facts": {}} | facts
    return AuditedSystem(
        label="baseline",
        title="Baseline",
        endpoint=EndpointSettings(name="Office", kind="openai_chat", model=model, options={}),
        facts=EndpointFacts(**learnt),  # type: ignore[arg-type]
        system_prompt="p",
        decoding=Decoding(),
    )


def echo(model: str, fingerprint: str = "", run_id: str = "r-1") -> ProviderEcho:
    return ProviderEcho(run_id=run_id, system="baseline", model=model, fingerprint=fingerprint, count=3)


@pytest.mark.parametrize(
    ("system", "strength", "evidence"),
    [
        (system_of("m", facts={"model_sha256": "ab12"}), STRONG, "hashed before it was used (SHA-256 ab12)"),
        (system_of("m", facts={"weights_digest": "sha256:9f"}), STRONG, "did not see the file itself"),
        (system_of("m", is_rehearsal=True), STRONG, "built into this version"),
        (system_of("gpt-4o-2024-08-06", model_echo="gpt-4o-2024-08-06"), MEDIUM, "dated snapshot gpt-4o-2024-08-06"),
        (system_of("gpt-4o", model_echo="gpt-4o-2024-08-06"), MEDIUM, "asked for as gpt-4o"),
        (system_of("m", model_echo="m", fingerprint="fp_44709d6fcb"), MEDIUM, "fp_44709d6fcb"),
        (system_of("gpt-4o-2024-08-06"), WEAK, "the answers name no model"),
        (system_of("gpt-4o-2024-08-06", model_echo="gpt-4o"), WEAK, "the answers name gpt-4o"),
        (system_of("gpt-4o", model_echo="gpt-4o"), WEAK, "known by name only"),
        (system_of("llama3", model_echo="llama3", fingerprint="fp_ollama"), WEAK, "names the server's engine alone"),
        (system_of("m", model_echo="m", fingerprint="b6100-6c019cb0"), WEAK, "names the server's engine alone"),
    ],
)
def test_strength_and_evidence(system: AuditedSystem, strength: IdentityStrength, evidence: str) -> None:
    """Weights or built in: strong; dated and echoed, or a fingerprint: medium; a name, an engine's build: weak."""
    found = identity_of(system)
    assert found.strength is strength
    assert evidence in found.words
    assert (WITHOUT_NOTICE in found.words) == (strength is WEAK)


def test_a_model_that_changed_during_the_test_is_weakly_identified() -> None:
    """Two fingerprints in one run take away what one would show; two runs with one each take away nothing."""
    system = system_of("m", model_echo="m", fingerprint="fp_1")
    assert identity_of(system, (echo("m", "fp_1"), echo("m", "fp_2"))).strength is WEAK
    assert identity_of(system, (echo("m", "fp_1"), echo("m", "fp_1", "r-2"))).strength is MEDIUM
    assert "more than one" in identity_words(system, (echo("m", "fp_1"), echo("n", "fp_1")))


def test_an_answer_without_a_name_is_no_change() -> None:
    """A provider that leaves the fingerprint out now and then did not change its model."""
    assert not has_changed((echo("m", "fp_1"), echo("m", ""), echo("", "fp_1")))
    assert has_changed((echo("m"), echo("n")))
    assert not has_changed(())


def test_dates_in_names() -> None:
    """Dates that exist are dates; sizes, versions and days that do not exist are not."""
    for name in ("gpt-4o-2024-08-06", "claude-sonnet-4-20250514", "mistral-large-2407", "gpt-4-0613", "gpt-4-1106"):
        assert is_dated(name), name
    for name in ("gpt-4o", "qwen2.5-72b", "m-20251399", "embed-1024", "embed-2048", "v1.0613", "llama-3.1-8b-128k"):
        assert not is_dated(name), name


@given(st.text(), st.text())
def test_any_text_has_an_identity(model: str, fingerprint: str) -> None:
    """Names and fingerprints are foreign text; nothing breaks, and weak always carries its sentence."""
    found = identity_of(system_of(model, model_echo=model, fingerprint=fingerprint))
    assert (found.warning == WITHOUT_NOTICE) == (found.strength is WEAK)
    assert isinstance(names_the_model(fingerprint), bool)


def test_examples_schema_and_grammar_are_differences_of_their_own() -> None:
    """Two systems that differ in one of them are told to differ in exactly that."""
    one = system_of("m")
    example = (Message(role="user", content="A"), Message(role="assistant", content="4"))
    assert different_parts(one, replace(one, examples=example)) == ("few-shot examples",)
    assert different_parts(one, replace(one, decoding=Decoding(json_schema="{}"))) == ("JSON schema of the answers",)
    assert different_parts(one, replace(one, decoding=Decoding(grammar='root ::= "1"'))) == ("grammar of the answers",)
    assert different_parts(one, replace(one, decoding=Decoding(seed=3))) == ("decoding",)
