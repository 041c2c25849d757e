"""Items of WinoBias: a pair of sentences each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_sources.source import BenchmarkSource, Files, ItemsRead

if TYPE_CHECKING:
    from fairdesk.interchange.official_files import OfficialFile


def _files(path: Path) -> Sequence[OfficialFile]:
    from fairdesk.interchange.winobias_pairs import winobias_official_files

    return winobias_official_files(path)


def _read(files: Files) -> ItemsRead:
    from fairdesk.evaluations.benchmarks.winobias import ANTI, VERSIONS, make_item
    from fairdesk.interchange.winobias_pairs import winobias_pairs

    found = winobias_pairs(files)
    items = []
    for pair in found.pairs:
        category = f"type {pair.kind}"
        # Two neighbouring lines are about the same two people.
        group = f"{category} {pair.split} {(pair.number + 1) // 2}"
        sentences = {version: (pair.sentences[version], pair.pronouns[version]) for version in VERSIONS}
        item_id = f"{category}/{pair.split}/{pair.number}"
        items.append(make_item(item_id, (category, group), sentences, pair.people, pair.meant[ANTI]))
    return ItemsRead(items=tuple(items), left_out=found.left_out, notes=found.notes, rows=found.rows)


SOURCE = BenchmarkSource(benchmark_id="winobias", files=_files, read=_read, suite="winobias")
