"""Log-probability of a whole sentence that was sent alone (methods.md M16, M17: the causal variant).

The first token of a prompt has no log-probability where the model puts no mark of the beginning before it: then the
number is that of the rest of the sentence given its first token, and the same holds for the sentence it is compared
with.
"""

from __future__ import annotations

import math

from fairdesk.domain.exchanges import ModelReply, Reading, ReadNothing, ReadValue
from fairdesk.extractors.extractor import Extractor

NOT_TOLD = -9999.0
"""What OpenAI's and other servers write for a token so unlikely that they do not say how unlikely (API reference)."""

NONE_RETURNED = "the endpoint returned no log-probability for at least one token of the sentence"


def read(reply: ModelReply, scale: tuple[float, ...], minimum_mass: float | None) -> Reading:
    """Sum of the natural-log probabilities of the sentence's tokens, 0 or less; the first one has none.

    Args:
        reply: With the chances of the prompt's tokens; what was answered behind them is not looked at.
        scale: Not used; a log-probability has no lowest value.
        minimum_mass: Not used.

    Returns:
        The sum, or nothing and the reason: a sum over a part of the tokens would look like a likelier sentence.

    Example:
        >>> from fairdesk.domain.exchanges import TokenChance
        >>> chances = (TokenChance(token=" sky", logprob=-5.5), TokenChance(token=" is", logprob=-0.75))
        >>> read(ModelReply(text="", prompt_chances=chances), (), None).value
        -6.25
    """
    chances = [chance.logprob for chance in reply.prompt_chances]
    if not chances:
        return ReadNothing(reason=NONE_RETURNED)
    n_tokens = reply.prompt_tokens
    if n_tokens is not None and len(chances) != n_tokens - 1:
        return ReadNothing(
            reason=f"log-probabilities came for {len(chances)} tokens, and of the sentence's {n_tokens} tokens all but "
            "the first need one"
        )
    if not all(NOT_TOLD < chance <= 0 for chance in chances):
        return ReadNothing(reason="a token of the sentence has no usable log-probability: not told, or above 0")
    return ReadValue(value=math.fsum(chances))


EXTRACTOR = Extractor(
    extractor_id="prompt_log_probability", version="1", title="Log-probability of a sentence", read=read
)
