"""What stands above results: cues that are disputed or undecided (report-contents.md S5), variants without a group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fairdesk.domain.cautions import NO_GROUP
from fairdesk.domain.cue_decisions import cue_caution, open_cues
from fairdesk.domain.plan import Plan
from fairdesk.domain.results import ComparisonRow, ResultRow
from fairdesk.report.blocks import Block, Notice
from fairdesk.report.sections.cells import enumerated

MOST_NAMES = 12


def cue_notice(plan: Plan, rows: Sequence[ResultRow] | Sequence[ComparisonRow]) -> list[Block]:
    """One notice with every caution of the rows and the variants that it belongs to; nothing without one."""
    where: dict[str, dict[str, None]] = {}
    silent = _of_silent_cues(plan)
    for row in rows:
        no_group = NO_GROUP.get(row.role) if isinstance(row, ResultRow) else None
        for words in (silent.get(row.caution, row.caution), no_group):
            if words:
                where.setdefault(words, {})[row.variant] = None
    if not where:
        return []
    return [
        Notice(text="\n".join(f"{_names(list(names))}: {words}." for words, names in where.items()), kind="warning")
    ]


def _of_silent_cues(plan: Plan) -> dict[str, str]:
    """Cautions that name a cue without a place in any file, to what is left of them: no result rests on such a cue."""
    silent = {cue.cue_id for cue in plan.card.cues if not cue.n_files} if plan.card else set()
    if plan.design is None or not any(cue.cue_id in silent for cue in open_cues(plan.design)):
        return {}
    heard = replace(plan.design, cues=tuple(cue for cue in plan.design.cues if cue.cue_id not in silent))
    return {cue_caution(plan.design, kind.attributes): cue_caution(heard, kind.attributes) for kind in plan.variants}


def _names(names: Sequence[str]) -> str:
    if len(names) <= MOST_NAMES:
        return enumerated(names)
    return f"{', '.join(names[:MOST_NAMES])} and {len(names) - MOST_NAMES:,} more variants"
