"""Benchmarks that a project can ask beside its own files; one file each.

May import ``domain``, ``extractors`` and ``measures``. To add one: write ``foo.py`` with a ``BENCHMARK`` and a function
that makes an item, name it below, and say in ``audit/benchmark_sources`` which files its items are read from;
``tests/contract/test_benchmarks.py`` tries it.
"""

from __future__ import annotations

from fairdesk.evaluations.benchmarks.bbq import BENCHMARK as BBQ
from fairdesk.evaluations.benchmarks.bbq_relatives import RELATIVES
from fairdesk.evaluations.benchmarks.benchmark import Benchmark
from fairdesk.evaluations.benchmarks.bold import BENCHMARK as BOLD
from fairdesk.evaluations.benchmarks.crows_pairs import BENCHMARK as CROWS_PAIRS
from fairdesk.evaluations.benchmarks.discrim_eval import BENCHMARK as DISCRIM_EVAL
from fairdesk.evaluations.benchmarks.gest import BENCHMARK as GEST
from fairdesk.evaluations.benchmarks.hiring_rank_audit import BENCHMARK as HIRING_RANK_AUDIT
from fairdesk.evaluations.benchmarks.holistic_bias import BENCHMARK as HOLISTIC_BIAS
from fairdesk.evaluations.benchmarks.realtoxicityprompts import BENCHMARK as REALTOXICITYPROMPTS
from fairdesk.evaluations.benchmarks.representation import BENCHMARK as REPRESENTATION
from fairdesk.evaluations.benchmarks.stereoset import BENCHMARK as STEREOSET
from fairdesk.evaluations.benchmarks.winobias import BENCHMARK as WINOBIAS
from fairdesk.evaluations.benchmarks.winogender import BENCHMARK as WINOGENDER
from fairdesk.evaluations.benchmarks.xstest import BENCHMARK as XSTEST

BENCHMARKS: tuple[Benchmark, ...] = (
    BBQ,
    *RELATIVES,
    CROWS_PAIRS,
    STEREOSET,
    WINOBIAS,
    WINOGENDER,
    XSTEST,
    GEST,
    BOLD,
    REALTOXICITYPROMPTS,
    HOLISTIC_BIAS,
    DISCRIM_EVAL,
    HIRING_RANK_AUDIT,
    REPRESENTATION,
)


def benchmark(benchmark_id: str) -> Benchmark:
    """The benchmark with this id.

    Raises:
        KeyError: there is none.
    """
    for one in BENCHMARKS:
        if one.benchmark_id == benchmark_id:
            return one
    raise KeyError(benchmark_id)
