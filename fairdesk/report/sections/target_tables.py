"""Targets besides consistency: selection rates against theirs, and every target that no test of the plan decides."""

from __future__ import annotations

from fairdesk.domain.plan_words import DISPARITIES
from fairdesk.domain.printing import print_number
from fairdesk.domain.result_words import measure_name
from fairdesk.domain.results import Analysis, Estimate, NotMeasured, ResultRow
from fairdesk.report.blocks import Block, Column, Heading, TableBlock
from fairdesk.report.sections.cells import value_cell
from fairdesk.report.sections.result_tables import QuestionResults, verdict_word


def disparity_table(results: QuestionResults) -> list[Block]:
    """Selection rates of both sides with the verdict; nothing where no target is about them."""
    rows = [
        (f"{results.head(row)}", measure_name(measure), *_rates(row), value_cell(row.outcome), verdict_word(row))
        for variant, system in results.pairs()
        for measure in DISPARITIES
        if (row := results.found.get((system, variant, measure))) is not None
    ]
    if not rows:
        return []
    table = TableBlock(
        caption="Selection rates on the same files, against the targets of the plan",
        columns=(
            Column(title="Variant", weight=1.5),
            Column(title="Measure", weight=1.2),
            Column(title="Rate, original", align="right", weight=0.9),
            Column(title="Rate, variant", align="right", weight=0.9),
            Column(title="Value (interval)", align="right", weight=1.3),
            Column(title="Against the target", weight=1.5),
        ),
        rows=tuple(rows),
        has_row_headers=True,
    )
    return [table]


def _rates(row: ResultRow) -> tuple[str, str]:
    if not isinstance(row.outcome, Estimate):
        return "not measured", "not measured"
    details = row.outcome.details
    return print_number(details["rate_original"]), print_number(details["rate_variant"])


def untested_targets(analysis: Analysis) -> list[Block]:
    """Every target that was adopted and that nothing decides, with the reason; nothing where there is none."""
    places: dict[tuple[str, str], list[ResultRow]] = {}
    for row in analysis.results:
        if row.measure == "target" and isinstance(row.outcome, NotMeasured):
            places.setdefault((row.target_id, row.note), []).append(row)
    if not places:
        return []
    table = TableBlock(
        caption="Adopted targets that no test of this plan decides: they are neither met nor missed",
        columns=(
            Column(title="Target", weight=1.2),
            Column(title="Configurations", weight=1.2),
            Column(title="Verdict", weight=1),
            Column(title="Why", weight=4),
        ),
        rows=tuple(
            (target_id, ", ".join(row.system for row in rows), verdict_word(rows[0]), note)
            for (target_id, note), rows in places.items()
        ),
        has_row_headers=True,
    )
    return [Heading(level=2, text="Targets that were not tested"), table]
