"""An import of recorded answers that is killed leaves whole groups under their file's name, and the next ends it."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from fairdesk.audit.projects import show_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from tests.e2e.command_line import fairdesk, finish, start
from tests.faults.run_driving import on_disk
from tests.unit.audit.recorded_answers import answered, asking, chain, written

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="ends processes with POSIX signals"),
]

N_SAMPLES = 30
N_ROWS = 96 * N_SAMPLES


def n_answered(spec: WorkspaceSpec) -> int:
    with Workspace(spec) as workspace:
        ledger = workspace.store.ledger
        return sum(ledger.count(name, "exchange") for name in ledger.chains() if name.startswith("run:"))


def test_an_import_that_is_killed_is_finished_by_the_next(data_dir: Path, tmp_path: Path) -> None:
    """After kill -9 no answer stands without its file's name; the same command takes the rest, each answer once."""
    spec = WorkspaceSpec(data_dir=data_dir)
    project = asking(spec, "Killed", n_samples=N_SAMPLES)
    rows = [row | {"sample": sample} for row in answered(spec, tmp_path) for sample in range(1, N_SAMPLES + 1)]
    file = written(tmp_path / "answers.jsonl", rows)
    command = ("import", "Killed", str(file), "--benchmark", "gest", "--recorded", "--system", "baseline")
    seen = 0
    for _ in range(2):
        process = start(spec.data_dir, *command)
        while process.poll() is None and n_answered(spec) <= seen:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        finish(process)
        seen = n_answered(spec)
        assert seen > 0
        assert seen % 1_000 == 0 or seen == N_ROWS
        assert on_disk(spec, "Killed").broken == ()
        (run,) = show_project(spec, project).runs
        kinds = [kind for kind, _ in chain(spec, run.run_id)]
        assert kinds[:2] == ["run_started", "recorded_file"]
        assert seen == N_ROWS or "run_finished" not in kinds
    done = fairdesk(spec.data_dir, *command, "--json")
    assert done.code == 0
    assert done.json["taken"].get("answered", 0) + done.json["n_known"] == N_ROWS
    (run,) = show_project(spec, project).runs
    assert run.state.value == "complete"
    kinds = [kind for kind, _ in chain(spec, run.run_id)]
    assert kinds == ["run_started", "recorded_file", *["exchange"] * N_ROWS, "run_finished"]
