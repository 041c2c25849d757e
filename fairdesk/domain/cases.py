"""What is asked about: case files with place-holders, and their variants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class VariantRole(Enum):
    """Why a variant exists (methods.md D1)."""

    ORIGINAL = "original"
    CUE = "cue"
    INTERSECTION = "intersection"
    CONTROL = "control"
    PLACEBO = "placebo"


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
    """What stood in for one place-holder of one variant: the place-holder's name and the words."""

    placeholder: str
    words: str


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One case with its place-holders filled; ``label`` names its VariantKind."""

    case_id: str
    label: str
    text: str
    substitutions: tuple[Substitution, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CueNote:
    """A cue list with its provenance and what else its words signal (methods.md D3, M40)."""

    attribute: str
    level: str
    words: tuple[str, ...]
    provenance: str
    also_signals: str
