"""Where cues stand in a text, and what a variant changes there: nothing outside these places ever differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum


class LeftReason(Enum):
    """Why words that look like a cue were left as they are, for a person to decide."""

    AMBIGUOUS = "ambiguous"
    NO_COUNTERPART = "no counterpart"
    NO_AGREEMENT = "agreement not known"
    ORDINARY_WORD = "ordinary word"
    OVERLAP = "overlap"
    OTHER_PERSON = "other person"
    LANGUAGE = "language not covered"
    NO_VALUE = "no value"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One stretch of a text that depends on the level of one attribute.

    Attributes:
        start: Offset in the text, in characters; ``end`` is behind the last one.
        cue_id: The cue that it belongs to.
        slot: What stands there, for a reader: ``subject pronoun``, ``article``, ``{name}``.
        words: Level to the words that stand there at that level, with capitals and agreement as they belong.
        own: The level whose words stand in the text now; empty for a place-holder.
    """

    start: int
    end: int
    cue_id: str
    slot: str
    words: Mapping[str, str]
    own: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """Words that were left alone, why, and in a sentence what a person can do."""

    start: int
    end: int
    words: str
    cue_id: str
    reason: LeftReason
    advice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """Every place of a text, in the order of the text and never overlapping, and what was left alone."""

    places: tuple[Place, ...] = ()
    left: tuple[Left, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """Words of a variant in place of ``original[start:end]``; ``cue_id`` is ``by hand`` where a person wrote them."""

    start: int
    end: int
    words: str
    cue_id: str


BY_HAND = "by hand"
"""Stands for the cue of an edit that a person made."""


def apply_edits(original: str, edits: Sequence[Edit]) -> str:
    """The original with its edits in place; every character outside them is kept.

    Raises:
        ValueError: the edits overlap, are not in order, or lie outside the text.

    Example:
        >>> apply_edits("He came.", [Edit(start=0, end=2, words="She", cue_id="gender")])
        'She came.'
    """
    parts: list[str] = []
    read_to = 0
    for edit in edits:
        if not read_to <= edit.start <= edit.end <= len(original):
            raise ValueError(f"the edit at {edit.start} overlaps the one before it or lies outside the text")
        parts.append(original[read_to : edit.start])
        parts.append(edit.words)
        read_to = edit.end
    parts.append(original[read_to:])
    return "".join(parts)


def edited_places(edits: Sequence[Edit]) -> Iterator[tuple[Edit, int]]:
    """Every edit with the offset of its words in the edited text."""
    shift = 0
    for edit in edits:
        yield edit, edit.start + shift
        shift += len(edit.words) - (edit.end - edit.start)
