"""The shape of every evaluation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from fairdesk.domain.cases import Case, CueNote, Variant, VariantKind
from fairdesk.domain.edits import Left
from fairdesk.domain.plan import NotTested
from fairdesk.domain.questions import Question


class Missing(Enum):
    """Why a file has no variant of a kind; it is not tested there."""

    NO_DIFFERENCE = "no difference"
    """A cue of the variant has no place in the file, so that the text would be the original's or another variant's."""
    NO_TEXT = "no text"
    """Nobody supplied the rewritten text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeVariants:
    """The variants of one file.

    Attributes:
        variants: In the order of the evaluation, the original first; a kind that is missing is left out.
        left: Words that look like a cue and were left alone, in the order of the text.
        missing: Label to the reason why the file has no such variant.
        cue_ids: Cues with a place in the file.
        is_unaware: Nothing in the file stands for a group: no cue has a place, and nothing was left alone.
    """

    variants: tuple[Variant, ...]
    left: tuple[Left, ...] = ()
    missing: Mapping[str, Missing] = field(default_factory=dict)
    cue_ids: frozenset[str] = frozenset()
    is_unaware: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """One benchmark or method, with all that its card in the report needs (report-contents.md S7).

    Attributes:
        construct: What a result of it is a measurement of, in one sentence.
        limits: What it cannot show; never empty.
        source: Who made cases and method, and where they are described.
        variants: In the order in which ``make_variants`` answers; the first is the original.
        attributes: The attributes and levels that its variants cross.
        not_tested: What of the possible coverage is left out, and why.
        cues: The cue lists as the report prints them.
        make_variants: A case to its variants; equal input, equal output.
    """

    evaluation_id: str
    version: str
    title: str
    construct: str
    limits: tuple[str, ...]
    licence: str
    source: str
    variants: tuple[VariantKind, ...]
    questions: tuple[Question, ...]
    attributes: Mapping[str, tuple[str, ...]]
    not_tested: tuple[NotTested, ...]
    cues: tuple[CueNote, ...]
    make_variants: Callable[[Case], MadeVariants]
