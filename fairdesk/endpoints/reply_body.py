"""What the bodies of all wire formats have in common: JSON, errors, counts, chances, and texts that can be stored.

Bodies are hostile: nothing here raises on any bytes, and nothing that cannot be stored gets through.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from fairdesk.domain.exchanges import BLOCKED, CallFailure, ModelReply, TokenChance
from fairdesk.endpoints.failures import (
    KEY_CODES,
    failure_of_status,
    not_json,
    not_understood,
    provider_failure,
    truncated,
)

LARGEST_COUNT = 2**53
"""Token counts above this are nonsense and would not survive every JSON reader."""

LARGEST_LOGPROB = 0.01
"""Log-probabilities may exceed 0 by rounding; more than this is no log-probability."""

LONGEST_START = 4000

BLOCK_CODES = ("content_filter", "content_policy_violation")
"""Codes of a status 400 by which a provider says that its filter stopped the prompt."""

ERROR_TEXTS = ("message", "detail", "msg", "error_description", "title")
ERROR_CODES = ("code", "type", "status")

Reader = Callable[[int, Mapping[str, Any], str], ModelReply | CallFailure]
"""Of the status, a JSON object without an error, and the first characters of the body: what was answered."""


def read_body(status: int, content_type: str, body: bytes, read: Reader) -> ModelReply | CallFailure:
    """What a server answered; every odd body is a value, nothing is raised.

    Args:
        status: HTTP status.
        content_type: The header as received, or empty.
        body: Everything that followed.
        read: Reads the objects of one wire format.
    """
    start = body[:LONGEST_START].decode("utf-8", "replace")
    is_well = 200 <= status < 300
    try:
        data = json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        if not is_well:
            return failure_of_status(status, start)
        if isinstance(error, json.JSONDecodeError) and _breaks_off(error):
            return truncated(status, start)
        return not_json(status, content_type, start)
    if not is_well:
        words, code = error_text(data)
        if status == 400 and code in BLOCK_CODES:
            # The filter belongs to the configured application: that it stopped this prompt is its answer.
            return ModelReply(text="", finish_reason=blocked("prompt"))
        return failure_of_status(status, words, code)
    if not isinstance(data, Mapping):
        return not_understood(status, "The answer is JSON but not an object.", start)
    if data.get("error"):
        return provider_failure(status, *error_text(data))
    return read(status, data, start)


def blocked(why: str) -> str:
    """The ``finish_reason`` of an answer that a filter stopped.

    Example:
        >>> blocked("SAFETY")
        'content_filter: SAFETY'
    """
    return f"{BLOCKED}: {storable(why)}"


def error_text(data: object) -> tuple[str, str]:
    """The provider's own words and its code, from the shapes that are met: object, text, list, ``detail``."""
    while isinstance(data, list) and data:
        data = data[0]
    if not isinstance(data, Mapping):
        return _quoted(data), ""
    error = data.get("error") or data
    if isinstance(error, str):
        return storable(error), storable(text_of(data.get("code")))
    if not isinstance(error, Mapping):
        return _quoted(error), ""
    named = (_key_reason(error), *(error.get(key) for key in ERROR_CODES))
    code = next((str(one) for one in named if one and isinstance(one, str | int)), "")
    for key in ERROR_TEXTS:
        if isinstance(error.get(key), str) and error[key]:
            return storable(error[key]), storable(code)
    return _quoted(error), storable(code)


def _quoted(data: object) -> str:
    """Data of a shape that is not known, as JSON."""
    try:
        return storable(json.dumps(data))
    except RecursionError:
        return "(nested too deeply to be shown)"


def _key_reason(error: Mapping[str, Any]) -> str:
    """Google says in a list of details that the key is wrong; its status is that of any bad request."""
    reasons = [text_of(object_of(detail).get("reason")) for detail in list_of(error.get("details"))]
    return next((reason for reason in reasons if reason in KEY_CODES), "")


def storable(text: str) -> str:
    """The text with pairs of surrogates joined and lone ones replaced: those exist in JSON but not in UTF-8."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def one_line(text: str) -> str:
    """Foreign words as one line that can be shown: what cannot be printed is a blank, and blanks are single."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def text_of(value: object) -> str:
    """The text, or an empty one for anything else."""
    return value if isinstance(value, str) else ""


def object_of(value: object) -> Mapping[str, Any]:
    """The object, or an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def list_of(value: object) -> list[Any]:
    """The list, or an empty one for anything else."""
    return value if isinstance(value, list) else []


def count_of(value: object) -> int | None:
    """A number of tokens, or None for anything that cannot be one."""
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_COUNT
    return value if is_count and isinstance(value, int) else None


def sum_of_counts(first: object, *others: object) -> int | None:
    """The first count with the others that were told; None when the first was not, since a part is no sum."""
    start = count_of(first)
    return None if start is None else count_of(start + sum(count_of(other) or 0 for other in others))


def chance(token: object, logprob: object) -> TokenChance | None:
    """A token with its log-probability, or None where one of them is none."""
    if not isinstance(token, str) or isinstance(logprob, bool) or not isinstance(logprob, (int, float)):
        return None
    try:
        value = float(logprob)
    except OverflowError:
        return None
    if not math.isfinite(value) or value > LARGEST_LOGPROB:
        return None
    return TokenChance(token=storable(token), logprob=min(value, 0.0))


def likeliest_first(chances: Iterable[TokenChance | None]) -> tuple[TokenChance, ...]:
    """The chances that are some, most likely first."""
    return tuple(sorted((one for one in chances if one is not None), key=lambda one: -one.logprob))


def first_tokens(content: Sequence[object]) -> tuple[TokenChance, ...]:
    """Alternatives for the first token, from entries of ``token``, ``logprob`` and ``top_logprobs``.

    Several formats list tokens this way. Where no alternatives came, the chosen token stands alone.
    """
    first = object_of(content[0]) if content else {}
    listed = [object_of(entry) for entry in list_of(first.get("top_logprobs"))]
    found = likeliest_first(chance(entry.get("token"), entry.get("logprob")) for entry in listed)
    return found or likeliest_first([chance(first.get("token"), first.get("logprob"))])


def _breaks_off(error: json.JSONDecodeError) -> bool:
    text = error.doc.rstrip()
    is_open = text.startswith(("{", "[")) and not text.endswith(("}", "]"))
    return is_open or (text.startswith("{") and error.pos >= len(text) - 1)
