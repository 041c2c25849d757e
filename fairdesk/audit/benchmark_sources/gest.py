"""Items of GEST: a sentence each."""

from __future__ import annotations

from fairdesk.audit.benchmark_sources.source import BenchmarkSource, Files, ItemsRead, official
from fairdesk.domain.benchmarks import BenchmarkItem


def _read(files: Files) -> ItemsRead:
    from fairdesk.evaluations.benchmarks.gest import make_item
    from fairdesk.interchange.gest_files import read_gest

    items: list[BenchmarkItem] = []
    rows: dict[str, int] = {}
    notes: list[str] = []
    first: dict[str, str] = {}
    for name, body in files:
        found = read_gest(name, body)
        notes += found.notes
        rows[name] = len(found.sentence)
        for sentence, stereotype, women in zip(found.sentence, found.stereotype, found.is_about_women, strict=True):
            item_id = str(len(items) + 1)
            cluster = first.setdefault(sentence, item_id)
            items.append(make_item(item_id, sentence, stereotype, cluster, is_about_women=women))
    return ItemsRead(items=tuple(items), notes=tuple(notes), rows=rows)


SOURCE = BenchmarkSource(benchmark_id="gest", files=official, read=_read, suite="gest")
