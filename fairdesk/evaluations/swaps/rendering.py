"""A text at the levels that a variant signals, and its edits against the original variant's text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairdesk.domain.design import Cue, CueKind, Direction
from fairdesk.domain.edits import Edit, Place
from fairdesk.evaluations.swaps.place_holders import PLACE_HOLDER

SWAPPING_KINDS = (CueKind.GENDERED_WORDS, CueKind.NAMES)
"""Kinds whose words in free text stand at a level already, so that a swap can exchange two levels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A text at some levels.

    Attributes:
        words: What stands at each place, one per place.
        changed: Attributes of which a place differs from the original.
    """

    text: str
    words: tuple[str, ...]
    edits: tuple[Edit, ...] = ()
    changed: frozenset[str] = frozenset()


class Renderer:
    """Renders one text; what its variants share is computed once."""

    def __init__(
        self,
        text: str,
        places: Sequence[Place],
        cues: Mapping[str, Cue],
        values: Mapping[str, tuple[str, Mapping[str, str]]],
    ) -> None:
        """Takes a text with its places.

        Args:
            places: With words, in order, never overlapping, agreeing articles included.
            cues: Cue id to cue.
            values: Place-holder without braces to the attribute that it depends on and its words at every level,
                for clauses that hold place-holders.
        """
        self._text, self.places, self._values = text, tuple(places), values
        ends = [0, *(place.end for place in self.places)]
        starts = [*(place.start for place in self.places), len(text)]
        self._between = [text[end:start] for end, start in zip(ends, starts, strict=True)]
        self._stands = [text[place.start : place.end] for place in self.places]
        self._attributes = [cues[place.cue_id].attribute_id for place in self.places]
        self._swaps = [_is_swapped(cues[place.cue_id], place) for place in self.places]
        self._own = _own_levels(self.places, self._attributes, self._swaps)
        self._edits: dict[tuple[int, str], Edit] = {}
        self._nested = [any("{" in words for words in place.words.values()) for place in self.places]

    def own_level(self, attribute_id: str) -> str:
        """The level that the text as it stands is at, for an attribute that is swapped; empty for every other one."""
        return self._own.get(attribute_id, "")

    def words(self, levels: Mapping[str, str]) -> tuple[str, ...]:
        """What stands at every place at the given levels; a place without words for its level stays as it is."""
        found = []
        for i, place in enumerate(self.places):
            wanted = levels.get(self._attributes[i], "")
            if self._swaps[i]:
                wanted = _exchanged(place.own, self._own[self._attributes[i]], wanted)
            words = place.words.get(wanted, self._stands[i])
            found.append(self._filled(words, levels) if self._nested[i] else words)
        return tuple(found)

    def text_of(self, words: Sequence[str]) -> str:
        """The whole text with these words at its places."""
        pieces = [self._between[0]]
        for word, behind in zip(words, self._between[1:], strict=True):
            pieces += (word, behind)
        return "".join(pieces)

    def original(self, levels: Mapping[str, str]) -> Rendered:
        """The text at the reference levels; edits of the others are against it."""
        words = self.words(levels)
        self._edits.clear()
        self._original = words
        self._starts = []
        at = 0
        for between, word in zip(self._between, words, strict=False):
            at += len(between)
            self._starts.append(at)
            at += len(word)
        return Rendered(text=self.text_of(words), words=words)

    def variant(self, levels: Mapping[str, str]) -> Rendered:
        """The text at other levels, with its edits against the original that was rendered before."""
        words = self.words(levels)
        edits, changed = [], set()
        for i, (was, now) in enumerate(zip(self._original, words, strict=True)):
            if was != now:
                edit = self._edits.get((i, now))
                if edit is None:
                    start = self._starts[i]
                    edit = Edit(start=start, end=start + len(was), words=now, cue_id=self.places[i].cue_id)
                    self._edits[i, now] = edit
                edits.append(edit)
                changed.add(self._attributes[i])
                if self._nested[i]:
                    changed |= self._nested_attributes(i)
        return Rendered(text=self.text_of(words), words=words, edits=tuple(edits), changed=frozenset(changed))

    def compared(self, other: Renderer, levels: Mapping[str, str]) -> Rendered:
        """The same text with the words of another draw, which may have other places for articles, with its edits."""
        words = other.words(levels)
        theirs = {(place.start, place.end): i for i, place in enumerate(other.places)}
        ours = {(place.start, place.end): i for i, place in enumerate(self.places)}
        edits, changed, shift = [], set(), 0
        for span in sorted({*ours, *theirs}):
            stands = self._text[span[0] : span[1]]
            was = self._original[ours[span]] if span in ours else stands
            now = words[theirs[span]] if span in theirs else stands
            if was != now:
                cue_id = (other.places[theirs[span]] if span in theirs else self.places[ours[span]]).cue_id
                start = span[0] + shift
                edits.append(Edit(start=start, end=start + len(was), words=now, cue_id=cue_id))
                changed.add(other._attributes[theirs[span]] if span in theirs else self._attributes[ours[span]])
            shift += len(was) - (span[1] - span[0])
        return Rendered(text=other.text_of(words), words=words, edits=tuple(edits), changed=frozenset(changed))

    def _filled(self, clause: str, levels: Mapping[str, str]) -> str:
        """A clause with its place-holders filled at the levels of the variant; unknown ones stay as they are."""

        def value(match: re.Match[str]) -> str:
            attribute, words = self._values.get(match[1], ("", {}))
            return words.get(levels.get(attribute, ""), match[0])

        return PLACE_HOLDER.sub(value, clause)

    def _nested_attributes(self, i: int) -> set[str]:
        names = {name for words in self.places[i].words.values() for name in PLACE_HOLDER.findall(words)}
        return {self._values[name][0] for name in names if name in self._values}


def _is_swapped(cue: Cue, place: Place) -> bool:
    return bool(place.own) and cue.kind in SWAPPING_KINDS and cue.direction is Direction.SWAP


def _own_levels(places: Sequence[Place], attributes: Sequence[str], swaps: Sequence[bool]) -> dict[str, str]:
    """The level of most places of an attribute that is swapped; among equally many the one that comes first."""
    counts: dict[str, Counter[str]] = {}
    for place, attribute, is_swapped in zip(places, attributes, swaps, strict=True):
        if is_swapped:
            counts.setdefault(attribute, Counter())[place.own] += 1
    return {attribute: max(of, key=lambda level: of[level]) for attribute, of in counts.items()}


def _exchanged(stands: str, own: str, wanted: str) -> str:
    """The level of a place when a text of level ``own`` goes to ``wanted``: the two change places, others stay.

    Example:
        >>> _exchanged("male", "female", "male"), _exchanged("male", "male", "male")
        ('female', 'male')
    """
    if stands == own:
        return wanted
    return own if stands == wanted else stands
