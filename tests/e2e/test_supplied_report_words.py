"""A report of supplied answers calls nothing absent that was not seen, and prints no empty table and no count of 0."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdesk.audit import issue
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.supplied import RecordsRequest, SuppliedBy, import_records, record_file
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.records import LayoutChoices
from fairdesk.domain.reports import ReportInput
from fairdesk.report.blocks import BulletList, Facts, Paragraph, TableBlock
from fairdesk.report.renewal import renewal_conditions
from fairdesk.report.sections import SECTIONS
from fairdesk.report.sections.section import SectionInput
from tests.e2e.supplied_files import write_csv


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> SectionInput:
    """Ten files in two variants of one attribute, each asked twice; the last two answers were not supplied."""
    folder = tmp_path_factory.mktemp("supplied")
    keys = [(n, label, sample) for n in range(10) for label in ("base", "female") for sample in (1, 2)]
    rows = [(f"f{n}", label, sample, (n + sample) % 5 + 1) for n, label, sample in keys][:-2]
    path = write_csv(folder / "r.csv", ("item", "variant", "sample", "value"), rows)
    spec = WorkspaceSpec(data_dir=folder / "profile")
    details = replace(starting_details(), client="C", purpose="P", auditor="A. Auditor")
    project = create_project(spec, "P", details).project_id
    files = (record_file(path, LayoutChoices(scale=(1.0, 5.0))),)
    import_records(spec, project, RecordsRequest(files=files, supply=SuppliedBy(who="Vendor Ltd", on="")))
    with Workspace(spec) as workspace:
        report: ReportInput = issue._report_input(workspace, project, None)
    return SectionInput(report=report, evidence_sha256="0" * 64, is_draft=True)


def blocks(given: SectionInput, section_id: str) -> tuple[object, ...]:
    return next(section for section in SECTIONS if section.section_id == section_id).write(given)


def test_retrieval_and_tools_are_unknown_and_not_absent(given: SectionInput) -> None:
    """Nobody saw what stood behind supplied answers: neither the object nor the renewal says that there was none."""
    watched = {one.condition_id: one.at_issue for one in renewal_conditions(given.report)}
    assert watched["context_change"] == "not known: the answers were supplied"
    words = " ".join(one.text for one in blocks(given, "object") if isinstance(one, Paragraph))
    assert "retrieval and tools behind the supplied answers: not known" in words
    assert "none known" not in words


def test_the_object_is_the_auditors_description(given: SectionInput) -> None:
    """The cover does not vouch for what gave the answers."""
    (facts,) = (one for one in blocks(given, "cover") if isinstance(one, Facts))
    assert "So the auditor describes it" in dict(facts.rows)["Object evaluated"]


def test_supplied_answers_were_not_stopped(given: SectionInput) -> None:
    """An answer that the records lack is a gap; nobody stopped anything here."""
    (run,) = given.report.analysis.runs
    assert (run.state, run.counts["not_attempted"]) == ("complete with gaps", 1)


def test_nothing_untested_is_no_empty_table_and_no_limit_of_0(given: SectionInput) -> None:
    """One attribute has no combinations: a sentence says so, in place of 0 of 0, a table without rows and a limit."""
    coverage = blocks(given, "coverage")
    assert all(one.rows for one in coverage if isinstance(one, TableBlock))
    words = " ".join(one.text for one in coverage if isinstance(one, Paragraph))
    assert "No two attributes are combined" in words
    assert "0 " not in words
    (limits,) = (one for one in blocks(given, "limits") if isinstance(one, BulletList))
    assert not any(item.startswith("0 ") for item in limits.items)


def test_each_noise_floor_stands_with_its_variant(given: SectionInput) -> None:
    """Where several variants were repeated, no number is left without the one that it is of."""
    words = next(
        one.text
        for one in blocks(given, "results")
        if isinstance(one, Paragraph) and one.text.startswith("Noise floor, between")
    )
    assert "base under supplied 0.000" in words
    assert "female under supplied 0.000" in words
