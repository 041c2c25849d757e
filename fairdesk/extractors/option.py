"""The option that an answer chooses, by its letter or by its own words: "B", "(b)", "It was the grandson.".

The value is the option's place in the order shown: the first is 1. A letter counts before words; words count only where
exactly one option is named without being ruled out ("not the grandfather, it was the grandson" is the grandson). Both
named, or the one only to be rejected, ends in the reason why nothing was read. What a benchmark's authors read by
their own rules is theirs (``evaluations``); this is FairDesk's reading, the same for all benchmarks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fairdesk.domain.exchanges import ModelReply, Reading, ReadNothing, ReadRefusal, ReadValue
from fairdesk.extractors import choice
from fairdesk.extractors.extractor import Extractor
from fairdesk.extractors.refusal import refusal_in
from fairdesk.extractors.thoughts import NEVER_ENDED, answer_begins

LONGEST_READ = 4_000
"""Characters in which the words of an option are looked for; a letter is looked for in all of them."""

_ARTICLE = re.compile(r"^(?:the|a|an|der|die|das|ein|eine|le|la|les|un|une|el|los|las|una)\s+", re.IGNORECASE)
_EDGE = " \t\r\n.,;:!?\"'`*_()[]\u201c\u201d\u201e\u2018\u2019"
_RULED_OUT_BEFORE = re.compile(
    r"(?:\b(?:not|isn't|wasn't|weren't|aren't|never|nor|neither|rather than|instead of|unlike|rule[sd]? out|"
    r"nicht|kein|keine|keiner|statt|weder|noch|pas|ni|non|no)\s+)"
    r"(?:(?:be|necessarily|that|it was|was|is|for|unbedingt|es war)\s+){0,2}"
    r"(?:the|a|an|der|die|das|dem|den|le|la|el)?\s*$",
    re.IGNORECASE,
)
_RULED_OUT_AFTER = re.compile(
    r"^[\s,]{0,3}(?:is|was|are|were|ist|war|est|es)\s+(?:not|nicht|pas|incorrect|wrong|falsch)\b", re.IGNORECASE
)
_NOT_SAID = re.compile(
    r"\b(?:cannot|can't|can not|could not|couldn't|unable to|(?:im|not )possible to|no way to|wrong to)"
    r"(?: be)?(?: \w{1,12}){0,2}? (?:determin|tell|say|assum|presum|know|infer|conclud|judg|decid)\w{0,4}\b"
    r"[^.!?\n]{0,60}$",
    re.IGNORECASE,
)
"""Words that say that something cannot be said; what they go on to name is not chosen."""

RULED_OUT = "options are named to be ruled out"
"""Why nothing was read in an answer that names options only to say that they are not it."""

_NOTHING_CHOSEN = frozenset(("no option is named",))


def read(reply: ModelReply, scale: tuple[float, ...], minimum_mass: float | None) -> Reading:
    """Reads a letter alone, where the options' words are not known.

    See ``choice.read`` for the arguments.

    Example:
        >>> read(ModelReply(text="B"), (1.0, 3.0), None).value
        2.0
    """
    return choice.read(reply, scale, minimum_mass)


def read_with_options(reply: ModelReply, options: tuple[str, ...]) -> Reading:
    """Reads which of these options an answer chooses.

    Args:
        reply: The model's answer.
        options: Their words in the order shown, two to 26; an empty one is never found by its words.

    Returns:
        The option's place, from 1, and where it stands; a refusal when the answer declines and chooses nothing;
        otherwise nothing and the reason.

    Example:
        >>> people = ("The grandfather", "The grandson", "Can't be determined")
        >>> read_with_options(ModelReply(text="It was not the grandfather, it was the grandson."), people).value
        2.0
        >>> read_with_options(ModelReply(text="The grandfather and the grandson."), people).reason
        'several options are named: 1, 2'
    """
    by_letter = choice.read(reply, (1.0, float(len(options))), None)
    if isinstance(by_letter, ReadValue) or not reply.text.strip():
        return by_letter
    begin = answer_begins(reply.text)
    if begin is None:
        return ReadNothing(reason=NEVER_ENDED)
    if isinstance(by_letter, ReadNothing) and by_letter.reason not in _NOTHING_CHOSEN:
        return by_letter
    by_words = _by_words(reply.text, begin, options)
    if isinstance(by_words, ReadValue):
        return by_words
    refusal = by_letter if isinstance(by_letter, ReadRefusal) else refusal_in(reply.text[begin:])
    return refusal or by_words


def _by_words(text: str, begin: int, options: Sequence[str]) -> Reading:
    answer = _plain(text[begin : begin + LONGEST_READ])
    names = [_plain(option).strip(_EDGE) for option in options]
    whole = answer.strip(_EDGE)
    same = [place for place, name in enumerate(names, 1) if name and whole in (name, _ARTICLE.sub("", name))]
    if len(same) == 1:
        start = begin + answer.index(whole)
        return ReadValue(value=float(same[0]), span=(start, start + len(whole)))
    found = dict(_named(answer, names))
    if not found:
        return ReadNothing(reason="no option is named")
    kept = {place: span for place, span in found.items() if span is not None}
    if len(kept) != 1:
        which = ", ".join(map(str, sorted(kept)))
        return ReadNothing(reason=f"several options are named: {which}" if kept else RULED_OUT)
    place, (start, end) = kept.popitem()
    return ReadValue(value=float(place), span=(begin + start, begin + end))


def _named(answer: str, names: Sequence[str]) -> Iterator[tuple[int, tuple[int, int] | None]]:
    """Places of the options that the answer names, with where it does so first; None where it only rules them out.

    Longer names come first and take their letters away: "the grandson of the owner" names no "owner" besides.
    """
    taken = [False] * len(answer)
    order = sorted((place for place, name in enumerate(names) if name), key=lambda place: -len(names[place]))
    for place in order:
        spans = [span for span in _spans(answer, names[place]) if not any(taken[span[0] : span[1]])]
        for start, end in spans:
            taken[start:end] = [True] * (end - start)
        if spans:
            yield place + 1, next((span for span in spans if not _is_ruled_out(answer, span)), None)


def _spans(answer: str, name: str) -> list[tuple[int, int]]:
    short = _ARTICLE.sub("", name)
    pattern = rf"(?<![^\W_]){re.escape(short)}(?![^\W_])"
    return [match.span() for match in re.finditer(pattern, answer)]


def _is_ruled_out(answer: str, span: tuple[int, int]) -> bool:
    before = answer[max(0, span[0] - 60) : span[0]]
    if _NOT_SAID.search(answer[max(0, span[0] - 160) : span[0]]):
        return True
    return bool(_RULED_OUT_BEFORE.search(before) or _RULED_OUT_AFTER.match(answer[span[1] : span[1] + 30]))


def _plain(text: str) -> str:
    """Small letters and plain apostrophes, of the same length, so that places stay."""
    straight = text.replace("\u2019", "'").replace("\u02bc", "'")
    # Some letters become two when they are made small; they stay as they are.
    return "".join(lower if len(lower := letter.lower()) == 1 else letter for letter in straight)


EXTRACTOR = Extractor(
    extractor_id="option",
    version="1",
    title="Option by letter or words",
    read=read,
    read_with_options=read_with_options,
)
