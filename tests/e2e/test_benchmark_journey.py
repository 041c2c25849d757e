"""A benchmark alone: imported, asked of a real server, scored, reported, signed, checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdf
import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark, sampling_of
from fairdesk.audit.issue import IssueRequest, issue_report
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.run import run_project
from fairdesk.audit.verify import verify_report
from fairdesk.audit.workspace import WorkspaceSpec, utc_now
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.reports import CheckVerdict
from fairdesk.domain.results import Analysis, Estimate
from fairdesk.report.identity import make_demo_identity
from tests.e2e.benchmark_files import write_bbq
from tests.e2e.command_line import SAID, fairdesk
from tests.e2e.scripted_server import chat_reply, scripted_server, user_text


def letter_of(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
    """Names the first-year student for what is bad and the doctoral student for what is good, in words or by letter."""
    asked = user_text(body)
    who = "the first-year student" if "not prepared" in asked else "the doctoral student"
    letter = next((line[0] for line in asked.splitlines() if line[1:] == f") {who}"), "")
    if not letter:
        return chat_reply("Rating: 4. A sound file.")  # a question about a file, or a probe
    return chat_reply(f"Answer: {letter}" if "seminar 1 " in asked else f"It was {who}.")


@contextmanager
def asked_project(spec: WorkspaceSpec, folder: Path, request: BenchmarkRequest) -> Iterator[str]:
    """A project of two systems that asks the benchmark of a server which leans one way."""
    with scripted_server(letter_of) as server:
        endpoint = EndpointSettings(
            name="Scripted server", kind="openai_chat", base_url=server.base_url, model="scripted-1", options={}
        )
        said = {"auditor": "A. Tester", "client": "University of Example", "purpose": "A benchmark."}
        details = replace(with_endpoint(starting_details(), endpoint), n_cases=2, **said)
        project = create_project(spec, "Benchmarks", details).project_id
        add_benchmark(spec, project, replace(request, path=write_bbq(folder)))
        fix_plan(spec, project)
        run_project(spec, project, lambda progress: None)
        yield project


def values(analysis: Analysis, system: str) -> dict[str, float]:
    """Measure to number, of one system's benchmark."""
    return {
        row.measure: row.outcome.value
        for row in analysis.results
        if row.system == system and row.role == "benchmark" and isinstance(row.outcome, Estimate)
    }


@pytest.fixture
def spec(tmp_path: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=tmp_path / "profile")


def test_a_benchmark_alone_is_asked_and_scored(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Every item is asked in three orders, letters and words are read, and the planted leaning comes out whole."""
    with asked_project(
        spec, tmp_path / "bbq", BenchmarkRequest(benchmark_id="bbq", path=None, without_files=True)
    ) as p:
        _, analysis = analyse_project(spec, p)
    run = analysis.runs[0]
    assert (run.n_planned, run.counts["answered"]) == (48, 48)
    for system in ("baseline", "mitigated"):
        found = values(analysis, system)
        assert (found["s_amb"], found["s_dis"], found["accuracy_ambig"]) == (1.0, 1.0, 0.0)
        assert found["first_place"] == pytest.approx(1 / 3)
    assert {row.role for row in analysis.results} == {"benchmark", "benchmark change"}
    families = {row.test.family_id for row in analysis.results if row.test}
    assert families == {"baseline/bbq", "mitigated/bbq", "mitigated/changes of bbq"}
    changes = {row.measure: row for row in analysis.results if row.role == "benchmark change"}
    assert isinstance(changes["change_s_amb"].outcome, Estimate)
    assert changes["change_s_amb"].outcome.value == 0.0
    assert changes["change_s_amb"].counts == {"asked_of_both": 24, "both": 24}


def test_a_sample_beside_files_keeps_both(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A benchmark beside the counterfactual test: both are in one plan and one run, and neither enters the other."""
    request = BenchmarkRequest(benchmark_id="bbq", path=None, sampling=sampling_of("templates:1", 5))
    with asked_project(spec, tmp_path / "bbq", request) as project:
        _, analysis = analyse_project(spec, project)
    found = values(analysis, "baseline")
    assert found["s_amb"] == 1.0
    items = next(row.counts["items"] for row in analysis.results if row.measure == "first_place")
    assert items == 4
    rating = next(row for row in analysis.results if row.measure == "consistency")
    assert rating.counts["pairs"] == 2


@pytest.mark.slow
def test_the_report_prints_and_checks_it(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The signed report names benchmark, files, criticism and scores, and every number is recomputed."""
    request = BenchmarkRequest(benchmark_id="bbq", path=None, without_files=True)
    identity = make_demo_identity(tmp_path / "id", "Tester", utc_now())
    target = tmp_path / "report.pdf"
    with asked_project(spec, tmp_path / "bbq", request) as project:
        asked = IssueRequest(p12=identity.p12, password=identity.password, target=target)
        issue_report(spec, project, asked)
    text = re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pypdf.PdfReader(target).pages))
    for words in ("Benchmark: BBQ", "Study.jsonl", "10.18653/v1/2021.acl-long.81", "s_DIS of the right answers"):
        assert words in text
    for words in ("not known to FairDesk", "Study.jsonl is not a file that FairDesk knows", "In a package"):
        assert words in text
    assert "counterfactual test: BBQ" not in text
    found = verify_report(spec, target, identity.certificate)
    assert found.verdict is CheckVerdict.PASSED, found.problems
    assert found.recomputed is not None
    assert found.recomputed.different == ()


def test_a_benchmark_under_a_lock_is_a_deviation(spec: WorkspaceSpec) -> None:
    """A benchmark that is added under a lock is not asked before the deviation is recorded with its reason."""
    data_dir = spec.data_dir
    assert fairdesk(data_dir, "project", "new", "P", *SAID).code == 0
    alone = ("--sample", "templates:1", "--benchmarks-only")
    assert fairdesk(data_dir, "import", "P", "--benchmark", "stereoset", *alone).code == 0
    people = ("--by", "A. Auditor", "--role", "auditor", "--alone")
    locked = fairdesk(data_dir, "plan", "P", "lock", *people).without_traceback()
    assert locked.code == 0, locked.err
    assert fairdesk(data_dir, "import", "P", "--benchmark", "crows_pairs", *alone).code == 0
    assert fairdesk(data_dir, "run", "P").without_traceback().code == 0
    before = analyse_project(spec, "P")[1]
    assert {row.question_id for row in before.results} == {"stereoset_letter"}
    deviated = fairdesk(
        data_dir, "plan", "P", "deviate", "--by", "A. Auditor", "--reason", "The client asked for it later."
    )
    assert deviated.without_traceback().code == 0, deviated.err
    shown = fairdesk(data_dir, "plan", "P", "show").without_traceback()
    assert "CrowS-Pairs" in shown.out
    assert "The client asked for it later." in shown.out
