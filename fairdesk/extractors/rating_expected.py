"""Expected rating from the probabilities of the first token (methods.md M14).

A small model's written rating can be constant while these probabilities move. The mass of the scale's digits
stands beside the value; below the declared minimum the value is unusable.
"""

from __future__ import annotations

import unicodedata

from fairdesk.domain.exchanges import ModelReply, Reading, ReadNothing, ReadValue
from fairdesk.extractors.extractor import Extractor
from fairdesk.extractors.first_token import NO_LOGPROBS, mass_note, summed_chances, too_little


def read(reply: ModelReply, scale: tuple[float, ...], minimum_mass: float | None) -> Reading:
    """Mean of the scale's digits under their probabilities, digits of any script and spelling summed.

    Args:
        reply: With the alternatives for its first token.
        scale: Lowest and highest value, single digits.
        minimum_mass: Least total probability of the scale's digits, None for none.

    Returns:
        The expected rating with ``mass``, or nothing and the reason.

    Example:
        >>> from fairdesk.domain.exchanges import TokenChance
        >>> tokens = (TokenChance(token="4", logprob=-0.6931472), TokenChance(token=" 2", logprob=-0.6931472))
        >>> round(read(ModelReply(text="4", first_tokens=tokens), (1.0, 5.0), 0.9).value, 6)
        3.0
    """
    if not reply.first_tokens:
        return ReadNothing(reason=NO_LOGPROBS)
    if len(scale) < 2 or min(scale) < 0 or max(scale) > 9:
        return ReadNothing(reason="the first token holds one digit, and this scale needs more or has no ends")

    lowest, highest = min(scale), max(scale)

    def on_scale(token: str) -> int | None:
        digit = unicodedata.decimal(token, None) if len(token) == 1 else None
        return digit if digit is not None and lowest <= digit <= highest else None

    chances = summed_chances(reply, on_scale)
    mass = sum(chances.values())
    reason = too_little(mass, minimum_mass, f"a digit from {lowest:g} to {highest:g}")
    if reason:
        return ReadNothing(reason=reason)
    value = sum(digit * chance for digit, chance in chances.items()) / mass
    return ReadValue(value=value, mass=min(1.0, mass), note=mass_note(mass))


EXTRACTOR = Extractor(
    extractor_id="rating_expected", version="1", title="Expected rating from digit probabilities", read=read
)
