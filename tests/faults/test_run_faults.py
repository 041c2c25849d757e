"""Runs under faults, as whole programs: killed, stopped, and against servers that disappoint. Nothing may be lost."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.exchanges import Status
from fairdesk.domain.progress import RunState
from tests.e2e.command_line import fairdesk, finish, start
from tests.e2e.scripted_server import user_text
from tests.faults.balance import balanced
from tests.faults.faulty_server import FaultyServer, Reply, failed, faulty_server, said
from tests.faults.run_driving import CALLS_PER_FILE, IN_FLIGHT, make_project, on_disk, write_cases

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="ends processes with POSIX signals"),
]

N_SYSTEMS = 2
N_KILLS = 50
RATING = "I give a rating of 3."
HTML = Reply(data=b"<!DOCTYPE html><html><body>Sign in</body></html>", content_type="text/html")
CUT = Reply(data=said(RATING).data, cut_after=20)


def rates(_number: int, _body: dict[str, Any]) -> Reply:
    return said(RATING)


@pytest.fixture
def spec(data_dir: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=data_dir)


def project_of(spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path, n_files: int) -> tuple[str, int]:
    """A project and the number of calls that it plans."""
    cases = write_cases(tmp_path / "cases", n_files)
    return make_project(spec, cases, server.base_url), n_files * CALLS_PER_FILE * N_SYSTEMS


def test_a_run_of_2000_calls_is_killed_fifty_times(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Kill -9 at random moments loses no answer on disk and costs no more prompts than were in flight."""
    choose = random.Random(20261129)
    with faulty_server(rates) as server:
        project, n_planned = project_of(spec, server, tmp_path, 143)
        assert n_planned >= 2000
        n_unkept: list[int] = []
        for attempt in range(N_KILLS):
            run = start(spec.data_dir, "run", project, *(["--resume"] if attempt else []))
            n_wanted = server.n_asked + choose.randrange(1, 30)
            while server.n_asked < n_wanted:
                assert run.poll() is None, f"attempt {attempt} ended by itself: {finish(run)}"
                time.sleep(0.002)
            time.sleep(choose.uniform(0, 0.05))
            run.send_signal(signal.SIGKILL)
            assert finish(run).code == -signal.SIGKILL
            kept = balanced(spec, project)
            n_unkept.append(server.n_asked - kept.n_answers - sum(n_unkept))
            assert 0 <= n_unkept[-1] <= IN_FLIGHT
            assert (kept.n_failed, kept.sent - server.asked) == (0, Counter())
        assert fairdesk(spec.data_dir, "run", project, "--resume").code == 0
        kept = on_disk(spec, project)
        print(f"asked again after each of the kills: {n_unkept}; all calls: {server.n_asked} for {n_planned} answers")
        assert (kept.n_answers, kept.broken) == (n_planned, ())
        assert all(run.state is RunState.COMPLETE for run in kept.runs)
        # Whatever the server saw more often than it is on disk was in flight at a kill.
        twice = server.asked - kept.bodies
        assert sum(twice.values()) == sum(n_unkept)
        assert not kept.bodies - server.asked
        # A finished run asks nothing more.
        assert fairdesk(spec.data_dir, "run", project, "--resume").code == 0
        assert server.n_asked == n_planned + sum(n_unkept)


