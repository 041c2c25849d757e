"""Chances of the answer's first token, as the readers of log-probabilities need them (methods.md M14)."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import TypeVar

from fairdesk.domain.exchanges import ModelReply

Spelt = TypeVar("Spelt", bound=Hashable)

WORD_MARKS = "\u2581\u0120\u010a"
"""Characters by which tokenisers write a leading blank or line break inside a token."""

USUAL_MASS = 0.99
"""Below this answer mass a reading carries a note (M14)."""

NO_LOGPROBS = "the endpoint returned no log-probabilities"


def spelling(token: str) -> str:
    """A token without blanks and blank marks around it."""
    return token.strip().strip(WORD_MARKS).strip()


def summed_chances(reply: ModelReply, meaning: Callable[[str], Spelt | None]) -> dict[Spelt, float]:
    """Probability of each meaning, summed over the tokens that spell it; tokens without a meaning are left out.

    Args:
        reply: With the alternatives for its first token.
        meaning: What a token without blanks stands for, None for nothing of interest.
    """
    found: dict[Spelt, float] = {}
    for chance in reply.first_tokens:
        meant = meaning(spelling(chance.token))
        if meant is None or math.isnan(chance.logprob):
            continue
        found[meant] = found.get(meant, 0.0) + math.exp(min(0.0, chance.logprob))
    return found


def mass_note(mass: float) -> str:
    """A note when part of the first token's probability lies elsewhere."""
    return "" if mass >= USUAL_MASS else f"answer mass {mass:.4f} is below {USUAL_MASS}"


def too_little(mass: float, minimum_mass: float | None, what: str) -> str:
    """Why the mass makes a reading unusable; empty when it does not."""
    if mass <= 0:
        return f"no {what} is among the first tokens returned: answer mass 0"
    if minimum_mass is not None and mass < minimum_mass:
        return f"answer mass {mass:.4f} is below the minimum of {minimum_mass:g}: too little of it is {what}"
    return ""
