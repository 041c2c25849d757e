"""The letter of a multiple-choice answer: "C", "(c)", "Answer: C", "Antwort: C", "C. A pretty girl".

The value is the letter's place: A is 1, B is 2. What it does not do: it takes no article or initial for a letter, no
option that is named only to be rejected, no list of the options, and picks none of several answers unless one is
called final. Each of these ends in the reason why nothing was read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from fairdesk.domain.exchanges import ModelReply, Reading, ReadNothing, ReadRefusal, ReadValue
from fairdesk.extractors.extractor import Extractor
from fairdesk.extractors.refusal import refusal_in
from fairdesk.extractors.thoughts import NEVER_ENDED, answer_begins

MOST_OPTIONS = 26
MOST_CANDIDATES = 500
"""A text that names more options than this is not an answer to a question with choices."""

_OPEN = r"[\s*_(\[{\"'\u201e\u201c`$]{0,6}(?:\\boxed\{|\\text\{)?"
_NOUN = (
    r"(?:answers?|choices?|options?|selections?|antwort(?:m\u00f6glichkeit)?|auswahl|wahl|l\u00f6sung|r\u00e9ponse|"
    r"respuesta|risposta|resposta)"
)
_BE = r"(?:is|are|was|would be|should be|must be|seems to be|appears to be|ist|w\u00e4re|lautet|est|es|\u00e8|\u00e9)"
_CUE = re.compile(
    rf"\b{_NOUN}(?:[\s*_\"']{{0,4}}(?:[:=\uff1a]|{_BE}\b))(?:\s{{0,4}}(?:[:=]|option|antwort|choice))?{_OPEN}([A-Za-z])(?![\w'\u2019])",
    re.IGNORECASE,
)
_FINAL_BEFORE = re.compile(
    r"\b(?:final(?:ly)?|correct|right|best|therefore|thus|so|endg\u00fcltige?|richtige?|korrekte?|also)\b[\s,:*_]{0,4}"
    r"(?:the|my|die|meine|is)?[\s*_]{0,3}$",
    re.IGNORECASE,
)
_CHOSEN = re.compile(
    rf"\b(?:I (?:would |will |'ll )?(?:choose|pick|select|go with)|ich w\u00e4hle)(?: option| answer| antwort)?{_OPEN}"
    r"([A-Za-z])(?![\w'\u2019])",
    re.IGNORECASE,
)
_OPTION = re.compile(r"\b(?:option|answer|choice|antwort)\s{1,3}\(?([A-Z])(?![\w'\u2019])|\(([A-Z])\)", re.MULTILINE)
_LINE = re.compile(r"^[ \t*_]{0,6}[(\[]?([A-Z])(?:[)\].:]{1,2}|\*\*)(?=\s|\*|$)", re.MULTILINE)
_WHOLE = re.compile(r"[\s*_(\[{\"'`]{0,8}(?:\\boxed\{|\\text\{)?([A-Za-z])[\s*_)\]}\"'`.:!]{0,8}")
_ENDS = re.compile(
    r"[\s*_]{0,3}(?:$|[)\]}.,;:!?\"'\u201d\u201c`*_\n-]|because\b|since\b|as\b|for\b|weil\b|denn\b|and\b|or\b|und\b|oder\b|"
    r"is\b|ist\b)",
    re.IGNORECASE,
)
_REJECTED_AFTER = re.compile(
    r"[)\]\"'*,\s]{0,5}(?:(?:but|which|that|it|this|aber|das|die|es|option)\s{1,3}){0,3}"
    r"(?:(?:is|was|are|seems|looks|cannot be|can't be|ist|w\u00e4re)\s{1,3})(?:also |clearly |not |nicht ){0,2}?"
    r"(?:incorrect|wrong|false|not (?:correct|right|the)|implausible|ruled out|falsch|nicht (?:richtig|korrekt)|"
    r"inkorrekt)",
    re.IGNORECASE,
)
_REJECTED_BEFORE = re.compile(
    r"(?:\bnot|n't|\brule[sd]? out|\bruling out|\beliminat\w{1,4}|\bexclud\w{1,3}|\bunlike|\binstead of|\brather than|"
    r"\bnicht|\bstatt|\bkeine?)\s{1,3}(?:be\s{1,2})?(?:option |answer |antwort )?[(\[*\"']{0,3}$",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    r"[)\]*_\"'.]{0,4}\s{0,3}(?:,\s{0,3}(?:and |or |und |oder )?|/|&|\band |\bor |\bund |\boder )\s{0,3}"
    r"[(\[*\"']{0,3}([A-Z])(?![\w'\u2019])"
)


class _Strength(IntEnum):
    NAMED = 1
    AT_LINE = 2
    STATED = 3
    FINAL = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    letter: str
    start: int
    strength: _Strength


def read(reply: ModelReply, scale: tuple[float, ...], minimum_mass: float | None) -> Reading:
    """Reads which option an answer chooses.

    Args:
        reply: The model's answer.
        scale: 1 and the number of options, at most 26.
        minimum_mass: Not used; the text has no probabilities.

    Returns:
        The place of the letter (A is 1) and where it stands; a refusal when the answer declines and chooses nothing;
        otherwise nothing and the reason.

    Example:
        >>> read(ModelReply(text="I considered (A), but it is incorrect. Final answer: D."), (1.0, 4.0), None).value
        4.0
        >>> read(ModelReply(text="A and C"), (1.0, 4.0), None).reason
        'several options: A, C'
    """
    if len(scale) < 2 or min(scale) != 1 or max(scale) != int(max(scale)) or max(scale) > MOST_OPTIONS:
        return ReadNothing(reason="the question declares no options: a scale from 1 to their number, at most 26")
    if reply.was_blocked and not reply.text.strip():
        return ReadRefusal(reason="the provider's content filter stopped the answer")
    if not reply.text.strip():
        return ReadNothing(reason="the answer is empty")
    begin = answer_begins(reply.text)
    if begin is None:
        return ReadNothing(reason=NEVER_ENDED)
    text = " " * begin + reply.text[begin:]
    candidates = list(_candidates(text, begin))
    if len(candidates) > MOST_CANDIDATES:
        return ReadNothing(
            reason=f"the answer names {len(candidates):,} options; that is not an answer to the question"
        )
    if not candidates:
        return refusal_in(text) or ReadNothing(reason="no option is named")
    return _chosen(text, candidates, int(max(scale)))


def _chosen(text: str, candidates: list[_Candidate], n_options: int) -> Reading:
    strongest = max(candidate.strength for candidate in candidates)
    best = [candidate for candidate in candidates if candidate.strength is strongest]
    letters = sorted({letter for candidate in best for letter in _with_others(text, candidate)})
    if len(letters) > 1:
        if strongest in (_Strength.NAMED, _Strength.AT_LINE):
            refusal = refusal_in(text)
            if refusal:
                return refusal
        return ReadNothing(reason=f"several options: {', '.join(letters)}")
    last = best[-1]
    place = ord(last.letter) - ord("A") + 1
    if place > n_options:
        return ReadNothing(reason=f"the option {last.letter} is none of A to {chr(ord('A') + n_options - 1)}")
    return ReadValue(value=float(place), span=(last.start, last.start + 1))


def _candidates(text: str, begin: int) -> Iterator[_Candidate]:
    whole = _WHOLE.fullmatch(text, begin)
    if whole:
        yield _Candidate(letter=whole[1].upper(), start=whole.start(1), strength=_Strength.STATED)
        return
    for pattern in (_CUE, _CHOSEN):
        for match in pattern.finditer(text, begin):
            if _is_letter(text, match.start(1)) and not _is_rejected(text, match.start(1)):
                is_final = _FINAL_BEFORE.search(text, max(begin, match.start() - 40), match.start())
                strength = _Strength.FINAL if is_final else _Strength.STATED
                yield _Candidate(letter=match[1].upper(), start=match.start(1), strength=strength)
    lines = list(_LINE.finditer(text, begin))
    opens = bool(lines) and not text[begin : lines[0].start()].strip() and len({line[1] for line in lines}) == 1
    for match in lines:
        if not _is_rejected(text, match.start(1)):
            # The first line may be the answer; letters before several lines are the list of the options.
            strength = _Strength.AT_LINE if opens else _Strength.NAMED
            yield _Candidate(letter=match[1], start=match.start(1), strength=strength)
    for match in _OPTION.finditer(text, begin):
        group = 1 if match[1] else 2
        start = match.start(group)
        if _is_letter(text, start) and not _is_rejected(text, start):
            yield _Candidate(letter=match[group], start=start, strength=_Strength.NAMED)
    bare = re.match(rf"{_OPEN}([A-Z])(?![\w'\u2019])", text[begin : begin + 20])
    if bare and _ANOTHER.match(text, begin + bare.end(1)):
        yield _Candidate(letter=bare[1], start=begin + bare.start(1), strength=_Strength.STATED)


def _is_letter(text: str, at: int) -> bool:
    """Whether the letter stands for an option, not for a word: ``a`` and ``I`` are words before another word."""
    return (text[at] not in "aAI" and text[at].isupper()) or _ENDS.match(text, at + 1) is not None


def _is_rejected(text: str, at: int) -> bool:
    before = _REJECTED_BEFORE.search(text, max(0, at - 40), at)
    return before is not None or _REJECTED_AFTER.match(text, at + 1) is not None


def _with_others(text: str, candidate: _Candidate) -> Iterator[str]:
    """The letter, and those that follow it in one breath: ``A and C``."""
    yield candidate.letter
    at = candidate.start + 1
    for _ in range(MOST_OPTIONS):
        match = _ANOTHER.match(text, at)
        if not match or not _is_letter(text, match.start(1)):
            return
        yield match[1]
        at = match.end(1)


EXTRACTOR = Extractor(extractor_id="choice", version="1", title="Option of a multiple choice", read=read)
