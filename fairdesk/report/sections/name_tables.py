"""Results by the words that were drawn for a group: how many words, and whether the change holds across them."""

from __future__ import annotations

from fairdesk.domain.printing import print_p
from fairdesk.domain.results import Estimate, ResultRow
from fairdesk.report.blocks import Block, Column, TableBlock
from fairdesk.report.sections.cells import p_cell, value_cell
from fairdesk.report.sections.result_tables import QuestionResults, verdict_word


def names_table(results: QuestionResults) -> list[Block]:
    """Both analyses of every variant whose words were drawn; nothing where none were."""
    rows = [
        (
            results.head(row),
            row.note.partition(", ")[0].removeprefix("Tested by "),
            value_cell(row.outcome),
            _p_of(row, "p_two_way"),
            _p_of(row, "p_by_name"),
            p_cell(row.test),
            verdict_word(row),
        )
        for variant, system in results.pairs()
        if (row := results.found.get((system, variant, "names"))) is not None
    ]
    if not rows:
        return []
    table = TableBlock(
        caption="By the words that were drawn: mean change with files and words as two sources of variation; "
        "exploratory",
        columns=(
            Column(title="Variant", weight=1.5),
            Column(title="Words drawn", weight=0.8),
            Column(title="Mean change (interval)", align="right", weight=1.3),
            Column(title="Two-way p", align="right", weight=0.8),
            Column(title="By-word p", align="right", weight=0.8),
            Column(title="p that counts (adjusted)", align="right", weight=1),
            Column(title="What was shown", weight=1.4),
        ),
        rows=tuple(rows),
        has_row_headers=True,
    )
    return [table]


def _p_of(row: ResultRow, name: str) -> str:
    details = row.outcome.details if isinstance(row.outcome, Estimate) else {}
    return print_p(details[name]) if name in details else "no test"
