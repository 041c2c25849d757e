"""The bodies of a classifier endpoint: texts in, labels with scores out, in the shape that inference servers share."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fairdesk.domain.exchanges import CallFailure
from fairdesk.endpoints import failures

MOST_LABELS, LONGEST_LABEL = 100, 100
"""More or longer ones are no labels of a classifier; they would fill the evidence."""

ROUNDED_UP = 1e-6
"""Single precision puts a probability of 1 a little above it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """What was answered about one text: its labels with their scores, 0 to 1; without labels ``reason`` says why."""

    labels: dict[str, float] = field(default_factory=dict)
    reason: str = ""


def question_body(texts: Sequence[str]) -> bytes:
    """What is sent about some texts; half a surrogate pair, which no JSON can hold, is sent as a question mark."""
    plain = {"inputs": [text.encode("utf-8", "replace").decode("utf-8") for text in texts]}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def read_answer(status: int, content_type: str, received: bytes, n_texts: int) -> list[Labelled] | CallFailure:
    """What an answer says of every text, in their order; or why it says nothing.

    Accepted are a list of labels per text, and for one text that list alone. A flat list for several texts could mean
    one label of each or all labels of the first, so it is refused: no score is given to a text that may be another's.

    Args:
        status: HTTP status.
        n_texts: Texts that were sent, at least 1.
    """
    start = received[:200].decode("utf-8", "replace")
    try:
        plain = json.loads(received.decode("utf-8-sig"))
    except RecursionError:
        return failures.not_json(status, content_type, start)
    except ValueError:
        if not 200 <= status < 300:
            return failures.failure_of_status(status, start)
        if start.lstrip()[:1] in ("[", "{"):
            return failures.truncated(status, start)
        return failures.not_json(status, content_type, start)
    if not 200 <= status < 300:
        return failures.failure_of_status(status, _words(plain) or start)
    if isinstance(plain, dict):
        return failures.provider_failure(status, _words(plain) or start)
    if not isinstance(plain, list) or not plain:
        return failures.not_understood(status, "The classifier's answer is no list of labels.", start)
    if all(isinstance(one, dict) for one in plain):
        if n_texts == 1:
            return [_labelled(plain)]
        words = f"The classifier answered {n_texts} texts with one flat list, so that labels could be another text's."
        return failures.not_understood(status, words, start)
    if len(plain) != n_texts:
        words = f"The classifier answered {n_texts} texts with {len(plain)} results."
        return failures.not_understood(status, words, start)
    return [_labelled(one) for one in plain]


def _labelled(plain: Any) -> Labelled:
    """The labels of one text."""
    if not isinstance(plain, list) or not plain or not all(isinstance(one, dict) for one in plain):
        return Labelled(reason="the classifier gave no labels")
    if len(plain) > MOST_LABELS:
        return Labelled(reason=f"the classifier gave {len(plain)} labels for one text")
    labels: dict[str, float] = {}
    for one in plain:
        name, score = one.get("label"), one.get("score")
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_LABEL:
            return Labelled(reason="the classifier gave a score without a label")
        name = name.encode("utf-8", "replace").decode("utf-8")
        if isinstance(score, bool) or not isinstance(score, (int, float)) or not math.isfinite(score):
            return Labelled(reason=f"the classifier's score of “{name}” is no number")
        if not 0 <= score <= 1 + ROUNDED_UP:
            return Labelled(reason=f"the classifier's score of “{name}” is not between 0 and 1")
        if name in labels:
            return Labelled(reason=f"the classifier gave “{name}” twice")
        labels[name] = min(1.0, float(score))
    return Labelled(labels=labels)


def _words(plain: Any) -> str:
    """A server's own words for an error, in the places where servers put them."""
    if not isinstance(plain, dict):
        return ""
    for name in ("error", "message", "detail", "error_message"):
        found = plain.get(name)
        if isinstance(found, dict):
            found = found.get("message")
        if isinstance(found, str) and found:
            return found
    return ""
