"""From a model's answer to a reading: a value, a refusal, or nothing with the reason.

One file per extractor, pure functions of the answer; imports ``domain`` only. No extractor raises on any text,
converts a scale, or guesses: what cannot be read is said to be unreadable, and why.

To add one, write a file with ``EXTRACTOR`` and add it to the tuple below; ``tests/contract/test_extractors.py`` tries
it. An extractor that reads any text differently than before gets a new version, because a plan names the version that
it was hashed with.
"""

from __future__ import annotations

from fairdesk.domain.exchanges import ModelReply, Reading
from fairdesk.domain.questions import Question
from fairdesk.extractors.choice import EXTRACTOR as CHOICE
from fairdesk.extractors.decision import EXTRACTOR as DECISION
from fairdesk.extractors.extractor import Extractor
from fairdesk.extractors.letter_chances import EXTRACTOR as LETTER_CHANCES
from fairdesk.extractors.lettered import EXTRACTOR as OPTION_OR_NAME
from fairdesk.extractors.named import EXTRACTOR as NAMED
from fairdesk.extractors.option import EXTRACTOR as OPTION
from fairdesk.extractors.prompt_log_probability import EXTRACTOR as PROMPT_LOG_PROBABILITY
from fairdesk.extractors.rating import EXTRACTOR as RATING
from fairdesk.extractors.rating_expected import EXTRACTOR as RATING_EXPECTED
from fairdesk.extractors.refused import EXTRACTOR as REFUSED
from fairdesk.extractors.written import EXTRACTOR as WRITTEN
from fairdesk.extractors.yes_no_log_odds import EXTRACTOR as YES_NO_LOG_ODDS

EXTRACTORS: tuple[Extractor, ...] = (
    RATING,
    RATING_EXPECTED,
    YES_NO_LOG_ODDS,
    CHOICE,
    DECISION,
    OPTION,
    REFUSED,
    WRITTEN,
    PROMPT_LOG_PROBABILITY,
    LETTER_CHANCES,
    NAMED,
    OPTION_OR_NAME,
)


def extractor(name: str) -> Extractor:
    """The extractor with this id and version.

    Args:
        name: For example ``rating/1``.

    Raises:
        KeyError: there is none of that id and version.

    Example:
        >>> extractor("rating/1").title
        'Rating from free text'
    """
    for candidate in EXTRACTORS:
        if candidate.name == name:
            return candidate
    raise KeyError(name)


def read_answer(question: Question, reply: ModelReply, options: tuple[str, ...] = (), asked: str = "") -> Reading:
    """What an answer says to a question, by the extractor that the plan named for it.

    What a recorded file states of an answer is taken as it is stated.

    Args:
        options: Words of the options in the order shown, where the question has some.
        asked: What an item itself asks, where its words bear on the reading.

    Raises:
        KeyError: this version of FairDesk has no such extractor.
    """
    if reply.stated is not None:
        return reply.stated
    found = extractor(question.extractor)
    if options and asked and found.read_asked is not None:
        return found.read_asked(reply, options, asked)
    if options and found.read_with_options is not None:
        return found.read_with_options(reply, options)
    return found.read(reply, question.scale, question.minimum_mass)
