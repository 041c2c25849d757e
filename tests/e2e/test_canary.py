"""The canary at real servers on loopback: one that stays, one that changes in silence, one that is noisy."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit import issue, verify
from fairdesk.audit.canary import canary_runs, run_canary
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import AuditedSystem, Decoding, EndpointFacts, EndpointSettings, ProjectDetails
from fairdesk.domain.canary import CanaryResult
from fairdesk.domain.errors import EndpointError, ExitCode, InputError
from fairdesk.report.evidence_file import evidence_bytes
from fairdesk.report.renewal import renewal_conditions
from tests.e2e.command_line import fairdesk
from tests.e2e.scripted_server import chat_reply, scripted_server, user_text

N_CALLS = 36


class Model:
    """A scripted model with a version that can be changed while it keeps its name."""

    def __init__(self) -> None:
        self.version = "one"
        self.is_noisy = False
        self.bodies: list[dict[str, Any]] = []
        self.n_asked: Counter[str] = Counter()

    def __call__(self, body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        self.bodies.append(body)
        # The noise of an answer depends on how often its text was asked, not on which of several calls came first.
        self.n_asked[user_text(body)] += 1
        drawn = str(self.n_asked[user_text(body)]) if self.is_noisy else ""
        digest = hashlib.sha256(f"{self.version}{user_text(body)}{drawn}".encode()).digest()
        return chat_reply(str(1 + digest[0] % 5))


@contextmanager
def project_at(data_dir: Path, model: Any) -> Iterator[WorkspaceSpec]:
    """A project with one system at a scripted server."""
    spec = WorkspaceSpec(data_dir=data_dir)
    with scripted_server(model) as server:
        endpoint = EndpointSettings(name="S", kind="openai_chat", base_url=server.base_url, model="m", options={})
        system = AuditedSystem(
            label="baseline",
            title="Baseline",
            endpoint=endpoint,
            facts=EndpointFacts(model_echo="scripted-1", facts={}),
            system_prompt="You assist an office.",
            decoding=Decoding(temperature=0.7, seed=5),
        )
        create_project(spec, "P", ProjectDetails(systems=(system,), n_cases=2))
        yield spec


def test_a_model_that_stays_is_consistent_with_no_change(data_dir: Path) -> None:
    """The first run has nothing to compare with; the second finds the same answers; settings are the system's own."""
    model = Model()
    with project_at(data_dir, model) as spec:
        first, observed = run_canary(spec, "P")
        second, found = run_canary(spec, "P", "baseline")
    assert (observed.word, observed.result) == ("observed", CanaryResult.CANNOT_CHECK)
    assert (found.word, found.result) == ("consistent with no change", CanaryResult.HOLDS)
    assert found.reference_run == first.canary_run
    assert len(first.answers) == len(second.answers) == N_CALLS
    assert {body["seed"] for body in model.bodies} == {5, 6, 7}
    assert {body["temperature"] for body in model.bodies} == {0.7}
    assert all(body["messages"][0]["content"] == "You assist an office." for body in model.bodies)


def test_a_model_that_changes_in_silence_is_noticed(data_dir: Path) -> None:
    """The server keeps its model's name and answers otherwise: changed, with the prompts that show it."""
    model = Model()
    with project_at(data_dir, model) as spec:
        run_canary(spec, "P")
        run_canary(spec, "P")
        model.version = "two"
        _, found = run_canary(spec, "P")
    assert (found.word, found.result) == ("changed", CanaryResult.MET)
    assert found.changed_prompts


def test_a_noisy_model_is_not_called_changed(data_dir: Path) -> None:
    """Every answer is drawn anew: the noise floor is far below 1, and the result is no change or not to be told."""
    model = Model()
    model.is_noisy = True
    with project_at(data_dir, model) as spec:
        run_canary(spec, "P")
        _, found = run_canary(spec, "P")
    assert found.result is not CanaryResult.MET
    assert found.agreement_within is not None
    assert found.agreement_within < 0.6


