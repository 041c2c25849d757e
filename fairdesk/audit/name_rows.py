"""Words that stand for a group as a second source of variation beside files (methods.md M40, D3)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from fairdesk.audit.plan_families import drawn_cues
from fairdesk.audit.row_maker import RowMaker
from fairdesk.domain.results import ResultRow
from fairdesk.measures import stimuli

SHOWN = 20
"""Words that a note names; the plan holds all."""

LONGEST = 200


def name_rows(maker: RowMaker) -> Iterator[ResultRow]:
    """The mean change by the words that were drawn for the files; nothing where none were."""
    table, pair = maker.table, maker.pair
    if maker.kind.label not in table.words or table.plan.design is None:
        return
    of_files = table.words[maker.kind.label]
    places = [place for place, case in enumerate(pair.cases) if case in of_files]
    used = sorted({of_files[pair.cases[place]] for place in places})
    numbers = {word: number for number, word in enumerate(used)}
    given = stimuli.NamedDifferences(
        file=np.array(places, dtype=np.int64),
        name=np.array([numbers[of_files[pair.cases[place]]] for place in places], dtype=np.int64),
        difference=pair.differences[places],
    )
    found = stimuli.names_effect(given, pair.missing, maker.question.unit)
    sources = dict.fromkeys(
        one.provenance[:LONGEST] or "not told"
        for cue, level in drawn_cues(table.plan.design, maker.kind)
        for one in cue.lists
        if one.level == level
    )
    more = f" and {len(used) - SHOWN} more" if len(used) > SHOWN else ""
    words = stimuli.names_sentence(f"{', '.join(used[:SHOWN])}{more}", "; ".join(sources), "")
    note = f"Tested by {found.n_names} words, drawn for {found.n_files} files. {words}"
    yield maker.row("names", found.effect, found.test, note=note)
