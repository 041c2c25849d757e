"""What every layer owes: off, the request is byte-identical; on, the change can be seen and is the declared one."""

from __future__ import annotations

import pytest

from fairdesk.domain.audited_system import LayerSetting
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import PlanError
from fairdesk.domain.exchanges import Message
from fairdesk.evaluations.admissions import QUESTIONS, SYSTEM_PROMPT
from fairdesk.layers import LAYERS
from fairdesk.layers.layer import Layer
from fairdesk.layers.requests import build_messages

CASE = "Applicant: {not a place-holder any more}\n\n  Ångström, 東京 \u202e"

every = pytest.mark.parametrize("layer", LAYERS, ids=lambda one: one.layer_id)


def bytes_of(messages: tuple[Message, ...]) -> bytes:
    return canonical_bytes([to_plain(message) for message in messages])


def test_ids_are_unique() -> None:
    """Two layers never share an id."""
    ids = [one.layer_id for one in LAYERS]
    assert len(ids) == len(set(ids)) > 0


def test_without_layers_the_request_holds_the_given_texts_and_nothing_else() -> None:
    """Off means off: system prompt, case, blank line, question and prefix stand there byte by byte."""
    for question in QUESTIONS:
        expected = [
            {"role": "system", "content": SYSTEM_PROMPT},
            {"role": "user", "content": CASE + "\n\n" + question.prompt},
        ]
        if question.answer_prefix:
            expected.append({"role": "assistant", "content": question.answer_prefix})
        assert bytes_of(build_messages(SYSTEM_PROMPT, (), CASE, question)) == canonical_bytes(expected)


@every
def test_on_it_changes_the_request_and_says_how(layer: Layer) -> None:
    """The difference between the two requests holds the layer's text, and the layer describes itself in a sentence."""
    assert layer.title
    assert layer.changes.endswith(".")
    setting = layer.setting()
    assert setting == LayerSetting(layer_id=layer.layer_id, title=layer.title, text=layer.text)
    for question in QUESTIONS:
        off = build_messages(SYSTEM_PROMPT, (), CASE, question)
        on = build_messages(SYSTEM_PROMPT, (setting,), CASE, question)
        assert bytes_of(on) != bytes_of(off)
        assert any(layer.text in message.content for message in on)
        assert not any(layer.text in message.content for message in off)
        assert build_messages(SYSTEM_PROMPT, (setting,), CASE, question) == on


@every
def test_the_text_of_the_setting_is_what_is_sent(layer: Layer) -> None:
    """The auditor's wording, as stored in the plan, goes into the request, not the one that FairDesk starts with."""
    setting = LayerSetting(layer_id=layer.layer_id, title=layer.title, text="Own wording.")
    on = build_messages(SYSTEM_PROMPT, (setting,), CASE, QUESTIONS[0])
    assert any("Own wording." in message.content for message in on)
    assert not any(layer.text in message.content for message in on)


def test_an_unknown_layer_is_refused() -> None:
    """A layer that this version does not know is never left out silently: the run would be called mitigated."""
    setting = LayerSetting(layer_id="from_the_future", title="", text="x")
    with pytest.raises(PlanError, match="from_the_future"):
        build_messages(SYSTEM_PROMPT, (setting,), CASE, QUESTIONS[0])