def test_a_second_kill_before_the_first_write_keeps_the_first_part(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A run that is killed, and killed again while it resumes, still has its first answers, and pays for none twice."""
    with faulty_server(rates) as server:
        project, n_planned = project_of(spec, server, tmp_path, 10)
        run = start(spec.data_dir, "run", project)
        server.wait_for(40)
        run.kill()
        finish(run)
        first = on_disk(spec, project)
        assert first.n_answers > 0
        server.answer = lambda number, body: said(RATING, wait_s=5.0)
        n_before = server.n_asked
        again = start(spec.data_dir, "run", project, "--resume")
        server.wait_for(n_before + 1)
        again.kill()
        finish(again)
        server.answer = rates
        second = on_disk(spec, project)
        assert (second.bodies, second.broken) == (first.bodies, ())
        assert second.runs[0].state is RunState.INTERRUPTED
        assert fairdesk(spec.data_dir, "run", project, "--resume").code == 0
        kept = on_disk(spec, project)
        assert (kept.n_answers, kept.broken) == (n_planned, ())
        assert sum((server.asked - kept.bodies).values()) <= 2 * IN_FLIGHT


def test_a_run_that_was_left_is_not_started_anew_by_accident(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Without --resume a run that was left is named, with the way to go on, and nothing is asked."""
    with faulty_server(rates) as server:
        project, _ = project_of(spec, server, tmp_path, 10)
        run = start(spec.data_dir, "run", project)
        server.wait_for(20)
        run.kill()
        finish(run)
        n_before = server.n_asked
        done = fairdesk(spec.data_dir, "run", project)
        assert done.code == 2
        assert "interrupted" in done.err
        assert "--resume" in done.err
        assert server.n_asked == n_before


@pytest.mark.parametrize("ending", ["SIGINT", "SIGTERM", "stop"])
def test_a_stop_keeps_what_was_done(spec: WorkspaceSpec, tmp_path: Path, ending: str) -> None:
    """Ctrl+C, SIGTERM and the line "stop" end a run with exit code 5; what was answered is kept and can be resumed."""
    with faulty_server(lambda number, body: said(RATING, wait_s=0.05)) as server:
        project, n_planned = project_of(spec, server, tmp_path, 10)
        if ending == "stop":
            run = start(spec.data_dir, "run", project, "--control", stdin=-1)
            assert run.stdin is not None
            run.stdin.write("{}\n")
            run.stdin.flush()
        else:
            run = start(spec.data_dir, "run", project)
        server.wait_for(40)
        if run.stdin is not None:
            run.stdin.write("stop\n")
            run.stdin.flush()
        else:
            run.send_signal(getattr(signal, ending))
        done = finish(run).without_traceback()
        assert done.code == 5
        assert "Stopped by the user." in done.err
        kept = on_disk(spec, project)
        assert kept.runs[0].state is RunState.STOPPED
        assert server.n_asked - kept.n_answers <= IN_FLIGHT
        assert fairdesk(spec.data_dir, "run", project, "--resume").code == 0
        kept = on_disk(spec, project)
        assert (kept.n_answers, kept.n_failures, kept.broken) == (n_planned, 0, ())


def test_the_end_of_the_control_pipe_does_not_stop_a_run(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A window that goes away closes the run's standard input; the run goes on to its end."""
    with faulty_server(rates) as server:
        project, n_planned = project_of(spec, server, tmp_path, 2)
        done = fairdesk(spec.data_dir, "run", project, "--control", said="{}\n")
        assert done.code == 0
        assert on_disk(spec, project).n_answers == n_planned


@pytest.mark.parametrize("line", ["no json", "[1]", '"sk-secret-key-123"'])
def test_a_wrong_first_line_of_the_control_pipe_is_an_error_in_words(data_dir: Path, line: str) -> None:
    """What is no JSON object of keys is refused without repeating it."""
    done = fairdesk(data_dir, "run", "P", "--control", said=line + "\n")
    assert done.code == 2
    assert "keys" in done.err
    assert line not in done.err


def test_an_interrupt_while_the_endpoint_is_tried_ends_at_once(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Ctrl+C does not wait for a silent server before the plan is fixed."""
    with faulty_server(lambda number, body: said("Hello.", wait_s=20.0)) as server:
        project, _ = project_of(spec, server, tmp_path, 1)
        run = start(spec.data_dir, "run", project)
        with server.changed:
            assert server.changed.wait_for(lambda: server.keys, timeout=60)
        time.sleep(0.3)
        sent_at = time.monotonic()
        run.send_signal(signal.SIGINT)
        done = finish(run).without_traceback()
        assert time.monotonic() - sent_at < 10
        assert done.code == 5
        assert "kept" in done.err


def test_an_endpoint_that_is_down_at_the_start(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The address is named, the exit code is 4, nothing is asked, and the same command works when the server is up."""
    with faulty_server(rates) as server:
        project, n_planned = project_of(spec, server, tmp_path, 1)
        port = int(server.base_url.split(":")[2].split("/")[0])
    done = fairdesk(spec.data_dir, "run", project)
    assert done.code == 4
    assert f"No server answers at 127.0.0.1:{port}" in done.err
    assert on_disk(spec, project).runs == ()
    with faulty_server(rates, port) as server:
        assert fairdesk(spec.data_dir, "run", project).code == 0
        assert on_disk(spec, project).n_answers == n_planned


def wait_until(is_so: Callable[[], bool], within_s: float = 120.0) -> None:
    """Look again every fifth of a second; what does not come within the time fails the test."""
    until = time.monotonic() + within_s
    while not is_so():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.2)


def test_an_endpoint_that_goes_away_for_a_while_is_waited_for(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """An outage costs time and no item: the run waits, says so, and asks on when the server is back."""
    with faulty_server(lambda number, body: said(RATING, wait_s=0.02)) as server:
        project, n_planned = project_of(spec, server, tmp_path, 10)
        port = int(server.base_url.split(":")[2].split("/")[0])
        server.answer = lambda number, body: CUT if number > 40 else said(RATING)
        told = tmp_path / "told.txt"
        with told.open("w", encoding="utf-8") as out:
            run = start(spec.data_dir, "run", project, "--events", stdout=out)
        server.wait_for(41)
        # The server goes when its forty answers have arrived: on a busy computer some are still under way.
        wait_until(lambda: on_disk(spec, project).n_answers >= 40)
    # Until the run has met the closed door; it waits up to 20 seconds between two attempts.
    wait_until(lambda: "No server answers" in told.read_text("utf-8"))
    assert run.poll() is None, "the run did not wait"
    kept = on_disk(spec, project)
    assert (kept.n_answers, kept.n_failures) == (40, 0)
    assert kept.runs[0].state is RunState.RUNNING
    with faulty_server(rates, port) as again:
        done = finish(run).without_traceback()
        assert done.code == 0
        assert n_planned - 40 <= again.n_asked <= n_planned - 40 + IN_FLIGHT
    assert '"state": "waiting"' in told.read_text("utf-8")
    kept = on_disk(spec, project)
    assert (kept.n_answers, kept.n_failures, kept.broken) == (n_planned, 0, ())
    assert all(one.state is RunState.COMPLETE for one in kept.runs)


def test_a_stop_during_an_outage_ends_at_once(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Whoever stops a run that waits for its server does not wait with it; nothing that was asked is lost."""
    with faulty_server(rates) as server:
        project, n_planned = project_of(spec, server, tmp_path, 10)
        port = int(server.base_url.split(":")[2].split("/")[0])
        server.answer = lambda number, body: (
            failed(429, "Come back tomorrow", Retry_After="80000") if number > 40 else said(RATING)
        )
        run = start(spec.data_dir, "run", project, "--events")
        server.wait_for(41)
        time.sleep(1.0)
        sent_at = time.monotonic()
        run.send_signal(signal.SIGINT)
        done = finish(run).without_traceback()
        assert (done.code, time.monotonic() - sent_at < 60) == (5, True)
        assert '"state": "waiting"' in done.out
        assert '"waits_until": "2' in done.out
        kept = on_disk(spec, project)
        assert kept.n_answers == 40
        assert all(sum(one.counts.values()) == one.n_planned for one in kept.runs)
    with faulty_server(rates, port):
        assert fairdesk(spec.data_dir, "run", project, "--resume").code == 0
        assert on_disk(spec, project).n_answers == n_planned


def test_a_wrong_key_stops_at_once_and_a_mended_key_goes_on(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A key that is refused in the middle of a run stops it; the right key resumes it and asks nothing twice."""
    with faulty_server(lambda number, body: said(RATING, wait_s=0.02)) as server:
        cases = write_cases(tmp_path / "cases", 10)
        project = make_project(spec, cases, server.base_url, variable="TEST_KEY", key_name="")
        n_planned = 10 * CALLS_PER_FILE * N_SYSTEMS
        run = start(spec.data_dir, "run", project, variables={"TEST_KEY": "key-that-expires"})
        server.wait_for(30)
        server.wanted_key = "key-that-is-new"
        done = finish(run).without_traceback()
        assert done.code == 4
        assert "refused the key (status 401)" in done.err
        assert "Check the key" in done.err
        kept = on_disk(spec, project)
        assert server.n_asked - kept.n_answers <= IN_FLIGHT, "no call was tried again with a refused key"
        n_refused = server.n_asked - kept.n_answers
        again = fairdesk(spec.data_dir, "run", project, "--resume", variables={"TEST_KEY": "key-that-is-new"})
        assert again.code == 0
        kept = on_disk(spec, project)
        assert (kept.n_answers, server.n_asked - n_refused, kept.broken) == (n_planned, n_planned, ())
        assert all(run.state is RunState.COMPLETE and not run.failures for run in kept.runs)


def test_a_wrong_key_at_the_start_is_told_before_any_case_is_asked(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The connection test meets the refusal first: exit code 4, and no file was sent."""
    with faulty_server(rates) as server:
        server.wanted_key = "another"
        project, _ = project_of(spec, server, tmp_path, 1)
        done = fairdesk(spec.data_dir, "run", project)
        assert done.code == 4
        assert "refused the key (status 401)" in done.err
        assert server.n_asked == 0


def test_a_server_that_throttles_is_waited_for(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """429 with Retry-After: the wait is kept, everything is answered, and no failure remains."""
    with faulty_server(rates) as server:
        project, n_planned = project_of(spec, server, tmp_path, 2)
        server.answer = lambda number, body: (
            failed(429, "Slow down", Retry_After="2") if number in (3, 4, 5) else said(RATING)
        )
        started = time.monotonic()
        assert fairdesk(spec.data_dir, "run", project).code == 0
        assert time.monotonic() - started >= 2
        kept = on_disk(spec, project)
        assert (kept.n_answers, kept.n_failures, server.n_asked) == (n_planned, 0, n_planned + 3)


def test_a_server_that_fails_for_a_while_is_asked_again(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """500 and 503 followed by recovery: everything is answered, and no failure remains."""
    with faulty_server(rates) as server:
        project, n_planned = project_of(spec, server, tmp_path, 2)
        server.answer = lambda number, body: failed(500 + 3 * (number % 2), "Oops") if 0 < number <= 6 else said(RATING)
        assert fairdesk(spec.data_dir, "run", project).code == 0
        kept = on_disk(spec, project)
        assert (kept.n_answers, kept.n_failures, server.n_asked) == (n_planned, 0, n_planned + 6)


FAULTS: dict[str, tuple[Reply, str]] = {
    "web page": (HTML, "not json"),
    "nothing at all": (Reply(), "not json"),
    "10 MB": (said("3" * 10_000_000), "too large"),
    "another format": (Reply(data=b'{"hello": [1, 2]}'), "not understood"),
    "broken bytes": (Reply(data=b'{"choices": [{"message": {"content": "\xff\xfe'), ""),
    "400": (failed(400, "The text is too long \x1b[2J\x1b]0;owned\x07"), "bad request"),
}


def only_for_one_file(fault: Reply) -> Callable[[int, dict[str, Any]], Reply]:
    """A fault that is the question's own; those that may be the endpoint's are in ``test_asker_faults.py``."""

    def answer(_number: int, body: dict[str, Any]) -> Reply:
        return fault if "File 0001." in user_text(body) else said(RATING)

    return answer


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_for_some_items_is_counted_and_only_they_are_asked_again(
    spec: WorkspaceSpec, tmp_path: Path, name: str
) -> None:
    """The others are answered; exit code 4 and the cause in words; resuming asks the failed ones and nothing else."""
    fault, words = FAULTS[name]
    with faulty_server(only_for_one_file(fault)) as server:
        project, n_planned = project_of(spec, server, tmp_path, 3)
        done = fairdesk(spec.data_dir, "run", project)
        assert done.code == 4, done
        assert words in done.out
        assert "\x1b" not in done.out + done.err
        kept = on_disk(spec, project)
        n_faulty = CALLS_PER_FILE * N_SYSTEMS
        assert (kept.n_answers, kept.n_failures) == (n_planned - n_faulty, n_faulty)
        for run in kept.runs:
            assert run.state is RunState.COMPLETE_WITH_GAPS
            assert run.counts[Status.FAILED.value] == CALLS_PER_FILE
            assert sum(run.counts.values()) == run.n_planned
        left = fairdesk(spec.data_dir, "run", project)
        assert (left.code, "--resume" in left.err) == (2, True)
        server.answer = rates
        n_before, before = server.n_asked, server.asked.copy()
        assert fairdesk(spec.data_dir, "run", project, "--resume").code == 0
        assert server.n_asked - n_before == n_faulty
        assert set(server.asked - before) <= set(server.asked) - set(kept.bodies), "an answered item was asked again"
        kept = on_disk(spec, project)
        assert (kept.n_answers, kept.broken) == (n_planned, ())
        assert all(run.state is RunState.COMPLETE and run.counts[Status.FAILED.value] == 0 for run in kept.runs)


def test_an_empty_text_is_an_answer_that_cannot_be_read(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A proper answer with an empty text is kept as unreadable; it is neither a failure nor a rating."""
    with faulty_server(only_for_one_file(said(""))) as server:
        project, n_planned = project_of(spec, server, tmp_path, 2)
        assert fairdesk(spec.data_dir, "run", project).code == 0
        for run in on_disk(spec, project).runs:
            assert run.counts[Status.UNREADABLE.value] == CALLS_PER_FILE
            assert run.counts[Status.ANSWERED.value] == n_planned // N_SYSTEMS - CALLS_PER_FILE
