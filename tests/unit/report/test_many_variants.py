"""A report of many variants stays short, and every variant of it has its line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdesk.audit.locks import marked_exploratory
from fairdesk.domain.cases import VariantRole
from fairdesk.domain.design import CellChoice, Design
from fairdesk.domain.reports import ReportInput
from fairdesk.report.blocks import Block, Paragraph, TableBlock
from fairdesk.report.sections import SECTIONS
from fairdesk.report.sections.many_variants import MOST_IN_FULL, chosen
from fairdesk.report.sections.section import SectionInput
from tests.unit.report.designed import SHA, designed_report, names_cue, small_design
from tests.unit.report.test_outside_lock import reported

N_COUNTRIES = 40


def many_variants() -> Design:
    """A design with forty origins."""
    design = small_design()
    levels = ("domestic", *(f"country {number:02}" for number in range(N_COUNTRIES)))
    gender, origin, age, disability = design.attributes
    origin = replace(origin, levels=levels)
    first, second, _ = design.cues
    return replace(
        design,
        attributes=(gender, origin, age, disability),
        cues=(first, names_cue(origin, {}, second.decision)),
        choices=(CellChoice(levels={"origin": "*"}, is_tested=True),),
    )


def blocks_of(report: ReportInput, section_id: str) -> tuple[Block, ...]:
    section = next(one for one in SECTIONS if one.section_id == section_id)
    return section.write(SectionInput(report=report, evidence_sha256=SHA, is_draft=False))


@pytest.fixture(scope="module")
def report() -> ReportInput:
    return designed_report(many_variants(), 12)


def test_few_variants_are_all_in_full() -> None:
    """Up to the limit nothing is moved into lines."""
    order = [str(number) for number in range(MOST_IN_FULL)]
    assert chosen(order, ()).others == ()


def test_what_was_found_comes_first() -> None:
    """A variant with a finding is in full wherever it stands in the plan; the rest keeps the plan's order."""
    order = [str(number) for number in range(MOST_IN_FULL + 2)]
    shown = chosen(order, [order[-1]])
    assert shown.others == (order[-3], order[-2])


@pytest.mark.parametrize(("section_id", "caption"), [("results", "Every other variant"), ("comparison", "Every other")])
def test_every_variant_is_in_full_or_in_a_line(report: ReportInput, section_id: str, caption: str) -> None:
    """The variants of the full tables and those of the lines are all variants of the plan, and none is in both."""
    tables = [block for block in blocks_of(report, section_id) if isinstance(block, TableBlock)]
    lines = {row[0].partition(",")[0] for table in tables if table.caption.startswith(caption) for row in table.rows}
    shifts = "Direction and size" if section_id == "results" else "Mean shift before"
    in_full = {row[0].partition("\n")[0] for table in tables if table.caption.startswith(shifts) for row in table.rows}
    assert lines | in_full == {kind.label for kind in report.plan.variants if kind.label != "original"}
    assert not lines & in_full
    assert len(in_full) == MOST_IN_FULL
    rule = " ".join(block.text for block in blocks_of(report, section_id) if isinstance(block, Paragraph))
    assert f"{MOST_IN_FULL} of {len(lines) + len(in_full)} variants are shown in full" in rule


def test_all_variants_are_counted(report: ReportInput) -> None:
    """The table of counts adds up to every judged direction of every variant and configuration."""
    tables = [block for block in blocks_of(report, "results") if isinstance(block, TableBlock)]
    (counted,) = [table for table in tables if table.caption.startswith("All variants, in full")]
    n_all = sum(int(row[3]) for row in counted.rows if row[0] == "Direction")
    assert n_all == sum(
        row.measure == "direction" and row.verdict.value != "described, not judged" for row in report.analysis.results
    )


def test_what_the_lock_does_not_cover_is_called_so_in_every_line(report: ReportInput) -> None:
    """A status in a line, and every status that is counted, is called exploratory as it would be in full."""
    plan = marked_exploratory(replace(report.plan, title="Another title"), report.plan, results_seen=True)
    blocks = blocks_of(reported(plan), "comparison")
    judged = {kind.label for kind in plan.variants if kind.role is VariantRole.CUE}
    statuses = {
        label: row[-1]
        for block in blocks
        if isinstance(block, TableBlock) and block.columns[-1].title == "Status"
        for row in block.rows
        if (label := row[0].partition("\n")[0]) in judged
    }
    assert statuses.keys() == judged
    assert all(status.startswith("exploratory: ") for status in statuses.values())
    counts = [block.text for block in blocks if isinstance(block, Paragraph) and "All variants by status" in block.text]
    assert counts
    assert all("status: exploratory: " in words for words in counts)
