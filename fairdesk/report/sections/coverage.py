"""Which intersections were tested and, by name, which were not."""

from __future__ import annotations

from collections.abc import Mapping

from fairdesk.domain.results import CoverageCell
from fairdesk.report.blocks import Block, Column, Heading, Paragraph, TableBlock
from fairdesk.report.sections.section import Section, SectionInput


def _write(given: SectionInput) -> tuple[Block, ...]:
    analysis = given.report.analysis
    tested = [cell for cell in analysis.coverage if cell.state != "not tested"]
    untested = [cell for cell in analysis.coverage if cell.state == "not tested"]
    n_untested = sum(cell.count for cell in untested)
    counts = analysis.coverage_counts
    stakes = {block.scope: block.stakes_reason for block in given.report.plan.not_tested}
    priors = sorted({block.prior for block in given.report.plan.not_tested if block.prior})
    is_supplied = given.report.plan.supplied is not None
    prior = f" Prior evidence: {'; '.join(priors) or 'not recorded'}." if untested else ""
    return (
        Heading(level=1, text="3 Coverage"),
        Paragraph(
            text=f"{_crossed(counts)} {_left_open(n_untested)}{prior}"
            + (" Attributes that the supplied records do not vary have no number here." if is_supplied else "")
        ),
        _tested(tested),
        *([_untested(untested, stakes)] if untested else []),
    )


def _crossed(counts: Mapping[str, int]) -> str:
    """How many combinations of two attributes the plan asks about; a test of one attribute has none."""
    total = counts.get("order2_total", 0)
    if not total:
        return "No two attributes are combined within this test; the table says how many files answered."
    return (
        f"Within the attributes of this test the plan asks about {counts.get('order2_tested', 0)} of {total} "
        "combinations of two attributes, the original among them, with which the others are compared; the table says "
        "how many files answered."
    )


def _left_open(n_untested: int) -> str:
    """What no number of the report is about; what was never listed is not called tested."""
    if not n_untested:
        return (
            "Every group and combination that the plan lists has a value. Nothing in this report says anything about "
            "others."
        )
    count = "1 group or combination was" if n_untested == 1 else f"{n_untested} groups and combinations were"
    others = "it" if n_untested == 1 else "them"
    return f"In all, {count} not tested. Nothing in this report says anything about {others}."


def _untested(cells: list[CoverageCell], stakes: Mapping[str, str]) -> Block:
    return TableBlock(
        caption="Not tested",
        columns=(
            Column(title="Group or intersection", weight=2.4),
            Column(title="Cells", align="right", weight=0.6),
            Column(title="Not tested, because", weight=3.2),
            Column(title="Stakes, 1 to 5", weight=3),
        ),
        rows=tuple(
            (cell.scope, str(cell.count), cell.reason, _stakes(cell.stakes, stakes.get(cell.scope, "")))
            for cell in cells
        ),
        has_row_headers=True,
    )


def _tested(cells: list[CoverageCell]) -> Block:
    if not cells:
        return Paragraph(text="Tested: no group and no intersection has a file with a value on both sides.")
    return TableBlock(
        caption="Tested",
        columns=(
            Column(title="Group or intersection", weight=3),
            Column(title="State", weight=2),
            Column(title="Files with a value on both sides", align="right", weight=1.4),
        ),
        rows=tuple((cell.scope, cell.state, str(cell.n_valid)) for cell in cells),
        has_row_headers=True,
    )


def _stakes(stakes: int, reason: str) -> str:
    return f"{stakes}. {reason}".strip() if stakes else "not rated"


SECTION = Section(section_id="coverage", write=_write)
