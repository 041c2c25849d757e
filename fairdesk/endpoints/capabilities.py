"""Finds out with about ten tiny questions what an endpoint supports, and says it in plain words."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from fairdesk.domain.abilities import ABILITY_WORDS, ability_words
from fairdesk.domain.audited_system import Ability, AbilityState, EndpointFacts
from fairdesk.domain.exchanges import CallFailure, Message, ModelReply, ModelRequest
from fairdesk.domain.object_words import NOTHING_LEARNT
from fairdesk.endpoints.client import EndpointClient
from fairdesk.endpoints.formats import wire_format
from fairdesk.endpoints.reply_body import one_line
from fairdesk.endpoints.wire_format import WireFormat

N_TOP_LOGPROBS = 20
"""As many as the questions of the tests ask for; an endpoint that returns fewer rejects them."""

LONGEST_QUOTE = 80
BEGUN = "Three, four, five,"
GREETING = "Say hello."
DRAWN = "Name one animal, one colour and one number below a thousand, chosen at random. Answer in one line."
PASSWORD = "kestrel"
SCHEMA = (
    '{"additionalProperties":false,"properties":{"number":{"type":"integer"}},"required":["number"],"type":"object"}'
)

ROOM = 8
"""Tokens of a tiny answer."""

ROOM_TO_THINK = 800
"""The same for a model that spends its tokens on thoughts first."""

REJECTED = ("bad_request", "not_understood")
"""Causes that speak against what was asked; every other failure says nothing of an ability."""

YES, NO, UNCLEAR = AbilityState.YES, AbilityState.NO, AbilityState.UNCLEAR

Outcome = ModelReply | CallFailure


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What "Test connection" found.

    Attributes:
        ok: The endpoint answered a greeting with a text.
        words: Plain sentences, one finding each.
        facts: What was seen; never more than was seen.
        failure: Why there was no answer, or None.
        request: Body of the greeting as it was sent, without the key.
        answer: What came back to it: the text, or the provider's words of a failure.
        answer_ms: How long the greeting took.
    """

    ok: bool
    words: tuple[str, ...]
    facts: EndpointFacts
    failure: CallFailure | None = None
    request: str = ""
    answer: str = ""
    answer_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A state, the sentence that is stored (no word of a model or provider), and what is said besides."""

    state: AbilityState
    words: str
    said: str = ""


class _Asking:
    """Asks tiny questions of one model, in the form that its greeting was answered in."""

    def __init__(self, client: EndpointClient, model: str, wire: WireFormat) -> None:
        self.client = client
        self.wire = wire
        self.greeting = ModelRequest(
            messages=(Message(role="user", content=GREETING),), model=model, temperature=0.0, max_tokens=ROOM
        )
        self.thinks: bool | None = None

    async def ask(self, request: ModelRequest) -> Outcome:
        """One sending is enough, unless the server asks to wait: a rejection may come as a status that invites more."""
        outcome = (await self.client.attempt(request)).outcome
        if isinstance(outcome, CallFailure) and outcome.cause in ("throttled", "cut_off"):
            outcome = (await self.client.ask(request)).outcome
        if isinstance(outcome, ModelReply):
            if outcome.reasoning.strip():
                self.thinks = True
            elif "<think>" in outcome.text and self.thinks is None:
                self.thinks = False
        return outcome

    def question(self, *messages: tuple[str, str], room: int = ROOM) -> ModelRequest:
        return replace(
            self.greeting,
            messages=tuple(Message(role=role, content=content) for role, content in messages),
            max_tokens=max(room, self.greeting.max_tokens),
        )


async def probe(client: EndpointClient, model: str, kind: str = "openai_chat") -> Probe:
    """Asks tiny questions, one or two for each ability that the wire format has words for.

    Args:
        client: Of the endpoint.
        model: The model's name as the server knows it.
        kind: Of the endpoint.
    """
    asking = _Asking(client, model, wire_format(kind))
    first = await client.ask(asking.greeting)
    hello, found = await _settle(asking, first.outcome)
    request = first.request_body.decode("utf-8", "replace")
    if isinstance(hello, CallFailure):
        words = (hello.message, hello.advice, *([f"The server said: {_quoted(hello.detail)}"] if hello.detail else []))
        return Probe(
            ok=False,
            words=words,
            facts=NOTHING_LEARNT,
            failure=hello,
            request=request,
            answer=hello.detail,
            answer_ms=first.elapsed_ms,
        )
    for name, trial in TRIALS.items():
        if name in asking.wire.expresses:
            found[name] = await trial(asking)
    if asking.thinks is not None:
        found["reasoning"] = _reasoning(asking.thinks)
    states = {name: one.state for name, one in found.items()}
    abilities = tuple(Ability(name=name, state=one.state, words=one.words) for name, one in found.items())
    facts = EndpointFacts(
        model_echo=hello.model_echo,
        fingerprint=hello.fingerprint,
        facts={},
        has_logprobs=states.get("log_probabilities") is YES,
        continues_prefix=states.get("continues_prefix") is YES,
        abilities=abilities,
    )
    missing = [name for name in TRIALS if name not in asking.wire.expresses]
    words = (
        *_read_hello(hello, model),
        *(ability_words(ability, found[ability.name].said) for ability in abilities),
        *([f"This format has no words for {', '.join(ABILITY_WORDS[n].title for n in missing)}."] if missing else []),
    )
    return Probe(ok=True, words=words, facts=facts, request=request, answer=hello.text, answer_ms=first.elapsed_ms)


def n_probe_calls(wire: WireFormat) -> int:
    """How many calls a test of the connection makes; two more where a greeting needs another form."""
    return 1 + sum(2 if name == "seed" else 1 for name in TRIALS if name in wire.expresses)


async def _settle(asking: _Asking, hello: Outcome) -> tuple[Outcome, dict[str, _Found]]:
    """The greeting's answer, asked again without a temperature or with room to think where that was in the way."""
    found: dict[str, _Found] = {}
    if isinstance(hello, CallFailure) and hello.cause in REJECTED and not hello.stops_run:
        again = await asking.ask(replace(asking.greeting, temperature=None))
        if isinstance(again, CallFailure):
            return hello, found
        found["temperature"] = _Found(state=NO, words="A temperature of 0 is rejected.", said=_detail(hello))
        asking.greeting = replace(asking.greeting, temperature=None)
        hello = again
    if isinstance(hello, ModelReply) and not hello.text.strip():
        asking.greeting = replace(asking.greeting, max_tokens=ROOM_TO_THINK)
        longer = await asking.ask(asking.greeting)
        hello = longer if isinstance(longer, ModelReply) else hello
    elif isinstance(hello, ModelReply):
        asking.thinks = True if hello.reasoning.strip() else False if "<think>" in hello.text else None
    return hello, found


