"""Stores and reports of every earlier version can still be opened, migrated and verified."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from fairdesk.audit.projects import list_projects, show_project
from fairdesk.audit.verify import verify_report
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.reports import CheckVerdict
from tests.golden.make_golden import BENCHMARKS, benchmarked, designed
from tests.pdf_tools import verapdf

VERSIONS = sorted(folder for folder in Path(__file__).parent.iterdir() if (folder / "report.pdf").exists())


@pytest.fixture(params=VERSIONS, ids=lambda folder: folder.name)
def golden(request: pytest.FixtureRequest) -> Path:
    """The folder of one version."""
    folder: Path = request.param
    return folder


@pytest.fixture
def spec(golden: Path, tmp_path: Path) -> WorkspaceSpec:
    """A profile with a copy of that version's store."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    store_file = Workspace(spec).paths.store_file
    store_file.parent.mkdir(parents=True)
    shutil.copyfile(golden / "fairdesk.db", store_file)
    return spec


def test_there_is_something_of_an_earlier_version() -> None:
    """Without a kept version the tests below would show nothing."""
    assert VERSIONS


def test_an_old_store_opens_and_shows_its_project(spec: WorkspaceSpec) -> None:
    """The project of that version is listed with its runs complete."""
    (project,) = list_projects(spec)
    runs = show_project(spec, project.project_id).runs
    assert [run.counts["not_attempted"] for run in runs] == [0, 0]


def test_an_old_report_is_verified_against_its_old_store(golden: Path, spec: WorkspaceSpec) -> None:
    """Signature, evidence hash, chains and every recomputed number of that version's report still hold."""
    found = verify_report(spec, golden / "report.pdf", golden / "certificate.pem")
    assert found.problems == ()
    assert found.verdict is CheckVerdict.PASSED
    assert found.recomputed is not None
    assert found.recomputed.different == ()


@pytest.mark.slow
def test_a_designed_golden_can_be_made(tmp_path: Path) -> None:
    """What the next version will keep of a locked design is verified against its store, and holds lock and card."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    issued, certificate = designed(spec, tmp_path)
    found = verify_report(spec, issued.report, certificate)
    assert (found.verdict, found.problems) == (CheckVerdict.PASSED, ())
    evidence = json.loads(issued.evidence.read_bytes())
    assert evidence["lock"]["confirmation"]["kind"] == "signature"
    assert evidence["plan"]["card"]["languages"][0]["covers"]
    assert evidence["plan"]["review"]["n_accepted"] > 0
    assert all(verdict.is_compliant for verdict in verapdf(issued.report)[issued.report])


@pytest.mark.slow
def test_a_golden_with_benchmarks_can_be_made(tmp_path: Path) -> None:
    """What the next version will keep of benchmarks is verified, holds scores of every kind, and is archivable."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    issued, certificate = benchmarked(spec, tmp_path)
    found = verify_report(spec, issued.report, certificate)
    assert (found.verdict, found.problems) == (CheckVerdict.PASSED, ())
    results = json.loads(issued.evidence.read_bytes())["measured"]["results"]
    measured = {row["question_id"] for row in results if "value" in row["outcome"]}
    assert len(measured) == len(BENCHMARKS)
    assert all(verdict.is_compliant for verdict in verapdf(issued.report)[issued.report])


def test_the_kept_evidence_file_is_the_attached_one(golden: Path, spec: WorkspaceSpec) -> None:
    """The evidence file beside the report is byte for byte the one inside it."""
    found = verify_report(spec, golden / "report.pdf")
    assert found.evidence_sha256 == sha256_hex((golden / "evidence.json").read_bytes())
