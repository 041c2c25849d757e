"""Runs where the computer is the fault: full disk, locked store, a second process, proxies, and keys that may leak."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.plan import fix_plan, load_plan
from fairdesk.audit.run_budget import BudgetWatch
from fairdesk.audit.run_engine import RunEngine
from fairdesk.audit.run_items import planned_items
from fairdesk.audit.run_lane import RunJob, RunLane
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_now
from fairdesk.domain.endpoint_terms import Budget, EndpointTerms
from fairdesk.domain.errors import StoreBusy
from fairdesk.domain.exchanges import Message, ModelRequest, Status
from fairdesk.domain.plan import Plan
from fairdesk.domain.progress import RunState
from fairdesk.endpoints.asker import Asker
from fairdesk.endpoints.client import EndpointClient, EndpointTarget
from fairdesk.endpoints.pace import Pace
from fairdesk.report.identity import make_demo_identity
from tests.e2e.command_line import fairdesk, finish, start
from tests.faults.faulty_server import Reply, failed, faulty_server, said
from tests.faults.run_driving import CALLS_PER_FILE, IN_FLIGHT, make_project, on_disk, write_cases
from tests.faults.test_run_faults import N_SYSTEMS, RATING, project_of, rates
from tests.faults.test_store_faults import small_disk

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="injects faults with POSIX signals, mounts and limits"),
]

KEY = "sk-planted-4b1d5f7aa90c"


@pytest.fixture
def spec(data_dir: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=data_dir)


def test_a_disk_that_fills_up_during_a_run(tmp_path: Path) -> None:
    """The run ends with "disk is full"; what was counted is there, and the run completes when there is room again."""
    with small_disk(tmp_path / "disk", 48 * 1024) as disk, faulty_server(rates) as server:
        spec = WorkspaceSpec(data_dir=disk / "profile")
        project, n_planned = project_of(spec, server, tmp_path, 30)
        server.answer = lambda number, body: said(RATING + " x" * 1000, wait_s=0.01)
        run = start(spec.data_dir, "run", project, "--events")
        server.wait_for(30)
        ballast = disk / "ballast"
        free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
        ballast.write_bytes(bytes(max(0, free - 300_000)))
        done = finish(run).without_traceback()
        assert done.code == 2
        assert "disk" in done.err.lower()
        counted = [int(found) for found in re.findall(r'"n_done": (\d+)', done.out)]
        ballast.unlink()
        kept = on_disk(spec, project)
        assert kept.broken == ()
        assert 0 < kept.n_answers < n_planned
        assert kept.n_answers >= max(counted, default=0), "something was counted that is not on disk"
        server.answer = rates
        assert fairdesk(spec.data_dir, "run", project, "--resume").code == 0
        kept = on_disk(spec, project)
        assert (kept.n_answers, kept.n_failures, kept.broken) == (n_planned, 0, ())
        assert server.n_asked - n_planned <= IN_FLIGHT


def test_a_file_size_limit_during_a_run(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Where the disk takes no more of the file (quota, limit), the run ends in words and can be resumed."""
    program = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))\n"
        "from fairdesk.__main__ import main; sys.exit(main())"
    )
    with faulty_server(rates) as server:
        project, n_planned = project_of(spec, server, tmp_path, 40)
        server.answer = lambda number, body: said(RATING + " x" * 2000)
        tried = subprocess.run(
            [sys.executable, "-c", program, "--data-dir", str(spec.data_dir), "run", project],
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )
        assert tried.returncode == 2, tried
        assert "Traceback" not in tried.stderr + tried.stdout
        assert "disk" in tried.stderr.lower()
        kept = on_disk(spec, project)
        assert (0 < kept.n_answers < n_planned, kept.broken) == (True, ())
        server.answer = rates
        assert fairdesk(spec.data_dir, "run", project, "--resume").code == 0
        assert on_disk(spec, project).n_answers == n_planned


@contextmanager
def locked(spec: WorkspaceSpec) -> Iterator[None]:
    """The store's write lock, held by a foreign connection."""
    with Workspace(spec) as workspace:
        path = workspace.store.path
    with closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


@pytest.mark.parametrize("seconds", [2.0, 14.0])
def test_a_store_that_another_process_locks_during_a_run(spec: WorkspaceSpec, tmp_path: Path, seconds: float) -> None:
    """A lock costs time and no answer: what arrived meanwhile is written as soon as the lock is gone."""
    with faulty_server(lambda number, body: said(RATING, wait_s=0.02)) as server:
        project, n_planned = project_of(spec, server, tmp_path, 6)
        run = start(spec.data_dir, "run", project)
        server.wait_for(20)
        with locked(spec):
            time.sleep(seconds)
        done = finish(run).without_traceback()
        if done.code:
            assert (done.code, "locked by another process" in done.err) == (2, True)
            assert fairdesk(spec.data_dir, "run", project, "--resume").code == 0
        kept = on_disk(spec, project)
        assert (kept.n_answers, kept.n_failures, kept.broken) == (n_planned, 0, ())
        assert server.n_asked == n_planned, "an answer that had arrived was given up"


