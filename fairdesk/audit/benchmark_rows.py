"""The results of a plan's benchmarks: every system's answers scored by the benchmark's own rules."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.benchmark_sources import benchmark_of
from fairdesk.audit.system_table import SystemTable
from fairdesk.domain.benchmarks import PlannedBenchmark
from fairdesk.domain.exchanges import Status
from fairdesk.domain.plan import Plan
from fairdesk.domain.results import NotMeasured, ResultRow, Verdict, result_id
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers, BenchmarkScore
from fairdesk.measures.resampling import Resampling

ROLE = "benchmark"
"""Role of the rows; ``variant`` of such a row is its category, empty for all items together."""


def benchmark_rows(plan: Plan, table: SystemTable, benchmarks: PlanBenchmarks) -> Iterator[ResultRow]:
    """All scores of one system, benchmark after benchmark, in print order."""
    resampling = Resampling(seed=plan.resampling_seed, n_resamples=plan.n_resamples)
    for planned in plan.benchmarks:
        answers = benchmark_answers(planned, table, benchmarks)
        for score in benchmark_of(planned.benchmark_id).score(answers, resampling):
            yield _row(planned, table, score)


def benchmark_answers(planned: PlannedBenchmark, table: SystemTable, benchmarks: PlanBenchmarks) -> BenchmarkAnswers:
    """What a system answered to the items of a benchmark."""
    items, n_samples = benchmarks.items(planned.benchmark_id), planned.choice.n_samples
    rows = table.rows[table.rows["question"] == planned.question.question_id]
    places = {case: place for place, case in enumerate(items)}
    columns = {label: place for place, label in enumerate(planned.labels)}
    shape = (len(items), len(planned.labels), n_samples)
    values = np.full(shape, np.nan)
    statuses = np.full(shape, Status.NOT_ATTEMPTED.value, dtype=object)
    at = (
        rows["case_id"].map(places).to_numpy(dtype=np.int64),
        rows["variant"].map(columns).to_numpy(dtype=np.int64),
        rows["sample"].to_numpy(dtype=np.int64) - 1,
    )
    values[at] = rows["value"].to_numpy(dtype=np.float64)
    statuses[at] = rows["status"].to_numpy(dtype=object)
    return BenchmarkAnswers(items=tuple(items.values()), labels=planned.labels, values=values, statuses=statuses)


def _row(planned: PlannedBenchmark, table: SystemTable, score: BenchmarkScore) -> ResultRow:
    question_id, system = planned.question.question_id, table.system.label
    is_measured = not isinstance(score.outcome, NotMeasured)
    return ResultRow(
        result_id=result_id(system, question_id, score.category, score.measure),
        system=system,
        question_id=question_id,
        variant=score.category,
        role=ROLE,
        measure=score.measure,
        outcome=score.outcome,
        test=score.test,
        verdict=Verdict.DESCRIPTIVE if is_measured else Verdict.NOT_COMPUTABLE,
        counts={name: int(number) for name, number in score.counts.items()},
        sentence=score.sentence,
        note=score.note,
    )
