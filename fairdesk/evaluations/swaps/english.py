"""Gendered words in English text: pronouns, titles, family words, words for persons and roles.

What the rules decide: a word is changed only where one counterpart fits by what stands around it. A word that they
cannot decide is left and listed; the other words of the text are changed all the same, because the list and the review
show what is left. What names both genders already ("he or she", "his/her", "men or women") is nobody's cue and stays
as it is, unlisted; two words joined by "and" ("ladies and gentlemen") change places in one step, whatever the direction
of the cue, so that no variant speaks of ladies and ladies.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fairdesk.domain.edits import Left, Place, Scan
from fairdesk.evaluations.swaps import english_words as known
from fairdesk.evaluations.swaps.english_articles import agreeing
from fairdesk.evaluations.swaps.english_pairs import JOINERS, Both, both_at
from fairdesk.evaluations.swaps.english_places import (
    FEMININE_THINGS,
    HIDDEN,
    LIGHT,
    THING,
    Undecided,
    decide,
    is_turn,
    may_mean_thing,
    placed,
)
from fairdesk.evaluations.swaps.english_turns import FIXED
from fairdesk.evaluations.swaps.english_words import Gendered
from fairdesk.evaluations.swaps.found import left_at
from fairdesk.evaluations.swaps.language import FEMALE, MALE, LanguageRules
from fairdesk.evaluations.swaps.tokens import Words, opaque_spans, without_invisible, words_of

_OF_THE_LANGUAGE = frozenset(
    known.NOUNS.keys()
    | known.TITLES.keys()
    | known.PRONOUNS.keys()
    | known.DOUBTFUL.keys()
    | {"his", "her", "ma", "m", "f"}
)


@dataclass(frozen=True, slots=True)
class _Further:
    """Further pairs of a design: phrases by their first word, and every word at which something may start."""

    phrases: dict[str, tuple[tuple[tuple[str, ...], Gendered], ...]]
    starts: frozenset[str]


@lru_cache(maxsize=32)
def _further(pairs: tuple[str, ...]) -> _Further:
    phrases: dict[str, list[tuple[tuple[str, ...], Gendered]]] = {}
    for pair in pairs:
        male, _bar, female = (part.strip() for part in pair.partition("|"))
        for own, form, other in ((MALE, male, female), (FEMALE, female, male)):
            key = tuple(words_of(form).small)
            if key and other and form != other:
                entry = Gendered(own=own, other=other, slot="further word", group=male.lower(), is_plural=False)
                phrases.setdefault(key[0], []).append((key, entry))
    longest_first = {first: tuple(sorted(found, key=lambda one: -len(one[0]))) for first, found in phrases.items()}
    return _Further(phrases=longest_first, starts=_OF_THE_LANGUAGE | phrases.keys())


def scan_gender(text: str, pairs: Sequence[str]) -> Scan:
    """Every gendered word of an English text; see ``LanguageRules.scan_gender``."""
    words = words_of(text)
    further = _further(tuple(pairs))
    hits = [i for i, small in enumerate(words.small) if small in further.starts]
    if not text.isascii() and any(one in text for one in "\u00ad\u200b\u200c\u200d\u2060\ufeff"):
        hits = sorted({*hits, *_with_invisible(words, further.starts)})
    if not hits:
        return Scan()
    opaque = opaque_spans(text)
    has_things = not FEMININE_THINGS.isdisjoint(words.small)
    places: list[Place] = []
    left: list[Left] = []
    done = -1
    for i in hits:
        quick = None if opaque or has_things or words.small[i] in further.phrases else _plain_pronoun(words, i)
        if quick is not None and i > done:
            places.append(quick)
            continue
        if i <= done or _is_inside(opaque, words.start(i)):
            continue
        found, last = (THING, i) if has_things and may_mean_thing(words, i) else _at(words, i, further)
        done = max(done, last)
        if isinstance(found, Place):
            places.append(found)
        elif isinstance(found, Undecided):
            left.append(left_at(text, words.spans[i], "", found.reason, found.advice))
    return Scan(places=tuple(places), left=tuple(left))


_ONE_COUNTERPART = {
    small: {entry.own: small, FEMALE if entry.own == MALE else MALE: entry.other}
    for small, entry in known.PRONOUNS.items()
}


def _plain_pronoun(words: Words, i: int) -> Place | None:
    """The place of a pronoun with one counterpart in small letters between two blanks: the most of all places."""
    small = words.small[i]
    meaning = _ONE_COUNTERPART.get(small)
    if meaning is None or words.gaps[i] != " " or words.gaps[i + 1] != " " or i + 1 >= len(words.small):
        return None
    if words.small[i + 1] in JOINERS or words.form(i) != small:
        return None
    entry = known.PRONOUNS[small]
    return Place(start=words.start(i), end=words.end(i), cue_id="", slot=entry.slot, words=meaning, own=entry.own)


def _with_invisible(words: Words, starts: frozenset[str]) -> list[int]:
    """Words with an invisible character that are gendered without it, or in the parts that it makes."""
    return [
        i
        for i, small in enumerate(words.small)
        if not small.isascii()
        and "_" not in small
        and (without_invisible(small) in starts or _has_gendered_part(small, starts))
    ]


def _has_gendered_part(small: str, starts: frozenset[str]) -> bool:
    """A zero-width space may stand where a blank was meant; a soft hyphen parts syllables."""
    parts = small.split("\u200b")
    return len(parts) > 1 and not starts.isdisjoint(parts)


def _is_inside(spans: list[tuple[int, int]], offset: int) -> bool:
    k = bisect_right(spans, (offset, offset + 1_000_000)) - 1
    return k >= 0 and spans[k][0] <= offset < spans[k][1]


def _at(words: Words, i: int, further: _Further) -> tuple[Place | Undecided | None, int]:
    """What word ``i`` becomes, and the last word that this settles."""
    small = words.small[i]
    if small not in further.starts:
        small = without_invisible(small)
        if small not in further.starts:
            return HIDDEN, i
    for key, entry in further.phrases.get(small, ()):
        last = i + len(key) - 1
        fits = key == (small,) or tuple(words.small[i : last + 1]) == key
        if fits and all(words.gaps[k + 1].strip() in LIGHT for k in range(i, last)):
            return placed(words, i, last, entry), last
    if small not in _OF_THE_LANGUAGE or (small in FIXED and is_turn(words, i, FIXED)):
        return None, i
    both = both_at(words, i)
    if isinstance(both, Both):
        return both.place, both.last
    return decide(words, i, small)


RULES = LanguageRules(
    language="en",
    title="English",
    covers=(
        "Pronouns: he and she, him, his, her, hers, himself and herself, by the words around them.",
        "Titles: Mr, Ms, Mrs and Miss before a name, Sir and Madam; Mr becomes Ms, and Ms, Mrs and Miss become Mr.",
        "Family words, words for persons and role words with their plurals and compounds, for example grandmothers, "
        "mother-in-law, girlfriend, actress, policeman, saleswoman.",
        "Capitals, possessives (the actress's, boys'), and a or an before a word that changed.",
        "Two words joined by and (ladies and gentlemen) change places.",
    ),
    leaves=(
        "His and her where the words around them allow more than one reading, for example after gave and found.",
        "Words without a counterpart that says the same, for example maiden, guy, governess, and a king, queen, man or "
        "woman written with a capital inside a name.",
        "Capital HE, HIS and the like outside text in capitals, and He or His with a capital inside a sentence.",
        "She and her behind a ship or an animal of the same sentence.",
        "Words in compounds with a hyphen that the rules do not know, for example man-child, and woman engineer.",
        "Words for facts of one sex: pregnant, gave birth, a beard.",
        "What names both already (he or she, his/her, s/he) stays as it is and is not listed.",
        "First names: they are the matter of a cue of names.",
    ),
    scan_gender=scan_gender,
    determiners=frozenset(),
    agreeing=agreeing,
)
