"""On which terms an endpoint is asked, what a run may spend, and what it has spent: nothing here changes an answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointTerms:
    """How an endpoint may be asked and what it costs; editable at any time and no part of the object evaluated.

    Attributes:
        ca_file: Path of a PEM file with the certificates to trust for this endpoint; empty for the system's.
        connect_seconds: Until a connection stands.
        first_byte_seconds: Until the first byte of an answer, and between two pieces of it.
        whole_seconds: From sending to the last byte of one attempt.
        max_in_flight: Calls under way at once at most; 0 lets FairDesk find out.
        requests_per_minute: The account's limit; 0 when it is not known.
        tokens_per_minute: The account's limit, prompt and answer together; 0 when it is not known.
        price_prompt: Price of a million prompt tokens; None when it was not entered.
        price_answer: Price of a million answer tokens; None when it was not entered.
        price_call: Price of one call whatever its length; None when it was not entered.
        currency: As entered, for example ``EUR``.
        prices_as_of: Where and when the prices were read, as entered.
    """

    ca_file: str = ""
    connect_seconds: float = 10.0
    first_byte_seconds: float = 180.0
    whole_seconds: float = 300.0
    max_in_flight: int = 0
    requests_per_minute: int = 0
    tokens_per_minute: int = 0
    price_prompt: float | None = None
    price_answer: float | None = None
    price_call: float | None = None
    currency: str = ""
    prices_as_of: str = ""

    @property
    def has_prices(self) -> bool:
        """Whether a cost can be told at all; without an entered price it is not measured, never 0."""
        return any(price is not None for price in (self.price_prompt, self.price_answer, self.price_call))


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What one run (of one system) may spend in all, resumed or not; None sets no limit."""

    max_calls: int | None = None
    max_tokens: int | None = None
    max_cost: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    """What a run has spent, failed attempts included as far as the endpoint told.

    Attributes:
        n_calls: Requests that were sent, every attempt counted.
        prompt_tokens: As returned by the endpoint.
        answer_tokens: As returned by the endpoint.
        n_untold: Answers that came without a count of tokens; their tokens are not in the sums.
        n_unsure: Calls that failed although a model may have written an answer; what it took is not in the sums.
        cost: In ``currency``; None when no price was entered.
    """

    n_calls: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    n_untold: int = 0
    n_unsure: int = 0
    cost: float | None = None
    currency: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CostEstimate:
    """What the calls that are left will take: an interval, because nobody knows the tokens before they are counted.

    Attributes:
        n_calls: Calls that are left.
        tokens_low: Prompt and answer tokens, lower end.
        tokens_high: Upper end: every answer as long as it may be.
        cost_low: In ``currency``; None when no price was entered.
        cost_high: In ``currency``; None when no price was entered.
        words: How the ends were found, a sentence each.
    """

    n_calls: int
    tokens_low: int
    tokens_high: int
    cost_low: float | None = None
    cost_high: float | None = None
    currency: str = ""
    words: tuple[str, ...] = ()
