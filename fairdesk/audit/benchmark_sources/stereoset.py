"""Items of StereoSet."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_sources.source import BenchmarkSource, Files, ItemsRead, official

if TYPE_CHECKING:
    from fairdesk.interchange.official_files import OfficialFile


def _read(files: Files) -> ItemsRead:
    from fairdesk.evaluations.benchmarks.stereoset import make_item
    from fairdesk.interchange.stereoset_files import read_stereoset

    items, rows = [], {}
    for name, body in files:
        found = read_stereoset(name, body)
        rows[name] = len(found.cluster_id)
        for at, cluster in enumerate(found.cluster_id):
            of = (f"{found.bias_type[at]} ({found.task[at]})", found.target[at])
            items.append(make_item(cluster, of, found.context[at], found.sentences[at]))
    return ItemsRead(items=tuple(items), rows=rows)


def _files(path: Path) -> Sequence[OfficialFile]:
    """Of a folder, what is called ``dev``: tables of scores and other texts lie beside it."""
    found = official(path)
    dev = [one for one in found if PurePosixPath(one.name).name.startswith("dev") and one.name.endswith(".json")]
    return dev or found


SOURCE = BenchmarkSource(benchmark_id="stereoset", files=_files, read=_read, suite="stereoset")
