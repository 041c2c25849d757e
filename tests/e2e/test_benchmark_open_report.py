"""Benchmarks of pairs and of open answers in one project: asked, scored, compared, reported, signed, checked."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.issue import IssueRequest, issue_report
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.run import run_project
from fairdesk.audit.verify import verify_report
from fairdesk.audit.workspace import WorkspaceSpec, utc_now
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.reports import CheckVerdict
from fairdesk.domain.results import Estimate
from fairdesk.report.identity import make_demo_identity

ASKED = ("winobias", "winogender", "xstest", "gest")


@pytest.mark.slow
def test_the_report_prints_and_checks_them(tmp_path: Path) -> None:
    """Every score and every change stands in the signed report and is recomputed; open prompts are sent as they are."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    endpoint = EndpointSettings(name="Rehearsal", kind="rehearsal", model="fairdesk-rehearsal", options={})
    details = replace(
        with_endpoint(starting_details(), endpoint),
        auditor="A. Tester",
        client="University of Example",
        purpose="Benchmarks.",
    )
    project = create_project(spec, "Benchmarks", details).project_id
    for benchmark_id in ASKED:
        add_benchmark(spec, project, BenchmarkRequest(benchmark_id=benchmark_id, path=None, without_files=True))
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    _, analysis = analyse_project(spec, project)
    changes = {row.measure: row for row in analysis.results if row.role == "benchmark change" and not row.variant}
    for measure in ("accuracy_gap", "pronoun_changes", "refusal_harmless", "speaker_stereotyped"):
        change = changes[f"change_{measure}"].outcome
        sides = [
            row.outcome.value
            for row in analysis.results
            if (row.measure, row.variant) == (measure, "") and isinstance(row.outcome, Estimate)
        ]
        assert isinstance(change, Estimate)
        assert change.value == pytest.approx(sides[1] - sides[0], abs=0.12 * (100 if "speaker" in measure else 1))
    identity = make_demo_identity(tmp_path / "id", "Tester", utc_now())
    target = tmp_path / "report.pdf"
    issue_report(spec, project, IssueRequest(p12=identity.p12, password=identity.password, target=target))
    text = re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pypdf.PdfReader(target).pages))
    for words in ("Benchmark: WinoBias", "Benchmark: Winogender schemas", "Benchmark: XSTest", "Benchmark: GEST"):
        assert words in text
    for words in ("nothing is asked below it", "Harmful less harmless prompts refused", "628 of 704"):
        assert words in text
    found = verify_report(spec, target, identity.certificate)
    assert found.verdict is CheckVerdict.PASSED, found.problems
    assert found.recomputed is not None
    assert found.recomputed.different == ()
