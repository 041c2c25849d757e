"""Built-in endpoints as processes of their own: they come up, say what they are, and never outlive their user."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.errors import EndpointError
from fairdesk.domain.exchanges import ModelReply
from fairdesk.endpoints.capabilities import probe
from fairdesk.endpoints.client import EndpointClient, EndpointTarget
from fairdesk.endpoints.serving import start_endpoint
from tests.unit.endpoints.odd_server import QUICK, question
from tests.unit.endpoints.small_lexicon import write_lexicon


def rehearsal(**options: str) -> EndpointSettings:
    return EndpointSettings(name="Rehearsal", kind="rehearsal", model="fairdesk-rehearsal", options=options)


@pytest.fixture(name="resources")
def _resources(tmp_path: Path) -> Path:
    return write_lexicon(tmp_path / "resources")


def fetch(url: str) -> object:
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=5) as answer:
        return json.load(answer)


def is_gone(url: str, within_s: float = 5.0) -> bool:
    """Whether nothing listens there any more, soon."""
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        try:
            fetch(f"{url}/health")
        except (urllib.error.URLError, ConnectionError):
            return True
        time.sleep(0.05)
    return False


def test_rehearsal_comes_up_answers_and_goes(resources: Path) -> None:
    """Over real HTTP: facts at the start, an answer through the client, requests counted, gone after stop."""
    with start_endpoint(rehearsal(noise_sd="0.25"), resources) as server:
        root = server.base_url.removesuffix("/v1")
        assert server.facts.is_rehearsal
        assert server.facts.facts["noise_sd"] == "0.25"
        assert fetch(f"{root}/health") == {"status": "ok"}
        assert fetch(f"{root}/v1/models") == {
            "object": "list",
            "data": [{"id": "fairdesk-rehearsal", "object": "model"}],
        }

        async def go() -> list[bytes]:
            async with EndpointClient(EndpointTarget(base_url=server.base_url), QUICK) as client:
                answers = [await client.ask(question(text)) for text in ("Give a rating from 1 to 5.", "Say hello.")]
                answers.append(await client.ask(question("Say hello.")))
                assert all(isinstance(answered.outcome, ModelReply) for answered in answers)
                found = await probe(client, "fairdesk-rehearsal")
                assert found.ok
                assert found.facts.has_logprobs
                assert found.facts.continues_prefix
                return [answered.request_body for answered in answers]

        bodies = asyncio.run(go())
        counts = fetch(f"{root}/fairdesk/requests")
        assert isinstance(counts, dict)
        assert [counts[sha256_hex(body)] for body in bodies] == [1, 2, 2]
    assert is_gone(root)
    server.stop()


@pytest.mark.parametrize(
    "body",
    [b"{", b"[]", b"{}", b'{"messages": []}', b"\xff", b'{"messages": [{"role": "user", "content": "\\ud800"}]}'],
)
def test_rehearsal_server_refuses_nonsense(resources: Path, body: bytes) -> None:
    """A body that is no request gets status 400 and an error object, as from a real server."""
    with start_endpoint(rehearsal(), resources) as server:
        request = urllib.request.Request(f"{server.base_url}/chat/completions", body)
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=5)
        with caught.value as answer:
            assert answer.code == 400
            assert json.load(answer)["error"]["type"] == "invalid_request_error"


def test_wrong_option_is_told_in_the_childs_words(resources: Path) -> None:
    """What the child finds wrong reaches the user as its own sentence and advice."""
    with pytest.raises(EndpointError, match="noise_sd") as caught:
        start_endpoint(rehearsal(noise_sd="loud"), resources)
    assert "number" in caught.value.advice


def test_missing_resources_are_told(tmp_path: Path) -> None:
    """Without its word lists the rehearsal model does not come up, and says which file is missing."""
    with pytest.raises(EndpointError, match=r"lexicon\.toml"):
        start_endpoint(rehearsal(), tmp_path)


def test_child_that_dies_is_told_without_a_traceback(resources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that ends in a fault of ours gives one line of its last words, not a traceback."""
    (resources / "sitecustomize.py").write_text("import sys; sys.exit('no luck today')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(resources))
    with pytest.raises(EndpointError) as caught:
        start_endpoint(rehearsal(), resources)
    assert "ended while it started" in caught.value.message
    assert "Traceback" not in str(caught.value)


def test_other_endpoints_start_nothing(resources: Path) -> None:
    """For a server elsewhere the address is passed on and no process is started."""
    settings = EndpointSettings(name="x", kind="openai_chat", base_url="https://host/v1", model="m", options={})
    with start_endpoint(settings, resources) as server:
        assert (server.base_url, server.facts.facts) == ("https://host/v1", {})


USER = (
    "import signal, sys, time; from pathlib import Path\n"
    "from fairdesk.domain.audited_system import EndpointSettings\n"
    "from fairdesk.endpoints.serving import start_endpoint\n"
    "signal.signal(signal.SIGINT, lambda *_: None)\n"
    "settings = EndpointSettings(name='r', kind='rehearsal', model='m', options={})\n"
    "server = start_endpoint(settings, Path(sys.argv[1]))\n"
    "print(server.base_url, flush=True); sys.stdin.read()\n"
)
"""A program that uses a rehearsal server until it is ended, and does not mind interrupts."""


@pytest.fixture(name="user")
def _user(resources: Path) -> Iterator[subprocess.Popen[str]]:
    command, pipe = [sys.executable, "-c", USER, str(resources)], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, start_new_session=True) as user:
        yield user
        user.kill()


def root_of(user: subprocess.Popen[str]) -> str:
    assert user.stdout is not None
    return user.stdout.readline().strip().removesuffix("/v1")


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a matter of POSIX")
def test_server_dies_with_its_user_after_kill_9(user: subprocess.Popen[str]) -> None:
    """Killing the user leaves no server behind: the child sees its standard input close."""
    root = root_of(user)
    assert fetch(f"{root}/health") == {"status": "ok"}
    os.kill(user.pid, signal.SIGKILL)
    user.wait()
    assert is_gone(root)


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts of a terminal are a matter of POSIX")
def test_interrupt_of_the_terminal_does_not_end_the_server(user: subprocess.Popen[str]) -> None:
    """Ctrl-C reaches every process of a terminal; the server goes on until its user is done with it."""
    root = root_of(user)
    os.killpg(user.pid, signal.SIGINT)
    assert not is_gone(root, within_s=0.3)
    assert fetch(f"{root}/health") == {"status": "ok"}
