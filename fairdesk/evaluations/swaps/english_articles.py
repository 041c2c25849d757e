"""``a`` or ``an``: by the sound that the words behind it begin with."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from fairdesk.domain.edits import Place
from fairdesk.evaluations.swaps.english_context import JOINTS
from fairdesk.evaluations.swaps.tokens import (
    Capitals,
    Words,
    begins_sentence,
    capitals_at,
    opaque_spans,
    with_capitals,
    word_set,
    words_of,
)

_VOWELS = frozenset("aeiou")
_LETTER_NAMES_WITH_VOWEL = frozenset("aefhilmnorsx")
"""Letters whose names begin with a vowel: an F, an MBA."""
_SILENT_H = ("hour", "honest", "honor", "honour", "heir")
_CONSONANT_SOUND = re.compile(
    r"eu|ew(?!i)|once\b|one(?![rl])|ouija|oaxa|u(?:biq|gand|krain|rug|ran|rolog|rin|ret|rea|topi|tah|tens|til|ter|sab"
    r"|sag|suf|surp|vul|yghur|k\b)|u(?:se(?:[drf]|s?\b|less)|su(?:al|r))|ufo|upsilon"
    # "uni-" said like "you": not where "un-" stands before a word that begins with an i.
    r"|unesco|uni(?!m[ap]|mp|n[cdefhijstv]|d(?:e[an]|le)|ll|rr|ss|gn)"
)
_SPOKEN_AS_WORDS = word_set("""
    nasa nato unesco unicef stem toefl pisa fafsa fifa nice soas rada lamda hesa mensa mena covid sars scuba
    laser radar basic gmat gre gcse gcses ptsd btec unrwa unhcr lums bame beam pin sim ged steam tesol celta
    delta neet
""")
"""Initialisms whose article is that of a word or of their first letter's name alike, or that are read as words."""
_FIRST_WORD = re.compile(r"[^\W_]+")
_BETWEEN = re.compile(r"[ \t\u00a0\u202f]*(?:\r\n|\r|\n)?[ \t\u00a0\u202f]*[\"'\u201c\u2018\u00ab*_(]*")
_EIGHT_OR_ELEVEN = re.compile(r"8|1[18](?:\d\d)?(?!\d)|1[18](?=\d{3}\b)|1[18](?=\d{6}\b)")


def article_of(words: str, *, shouted: bool = False) -> str:
    """``a`` or ``an`` before these words; empty where their first letter has no sound that the rules know.

    Args:
        words: What follows the article, as it is written: capitals tell an MBA from a Martian.
        shouted: The text around is in capitals, which therefore tell nothing.

    Example:
        >>> [article_of(one) for one in ("hour", "European", "MBA", "11-year-old", "heiress", "uniform")]
        ['an', 'a', 'an', 'an', 'an', 'a']
    """
    match = _FIRST_WORD.search(words)
    if match is None:
        return ""
    first = match.group()
    plain = "".join(one for one in unicodedata.normalize("NFD", first.lower()) if not unicodedata.combining(one))
    if plain[0].isdigit():
        return "an" if plain[0].isascii() and _EIGHT_OR_ELEVEN.match(plain) else "a"
    if not "a" <= plain[0] <= "z":
        return ""
    if _is_spelled(first, words[match.end() :], plain, shouted=shouted):
        return "an" if plain[0] in _LETTER_NAMES_WITH_VOWEL else "a"
    if plain.startswith(_SILENT_H):
        return "an"
    if plain.startswith(("yv", "yt", "yp")):
        return "an"
    if _CONSONANT_SOUND.match(plain):
        return "a"
    return "an" if plain[0] in _VOWELS else "a"


def _is_spelled(first: str, rest: str, plain: str, *, shouted: bool) -> bool:
    """Whether the first word is read letter by letter."""
    if len(plain) == 1:
        return rest[:1] in {"-", "\u2011", "."} or not plain.isalpha() or plain not in "ai"
    if plain[0].isalpha() and plain[1].isdigit():
        return True
    if shouted or plain in _SPOKEN_AS_WORDS:
        return False
    capital_part = first.rstrip("s")
    return len(capital_part) > 1 and capital_part.isupper() and (len(capital_part) <= 4 or not _VOWELS & set(plain))


def agreeing(text: str, places: tuple[Place, ...]) -> tuple[Place, ...]:
    """The places, with those of the articles before them that another word asks for; see ``LanguageRules``."""
    if not places:
        return places
    words = words_of(text)
    found: list[Place] = []
    for place in places:
        article = _article_before(words, place, found[-1].end if found else 0)
        if article is not None and not any(start <= article.start < end for start, end in opaque_spans(text)):
            found.append(article)
        found.append(place)
    return tuple(found)


def _article_before(words: Words, place: Place, free_from: int) -> Place | None:
    i = words.index_at(place.start - 1)
    if i < 0 or words.small[i] not in {"a", "an"} or not free_from <= words.start(i):
        return None
    start, end = words.start(i), words.end(i)
    if words.gap_before(i)[-1:] in JOINTS:
        return None  # the end of a compound: vitamin-a
    gap = words.text[end : place.start]
    if not gap[:1].isspace() or not _BETWEEN.fullmatch(gap):
        return None
    pattern = capitals_at(words, i)
    written = words.form(i)
    if pattern is not Capitals.LOWER and not (begins_sentence(words, i) or pattern is Capitals.ALL_CAPS):
        return None  # a grade, a vitamin, a plan: no article
    forms = dict(_forms(words.text, place, pattern))
    if place.own:
        forms[place.own] = written
    if not all(forms.values()) or set(forms.values()) == {written}:
        return None
    return Place(start=start, end=end, cue_id=place.cue_id, slot="article", words=forms, own=place.own)


def _forms(text: str, place: Place, pattern: Capitals) -> Iterator[tuple[str, str]]:
    for level, level_words in place.words.items():
        follows = level_words if _FIRST_WORD.search(level_words) else level_words + text[place.end : place.end + 40]
        article = article_of(follows, shouted=pattern is Capitals.ALL_CAPS)
        yield level, with_capitals(article, pattern)
