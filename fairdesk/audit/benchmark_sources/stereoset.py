"""Items of StereoSet."""

from __future__ import annotations

from fairdesk.audit.benchmark_sources.source import BenchmarkSource, Files, ItemsRead, official


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


SOURCE = BenchmarkSource(benchmark_id="stereoset", files=official, read=_read, suite="stereoset")