def test_a_store_that_stays_locked(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """After its patience the run ends and says that another process holds the store; nothing is lost on disk."""
    with faulty_server(lambda number, body: said(RATING, wait_s=0.02)) as server:
        project, n_planned = project_of(spec, server, tmp_path, 6)
        run = start(spec.data_dir, "run", project)
        server.wait_for(20)
        with locked(spec):
            done = finish(run).without_traceback()
        assert done.code == 2
        assert "locked by another process" in done.err
        assert fairdesk(spec.data_dir, "run", project, "--resume").code == 0
        kept = on_disk(spec, project)
        assert (kept.n_answers, kept.broken) == (n_planned, ())
        assert server.n_asked - n_planned <= IN_FLIGHT


def test_a_second_process_is_refused_and_told_who_is_at_work(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """While one run is going on a second one of the same project asks nothing and names the process of the first."""
    go_on = threading.Event()

    def answer(number: int, _body: dict[str, Any]) -> Reply:
        if number > 10:
            go_on.wait(120)
        return said(RATING)

    with faulty_server(answer) as server:
        project, n_planned = project_of(spec, server, tmp_path, 6)
        first = start(spec.data_dir, "run", project)
        server.wait_for(11)
        for option in ([], ["--resume"]):
            second = fairdesk(spec.data_dir, "run", project, *option)
            assert second.code == 2
            assert f"process {first.pid}" in second.err
        go_on.set()
        assert finish(first).without_traceback().code == 0
        kept = on_disk(spec, project)
        assert (kept.n_answers, kept.n_failures, kept.broken) == (n_planned, 0, ())
        assert server.n_asked == n_planned


def test_processes_that_start_together_make_one_run(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Of three runs started at the same moment one asks and the others are refused; nothing is asked twice."""
    with faulty_server(lambda number, body: said(RATING, wait_s=0.1)) as server:
        project, n_planned = project_of(spec, server, tmp_path, 4)
        done = [finish(one).without_traceback() for one in [start(spec.data_dir, "run", project) for _ in range(3)]]
        assert sorted(one.code for one in done) == [0, 2, 2], done
        assert all("has been working on" in one.err for one in done if one.code)
        kept = on_disk(spec, project)
        assert len(kept.runs) == N_SYSTEMS
        assert (kept.n_answers, server.n_asked, kept.broken) == (n_planned, n_planned, ())


def test_a_proxy_in_the_environment_is_not_used_for_loopback(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """HTTP_PROXY set to an address where nothing answers: an endpoint on loopback is asked directly."""
    proxy = "http://127.0.0.1:9"
    names = ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")
    with faulty_server(rates) as server:
        project, n_planned = project_of(spec, server, tmp_path, 1)
        done = fairdesk(spec.data_dir, "run", project, variables=dict.fromkeys(names, proxy))
        assert done.code == 0
        assert on_disk(spec, project).n_answers == n_planned


def forms_of(key: str) -> list[bytes]:
    """How a key may lie in a file: as it is, in two bytes a letter, in base64 at any of three places, in hex."""
    import base64

    plain = key.encode()
    shifted = [base64.b64encode(b"x" * place + plain)[4:-4] for place in range(3)]
    return [plain, key.encode("utf-16-le"), key.encode("utf-16-be"), plain.hex().encode(), plain[::-1], *shifted]


@pytest.mark.parametrize("way", ["variable", "control"])
def test_a_key_is_nowhere_but_in_the_calls(spec: WorkspaceSpec, tmp_path: Path, way: str) -> None:
    """A planted key reaches the server, and no file, report, output or command line, not even when it is echoed."""
    out = tmp_path / "out"
    out.mkdir()
    with faulty_server(rates) as server:
        server.wanted_key = KEY
        cases = write_cases(tmp_path / "cases", 12)
        given: dict[str, Any] = {"variable": "PLANTED_KEY"} if way == "variable" else {"key_name": "planted"}
        project = make_project(spec, cases, server.base_url, **given)
        # The server repeats the key in errors and in answers, as some do.
        server.answer = lambda number, body: (
            failed(400, f"Bad request with key {KEY}") if number % 10 == 3 else said(f"{RATING} {KEY}", wait_s=0.02)
        )
        variables = {"PLANTED_KEY": KEY, "P12_PASSWORD": ""} if way == "variable" else {}
        options = ["--control"] if way == "control" else []
        run = start(spec.data_dir, "run", project, "--events", *options, variables=variables, stdin=subprocess.PIPE)
        assert run.stdin is not None
        if way == "control":
            run.stdin.write(f'{{"planted": "{KEY}"}}\n')
        run.stdin.flush()
        server.wait_for(20)
        arguments = [
            Path(f"/proc/{entry}/cmdline").read_bytes() for entry in os.listdir("/proc") if entry == str(run.pid)
        ]
        done = finish(run).without_traceback()
        assert done.code == 4
        assert server.keys == {f"Bearer {KEY}"}
        assert on_disk(spec, project).n_answers > 100
    identity = make_demo_identity(tmp_path / "identity", "Tester", utc_now())
    issued = fairdesk(
        spec.data_dir,
        "report",
        project,
        "issue",
        "--p12",
        str(identity.p12),
        "--out",
        str(out / "report.pdf"),
        "--password-variable",
        "P12_PASSWORD",
        variables={"P12_PASSWORD": identity.password, "PLANTED_KEY": KEY},
    )
    assert issued.code == 0, issued
    places = {"output": (done.out + done.err + issued.out + issued.err).encode(), "arguments": b" ".join(arguments)}
    places |= {
        str(path): path.read_bytes() for folder in (spec.data_dir, out) for path in folder.rglob("*") if path.is_file()
    }
    places["unpacked report"] = unpacked(out / "report.pdf")
    for place, data in places.items():
        for form in forms_of(KEY):
            assert form not in data, f"the key is in {place}"
    for place, data in places.items():
        assert identity.password.encode() not in data, f"the password of the PKCS#12 file is in {place}"


def unpacked(pdf: Path) -> bytes:
    """All streams of a PDF without their compression."""
    import io

    import pikepdf

    plain = io.BytesIO()
    with pikepdf.open(pdf) as opened:
        opened.save(plain, stream_decode_level=pikepdf.StreamDecodeLevel.all, compress_streams=False)
    return plain.getvalue()


def test_calls_per_file_are_what_the_tests_count_on(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The plan asks each file so many times, all of one question, and both systems alike."""
    with faulty_server(rates) as server:
        project, n_planned = project_of(spec, server, tmp_path, 1)
        assert fairdesk(spec.data_dir, "run", project).code == 0
        runs = on_disk(spec, project).runs
        assert [run.n_planned for run in runs] == [CALLS_PER_FILE] * N_SYSTEMS
        assert (sum(run.n_planned for run in runs), server.n_asked) == (n_planned, n_planned)
        assert all(run.state is RunState.COMPLETE for run in runs)


HOLD = """
import sys, time
from datetime import UTC, datetime
from pathlib import Path
from fairdesk.store.store import Store
with Store.open(Path(sys.argv[1]), lambda: datetime.now(UTC)) as store:
    store.leases.acquire(sys.argv[2], "another window", 600)
    print("held", flush=True)
    sys.stdin.read()
"""


async def asked(workspace: Workspace, plan: Plan, base_url: str) -> None:
    """Ask the first question of a plan in a run that was never looked up in the store."""
    request = ModelRequest(messages=(Message(role="user", content="File"),), model="m", temperature=0.0, max_tokens=9)
    job = RunJob(
        run_id="r-1",
        title="baseline",
        blocks=iter([planned_items(plan)]),
        n_planned=len(planned_items(plan)),
        request_of=lambda key: request,
        status_of=lambda key, reply: Status.ANSWERED,
        leases=("run:r-1",),
        budget=BudgetWatch(Budget(), EndpointTerms()),
    )
    async with EndpointClient(EndpointTarget(base_url=base_url)) as client:
        lane = RunLane(asker=Asker(client, Pace()), jobs=(job,))
        await RunEngine(workspace, (lane,), lambda progress: None, lambda: False).ask()


def test_a_run_whose_place_was_taken_while_its_model_started_asks_nothing(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A model may start more slowly than a lease lasts: whoever lost it meanwhile is refused before the first call."""
    with faulty_server(rates) as server:
        project, _ = project_of(spec, server, tmp_path, 1)
        plan_sha256 = fix_plan(spec, project)
        with Workspace(spec) as workspace:
            plan = load_plan(workspace, plan_sha256)
            command = [sys.executable, "-c", HOLD, str(workspace.store.path), "run:r-1"]
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
                assert other.stdout is not None
                assert other.stdout.readline() == "held\n"
                with pytest.raises(StoreBusy, match="another window"):
                    asyncio.run(asked(workspace, plan, server.base_url))
        assert server.n_asked == 0
