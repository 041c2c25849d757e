"""What a plan says of its own method: what it measures, what its language rules cover, what was left for a person.

It is written when a plan of an auditor's own design is fixed, so that a report says what held then and not what a later
version of the rules would do (report-contents.md S7).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageNote:
    """What the rules of one language change and leave, a sentence each; both empty where there are no rules."""

    language: str
    title: str
    covers: tuple[str, ...]
    leaves: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CueInFiles:
    """One cue in the files of a plan.

    Attributes:
        n_files: Files in which it has a place; 0 means that it changed nothing anywhere.
        left: Reason to the number of places that the rules left as written, for a person; by cue and over all files.
    """

    cue_id: str
    n_files: int
    left: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodCard:
    """The method of a plan and how it met the files.

    Attributes:
        construct: What a result is a measurement of.
        limits: What it cannot show.
        contamination: Whether the object may have seen the texts before.
        n_available: Files that the project holds, used or not; 0 where that is not known.
        file_languages: Two letters to files.
        n_unaware: Files in which nothing stands for a group.
        cues: Every cue of the design, and last, without an id, what belongs to none.
    """

    method_id: str
    version: str
    construct: str
    limits: tuple[str, ...]
    licence: str
    source: str
    contamination: str
    n_available: int
    n_unaware: int
    file_languages: Mapping[str, int] = field(default_factory=dict)
    languages: tuple[LanguageNote, ...] = ()
    cues: tuple[CueInFiles, ...] = ()
