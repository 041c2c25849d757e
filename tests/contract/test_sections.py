"""What every section of a report owes: sensible blocks whatever was measured, no claim, no number without evidence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit import issue
from fairdesk.audit.corrections import correct_reading
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.supplied import RecordsRequest, SuppliedBy, import_records, record_file
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.corrections import CorrectionRequest
from fairdesk.domain.exchanges import ItemKey, ReadNothing
from fairdesk.domain.printing import print_number, print_p
from fairdesk.domain.records import LayoutChoices
from fairdesk.domain.reports import ReportInput
from fairdesk.report.blocks import (
    Block,
    BulletList,
    Contents,
    Facts,
    Figure,
    Heading,
    Notice,
    Paragraph,
    SignatureField,
    TableBlock,
    Verbatim,
)
from fairdesk.report.document import report_document
from fairdesk.report.evidence_file import NOT_WRITTEN, evidence_bytes, leaves
from fairdesk.report.layout import render
from fairdesk.report.sections import SECTIONS
from fairdesk.report.sections.section import Section, SectionInput
from fairdesk.settings.paths import resources_dir
from tests.architecture.test_words import CLAIMS, without_allowed
from tests.e2e.report_input import rates_by_length, refuses, report_input
from tests.e2e.supplied_files import text_file

pytestmark = pytest.mark.slow

SHA = "0123456789abcdef" * 4

KINDS = ("rated", "refused", "one system", "one file", "nothing repeated", "without results", "supplied, corrected")

every_section = pytest.mark.parametrize("section", SECTIONS, ids=lambda one: one.section_id)
every_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ReportInput]:
    """Reports of all kinds, from real runs."""
    rated = report_input(tmp_path_factory.mktemp("rated"), rates_by_length)
    nothing = replace(rated.analysis, runs=(), results=(), comparisons=(), coverage=())
    return {
        "rated": rated,
        "refused": report_input(tmp_path_factory.mktemp("refused"), refuses),
        "one system": report_input(tmp_path_factory.mktemp("one"), rates_by_length, n_systems=1),
        "one file": report_input(tmp_path_factory.mktemp("file"), rates_by_length, n_cases=1),
        "nothing repeated": report_input(tmp_path_factory.mktemp("unrepeated"), rates_by_length, n_samples=1),
        "without results": replace(rated, analysis=nothing, examples=()),
        "supplied, corrected": supplied_input(tmp_path_factory.mktemp("supplied")),
    }


def supplied_input(folder: Path) -> ReportInput:
    """A report of supplied texts, one reading of which was corrected by hand."""
    spec = WorkspaceSpec(data_dir=folder / "profile")
    details = replace(starting_details(), client="A client", purpose="A purpose", auditor="A. Auditor")
    project = create_project(spec, "A project", details).project_id
    file = record_file(text_file(folder / "records.csv"), LayoutChoices(scale=(1.0, 5.0)))
    made = import_records(spec, project, RecordsRequest(files=(file,), supply=SuppliedBy(who="A vendor")))
    key = ItemKey(case_id="f003", variant="female", question="answer", sample=1)
    correct_reading(
        spec,
        project,
        CorrectionRequest(
            run_id=made.runs[0].run_id, key=key, new=ReadNothing(reason="unclear"), who="B", why="Two numbers"
        ),
    )
    with Workspace(spec) as workspace:
        return issue._report_input(workspace, project, None)


def written(section: Section, report: ReportInput, *, is_draft: bool = False) -> tuple[Block, ...]:
    return section.write(SectionInput(report=report, evidence_sha256=SHA, is_draft=is_draft))


def own_texts(block: Block) -> Iterator[str]:
    """Every text of a block that FairDesk wrote; texts of others stand in ``Verbatim`` and are left out."""
    match block:
        case Heading(text=text) | Paragraph(text=text) | Notice(text=text):
            yield text
        case BulletList(items=items):
            yield from items
        case Facts(rows=rows):
            yield from (text for row in rows for text in row)
        case TableBlock(caption=caption, columns=columns, rows=rows):
            yield from (caption, *(column.title for column in columns), *(text for row in rows for text in row))
        case Figure(chart=chart, caption=caption):
            yield from (caption, chart.title, chart.summary)
        case SignatureField(caption=caption, tooltip=tooltip):
            yield from (caption, tooltip)
        case Verbatim(caption=caption):
            yield caption


def tables(report: ReportInput, section_id: str) -> list[TableBlock]:
    section = next(one for one in SECTIONS if one.section_id == section_id)
    return [block for block in written(section, report) if isinstance(block, TableBlock)]


def test_ids_are_unique() -> None:
    """Two sections never share an id."""
    assert len({one.section_id for one in SECTIONS}) == len(SECTIONS)


@every_kind
@every_section
def test_a_section_says_something_whatever_was_measured(
    section: Section, kind: str, reports: dict[str, ReportInput]
) -> None:
    """No empty text or cell, nothing that only a program would print, one text per column, and at least one heading."""
    blocks = written(section, reports[kind])

    texts = [text for block in blocks for text in own_texts(block)]
    assert any(isinstance(block, Heading | Contents) for block in blocks)
    assert all(text.strip() for text in texts)
    assert not [text for text in texts if re.search(r"\b(nan|inf|NotMeasured|Estimate)\b|^None$|: None\b", text)]
    for block in blocks:
        if isinstance(block, TableBlock):
            assert {len(row) for row in block.rows} <= {len(block.columns)}
            assert block.has_row_headers


@every_kind
@every_section
def test_a_section_claims_nothing(section: Section, kind: str, reports: dict[str, ReportInput]) -> None:
    """No word claims more than was shown, in texts that are only put together when a report is written either."""
    texts = [text for block in written(section, reports[kind]) for text in own_texts(block)]

    assert [text for text in texts if CLAIMS.search(without_allowed(text))] == []


@every_kind
def test_a_whole_report_is_laid_out(kind: str, reports: dict[str, ReportInput]) -> None:
    """Headings skip no level and every table fits, whatever was measured."""
    document = report_document(reports[kind], SHA, draft=True)

    assert render(document, (), resources_dir() / "fonts").n_pages > 5


def printed_numbers(text: str) -> set[str]:
    """Numbers with decimals as they stand in a cell."""
    return set(re.findall(r"−?\d+\.\d+(?:e-\d+)?", text))


@pytest.mark.parametrize("kind", ["rated", "refused", "one system", "one file", "supplied, corrected"])
def test_every_number_of_the_result_tables_is_in_the_evidence_file(kind: str, reports: dict[str, ReportInput]) -> None:
    """After rounding, each decimal and each count of the tables is a leaf of what a check computes again."""
    report = reports[kind]
    found = [value for _, value in leaves(json.loads(evidence_bytes(report))["measured"])]
    decimals = {print_number(float(value)) for value in found if isinstance(value, float | int)}
    decimals |= {print_p(value) for value in found if isinstance(value, float) and 0 <= value <= 1}
    counts = {str(value) for value in found if isinstance(value, int)}

    cells = [
        cell
        for name in ("results", "comparison")
        for table in tables(report, name)
        for row in table.rows
        for cell in row
    ]

    assert sum(bool(printed_numbers(cell)) for cell in cells) > {"refused": 0, "supplied, corrected": 10}.get(kind, 20)
    for cell in cells:
        assert printed_numbers(cell) <= decimals, cell
        if re.fullmatch(r"\d+( ?/ ?\d+)*", cell):
            assert set(re.findall(r"\d+", cell)) <= counts, cell


def test_consistency_never_stands_without_direction_and_noise_floor(reports: dict[str, ReportInput]) -> None:
    """Each table of consistency has the counts and the test of its direction; the noise floor follows at once."""
    results = next(one for one in SECTIONS if one.section_id == "results")
    for kind, noise in (("rated", "Agreement"), ("refused", "not measured"), ("nothing repeated", "not measured")):
        blocks = written(results, reports[kind])
        places = [
            place
            for place, block in enumerate(blocks)
            if isinstance(block, TableBlock) and "Consistency (interval)" in [column.title for column in block.columns]
        ]
        assert places
        for place in places:
            table, after = blocks[place], blocks[place + 1]
            assert isinstance(table, TableBlock)
            assert isinstance(after, Paragraph)
            assert {"Lower / same / higher, share lower", "Sign test p (adjusted)", "Direction"} <= {
                c.title for c in table.columns
            }
            assert after.text.startswith("Noise floor")
            assert noise in after.text


def test_the_cover_names_every_section_that_was_not_written(reports: dict[str, ReportInput]) -> None:
    """A limited report says so, and what it does not hold."""
    text = "\n".join(text for block in written(SECTIONS[0], reports["rated"]) for text in own_texts(block))

    assert "Limited report" in text
    for name, number in NOT_WRITTEN:
        assert f"{name} ({number})" in text


def test_only_an_issued_report_has_a_place_to_sign(reports: dict[str, ReportInput]) -> None:
    """A draft has no signature field and says what it is."""
    issued, draft = (written(SECTIONS[0], reports["rated"], is_draft=is_draft) for is_draft in (False, True))

    assert [block.name for block in issued if isinstance(block, SignatureField)] == ["AuditorSignature"]
    assert not [block for block in draft if isinstance(block, SignatureField)]
    assert any("Draft, not issued" in text for block in draft for text in own_texts(block))


def test_what_was_refused_is_counted_and_never_printed_as_a_number(reports: dict[str, ReportInput]) -> None:
    """With refusals alone nothing has a value: no consistency, no shift, and every file is named as missing."""
    shown = tables(reports["refused"], "results")
    consistency = next(table for table in shown if table.caption.startswith("Consistency"))
    missing = next(table for table in shown if table.caption.startswith("What is missing"))

    assert {row[1] for row in consistency.rows} == {"not measured"}
    assert {row[1].replace("\N{NO-BREAK SPACE}", " ") for row in missing.rows} == {"4 refused"}
    assert not tables(reports["refused"], "coverage")[0].caption.startswith("Tested")


def test_what_was_refused_is_never_told_as_unchanged(reports: dict[str, ReportInput]) -> None:
    """A test of no pairs has nothing to test; the report must not give "no file changed" as the reason."""
    results = next(one for one in SECTIONS if one.section_id == "results")
    text = "\n".join(text for block in written(results, reports["refused"]) for text in own_texts(block))

    assert "no file has a valid value in both arms" in text
    assert "no file changed" not in text


def test_with_one_system_nothing_is_compared(reports: dict[str, ReportInput]) -> None:
    """The section stands there and says that the effect of a layer was not measured."""
    section = next(one for one in SECTIONS if one.section_id == "comparison")
    texts = [text for block in written(section, reports["one system"]) for text in own_texts(block)]

    assert any("not measured" in text for text in texts)
    assert tables(reports["one system"], "comparison") == []


def test_nothing_is_said_of_files_that_fairdesk_did_not_write(reports: dict[str, ReportInput]) -> None:
    """With a folder of the auditor's own the report vouches neither for invented people nor for a language."""
    shipped = reports["rated"]
    own = replace(shipped, details=replace(shipped.details, case_folder="/somewhere"))

    said = {}
    for name, report in (("shipped", shipped), ("own", own)):
        blocks = report_document(report, SHA, draft=True).blocks
        said[name] = "\n".join(text for block in blocks for text in own_texts(block))
    assert "nobody in them is a real person" in said["shipped"]
    assert "nobody in them is a real person" not in said["own"]
    assert "Only English files were used" not in said["own"]
    assert "from a folder of the auditor" in said["own"]
