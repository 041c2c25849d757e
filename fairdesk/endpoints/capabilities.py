"""Finds out with a few tiny questions what an endpoint supports, and says it in plain words."""

from __future__ import annotations

from dataclasses import dataclass

from fairdesk.domain.audited_system import EndpointFacts
from fairdesk.domain.exchanges import CallFailure, Message, ModelReply, ModelRequest
from fairdesk.domain.object_words import NOTHING_LEARNT
from fairdesk.endpoints.client import EndpointClient

N_TOP_LOGPROBS = 5
LONGEST_QUOTE = 80
BEGUN = "Three, four, five,"


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What "Test connection" found.

    Attributes:
        ok: The endpoint answered a greeting with a text.
        words: Plain sentences, one finding each.
        facts: What was seen; never more than was seen.
        failure: Why there was no answer, or None.
    """

    ok: bool
    words: tuple[str, ...]
    facts: EndpointFacts
    failure: CallFailure | None = None


async def probe(client: EndpointClient, model: str) -> Probe:
    """Asks three tiny questions: a greeting, one with log-probabilities, and one with the answer begun.

    Args:
        client: Of the endpoint.
        model: The model's name as the server knows it.
    """
    hello = (await client.ask(_request(model, ("user", "Say hello.")))).outcome
    if isinstance(hello, CallFailure):
        words = (hello.message, hello.advice, *([f"The server said: {_quoted(hello.detail)}"] if hello.detail else []))
        return Probe(ok=False, words=words, facts=NOTHING_LEARNT, failure=hello)
    chances = (await client.ask(_request(model, ("user", "Say hello."), top_logprobs=N_TOP_LOGPROBS))).outcome
    has_logprobs, logprob_words = _read_logprobs(chances)
    # Begun where nobody would begin, so that starting anew shows. Some servers put the beginning before the answer.
    counted = ("user", "Count from one to ten in words."), ("assistant", BEGUN)
    continued = (await client.ask(_request(model, *counted))).outcome
    continues, prefix_words = _read_continuation(continued)
    facts = EndpointFacts(
        model_echo=hello.model_echo,
        fingerprint=hello.fingerprint,
        facts={},
        has_logprobs=has_logprobs,
        continues_prefix=continues,
    )
    return Probe(ok=True, words=(*_read_hello(hello, model), logprob_words, prefix_words), facts=facts)


def _request(model: str, *messages: tuple[str, str], top_logprobs: int = 0) -> ModelRequest:
    return ModelRequest(
        messages=tuple(Message(role=role, content=content) for role, content in messages),
        model=model,
        temperature=0.0,
        max_tokens=8,
        top_logprobs=top_logprobs,
    )


def _read_hello(hello: ModelReply, model: str) -> tuple[str, ...]:
    said = f"It answered: {_quoted(hello.text)}" if hello.text.strip() else "It answered with an empty text."
    if not hello.model_echo:
        return said, "The server does not say which model answered."
    if model and hello.model_echo != model:
        return (
            said,
            f"The server says that the model {_quoted(hello.model_echo)} answered; {_quoted(model)} was asked for.",
        )
    return said, f"The server says that the model {_quoted(hello.model_echo)} answered."


def _read_logprobs(outcome: ModelReply | CallFailure) -> tuple[bool, str]:
    if isinstance(outcome, CallFailure):
        said = f" ({_quoted(outcome.detail)})" if outcome.detail else ""
        return False, f"A question with log-probabilities failed: {outcome.message}{said}"
    if len(outcome.first_tokens) > 1:
        return True, "Log-probabilities of the answer's words are returned."
    if outcome.first_tokens:
        return False, "Only the log-probability of the chosen word is returned, without alternatives: not usable."
    return False, "Log-probabilities are not returned: expected ratings and log-odds cannot be read at this endpoint."


def _read_continuation(outcome: ModelReply | CallFailure) -> tuple[bool, str]:
    if isinstance(outcome, CallFailure):
        return False, f"A question with the answer begun failed: {outcome.message}"
    said = outcome.text.strip().removeprefix(BEGUN).strip(" \n\t.,:;*\"'").lower()
    if said.startswith(("six", "6")):
        return True, "An answer that was begun is continued."
    if said.startswith(("one", "1")):
        return False, "An answer that was begun is started anew, not continued."
    return False, f"Whether an answer that was begun is continued is not clear; it went on: {_quoted(outcome.text)}"


def _quoted(text: str) -> str:
    """Provider's and model's words are foreign: one line, cut, in quotation marks."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return f"“{line[:LONGEST_QUOTE]}…”" if len(line) > LONGEST_QUOTE else f"“{line}”"
