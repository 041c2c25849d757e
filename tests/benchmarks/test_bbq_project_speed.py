"""CPU time of BBQ in a project: import, plan, and the analysis of 400 calls.

FAIRDESK_BENCHMARK_BBQ=all with ``-s`` takes all 58,476 items and prints seconds of CPU and memory; the default keeps it
working on one category. Asserts nothing about time; that every call has a status is asserted. CPU time grows by half
where others work on the same cores.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.progress import RunProgress
from tests.architecture.tree import ROOT

FOLDER = ROOT.parent / "shared" / "benchmarks" / "bbq"
WHOLE = os.environ.get("FAIRDESK_BENCHMARK_BBQ") == "all"
N_CALLS = 400

T = TypeVar("T")

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the official files are not beside the project")


def timed(name: str, work: Callable[[], T]) -> T:
    """Work with its CPU time printed."""
    before = time.process_time()
    done = work()
    print(f"{name}: {time.process_time() - before:.1f} s of CPU")
    return done


def test_cpu_time_of_bbq_in_a_project(tmp_path: Path) -> None:
    """A project takes BBQ, fixes a plan, asks a few hundred calls of many and analyses them: each is linear work."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    endpoint = EndpointSettings(name="Rehearsal", kind="rehearsal", model="fairdesk-rehearsal", options={})
    details = with_endpoint(starting_details(), endpoint)
    project = create_project(spec, "BBQ", replace(details, systems=details.systems[:1])).project_id
    path = FOLDER if WHOLE else FOLDER / "data" / "Sexual_orientation.jsonl.gz"
    request = BenchmarkRequest(benchmark_id="bbq", path=path, without_files=True)
    added = timed("import", lambda: add_benchmark(spec, project, request))
    timed("plan", lambda: fix_plan(spec, project))
    done: list[int] = []

    def tell(progress: RunProgress) -> None:
        done.append(progress.n_done)

    run_project(spec, project, tell, lambda: bool(done) and done[-1] >= N_CALLS)
    analysis = timed("analysis", lambda: analyse_project(spec, project)[1])
    print(f"{added.n_items:,} items, {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB at most")
    (run,) = analysis.runs
    assert sum(run.counts.values()) == run.n_planned == 3 * added.n_items
    assert run.n_planned - run.counts["not_attempted"] >= N_CALLS
