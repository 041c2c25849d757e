"""The engine on bare jobs: sleep, leases, budgets and what is told, against a real server on loopback."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from fairdesk.audit.run_budget import BudgetWatch
from fairdesk.audit.run_engine import RunEngine
from fairdesk.audit.run_lane import RunJob, RunLane
from fairdesk.audit.run_standing import RunEnd
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_now
from fairdesk.domain.endpoint_terms import Budget, EndpointTerms
from fairdesk.domain.errors import StoreBusy
from fairdesk.domain.exchanges import ItemKey, Message, ModelReply, ModelRequest, Status
from fairdesk.domain.progress import RunProgress, RunState
from fairdesk.endpoints.asker import Asker
from fairdesk.endpoints.client import EndpointClient, EndpointTarget
from fairdesk.endpoints.pace import Pace, PaceSettings
from tests.faults.faulty_server import FaultyServer, Reply, faulty_server, said

N_ITEMS = 40

NO_LIMITS = Budget()


def request_of(key: ItemKey) -> ModelRequest:
    messages = (Message(role="user", content=f"Item {key.case_id}"),)
    return ModelRequest(messages=messages, model="m", temperature=0.0, max_tokens=99)


def status_of(_key: ItemKey, reply: ModelReply) -> Status:
    return Status.ANSWERED if reply.text else Status.UNREADABLE


def job(run_id: str, budget: Budget = NO_LIMITS) -> RunJob:
    """Items of one run, in blocks of five."""
    keys = [ItemKey(case_id=str(n), variant="v", question="q", sample=1) for n in range(N_ITEMS)]
    return RunJob(
        run_id=run_id,
        title=run_id,
        blocks=iter([keys[n : n + 5] for n in range(0, N_ITEMS, 5)]),
        n_planned=N_ITEMS,
        request_of=request_of,
        status_of=status_of,
        leases=(f"run:{run_id}",),
        budget=BudgetWatch(budget, EndpointTerms()),
    )


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    with faulty_server(lambda number, body: said("4", wait_s=0.01)) as serving:
        yield serving


def ask(
    workspace: Workspace, server: FaultyServer, jobs: tuple[RunJob, ...], tell: Callable[[RunProgress], None]
) -> dict[str, RunEnd]:
    """Ask all jobs at the server."""

    async def go() -> dict[str, RunEnd]:
        async with EndpointClient(EndpointTarget(base_url=server.base_url)) as client:
            pace = Pace(PaceSettings(max_in_flight=4), workspace.clock)
            lane = RunLane(asker=Asker(client, pace), jobs=jobs, order_seed=3)
            return await RunEngine(workspace, (lane,), tell, lambda: False).ask()

    return asyncio.run(go())


def test_runs_on_one_endpoint_go_on_in_step(data_dir: Path, server: FaultyServer) -> None:
    """Two runs share the pace, keep a chain each, and every answer is in its own chain once."""
    told: list[RunProgress] = []
    with Workspace(WorkspaceSpec(data_dir=data_dir)) as workspace:
        ends = ask(workspace, server, (job("a"), job("b")), told.append)
        for run_id in "ab":
            asked = [entry.case_id for entry in workspace.store.ledger.entries(f"run:{run_id}", kind="exchange")]
            assert sorted(asked, key=int) == [str(n) for n in range(N_ITEMS)]
    assert {run_id: end.state for run_id, end in ends.items()} == {"a": RunState.COMPLETE, "b": RunState.COMPLETE}
    assert server.n_asked == 2 * N_ITEMS
    assert {progress.run_id: progress.n_done for progress in told} == {"a": N_ITEMS, "b": N_ITEMS}
    assert all(sum(progress.counts.values()) == progress.n_done for progress in told)


def test_a_budget_stops_one_run_and_not_its_neighbour(data_dir: Path, server: FaultyServer) -> None:
    """Each run has a budget of its own; the other one on the same endpoint goes on to its end."""
    with Workspace(WorkspaceSpec(data_dir=data_dir)) as workspace:
        ends = ask(workspace, server, (job("a", Budget(max_calls=7)), job("b")), lambda progress: None)
    assert (ends["a"].state, ends["a"].cause) == (RunState.STOPPED, "budget")
    assert ends["b"].state is RunState.COMPLETE
    assert server.n_asked == 7 + N_ITEMS


def test_a_sleep_is_noticed_and_said(data_dir: Path, server: FaultyServer) -> None:
    """When the clock on the wall gains an hour on the loop's, the run says from when to when it slept, and goes on."""
    told: list[RunProgress] = []
    asleep = timedelta()

    def clock() -> datetime:
        return utc_now() + asleep

    def answer(number: int, _body: dict[str, object]) -> Reply:
        nonlocal asleep
        if number == 10:
            asleep = timedelta(hours=1)
        return said("4", wait_s=0.05)

    server.answer = answer
    with Workspace(WorkspaceSpec(data_dir=data_dir), clock) as workspace:
        ends = ask(workspace, server, (job("a"),), told.append)
        assert workspace.store.leases.holder("run:a") is not None, "the lease was not renewed after the sleep"
    assert ends["a"].state is RunState.COMPLETE
    assert any("slept from" in progress.words for progress in told)


def test_a_lease_that_was_lost_in_a_sleep_stops_at_once(data_dir: Path, server: FaultyServer) -> None:
    """Another process took the run while the computer slept: nothing more is written to its chain."""
    asleep = timedelta()

    def clock() -> datetime:
        return utc_now() + asleep

    with Workspace(WorkspaceSpec(data_dir=data_dir), clock) as workspace:

        def answer(number: int, _body: dict[str, object]) -> Reply:
            nonlocal asleep
            if number == 10 and not asleep:
                an_hour = timedelta(hours=1)
                with Workspace(WorkspaceSpec(data_dir=data_dir), lambda: utc_now() + an_hour) as other:
                    other.store.leases.acquire("run:a", "another window", 600)
                asleep = an_hour
            return said("4", wait_s=0.02)

        server.answer = answer
        with pytest.raises(StoreBusy, match="another window"):
            ask(workspace, server, (job("a"),), lambda progress: None)
        n_written = workspace.store.ledger.count("run:a", "exchange")
        assert n_written <= 10


def test_an_interrupt_while_the_disk_works_loses_and_doubles_nothing(data_dir: Path, server: FaultyServer) -> None:
    """Ctrl-C while a write waits for the disk: that write is ended first, and what arrived is kept once."""

    async def go(workspace: Workspace) -> None:
        async with EndpointClient(EndpointTarget(base_url=server.base_url)) as client:
            lane = RunLane(asker=Asker(client, Pace(PaceSettings(max_in_flight=4), workspace.clock)), jobs=(job("a"),))
            asking = asyncio.create_task(RunEngine(workspace, (lane,), lambda progress: None, lambda: False).ask())
            while server.n_asked < 8:
                await asyncio.sleep(0.01)
            other = sqlite3.connect(workspace.store.path, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(0.3)
            asking.cancel()
            await asyncio.sleep(0.1)
            other.execute("ROLLBACK")
            other.close()
            with pytest.raises(asyncio.CancelledError):
                await asking

    with Workspace(WorkspaceSpec(data_dir=data_dir)) as workspace:
        asyncio.run(go(workspace))
        kept = [entry.case_id for entry in workspace.store.ledger.entries("run:a", kind="exchange")]
    assert len(kept) == len(set(kept)) == server.n_asked
