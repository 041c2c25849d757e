"""The option that an answer chooses by its letter, also in Korean, or by words that name a person (``named``).

The second version of ``option``: a letter counts before words, as there. It also reads "not known" in other words than
those of the option, letters with Korean endings ("B입니다"), and says where a letter and the words behind it name
different options.
"""

from __future__ import annotations

import re

from fairdesk.domain.exchanges import ModelReply, Reading, ReadNothing, ReadValue
from fairdesk.extractors import choice
from fairdesk.extractors.extractor import Extractor
from fairdesk.extractors.named import plain_of, read_asked
from fairdesk.extractors.thoughts import answer_begins

_KOREAN = re.compile(
    r"(?:정답은|정답:|답은|답:)\s{0,2}\(?([A-Z])(?![A-Za-z])"
    r"|(?:^|\n)\s{0,3}\(?([A-Z])\)?(?:입니다|이다|번|예요|이에요|를 선택|을 선택)"
)
_LETTER_FIRST = re.compile(r"[\s(\[*]{0,4}[A-Za-z][)\].:*]{1,3}\s*([^\n]{1,400})")
_EDGES = " \t\r\n.,;:!?\"'`*_"

UNEQUAL = "the letter and the words name different options"
NO_OPTION = "no option is named"


def read(reply: ModelReply, scale: tuple[float, ...], minimum_mass: float | None) -> Reading:
    """Reads a letter alone, where the options' words are not known; see ``choice.read``."""
    return choice.read(reply, scale, minimum_mass)


def read_with_options(reply: ModelReply, options: tuple[str, ...]) -> Reading:
    """Reads which option is chosen where what was asked is not known; see ``read_asked_by_letter``."""
    return read_asked_by_letter(reply, options, "")


def read_asked_by_letter(reply: ModelReply, options: tuple[str, ...], question: str) -> Reading:
    """Reads which option an answer chooses, by letter or by words.

    Args:
        reply: The model's answer.
        options: Their words in the order shown, two to 26.
        question: What was asked; may be empty.

    Returns:
        See ``named.read_asked``.

    Example:
        >>> people = ("할아버지", "손자", "알 수 없음")
        >>> read_asked_by_letter(ModelReply(text="정답은 B입니다."), people, "").value
        2.0
        >>> read_asked_by_letter(ModelReply(text="B) 할아버지"), people, "").reason
        'the letter and the words name different options'
    """
    by_letter = choice.read(reply, (1.0, float(len(options))), None)
    begin = answer_begins(reply.text)
    if begin is None or not reply.text.strip():
        return by_letter
    if isinstance(by_letter, ReadValue):
        return _checked(by_letter, reply.text[begin:], options)
    korean = list(_KOREAN.finditer(reply.text, begin))
    letters = {match[1] or match[2] for match in korean}
    if len(letters) == 1 and ord(min(letters)) - ord("A") < len(options):
        span = korean[-1].span(1 if korean[-1][1] else 2)
        return ReadValue(value=float(ord(min(letters)) - ord("A") + 1), span=span)
    if isinstance(by_letter, ReadNothing) and by_letter.reason != NO_OPTION:
        return by_letter
    return read_asked(reply, options, question)


def _checked(reading: ReadValue, text: str, options: tuple[str, ...]) -> Reading:
    """The letter, unless the answer begins with it and goes on with the words of another option."""
    behind = _LETTER_FIRST.match(text)
    if behind is None:
        return reading
    words = plain_of(behind[1]).strip(_EDGES)
    same = [place for place, option in enumerate(options, 1) if plain_of(option).strip(_EDGES) == words]
    return ReadNothing(reason=UNEQUAL) if same and int(reading.value) not in same else reading


EXTRACTOR = Extractor(
    extractor_id="option",
    version="2",
    title="Option by letter or words, also in other languages",
    read=read,
    read_with_options=read_with_options,
    read_asked=read_asked_by_letter,
)
