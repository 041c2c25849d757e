"""What is said of the object evaluated claims no more than is known."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.addresses import address_problem
from fairdesk.domain.audited_system import AuditedSystem, Decoding, EndpointFacts, EndpointSettings, LayerSetting
from fairdesk.domain.object_words import difference_words, identity_words, unknown_parts

SYSTEM = AuditedSystem(
    label="baseline",
    title="Baseline",
    endpoint=EndpointSettings(name="Office", kind="openai_chat", model="m", options={}),
    facts=EndpointFacts(model_echo="m", facts={}),
    system_prompt="p",
    decoding=Decoding(),
)
OTHER = replace(SYSTEM, label="mitigated")
LAYER = LayerSetting(layer_id="l", title="L", text="t")


def test_identity_is_strong_only_for_a_hash_or_our_own_model() -> None:
    """A name that the server returns is weak, whatever it says."""
    assert identity_words(SYSTEM).startswith("weak")
    hashed = replace(SYSTEM, facts=EndpointFacts(model_echo="m", facts={"file SHA-256": "0"}))
    assert identity_words(hashed).startswith("strong")


def test_one_two_and_no_differences_are_told_apart() -> None:
    """Exactly one, combined, none; in words that name the parts."""
    assert difference_words(SYSTEM, OTHER) == "“mitigated” against “baseline”: no difference."
    one = replace(OTHER, layers=(LAYER,))
    assert difference_words(SYSTEM, one) == "“mitigated” against “baseline”: exactly one difference: layers."
    two = replace(one, system_prompt="q")
    assert "a combined change: system prompt, layers" in difference_words(SYSTEM, two)


def test_what_is_not_known_is_said() -> None:
    """A fresh system lacks everything; chance without a seed is named; the last gap is always there."""
    fresh = replace(SYSTEM, facts=EndpointFacts(model_echo="", facts={}), decoding=Decoding(temperature=0.7))
    assert "Nothing was learnt" in unknown_parts(fresh)[0]
    assert any("no seed is sent" in gap for gap in unknown_parts(fresh))
    full = replace(SYSTEM, facts=EndpointFacts(model_echo="m", fingerprint="f", facts={}))
    assert unknown_parts(full) == ("Adaptation, retrieval and tools behind the endpoint: none known to FairDesk.",)


@given(st.text())
def test_no_text_breaks_the_check_of_an_address(text: str) -> None:
    """Any text has an answer, and the answer never repeats a secret in it."""
    problem = address_problem(text)
    assert isinstance(problem, str)
    assert len(text) < 12 or text not in problem


def test_addresses() -> None:
    """Web addresses with host and path are taken; user names, queries and other schemes are not."""
    for good in ("http://127.0.0.1:8000/v1", "https://host.example/v1/", " https://例子.example/v1 "):
        assert address_problem(good) == ""
    for bad in (
        "",
        "host",
        "ftp://host",
        "https://",
        "https://me:secret@host/v1",
        "https://host/v1?key=x",
        "http://[::1/v1",
    ):
        assert address_problem(bad)
