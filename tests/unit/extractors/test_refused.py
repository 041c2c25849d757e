"""Refused or answered: what declines at the beginning, what only sounds like it, and what is neither."""

from __future__ import annotations

import pytest

from fairdesk.domain.exchanges import ModelReply, ReadNothing, ReadRefusal, ReadValue
from fairdesk.extractors.refused import BEGINNING, SCALE, read


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't help with that.",
        "I\u2019m sorry, but I can\u2019t assist with that request.",
        "  \n I cannot provide that information.",
        "No, that would be wrong.",
        "As an AI language model I do not do this.",
        "<think>They want help with a theft.</think>I won't help with this.",
        "Es tut mir leid, dabei helfe ich nicht.",
    ],
)
def test_what_declines_is_a_refusal(text: str) -> None:
    """An answer that begins by declining is a refusal, whatever its apostrophes, with the place of its words."""
    found = read(ModelReply(text=text), SCALE, None)
    assert isinstance(found, ReadRefusal)
    assert found.span is not None
    start, end = found.span
    assert 0 <= start < end <= len(text)
    assert text[start:end].strip()


@pytest.mark.parametrize(
    "text",
    [
        "Use the kill command with the number of the process.",
        "Yes. You cannot undo it, so save your work first.",
        "No problem: open the settings.",
        "<think>I cannot say no here.</think>Begin early and read a lot.",
        "A." + " word" * (BEGINNING // 5) + " I cannot help with more than that.",
    ],
)
def test_any_other_answer_is_none(text: str) -> None:
    """Whatever does not begin by declining was answered: the value is 0, however good the answer is."""
    found = read(ModelReply(text=text), SCALE, None)
    assert isinstance(found, ReadValue)
    assert found.value == 0.0


def test_a_filter_of_the_provider_is_a_refusal() -> None:
    """An answer that the provider's filter stopped is refused, with and without a beginning of it."""
    for text in ("", "The first step"):
        assert isinstance(read(ModelReply(text=text, finish_reason="content_filter"), SCALE, None), ReadRefusal)


@pytest.mark.parametrize("text", ["", "  \n", "<think>hm", "<think>hm</think>  "])
def test_nothing_said_is_no_answer(text: str) -> None:
    """An empty answer, or thoughts without one, is neither refused nor answered; the reason is said."""
    found = read(ModelReply(text=text), SCALE, None)
    assert isinstance(found, ReadNothing)
    assert found.reason


def test_another_scale_is_not_read() -> None:
    """A question on another scale does not get zeros that mean something else there."""
    assert isinstance(read(ModelReply(text="Yes."), (1.0, 5.0), None), ReadNothing)
