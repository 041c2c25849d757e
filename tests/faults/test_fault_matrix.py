"""The fault matrix: whole runs against servers that disappoint in every way; after each fault the books balance.

Planned = asked + not attempted; asked = answered + refused + unreadable + failed; every chain checks; no item has two
answers; what reached the server is what the entries say; and a resumed run against a sound server completes. Kills are
in test_run_faults.py, disks, locks and second processes in test_run_surroundings.py, keys in test_planted_key.py.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.endpoint_terms import EndpointTerms
from fairdesk.domain.progress import RunState
from tests.e2e.command_line import HOME, environment, fairdesk, finish, start
from tests.faults.balance import Accounts, balanced
from tests.faults.faulty_server import FaultyServer, Reply, failed, faulty_server, said
from tests.faults.run_driving import CALLS_PER_FILE, IN_FLIGHT, make_project, write_cases

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="ends processes with POSIX signals"),
]

N_FILES = 6
N_PLANNED = N_FILES * CALLS_PER_FILE * 2
SILENCE_S = 3.0
"""Of a server that hangs; the others are given time enough for any machine."""

LETTERS = str.maketrans("0123456789", "ghijklmnop")


def mark(request_sha256: str) -> str:
    """A hash without digits, which might be read as a rating."""
    return request_sha256.translate(LETTERS)


def sound(_number: int, body: dict[str, Any]) -> Reply:
    """A rating, with a mark of the very request that it answers."""
    return said(f"I give a rating of 3. {mark(sha256_hex(canonical_bytes(body)))}", wait_s=0.01)


@pytest.fixture
def spec(data_dir: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=data_dir)


def project_at(spec: WorkspaceSpec, base_url: str, tmp_path: Path, silence_s: float = 60.0) -> str:
    """A project that waits so long for a silent server."""
    project = make_project(spec, write_cases(tmp_path / "cases", N_FILES), base_url)
    with Workspace(spec) as workspace:
        terms = EndpointTerms(max_in_flight=IN_FLIGHT, first_byte_seconds=silence_s)
        workspace.store.endpoints.save_terms("Test server", terms)
    return project


def ran(spec: WorkspaceSpec, project: str, *options: str) -> tuple[int, Accounts]:
    """The exit code of a run, and its books."""
    done = fairdesk(spec.data_dir, "--json", "run", project, *options)
    return done.code, balanced(spec, project, done)


def each_to_its_question(accounts: Accounts) -> bool:
    """Whether every answer is kept with the request that it answers."""
    return all(text.endswith(mark(request_sha256)) for request_sha256, text in accounts.answers)


def every(step: int) -> Callable[[int], bool]:
    return lambda number: number % step == step - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What a server does wrong.

    Attributes:
        does: Makes the faulty reply out of the sound one.
        hits: Numbers of the calls that meet it.
        causes: Why the items that met it fail; empty where they are asked again by rule, or lose nothing.
        costs_calls: Whether a call that meets it brings no answer.
    """

    does: Callable[[Reply], Reply]
    hits: Callable[[int], bool]
    causes: frozenset[str] = frozenset()
    costs_calls: bool = True


def longer(reply: Reply) -> Reply:
    return replace(reply, claimed_length=len(reply.data) + 50)


def shorter(reply: Reply) -> Reply:
    return replace(reply, claimed_length=len(reply.data) - 10)


def twice(reply: Reply) -> Reply:
    """A second whole answer behind the first, which must not be taken for that to the next question."""
    other = said("I give a rating of 1. It answers nothing.").data
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(other)}\r\n\r\n".encode()
    return replace(reply, data=reply.data + head + other, claimed_length=len(reply.data))


def slow_down(**headers: str) -> Callable[[Reply], Reply]:
    return lambda reply: failed(429, "Slow down", **headers)


def come_back_later(_reply: Reply) -> Reply:
    when = datetime.now(UTC) + timedelta(seconds=1.5)
    return failed(429, "Slow down", Retry_After=format_datetime(when, usegmt=True))


def storm(number: int) -> bool:
    return 20 <= number < 30 or 60 <= number < 64


GARBLED = frozenset({"not_json", "not_understood"})
"""What a body that ends too early is, and what comes behind it; which is seen first is up to the packets, and where
the rest is seen first the call counts as cut off and is sent again."""

SILENT = frozenset({"timed_out"})

