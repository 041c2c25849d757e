"""Runs that must stop: the model changes, the budget is used up; and answers that need not be asked for again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.answers import answer_ids, one_answer
from fairdesk.audit.gathering import show_gathering
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.codec import from_plain
from fairdesk.domain.endpoint_terms import Budget, EndpointTerms
from fairdesk.domain.exchanges import Exchange
from fairdesk.domain.progress import RunOptions, RunProgress, RunState, RunStatus
from fairdesk.store.entries import ItemSearch
from tests.e2e.command_line import fairdesk
from tests.faults.faulty_server import FaultyServer, Reply, failed, faulty_server, said
from tests.faults.run_driving import CALLS_PER_FILE, IN_FLIGHT, make_project, on_disk, write_cases

pytestmark = pytest.mark.slow

N_FILES = 6
N_PLANNED = N_FILES * CALLS_PER_FILE * 2


@pytest.fixture
def spec(data_dir: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=data_dir)


def named(model: str, fingerprint: str = "", usage: tuple[int, int] | None = None) -> Reply:
    """An answer of a model with this name."""
    choice = {"index": 0, "message": {"role": "assistant", "content": "I rate it 3."}, "finish_reason": "stop"}
    body: dict[str, Any] = {"model": model, "choices": [choice], "system_fingerprint": fingerprint}
    if usage:
        body["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1]}
    return Reply(data=json.dumps(body).encode(), wait_s=0.01)


def fixed(spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path) -> str:
    """A project with a fixed plan."""
    project = make_project(spec, write_cases(tmp_path / "cases", N_FILES), server.base_url)
    fix_plan(spec, project)
    return project


def ran(spec: WorkspaceSpec, project: str, **options: Any) -> tuple[tuple[RunStatus, ...], list[RunProgress]]:
    """Run and keep what was told."""
    told: list[RunProgress] = []
    return run_project(spec, project, told.append, options=RunOptions(**options)), told


def entries(spec: WorkspaceSpec, run_id: str, kind: str) -> list[dict[str, Any]]:
    """Bodies of one kind in a run's chain."""
    with Workspace(spec) as workspace:
        return [json.loads(entry.body) for entry in workspace.store.ledger.entries(f"run:{run_id}", kind=kind)]


def balances(statuses: tuple[RunStatus, ...]) -> bool:
    """Planned = answered + refused + unreadable + failed + not attempted, in every run."""
    return all(sum(one.counts.values()) == one.n_planned for one in statuses)


