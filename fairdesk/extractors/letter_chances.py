"""The likeliest letter of an option by the probabilities of the first token (methods.md M14, M15).

Small models write A whatever is asked while the probabilities of the letters move; these are what is averaged over the
orders of the options afterwards.
"""

from __future__ import annotations

from fairdesk.domain.exchanges import ModelReply, Reading, ReadNothing, ReadValue
from fairdesk.extractors.extractor import Extractor
from fairdesk.extractors.first_token import NO_LOGPROBS, mass_note, summed_chances, too_little

MOST_LETTERS = 26


def letter_chances(reply: ModelReply, n_options: int) -> tuple[float, ...]:
    """Probability of each letter in the order of the alphabet, its spellings summed; 0 where none was returned.

    A letter in brackets or with a stop behind it (``(B``, ``B.``, ``B)``) is that letter; a small letter is none,
    because "a" begins sentences.

    Args:
        n_options: 1 to 26.

    Example:
        >>> from fairdesk.domain.exchanges import TokenChance
        >>> tokens = (TokenChance(token=" B", logprob=-0.6931471805599453), TokenChance(token="The", logprob=-1.0))
        >>> letter_chances(ModelReply(text="B", first_tokens=tokens), 3)
        (0.0, 0.5, 0.0)
    """
    letters = [chr(ord("A") + place) for place in range(n_options)]

    def letter(token: str) -> str | None:
        bare = token.strip("().:*")
        return bare if bare in letters else None

    chances = summed_chances(reply, letter)
    return tuple(chances.get(one, 0.0) for one in letters)


def read(reply: ModelReply, scale: tuple[float, ...], minimum_mass: float | None) -> Reading:
    """Place of the likeliest letter, from 1; of equal ones the first.

    Args:
        reply: With the alternatives for its first token.
        scale: 1 and the number of options.
        minimum_mass: Least total probability of the letters, None for none.

    Returns:
        The place with ``mass``, or nothing and the reason.

    Example:
        >>> from fairdesk.domain.exchanges import TokenChance
        >>> tokens = (TokenChance(token="B", logprob=-0.05), TokenChance(token="A", logprob=-3.2))
        >>> read(ModelReply(text="B", first_tokens=tokens), (1.0, 3.0), 0.9).value
        2.0
    """
    if not reply.first_tokens:
        return ReadNothing(reason=NO_LOGPROBS)
    n_options = int(scale[1]) if len(scale) > 1 else 0
    if not 1 <= n_options <= MOST_LETTERS:
        return ReadNothing(reason="the question does not say how many letters there are")
    chances = letter_chances(reply, n_options)
    mass = sum(chances)
    reason = too_little(mass, minimum_mass, "the letter of an option")
    if reason:
        return ReadNothing(reason=reason)
    return ReadValue(value=float(chances.index(max(chances)) + 1), mass=min(1.0, mass), note=mass_note(mass))


EXTRACTOR = Extractor(
    extractor_id="letter_chances", version="1", title="Letter of an option by its probability", read=read
)
