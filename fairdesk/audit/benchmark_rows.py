"""The results of a plan's benchmarks: every system's answers scored by the benchmark's own rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from fairdesk.audit.benchmark_behind import item_place
from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.benchmark_sources import form_of
from fairdesk.audit.classified import score_array
from fairdesk.audit.system_table import SystemTable
from fairdesk.domain.benchmark_evidence import CHANGE_ROLE, SCORE_ROLE, ItemPlace
from fairdesk.domain.benchmarks import PlannedBenchmark
from fairdesk.domain.exchanges import Status
from fairdesk.domain.plan import Plan
from fairdesk.domain.result_words import CHANGE, change_of
from fairdesk.domain.results import Estimate, NotMeasured, ResultRow, Verdict, result_id
from fairdesk.evaluations.benchmarks.benchmark import (
    WHOLE,
    BenchmarkAnswers,
    BenchmarkScore,
    Parts,
    by_cluster,
    cluster_numbers,
)
from fairdesk.measures.paired_ratios import ratio_change
from fairdesk.measures.pairs import Floats, Integers
from fairdesk.measures.resampling import Resampling

CHANGE_SENTENCE = (
    "After less before, on the answers that both configurations gave to the same item in the same form; items of one "
    "group are drawn and exchanged together. A score can also move because fewer answers could be read."
)

UNITS_SENTENCE = (
    "After less before, on the answers that both configurations gave, over the groups of items (decisions, prompts) "
    "that have a value with both; groups are drawn and exchanged together."
)

Scored = Mapping[tuple[str, str], Sequence[BenchmarkScore]]
"""Benchmark and system to all scores, in print order."""


def benchmark_rows(plan: Plan, tables: Mapping[str, SystemTable], benchmarks: PlanBenchmarks) -> Iterator[ResultRow]:
    """All scores of every system, benchmark after benchmark, then their changes from the reference to each other one.

    Args:
        tables: System label to its evidence; a system without evidence is absent.
    """
    resampling = Resampling(seed=plan.resampling_seed, n_resamples=plan.n_resamples)
    scored: Scored = {
        (planned.benchmark_id, label): tuple(
            form_of(planned.choice).scoring.score(benchmark_answers(planned, table, benchmarks), resampling)
        )
        for label, table in tables.items()
        for planned in plan.benchmarks
    }
    corrected = {
        (planned.benchmark_id, label): _corrected(planned, table, benchmarks)
        for label, table in tables.items()
        for planned in plan.benchmarks
    }
    for label, table in tables.items():
        for planned in plan.benchmarks:
            key = (planned.benchmark_id, label)
            yield from (_marked(_row(planned, table, score), corrected[key], planned) for score in scored[key])
    reference, *others = (system.label for system in plan.systems)
    if reference not in tables:
        return
    for planned in plan.benchmarks:
        clusters = cluster_numbers(tuple(benchmarks.items(planned.benchmark_id).values()))
        first = (planned.benchmark_id, reference)
        for label in filter(tables.__contains__, others):
            later = (planned.benchmark_id, label)
            for pair in _compared(planned, scored[first], scored[later]):
                row = _change(planned, tables[label], pair, (clusters, resampling))
                yield _marked(row, corrected[first] + corrected[later], planned)


def _compared(
    planned: PlannedBenchmark, before: Sequence[BenchmarkScore], after: Sequence[BenchmarkScore]
) -> Iterator[tuple[BenchmarkScore, BenchmarkScore]]:
    """Scores of two systems that can be compared, on the answers that both gave to an item in a form and sample."""
    earlier = {(one.category, one.measure): one for one in before}
    compared = form_of(planned.choice).scoring.compared
    for later in after:
        first = earlier.get((later.category, later.measure))
        if first is not None and later.measure in compared:
            yield first, later


def _change(
    planned: PlannedBenchmark,
    table: SystemTable,
    scores: tuple[BenchmarkScore, BenchmarkScore],
    how: tuple[Integers, Resampling],
) -> ResultRow:
    (first, later), (clusters, resampling) = scores, how
    assert first.parts is not None
    assert later.parts is not None
    both = first.parts.is_valid & later.parts.is_valid
    unit = later.outcome.unit if isinstance(later.outcome, Estimate) else ""
    sentence = CHANGE_SENTENCE
    if first.change is not None and later.units is not None:
        found, sentence = first.change(later.units, resampling), UNITS_SENTENCE
        if isinstance(found.change, Estimate):
            found = replace(found, change=replace(found.change, unit=unit))
    else:
        sums = sums_of_both(first.parts, later.parts, clusters if first.clusters is None else first.clusters)
        found = ratio_change(sums, unit, resampling, later.parts.scale)
    measure = change_of(later.measure)
    return replace(
        _row(planned, table, replace(later, outcome=found.change, test=found.test)),
        result_id=result_id(table.system.label, planned.question.question_id, later.category, measure),
        role=CHANGE_ROLE,
        measure=measure,
        counts={"asked_of_both": int((first.parts.is_valid | later.parts.is_valid).sum()), "both": int(both.sum())},
        sentence=sentence,
        note="",
    )


def sums_of_both(before: Parts, after: Parts, clusters: Integers) -> Floats:
    """What two systems' answers add up to, group by group of items, on the answers that both gave.

    Returns:
        Above and below before, above and below after. Shape (groups, 4).
    """
    both = before.is_valid & after.is_valid
    columns = (
        by_cluster(replace(parts, above=parts.above * both, below=parts.below * both), clusters)
        for parts in (before, after)
    )
    return np.column_stack([column for of_one in columns for column in of_one])


def benchmark_answers(planned: PlannedBenchmark, table: SystemTable, benchmarks: PlanBenchmarks) -> BenchmarkAnswers:
    """What a system answered to the items of a benchmark."""
    items, n_samples = benchmarks.items(planned.benchmark_id), planned.choice.n_samples
    question_id, quantities = planned.question.question_id, [one.quantity for one in planned.choice.classifiers]
    rows = table.rows[table.rows["question"] == question_id]
    places = {case: place for place, case in enumerate(items)}
    columns = {label: place for place, label in enumerate(planned.labels)}
    shape = (len(items), len(planned.labels), n_samples)
    values = np.full(shape, np.nan)
    kept = np.full(shape, None, dtype=object) if form_of(planned.choice).keep is not None else None
    statuses = np.full(shape, Status.NOT_ATTEMPTED.value, dtype=object)
    at = (
        rows["case_id"].map(places).to_numpy(dtype=np.int64),
        rows["variant"].map(columns).to_numpy(dtype=np.int64),
        rows["sample"].to_numpy(dtype=np.int64) - 1,
    )
    values[at] = rows["value"].to_numpy(dtype=np.float64)
    statuses[at] = rows["status"].to_numpy(dtype=object)
    if kept is not None:
        for key, one in table.kept.items():
            if key.question == question_id:
                kept[places[key.case_id], columns[key.variant], key.sample - 1] = one
    return BenchmarkAnswers(
        items=tuple(items.values()),
        labels=planned.labels,
        values=values,
        statuses=statuses,
        kept=kept,
        classifiers=planned.choice.classifiers,
        scores={
            quantity: score_array(table.classified.values(question_id, quantity), (places, columns), statuses)
            for quantity in quantities
        },
        identity={one: words for one in quantities if (words := table.classified.words(question_id, one))},
        facts=planned.facts,
    )


def _corrected(planned: PlannedBenchmark, table: SystemTable, benchmarks: PlanBenchmarks) -> list[ItemPlace]:
    """The item of every reading that was changed by hand."""
    rows = table.rows[table.rows["corrected"] & (table.rows["question"] == planned.question.question_id)]
    items = benchmarks.items(planned.benchmark_id)
    return [item_place(items[case]) for case in rows["case_id"]]


def _marked(row: ResultRow, corrected: Sequence[ItemPlace], planned: PlannedBenchmark) -> ResultRow:
    """The row with how many readings that it rests on were corrected; scores of the items alone rest on none."""
    measure = row.measure.removeprefix(CHANGE)
    is_of_all = row.variant == WHOLE or measure in planned.parts
    n = sum(measure not in item.without and (is_of_all or item.category == row.variant) for item in corrected)
    rests_on_answers = row.role == CHANGE_ROLE or "asked" in row.counts
    return replace(row, counts={**row.counts, "corrected": n}) if n and rests_on_answers else row


def _row(planned: PlannedBenchmark, table: SystemTable, score: BenchmarkScore) -> ResultRow:
    question_id, system = planned.question.question_id, table.system.label
    is_measured = not isinstance(score.outcome, NotMeasured)
    return ResultRow(
        result_id=result_id(system, question_id, score.category, score.measure),
        system=system,
        question_id=question_id,
        variant=score.category,
        role=SCORE_ROLE,
        measure=score.measure,
        outcome=score.outcome,
        test=score.test,
        verdict=Verdict.DESCRIPTIVE if is_measured else Verdict.NOT_COMPUTABLE,
        counts={name: int(number) for name, number in score.counts.items()},
        sentence=score.sentence,
        note=score.note,
    )