def test_a_model_that_changes_its_name_stops_all_its_runs(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Not more than was in flight is asked of the new model; a resume stops again, an accepted reason goes on."""
    with faulty_server(lambda number, body: named("faulty-1")) as server:
        project = fixed(spec, server, tmp_path)
        server.answer = lambda number, body: named("faulty-1" if number <= 20 else "faulty-2")
        statuses, told = ran(spec, project)
        assert [one.state for one in statuses] == [RunState.STOPPED] * 2
        assert balances(statuses)
        assert told[-1].stop_cause == "model_changed"
        assert all(name in told[-1].words for name in ("“faulty-1”", "“faulty-2”", "--accept-change"))
        n_asked = server.n_asked
        assert n_asked <= 20 + IN_FLIGHT
        assert on_disk(spec, project).n_answers == n_asked, "an answer that had come was given up"
        again, _ = ran(spec, project)
        assert [one.state for one in again] == [RunState.STOPPED] * 2
        assert server.n_asked == n_asked, "something was asked before the change was accepted"
        done, _ = ran(spec, project, accepted_change="announced by the provider", accepted_by="A. Auditor")
        assert [one.state for one in done] == [RunState.COMPLETE] * 2
        assert server.n_asked == N_PLANNED
        for one in done:
            (accepted,) = entries(spec, one.run_id, "identity_accepted")
            assert (accepted["reason"], accepted["by"]) == ("announced by the provider", "A. Auditor")
            assert (accepted["old"], accepted["new"]) == ("“faulty-1”", "“faulty-2”")
        notes = show_gathering(spec, project).origin_notes
        said = "“faulty-2” answered after “faulty-1”; A. Auditor: announced by the provider"
        assert all(said in notes[one.run_id] for one in done)
        assert on_disk(spec, project).broken == ()


def test_a_change_with_the_last_answer_is_not_passed_over(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Where nothing is left to ask, the change still waits for its reason: every command says so until it is given."""
    with faulty_server(lambda number, body: named("faulty-1")) as server:
        project = fixed(spec, server, tmp_path)
        server.answer = lambda number, body: named("faulty-1" if number < N_PLANNED else "faulty-2")
        ran(spec, project)
        assert server.n_asked == N_PLANNED
        for _ in range(2):
            _, told = ran(spec, project)
            assert "model_changed" in {one.stop_cause for one in told}
        ran(spec, project, accepted_change="the last one too", accepted_by="A. Auditor")
        statuses, told = ran(spec, project)
        assert (told, [one.state for one in statuses]) == ([], [RunState.COMPLETE] * 2)
        accepted = [body for one in statuses for body in entries(spec, one.run_id, "identity_accepted")]
        assert [body["reason"] for body in accepted] == ["the last one too"]
        assert server.n_asked == N_PLANNED


def test_fingerprints_of_several_machines_are_accepted_once_each(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Two machines behind one address: with a reason the run goes through, and no change is written twice."""
    with faulty_server(lambda number, body: named("faulty-1", "fp-0")) as server:
        project = fixed(spec, server, tmp_path)
        server.answer = lambda number, body: named("faulty-1", f"fp-{number % 3}")
        statuses, _ = ran(spec, project, accepted_change="three machines", accepted_by="A. Auditor")
        assert [one.state for one in statuses] == [RunState.COMPLETE] * 2
        for one in statuses:
            assert sorted(body["fingerprint"] for body in entries(spec, one.run_id, "identity_accepted")) == [
                "fp-1",
                "fp-2",
            ]
        assert ran(spec, project)[0] == statuses


def use_all(server: FaultyServer) -> Callable[[int, dict[str, Any]], Reply]:
    """An answer that takes 100 tokens."""
    return lambda number, body: named("faulty-1", usage=(70, 30))


@pytest.mark.parametrize(
    ("budget", "most"),
    [
        (Budget(max_calls=11), 11),
        (Budget(max_tokens=3_000), 30),
        (Budget(max_cost=0.01), 31),
    ],
)
def test_a_budget_is_kept_to_the_call(spec: WorkspaceSpec, tmp_path: Path, budget: Budget, most: int) -> None:
    """Never more is asked than is paid for, what is left is not attempted, and a higher budget goes on from there."""
    with faulty_server(lambda number, body: named("faulty-1")) as server:
        project = fixed(spec, server, tmp_path)
        with Workspace(spec) as workspace:
            prices = EndpointTerms(max_in_flight=8, price_prompt=1.0, price_answer=8.0, currency="EUR")
            workspace.store.endpoints.save_terms("Test server", prices)
        server.answer = use_all(server)
        statuses, told = ran(spec, project, budget=budget)
        assert [one.state for one in statuses] == [RunState.STOPPED] * 2
        assert balances(statuses)
        last = {progress.run_id: progress for progress in told}
        for progress in last.values():
            assert progress.stop_cause == "budget"
            assert "budget" in progress.words
            assert 0 < progress.spending.n_calls <= most
            assert progress.spending.prompt_tokens == 70 * progress.spending.n_calls
        assert server.n_asked == sum(progress.spending.n_calls for progress in last.values())
        done, told = ran(spec, project, budget=Budget(max_calls=1_000))
        assert [one.state for one in done] == [RunState.COMPLETE] * 2
        assert server.n_asked == N_PLANNED
        assert told[-1].spending.cost == pytest.approx((70 * 1.0 + 30 * 8.0) * N_PLANNED / 2 / 1e6)


def test_attempts_that_fail_count_against_a_budget_of_calls(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A server that throttles now and then is never sent more than the budget allows, repeated sendings included."""
    with faulty_server(lambda number, body: said("I rate it 3.")) as server:
        project = fixed(spec, server, tmp_path)
        server.answer = lambda number, body: failed(429, "Slow", Retry_After="0") if number % 3 == 0 else said("3")
        statuses, _ = ran(spec, project, budget=Budget(max_calls=20))
        assert server.n_asked <= 40
        assert balances(statuses)


def test_answers_to_identical_requests_are_taken_over(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """After files were added only theirs are asked; each old answer stands once, marked with where it was given."""
    with faulty_server(lambda number, body: said("I rate it 3.")) as server:
        project = fixed(spec, server, tmp_path)
        first, _ = ran(spec, project)
        write_cases(tmp_path / "more", N_FILES + 2)
        with Workspace(spec) as workspace:
            record = workspace.store.projects.get(project)
            details = replace(record.details, case_folder=str(tmp_path / "more"))
            workspace.store.projects.save(record.project_id, details)
        fix_plan(spec, project)
        n_before = server.n_asked
        statuses, told = ran(spec, project, reuses=True)
        assert server.n_asked - n_before == 2 * CALLS_PER_FILE * 2
        new = [one for one in statuses if one.run_id not in {old.run_id for old in first}]
        assert [one.state for one in new] == [RunState.COMPLETE] * 2
        for one in new:
            kept = [from_plain(Exchange, body) for body in entries(spec, one.run_id, "exchange")]
            sources = [exchange.source for exchange in kept if exchange.source]
            assert len(sources) == len(set(sources)) == N_FILES * CALLS_PER_FILE
            assert all(source.startswith("reused r-") for source in sources)
        assert {progress.spending.n_calls for progress in told if progress.state is RunState.COMPLETE} == {14}
        for summary in analyse_project(spec, project)[1].runs:
            assert summary.n_reused == N_FILES * CALLS_PER_FILE, "the report would call them asked in this run"
        place = answer_ids(spec, new[0].run_id, ItemSearch())[0]
        assert "taken over from run r-" in one_answer(spec, new[0].run_id, place).source


def test_failures_of_an_earlier_plan_do_not_fail_a_run(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The exit code speaks of what this command was to ask: an old run with gaps is no fault of the endpoint now."""
    with faulty_server(lambda number, body: named("faulty-1")) as server:
        project = fixed(spec, server, tmp_path)
        server.answer = lambda number, body: failed(400, "too long") if number == 5 else named("faulty-1")
        assert fairdesk(spec.data_dir, "run", project).code == 4
        write_cases(tmp_path / "more", N_FILES + 1)
        with Workspace(spec) as workspace:
            record = workspace.store.projects.get(project)
            details = replace(record.details, case_folder=str(tmp_path / "more"))
            workspace.store.projects.save(record.project_id, details)
        fix_plan(spec, project)
        assert fairdesk(spec.data_dir, "run", project).code == 0


def test_a_call_that_perhaps_cost_counts_after_a_resume_too(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """An answer that was not understood may have been written and billed: a budget does not forget it at a resume."""
    with faulty_server(lambda number, body: named("faulty-1")) as server:
        project = fixed(spec, server, tmp_path)
        with Workspace(spec) as workspace:
            workspace.store.endpoints.save_terms("Test server", EndpointTerms(max_in_flight=1))
        server.answer = lambda number, body: Reply(data=b"no answer at all")
        n_before = server.n_asked
        asked = []
        for _ in range(3):
            ran(spec, project, systems=("baseline",), budget=Budget(max_tokens=1_500))
            asked.append(server.n_asked - n_before)
        assert asked[0] > 0
        assert asked == [asked[0]] * 3


def test_answers_of_another_model_are_not_taken_over(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Earlier answers of the model that is no longer asked are asked anew, and are no sign of a change now."""
    with faulty_server(lambda number, body: named("faulty-1")) as server:
        project = fixed(spec, server, tmp_path)
        ran(spec, project, systems=("baseline",))
        server.answer = lambda number, body: named("faulty-2")
        write_cases(tmp_path / "more", N_FILES + 1)
        with Workspace(spec) as workspace:
            record = workspace.store.projects.get(project)
            asked = [
                replace(system, facts=replace(system.facts, model_echo="faulty-2")) for system in record.details.systems
            ]
            details = replace(record.details, case_folder=str(tmp_path / "more"), systems=tuple(asked))
            workspace.store.projects.save(record.project_id, details)
        fix_plan(spec, project)
        statuses, told = ran(spec, project, systems=("baseline",), reuses=True)
        assert (statuses[-1].state, told[-1].stop_cause) == (RunState.COMPLETE, "")
        models = {body["outcome"]["model_echo"] for body in entries(spec, statuses[-1].run_id, "exchange")}
        assert models == {"faulty-2"}


def test_the_command_says_what_it_would_take_and_keeps_limits(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """--dry-run asks nothing; a budget ends with exit code 5, a changed model with 4, a wrong option with 2."""
    with faulty_server(lambda number, body: named("faulty-1")) as server:
        project = make_project(spec, write_cases(tmp_path / "cases", N_FILES), server.base_url)
        dry = fairdesk(spec.data_dir, "--json", "run", project, "--dry-run")
        assert (dry.code, server.n_asked, server.keys) == (0, 0, set())
        estimates = dry.json["estimates"]
        assert {one["system"] for one in estimates} == {"baseline", "mitigated"}
        assert all(0 < one["estimate"]["tokens_low"] < one["estimate"]["tokens_high"] for one in estimates)
        assert fairdesk(spec.data_dir, "run", project, "--max-calls", "-1").code == 2
        assert fairdesk(spec.data_dir, "run", project, "--accept-change", " ").code == 2
        short = fairdesk(spec.data_dir, "run", project, "--max-calls", "5").without_traceback()
        assert (short.code, server.n_asked) == (5, 10)
        assert "budget" in short.err
        server.answer = lambda number, body: named("faulty-2")
        changed = fairdesk(spec.data_dir, "run", project, "--resume").without_traceback()
        assert changed.code == 4
        assert "“faulty-2”" in changed.err
        done = fairdesk(spec.data_dir, "run", project, "--resume", "--accept-change", "a test", "--json")
        assert (done.code, {one["state"] for one in done.json["runs"]}) == (0, {"complete"})
