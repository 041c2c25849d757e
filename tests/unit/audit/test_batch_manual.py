"""What the manual tells people to type does what it says, as far as it can be tried without a cluster."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from fairdesk.audit.batch_export import ExportWanted, export_batch
from fairdesk.audit.batch_import import import_batch
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.settings.paths import resources_dir
from tests.e2e.scripted_server import chat_reply, scripted_server
from tests.faults.run_driving import CALLS_PER_FILE, write_cases

MANUAL = (resources_dir() / "manual" / "batch.md").read_text("utf-8")


def block(first: str) -> str:
    """The indented block whose text begins so, without its indent."""
    found = re.search(rf"(?m)^    {re.escape(first)}(?:.*\n(?:    .*\n|\n(?=    ))*)", MANUAL)
    assert found, first
    return "\n".join(line[4:] for line in found[0].splitlines())


def exported(data_dir: Path, tmp_path: Path) -> tuple[WorkspaceSpec, str, Path]:
    spec = WorkspaceSpec(data_dir=data_dir)
    settings = {"name": "Cluster", "kind": "openai_chat", "base_url": "http://127.0.0.1:9/v1", "model": "big-1"}
    details = with_endpoint(starting_details(), EndpointSettings(**settings, options={}))
    details = replace(details, case_folder=str(write_cases(tmp_path / "cases", 1)))
    project = create_project(spec, "Batch", details).project_id
    export_batch(spec, project, tmp_path / "questions", ExportWanted(is_offline=True))
    return spec, project, tmp_path / "questions"


def test_the_line_that_prints_the_hashes_prints_those_of_the_files(data_dir: Path, tmp_path: Path) -> None:
    """The one-line program of step 2 prints a hash and a name for every file of the manifest."""
    _, _, folder = exported(data_dir, tmp_path)
    program = block("cd work/questions").split("python3 -c '")[1].rpartition("'")[0]
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True)
    manifest = json.loads((folder / "manifest.json").read_text())
    files = [file for run in manifest["runs"] for file in run["files"]]
    assert done.stdout.splitlines() == [f"{file['sha256']} {file['name']}" for file in files]


def test_what_ray_would_call_writes_lines_that_are_taken(data_dir: Path, tmp_path: Path) -> None:
    """The function of the Ray program asks the very questions; its lines, failed ones too, are taken."""
    spec, project, folder = exported(data_dir, tmp_path)
    program = block("import json, urllib.error").partition("ray.init()")[0].replace("import ray\n", "")
    known: dict[str, Any] = {}
    exec(program, known)
    ask: Callable[[dict[str, str]], dict[str, str]] = known["ask"]
    asked = [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        if len(served.asked) == 1:
            return 400, {"Content-Type": "application/json"}, b'{"error": {"message": "too long"}}'
        return chat_reply("I give a rating of 4.", body["model"])

    with scripted_server(answer) as served:
        known["SERVER"] = served.base_url.removesuffix("/v1")
        lines = [ask({"text": line})["text"] for line in asked]
    assert served.asked.keys() == {json.dumps(json.loads(line)["body"], sort_keys=True) for line in asked}
    known["SERVER"] = "http://127.0.0.1:9"
    lines[-1] = ask({"text": asked[-1]})["text"]
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    (found,) = import_batch(spec, project, [path])
    n_failed = found.taken["failed"]
    assert found.n_taken == len(asked) == 2 * CALLS_PER_FILE
    assert 2 <= n_failed < len(asked)
    assert found.n_problems == 0


def test_the_job_script_is_a_script() -> None:
    """Every line of the Slurm script is one that a shell reads; it names the options that the text explains."""
    script = block("#!/bin/bash")
    done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    for words in ("vllm run-batch", "--served-model-name big-1", "#SBATCH --array=", "HF_HUB_OFFLINE=1"):
        assert words in script
