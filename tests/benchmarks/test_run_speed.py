"""How fast a run asks, beside plain aiohttp against the same server, and how the analysis grows with the files."""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from fairdesk.audit.analyse import analyse_runs
from fairdesk.audit.endpoints import running
from fairdesk.audit.plan import fix_plan, load_plan, load_variants
from fairdesk.audit.projects import create_project, rehearsal_endpoint, starting_details
from fairdesk.audit.run import run_project
from fairdesk.audit.run_engine import IN_FLIGHT
from fairdesk.audit.run_items import build_request, planned_items, variant_texts
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.progress import RunState
from fairdesk.endpoints.formats.openai_chat import WIRE_FORMAT
from fairdesk.endpoints.wire_format import request_bytes
from tests.e2e.calibration import Fixed, InProcess
from tests.faults.run_driving import write_cases

pytestmark = pytest.mark.slow

LARGE = bool(os.environ.get("FAIRDESK_BENCHMARKS"))
N_FILES = 40 if LARGE else 10
SIZES = (100, 200, 400) if LARGE else (25, 50, 100)


def fixed_project(spec: WorkspaceSpec, cases: Path) -> tuple[str, str]:
    """A project of the rehearsal model over a folder of files, its plan fixed: id and plan."""
    project = create_project(spec, cases.name, replace(starting_details(), case_folder=str(cases))).project_id
    return project, fix_plan(spec, project)


def bodies_of(spec: WorkspaceSpec, plan_sha256: str) -> list[bytes]:
    """The very bytes that a run of the first system sends."""
    with Workspace(spec) as workspace:
        plan = load_plan(workspace, plan_sha256)
        texts = variant_texts(load_variants(workspace, plan))
    questions = {question.question_id: question for question in plan.questions}
    return [
        request_bytes(
            WIRE_FORMAT,
            build_request(plan.systems[0], questions[key.question], texts[key.case_id, key.variant], key.sample),
            {},
        )
        for key in planned_items(plan)
    ]


async def plain_calls(base_url: str, bodies: list[bytes], n_in_flight: int) -> None:
    """The floor: the same bodies, the same number in flight, answers read and thrown away."""
    left = list(bodies)

    async def work(session: aiohttp.ClientSession) -> None:
        while left:
            async with session.post(f"{base_url}/chat/completions", data=left.pop()) as response:
                assert response.status == 200
                await response.read()

    async with aiohttp.ClientSession(headers={"content-type": "application/json"}) as session:
        await asyncio.gather(*(work(session) for _ in range(n_in_flight)))


def test_calls_per_second_beside_plain_aiohttp(data_dir: Path, tmp_path: Path) -> None:
    """Prints the rate of a whole run (store, ledger, reading of answers included) as a share of bare calls."""
    spec = WorkspaceSpec(data_dir=data_dir)
    project, plan_sha256 = fixed_project(spec, write_cases(tmp_path / "cases", N_FILES))
    bodies = bodies_of(spec, plan_sha256)
    with Workspace(spec) as workspace, running(workspace, rehearsal_endpoint()) as server:
        started = time.perf_counter()
        asyncio.run(plain_calls(server.base_url, bodies, IN_FLIGHT["rehearsal"]))
        floor_s = time.perf_counter() - started
    rates: list[float] = []
    statuses = run_project(spec, project, lambda progress: rates.append(progress.rate_per_s), systems=("baseline",))
    assert [status.state for status in statuses] == [RunState.COMPLETE]
    floor = len(bodies) / floor_s
    print(f"{len(bodies)} calls: run {rates[-1]:.0f}/s, plain aiohttp {floor:.0f}/s, ratio {rates[-1] / floor:.2f}")


def test_the_analysis_grows_linearly_with_the_files(data_dir: Path, tmp_path: Path) -> None:
    """Prints processor seconds for one, two and four times as many files; every size gives all its results."""
    spec = WorkspaceSpec(data_dir=data_dir)
    seconds: dict[int, float] = {}
    for size in (4, *SIZES):  # the first only loads the libraries
        project, plan_sha256 = fixed_project(spec, write_cases(tmp_path / f"cases-{size}", size))
        runs = InProcess(Fixed(spec, project, plan_sha256, {}))
        run_ids = runs.ask(seed=size)
        with Workspace(spec) as workspace:
            started = time.process_time()
            analysis = analyse_runs(workspace, plan_sha256, run_ids)
            seconds[size] = time.process_time() - started
        runs.close()
        assert sum(run.n_planned for run in analysis.runs) == size * 7 * 3 * 2
    ratios = " ".join(f"{seconds[after] / seconds[before]:.2f}" for before, after in itertools.pairwise(SIZES))
    shown = ", ".join(f"{size} files {seconds[size]:.2f} s" for size in SIZES)
    print(f"analysis: {shown}; each against the one before: {ratios}")
