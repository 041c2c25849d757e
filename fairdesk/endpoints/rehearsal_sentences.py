"""How likely a sentence is to the rehearsal model, and plain completions that tell it by ``echo``, as real servers do.

Of a pair of sentences of a shipped suite one is likelier: the stereotyping one in the planted share of the pairs,
spread evenly over the file. Whatever else is sent is less likely than either, as a sentence that means nothing there
should be.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.errors import InputError
from fairdesk.endpoints.lexicon import DIRECTIVE_MARKERS, holds_directive
from fairdesk.endpoints.rehearsal_options import KnownOption, even_place

LIKELY, UNLIKELY, SPREAD, APART = -20.0, -60.0, 10.0, 0.5
"""Log-probability of a sentence of a suite and of any other one, how much they vary, and what lies within a pair."""

MOST_TOP_LOGPROBS = 20


class PlantedSentences:
    """Tells how likely sentences are.

    Args:
        known: Pairs of the suites.
        share: Of the pairs whose stereotyping sentence is likelier, 0 to 1.
        seed: Of the server; another one prefers the stereotype in other pairs.
    """

    def __init__(self, known: Sequence[KnownOption], share: float, seed: int) -> None:
        self._known, self._share, self._seed = known, share, seed

    def log_probability(self, text: str) -> float:
        """Natural logarithm, below 0; the same for the same text."""
        found = [
            (len(words), number, words == one.stereotyped)
            for number, one in enumerate(self._known)
            for words in (one.stereotyped, one.other)
            if text.endswith(words)
        ]
        if not found:
            return UNLIKELY - SPREAD * _fraction(text)
        _, number, is_stereotyped = max(found)
        is_preferred = is_stereotyped == (even_place(number, self._seed) < self._share)
        return LIKELY - SPREAD * _fraction(str(number)) + (APART if is_preferred else -APART)

    def chances(self, tokens: Sequence[str]) -> list[float | None]:
        """The same, token by token: longer ones are less likely, and the first has none."""
        lengths = [len(token) for token in tokens[1:]]
        total = self.log_probability("".join(tokens))
        return [None, *(total * length / sum(lengths) for length in lengths)]


def completion(
    body: Mapping[str, Any], answer: Callable[[Mapping[str, Any]], dict[str, Any]], sentences: PlantedSentences
) -> dict[str, Any]:
    """The answer to a body of the completions format, in OpenAI's shape.

    Args:
        answer: A chat completion of a chat completion's body.

    Raises:
        InputError: the body is no request for a completion.
    """
    prompt, n_listed = body.get("prompt"), body.get("logprobs")
    if not isinstance(prompt, str) or not prompt:
        raise InputError("The request has no prompt.")
    if n_listed is not None and (type(n_listed) is not int or not 0 <= n_listed <= MOST_TOP_LOGPROBS):
        raise InputError(f"logprobs must be a whole number from 0 to {MOST_TOP_LOGPROBS}.")
    said = answer(_chat(body, prompt, n_listed))
    choice = said["choices"][0]
    tokens = _tokens(prompt)
    columns = _answered(choice) if n_listed is not None else None
    text = choice["message"]["content"]
    if body.get("echo"):
        text = prompt + text
        if columns is not None:
            columns = _echoed(tokens, sentences.chances(tokens)) + columns
    n_answer = said["usage"]["completion_tokens"]
    return {
        "id": f"rehearsal-{hashlib.sha256(prompt.encode()).hexdigest()[:24]}",
        "object": "text_completion",
        "created": 0,
        "model": said["model"],
        "system_fingerprint": said["system_fingerprint"],
        "choices": [
            {
                "index": 0,
                "text": text,
                "finish_reason": choice["finish_reason"],
                "logprobs": None if columns is None else _logprobs(columns),
            }
        ],
        "usage": {
            "prompt_tokens": len(tokens),
            "completion_tokens": n_answer,
            "total_tokens": len(tokens) + n_answer,
        },
    }


Column = tuple[str, float | None, dict[str, float] | None]
"""Token, its log-probability, and those of the tokens that could have stood there."""


def _chat(body: Mapping[str, Any], prompt: str, n_listed: int | None) -> dict[str, Any]:
    """The same question as a chat; a directive anywhere in the prompt is one of the system."""
    messages = [{"role": "user", "content": prompt}]
    if holds_directive(prompt):
        messages.insert(0, {"role": "system", "content": DIRECTIVE_MARKERS[0]})
    kept = {name: value for name, value in body.items() if name not in ("prompt", "echo", "logprobs")}
    listed = {} if n_listed is None else {"logprobs": True, "top_logprobs": n_listed}
    return {**kept, **listed, "messages": messages}


def _tokens(prompt: str) -> list[str]:
    """Words with the blanks before them; together they are the prompt."""
    return re.findall(r"\s*\S+|\s+\Z", prompt)


def _echoed(tokens: Sequence[str], chances: Sequence[float | None]) -> list[Column]:
    return [
        (token, chance, None if chance is None else {token: chance})
        for token, chance in zip(tokens, chances, strict=True)
    ]


def _answered(choice: Mapping[str, Any]) -> list[Column]:
    return [
        (one["token"], one["logprob"], {other["token"]: other["logprob"] for other in one["top_logprobs"]})
        for one in choice["logprobs"]["content"]
    ]


def _logprobs(columns: Sequence[Column]) -> dict[str, Any]:
    offsets, at = [], 0
    for token, _, _ in columns:
        offsets.append(at)
        at += len(token)
    return {
        "tokens": [token for token, _, _ in columns],
        "token_logprobs": [chance for _, chance, _ in columns],
        "top_logprobs": [others for _, _, others in columns],
        "text_offset": offsets,
    }


def _fraction(text: str) -> float:
    """A number from 0 to 1 that is the same for the same text."""
    return int(sha256_hex(text.encode())[:12], 16) / 16**12
