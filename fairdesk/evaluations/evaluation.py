"""The shape of every evaluation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fairdesk.domain.cases import Case, CueNote, CueSet, Variant, VariantKind
from fairdesk.domain.plan import NotTested
from fairdesk.domain.questions import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """One benchmark or method, with all that its card in the report needs (report-contents.md S7).

    Attributes:
        construct: What a result of it is a measurement of, in one sentence.
        limits: What it cannot show; never empty.
        source: Who made cases and method, and where they are described.
        variants: In the order in which ``make_variants`` answers; the first is the original.
        attributes: The attributes and levels that its variants cross.
        not_tested: What of the possible coverage is left out, and why; never empty.
        make_variants: Case, cues and seed to one variant per entry of ``variants``; equal input, equal output.
        cue_notes: The cue lists as the report prints them.
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
    make_variants: Callable[[Case, CueSet, int], tuple[Variant, ...]]
    cue_notes: Callable[[CueSet], tuple[CueNote, ...]]
