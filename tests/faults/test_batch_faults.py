"""Batches as whole programs: a kill in the middle of an import or export loses nothing and leaves nothing half."""

from __future__ import annotations

import json
import os
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from tests.e2e.command_line import fairdesk, finish, start
from tests.faults.run_driving import CALLS_PER_FILE, on_disk, write_cases

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="ends processes with POSIX signals"),
]

N_FILES = 300
N_CALLS = 2 * N_FILES * CALLS_PER_FILE
KEY = "sk-planted-key-0123456789"


@pytest.fixture
def spec(data_dir: Path, tmp_path: Path) -> WorkspaceSpec:
    spec = WorkspaceSpec(data_dir=data_dir)
    settings = {"name": "Cluster", "kind": "openai_chat", "base_url": "http://127.0.0.1:9/v1", "model": "big-1"}
    endpoint = EndpointSettings(**settings, key_variable="MY_KEY", options={})
    details = replace(
        with_endpoint(starting_details(), endpoint), case_folder=str(write_cases(tmp_path / "c", N_FILES))
    )
    create_project(spec, "Batch", details)
    return spec


def answers(folder: Path, target: Path) -> Path:
    choice = {"index": 0, "message": {"role": "assistant", "content": "I give a rating of 4."}, "finish_reason": "stop"}
    body = {"model": "big-1", "choices": [choice]}
    with target.open("w") as file:
        for path in sorted(folder.glob("*.jsonl")):
            for line in path.read_text("utf-8").splitlines():
                name = json.loads(line)["custom_id"]
                result = {"custom_id": name, "response": {"status_code": 200, "body": body}, "error": None}
                file.write(json.dumps(result) + "\n")
    return target


def n_answered(spec: WorkspaceSpec) -> int:
    with Workspace(spec) as workspace:
        ledger = workspace.store.ledger
        return sum(ledger.count(chain, "exchange") for chain in ledger.chains() if chain.startswith("run:"))


def test_an_import_that_is_killed_is_finished_by_the_next(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Killed at random moments an import has whole groups in the store; the same command takes the rest, each once."""
    variables = {"MY_KEY": KEY}
    out = tmp_path / "out"
    assert (
        fairdesk(spec.data_dir, "batch", "export", "Batch", "--out", str(out), "--offline", variables=variables).code
        == 0
    )
    results = answers(out, tmp_path / "results.jsonl")
    seen = 0
    for _ in range(2):
        run = start(spec.data_dir, "batch", "import", "Batch", str(results))
        while run.poll() is None and n_answered(spec) <= seen:
            time.sleep(0.02)
        run.send_signal(signal.SIGKILL)
        finish(run)
        seen = n_answered(spec)
        assert seen % 1000 == 0 or seen == N_CALLS
        assert on_disk(spec, "Batch").broken == ()
    done = fairdesk(spec.data_dir, "batch", "import", "Batch", str(results), "--json")
    assert done.code == 0
    (found,) = done.json["files"]
    assert found["taken"].get("answered", 0) + found["n_known"] == N_CALLS
    kept = on_disk(spec, "Batch")
    assert (kept.n_answers, kept.n_failures, kept.broken) == (N_CALLS, 0, ())
    assert all(run["state"] == "complete" for run in done.json["runs"])
    for file in (file for file in tmp_path.rglob("*") if file.is_file()):
        assert KEY.encode() not in file.read_bytes(), file


def test_an_export_that_is_killed_leaves_no_manifest(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Without a manifest nobody takes half an export for a whole one; another folder gets all of it."""
    assert fairdesk(spec.data_dir, "batch", "export", "Batch", "--out", str(tmp_path / "first"), "--offline").code == 0
    half = tmp_path / "half"
    run = start(spec.data_dir, "batch", "export", "Batch", "--out", str(half), "--max-requests", "100")
    while run.poll() is None and not list(half.glob("*-002.jsonl")):
        time.sleep(0.001)
    run.send_signal(signal.SIGKILL)
    finish(run)
    assert not (half / "manifest.json").exists()
    refused = fairdesk(spec.data_dir, "batch", "export", "Batch", "--out", str(half), "--max-requests", "100")
    assert refused.code == 2
    assert "empty folder" in refused.err
    whole = fairdesk(spec.data_dir, "batch", "export", "Batch", "--out", str(tmp_path / "whole"), "--json")
    assert sum(run["n_requests"] for run in whole.json["runs"]) == N_CALLS
