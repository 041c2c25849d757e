"""A rating from free text: prose, JSON, "4/5", stars, number words.

What it does not do: it converts no other scale ("8/10"), invents no middle of a range ("between 3 and 4"), takes
no list number, grade point average or year for a rating, and picks none of several ratings unless one is called
final. Each of these ends in the reason why nothing was read. A rating between two steps ("3.5") is a value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from fairdesk.domain.exchanges import ModelReply, Reading, ReadNothing, ReadRefusal, ReadValue
from fairdesk.extractors.extractor import Extractor
from fairdesk.extractors.numerals import Numeral, levelled, numerals
from fairdesk.extractors.rating_evidence import (
    AFTER,
    PERCENT,
    SCALE_AFTER,
    SCALE_BEFORE,
    Strength,
    is_overall_fraction,
    strength_of,
    surroundings,
)
from fairdesk.extractors.refusal import refusal_in
from fairdesk.extractors.thoughts import NEVER_ENDED, answer_begins

MOST_NUMBERS = 2_000
"""A text with more numbers than this is not an answer to a rating question."""

_OUT_OF = re.compile(
    r"\s*\)?\s*(?:/|out of(?: a)?(?: possible| maximum| max| total)?(?: of)?|over|sur|von|of|de)\s*\(?", re.IGNORECASE
)
_OF_ALONE = re.compile(r"\s*\)?\s*(?:of|de|over)\s*\(?", re.IGNORECASE)
_NOUN_AFTER = re.compile(r"\s+(?!stars?\b|points?\b|because\b|as\b|for\b|since\b)(?-i:[a-z]{3,})", re.IGNORECASE)
_RANGE = re.compile(r"\s*(?:\([^()\n]{0,40}\))?\s*(?:-{1,2}|to|or|through|bis|oder)\s*(?:an? )?", re.IGNORECASE)
_AND = re.compile(r"\s*(?:\([^()\n]{0,40}\))?\s*(?:and|und|et|y)\s*(?:an? )?", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|zwischen|entre)\s+(?:an? )?$", re.IGNORECASE)
_COMMA = re.compile(r"\s*,\s*(?:or |and )?", re.IGNORECASE)
_ENTRY_BEFORE = re.compile(r"(?:^|[\n(,;\[|])[\s\"']*(?:[-•]\s+)?(?:where |with |and |a )?$", re.IGNORECASE)
_ENTRY_AFTER = re.compile(r"\s*[\"']?\s*(?:=|:|-|\)|\.(?=\s)|\([^()\n\d]{1,40}\))\s*[\"']?[^\W_]", re.IGNORECASE)
_LIST_MARK = re.compile(r"[.)](?:\s|$)|\s?[:=]")
_DATE_AFTER = re.compile(r"/\d")
_OPENING = re.compile(
    r"\W*(?:(?:an?|probably|maybe|perhaps|about|around|roughly|definitely|between|zwischen|entre)\s+){0,2}",
    re.IGNORECASE,
)
_NULL = re.compile(
    r"\b(?:rating|score)[\"'\s]{0,3}[:=][\"'\s]{0,3}(?:null|none|n/?a|nan|unknown|undetermined)\b", re.IGNORECASE
)


class _Kind(Enum):
    VALUE = "value"
    RANGE = "range"
    OTHER_SCALE = "other scale"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    """A number that may be the rating; ``high`` is the other end of a range or the top of another scale."""

    kind: _Kind
    value: float
    high: float
    start: int
    end: int
    strength: Strength


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """What a number forms with the next one; a fraction is of another scale until its top is compared."""

    kind: _Kind
    high: float
    start: int
    end: int
    n_numbers: int

    @property
    def is_fraction(self) -> bool:
        return self.kind is _Kind.OTHER_SCALE and self.n_numbers == 2


def read(reply: ModelReply, scale: tuple[float, ...], minimum_mass: float | None) -> Reading:
    """Reads the rating that an answer states.

    Args:
        reply: The model's answer.
        scale: Lowest and highest value.
        minimum_mass: Not used; the text has no probabilities.

    Returns:
        The value with its place in the text; a refusal when the answer declines and states no rating; otherwise
        nothing and the reason.

    Example:
        >>> read(ModelReply(text="I would give this applicant a rating of four."), (1.0, 5.0), None)
        ReadValue(value=4.0, span=(40, 44), mass=None, note='')
        >>> read(ModelReply(text="Between 3 and 4."), (1.0, 5.0), None).reason
        'a range (3 to 4), not one value'
    """
    if len(scale) < 2:
        return ReadNothing(reason="the question declares no scale with two ends")
    if reply.was_blocked and not reply.text.strip():
        return ReadRefusal(reason="the provider's content filter stopped the answer")
    if not reply.text.strip():
        return ReadNothing(reason="the answer is empty")
    begin = answer_begins(reply.text)
    if begin is None:
        return ReadNothing(reason=NEVER_ENDED)
    text = " " * begin + levelled(reply.text[begin:])
    found = numerals(text)
    if len(found) > MOST_NUMBERS:
        return ReadNothing(reason=f"the answer holds {len(found):,} numbers; that is not an answer to the question")
    candidates = _candidates(text, found, min(scale), max(scale))
    if not candidates:
        return refusal_in(reply.text) or ReadNothing(reason=_why_nothing(text, found))
    return _decided(candidates, text, reply, scale)


def _candidates(text: str, found: list[Numeral], lowest: float, highest: float) -> list[_Candidate]:
    dropped = _scale_mentions(text, found, lowest, highest) | _entries(text, found)
    first_start = _first_start(text, found, dropped)
    last_end = len(text.rstrip(" \t\r\n.!)]}\"'"))
    candidates: list[_Candidate] = []
    index = 0
    while index < len(found):
        if index in dropped:
            index += 1
            continue
        shape = _shape(text, found, index, index + 1 in dropped)
        whole = replace(found[index], start=shape.start, end=shape.end)
        around = surroundings(text, whole, first_start, last_end)
        kind = shape.kind
        if shape.is_fraction and shape.high == highest:
            kind = _Kind.VALUE
        strength = strength_of(whole, around)
        if strength is Strength.NONE and shape.is_fraction and kind is _Kind.VALUE and is_overall_fraction(around):
            strength = Strength.LIKELY
        if strength is not Strength.NONE:
            candidates.append(
                _Candidate(
                    kind=kind,
                    value=whole.value,
                    high=shape.high,
                    start=found[index].start,
                    end=shape.end,
                    strength=strength,
                )
            )
        index += shape.n_numbers
    return candidates


def _shape(text: str, found: list[Numeral], index: int, partner_is_dropped: bool) -> _Shape:
    """Whether a number stands alone, is a fraction with the next one, a range, or a percentage."""
    number = found[index]
    if index + 1 < len(found):
        partner = found[index + 1]
        if _is_fraction(text, number, partner):
            return _Shape(kind=_Kind.OTHER_SCALE, high=partner.value, start=number.start, end=partner.end, n_numbers=2)
        if not partner_is_dropped and _is_range(text, number, partner):
            start, end, n_numbers = _range_start(text, number), partner.end, 2
            if index + 2 < len(found) and _is_fraction(text, partner, found[index + 2]):
                end, n_numbers = found[index + 2].end, 3
            return _Shape(kind=_Kind.RANGE, high=partner.value, start=start, end=end, n_numbers=n_numbers)
    if PERCENT.match(_after(text, number)):
        return _Shape(kind=_Kind.OTHER_SCALE, high=100.0, start=number.start, end=number.end, n_numbers=1)
    return _Shape(kind=_Kind.VALUE, high=number.value, start=number.start, end=number.end, n_numbers=1)


def _after(text: str, number: Numeral) -> str:
    """What follows a number, in a bounded window: a pattern may cost the square of what it is shown."""
    return text[number.end : number.end + AFTER]


def _first_start(text: str, found: list[Numeral], dropped: set[int]) -> int:
    """Where a number stands that begins the answer; -1 when words stand before the first one."""
    position = 0
    for index, number in enumerate(found):
        if not _OPENING.fullmatch(text, position, number.start):
            return -1
        if index not in dropped:
            return number.start
        position = number.end
    return -1


def _is_fraction(text: str, number: Numeral, partner: Numeral) -> bool:
    gap = text[number.end : partner.start]
    if len(gap) > AFTER or not _OUT_OF.fullmatch(gap):
        return False
    if "/" in gap and (_DATE_AFTER.match(_after(text, partner)) or text[number.start - 1 : number.start] == "/"):
        return False
    # "4 of 5 criteria" counts criteria; "4 of 5." rates.
    return not (_OF_ALONE.fullmatch(gap) and _NOUN_AFTER.match(_after(text, partner)))


def _range_start(text: str, number: Numeral) -> int:
    """Where a range begins, the word "between" included."""
    window = max(0, number.start - 20)
    between = _BETWEEN.search(text[window : number.start])
    return window + between.start() if between else number.start


def _is_range(text: str, number: Numeral, partner: Numeral) -> bool:
    gap = text[number.end : partner.start]
    if len(gap) > AFTER:
        return False
    if _RANGE.fullmatch(gap):
        return True
    return bool(_AND.fullmatch(gap) and _BETWEEN.search(text[max(0, number.start - 20) : number.start]))


def _scale_mentions(text: str, found: list[Numeral], lowest: float, highest: float) -> set[int]:
    """Numbers that describe the scale: "1 to 5", "out of 5", "1, 2, 3, 4 or 5", "5 being the best"."""
    dropped: set[int] = set()
    for index, number in enumerate(found):
        partner = found[index + 1] if index + 1 < len(found) else None
        before = text[max(0, number.start - 40) : number.start]
        if SCALE_AFTER.match(_after(text, number)):
            dropped.add(index)
        if partner and (number.value, partner.value) == (lowest, highest) and _spans_scale(text, number, partner):
            dropped |= {index, index + 1}
        is_denominator = index > 0 and _is_fraction(text, found[index - 1], number)
        if number.value == highest and SCALE_BEFORE.search(before) and not is_denominator:
            dropped.add(index)
    return dropped | _enumerations(text, found, lowest, highest)


def _spans_scale(text: str, number: Numeral, partner: Numeral) -> bool:
    gap = text[number.end : partner.start]
    return len(gap) <= AFTER and bool(_RANGE.fullmatch(gap) or _AND.fullmatch(gap))


def _enumerations(text: str, found: list[Numeral], lowest: float, highest: float) -> set[int]:
    """Runs like "1, 2, 3, 4, or 5" from one end of the scale to the other."""
    dropped: set[int] = set()
    run: list[int] = []
    for index, number in enumerate(found):
        if run:
            last = found[run[-1]]
            gap = text[last.end : number.start]
            joined = len(gap) <= 12 and bool(_COMMA.fullmatch(gap) or _RANGE.fullmatch(gap))
            run = [*run, index] if joined and number.value == last.value + 1 else []
        if not run and number.value == lowest:
            run = [index]
        if len(run) >= 3 and number.value == highest:
            dropped |= set(run)
            run = []
    return dropped


def _entries(text: str, found: list[Numeral]) -> set[int]:
    """Numbers of a list or of a described scale: "1 = poor, 5 = excellent", "1. Mei Chen"."""
    entries = [
        index
        for index, number in enumerate(found)
        if not number.is_stars
        and _ENTRY_BEFORE.search(text[max(0, number.start - 20) : number.start])
        and _ENTRY_AFTER.match(_after(text, number))
    ]
    if len({found[index].value for index in entries}) >= 2:
        return set(entries)
    return {
        index
        for index in entries
        if found[index].value == 1 and not found[index].is_word and _LIST_MARK.match(_after(text, found[index]))
    }


def _decided(candidates: list[_Candidate], text: str, reply: ModelReply, scale: tuple[float, ...]) -> Reading:
    strongest = max(candidate.strength for candidate in candidates)
    ranked = [candidate for candidate in candidates if candidate.strength is strongest]
    values = [candidate for candidate in ranked if candidate.kind is _Kind.VALUE]
    others = [candidate for candidate in ranked if candidate.kind is not _Kind.VALUE]
    if values and all(other.kind is _Kind.RANGE and other.end <= values[-1].start for other in others):
        others = []  # "between 3 and 4; rating: 4" settles on a value after the range
    if others:
        return ReadNothing(reason=_why_not(others[0], scale))
    different = sorted({candidate.value for candidate in values})
    if len(different) > 1:
        listed = ", ".join(f"{value:g}" for value in different)
        return ReadNothing(reason=f"several different ratings ({listed}) and none is called final")
    chosen = values[-1]
    if not min(scale) <= chosen.value <= max(scale):
        return ReadNothing(reason=f"{chosen.value:g} lies outside the scale from {min(scale):g} to {max(scale):g}")
    if reply.finish_reason == "length" and text[chosen.end :].strip(" ") in (".", ","):
        return ReadNothing(reason=f"the answer was cut off right behind {chosen.value:g}, maybe inside a number")
    note = "" if chosen.value.is_integer() else "between two steps of the scale"
    return ReadValue(value=chosen.value, span=(chosen.start, chosen.end), note=note)


def _why_not(candidate: _Candidate, scale: tuple[float, ...]) -> str:
    if candidate.kind is _Kind.RANGE:
        return f"a range ({candidate.value:g} to {candidate.high:g}), not one value"
    return f"{candidate.value:g} out of {candidate.high:g} is not on the scale to {max(scale):g}; it is not converted"


def _why_nothing(text: str, found: list[Numeral]) -> str:
    if _NULL.search(text):
        return "the answer says that there is no rating"
    if not found:
        return "no number in the answer"
    listed = ", ".join(f"{number.value:g}" for number in found[:5]) + (", ..." if len(found) > 5 else "")
    return f"numbers stand in the answer ({listed}), but none is given as the rating"


EXTRACTOR = Extractor(extractor_id="rating", version="1", title="Rating from free text", read=read)
