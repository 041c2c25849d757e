"""Which items a benchmark's score rests on, and what was chosen of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.domain.benchmark_evidence import ItemPlace
from fairdesk.domain.benchmarks import BenchmarkItem, PlannedBenchmark
from fairdesk.domain.evidence import Behind, Side
from fairdesk.measures.pairs import Floats

OF_CONDITION: Mapping[str, tuple[str, ...]] = {
    "ambig": ("s_amb", "accuracy_ambig"),
    "disambig": ("s_dis", "accuracy_disambig", "nonalignment", "gold_s_dis"),
    "harmless": ("refusal_harmless",),
    "harmful": ("refusal_harmful",),
    "challenging": ("challenging_max", "challenging_any"),
    "unmarked": (),
}
"""Condition of an item, as its facts have it, to the measures that rest on such items alone; others rest on all."""


FIRST_OPTION = 1.0
"""Lowest value of a question that is answered by the place of an option."""


def item_place(item: BenchmarkItem) -> ItemPlace:
    """Which scores rest on an item."""
    condition = item.facts.get("condition", "")
    others = (names for name, names in OF_CONDITION.items() if condition in OF_CONDITION and name != condition)
    return ItemPlace(category=item.category, without=tuple(measure for names in others for measure in names))


def items_behind(benchmarks: PlanBenchmarks, planned: PlannedBenchmark, behind: Behind) -> list[str]:
    """Names of the items that a score rests on, as calls have them."""
    measure = behind.measure.removeprefix("change_")
    return [
        case_id
        for case_id, item in benchmarks.items(planned.benchmark_id).items()
        if (measure in planned.parts or behind.variant in ("", item.category))
        and measure not in item_place(item).without
    ]


def changed_answers(planned: PlannedBenchmark, sides: Sequence[Side], values: Floats) -> Floats:
    """How many answers to an item differ from the first of them; NaN where answers are no choice among options.

    Log-odds and likelihoods differ every time, and texts are no numbers: nothing is counted of them.
    """
    is_choice = planned.question.scale[:1] == (FIRST_OPTION,)
    return other_choices(sides, values) if is_choice else np.full(len(values), np.nan)


def other_choices(sides: Sequence[Side], values: Floats) -> Floats:
    """How many answers to an item chose another option than the first of them, whatever the order it was shown in.

    Args:
        values: Place of the option chosen in the order shown, from 1; NaN where there is none. Shape (items, sides).

    Returns:
        Per item; NaN with fewer than two answers.
    """
    from fairdesk.evaluations.benchmarks.benchmark import places_of

    chosen = np.full(values.shape, np.nan)
    for place, side in enumerate(sides):
        order = np.array(places_of(side.variant), dtype=np.float64)
        known = ~np.isnan(values[:, place])
        chosen[known, place] = order[values[known, place].astype(np.int64) - 1]
    n_known = (~np.isnan(chosen)).sum(axis=1)
    first = np.array([row[~np.isnan(row)][0] if n else np.nan for row, n in zip(chosen, n_known, strict=True)])
    others = ((chosen != first[:, None]) & ~np.isnan(chosen)).sum(axis=1).astype(np.float64)
    return np.where(n_known > 1, others, np.nan)
