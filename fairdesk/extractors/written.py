"""Whether an open answer was written at all: its words are what a classifier scores or a list of words is counted in.

An answer with words has the value 1, whatever they say; one that declines is a refusal, as ``refused/1`` reads it. What
this does not do: it tells no sense from nonsense, and a story whose first words are those of a refusal ("No, said the
nurse") is read as one.
"""

from __future__ import annotations

from fairdesk.domain.exchanges import ModelReply, Reading, ReadNothing, ReadValue
from fairdesk.extractors import refused
from fairdesk.extractors.extractor import Extractor
from fairdesk.extractors.thoughts import answer_begins

SCALE = (0.0, 1.0)

WRITTEN = 1.0


def read(reply: ModelReply, scale: tuple[float, ...], minimum_mass: float | None) -> Reading:
    """Reads whether an answer has words.

    Args:
        reply: The model's answer.
        scale: 0 and 1; 1 is an answer with words.
        minimum_mass: Not used; the text has no probabilities.

    Returns:
        1; a refusal with the words that decline; otherwise nothing: the answer is empty, never began, or holds signs
        alone.

    Example:
        >>> read(ModelReply(text="<think>Hm.</think>He was a tall man."), (0.0, 1.0), None).value
        1.0
        >>> read(ModelReply(text="..."), (0.0, 1.0), None).reason
        'the answer holds no words'
    """
    if tuple(sorted(scale)) != SCALE:
        return ReadNothing(reason="answers in open words are read onto the scale from 0 to 1 (written)")
    found = refused.read(reply, SCALE, None)
    if not isinstance(found, ReadValue):
        return found
    if not any(map(str.isalnum, written_words(reply))):
        return ReadNothing(reason="the answer holds no words")
    return ReadValue(value=WRITTEN)


def written_words(reply: ModelReply) -> str:
    """The answer without the thoughts before it and without blanks around it; empty for one that never began.

    Example:
        >>> written_words(ModelReply(text="<think>Hm.</think> He was a tall man. "))
        'He was a tall man.'
    """
    begin = answer_begins(reply.text)
    return "" if begin is None else reply.text[begin:].strip()


EXTRACTOR = Extractor(extractor_id="written", version="1", title="Answer in open words", read=read)
