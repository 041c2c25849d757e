"""Results by the words that were drawn for a group: how many words, and whether the change holds across them."""

from __future__ import annotations

from collections.abc import Iterable

from fairdesk.domain.design import Cue
from fairdesk.domain.plan import Plan
from fairdesk.domain.printing import print_p
from fairdesk.domain.results import Estimate, ResultRow
from fairdesk.report.blocks import Block, Column, TableBlock
from fairdesk.report.sections.cells import grouped_reasons, p_cell, value_cell
from fairdesk.report.sections.result_tables import QuestionResults, verdict_word

LONGEST_ORIGIN = 200
"""Characters of the origin of a list that the note of a result holds."""


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


def words_notes(plan: Plan, notes: Iterable[tuple[str, str]]) -> list[str]:
    """Which words were drawn and where they come from, said once for the places that share them.

    How many they are stands in the table. What a list says of its origin may be several sentences, so the note is
    not taken apart; of a cue that has no place in any file no word was drawn, and its origin is left out.

    Args:
        notes: Place and note of every result by drawn words.
    """
    silent = {cue.cue_id for cue in plan.card.cues if not cue.n_files} if plan.card else set()
    cues = plan.design.cues if plan.design else ()
    told = {is_silent: _origins(cue for cue in cues if (cue.cue_id in silent) == is_silent) for is_silent in (0, 1)}
    found = []
    for place, note in notes:
        words = note.partition(" files. ")[2] or note
        for origin in told[1] - told[0]:
            words = words.replace(f"; {origin}", "").replace(f"{origin}; ", "")
        found.append((place, f"{words.replace('.; ', '; ').replace('., perceived', ', perceived')}"))
    return grouped_reasons(found)


def _origins(cues: Iterable[Cue]) -> set[str]:
    return {one.provenance[:LONGEST_ORIGIN] for cue in cues for one in cue.lists if one.provenance}


def _p_of(row: ResultRow, name: str) -> str:
    details = row.outcome.details if isinstance(row.outcome, Estimate) else {}
    return print_p(details[name]) if name in details else "no test"
