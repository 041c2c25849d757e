"""Items of CrowS-Pairs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_sources.source import BenchmarkSource, Files, ItemsRead, official

if TYPE_CHECKING:
    from fairdesk.interchange.official_files import OfficialFile


def _read(files: Files) -> ItemsRead:
    from fairdesk.evaluations.benchmarks.crows_pairs import make_item
    from fairdesk.interchange.crows_pairs_files import read_crows_pairs

    items, rows = [], {}
    notes: list[str] = []
    for name, body in files:
        found = read_crows_pairs(name, body)
        notes += found.notes
        rows[name] = len(found.index)
        for at, index in enumerate(found.index):
            direction = "antistereo" if found.is_antistereo[at] else "stereo"
            items.append(make_item(index, (found.more[at], found.less[at]), found.bias_type[at], direction))
    return ItemsRead(items=tuple(items), notes=tuple(notes), rows=rows)


def _files(path: Path) -> Sequence[OfficialFile]:
    """Of a folder, what is called like the pairs: the prompts that they were written for lie beside them."""
    found = official(path)
    return [one for one in found if PurePosixPath(one.name).name.startswith("crows_pairs")] or found


SOURCE = BenchmarkSource(benchmark_id="crows_pairs", files=_files, read=_read, suite="crows_pairs")
