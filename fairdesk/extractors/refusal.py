"""Recognises that a model declined, and quotes the words that say so.

Every pattern is bounded, so that the time grows with the length of the text and no faster.
"""

from __future__ import annotations

import re

from fairdesk.domain.exchanges import ReadRefusal

_TASK = (
    r"(?:rate|rating|assess|evaluate|provide|give|assign|judge|make|help|assist|score|answer|comply|fulfil|fulfill|"
    r"do (?:that|this|so)|offer|recommend|determine|comment|participate|complete|engage|discuss|respond|decide|"
    r"produce|generate|grade|rank|say)"
)
_CANNOT = (
    r"(?:cannot|can ?not|can'?t|could ?n[o']?t|won'?t|will not|would not be able to|must decline|"
    r"(?:have|need) to decline|decline|refuse|"
    r"(?:am|are|'m|'re) (?:unable|not able|not allowed|not permitted|not comfortable|not in a position))"
)

_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:I|we)(?: \w{{1,12}}){{0,2}} ?{_CANNOT}(?: \w{{1,14}}){{0,4}}? {_TASK}\b",
        r"\b(?:I|we) (?:must |have to |need to |respectfully )?(?:decline|refuse)\b",
        r"\bsorry\b[^.!?\n]{0,40}\b(?:cannot|can ?not|can't|unable|won't|not able|not comfortable)\b",
        r"^\W{0,5}(?:I'm|I am|we are|we're)? ?(?:very |so |truly )?sorry[,.!]?\W{0,5}$",
        r"\bas an? (?:AI|artificial intelligence|language model|large language model|LLM)\b",
        r"\bI(?:'m| am) (?:just |only |merely )?an? (?:AI|language model|large language model)\b",
        rf"\b(?:in|un|not (?:be )?)(?:appropriate|ethical)(?: \w{{1,12}}){{0,4}} to {_TASK}\b",
        r"\bagainst (?:my|our) (?:guidelines|policy|policies|programming|principles)\b",
        r"\b(?:I'd|I would) (?:prefer|rather) not\b",
        rf"(?:^|[.!?:\n])\W{{0,5}}(?:cannot|can't|unable to)(?: \w{{1,14}}){{0,3}}? {_TASK}\b",
        r"\b(?:not enough|insufficient|no sufficient|lack of) (?:information|data|detail|evidence)\b",
        r"\b(?:do not|don't) have (?:enough|sufficient|the necessary)\b",
        r"\bno (?:rating|score) (?:can|will|could) be (?:given|provided|assigned)\b",
        r"\b(?:es tut mir leid|tut mir leid|je suis désolée?|lo siento|mi dispiace|sinto muito)\b",
        r"\bich (?:kann|darf|möchte)\b[^.!?\n]{0,60}\bnicht\b[^.!?\n]{0,40}\b(?:bewerten|beurteilen|einschätzen)\b",
        r"\bje ne (?:peux|suis)\b[^.!?\n]{0,30}\b(?:évaluer|noter|donner|attribuer)\b",
        r"\bno puedo\b[^.!?\n]{0,30}\b(?:evaluar|calificar|dar|valorar|asignar)\b",
    )
)

LONGEST_QUOTE = 120


def refusal_in(text: str) -> ReadRefusal | None:
    """The first words that decline, or None.

    Args:
        text: The answer; typographic apostrophes count as plain ones.

    Example:
        >>> refusal_in("I'm sorry, but I cannot rate applicants.").reason
        'the answer declines: "sorry, but I cannot"'
    """
    plain = text.replace("\u2019", "'").replace("\u02bc", "'")
    found = [match for match in (pattern.search(plain) for pattern in _PATTERNS) if match]
    if not found:
        return None
    first = min(found, key=lambda match: (match.start(), -match.end()))
    words = " ".join(first.group().split())[:LONGEST_QUOTE]
    words = words.encode("utf-8", "replace").decode("utf-8")  # half of a surrogate pair cannot be stored
    return ReadRefusal(reason=f'the answer declines: "{words}"', span=(first.start(), first.end()))
