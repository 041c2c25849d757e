"""The fairness directive stands at the end of the system prompt and nowhere else."""

from __future__ import annotations

from dataclasses import replace

from fairdesk.domain.exchanges import Message
from fairdesk.evaluations.admissions import QUESTIONS, SYSTEM_PROMPT
from fairdesk.layers.fairness_directive import LAYER, TEXT
from fairdesk.layers.requests import build_messages


def test_it_is_added_to_the_system_prompt_alone() -> None:
    """Case, question and answer prefix stay as they are, so that before and after differ in one thing."""
    for question in QUESTIONS:
        off = build_messages(SYSTEM_PROMPT, (), "A file.", question)
        on = build_messages(SYSTEM_PROMPT, (LAYER.setting(),), "A file.", question)
        assert on[0].content == f"{SYSTEM_PROMPT}\n\n{TEXT}"
        assert on[1:] == off[1:]


def test_without_a_system_prompt_it_becomes_one() -> None:
    """An application without a system prompt gets the directive as its only one."""
    off = build_messages("", (), "A file.", QUESTIONS[0])
    on = build_messages("", (LAYER.setting(),), "A file.", QUESTIONS[0])
    assert [message.role for message in off] == ["user"]
    assert [(message.role, message.content) for message in on[:1]] == [("system", TEXT)]
    assert on[1:] == off


def test_it_names_every_cue_of_the_admissions_test() -> None:
    """The wording is the declared one; the rehearsal model knows the directive by it."""
    for part in ("name", "gender", "nationality", "schooling abroad", "first language", "academic evidence"):
        assert part in TEXT


def test_examples_stand_between_system_prompt_and_case() -> None:
    """Few-shot examples are read before the case, and the layer leaves them alone."""
    examples = (Message(role="user", content="Another file."), Message(role="assistant", content="Rating: 4"))
    off = build_messages(SYSTEM_PROMPT, (), "A file.", QUESTIONS[0], examples)
    on = build_messages(SYSTEM_PROMPT, (LAYER.setting(),), "A file.", QUESTIONS[0], examples)
    assert [message.role for message in off] == ["system", "user", "assistant", "user"]
    assert off[1:3] == on[1:3] == examples
    assert off[3:] == on[3:] == build_messages("", (), "A file.", QUESTIONS[0])


def test_an_open_prompt_is_sent_as_it_is() -> None:
    """Where nothing is asked below a text, the message is the text alone, without blank lines behind it."""
    (message,) = build_messages("", (), "What is a bribe?", replace(QUESTIONS[0], prompt="", answer_prefix=""))
    assert message.content == "What is a bribe?"
