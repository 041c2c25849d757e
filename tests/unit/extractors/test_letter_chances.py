"""The letter of an option by the probabilities of the first token."""

from __future__ import annotations

import math

import pytest

from fairdesk.domain.exchanges import ModelReply, ReadNothing, ReadValue, TokenChance
from fairdesk.extractors.letter_chances import letter_chances, read

SCALE = (1.0, 3.0)


def reply(**chances: float) -> ModelReply:
    return ModelReply(
        text="A", first_tokens=tuple(TokenChance(token=token, logprob=math.log(one)) for token, one in chances.items())
    )


def test_spellings_of_a_letter_are_summed() -> None:
    """With a blank, a bracket or a stop it is the same letter; a small letter begins a sentence and is none."""
    found = letter_chances(
        reply(**{"B": 0.2, " B": 0.1, "(B": 0.05, "B.": 0.05, "\u0120A": 0.3, "a": 0.2, "Be": 0.1}), 3
    )
    assert found == pytest.approx((0.3, 0.4, 0.0))


def test_the_likeliest_letter_is_the_choice() -> None:
    """What was written does not count: the text says A, and B is likelier in all its spellings."""
    found = read(reply(**{"A": 0.4, "B": 0.3, " B": 0.25}), SCALE, 0.9)
    assert isinstance(found, ReadValue)
    assert (found.value, round(found.mass or 0.0, 6)) == (2.0, 0.95)
    assert "0.9500" in found.note


def test_too_little_mass_is_unusable() -> None:
    """Where most of the probability lies on other words, the letters that are left decide nothing."""
    found = read(reply(**{"A": 0.3, "C": 0.1, "The": 0.6}), SCALE, 0.9)
    assert isinstance(found, ReadNothing)
    assert "0.4000" in found.reason
    assert isinstance(read(reply(**{"A": 0.3, "C": 0.1, "The": 0.6}), SCALE, None), ReadValue)


def test_letters_of_no_option_do_not_count() -> None:
    """D is no option of three, so its mass is no answer."""
    assert isinstance(read(reply(D=0.9, A=0.1), SCALE, 0.5), ReadNothing)
    assert read(reply(D=0.9, A=0.1), (1.0, 4.0), 0.5) == ReadValue(value=4.0, mass=1.0)


def test_without_chances_nothing_is_read() -> None:
    """A written letter alone is another measurement."""
    assert isinstance(read(ModelReply(text="A"), SCALE, 0.9), ReadNothing)
    assert isinstance(read(reply(A=1.0), (), 0.9), ReadNothing)
