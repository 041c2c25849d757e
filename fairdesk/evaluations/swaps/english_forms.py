"""The words of a place at either gender: capitals, possessive marks, and mum or mom."""

from __future__ import annotations

import re
from functools import lru_cache

from fairdesk.domain.edits import Place
from fairdesk.evaluations.swaps.english_words import AMERICAN, AMERICAN_FORMS, Gendered
from fairdesk.evaluations.swaps.language import FEMALE, MALE
from fairdesk.evaluations.swaps.tokens import (
    APOSTROPHES,
    Capitals,
    Words,
    capitals_at,
    is_possessive,
    with_capitals,
    words_of,
)

_OPENS_SINGLE = re.compile(r"(?:^|[\s(\[\u2014\u2013])['\u2018](?=\w)")


def gendered_place(words: Words, first: int, last: int, entry: Gendered) -> Place | None:
    """The place of words ``first`` to ``last``, which name one gender; None where an apostrophe has two readings."""
    start, end = words.start(first), words.end(last)
    pattern = capitals_at(words, first)
    other = with_capitals(in_spelling_of(words, entry.other), pattern)
    mark = possessive_change(words, last, entry)
    if mark is None:
        return None
    end += mark[0]
    return _place((start, end), entry, words.text[start:end], other + mark[1])


def in_spelling_of(words: Words, other: str) -> str:
    """Mom where the text is American, mum elsewhere; any other word as it is."""
    return AMERICAN_FORMS[other] if other in AMERICAN_FORMS and _is_american(words.text) else other


@lru_cache(maxsize=4)
def _is_american(text: str) -> bool:
    return not AMERICAN.isdisjoint(words_of(text).small)


def possessive_change(words: Words, i: int, entry: Gendered) -> tuple[int, str] | None:
    """How many characters of a possessive mark belong to the place of word ``i``, and what the other form has there.

    "The ladies' coats" are "the gentlemen's coats": the mark changes with the word. Where it does not, (0, "").

    Returns:
        None where an apostrophe may be a possessive or the end of a quotation, and the forms differ.
    """
    gap = words.gap_after(i)
    if gap[:1] not in tuple(APOSTROPHES) or not gap:
        return 0, ""
    mark = gap[0]
    s = "S" if capitals_at(words, i) is Capitals.ALL_CAPS else "s"
    other_is_plural_in_s = entry.is_plural and entry.other.endswith("s")
    if is_possessive(words, i):
        return (2, mark) if other_is_plural_in_s else (0, "")
    if not words.small[i].endswith("s") or entry.slot.endswith(("pronoun", "determiner")):
        return 0, ""
    if other_is_plural_in_s:
        return 0, ""
    before = words.text[max(0, words.start(i) - 300) : words.start(i)]
    opened = _last_opening(before, is_at_word=before[-1:] in tuple("'\u2018"))
    if opened:
        return None
    return 1, mark + s


def _last_opening(before: str, *, is_at_word: bool) -> bool:
    """Whether a single quotation mark is open at the end of these words."""
    if is_at_word:
        return True
    line = before.rsplit("\n\n", maxsplit=1)[-1]
    openings = [match.end() for match in _OPENS_SINGLE.finditer(line)]
    if not openings:
        return False
    rest = line[openings[-1] :]
    return not re.search(r"['\u2019](?!\w)", rest)


def _place(span: tuple[int, int], entry: Gendered, own_words: str, other_words: str) -> Place:
    other = FEMALE if entry.own == MALE else MALE
    return Place(
        start=span[0],
        end=span[1],
        cue_id="",
        slot=entry.slot,
        words={entry.own: own_words, other: other_words},
        own=entry.own,
    )
