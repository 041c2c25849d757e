"""Plain completions: a text goes in, its continuation comes out; the one format that can score a prompt.

The messages are joined with an empty line between them and no names of roles: models for this format know no roles. A
begun answer is the end of the prompt. The prompt's log-probabilities come by ``echo`` (OpenAI's old models, vLLM),
which repeats the prompt in the answer, or by ``prompt_logprobs`` (vLLM). Source of the shapes: OpenAI's API reference,
completions, and vLLM's server.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from fairdesk.domain.exchanges import CallFailure, ModelReply, ModelRequest, TokenChance
from fairdesk.endpoints.failures import not_understood
from fairdesk.endpoints.formats.openai_chat import OPTION_HINTS, constraint_fields, first_choice
from fairdesk.endpoints.reply_body import (
    chance,
    count_of,
    first_tokens,
    likeliest_first,
    list_of,
    object_of,
    read_body,
    storable,
    text_of,
)
from fairdesk.endpoints.request_body import chosen, sampling_fields
from fairdesk.endpoints.wire_format import CannotBeSentError, WireFormat, constant_path

BETWEEN_MESSAGES = "\n\n"
PROMPT_SCORES = ("echo", "prompt_logprobs")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scored:
    """An answer with what was told of its tokens."""

    text: str
    first_tokens: tuple[TokenChance, ...]
    prompt_chances: tuple[TokenChance, ...]


def build(request: ModelRequest, options: Mapping[str, str]) -> dict[str, Any]:
    """The body to send, as plain JSON data.

    Args:
        request: What is asked.
        options: Of the endpoint; see ``option_hints``.

    Raises:
        CannotBeSentError: an option cannot be used, or several messages are to be scored.

    Example:
        >>> from fairdesk.domain.exchanges import Message
        >>> sky = (Message(role="user", content="The sky is"),)
        >>> build(ModelRequest(messages=sky, model="m", temperature=0.0, max_tokens=1, scores_prompt=True), {})
        {'model': 'm', 'prompt': 'The sky is', 'max_tokens': 1, 'temperature': 0.0, 'echo': True, 'logprobs': 1}
    """
    body: dict[str, Any] = {
        "model": request.model,
        "prompt": BETWEEN_MESSAGES.join(message.content for message in request.messages),
        "max_tokens": request.max_tokens,
        **sampling_fields(request),
        **constraint_fields(request, options),
    }
    if request.top_logprobs:
        body["logprobs"] = request.top_logprobs
    prompt_scores = chosen(options, "prompt_scores", PROMPT_SCORES)
    if not request.scores_prompt:
        return body
    if len(request.messages) != 1:
        raise CannotBeSentError("a prompt whose words are scored must be a single message")
    if prompt_scores == "prompt_logprobs":
        return {**body, "prompt_logprobs": 0}  # the prompt's own tokens and no alternatives
    return {**body, "echo": True, "logprobs": max(1, request.top_logprobs)}


def parse(status: int, content_type: str, body: bytes) -> ModelReply | CallFailure:
    """What the server answered; every odd body is a value, nothing is raised."""
    return read_body(status, content_type, body, _read)


def _read(status: int, data: Mapping[str, Any], start: str) -> ModelReply | CallFailure:
    choice = first_choice(status, data, start)
    if isinstance(choice, CallFailure):
        return choice
    if not isinstance(choice.get("text"), str):
        return not_understood(status, "The first choice holds no text.", start)
    usage = object_of(data.get("usage"))
    prompt_tokens = count_of(usage.get("prompt_tokens"))
    answer_tokens = count_of(usage.get("completion_tokens"))
    scored = _scored(choice, prompt_tokens, answer_tokens)
    if scored is None:
        return not_understood(status, "The answer repeats the prompt and does not say where it ends.", start)
    return ModelReply(
        text=storable(scored.text),
        finish_reason=storable(text_of(choice.get("finish_reason"))),
        model_echo=storable(text_of(data.get("model"))),
        fingerprint=storable(text_of(data.get("system_fingerprint"))),
        first_tokens=scored.first_tokens,
        prompt_tokens=prompt_tokens,
        answer_tokens=answer_tokens,
        prompt_chances=scored.prompt_chances,
    )


def _scored(choice: Mapping[str, Any], prompt_tokens: int | None, answer_tokens: int | None) -> _Scored | None:
    """Text, first tokens and prompt of a choice; None where a repeated prompt cannot be told from the answer."""
    text, logprobs = choice["text"], object_of(choice.get("logprobs"))
    listed = list_of(logprobs.get("token_logprobs"))
    # Only the first token of a prompt has no log-probability, so this tells a repeated prompt from an answer; but some
    # servers tell none of an answer's tokens either.
    if listed and listed[0] is None and len(listed) != answer_tokens:
        tokens = list_of(logprobs.get("tokens"))
        if len(tokens) != len(listed) or prompt_tokens is None or not 1 <= prompt_tokens <= len(tokens):
            return None
        return _Scored(
            text=_behind_prompt(text, tokens, list_of(logprobs.get("text_offset")), prompt_tokens),
            first_tokens=_first_tokens(logprobs, prompt_tokens),
            prompt_chances=_all_or_none(
                [chance(*pair) for pair in zip(tokens[1:prompt_tokens], listed[1:prompt_tokens], strict=True)]
            ),
        )
    # llama.cpp writes the tokens of its completions as those of a chat.
    first = _first_tokens(logprobs, 0) or first_tokens(list_of(logprobs.get("content")))
    places = [object_of(place) for place in list_of(choice.get("prompt_logprobs"))[1:]]
    return _Scored(text=text, first_tokens=first, prompt_chances=_all_or_none([_only_chance(one) for one in places]))


def _behind_prompt(text: str, tokens: list[Any], offsets: list[Any], prompt_tokens: int) -> str:
    """The answer alone. A token may be half a character, so places in the text go before the tokens' own texts."""
    if prompt_tokens == len(tokens):
        return ""
    if len(offsets) == len(tokens):
        place, beginning = count_of(offsets[prompt_tokens]), count_of(offsets[0])
        if place is not None and beginning is not None and beginning <= place <= beginning + len(text):
            return text[place - beginning :]
    return "".join(text_of(token) for token in tokens[prompt_tokens:])


