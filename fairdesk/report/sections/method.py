"""The method of a designed test: what it measures, its language rules, and what was left for a person (S7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fairdesk.domain.design import Design
from fairdesk.domain.method_cards import CueInFiles, MethodCard
from fairdesk.domain.plan import Plan
from fairdesk.report.blocks import Block, BulletList, Column, Facts, Heading, Paragraph, TableBlock
from fairdesk.report.sections.cells import enumerated
from fairdesk.report.sections.section import words_or

LEFT_REASONS = {
    "ambiguous": "more than one meaning",
    "no counterpart": "no counterpart at the other level",
    "agreement not known": "agreement not known",
    "ordinary word": "a name that is an ordinary word",
    "overlap": "two cues claim the same words",
    "other person": "words of both levels, perhaps of two persons",
    "language not covered": "no rules for the language",
    "no value": "a place-holder without words",
}
"""Why words that look like a cue were left as they were written."""

NOT_SEARCHED = "not searched for this test"


def method_part(plan: Plan) -> Iterator[Block]:
    """What the plan says of its method; nothing for plans that say nothing."""
    card, design = plan.card, plan.design
    if card is None or design is None:
        return
    yield Heading(level=2, text="Method and what it can show")
    yield Facts(rows=tuple(_facts(card, plan.n_cases)))
    yield BulletList(items=card.limits)
    yield from _found(card, design, plan.n_cases)
    yield from _rules(card)


def _facts(card: MethodCard, n_files: int) -> Iterator[tuple[str, str]]:
    yield "Method", f"{card.method_id}, version {card.version}; family: counterfactual"
    yield "What a result measures", card.construct
    yield "Published criticism of its validity", NOT_SEARCHED
    yield "Licence", card.licence
    yield "Source", card.source
    yield "Met before by the model", card.contamination
    if card.n_available:
        dropped = card.n_available - n_files
        left = f"; {dropped:,} left out by the auditor or as duplicates" if dropped else "; none was left out"
        yield "Files", f"{n_files:,} of {card.n_available:,} imported ones used{left}"
    languages = ", ".join(f"{name} {number:,}" for name, number in _most_first(card.file_languages))
    yield "Languages of the files", words_or(languages, "not known")


def _found(card: MethodCard, design: Design, n_files: int) -> Iterator[Block]:
    """In how many files each cue has a place, and how many places were left for a person."""
    yield Heading(level=2, text="Cues in the files, and what was left for a person")
    names = {cue.cue_id: cue.title.strip() or cue.cue_id for cue in design.cues}
    yield TableBlock(
        caption="Files in which a cue has a place; places that look like it and that the rules left as written",
        columns=(
            Column(title="Cue", weight=2),
            Column(title="Files with a place", align="right", weight=1),
            Column(title="Places left", align="right", weight=0.8),
            Column(title="Why they were left", weight=3.4),
        ),
        rows=tuple(
            (
                names.get(one.cue_id, "no cue"),
                f"{one.n_files:,} of {n_files:,}" if one.cue_id else "not counted",
                f"{sum(one.left.values()):,}",
                _why(one),
            )
            for one in card.cues
        ),
        has_row_headers=True,
    )
    silent = [names[one.cue_id] for one in card.cues if one.cue_id in names and not one.n_files]
    if silent:
        verb = "changes" if len(silent) == 1 else "change"
        yield Paragraph(
            text=f"{enumerated(silent)} {verb} no word of any file: nothing in this report is about "
            f"{'it' if len(silent) == 1 else 'them'}."
        )
    if card.n_unaware:
        words = "1 file holds" if card.n_unaware == 1 else f"{card.n_unaware:,} files hold"
        yield Paragraph(text=f"{words} nothing that stands for a group; no variant was made of such a file.")
    n_left = sum(sum(one.left.values()) for one in card.cues)
    yield Paragraph(
        text="Words that were left stand alike in the original and in every variant. They may still tell a reader of "
        "a group, so that a variant may say two things at once there."
        if n_left
        else "Nothing was left for a person."
    )


def _why(one: CueInFiles) -> str:
    found = _most_first(one.left)
    return "; ".join(f"{LEFT_REASONS.get(reason, reason)} {number:,}" for reason, number in found) or "none left"


def _most_first(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _rules(card: MethodCard) -> Iterator[Block]:
    """What the rules of each language cover and leave, as they were when the plan was fixed."""
    if not card.languages:
        return
    yield Heading(level=2, text="What the language rules change and leave")
    for note in card.languages:
        yield Heading(level=3, text=f"{note.title} ({note.language})")
        if not note.covers and not note.leaves:
            words = "FairDesk has no rules for this language: only place-holders and listed words are changed."
            yield Paragraph(text=words)
            continue
        yield Paragraph(text="Changed:", emphasis="strong")
        yield BulletList(items=note.covers)
        yield Paragraph(text="Left as written, and listed for a person where it occurs:", emphasis="strong")
        yield BulletList(items=note.leaves)
