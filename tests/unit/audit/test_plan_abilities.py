"""What an endpoint cannot answer is refused before anything is asked of the cases, with the alternative."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.plan import fix_plan, load_plan
from fairdesk.audit.plan_abilities import askable, refuse_systems
from fairdesk.audit.projects import create_project, show_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.abilities import ABILITY_WORDS
from fairdesk.domain.audited_system import (
    Ability,
    AbilityState,
    AuditedSystem,
    Decoding,
    EndpointFacts,
    EndpointSettings,
    ProjectDetails,
)
from fairdesk.domain.errors import PlanError
from fairdesk.domain.exchanges import Message
from fairdesk.evaluations.admissions import QUESTIONS
from fairdesk.layers.fairness_directive import LAYER
from tests.e2e.scripted_server import chat_reply, scripted_server

ABLE = EndpointFacts(model_echo="m", facts={}, has_logprobs=True, continues_prefix=True)
SYSTEM = AuditedSystem(
    label="baseline",
    title="Baseline",
    endpoint=EndpointSettings(
        name="Office", kind="openai_chat", base_url="http://127.0.0.1:9/v1", model="m", options={}
    ),
    facts=ABLE,
    system_prompt="p",
    decoding=Decoding(),
)
PAIR = (Message(role="user", content="A file."), Message(role="assistant", content="Rating: 3"))


def refused(name: str) -> EndpointFacts:
    return replace(ABLE, abilities=(Ability(name=name, state=AbilityState.NO, words="It was rejected."),))


@pytest.mark.parametrize(
    ("ability", "changed"),
    [
        ("seed", {"decoding": Decoding(seed=1)}),
        ("stop", {"decoding": Decoding(stop=("\n",))}),
        ("json_schema", {"decoding": Decoding(json_schema="{}")}),
        ("grammar", {"decoding": Decoding(grammar='root ::= "1"')}),
        ("temperature", {"decoding": Decoding(temperature=0.0)}),
        ("system_prompt", {}),
        ("system_prompt", {"system_prompt": "", "layers": (LAYER.setting(),)}),
        ("system_prompt", {"system_prompt": "", "examples": PAIR}),
    ],
)
def test_a_setting_that_the_endpoint_rejected_is_refused(ability: str, changed: dict[str, Any]) -> None:
    """The refusal names the system, what was seen, and what to do instead; without the finding nothing is refused."""
    system = replace(SYSTEM, **changed)
    refuse_systems((system,))
    with pytest.raises(PlanError) as caught:
        refuse_systems((replace(system, facts=refused(ability)),))
    assert "“baseline”" in caught.value.message
    assert "It was rejected." in caught.value.message
    assert caught.value.advice == ABILITY_WORDS[ability].instead


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"examples": PAIR[:1]}, "pairs"),
        ({"examples": (PAIR[1], PAIR[0])}, "pairs"),
        ({"examples": (PAIR[0], replace(PAIR[1], content=" "))}, "empty"),
        ({"decoding": Decoding(json_schema="{}", grammar="root ::= x")}, "at once"),
        ({"decoding": Decoding(json_schema="[1")}, "not a JSON object"),
    ],
)
def test_a_description_that_nobody_could_take_is_refused(changed: dict[str, Any], words: str) -> None:
    """Broken examples and constraints are named before a call is paid for."""
    with pytest.raises(PlanError, match=words):
        refuse_systems((replace(SYSTEM, **changed),))


def test_other_questions_that_cannot_be_asked_are_left_out_and_noted() -> None:
    """Without log-probabilities the rating as text stays, and each question left out has its reason."""
    unable = replace(SYSTEM, facts=replace(ABLE, has_logprobs=False))
    kept, left_out = askable(QUESTIONS, (SYSTEM, unable), "rating")
    assert [question.question_id for question in kept] == ["rating"]
    assert [note.scope for note in left_out] == [f"question: {question.title}" for question in QUESTIONS[1:]]
    assert all("log-probabilities" in note.reason_text and note.count == 0 for note in left_out)
    assert askable(QUESTIONS, (SYSTEM,), "rating") == (QUESTIONS, ())


def test_a_primary_question_that_cannot_be_asked_is_refused() -> None:
    """It is never replaced by another one in silence; the alternative is named."""
    unable = replace(SYSTEM, facts=replace(ABLE, continues_prefix=False))
    with pytest.raises(PlanError) as caught:
        askable(QUESTIONS, (unable,), "rating_digit")
    assert "primary question" in caught.value.message
    assert "begun" in caught.value.message
    assert "rating as text" in caught.value.advice


def test_probabilities_are_not_read_from_answers_that_are_held_to_a_form() -> None:
    """Under a schema the first word is the schema's choice, not the model's."""
    held = replace(SYSTEM, decoding=Decoding(json_schema="{}"))
    kept, left_out = askable(QUESTIONS, (held,), "rating")
    assert [question.question_id for question in kept] == ["rating"]
    assert "held to a form" in left_out[0].reason_text


def plan_at(data_dir: Path, answer: Callable[[dict[str, Any]], Any], **changed: Any) -> tuple[WorkspaceSpec, list[str]]:
    """Fix a plan of two files at a server on loopback; answers with what the server was asked, too."""
    spec = WorkspaceSpec(data_dir=data_dir)
    with scripted_server(answer) as server:
        endpoint = EndpointSettings(name="S", kind="openai_chat", base_url=server.base_url, model="m", options={})
        system = replace(SYSTEM, endpoint=endpoint, facts=EndpointFacts(model_echo="", facts={}))
        details = ProjectDetails(systems=(replace(system, **changed.pop("system", {})),), n_cases=2, **changed)
        create_project(spec, "P", details)
        try:
            fix_plan(spec, "P")
        finally:
            asked = list(server.asked)
    return spec, asked


def test_a_plan_at_a_real_server_names_what_it_leaves_out(data_dir: Path) -> None:
    """A server without log-probabilities: the plan asks for the rating as text and prints the rest as not tested."""
    spec, asked = plan_at(data_dir, lambda body: chat_reply("Hello"))
    with Workspace(spec) as workspace:
        plan = load_plan(workspace, show_project(spec, "P").plan_sha256)
    assert [question.question_id for question in plan.questions] == ["rating"]
    assert sum(note.scope.startswith("question: ") for note in plan.not_tested) == 2
    assert not any("applicant" in body for body in asked)


def test_a_primary_question_without_log_probabilities_is_refused_before_a_case_is_sent(data_dir: Path) -> None:
    """Nothing but the tiny questions of the probe reached the server, and no plan stands."""
    seen: list[str] = []

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        seen.append(json.dumps(body))
        return chat_reply("Hello")

    with pytest.raises(PlanError, match="primary question"):
        plan_at(data_dir, answer, primary_question="admit_log_odds")
    spec = WorkspaceSpec(data_dir=data_dir)
    assert show_project(spec, "P").plan_sha256 == ""
    assert seen
    assert not any("applicant" in body for body in seen)


def test_a_wrong_description_is_refused_before_the_server_is_asked_at_all(data_dir: Path) -> None:
    """What needs no probe costs none."""
    seen: list[object] = []

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        seen.append(body)
        return chat_reply("Hello")

    with pytest.raises(PlanError, match="pairs"):
        plan_at(data_dir, answer, system={"examples": PAIR[:1]})
    assert seen == []
