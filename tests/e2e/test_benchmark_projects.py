"""Projects that ask benchmarks, carried through everything that a project can be put through."""

from __future__ import annotations

import shutil
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.answers import AnswerFilter, answer_ids, one_answer
from fairdesk.audit.archives import export_archive
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.plan import fix_plan, load_plan
from fairdesk.audit.projects import create_project, save_details, show_project, starting_details
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_now
from fairdesk.domain.benchmark_files import Packaging
from fairdesk.report.identity import make_demo_identity
from fairdesk.settings.paths import resources_dir
from tests.e2e.command_line import SAID, fairdesk

RECORDS = "item,variant,value\n1,original,3\n1,female,2\n2,original,4\n2,female,4\n"


def test_supplied_answers_and_a_benchmark_do_not_meet(data_dir: Path, tmp_path: Path) -> None:
    """Whichever comes second is refused with cause and cure: nobody can be asked beside answers that were supplied."""
    records = tmp_path / "records.csv"
    records.write_text(RECORDS, encoding="utf-8")
    scale = ("--scale", "1", "5", "--supplied-by", "somebody")
    fairdesk(data_dir, "project", "new", "Records", *SAID)
    assert fairdesk(data_dir, "import", "Records", str(records), *scale).code == 0
    later = fairdesk(data_dir, "import", "Records", "--benchmark", "bbq")
    assert later.code == 2
    assert "were supplied" in later.err
    assert "another project" in later.err

    fairdesk(data_dir, "project", "new", "Asked", *SAID)
    assert fairdesk(data_dir, "import", "Asked", "--benchmark", "bbq", "--sample", "stratified:1").code == 0
    later = fairdesk(data_dir, "import", "Asked", str(records), *scale)
    assert later.code == 2
    assert "asks benchmarks" in later.err
    assert "another project" in later.err
    assert fairdesk(data_dir, "--json", "project", "show", "Asked").json["runs"] == []


@pytest.mark.slow
def test_a_larger_sample_is_a_new_plan_that_reuses_what_was_answered(data_dir: Path) -> None:
    """A run of the plan as it was says what changed since; under the new plan known answers are taken over."""
    fairdesk(data_dir, "project", "new", "Grown", *SAID)
    pairs = ("import", "Grown", "--benchmark", "crows_pairs", "--benchmarks-only", "--sample")
    assert fairdesk(data_dir, *pairs, "stratified:1").code == 0
    first = fairdesk(data_dir, "--json", "run", "Grown").json["runs"]
    assert "since its plan was fixed" not in fairdesk(data_dir, "run", "Grown").err
    assert fairdesk(data_dir, *pairs, "stratified:2").code == 0
    same = fairdesk(data_dir, "run", "Grown")
    assert "since its plan was fixed" in same.err
    assert "other files, items or answers of CrowS-Pairs" in same.err
    assert fairdesk(data_dir, "plan", "Grown", "lock", "--alone", "--by", "A. Auditor", "--role", "auditor").code == 0
    assert fairdesk(data_dir, "run", "Grown", "--reuse").code == 0
    _, analysis = analyse_project(WorkspaceSpec(data_dir=data_dir), "Grown")
    for before, after in zip(first, analysis.runs, strict=True):
        assert after.n_reused == before["n_planned"] < after.n_planned


def test_a_file_with_the_name_of_an_item_is_sent_its_own_text(data_dir: Path, tmp_path: Path) -> None:
    """A file called like an item of a benchmark is asked about with its own text, and the item with its own."""
    folder = tmp_path / "files"
    folder.mkdir()
    shutil.copy(min((resources_dir() / "admissions" / "cases").glob("*.toml")), folder / "crows_pairs:0.toml")
    spec = WorkspaceSpec(data_dir=data_dir)
    details = replace(starting_details(), auditor="A", client="C", purpose="P", case_folder=str(folder))
    project = create_project(spec, "Names", replace(details, systems=details.systems[:1])).project_id
    pairs = BenchmarkRequest(benchmark_id="crows_pairs", path=None, categories=("gender",))
    add_benchmark(spec, project, pairs)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    (run,) = show_project(spec, project).runs
    assert not run.counts.get("failed")
    found = [one_answer(spec, run.run_id, one) for one in answer_ids(spec, run.run_id, AnswerFilter())]
    called = [view for view in found if view.key.case_id == "crows_pairs:0"]
    of_item = [view for view in called if view.item is not None]
    assert {view.key.question for view in of_item} == {"crows_pairs_letter"}
    assert 0 < len(of_item) < len(called)
    for view in called:
        text = view.request.messages[-1].content
        assert ("nurse said" in text) == (view.item is not None)
        assert view.request_is_same


