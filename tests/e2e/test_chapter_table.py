"""The chapter's worked example goes through run, analysis, report and evidence file unchanged."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypdf
import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.issue import IssueRequest, issue_report
from fairdesk.audit.verify import verify_report
from fairdesk.audit.workspace import WorkspaceSpec, utc_now
from fairdesk.domain.reports import CheckVerdict
from fairdesk.domain.results import Analysis, Estimate, result_id
from fairdesk.report.identity import make_demo_identity
from tests.e2e.chapter_run import EXPECTED, INTERACTION, make_chapter_project

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def chapter(tmp_path_factory: pytest.TempPathFactory) -> tuple[WorkspaceSpec, str]:
    folder = tmp_path_factory.mktemp("chapter")
    spec = WorkspaceSpec(data_dir=folder / "profile")
    return spec, make_chapter_project(spec, folder / "cases")


@pytest.fixture(scope="module")
def analysis(chapter: tuple[WorkspaceSpec, str]) -> Analysis:
    return analyse_project(*chapter)[1]


def value(analysis: Analysis, variant: str, measure: str) -> float:
    name = result_id("baseline", "rating", variant, measure)
    outcome = next(row for row in analysis.results if row.result_id == name).outcome
    assert isinstance(outcome, Estimate)
    return outcome.value


@pytest.mark.parametrize("variant", EXPECTED)
def test_the_analysis_gives_the_values_of_the_table(analysis: Analysis, variant: str) -> None:
    """Consistency, shift, gap and sign test of each variant are those of the chapter."""
    expected = EXPECTED[variant]
    assert value(analysis, variant, "consistency") == pytest.approx(expected["consistency"], abs=1e-12)
    assert value(analysis, variant, "mean_shift") == pytest.approx(expected["shift"], abs=1e-12)
    assert value(analysis, variant, "cf_gap") == pytest.approx(expected["gap"], abs=1e-12)
    test = next(
        r for r in analysis.results if r.result_id == result_id("baseline", "rating", variant, "direction")
    ).test
    assert test is not None
    assert test.p_value == pytest.approx(expected["p"], rel=1e-3)


def test_the_interaction_is_that_of_the_chapter(analysis: Analysis) -> None:
    """The interaction is -0.090, with an interval of its own, because the rows of every file are known."""
    outcome = next(r for r in analysis.results if r.measure == "interaction" and r.system == "baseline").outcome
    assert isinstance(outcome, Estimate)
    assert outcome.value == pytest.approx(INTERACTION, abs=1e-12)
    assert outcome.interval is not None


def test_report_and_evidence_file_print_the_same_values(chapter: tuple[WorkspaceSpec, str], tmp_path: Path) -> None:
    """The signed report shows the values as text and its evidence file holds them; the check computes them again."""
    spec, project = chapter
    identity = make_demo_identity(tmp_path / "id", "Tester", utc_now())
    target = tmp_path / "report.pdf"
    issued = issue_report(spec, project, IssueRequest(p12=identity.p12, password=identity.password, target=target))
    text = re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pypdf.PdfReader(target).pages))
    for printed in ("0.870", "0.825", "0.725", "−0.045", "−0.100", "−0.235", "0.145", "0.200", "0.335", "−0.090"):
        assert printed in text
    for printed in ("0.0365", "0.0000585", "3.8e-13"):
        assert printed in text
    evidence = json.loads(issued.evidence.read_bytes())
    rows = {row["result_id"]: row for row in evidence["measured"]["results"]}
    for variant, expected in EXPECTED.items():
        shift = rows[result_id("baseline", "rating", variant, "mean_shift")]["outcome"]["value"]
        assert shift == pytest.approx(expected["shift"], abs=1e-12)
    found = verify_report(spec, target, identity.certificate)
    assert found.verdict is CheckVerdict.PASSED, found.problems
    assert found.recomputed is not None
    assert found.recomputed.different == ()
