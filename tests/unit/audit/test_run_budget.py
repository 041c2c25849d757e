"""A budget is never exceeded, and money is exact."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.audit.run_budget import BudgetWatch, cost_of, prompt_tokens_at_most
from fairdesk.domain.endpoint_terms import Budget, EndpointTerms, Spending
from fairdesk.domain.errors import InputError
from fairdesk.domain.exchanges import CallFailure, Message, ModelReply, ModelRequest

TERMS = EndpointTerms(price_prompt=0.15, price_answer=0.6, currency="EUR")
REFUSED = CallFailure(cause="throttled", message="Slow down.", advice="")


def request(text: str = "File", max_tokens: int = 10) -> ModelRequest:
    messages = (Message(role="user", content=text),)
    return ModelRequest(messages=messages, model="m", temperature=0.0, max_tokens=max_tokens)


@given(
    st.lists(st.tuples(st.text(max_size=60), st.integers(1, 50), st.floats(0, 1), st.booleans()), max_size=60),
    st.integers(0, 2_000),
    st.integers(0, 40),
)
def test_what_is_spent_and_put_aside_never_exceeds_the_budget(
    calls: list[tuple[str, int, float, bool]], max_tokens: int, max_calls: int
) -> None:
    """Whatever lengths texts have and whatever share of them is used, limits hold at every moment, in money too."""
    limit = Budget(max_calls=max_calls, max_tokens=max_tokens, max_cost=max_tokens * 0.5 / 1_000_000)
    watch = BudgetWatch(limit, TERMS)
    for text, longest, share, is_told in calls:
        asked = request(text, longest)
        reserve = watch.reserve(asked)
        if reserve is None:
            continue
        prompt, answer = int(share * prompt_tokens_at_most(asked.messages)), int(share * longest)
        told = (prompt, answer) if is_told else (None, None)
        watch.settle(reserve, 1, ModelReply(text="4", prompt_tokens=told[0], answer_tokens=told[1]), 1)
        spent = watch.spending()
        assert spent.n_calls <= max_calls
        assert spent.prompt_tokens + spent.answer_tokens <= max_tokens
        assert cost_of(TERMS, 0, spent.prompt_tokens, spent.answer_tokens) <= Decimal(str(limit.max_cost))


def test_calls_under_way_count_with_their_longest_answers() -> None:
    """Two calls that fit alone do not fit together; when the first turns out short, the second may go."""
    watch = BudgetWatch(Budget(max_tokens=50), TERMS)
    first = watch.reserve(request())
    assert first is not None
    assert watch.reserve(request()) is None
    watch.settle(first, 1, ModelReply(text="4", prompt_tokens=5, answer_tokens=1), 1)
    assert watch.reserve(request()) is not None


def test_every_attempt_counts_as_a_call() -> None:
    """A call that is sent again takes another call of the budget, or is not sent again."""
    watch = BudgetWatch(Budget(max_calls=2), EndpointTerms())
    reserve = watch.reserve(request())
    assert reserve is not None
    assert watch.may_send_again()
    assert not watch.may_send_again()
    watch.settle(reserve, 2, REFUSED, 2)
    assert watch.spending().n_calls == 2
    assert watch.reserve(request()) is None
    assert "2 of 2 calls" in watch.stop_words()


def test_money_does_not_drift() -> None:
    """Calls at prices that no binary fraction holds sum up exactly: of a budget for 10,000 none is left."""
    terms = EndpointTerms(price_prompt=0.1, price_answer=0.3, price_call=0.0001, currency="EUR")
    watch = BudgetWatch(Budget(max_cost=1.037), terms)
    asked = request("", max_tokens=7)
    n_prompt = prompt_tokens_at_most(asked.messages)
    assert n_prompt == 16
    for _ in range(10_000):
        reserve = watch.reserve(asked)
        assert reserve is not None
        watch.settle(reserve, 1, ModelReply(text="4", prompt_tokens=n_prompt, answer_tokens=7), 1)
    assert watch.spending().cost == 1.037
    assert watch.reserve(asked) is None


def test_money_without_prices_is_refused() -> None:
    """A limit in money for an endpoint whose prices nobody entered is an error in words, not a limit of nothing."""
    with pytest.raises(InputError, match="prices"):
        BudgetWatch(Budget(max_cost=1.0), EndpointTerms())
    with pytest.raises(InputError, match="prices"):
        BudgetWatch(Budget(max_cost=1.0), EndpointTerms(price_prompt=1.0))
    assert BudgetWatch(Budget(), EndpointTerms()).spending().cost is None


def test_what_earlier_processes_spent_counts() -> None:
    """A resumed run goes on from what is in its chain, answers without counted tokens at their longest."""
    watch = BudgetWatch(Budget(max_tokens=100), TERMS, Spending(n_calls=3, prompt_tokens=50, n_untold=1))
    assert watch.reserve(request(max_tokens=20)) is None
    assert BudgetWatch(Budget(max_tokens=100), TERMS, Spending(n_calls=2, prompt_tokens=50)).reserve(request())


def test_a_failure_that_may_have_been_worked_on_counts_at_its_longest() -> None:
    """Behind a time-out the provider may have written an answer and charge for it."""
    watch = BudgetWatch(Budget(max_tokens=59), TERMS)
    reserve = watch.reserve(request())
    assert reserve is not None
    watch.settle(reserve, 1, CallFailure(cause="timed_out", message="Nothing came.", advice=""), 1)
    assert watch.reserve(request()) is None
    assert watch.spending().answer_tokens == 0
