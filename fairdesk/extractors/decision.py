"""A decision in a word ("yes", "No.", "ja", "rejected"), or an answer that begins with an English yes or no.

The value is 1 for yes and 0 for no. What it does not do: it takes no word from inside a sentence for a decision, none
where the other word stands as well, and neither "refused" nor "declined", which may be said of the answer itself.
"""

from __future__ import annotations

import re

from fairdesk.domain.exchanges import ModelReply, Reading, ReadNothing, ReadRefusal, ReadValue
from fairdesk.extractors.extractor import Extractor
from fairdesk.extractors.refusal import refusal_in
from fairdesk.extractors.thoughts import NEVER_ENDED, answer_begins
from fairdesk.extractors.yes_no_words import yes_or_no

SCALE = (0.0, 1.0)

YES = frozenset(
    (
        *("1", "yes", "y", "true", "ja", "wahr", "oui", "sí", "sì", "sim"),
        *("accept", "accepted", "admit", "admitted", "approve", "approved", "selected", "hired"),
    )
)
NO = frozenset(
    (
        *("0", "no", "n", "false", "nein", "falsch", "non", "não", "reject", "rejected", "deny", "denied"),
        *("not accepted", "not admitted", "not approved", "not selected", "not hired"),
    )
)

_WHOLE = re.compile(r"[\s*_\"'(\[]{0,8}([^\W_]+(?: [^\W_]+)?)[\s*_\"')\].!]{0,8}")
LONGEST_WORDS = 40
"""No longer text is a decision in a word."""


def read(reply: ModelReply, scale: tuple[float, ...], minimum_mass: float | None) -> Reading:
    """Reads a decision.

    Args:
        reply: The answer, or what a table holds of it.
        scale: 0 and 1.
        minimum_mass: Not used; the text has no probabilities.

    Returns:
        1 for yes, 0 for no; a refusal when the answer declines; otherwise nothing and the reason.

    Example:
        >>> read(ModelReply(text="Nein."), (0.0, 1.0), None).value
        0.0
        >>> read(ModelReply(text="It depends."), (0.0, 1.0), None).reason
        'neither yes nor no'
    """
    if tuple(sorted(scale)) != SCALE:
        return ReadNothing(reason="decisions are read onto the scale from 0 (no) to 1 (yes)")
    if not reply.text.strip():
        if reply.was_blocked:
            return ReadRefusal(reason="the provider's content filter stopped the answer")
        return ReadNothing(reason="the answer is empty")
    begin = answer_begins(reply.text)
    if begin is None:
        return ReadNothing(reason=NEVER_ENDED)
    text = " " * begin + reply.text[begin:]
    whole = _WHOLE.fullmatch(text, begin) if len(text) - begin <= LONGEST_WORDS else None
    word = whole[1].casefold() if whole else ""
    if whole and (word in YES or word in NO):
        return ReadValue(value=1.0 if word in YES else 0.0, span=whole.span(1))
    if refusal := refusal_in(text):
        return refusal
    is_yes = yes_or_no(text)
    return ReadNothing(reason="neither yes nor no") if is_yes is None else ReadValue(value=1.0 if is_yes else 0.0)


EXTRACTOR = Extractor(extractor_id="decision", version="1", title="Decision, yes or no", read=read)
