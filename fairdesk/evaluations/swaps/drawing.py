"""Words for the places that wait for one: drawn for each file from seed and file, the same for the same person."""

from __future__ import annotations

import functools
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fairdesk.domain.design import Cue, CueKind, Direction
from fairdesk.domain.edits import Left, LeftReason, Place
from fairdesk.evaluations.draws import draw, two_draws
from fairdesk.evaluations.swaps.found import DrawnPlace, Scanned, left_at
from fairdesk.evaluations.swaps.names import with_ending
from fairdesk.evaluations.swaps.rendering import Scheme

CONTROL_LEVEL = "control"
"""Level of a list whose words are as unusual as those of a tested group and do not change the group."""

NO_LEVEL = ""
"""Level of words that are the same in every variant of a file; their cue has no attribute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draws:
    """What words are drawn by.

    Attributes:
        others: Attributes whose words are other ones of the same lists, for a placebo swap.
    """

    seed: int
    case_id: str
    others: frozenset[str] = frozenset()


def draw_words(text: str, scanned: Scanned, scheme: Scheme, draws: Draws) -> tuple[tuple[Place, ...], tuple[Left, ...]]:
    """The places of a text with words at every level.

    Returns:
        The places that have words; those for which no word is left are listed instead.
    """
    places: list[Place] = []
    left: list[Left] = []
    found: dict[str, _Persons] = {}
    for place in scanned.places:
        if isinstance(place, Place):
            places.append(place)
            continue
        cue = scheme.cues[place.cue_id]
        if place.own:
            if place.cue_id not in found:
                found[place.cue_id] = _Persons(cue, scanned, draws)
            words = found[place.cue_id].words(text, place)
        else:
            words = words_of_file(cue, draws)
            # Without a word for the original the place-holder itself would be sent.
            words = words if scheme.reference.get(cue.attribute_id, NO_LEVEL) in words else {}
        if words:
            places.append(_with(place, words))
        else:
            left.append(_no_word(text, place))
    return tuple(places), tuple(left)


def words_of_file(cue: Cue, draws: Draws) -> dict[str, str]:
    """Level to the word that a cue's place-holder takes in a file; levels without a usable word are absent.

    One number is drawn for all levels of a cue that fills a place-holder with other words than names, so that lists
    that are equally long are counterparts, entry by entry, and a level more changes no word of the others. Of names
    each level is drawn by itself, whatever the order of its list.
    """
    found: dict[str, str] = {}
    for level, words in _usable(cue).items():
        if words:
            purpose = f"{cue.cue_id}\n{level}" if cue.kind is CueKind.NAMES else cue.cue_id
            if cue.attribute_id in draws.others and len(words) > 1:
                _, found[level] = two_draws(draws.seed, draws.case_id, purpose, words)
            else:
                found[level] = words[draw(draws.seed, draws.case_id, purpose, len(words))]
    return found


@functools.lru_cache(maxsize=256)
def _usable(cue: Cue) -> dict[str, tuple[str, ...]]:
    """Level to its different words, without those that stand on another level's list too: they tell neither.

    The order of names means nothing and is taken away; entries of other lists stand for each other.
    """
    lists = {
        one.level: tuple(
            dict.fromkeys(unicodedata.normalize("NFC", word.strip()) for word in one.words if word.strip())
        )
        for one in cue.lists
    }
    counts = Counter(word.casefold() for words in lists.values() for word in {one.casefold(): one for one in words})
    order = sorted if cue.kind is CueKind.NAMES else tuple
    return {
        level: tuple(order(word for word in words if counts[word.casefold()] < 2)) for level, words in lists.items()
    }


def n_usable(cue: Cue, level: str) -> int:
    """How many different words of a level can be drawn."""
    return len(_usable(cue).get(level, ()))


class _Persons:
    """Who is named in one file by the lists of one cue, and which names they take at other levels."""

    def __init__(self, cue: Cue, scanned: Scanned, draws: Draws) -> None:
        self._cue, self._draws = cue, draws
        named = [one for one in scanned.places if isinstance(one, DrawnPlace) and one.cue_id == cue.cue_id and one.own]
        persons = dict.fromkeys((one.own, one.name) for one in named)
        # What the file calls somebody, or may call somebody, is nobody else's name in a variant.
        self._doubtful = {one.words.casefold() for one in scanned.left}
        avoided = self._doubtful | {name.casefold() for _, name in persons}
        self._names = self._drawn(persons, avoided)
        if cue.attribute_id in draws.others:
            # Where no other name is left a person keeps theirs, so that a placebo swap never moves anybody's level.
            avoided |= {name.casefold() for name in self._names.values()}
            self._names |= self._drawn(persons, avoided, is_other=True)

    def _drawn(
        self, persons: Iterable[tuple[str, str]], avoided: set[str], *, is_other: bool = False
    ) -> dict[tuple[str, str, str], str]:
        """Level, name and level of a variant to the name of the same person there, for as many as there are names."""
        lists = _usable(self._cue)
        # Where all persons of a file change places, a name that one of them gives up may go to another.
        may_pass_on = self._cue.direction is Direction.SWAP and len(lists) == 2 and not is_other
        found: dict[tuple[str, str, str], str] = {}
        taken: set[str] = set()
        for level, words in lists.items():
            for own, name in persons:
                if own == level and not is_other:
                    continue
                of = f"{'other ' if is_other else ''}{self._cue.cue_id}\n{level}\n{name}"
                drawn = self._draw(words, of, avoided | taken)
                if not drawn and may_pass_on:
                    drawn = self._draw(words, of, self._doubtful | taken)
                if drawn:
                    found[own, name, level] = drawn
                    taken.add(drawn.casefold())
        return found

    def _draw(self, words: tuple[str, ...], purpose: str, taken: set[str]) -> str:
        if not words:
            return ""
        entry = draw(self._draws.seed, self._draws.case_id, purpose, len(words))
        found = (words[(entry + step) % len(words)] for step in range(len(words)))
        return next((word for word in found if word.casefold() not in taken), "")

    def words(self, text: str, place: DrawnPlace) -> dict[str, str]:
        """Level to words of a place; empty when a level has no name left for this person."""
        found: dict[str, str] = {}
        for level in _usable(self._cue):
            name = self._names.get((place.own, place.name, level), "")
            if name:
                name = name.upper() if place.is_upper else name
                found[level] = with_ending(name, place.ending, self._cue.language)
            elif level == place.own:
                found[level] = text[place.start : place.end]
            elif level != CONTROL_LEVEL:
                return {}
        return found


def _with(place: DrawnPlace, words: Mapping[str, str]) -> Place:
    return Place(start=place.start, end=place.end, cue_id=place.cue_id, slot=place.slot, words=words, own=place.own)


def _no_word(text: str, place: DrawnPlace) -> Left:
    advice = "A list of the cue has no word left for this place: add words that are on no other level's list."
    return left_at(text, (place.start, place.end), place.cue_id, LeftReason.NO_VALUE, advice)
