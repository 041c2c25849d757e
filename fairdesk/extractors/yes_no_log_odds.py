"""Log-odds of "yes" from the probabilities of the first token (methods.md M14)."""

from __future__ import annotations

import math

from fairdesk.domain.exchanges import ModelReply, Reading, ReadNothing, ReadValue
from fairdesk.extractors.extractor import Extractor
from fairdesk.extractors.first_token import NO_LOGPROBS, mass_note, summed_chances, too_little


def read(reply: ModelReply, scale: tuple[float, ...], minimum_mass: float | None) -> Reading:
    """Log of P(yes) / P(no), each summed over its spellings after trimming blanks and case.

    Args:
        reply: With the alternatives for its first token.
        scale: Not used; log-odds have no ends.
        minimum_mass: Least P(yes) + P(no), None for none.

    Returns:
        The log-odds with ``mass``, or nothing and the reason.

    Example:
        >>> from fairdesk.domain.exchanges import TokenChance
        >>> tokens = (TokenChance(token="Yes", logprob=-0.5), TokenChance(token=" no", logprob=-1.0))
        >>> round(read(ModelReply(text="Yes", first_tokens=tokens), (), 0.9).value, 6)
        0.5
    """
    if not reply.first_tokens:
        return ReadNothing(reason=NO_LOGPROBS)
    chances = summed_chances(reply, _yes_or_no)
    yes, no = chances.get("yes", 0.0), chances.get("no", 0.0)
    mass = yes + no
    reason = too_little(mass, minimum_mass, '"yes" or "no"')
    if reason:
        return ReadNothing(reason=reason)
    if yes <= 0 or no <= 0:
        absent = "no" if no <= 0 else "yes"
        return ReadNothing(reason=f'"{absent}" is not among the first tokens returned: the log-odds are not finite')
    return ReadValue(value=math.log(yes) - math.log(no), mass=min(1.0, mass), note=mass_note(mass))


def answer_mass(reply: ModelReply) -> float:
    """Probability that the first token is yes or no, in any of their spellings, 0 to 1."""
    return min(1.0, sum(summed_chances(reply, _yes_or_no).values()))


def _yes_or_no(token: str) -> str | None:
    folded = token.casefold()
    return folded if folded in ("yes", "no") else None


EXTRACTOR = Extractor(extractor_id="yes_no_log_odds", version="1", title='Log-odds of "yes"', read=read)
