"""What a run has spent and may still spend: a call is begun only if the longest that it can become is paid for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from fairdesk.domain.endpoint_terms import Budget, EndpointTerms, Spending
from fairdesk.domain.errors import InputError
from fairdesk.domain.exchanges import PERHAPS_WORKED_ON, CallFailure, Message, ModelReply, ModelRequest

MILLION = Decimal(1_000_000)

TOKENS_PER_MESSAGE = 16
"""More than any chat template adds around a message."""


@dataclass(frozen=True, slots=True)
class Reserve:
    """Tokens that one call can take at most."""

    prompt: int
    answer: int


NOTHING = Reserve(0, 0)

NOTHING_SPENT = Spending()


def prompt_tokens_at_most(messages: Sequence[Message]) -> int:
    """No tokenizer makes more tokens of a text than it has bytes."""
    return sum(len(message.content.encode("utf-8", "replace")) + TOKENS_PER_MESSAGE for message in messages)


def cost_of(terms: EndpointTerms, n_calls: int, prompt_tokens: int, answer_tokens: int) -> Decimal:
    """The exact price; a part without a price costs nothing here, so look at ``terms.has_prices`` first."""
    tokens = prompt_tokens * _price(terms.price_prompt) + answer_tokens * _price(terms.price_answer)
    return tokens / MILLION + n_calls * _price(terms.price_call)


def refuse_unpriced(budget: Budget, terms: EndpointTerms) -> None:
    """Refuse a budget that cannot be kept.

    Raises:
        InputError: it limits money, and the prices that it needs were not entered.
    """
    if budget.max_cost is not None and not _prices_suffice(terms):
        raise InputError(
            "A limit in money needs the prices of this endpoint: of prompt and answer tokens, or of a call.",
            "Enter them on the Endpoints page or with fairdesk endpoint save, or limit calls or tokens.",
        )


class BudgetWatch:
    """Counts one run's spending in whole tokens and calls; money is worked out from them, so nothing drifts.

    Attributes:
        n_told: Answers whose tokens were told.

    Args:
        budget: Limits over the whole run, resumed or not.
        terms: Prices; changing them changes what was spent before too.
        spent: What the run spent before this process; its ``cost`` is not used.
        n_told: Answers whose tokens are in it.

    Raises:
        InputError: the budget limits money, and the prices that it needs were not entered.
    """

    def __init__(self, budget: Budget, terms: EndpointTerms, spent: Spending = NOTHING_SPENT, n_told: int = 0) -> None:
        refuse_unpriced(budget, terms)
        self._budget = budget
        self._terms = terms
        self._max_cost = None if budget.max_cost is None else Decimal(str(budget.max_cost))
        self._has_limits = budget != Budget()
        self._counts_tokens = budget.max_tokens is not None or budget.max_cost is not None
        self._n_calls = spent.n_calls
        self._prompt = spent.prompt_tokens
        self._answer = spent.answer_tokens
        self._n_untold = spent.n_untold
        self._n_unsure = spent.n_unsure
        self._n_untold_before = spent.n_untold + spent.n_unsure
        self.n_told = n_told
        self._unsure_prompt = self._unsure_answer = 0
        self._largest = NOTHING
        self._reserved_calls = self._reserved_prompt = self._reserved_answer = 0

    def reserve(self, request: ModelRequest) -> Reserve | None:
        """Put aside what a call can take at most; None when the budget does not hold it beside the calls under way."""
        need = NOTHING
        if self._counts_tokens:
            constraints = len(request.json_schema.encode()) + len(request.grammar.encode())
            need = Reserve(prompt_tokens_at_most(request.messages) + constraints, request.max_tokens)
            self._largest = Reserve(max(need.prompt, self._largest.prompt), max(need.answer, self._largest.answer))
        if self._has_limits and not self._holds(need, 1):
            return None
        self._reserved_calls += 1
        self._reserved_prompt += need.prompt
        self._reserved_answer += need.answer
        return need

    def may_send_again(self) -> bool:
        """Put aside one more call for another attempt; False when the budget does not hold it."""
        if self._has_limits and not self._holds(NOTHING, 1):
            return False
        self._reserved_calls += 1
        return True

    def settle(self, reserve: Reserve, n_reserved: int, outcome: ModelReply | CallFailure, n_attempts: int) -> None:
        """Replace what was put aside by what was spent.

        Args:
            n_reserved: Calls that were put aside for it.
            n_attempts: How often it was sent.
        """
        self.release(reserve, n_reserved)
        self._n_calls += n_attempts
        if isinstance(outcome, CallFailure):
            if outcome.cause in PERHAPS_WORKED_ON:  # a careful budget counts the longest answer
                self._n_unsure += 1
                self._unsure_prompt += reserve.prompt
                self._unsure_answer += reserve.answer
            return
        if outcome.prompt_tokens is None or outcome.answer_tokens is None:
            self._n_untold += 1
            self._unsure_prompt += reserve.prompt
            self._unsure_answer += reserve.answer
            return
        self.n_told += 1
        self._prompt += outcome.prompt_tokens
        self._answer += outcome.answer_tokens

    def release(self, reserve: Reserve, n_reserved: int) -> None:
        """Give back what was put aside for a call that was not sent."""
        self._reserved_calls -= n_reserved
        self._reserved_prompt -= reserve.prompt
        self._reserved_answer -= reserve.answer

    def spending(self) -> Spending:
        """What is spent, as far as the endpoint told."""
        has_prices = self._terms.has_prices
        cost = cost_of(self._terms, self._n_calls, self._prompt, self._answer) if has_prices else None
        return Spending(
            n_calls=self._n_calls,
            prompt_tokens=self._prompt,
            answer_tokens=self._answer,
            n_untold=self._n_untold,
            n_unsure=self._n_unsure,
            cost=None if cost is None else float(cost),
            currency=self._terms.currency if has_prices else "",
        )

    def stop_words(self) -> str:
        """Why no further call is begun."""
        budget, limits = self._budget, []
        if budget.max_calls is not None:
            limits.append(f"{self._n_calls:,} of {budget.max_calls:,} calls")
        if budget.max_tokens is not None:
            limits.append(f"{self._prompt + self._answer:,} of {budget.max_tokens:,} tokens")
        if budget.max_cost is not None:
            cost = cost_of(self._terms, self._n_calls, self._prompt, self._answer)
            limits.append(f"{cost:.4f} of {budget.max_cost:g} {self._terms.currency}".strip())
        return (
            f"The budget does not hold another call, which may take its longest answer; spent: {', '.join(limits)}. "
            "What is left was not attempted; raise the budget to go on."
        )

    def _holds(self, need: Reserve, n_calls: int) -> bool:
        budget = self._budget
        calls = self._n_calls + self._reserved_calls + n_calls
        if budget.max_calls is not None and calls > budget.max_calls:
            return False
        untold, largest = self._n_untold_before, self._largest
        prompt = self._prompt + self._unsure_prompt + self._reserved_prompt + need.prompt + untold * largest.prompt
        answer = self._answer + self._unsure_answer + self._reserved_answer + need.answer + untold * largest.answer
        if budget.max_tokens is not None and prompt + answer > budget.max_tokens:
            return False
        return self._max_cost is None or cost_of(self._terms, calls, prompt, answer) <= self._max_cost


def _prices_suffice(terms: EndpointTerms) -> bool:
    has_tokens = terms.price_prompt is not None and terms.price_answer is not None
    has_one = terms.price_prompt is not None or terms.price_answer is not None
    return has_tokens or (terms.price_call is not None and not has_one)


def _price(price: float | None) -> Decimal:
    return Decimal(0) if price is None else Decimal(str(price))
