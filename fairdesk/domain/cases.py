"""What is asked about: case files with place-holders, and their variants."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from fairdesk.domain.codec import ABSENT_BY_DEFAULT
from fairdesk.domain.edits import Edit

PRONOUN_PLACEHOLDERS = ("they", "them", "their", "theirs", "themself", "They", "Them", "Their", "Theirs", "Themself")
"""Stand for the pronouns of one person; a verb behind them is written for the third person singular."""

PLACEHOLDERS = ("name", "surname", "school", "profile", *PRONOUN_PLACEHOLDERS)
"""Every word that may stand in braces in a case file; ``name`` is first name and surname."""

REQUIRED_PLACEHOLDERS = ("name", "school", "profile")
"""Without one of them a variant would equal its original, and an identical text would count as consistent."""


class VariantRole(Enum):
    """Why a variant exists (methods.md D1)."""

    ORIGINAL = "original"
    CUE = "cue"
    INTERSECTION = "intersection"
    CONTROL = "control"
    PLACEBO = "placebo"


TESTED_ROLES = (VariantRole.CUE, VariantRole.INTERSECTION)
"""Roles of the variants that signal another group than the original; the others show what noise does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One file of the test, with place-holders in braces where a cue stands.

    Attributes:
        case_id: Short and unique in its set, for example ``adm-001``.
        text: The text with place-holders; every place-holder is known to the cue set.
        facts: What else is known of it: subject, level, country, ...; text to text.
        origin: Who wrote or supplied it.
    """

    case_id: str
    title: str
    text: str
    language: str = "en"
    facts: Mapping[str, str]
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitution:
    """What stands in for one place-holder at one place of a variant; ``start`` is its offset in the variant's text."""

    placeholder: str
    words: str
    start: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantKind:
    """A column of the test: which attribute levels the variant signals.

    Attributes:
        label: ``original``, ``female``, ``international``, ``female+international``, ``control``, ``placebo``.
        attributes: Attribute to level, for the attributes that differ from the original; empty for
            original, control and placebo.
        description: One sentence for the report.
    """

    label: str
    role: VariantRole
    attributes: Mapping[str, str]
    description: str


def single_cues(variants: Sequence[VariantKind], kind: VariantKind) -> tuple[str, ...]:
    """Labels of the two variants that signal one attribute each of an intersection, in the order of its attributes.

    Empty when the intersection has not exactly two attributes or one of its single variants is not there: then its
    interaction is not identified (methods.md M11).
    """
    return _between(_by_levels(variants), kind) if _crosses(kind, 2) else ()


def three_cue_versions(variants: Sequence[VariantKind], kind: VariantKind) -> tuple[str, ...]:
    """Labels of the six variants between the original and an intersection of three attributes.

    The three single cues come first, then first with second, first with third, second with third. Empty when the
    intersection has not exactly three attributes or one of the six is not there: then the effect of three cues beyond
    their pairs is not identified (methods.md M12).
    """
    return _between(_by_levels(variants), kind) if _crosses(kind, 3) else ()


def interactions(variants: Sequence[VariantKind]) -> dict[str, tuple[str, ...]]:
    """Label of every intersection of two or three attributes whose interaction is identified, to the labels between.

    They are those with ``single_cues`` or ``three_cue_versions``, looked up for all variants at once: a design has
    thousands.
    """
    known = _by_levels(variants)
    found = {kind.label: _between(known, kind) for kind in variants if _crosses(kind, 2) or _crosses(kind, 3)}
    return {label: labels for label, labels in found.items() if labels}


def _crosses(kind: VariantKind, size: int) -> bool:
    return kind.role is VariantRole.INTERSECTION and len(kind.attributes) == size


def _by_levels(variants: Sequence[VariantKind]) -> dict[frozenset[tuple[str, str]], str]:
    return {frozenset(kind.attributes.items()): kind.label for kind in variants if kind.role in TESTED_ROLES}


def _between(known: Mapping[frozenset[tuple[str, str]], str], kind: VariantKind) -> tuple[str, ...]:
    """Labels of all variants between the original and an intersection, smaller ones first; empty if one lacks."""
    parts = tuple(kind.attributes.items())
    wanted = [frozenset(some) for size in range(1, len(parts)) for some in itertools.combinations(parts, size)]
    found = tuple(known[cell] for cell in wanted if cell in known)
    return found if len(found) == len(wanted) else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One case with its place-holders filled; ``label`` names its VariantKind.

    Attributes:
        substitutions: One for every place-holder of the text, in the order of the text; none where there are edits.
        edits: Against the text of the original, in its order, of a variant of the auditor's own design (empty for the
            original itself); None for a variant that is made of substitutions.
    """

    case_id: str
    label: str
    text: str
    substitutions: tuple[Substitution, ...]
    edits: tuple[Edit, ...] | None = field(default=None, metadata=ABSENT_BY_DEFAULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedSpan:
    """One place where a variant differs from its original: the words and their offsets in both texts.

    Attributes:
        placeholder: Place-holder, or cue, or ``by hand``.
    """

    placeholder: str
    original_words: str
    original_start: int
    variant_words: str
    variant_start: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CueNote:
    """A cue list with its provenance and what else its words signal (methods.md D3, M40)."""

    attribute: str
    level: str
    words: tuple[str, ...]
    provenance: str
    also_signals: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CueList:
    """Words of one level of one cue, with where they come from and what else they signal (methods.md D3, M40).

    Attributes:
        kind: ``names``, ``schools`` or ``profiles``.
        level: ``male``, ``female``; ``domestic``, ``overseas``; ``native``, ``native_control``, ``non_native``.
        country: Of a domestic school list; empty for every other list.
        words: First names, school names, or clauses that may hold place-holders for pronouns.
    """

    kind: str
    level: str
    country: str = ""
    words: tuple[str, ...]
    provenance: str
    also_signals: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CueSet:
    """All cue lists of a test, and the surnames, which are the same in every variant of a file."""

    lists: tuple[CueList, ...]
    surnames: CueList

    def words(self, kind: str, level: str, country: str = "") -> tuple[str, ...]:
        """The words of one list; empty when there is no such list."""
        for cue_list in self.lists:
            if (cue_list.kind, cue_list.level, cue_list.country) == (kind, level, country):
                return cue_list.words
        return ()
