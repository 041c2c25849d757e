"""How fast a run asks, beside bare loops against the same server, and how the analysis grows with the files."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import aiohttp
import httpx
import pytest
from httpx_aiohttp import AiohttpTransport

from fairdesk.audit.analyse import analyse_runs
from fairdesk.audit.plan import fix_plan, load_plan, load_variants
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.run import run_project
from fairdesk.audit.run_items import build_request, planned_items, variant_texts
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.progress import RunState
from fairdesk.endpoints.formats.openai_chat import WIRE_FORMAT
from fairdesk.endpoints.wire_format import request_bytes
from tests.benchmarks.answering_server import answering_server
from tests.e2e.calibration import Fixed, InProcess
from tests.faults.run_driving import make_project, write_cases

pytestmark = pytest.mark.slow

LARGE = bool(os.environ.get("FAIRDESK_BENCHMARKS"))
N_FILES = 400 if LARGE else 20
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """Of one way to ask: answers per second and processor seconds per answer."""

    rate: float
    cpu_s: float

    def words(self, name: str, floor: Speed) -> str:
        """Beside the floor of the same run."""
        return (
            f"{name}: {self.rate:,.0f}/s ({self.rate / floor.rate:.2f} of bare), "
            f"{1e6 * self.cpu_s:,.0f} us CPU ({self.cpu_s / floor.cpu_s:.2f})"
        )


def best(speeds: list[Speed]) -> Speed:
    """The highest rate and the least processor time: whatever else the machine did only takes away from them."""
    return Speed(rate=max(speed.rate for speed in speeds), cpu_s=min(speed.cpu_s for speed in speeds))


Post = Callable[[str, Any], Awaitable[Any]]


async def bare_loop(post: Post, url: str, bodies: list[Any], n_in_flight: int) -> Speed:
    """Asks all bodies with so many calls in flight and keeps nothing but whether a text came."""
    left = list(bodies)
    began, cpu = time.perf_counter(), time.process_time()

    async def work() -> None:
        while left:
            answer = await post(url, left.pop())
            assert answer["choices"][0]["message"]["content"]

    await asyncio.gather(*(work() for _ in range(n_in_flight)))
    n = len(bodies)
    return Speed(rate=n / (time.perf_counter() - began), cpu_s=(time.process_time() - cpu) / n)


async def bare_httpx(base_url: str, bodies: list[Any], n_in_flight: int, *, is_stock: bool) -> Speed:
    """httpx.AsyncClient as it comes, or over aiohttp's transport."""
    limits = httpx.Limits(max_connections=None)
    transport = None if is_stock else AiohttpTransport(limits=limits)
    async with httpx.AsyncClient(transport=transport, limits=limits, timeout=300, trust_env=False) as client:

        async def post(url: str, body: Any) -> Any:
            return (await client.post(url, json=body)).json()

        return await bare_loop(post, f"{base_url}/chat/completions", bodies, n_in_flight)


async def bare_aiohttp(base_url: str, bodies: list[Any], n_in_flight: int) -> Speed:
    """The floor below the floor."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def post(url: str, body: Any) -> Any:
            async with session.post(url, json=body) as response:
                return await response.json()

        return await bare_loop(post, f"{base_url}/chat/completions", bodies, n_in_flight)


def whole_run(spec: WorkspaceSpec, project: str, n_calls: int) -> Speed:
    """Everything that a run does: store, ledger, leases, progress, pace, reading of answers."""
    began, cpu = time.perf_counter(), time.process_time()
    statuses = run_project(spec, project, lambda progress: None)
    seconds, cpu_s = time.perf_counter() - began, time.process_time() - cpu
    assert [status.state for status in statuses] == [RunState.COMPLETE] * len(statuses)
    assert sum(status.n_planned for status in statuses) == n_calls
    return Speed(rate=n_calls / seconds, cpu_s=cpu_s / n_calls)


@pytest.mark.parametrize(("n_in_flight", "seconds"), [(32, 0.0), (128, 0.0), (128, 0.05)])
def test_a_whole_run_beside_bare_loops(data_dir: Path, tmp_path: Path, n_in_flight: int, seconds: float) -> None:
    """Prints rate and processor time of a whole run, every answer durable, beside loops that store nothing."""
    specs = [WorkspaceSpec(data_dir=folder) for folder in (data_dir, tmp_path / "second")]
    cases = write_cases(tmp_path / "cases", N_FILES)
    with answering_server(seconds) as base_url:
        projects = [make_project(spec, cases, base_url, max_in_flight=n_in_flight) for spec in specs]
        plans = [fix_plan(spec, project) for spec, project in zip(specs, projects, strict=True)]
        bodies = [json.loads(body) for body in bodies_of(specs[0], plans[0])] * 2
        few = bodies[: max(100, len(bodies) // 8)]
        asyncio.run(bare_httpx(base_url, few, n_in_flight, is_stock=False))  # loads the libraries
        floors, runs = [], []
        for spec, project in zip(specs, projects, strict=True):
            floors.append(asyncio.run(bare_httpx(base_url, bodies, n_in_flight, is_stock=False)))
            runs.append(whole_run(spec, project, len(bodies)))
        plain = asyncio.run(bare_aiohttp(base_url, bodies, n_in_flight))
        stock = asyncio.run(bare_httpx(base_url, few, n_in_flight, is_stock=True))
    floor, ours = best(floors), best(runs)
    print(f"\n{len(bodies)} calls, {n_in_flight} in flight, a server that takes {1000 * seconds:g} ms")
    named = {"bare httpx over aiohttp": floor, "whole run": ours, "plain aiohttp": plain, "stock httpx": stock}
    for name, speed in named.items():
        print(f"  {speed.words(name, floor)}")
    print(f"  whole run against stock httpx: {ours.rate / stock.rate:.1f} times")
    if LARGE:
        assert ours.rate >= 0.6 * floor.rate
        assert seconds or ours.cpu_s <= 1.8 * floor.cpu_s
        assert n_in_flight != 32 or ours.rate >= 3 * stock.rate


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
