"""A text at the levels that a variant signals, and its edits against the original variant's text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
        changed: Attributes of which a place differs from the original.
    """

    text: str
    edits: tuple[Edit, ...] = ()
    changed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """What all texts of a design have in common.

    Attributes:
        cues: Cue id to cue.
        reference: Attribute to the level that originals carry.
    """

    cues: Mapping[str, Cue]
    reference: Mapping[str, str]


class Renderer:
    """Renders one text; what its variants share is computed once."""

    def __init__(
        self,
        text: str,
        places: Sequence[Place],
        scheme: Scheme,
        values: Mapping[str, tuple[str, Mapping[str, str]]],
    ) -> None:
        """Takes a text with its places.

        Args:
            places: With words, in order, never overlapping, agreeing articles included.
            values: Place-holder without braces to the attribute that it depends on and its words at every level,
                for clauses that hold place-holders.
        """
        cues, self._reference = scheme.cues, scheme.reference
        self._text, self.places, self._values = text, tuple(places), values
        self._pieces = [text]
        self._stands = [text[place.start : place.end] for place in self.places]
        if self.places:
            ends = [0, *(place.end for place in self.places)]
            starts = [*(place.start for place in self.places), len(text)]
            self._pieces = [""] * (2 * len(self.places) + 1)
            self._pieces[::2] = [text[end:start] for end, start in zip(ends, starts, strict=True)]
        self._attributes = [cues[place.cue_id].attribute_id for place in self.places]
        self._swaps = [_is_swapped(cues[place.cue_id], place) for place in self.places]
        self._own = _own_levels(self.places, self._attributes, self._swaps)
        self._nested = self._clauses() if values else {}
        self._places_of: dict[str, list[int]] = {}
        for i, attribute in enumerate(self._attributes):
            if i not in self._nested:
                self._places_of.setdefault(attribute, []).append(i)
        self._changes: dict[tuple[str, str], list[tuple[int, Edit]]] = {}

    def _clauses(self) -> dict[int, frozenset[str]]:
        """Places whose words hold place-holders, with the attributes that these depend on."""
        found: dict[int, frozenset[str]] = {}
        for i, place in enumerate(self.places):
            names = {name for words in place.words.values() if "{" in words for name in PLACE_HOLDER.findall(words)}
            if names:
                found[i] = frozenset(self._values[name][0] for name in names if name in self._values)
        return found

    def minorities(self) -> Iterator[tuple[Place, str]]:
        """The first place of every swapped attribute that stands at another level than the text, and that level."""
        seen: set[str] = set()
        for place, attribute, is_swapped in zip(self.places, self._attributes, self._swaps, strict=True):
            if is_swapped and place.own != self._own[attribute] and attribute not in seen:
                seen.add(attribute)
                yield place, self._own[attribute]

    def words(self, levels: Mapping[str, str]) -> tuple[str, ...]:
        """What stands at every place at the given levels.

        A place without words for its level has those of the reference: nothing was said of it there.
        """
        found: list[str] = []
        for i, attribute in enumerate(self._attributes):
            found.append(self._word(i, levels.get(attribute, ""), levels))
        return tuple(found)

    def _word(self, i: int, wanted: str, levels: Mapping[str, str]) -> str:
        place, reference = self.places[i], self._reference.get(self._attributes[i], "")
        if self._swaps[i]:
            own = self._own[self._attributes[i]]
            wanted, reference = _exchanged(place.own, own, wanted), _exchanged(place.own, own, reference)
        words = place.words.get(wanted)
        if words is None:
            words = place.words.get(reference, self._stands[i])
        return self._filled(words, levels) if i in self._nested else words

    def text_of(self, words: Sequence[str]) -> str:
        """The whole text with these words at its places."""
        pieces = self._pieces.copy()
        pieces[1::2] = words
        return "".join(pieces)

    def original(self, levels: Mapping[str, str]) -> Rendered:
        """The text at the reference levels; edits of the others are against it."""
        self._original = self.words(levels)
        self._changes.clear()
        self._starts = []
        at = 0
        for between, word in zip(self._pieces[::2], self._original, strict=False):
            at += len(between)
            self._starts.append(at)
            at += len(word)
        return Rendered(text=self.text_of(self._original))

    def variant(self, levels: Mapping[str, str]) -> Rendered:
        """The text at other levels, with its edits against the original that was rendered before."""
        moved = [(name, level) for name, level in levels.items() if level != self._reference.get(name, "")]
        found: list[tuple[int, Edit]] = []
        changed: set[str] = set()
        for move in moved:
            if changes := self._changes_of(move, levels):
                found += changes
                changed.add(move[0])
        for i, of in self._nested.items():
            now = self._word(i, levels.get(self._attributes[i], ""), levels)
            if now != self._original[i]:
                found.append((i, self._edit(i, now)))
                changed |= {name for name in {self._attributes[i], *of} if self._shows(i, name, now, levels)}
        if self._nested or len(changed) > 1:
            found.sort(key=_first)
        pieces = self._pieces.copy()
        pieces[1::2] = self._original
        for i, edit in found:
            pieces[2 * i + 1] = edit.words
        edits = tuple(edit for _, edit in found)
        return Rendered(text="".join(pieces), edits=edits, changed=frozenset(changed))

    def _shows(self, i: int, attribute: str, now: str, levels: Mapping[str, str]) -> bool:
        """Whether a clause would be another one were this attribute alone at its reference."""
        others = {**levels, attribute: self._reference.get(attribute, "")}
        return self._word(i, others.get(self._attributes[i], ""), others) != now

    def _changes_of(self, move: tuple[str, str], levels: Mapping[str, str]) -> list[tuple[int, Edit]]:
        """What one attribute at one level changes, wherever the others are; computed once for all variants."""
        known = self._changes.get(move)
        if known is None:
            attribute, level = move
            known = [
                (i, self._edit(i, now))
                for i in self._places_of.get(attribute, ())
                if (now := self._word(i, level, levels)) != self._original[i]
            ]
            self._changes[move] = known
        return known

    def _edit(self, i: int, now: str) -> Edit:
        start = self._starts[i]
        return Edit(start=start, end=start + len(self._original[i]), words=now, cue_id=self.places[i].cue_id)

    def compared(self, other: Renderer, levels: Mapping[str, str], redrawn: frozenset[str]) -> Rendered:
        """The same text with the words of another draw, which may have other places for articles, with its edits.

        Args:
            redrawn: The attributes whose words were drawn anew; they alone can differ.
        """
        words = other.words(levels)
        theirs = {(place.start, place.end): i for i, place in enumerate(other.places)}
        ours = {(place.start, place.end): i for i, place in enumerate(self.places)}
        edits, shift = [], 0
        for span in sorted({*ours, *theirs}):
            stands = self._text[span[0] : span[1]]
            was = self._original[ours[span]] if span in ours else stands
            now = words[theirs[span]] if span in theirs else stands
            if was != now:
                cue_id = (other.places[theirs[span]] if span in theirs else self.places[ours[span]]).cue_id
                start = span[0] + shift
                edits.append(Edit(start=start, end=start + len(was), words=now, cue_id=cue_id))
            shift += len(was) - (span[1] - span[0])
        changed = redrawn if edits else frozenset[str]()
        return Rendered(text=other.text_of(words), edits=tuple(edits), changed=changed)

    def _filled(self, clause: str, levels: Mapping[str, str]) -> str:
        """A clause with its place-holders filled at the levels of the variant; unknown ones stay as they are."""

        def value(match: re.Match[str]) -> str:
            attribute, words = self._values.get(match[1], ("", {}))
            found = words.get(levels.get(attribute, "")) or words.get(self._reference.get(attribute, ""))
            return match[0] if found is None else found

        return PLACE_HOLDER.sub(value, clause)


def _first(change: tuple[int, Edit]) -> int:
    return change[0]


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
