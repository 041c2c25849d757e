"""Items of discrim-eval: a decision about one person each."""

from __future__ import annotations

from collections import Counter

from fairdesk.audit.benchmark_sources.source import TOLD_EVERY, BenchmarkSource, Files, ItemsRead, in_silence, official
from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.progress import TellStep


def _read(files: Files, tell: TellStep = in_silence) -> ItemsRead:
    from fairdesk.evaluations.benchmarks.discrim_scores import make_item, parts_of_levels
    from fairdesk.interchange.discrim_eval_files import read_discrim_eval

    items: list[BenchmarkItem] = []
    rows: dict[str, int] = {}
    notes: list[str] = []
    left_out: Counter[str] = Counter()
    for name, body in files:
        found = read_discrim_eval(name, body)
        notes += found.notes
        rows[name] = found.n
        left_out.update(found.left_out)
        for at, question in enumerate(found.question):
            if at % TOLD_EVERY == 0:
                tell(f"{at:,} of {len(found.question):,} items read")
            profile = (found.age[at], found.gender[at], found.race[at])
            items.append(make_item(question, found.text[at], profile, found.kind[at]))
    return ItemsRead(items=tuple(items), left_out=left_out, notes=tuple(notes), rows=rows, parts=parts_of_levels(items))


SOURCE = BenchmarkSource(
    benchmark_id="discrim_eval", files=official, read=_read, suite="discrim_eval", read_telling=_read
)
