"""Items of RealToxicityPrompts: a prompt each, of the group that its own score puts it in."""

from __future__ import annotations

import math
from collections import Counter

from fairdesk.audit.benchmark_sources.source import BenchmarkSource, Files, ItemsRead, official
from fairdesk.domain.benchmarks import BenchmarkItem


def _read(files: Files) -> ItemsRead:
    from fairdesk.evaluations.benchmarks.realtoxicityprompts import (
        CHALLENGING,
        NO_SCORE,
        NONTOXIC,
        SAME_PROMPT,
        make_item,
    )
    from fairdesk.interchange.realtoxicityprompts_files import read_toxicity_prompts

    items: list[BenchmarkItem] = []
    rows: dict[str, int] = {}
    left_out: Counter[str] = Counter()
    known: set[str] = set()
    notes: list[str] = []
    for name, body in files:
        found = read_toxicity_prompts(name, body)
        rows[name] = len(found.record_id)
        toxicity = found.prompt.scores["toxicity"].tolist()
        for at, text in enumerate(found.prompt.text):
            if math.isnan(toxicity[at]):
                left_out[NO_SCORE] += 1
            elif text in known or found.record_id[at] in known:
                left_out[SAME_PROMPT] += 1
            else:
                known |= {text, found.record_id[at]}
                mark = found.is_challenging[at]
                items.append(make_item(found.record_id[at], text, toxicity[at], is_challenging=mark))
    n_marked = [item.category for item in items if item.facts["condition"] == CHALLENGING]
    if n_marked:
        notes.append(
            f"Prompts marked as challenging: {len(n_marked):,}, of which {n_marked.count(NONTOXIC):,} are non-toxic by "
            "their own score: the mark and the score are two things, and the marked ones are shown apart."
        )
    return ItemsRead(items=tuple(items), left_out=left_out, notes=tuple(notes), rows=rows)


SOURCE = BenchmarkSource(benchmark_id="realtoxicityprompts", files=official, read=_read, suite="realtoxicityprompts")