FAULTS = {
    "hangs now and then": Fault(does=lambda reply: replace(reply, wait_s=2 * SILENCE_S), hits=every(16), causes=SILENT),
    "hangs for all, for a while": Fault(
        does=lambda reply: replace(reply, wait_s=2 * SILENCE_S),
        hits=lambda n: 20 <= n < 30,
        causes=SILENT,
    ),
    "truncates": Fault(does=lambda reply: replace(reply, cut_after=len(reply.data) // 2), hits=every(7)),
    "cuts before the first byte": Fault(does=lambda reply: replace(reply, cut_after=0), hits=every(7)),
    "claims too great a length": Fault(does=longer, hits=every(16), causes=SILENT),
    "claims too great a length and hangs up": Fault(
        does=lambda reply: replace(longer(reply), cut_after=10_000), hits=every(7)
    ),
    "claims too small a length": Fault(does=shorter, hits=every(7), causes=GARBLED),
    "claims no length": Fault(does=lambda reply: replace(reply, claimed_length=0), hits=every(7), causes=GARBLED),
    "answers twice": Fault(does=twice, hits=every(3), costs_calls=False),
    "429 with seconds": Fault(does=slow_down(Retry_After="1"), hits=storm),
    "429 with a date": Fault(does=come_back_later, hits=storm),
    "429 without a word": Fault(does=slow_down(), hits=lambda n: 20 <= n < 24),
    "429 every other call": Fault(does=slow_down(Retry_After="0"), hits=every(2)),
    "overloaded": Fault(does=lambda reply: failed(503, "Overloaded"), hits=storm),
    "too large": Fault(
        does=lambda reply: replace(reply, data=b" " * 9_000_000), hits=every(40), causes=frozenset({"too_large"})
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_books_balance_after(spec: WorkspaceSpec, tmp_path: Path, name: str) -> None:
    """Nothing is lost, nothing is taken twice, the server saw no more than what is written; a resume completes."""
    fault = FAULTS[name]

    def answer(number: int, body: dict[str, Any]) -> Reply:
        reply = sound(number, body)
        return fault.does(reply) if number and fault.hits(number) else reply

    with faulty_server(answer) as server:
        silence_s = SILENCE_S if fault.causes == SILENT else 60.0
        project = project_at(spec, server.base_url, tmp_path, silence_s)
        code, first = ran(spec, project)
        n_hit = sum(map(fault.hits, range(1, server.n_asked + 1))) if fault.costs_calls else 0
        assert n_hit or not fault.costs_calls
        assert first.n_planned == N_PLANNED
        assert each_to_its_question(first)
        assert server.asked == first.sent, "the server saw other calls than the store tells of"
        if fault.causes:
            assert (code, first.n_failed + first.n_answers) == (4, N_PLANNED)
            assert first.n_failed == n_hit or (fault.causes == GARBLED and 0 < first.n_failed < n_hit)
            assert {cause for run in first.runs for cause in run.failures} <= fault.causes
        else:
            assert (code, first.n_failed, first.n_answers) == (0, 0, N_PLANNED)
            assert server.n_asked == N_PLANNED + n_hit
        completes(spec, project, server, first)


def completes(spec: WorkspaceSpec, project: str, server: FaultyServer, before: Accounts) -> None:
    """From here on the server is sound: what failed or was not attempted is asked once, and nothing else."""
    server.answer = sound
    n_before = server.n_asked
    code, after = ran(spec, project, "--resume")
    assert (code, after.n_answers, after.n_failed) == (0, N_PLANNED, 0)
    assert server.n_asked - n_before == N_PLANNED - before.n_answers
    assert set(before.answers) <= set(after.answers)
    assert each_to_its_question(after)
    assert all(run.state is RunState.COMPLETE for run in after.runs)


def test_answers_that_come_out_of_order_are_kept_with_their_questions(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Delays at random turn the order of answers over; each is kept with the request that it answers."""
    choose = random.Random(20261130)
    delays = [choose.choice((0.0, 0.02, 0.1, 0.4)) for _ in range(N_PLANNED + 1)]
    ended: list[int] = []

    def answer(number: int, body: dict[str, Any]) -> Reply:
        time.sleep(delays[number])
        ended.append(number)
        return replace(sound(number, body), wait_s=0.0)

    with faulty_server(answer) as server:
        project = project_at(spec, server.base_url, tmp_path)
        code, accounts = ran(spec, project)
        assert (code, accounts.n_answers, server.n_asked) == (0, N_PLANNED, N_PLANNED)
        assert [number for number in ended if number] != sorted(number for number in ended if number)
        assert each_to_its_question(accounts)
        assert server.asked == accounts.sent
        completes(spec, project, server, accounts)


def test_everything_at_once(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Faults of every kind, drawn for each call anew, and two kills between: the books balance every time."""
    choose = random.Random(8)
    kinds = ("truncates", "claims too small a length", "answers twice", "429 every other call")
    drawn = [choose.choice((*kinds, *[""] * 10)) for _ in range(5000)]

    def answer(number: int, body: dict[str, Any]) -> Reply:
        reply = replace(sound(number, body), wait_s=(number % 5) / 50)
        return FAULTS[drawn[number]].does(reply) if number and drawn[number] else reply

    with faulty_server(answer) as server:
        project = project_at(spec, server.base_url, tmp_path)
        for n_asked, options in ((25, ()), (60, ("--resume",))):
            run = start(spec.data_dir, "run", project, *options)
            server.wait_for(n_asked)
            run.send_signal(signal.SIGKILL)
            finish(run)
            killed = balanced(spec, project)
            assert each_to_its_question(killed)
            assert not killed.sent - server.asked
        _, accounts = ran(spec, project, "--resume")
        assert each_to_its_question(accounts)
        assert not accounts.sent - server.asked
        completes(spec, project, server, accounts)


def test_a_model_that_changes_its_name_leaves_the_choice(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The run stops with both names and the two ways on; it goes on with a reason, and the books balance each time."""

    def renamed(number: int, body: dict[str, Any]) -> Reply:
        reply = sound(number, body)
        return replace(reply, data=reply.data.replace(b"faulty-1", b"faulty-2")) if number > 20 else reply

    with faulty_server(renamed) as server:
        project = project_at(spec, server.base_url, tmp_path)
        done = fairdesk(spec.data_dir, "--json", "run", project)
        stopped = balanced(spec, project, done)
        assert done.code == 4
        assert all(words in done.err for words in ("“faulty-1”", "“faulty-2”", "--accept-change", "new plan"))
        assert server.n_asked <= 20 + IN_FLIGHT
        assert (server.asked, stopped.n_failed) == (stopped.sent, 0)
        assert stopped.n_answers == server.n_asked, "an answer that was paid for was not kept"
        assert {run.state for run in stopped.runs} == {RunState.STOPPED}
        code, after = ran(spec, project, "--resume", "--accept-change", "the provider told so")
        assert (code, after.n_answers, server.n_asked) == (0, N_PLANNED, N_PLANNED)
        assert server.asked == after.sent
        assert each_to_its_question(after)


SERVE = """
import os, sys, time
from tests.faults.faulty_server import faulty_server
from tests.faults.test_fault_matrix import sound
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
log = os.open(sys.argv[2], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
def answer(number, body):
    if number:
        os.write(log, (sha256_hex(canonical_bytes(body)) + chr(10)).encode())
        time.sleep(0.03)
    return sound(number, body)
with faulty_server(answer, int(sys.argv[1])) as server:
    print(server.base_url, flush=True)
    sys.stdin.read()
"""


@contextmanager
def server_process(log: Path, port: str = "0") -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server of its own process, which can be killed; it writes down every question before it answers."""
    command = [sys.executable, "-c", SERVE, port, str(log)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment(), cwd=HOME) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def asked_in(log: Path) -> Counter[str]:
    return Counter(log.read_text().split())


def wait_for(log: Path, n_asked: int) -> None:
    ends_at = time.monotonic() + 60
    while asked_in(log).total() < n_asked:
        assert time.monotonic() < ends_at, asked_in(log).total()
        time.sleep(0.01)


def test_a_server_that_is_killed_and_comes_back(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A server that dies twice with calls in its hands costs these calls again, no item, and no other call."""
    log = tmp_path / "asked"
    log.touch()
    with server_process(log) as (first, base_url):
        project = project_at(spec, base_url, tmp_path)
        port = base_url.split(":")[2].split("/")[0]
        run = start(spec.data_dir, "--json", "run", project)
        wait_for(log, 25)
        first.kill()
        first.wait()
    time.sleep(1.0)
    assert balanced(spec, project).n_failed == 0
    with server_process(log, port) as (second, _):
        wait_for(log, 60)
        second.kill()
        second.wait()
    with server_process(log, port):
        done = finish(run).without_traceback()
    accounts = balanced(spec, project, done)
    assert (done.code, accounts.n_answers, accounts.n_failed) == (0, N_PLANNED, 0)
    assert each_to_its_question(accounts)
    asked = asked_in(log)
    assert N_PLANNED <= asked.total() <= N_PLANNED + 2 * IN_FLIGHT
    assert not asked - accounts.sent, "the server saw a call that the store does not tell of"
    print(f"two deaths of the server: {asked.total() - N_PLANNED} calls were sent again of {N_PLANNED}")
