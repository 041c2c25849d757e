"""Items of Winogender: a sentence with each of three pronouns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_sources.source import BenchmarkSource, Files, ItemsRead

if TYPE_CHECKING:
    from fairdesk.interchange.official_files import OfficialFile


def _files(path: Path) -> Sequence[OfficialFile]:
    from fairdesk.interchange.winogender_sets import winogender_official_files

    return winogender_official_files(path)


def _read(files: Files) -> ItemsRead:
    from fairdesk.evaluations.benchmarks.winogender import VERSIONS, make_item
    from fairdesk.interchange.winogender_sets import winogender_sets

    found = winogender_sets(files)
    items = tuple(
        make_item(
            f"{one.occupation}.{one.participant}.{int(one.is_participant)}",
            (one.occupation, one.participant),
            {version: (one.sentences[version], one.pronouns[version]) for version in VERSIONS},
            is_participant=one.is_participant,
            in_work=one.in_work,
        )
        for one in found.sets
    )
    return ItemsRead(items=items, left_out=found.left_out, notes=found.notes, rows=found.rows)


SOURCE = BenchmarkSource(benchmark_id="winogender", files=_files, read=_read, suite="winogender")