def _first_tokens(logprobs: Mapping[str, Any], place: int) -> tuple[TokenChance, ...]:
    """Alternatives for the token at a place, or the chosen one alone."""
    tops, tokens, own = (list_of(logprobs.get(name))[place:] for name in ("top_logprobs", "tokens", "token_logprobs"))
    alternatives = object_of(tops[0]) if tops else {}
    found = likeliest_first(chance(token, logprob) for token, logprob in alternatives.items())
    return found or likeliest_first([chance(tokens[0], own[0])] if tokens and own else [])


def _only_chance(place: Mapping[str, Any]) -> TokenChance | None:
    """The token at one place of vLLM's list, which is keyed by the token's number; no alternatives were asked for."""
    if len(place) != 1:
        return None
    entry = object_of(next(iter(place.values())))
    return chance(entry.get("decoded_token"), entry.get("logprob"))


def _all_or_none(chances: list[TokenChance | None]) -> tuple[TokenChance, ...]:
    """A sum over a part of the tokens would look like a likelier text, so one that is missing takes all along."""
    found = tuple(one for one in chances if one is not None)
    return found if len(found) == len(chances) else ()


WIRE_FORMAT = WireFormat(
    format_id="completions",
    title="Plain completions",
    path=constant_path("completions"),
    build=build,
    parse=parse,
    expresses=frozenset(
        {
            "log_probabilities",
            "continues_prefix",
            "seed",
            "stop",
            "json_schema",
            "grammar",
            "system_prompt",
            "prompt_log_probabilities",
        }
    ),
    batch_url="/v1/completions",
    address_hint="https://host/v1",
    option_hints=MappingProxyType(
        {
            "prompt_scores": "prompt_logprobs for vLLM, where it gives the prompt's log-probabilities apart; else "
            "echo, which repeats the prompt in the answer.",
            "schema_name": "json_schema for llama.cpp, which passes over the usual response_format in silence here.",
            "grammar_name": OPTION_HINTS["grammar_name"],
        }
    ),
)
