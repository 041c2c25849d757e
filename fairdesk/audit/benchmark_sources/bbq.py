"""Items of BBQ and its variants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_sources.source import TOLD_EVERY, BenchmarkSource, Files, ItemsRead, in_silence
from fairdesk.domain.progress import TellStep

if TYPE_CHECKING:
    from fairdesk.domain.bbq_columns import BbqColumns
    from fairdesk.interchange.official_files import OfficialFile


def _files(path: Path) -> Sequence[OfficialFile]:
    from fairdesk.interchange.bbq_files import bbq_official_files

    return bbq_official_files(path)


def _read(files: Files, tell: TellStep = in_silence) -> ItemsRead:
    from fairdesk.interchange.bbq_files import bbq_and_rows

    columns, rows = bbq_and_rows(files)
    return replace(bbq_items(columns, tell), rows=rows)


def bbq_items(columns: BbqColumns, tell: TellStep = in_silence) -> ItemsRead:
    """Items of BBQ or of a variant in its columns; those without a bias-consistent option are left out."""
    from fairdesk.domain.bbq_columns import NAMED_PEOPLE, NO_TARGET
    from fairdesk.evaluations.benchmarks.bbq_items import AMBIGUOUS, DISAMBIGUATED, BbqFacts, make_item

    items = []
    left_out: Counter[str] = Counter()
    for at in range(columns.n):
        if at % TOLD_EVERY == 0:
            tell(f"{at:,} of {columns.n:,} items read")
        if columns.biased[at] == NO_TARGET:
            left_out["no option agrees with a stereotype, by the metadata"] += 1
            continue
        category = columns.category[at]
        reported = f"{category} (names)" if columns.kind[at] == NAMED_PEOPLE else category
        first, second, third = (options[at] for options in columns.options)
        facts = BbqFacts(
            condition=AMBIGUOUS if columns.ambiguous[at] else DISAMBIGUATED,
            biased=columns.biased[at],
            unknown=columns.unknown[at],
            label=columns.label[at],
        )
        words = (columns.context[at], columns.question[at], (first, second, third))
        of = (reported, f"{category}/{columns.template[at]}")
        items.append(make_item(f"{category}/{columns.item_id[at]}", of, words, facts))
    return ItemsRead(items=tuple(items), left_out=left_out, notes=columns.notes)


SOURCE = BenchmarkSource(benchmark_id="bbq", files=_files, read=_read, suite="bbq", read_telling=_read)