async def _log_probabilities(asking: _Asking) -> _Found:
    outcome = await asking.ask(replace(asking.greeting, top_logprobs=N_TOP_LOGPROBS))
    if isinstance(outcome, CallFailure):
        return _failed("A question with log-probabilities", outcome)
    if len(outcome.first_tokens) > 1:
        return _Found(state=YES, words="Log-probabilities of the answer's words are returned.")
    if outcome.first_tokens:
        words = "Only the log-probability of the chosen word is returned, without alternatives: not usable."
        return _Found(state=NO, words=words)
    return _Found(state=NO, words="Log-probabilities are not returned.")


async def _continues_prefix(asking: _Asking) -> _Found:
    # Begun where nobody would begin, so that starting anew shows. Some servers put the beginning before the answer.
    outcome = await asking.ask(asking.question(("user", "Count from one to ten in words."), ("assistant", BEGUN)))
    if isinstance(outcome, CallFailure):
        return _failed("A question with the answer begun", outcome)
    said = outcome.text.strip().removeprefix(BEGUN).strip(" \n\t.,:;*\"'").lower()
    if said.startswith(("six", "6")):
        return _Found(state=YES, words="An answer that was begun is continued.")
    if said.startswith(("one", "1")):
        return _Found(state=NO, words="An answer that was begun is started anew, not continued.")
    words = "Whether an answer that was begun is continued is not clear."
    return _Found(state=UNCLEAR, words=words, said=f"It went on: {_quoted(outcome.text)}")


async def _seed(asking: _Asking) -> _Found:
    """Two drawings with one seed: equal ones are what a seed is for, though chance may make them equal, too."""
    drawn = asking.question(("user", DRAWN), room=24)
    warm = None if asking.greeting.temperature is None else 1.0
    request = replace(drawn, temperature=warm, seed=11)
    one, two = await asking.ask(request), await asking.ask(request)
    for outcome in (one, two):
        if isinstance(outcome, CallFailure):
            return _failed("A question with a seed", outcome)
    if isinstance(one, ModelReply) and isinstance(two, ModelReply) and one.text == two.text:
        return _Found(state=YES, words="A seed is accepted; the same seed gave the same answer twice.")
    return _Found(state=UNCLEAR, words="A seed is accepted, but the same seed gave two different answers.")


