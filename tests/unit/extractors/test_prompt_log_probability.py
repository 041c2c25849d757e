"""The log-probability of a sentence is the sum over all of its tokens, or there is none."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.exchanges import ModelReply, ReadNothing, ReadValue, TokenChance
from fairdesk.extractors.prompt_log_probability import read


def reply(*logprobs: float, prompt_tokens: int | None = None, text: str = "") -> ModelReply:
    chances = tuple(TokenChance(token=f" t{n}", logprob=one) for n, one in enumerate(logprobs))
    return ModelReply(text=text, prompt_chances=chances, prompt_tokens=prompt_tokens)


def test_the_sum_of_all_tokens_but_the_first() -> None:
    """Five tokens have four log-probabilities; what was answered behind them changes nothing."""
    found = read(reply(-5.5, -0.75, -1.25, -0.5, prompt_tokens=5, text=" 4/5"), (), None)
    assert found == ReadValue(value=-8.0)


@pytest.mark.parametrize("prompt_tokens", [3, 4, 6, 12])
def test_a_missing_token_leaves_no_sum(prompt_tokens: int) -> None:
    """Where the server counted more tokens, or fewer, than came with a log-probability, nothing is read."""
    found = read(reply(-5.5, -0.75, -1.25, -0.5, prompt_tokens=prompt_tokens), (), None)
    assert isinstance(found, ReadNothing)
    assert f"{prompt_tokens} tokens" in found.reason


def test_without_log_probabilities_nothing_is_read() -> None:
    """An endpoint that passes over the wish in silence gives an answer in words, which is no likelihood."""
    found = read(ModelReply(text="The sky is blue.", prompt_tokens=5), (), None)
    assert found == ReadNothing(
        reason="the endpoint returned no log-probability for at least one token of the sentence"
    )


@pytest.mark.parametrize("odd", [math.nan, math.inf, -math.inf, 0.5, -9999.0, -1e308])
def test_what_no_probability_has_is_not_summed(odd: float) -> None:
    """One odd number among the tokens takes the sentence along."""
    assert isinstance(read(reply(-1.0, odd, -2.0), (), None), ReadNothing)


@given(st.lists(st.floats(-200, 0), min_size=1, max_size=40), st.randoms(use_true_random=False))
def test_the_order_of_the_tokens_makes_no_difference(logprobs: list[float], random: object) -> None:
    """The sum is exact, so that equal sentences are equal to the last digit, and never above 0."""
    mixed = list(logprobs)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    first, second = read(reply(*logprobs), (), None), read(reply(*mixed), (), None)
    assert first == second
    assert isinstance(first, ReadValue)
    assert first.value <= 0
