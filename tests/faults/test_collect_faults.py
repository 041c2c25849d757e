"""Collections as whole programs: killed, killed again, stopped; the same command goes on and pays for nothing twice."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from tests.e2e.command_line import fairdesk, finish, start
from tests.faults.faulty_server import FaultyServer, Reply, faulty_server, said

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="ends processes with POSIX signals"),
]

N_PROMPTS = 100
IN_FLIGHT = 4
KEY = "sk-planted-key-0123456789"
COUNTS = ("asked", "answered", "refused", "unreadable", "failed", "not_attempted", "seconds")


def repeats(_number: int, body: dict[str, Any]) -> Reply:
    return said(f"You said {body['messages'][-1]['content']}", wait_s=0.02)


def never(_number: int, _body: dict[str, Any]) -> Reply:
    return said("too late", wait_s=20.0)


def write_prompts(tmp_path: Path) -> Path:
    path = tmp_path / "mine.jsonl"
    path.write_text("".join(json.dumps({"id": f"p{n}", "prompt": f"Text {n}"}) + "\n" for n in range(N_PROMPTS)))
    return path


def arguments(server: FaultyServer, path: Path) -> list[str]:
    where = ["--base-url", server.base_url, "--model", "faulty-1", "--key-variable", "MY_KEY"]
    return ["collect", str(path), *where, "--concurrency", str(IN_FLIGHT), "--out", str(path.with_suffix(".out"))]


def kept(spec: WorkspaceSpec) -> tuple[str, ...]:
    """Ids that have an answer on disk; every chain must fit together."""
    with Workspace(spec) as workspace:
        ledger = workspace.store.ledger
        assert all(ledger.check(chain).ok for chain in ledger.chains())
        (chain,) = [chain for chain in ledger.chains() if chain.startswith("run:c-")]
        return tuple(key.case_id for key in ledger.answered_keys(chain))


def test_a_collection_survives_a_kill_and_another_during_its_resume(data_dir: Path, tmp_path: Path) -> None:
    """RUN-06, RUN-08: killed at 40 of 100 and again before the resume's first write: 40 are kept, 60 are sent."""
    spec, variables = WorkspaceSpec(data_dir=data_dir), {"MY_KEY": KEY}
    path = write_prompts(tmp_path)
    with faulty_server(repeats) as server:
        first = start(data_dir, *arguments(server, path), variables=variables)
        server.wait_for(44)
        first.send_signal(signal.SIGKILL)
        finish(first)
        before = kept(spec)
        n_first = server.n_asked
        assert len(before) >= 40
        assert 0 <= n_first - len(before) <= IN_FLIGHT

        server.answer = never
        second = start(data_dir, *arguments(server, path), variables=variables)
        server.wait_for(n_first + 1)
        second.send_signal(signal.SIGKILL)
        finish(second)
        assert kept(spec) == before
        n_second = server.n_asked
        assert n_second - n_first <= IN_FLIGHT

        server.answer = repeats
        done = fairdesk(data_dir, *arguments(server, path), "--json", variables=variables)
        assert done.code == 0
        assert tuple(done.json) == COUNTS
        assert (done.json["asked"], done.json["answered"], done.json["not_attempted"]) == (N_PROMPTS, N_PROMPTS, 0)
        assert server.n_asked - n_second == N_PROMPTS - len(before)
        lines = [json.loads(line) for line in path.with_suffix(".out").read_text("utf-8").splitlines()]
        assert [line["text"] for line in lines] == [f"You said Text {number}" for number in range(N_PROMPTS)]

        again = fairdesk(data_dir, *arguments(server, path), "--json", variables=variables)
        assert (again.code, again.json["answered"]) == (0, N_PROMPTS)
        assert server.n_asked - n_second == N_PROMPTS - len(before)
        assert server.keys == {f"Bearer {KEY}"}
    for file in (file for file in tmp_path.rglob("*") if file.is_file()):
        assert KEY.encode() not in file.read_bytes(), file


def test_an_interrupt_ends_with_code_5_and_the_file_says_what_is_missing(data_dir: Path, tmp_path: Path) -> None:
    """Ctrl+C keeps what came; the file of answers and the counts name the rest as not attempted."""
    path = write_prompts(tmp_path)
    with faulty_server(repeats) as server:
        process = start(data_dir, *arguments(server, path), "--json", variables={"MY_KEY": KEY})
        server.wait_for(20)
        process.send_signal(signal.SIGINT)
        done = finish(process).without_traceback()
        assert done.code == 5
        assert done.json["asked"] + done.json["not_attempted"] == N_PROMPTS
        statuses = [json.loads(line)["status"] for line in path.with_suffix(".out").read_text().splitlines()]
        assert statuses.count("answered") == done.json["answered"] == server.n_asked
        assert statuses.count("not_attempted") == done.json["not_attempted"] > 0
        assert "same command" in done.err


def test_a_server_that_refuses_the_key_is_told_once(data_dir: Path, tmp_path: Path) -> None:
    """A wrong key ends with code 4 after a few calls, with the mend; nothing is counted as an answer."""
    path = write_prompts(tmp_path)
    with faulty_server(repeats) as server:
        server.wanted_key = "another"
        done = fairdesk(data_dir, *arguments(server, path), "--json", variables={"MY_KEY": KEY})
        assert done.code == 4
        assert done.json["answered"] == 0
        assert server.n_asked <= 2 * IN_FLIGHT
        assert "key" in done.err
        assert KEY not in done.out + done.err


def test_wrong_use_is_one_object_and_code_2(data_dir: Path, tmp_path: Path) -> None:
    """A bad line is named with file, line, cause and cure, and nothing is asked."""
    path = tmp_path / "bad.jsonl"
    path.write_text('{"id": "a", "prompt": "x"}\n{"id": "a", "prompt": "y"}\n')
    with faulty_server(repeats) as server:
        done = fairdesk(data_dir, *arguments(server, path), "--json", variables={"MY_KEY": KEY})
        assert done.code == 2
        assert "bad.jsonl, line 2" in done.json["error"]["message"]
        assert done.json["error"]["advice"]
        assert server.n_asked == 0
