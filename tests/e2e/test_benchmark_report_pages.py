"""Pages of a report with benchmarks and files: archivable, accessible, whole, in any script."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.issue import IssueRequest, issue_report
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import WorkspaceSpec, utc_now
from fairdesk.report.identity import make_demo_identity
from tests.e2e.benchmark_files import write_categories
from tests.pdf_tools import pdffonts, pdftotext, verapdf

NAMES = (
    *("العمر", "年龄", "all items", "Race/religion", "A very long name of a category that has to break its line " * 2),
    *("הגיל", "연령", "आयु"),
)


@pytest.mark.slow
def test_a_report_with_benchmarks_and_files_is_archivable_and_accessible(tmp_path: Path) -> None:
    """VeraPDF finds PDF/A-3a and PDF/UA-1 kept; categories of every script stand in the text."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    details = replace(starting_details(), n_cases=2, auditor="A. Tester", client="University", purpose="A trial.")
    project = create_project(spec, "Mixed", details).project_id
    files = write_categories(tmp_path / "bbq", NAMES)
    add_benchmark(spec, project, BenchmarkRequest(benchmark_id="bbq", path=files))
    add_benchmark(spec, project, BenchmarkRequest(benchmark_id="xstest", path=None))
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    identity = make_demo_identity(tmp_path / "id", "Tester", utc_now())
    target = tmp_path / "report.pdf"
    issue_report(spec, project, IssueRequest(p12=identity.p12, password=identity.password, target=target))
    if keep := os.environ.get("FAIRDESK_KEEP_REPORT"):
        shutil.copy(target, keep)
    assert [(one.flavour, one.broken_rules) for one in verapdf(target)[target]] == [("3a", ()), ("ua1", ())]
    assert all(font["emb"] == "yes" and font["uni"] == "yes" for font in pdffonts(target))
    text = re.sub(r"[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069]+", " ", pdftotext(target))
    for words in ("年龄", "연령", "“all items”, a category", "Race/religion", "what this sample can show"):
        assert words in text