async def _stop(asking: _Asking) -> _Found:
    counting = asking.question(("user", "Count from one to five in words, with commas: one, two, ..."), room=24)
    outcome = await asking.ask(replace(counting, stop=("three",)))
    if isinstance(outcome, CallFailure):
        return _failed("A question with a stop word", outcome)
    said = outcome.text.lower()
    if "four" in said:
        return _Found(state=NO, words="A stop word is accepted, but the answer goes on behind it.")
    if "two" in said:
        return _Found(state=YES, words="An answer ends at a stop word.")
    return _Found(state=UNCLEAR, words="Whether an answer ends at a stop word is not clear.")


async def _json_schema(asking: _Asking) -> _Found:
    outcome = await asking.ask(replace(asking.question(("user", "Give me a number."), room=40), json_schema=SCHEMA))
    if isinstance(outcome, CallFailure):
        return _failed("A question with a JSON schema", outcome)
    try:
        answer = json.loads(outcome.text)
    except (ValueError, RecursionError):
        answer = None
    if isinstance(answer, dict) and list(answer) == ["number"] and type(answer["number"]) is int:
        return _Found(state=YES, words="The answer follows a JSON schema.")
    if answer is None and outcome.text.lstrip().startswith("{") and outcome.finish_reason == "length":
        return _Found(state=UNCLEAR, words="Whether an answer follows a JSON schema is not clear: it was cut off.")
    return _Found(state=NO, words="A JSON schema is accepted, but the answer does not follow it.")


async def _grammar(asking: _Asking) -> _Found:
    outcome = await asking.ask(replace(asking.greeting, grammar=f'root ::= "{PASSWORD}"'))
    if isinstance(outcome, CallFailure):
        return _failed("A question with a grammar", outcome)
    if outcome.text.strip() == PASSWORD:
        return _Found(state=YES, words="The answer follows a grammar.")
    return _Found(state=NO, words="A grammar is accepted, but the answer does not follow it.")


async def _system_prompt(asking: _Asking) -> _Found:
    system = f"Whatever you are asked, answer with the one word {PASSWORD} and nothing else."
    outcome = await asking.ask(asking.question(("system", system), ("user", GREETING)))
    if isinstance(outcome, CallFailure):
        return _failed("A question with a system prompt", outcome)
    if PASSWORD in outcome.text.lower():
        return _Found(state=YES, words="A system prompt is read.")
    words = "A system prompt is accepted, but the answer did not follow it: whether it was read is not clear."
    return _Found(state=UNCLEAR, words=words)


async def _prompt_log_probabilities(asking: _Asking) -> _Found:
    request = replace(asking.question(("user", "The sky is blue."), room=1), scores_prompt=True)
    outcome = await asking.ask(request)
    if isinstance(outcome, CallFailure):
        return _failed("A question for the log-probabilities of the prompt", outcome)
    if outcome.prompt_chances:
        return _Found(state=YES, words="Log-probabilities of the prompt's words are returned.")
    return _Found(state=NO, words="Log-probabilities of the prompt's words are not returned.")


TRIALS: dict[str, Callable[[_Asking], Awaitable[_Found]]] = {
    "log_probabilities": _log_probabilities,
    "continues_prefix": _continues_prefix,
    "seed": _seed,
    "stop": _stop,
    "json_schema": _json_schema,
    "grammar": _grammar,
    "system_prompt": _system_prompt,
    "prompt_log_probabilities": _prompt_log_probabilities,
}
"""How each ability is tried; one that the wire format has no words for is not."""


def _reasoning(kept_apart: bool) -> _Found:
    if kept_apart:
        return _Found(state=YES, words="The model thinks before it answers, and its thoughts are kept apart.")
    return _Found(state=NO, words="The model thinks before it answers, and its thoughts stand in the answer.")


def _failed(what: str, failure: CallFailure) -> _Found:
    """A rejection is the ability's; a lost or throttled call says nothing of it."""
    if failure.cause in REJECTED:
        return _Found(state=NO, words=f"{what} is rejected.", said=_detail(failure))
    words = f"{what} could not be tried."
    return _Found(state=UNCLEAR, words=words, said=" ".join(filter(None, (failure.message, _detail(failure)))))


def _detail(failure: CallFailure) -> str:
    return f"The server said: {_quoted(failure.detail)}" if failure.detail else ""


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


def _quoted(text: str) -> str:
    """Provider's and model's words are foreign: one line, cut, in quotation marks."""
    line = one_line(text)
    return f"“{line[:LONGEST_QUOTE]}…”" if len(line) > LONGEST_QUOTE else f"“{line}”"