def test_no_answer_to_an_item_is_longer_than_a_system_may_give(data_dir: Path) -> None:
    """Where a system's own answers end earlier than the benchmark's question allows, all systems are held to that."""
    spec = WorkspaceSpec(data_dir=data_dir)
    details = starting_details()
    first, second = details.systems
    short = replace(second, decoding=replace(second.decoding, max_tokens=9))
    project = create_project(spec, "Short", replace(details, systems=(first, short))).project_id
    add_benchmark(spec, project, BenchmarkRequest(benchmark_id="crows_pairs", path=None, without_files=True))
    fix_plan(spec, project)
    with Workspace(spec) as workspace:
        (planned,) = load_plan(workspace, show_project(spec, project).plan_sha256).benchmarks
    assert planned.question.max_tokens == 9
    assert not show_project(spec, project).plan_changes


def test_an_archive_names_the_files_that_may_not_be_handed_on(data_dir: Path, tmp_path: Path) -> None:
    """Who writes an archive is told which files in it are for this audit alone, and of which it is not known."""
    spec = WorkspaceSpec(data_dir=data_dir)
    project = create_project(spec, "Kept", starting_details()).project_id
    for benchmark_id in ("crows_pairs", "stereoset", "xstest"):
        add_benchmark(spec, project, BenchmarkRequest(benchmark_id=benchmark_id, path=None, without_files=True))
    details = show_project(spec, project).details
    pairs, clusters, prompts = details.benchmarks
    restricted = replace(pairs.files[0], version="as published", licence="no licence", packaging=Packaging.INTERNAL)
    unknown = replace(clusters.files[0], version="", licence="", packaging=None)
    changed = (replace(pairs, files=(restricted,)), replace(clusters, files=(unknown,)), prompts)
    save_details(spec, project, replace(details, benchmarks=changed))
    notes = export_archive(spec, project, tmp_path / "kept.fairdesk", lambda words: None).notes
    (kept,) = [note for note in notes if note.startswith("Not to be handed on")]
    assert f"{restricted.name} (as published: no licence)" in kept
    assert prompts.files[0].name not in kept
    assert [note for note in notes if note.endswith(f"is not known: {unknown.name}.")]


@pytest.mark.slow
def test_an_archive_can_leave_files_out_and_is_told_as_incomplete(data_dir: Path, tmp_path: Path) -> None:
    """Without a file that may not be handed on a report is neither confirmed nor denied; with it again it is."""
    pairs = resources_dir() / "benchmarks" / "crows_pairs" / "pairs.csv"
    edited, archive, report = tmp_path / "mine.csv", tmp_path / "kept.fairdesk", tmp_path / "report.pdf"
    edited.write_text(pairs.read_text(encoding="utf-8").replace("quiet", "silent"), encoding="utf-8")
    taken = ("import", "Kept", str(edited), "--benchmark", "crows_pairs", "--benchmarks-only")
    fairdesk(data_dir, "project", "new", "Kept", *SAID)
    assert fairdesk(data_dir, *taken).code == 0
    assert fairdesk(data_dir, "run", "Kept").code == 0
    identity = make_demo_identity(tmp_path / "identity", "Tester", utc_now())
    signed_by = ("--p12", str(identity.p12), "--password-variable", "P12_PASSWORD", "--out", str(report))
    secret = {"P12_PASSWORD": identity.password}
    assert fairdesk(data_dir, "report", "Kept", "issue", *signed_by, variables=secret).code == 0
    written = fairdesk(data_dir, "--json", "project", "export", "Kept", str(archive), "--without-restricted").json
    assert [note for note in written["notes"] if note.startswith("Left out") and "mine.csv" in note]
    # Answers that repeat an item are evidence and stay; neither the file nor what was made of it is there.
    assert not document_kinds(archive, tmp_path) & {"benchmark_file", "benchmark_items", "benchmark_part"}

    there = tmp_path / "there"
    assert fairdesk(there, "project", "import", str(archive)).code == 0
    checked = ("--json", "verify", str(report), "--trust", str(identity.certificate))
    incomplete = fairdesk(there, *checked)
    assert (incomplete.code, incomplete.json["verdict"]) == (3, "indeterminate"), incomplete
    assert "The items of CrowS-Pairs are not in this store" in incomplete.out
    refused = fairdesk(there, "report", "Kept", "preview", "--out", str(tmp_path / "draft.pdf"))
    assert refused.code != 0
    assert "fairdesk import PROJECT FILE --benchmark crows_pairs" in refused.err
    assert fairdesk(there, *taken).code == 0
    whole = fairdesk(there, *checked)
    assert (whole.code, whole.json["verdict"], whole.json["problems"]) == (0, "passed", []), whole


def document_kinds(archive: Path, folder: Path) -> set[str]:
    """Kinds of the documents in an archive."""
    with zipfile.ZipFile(archive) as file:
        inner = file.extract("project.sqlite", folder)
    with closing(sqlite3.connect(inner)) as connection:
        return {kind for (kind,) in connection.execute("SELECT kind FROM document")}
