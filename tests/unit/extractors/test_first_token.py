"""Readings from the probabilities of the first token (methods.md M14)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.exchanges import ModelReply, Reading, ReadNothing, ReadValue, TokenChance
from fairdesk.extractors import extractor


def reply(chances: dict[str, float]) -> ModelReply:
    """A reply whose first token had these log-probabilities."""
    tokens = tuple(TokenChance(token=token, logprob=logprob) for token, logprob in chances.items())
    return ModelReply(text="", first_tokens=tokens)


def expected(chances: dict[str, float], minimum: float | None = None) -> Reading:
    return extractor("rating_expected/1").read(reply(chances), (1.0, 5.0), minimum)


def log_odds(chances: dict[str, float], minimum: float | None = None) -> Reading:
    return extractor("yes_no_log_odds/1").read(reply(chances), (), minimum)


def test_spellings_of_one_digit_are_summed() -> None:
    """A four, a four behind a blank, behind a marked blank and an Arabic four are one answer."""
    reading = expected(
        {"4": math.log(0.2), " 4": math.log(0.1), "\u01204": math.log(0.1), "٤": math.log(0.1), "2": math.log(0.5)}
    )

    assert isinstance(reading, ReadValue)
    assert reading.value == pytest.approx(3.0)
    assert reading.mass == pytest.approx(1.0)


def test_what_is_no_digit_of_the_scale_lowers_the_mass_only() -> None:
    """Words, digits beyond the scale and longer numbers do not enter the value."""
    reading = expected({"4": math.log(0.9), "9": math.log(0.02), "10": math.log(0.02), "The": math.log(0.05)})

    assert isinstance(reading, ReadValue)
    assert reading.value == pytest.approx(4.0)
    assert reading.mass == pytest.approx(0.9)
    assert "0.9000" in reading.note


def test_below_the_minimum_mass_nothing_is_read_and_the_mass_is_named() -> None:
    """A plain prompt left a digit mass of a third on a small model: such a value is unusable."""
    reading = expected({"1": math.log(0.2), "4": math.log(0.15), "The": math.log(0.6)}, 0.9)

    assert isinstance(reading, ReadNothing)
    assert "0.3500" in reading.reason
    assert "0.9" in reading.reason


@pytest.mark.parametrize("name", ["rating_expected/1", "yes_no_log_odds/1"])
def test_without_log_probabilities_nothing_is_read(name: str) -> None:
    """The text is not read in their place."""
    reading = extractor(name).read(ModelReply(text="4"), (1.0, 5.0), 0.9)

    assert reading == ReadNothing(reason="the endpoint returned no log-probabilities")


@pytest.mark.parametrize("scale", [(), (1.0, 10.0), (-1.0, 1.0)])
def test_a_scale_of_more_than_one_digit_is_not_read_from_one_token(scale: tuple[float, ...]) -> None:
    """On a scale to 10 the token "1" may begin a 10."""
    assert isinstance(extractor("rating_expected/1").read(reply({"1": -0.1}), scale, None), ReadNothing)


def test_log_odds_of_the_worked_example() -> None:
    """M14-P2: spellings summed after trimming blanks and case, the mass beside the value."""
    reading = log_odds({"Yes": -0.35, " yes": -3.2, "No": -1.6, "no": -4.0, "Maybe": -4.5}, 0.9)

    assert isinstance(reading, ReadValue)
    assert reading.value == pytest.approx(1.219397, abs=1e-5)
    assert reading.mass == pytest.approx(0.9656625, abs=1e-5)
    assert reading.note


def test_an_answer_that_is_never_no_has_no_finite_log_odds() -> None:
    """Nothing is read rather than an arbitrary large number."""
    reading = log_odds({"Yes": -0.0001, "Maybe": -9.2})

    assert isinstance(reading, ReadNothing)
    assert "not finite" in reading.reason


def test_strange_log_probabilities_do_not_count() -> None:
    """NaN is left out, minus infinity is a chance of 0, and rounding above 0 is a chance of 1."""
    reading = expected({"4": 1e-7, "3": math.nan, "2": -math.inf})

    assert isinstance(reading, ReadValue)
    assert reading.value == 4.0
    assert reading.mass == 1.0


@given(st.dictionaries(st.sampled_from("12345"), st.floats(-20, 0), min_size=1))
def test_the_expected_rating_lies_between_the_digits_seen(chances: dict[str, float]) -> None:
    """A mean never leaves the range of its values."""
    reading = expected(chances)

    assert isinstance(reading, ReadValue)
    digits = [int(digit) for digit in chances]
    assert min(digits) - 1e-9 <= reading.value <= max(digits) + 1e-9
