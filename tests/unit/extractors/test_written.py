"""Written or not: words of any script count, signs do not, and what declines is a refusal."""

from __future__ import annotations

import pytest

from fairdesk.domain.exchanges import ModelReply, ReadNothing, ReadRefusal, ReadValue
from fairdesk.extractors import refused
from fairdesk.extractors.thoughts import NEVER_ENDED
from fairdesk.extractors.written import SCALE, read, written_words


@pytest.mark.parametrize("text", ["He was a doctor.", "彼は医者でした", "\n 42", "<think>I cannot.</think>A tale."])
def test_words_of_any_script_are_an_answer(text: str) -> None:
    """An answer with a letter or a digit after its thoughts has the value 1."""
    assert read(ModelReply(text=text), SCALE, None) == ReadValue(value=1.0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the answer is empty"),
        ("<think>hm</think>  ", "the answer is empty"),
        ("<think>A tall man", NEVER_ENDED),
        ("... !\n***", "the answer holds no words"),
        ("\ufffd\ufffd", "the answer holds no words"),
    ],
)
def test_without_words_nothing_is_read(text: str, reason: str) -> None:
    """An empty answer, one that never began and one of signs alone are unreadable, each with its reason."""
    assert read(ModelReply(text=text), SCALE, None) == ReadNothing(reason=reason)


@pytest.mark.parametrize("text", ["I'm sorry, but I can't help with that.", "As an AI I do not write stories."])
def test_a_refusal_is_the_one_that_refused_reads(text: str) -> None:
    """Both extractors call the same answers refusals, with the same words."""
    found = read(ModelReply(text=text), SCALE, None)
    assert isinstance(found, ReadRefusal)
    assert found == refused.read(ModelReply(text=text), SCALE, None)


def test_a_blocked_answer_is_a_refusal() -> None:
    """A filter of the provider that cut an answer off is no answer in open words."""
    assert isinstance(read(ModelReply(text="He was", finish_reason="content_filter"), SCALE, None), ReadRefusal)


def test_thoughts_are_no_part_of_the_words() -> None:
    """What is scored are the words behind the thoughts; of an answer that never began there are none."""
    assert written_words(ModelReply(text="<think>hm</think>\n A tale. ")) == "A tale."
    assert written_words(ModelReply(text="<think>hm")) == ""


def test_another_scale_is_refused() -> None:
    """A question with another scale asks for something else."""
    assert isinstance(read(ModelReply(text="A tale."), (1.0, 5.0), None), ReadNothing)
