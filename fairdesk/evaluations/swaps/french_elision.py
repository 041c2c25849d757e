"""French: "de" or "d'", "que" or "qu'" in front of a word that a variant changes.

Nouns and pronouns bring their articles themselves; names and place-holders are drawn for each file, so that only then
can be told whether the word in front of them is elided: "le dossier de Paul" and "le dossier d'Alice".
"""

from __future__ import annotations

import functools
import unicodedata

from fairdesk.domain.edits import Place
from fairdesk.evaluations.swaps import french_words as known
from fairdesk.evaluations.swaps.french_phrases import apostrophe_of
from fairdesk.evaluations.swaps.tokens import APOSTROPHES, Words, capitals_at, opaque_spans, with_capitals, words_of

ELIDED = {
    "de": "d", "que": "qu", "lorsque": "lorsqu", "puisque": "puisqu", "quoique": "quoiqu", "jusque": "jusqu",
}  # fmt: skip
"""Full form to what stands in front of the apostrophe."""

FULL = {short: full for full, short in ELIDED.items()}

MUTE_NAMES = ("henr", "hél", "hel", "hon", "hort", "hub", "hug", "herv", "hipp", "herm", "hyac", "hilair")
"""Beginnings of French first names whose h is mute; "de Hassan" and "de Hamid" are not elided."""

VOWELS = frozenset("aeiouœæ")


@functools.lru_cache(maxsize=4096)
def is_elided_before(word: str) -> bool:
    """Whether "de" is elided in front of a word or name.

    Example:
        >>> [is_elided_before(one) for one in ("Alice", "Yves", "Yasmine", "Hélène", "Hassan", "héros", "Élodie")]
        [True, True, False, True, False, False, True]
    """
    small = word.lower()
    bare = unicodedata.normalize("NFD", small)
    first = bare[:1]
    if first == "y":
        return not bare[1:2] or bare[1:2] not in VOWELS
    if first == "h":
        is_mute_name = small.startswith(MUTE_NAMES)
        return is_mute_name if word[:1].isupper() else small not in known.ASPIRED
    return first in VOWELS


def agreeing(text: str, places: tuple[Place, ...]) -> tuple[Place, ...]:
    """The places, with those of "de" and "que" in front of them that another word asks for; see ``LanguageRules``."""
    if all(_kinds(place) < 2 for place in places):
        return places
    words = words_of(text)
    opaque = opaque_spans(text)
    found: list[Place] = []
    for place in places:
        before = _before(words, place, found[-1].end if found else 0) if _kinds(place) > 1 else None
        if before is not None and not any(start <= before.start < end for start, end in opaque):
            found.append(before)
        found.append(place)
    return tuple(found)


def _kinds(place: Place) -> int:
    """How many ways there are to begin a place: 2 where one of its words is elided before and another one is not."""
    return len({is_elided_before(word) for word in place.words.values() if word[:1].isalpha()})


def _before(words: Words, place: Place, free_from: int) -> Place | None:
    i = words.index_at(place.start - 1)
    if i < 0 or words.start(i) < free_from:
        return None
    small, start, end = words.small[i], words.start(i), words.end(i)
    gap = words.text[end : place.start]
    if gap and gap in APOSTROPHES and small in FULL:
        full, mark, blank = FULL[small], gap, " "
    elif gap and not gap.strip() and small in ELIDED:
        full, mark, blank = small, apostrophe_of(words.text), gap
    else:
        return None
    pattern = capitals_at(words, i)
    forms = {
        level: with_capitals(f"{ELIDED[full]}{mark}" if is_elided_before(word) else f"{full}{blank}", pattern)
        for level, word in place.words.items()
    }
    if place.own:
        forms[place.own] = words.text[start : place.start]
    return Place(start=start, end=place.start, cue_id=place.cue_id, slot="elision", words=forms, own=place.own)
