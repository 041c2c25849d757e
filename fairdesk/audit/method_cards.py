"""The card of a design's method, from its evaluation, its language rules and the variants that were built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairdesk.domain.design import Cue, CueKind, Design
from fairdesk.domain.method_cards import CueInFiles, LanguageNote, MethodCard

if TYPE_CHECKING:
    from fairdesk.audit.built_variants import Built
    from fairdesk.evaluations.evaluation import Evaluation

BY_RULES = (CueKind.GENDERED_WORDS, CueKind.TERMS, CueKind.NAMES)
"""Kinds of cues whose places are found in free text by the rules of a language."""

CONTAMINATION = (
    "Not checked. The files are the auditor's own; whether a model met their texts before, for example because they "
    "were published, is not known."
)


def method_card(design: Design, evaluation: Evaluation, built: Built, n_available: int) -> MethodCard:
    """The card as it stands when a plan is fixed."""
    counts = built.summary.cue_counts
    return MethodCard(
        method_id=evaluation.evaluation_id,
        version=evaluation.version,
        construct=evaluation.construct,
        limits=evaluation.limits,
        licence=evaluation.licence,
        source=evaluation.source,
        contamination=CONTAMINATION,
        n_available=n_available,
        n_unaware=built.summary.n_unaware,
        file_languages=dict(built.languages),
        languages=language_notes(design.cues),
        cues=tuple(
            CueInFiles(cue_id=cue_id, n_files=counts.get(cue_id, 0), left=_left(built, cue_id))
            for cue_id in (*(cue.cue_id for cue in design.cues), *([""] if _left(built, "") else []))
        ),
    )


def language_notes(cues: tuple[Cue, ...]) -> tuple[LanguageNote, ...]:
    """What the rules of every language cover and leave in which a cue is looked for in free text."""
    from fairdesk.evaluations.swaps import rules_of

    notes = []
    for language in sorted({cue.language[:2].lower() for cue in cues if cue.kind in BY_RULES}):
        rules = rules_of(language)
        notes.append(
            LanguageNote(
                language=language,
                title=rules.title if rules else language,
                covers=rules.covers if rules else (),
                leaves=rules.leaves if rules else (),
            )
        )
    return tuple(notes)


def _left(built: Built, cue_id: str) -> dict[str, int]:
    return {reason: number for cue, reason, number in built.left_counts if cue == cue_id}
