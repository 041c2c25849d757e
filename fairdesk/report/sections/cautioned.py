"""What stands above results: cues that are disputed or undecided (report-contents.md S5), variants without a group."""

from __future__ import annotations

from collections.abc import Sequence

from fairdesk.domain.cautions import NO_GROUP
from fairdesk.domain.results import ComparisonRow, ResultRow
from fairdesk.report.blocks import Block, Notice
from fairdesk.report.sections.cells import enumerated

MOST_NAMES = 12


def cue_notice(rows: Sequence[ResultRow] | Sequence[ComparisonRow]) -> list[Block]:
    """One notice with every caution of the rows and the variants that it belongs to; nothing without one."""
    where: dict[str, dict[str, None]] = {}
    for row in rows:
        no_group = NO_GROUP.get(row.role) if isinstance(row, ResultRow) else None
        for words in (row.caution, no_group):
            if words:
                where.setdefault(words, {})[row.variant] = None
    if not where:
        return []
    return [
        Notice(text="\n".join(f"{_names(list(names))}: {words}." for words, names in where.items()), kind="warning")
    ]


def _names(names: Sequence[str]) -> str:
    if len(names) <= MOST_NAMES:
        return enumerated(names)
    return f"{', '.join(names[:MOST_NAMES])} and {len(names) - MOST_NAMES:,} more variants"
