"""Each ability is tried at servers that have it, lack it, ignore it or fail; never more is said than was seen."""

from __future__ import annotations

import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from fairdesk.audit.endpoints import test_connection
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.abilities import ABILITY_WORDS, ability_state
from fairdesk.domain.audited_system import AbilityState, EndpointSettings
from fairdesk.domain.identity import IdentityStrength, identity_of
from fairdesk.endpoints.capabilities import Probe, n_probe_calls, probe
from fairdesk.endpoints.client import ClientLimits, EndpointClient, EndpointTarget
from fairdesk.endpoints.formats import WIRE_FORMATS, wire_format
from fairdesk.endpoints.server_facts import server_facts
from tests.e2e.scripted_server import Answer, chat_reply, scripted_server
from tests.unit.domain.test_identity import system_of

YES, NO, UNCLEAR = AbilityState.YES, AbilityState.NO, AbilityState.UNCLEAR
QUICK = ClientLimits(n_attempts=1)
TRIED = ("log_probabilities", "continues_prefix", "seed", "stop", "json_schema", "grammar", "system_prompt")


def able(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
    """A server that can do everything."""
    messages = body["messages"]
    asked = messages[-1]["content"]
    if body.get("logprobs"):
        return with_logprobs("Hello")
    if messages[-1]["role"] == "assistant":
        return chat_reply(" six, seven")
    if messages[0]["role"] == "system" or body.get("grammar"):
        return chat_reply("kestrel")
    if "response_format" in body:
        return chat_reply('{"number": 4}')
    if body.get("stop"):
        return chat_reply("one, two, ")
    return chat_reply("an owl, blue, 431" if "random" in asked else "Hello!")


def with_logprobs(text: str) -> tuple[int, dict[str, str], bytes]:
    status, headers, data = chat_reply(text)
    plain = json.loads(data)
    top = [{"token": "Hello", "logprob": -0.1}, {"token": "Hi", "logprob": -2.5}]
    plain["choices"][0]["logprobs"] = {"content": [{"token": "Hello", "logprob": -0.1, "top_logprobs": top}]}
    return status, headers, json.dumps(plain).encode()


def rejected(words: str = "not supported here, request 8123") -> tuple[int, dict[str, str], bytes]:
    return 400, {"Content-Type": "application/json"}, json.dumps({"error": {"message": words}}).encode()


def probed(answer: Answer) -> tuple[Probe, int]:
    async def go(base_url: str) -> Probe:
        async with EndpointClient(EndpointTarget(base_url=base_url), QUICK) as client:
            return await probe(client, "m", "openai_chat")

    with scripted_server(answer) as server:
        return asyncio.run(go(server.base_url)), sum(server.asked.values())


def states(found: Probe) -> dict[str, AbilityState | None]:
    return {name: ability_state(found.facts, name) for name in TRIED}


def test_a_server_that_can_do_all_is_said_to() -> None:
    """Every ability of the chat format is tried and found, in at most ten calls."""
    found, n_calls = probed(able)
    assert states(found) == dict.fromkeys(TRIED, YES)
    assert n_calls == n_probe_calls(wire_format("openai_chat")) <= 10


def test_a_server_that_rejects_everything_extra() -> None:
    """Each rejection is a NO with what it means and the alternative; what the provider said is quoted, not stored."""

    def plain_only(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        extras = ("logprobs", "seed", "stop", "response_format", "grammar")
        return rejected() if any(body.get(e) for e in extras) or len(body["messages"]) > 1 else chat_reply("Hello")

    found, _ = probed(plain_only)
    assert found.ok
    assert states(found) == dict.fromkeys(TRIED, NO)
    said = "\n".join(found.words)
    for name in TRIED:
        assert ABILITY_WORDS[name].instead in said
    assert "8123" in said
    assert not any("8123" in ability.words for ability in found.facts.abilities)


def test_a_server_that_ignores_everything_extra() -> None:
    """What is accepted and not obeyed is not claimed: a schema that is ignored is a NO, a system prompt unclear."""
    count = iter(range(1000))

    def deaf(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        return chat_reply(f"one, two, three, four {next(count)}")

    found, _ = probed(deaf)
    assert states(found) == {
        "log_probabilities": NO,
        "continues_prefix": NO,
        "seed": UNCLEAR,
        "stop": NO,
        "json_schema": NO,
        "grammar": NO,
        "system_prompt": UNCLEAR,
    }


def test_a_server_out_of_order_says_nothing_of_an_ability() -> None:
    """A status of 500 to an extra is unclear, never a NO."""

    def failing(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        return (
            chat_reply("Hello") if set(body) <= {"model", "messages", "max_tokens", "temperature"} else (500, {}, b"")
        )

    assert states(probed(failing)[0])["grammar"] is UNCLEAR


def test_a_model_that_takes_no_temperature_is_asked_without() -> None:
    """A rejected temperature is one finding, and the other abilities are found all the same."""

    def choosy(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        return rejected("temperature") if "temperature" in body else able(body)

    found, n_calls = probed(choosy)
    assert ability_state(found.facts, "temperature") is NO
    assert states(found) == dict.fromkeys(TRIED, YES)
    assert n_calls <= 11


def test_thoughts_in_the_answer_and_apart_from_it() -> None:
    """Reasoning that the server keeps apart is told from reasoning in the text; without thoughts nothing is said."""

    def apart(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        status, headers, data = able(body)
        plain = json.loads(data)
        plain["choices"][0]["message"]["reasoning_content"] = "Let me think."
        return status, headers, json.dumps(plain).encode()

    assert ability_state(probed(apart)[0].facts, "reasoning") is YES
    assert ability_state(probed(lambda body: chat_reply("<think>Hm.</think>Hello"))[0].facts, "reasoning") is NO
    assert ability_state(probed(able)[0].facts, "reasoning") is None


@pytest.mark.parametrize("wire", WIRE_FORMATS, ids=lambda wire: wire.format_id)
def test_a_test_of_any_format_costs_about_ten_calls(wire: Any) -> None:
    """No format needs more."""
    assert 2 <= n_probe_calls(wire) <= 11


def test_the_first_call_is_shown_without_its_key(data_dir: Any) -> None:
    """What was sent and what came back can be looked at; the key is in neither."""
    with scripted_server(able) as server:
        endpoint = EndpointSettings(
            name="S", kind="openai_chat", base_url=server.base_url, model="m", key_name="k", options={}
        )
        spec = WorkspaceSpec(data_dir=data_dir, session_keys={"k": "sk-planted-0123456789"})
        found = test_connection(spec, endpoint)
    assert "Say hello." in found.request
    assert found.answer == "Hello!"
    assert "sk-planted" not in repr(found)


def facts_of(kind: str, model: str, answers: dict[str, Any]) -> dict[str, str]:
    """What is read from a real server that says these things at these addresses below its root."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            said = answers.get(self.path.removeprefix("/v1/"))
            data = json.dumps(said).encode()
            self.send_response(404 if said is None else 200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Tests read the facts, not a log."""

    async def go() -> dict[str, str]:
        target = EndpointTarget(base_url=f"http://127.0.0.1:{server.server_address[1]}/v1")
        async with EndpointClient(target, QUICK) as client:
            return await server_facts(client, kind, model)

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            return asyncio.run(go())
        finally:
            server.shutdown()
            thread.join()


def test_ollama_names_a_digest_and_that_makes_the_identity_strong() -> None:
    """The digest of exactly the model that is asked; another model of the list is not taken for it."""
    digest = "365c0bd3c000a25d28ddbf732fe1c6add414de7275464c4e4d1c3b5fcb5d8ad1"
    listed = [
        {"name": "phi3:latest", "digest": "0" * 64},
        {"name": "llama3:latest", "digest": digest, "size": 4661224676, "details": {"quantization_level": "Q4_0"}},
    ]
    answers = {"/api/tags": {"models": listed}, "/api/version": {"version": "0.5.1"}}
    facts = facts_of("ollama_chat", "llama3", answers)
    assert facts["weights_digest"] == digest
    assert facts["engine"] == "Ollama 0.5.1"
    assert identity_of(system_of("llama3", facts=facts)).strength is IdentityStrength.STRONG
    assert "weights_digest" not in facts_of("ollama_chat", "gemma", answers)


def test_llama_cpp_and_vllm_name_their_engine_which_is_no_identity() -> None:
    """A file's name, an engine's build and sizes are declared; none of them makes the identity strong."""
    answers = {
        "/props": {"build_info": "b6100-6c019cb0", "model_path": "C:\\models\\m.gguf", "total_slots": 4},
        "models": {"data": [{"id": "m", "owned_by": "llamacpp", "meta": {"n_params": 134515008, "size": 99}}]},
    }
    facts = facts_of("openai_chat", "m", answers)
    assert (facts["engine"], facts["model_file"], facts["parameters"]) == (
        "llama.cpp b6100-6c019cb0",
        "m.gguf",
        "134515008",
    )
    assert identity_of(system_of("m", facts=facts)).strength is IdentityStrength.WEAK
    served = {"models": {"data": [{"id": "m", "owned_by": "vllm", "root": "org/m"}]}, "/version": {"version": "0.9.1"}}
    assert facts_of("openai_chat", "m", served)["engine"] == "vLLM 0.9.1"


@pytest.mark.parametrize("odd", [None, [], "x", {"models": 3}, {"data": [1, None]}, {"models": [{"name": 1}]}])
def test_odd_words_of_a_server_give_no_facts(odd: Any) -> None:
    """Whatever stands at those addresses, nothing breaks and nothing is made up."""
    every = dict.fromkeys(("models", "/props", "/version", "/api/version", "/api/tags"), odd)
    assert "weights_digest" not in facts_of("openai_chat", "m", every)


def test_hosted_services_are_not_asked() -> None:
    """Formats of hosted services have no such addresses; nothing is sent there."""
    assert facts_of("google_gemini", "m", {"/api/tags": {"models": [{"name": "m:latest", "digest": "0" * 64}]}}) == {}
