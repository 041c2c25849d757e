"""Which intersections were tested and, by name, which were not."""

from __future__ import annotations

from fairdesk.report.blocks import Block, Column, Heading, Paragraph, TableBlock
from fairdesk.report.sections.section import Section, SectionInput


def _write(given: SectionInput) -> tuple[Block, ...]:
    analysis = given.report.analysis
    tested = [cell for cell in analysis.coverage if cell.state != "not tested"]
    untested = [cell for cell in analysis.coverage if cell.state == "not tested"]
    n_untested = sum(cell.count for cell in untested)
    counts = analysis.coverage_counts
    crossed = f"{counts.get('order2_tested', 0)} of {counts.get('order2_total', 0)}"
    return (
        Heading(level=1, text="3 Coverage"),
        Paragraph(
            text=f"Within the attributes of this test {crossed} combinations of two attributes were run. Outside it, "
            f"{n_untested} groups and combinations were not tested. Nothing in this report says anything about them."
        ),
        TableBlock(
            caption="Tested",
            columns=(
                Column(title="Group or intersection", weight=3),
                Column(title="State", weight=2),
                Column(title="Files with a value on both sides", align="right", weight=1.4),
            ),
            rows=tuple((cell.scope, cell.state, str(cell.n_valid)) for cell in tested),
            has_row_headers=True,
        ),
        TableBlock(
            caption="Not tested",
            columns=(
                Column(title="Group or intersection", weight=2.4),
                Column(title="Cells", align="right", weight=0.6),
                Column(title="Stakes, 1 to 5", align="right", weight=0.7),
                Column(title="Not tested, because", weight=4),
            ),
            rows=tuple(
                (cell.scope, str(cell.count), str(cell.stakes) if cell.stakes else "not rated", cell.reason)
                for cell in untested
            ),
            has_row_headers=True,
        ),
    )


SECTION = Section(section_id="coverage", write=_write)