def test_everything_is_kept_in_a_chain_that_the_project_names(data_dir: Path) -> None:
    """Start, every answer with its digest, and end stand in the canary's chain; the project's chain holds its head."""
    with project_at(data_dir, Model()) as spec:
        made, _ = run_canary(spec, "P")
        with Workspace(spec) as workspace:
            project_id = workspace.store.projects.get("P").project_id
            ledger = workspace.store.ledger
            entries = list(ledger.entries(f"canary:{project_id}"))
            (named,) = ledger.entries(f"project:{project_id}", kind="canary_finished")
            head = json.loads(named.body)["head"]
            check = ledger.check(f"canary:{project_id}", head)
    kinds = [entry.kind for entry in entries]
    assert kinds == ["canary_started", *["canary_answer"] * N_CALLS, "canary_finished"]
    answer = json.loads(entries[1].body)
    text = answer["exchange"]["outcome"]["text"]
    assert answer["text_sha256"] == hashlib.sha256(text.encode()).hexdigest()
    assert check.ok
    assert made.head == head


def test_a_server_that_is_gone_is_said_and_kept(data_dir: Path) -> None:
    """No answer: the canary ends in words, and what failed stands in the chain; it counts as nothing."""
    with project_at(data_dir, lambda body: (401, {}, b"{}")) as spec:
        with pytest.raises(EndpointError, match="refused key"):
            run_canary(spec, "P")
        (kept,) = canary_runs(spec, "P")
    assert kept.answers == ()
    assert kept.failures == {"refused_key": 4}


def test_an_unknown_system_is_named(data_dir: Path) -> None:
    """A label that does not exist is told before anything is asked."""
    model = Model()
    with project_at(data_dir, model) as spec, pytest.raises(InputError, match="no system 'x'"):
        run_canary(spec, "P", "x")
    assert model.bodies == []


@pytest.mark.slow
def test_the_command_line_runs_it_at_the_rehearsal_model(data_dir: Path) -> None:
    """Twice at the built-in model, which has log-probabilities: holds, with exit code 0 and one JSON object."""
    spec = WorkspaceSpec(data_dir=data_dir)
    create_project(spec, "P")
    fix_plan(spec, "P")
    first = fairdesk(data_dir, "canary", "P", "--system", "mitigated", "--json")
    second = fairdesk(data_dir, "canary", "P", "--system", "mitigated", "--json")
    assert first.code == second.code == ExitCode.DONE
    found = second.json
    assert found["comparison"]["result"] == "holds"
    assert found["comparison"]["p_first_tokens"] == 1
    assert len(found["canary"]["answers"]) == N_CALLS


def test_a_report_on_a_weakly_identified_model_watches_its_canary(data_dir: Path) -> None:
    """The report names the last canary run and the chain's head; a later one says whether the condition is met."""
    model = Model()
    with project_at(data_dir, model) as spec:
        fix_plan(spec, "P")
        run_project(spec, "P", lambda progress: None)
        with Workspace(spec) as workspace:
            without = issue._report_input(workspace, "P", None)
        made, _ = run_canary(spec, "P")
        with Workspace(spec) as workspace:
            report = issue._report_input(workspace, "P", None)
            plain = json.loads(evidence_bytes(report))
            nothing_since = verify._renewal(workspace, plain)
        run_canary(spec, "P")
        with Workspace(spec) as workspace:
            unchanged = verify._renewal(workspace, plain)
        model.version = "two"
        run_canary(spec, "P")
        with Workspace(spec) as workspace:
            changed = verify._renewal(workspace, plain)
            never = verify._renewal(workspace, json.loads(evidence_bytes(without)))
    (watched,) = (one for one in renewal_conditions(report) if one.condition_id == "silent_change/baseline")
    assert (watched.at_issue, watched.effect) == (made.canary_run, "due")
    assert f"canary:{report.project_id}" in report.heads
    told = "answers of the system baseline to the canary's prompts: "
    assert f"{told}cannot check. No canary was run since the report." in nothing_since
    assert f"{told}cannot check. No canary was run before the report." in never
    assert any(words.startswith(f"{told}holds.") for words in unchanged)
    assert any(words.startswith(f"{told}met.") for words in changed)
