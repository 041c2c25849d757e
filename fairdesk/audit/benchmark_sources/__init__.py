"""Which files the items of every benchmark are read from: the readers of ``interchange`` meet ``evaluations`` here.

One file per benchmark; to add one, write ``foo.py`` with a ``SOURCE`` and name it below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_sources import (
    bbq,
    bbq_relatives,
    bold,
    crows_pairs,
    discrim_eval,
    gest,
    hiring_rank_audit,
    holistic_bias,
    realtoxicityprompts,
    representation,
    stereoset,
    winobias,
    winogender,
    xstest,
)
from fairdesk.audit.benchmark_sources.source import BenchmarkSource, Files, ItemsRead
from fairdesk.domain.benchmarks import BenchmarkChoice
from fairdesk.domain.errors import ImportProblem, InputError

if TYPE_CHECKING:
    from fairdesk.evaluations.benchmarks.benchmark import AskingForm, Benchmark

__all__ = ["SOURCES", "BenchmarkSource", "Files", "ItemsRead", "benchmark_of", "form_of", "source_of"]

SOURCES: tuple[BenchmarkSource, ...] = (
    bbq.SOURCE,
    bbq_relatives.KOBBQ,
    bbq_relatives.GG_BBQ,
    bbq_relatives.ESBBQ,
    bbq_relatives.CABBQ,
    crows_pairs.SOURCE,
    stereoset.SOURCE,
    winobias.SOURCE,
    winogender.SOURCE,
    xstest.SOURCE,
    gest.SOURCE,
    bold.SOURCE,
    realtoxicityprompts.SOURCE,
    holistic_bias.SOURCE,
    discrim_eval.SOURCE,
    hiring_rank_audit.SOURCE,
    representation.SOURCE,
)


def benchmark_of(benchmark_id: str) -> Benchmark:
    """The benchmark that a source's items are scored by."""
    from fairdesk.evaluations.benchmarks import benchmark

    return benchmark(benchmark_id)


def form_of(choice: BenchmarkChoice) -> AskingForm:
    """The form in which a choice asks its items.

    Raises:
        InputError: the benchmark has no such form.
    """
    benchmark = benchmark_of(choice.benchmark_id)
    form = benchmark.form(choice.form)
    if form is None:
        known = ", ".join(one.form_id for one in benchmark.forms)
        raise InputError(f"{benchmark.card.title} has no form {choice.form!r}.", f"It has: {known}.")
    return form


def source_of(benchmark_id: str) -> BenchmarkSource:
    """The source of a benchmark.

    Raises:
        ImportProblem: FairDesk has no such benchmark.
    """
    for source in SOURCES:
        if source.benchmark_id == benchmark_id:
            return source
    known = ", ".join(source.benchmark_id for source in SOURCES)
    raise ImportProblem(f"FairDesk has no benchmark {benchmark_id!r}.", f"It has: {known}.")
