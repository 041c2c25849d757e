"""Which differences count for the auditor, and what was decided about every cue (report-contents.md S5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fairdesk.domain.cue_decisions import CUE_VERDICTS, OPEN_VERDICTS, decision_words, open_cues
from fairdesk.domain.design import Cue, CueKind, Design, Direction, Position, View, WordList
from fairdesk.domain.plan_words import VIEWS
from fairdesk.report.blocks import Block, Column, Facts, Heading, Notice, Paragraph, TableBlock
from fairdesk.report.sections.cells import enumerated, listed
from fairdesk.report.sections.numbers import POSITION
from fairdesk.report.sections.section import Section, SectionInput, first_call, words_or

KINDS = {
    CueKind.NAMES: "names, drawn for each file from the list of the level",
    CueKind.GENDERED_WORDS: "gendered words, by the rules of the language",
    CueKind.TERMS: "terms, entry by entry",
    CueKind.PLACE_HOLDER: "words that fill a place-holder, drawn for each file",
    CueKind.REWRITTEN: "whole texts that somebody else wrote; every one reviewed",
}

DIRECTIONS = {
    Direction.SWAP: "both ways at once: what stands at one level takes the words of the other",
    Direction.TOWARDS: "every place takes the words of the wanted level",
}

NOT_RECORDED = (
    "No normative position was recorded for this test: which differences count, and whether its cues may matter, was "
    "not decided. Every result is the response to a cue and is called nothing else."
)

MOST_WORDS = 60
"""Words of a list that are printed; the evidence file has all."""


def _write(given: SectionInput) -> tuple[Block, ...]:
    design = given.report.plan.design
    title = Heading(level=1, text=f"{POSITION} Normative position")
    if design is None:
        return title, Paragraph(text=NOT_RECORDED)
    return (
        title,
        Paragraph(text=f"Part of the plan, and fixed with it before {first_call(given.report)}."),
        Facts(rows=tuple(_position(design.position))),
        *_notions(design.position),
        Heading(level=2, text="Cues and what was decided about them"),
        *_decisions(design),
        *_cues(design),
    )


def _position(position: Position) -> Iterator[tuple[str, str]]:
    yield "Which differences count", VIEWS.get(position.view, "not chosen")
    yield "Reason", words_or(position.reason)
    yield "Approved by", _who(position.approver, position.approved_on)
    if position.view is View.ADVERSE_ONLY or position.listed_groups:
        yield "Listed groups", words_or(position.listed_groups)
    if position.view is View.POSITIVE_ACTION or position.legal_basis:
        yield "Legal basis", words_or(position.legal_basis)
    if position.overshoot_points is None:
        yield "Overshoot", "no rule: no size of a favourable shift triggers a review by itself"
    else:
        yield "Overshoot", f"a favourable shift of {position.overshoot_points:g} points or more triggers a review"


def _who(name: str, date: str) -> str:
    return ", ".join(part for part in (name.strip(), date.strip()) if part) or "nobody named"


def _notions(position: Position) -> Iterator[Block]:
    yield Heading(level=2, text="Notions used and rejected")
    if not position.notions:
        yield Paragraph(text="None was recorded.")
        return
    yield TableBlock(
        caption="Notions of equal treatment that were weighed",
        columns=(Column(title="Notion", weight=1.6), Column(title="Used", weight=0.7), Column(title="Why", weight=4)),
        rows=tuple(
            (words_or(one.notion), "used" if one.is_used else "rejected", words_or(one.reason))
            for one in position.notions
        ),
        has_row_headers=True,
    )


def _decisions(design: Design) -> Iterator[Block]:
    if not design.cues:
        yield Paragraph(text="The design has no cue.")
        return
    titles = _titles(design)
    yield TableBlock(
        caption="Whether a cue may matter: who decided, and when",
        columns=(
            Column(title="Cue", weight=1.6),
            Column(title="Meant for", weight=1.2),
            Column(title="Decision", weight=2),
            Column(title="Reason", weight=3),
        ),
        rows=tuple(
            (
                _name(cue),
                titles.get(cue.attribute_id, cue.attribute_id),
                decision_words(cue),
                words_or(cue.decision.reason),
            )
            for cue in design.cues
        ),
        has_row_headers=True,
    )
    if words := unsettled_words(design):
        words = (
            f"{words}. Results that rest on {them(design)} are the response to the cue, and nothing in this report "
            "calls them more."
        )
        yield Notice(text=words, kind="warning")


def unsettled_words(design: Design) -> str:
    """Which cues are disputed and which undecided, without a full stop; empty where every cue was decided."""
    parts = []
    for verdict in OPEN_VERDICTS:
        names = [_name(cue) for cue in open_cues(design) if cue.decision.verdict is verdict]
        if names:
            parts.append(f"the legitimacy of {enumerated(names)} is {CUE_VERDICTS[verdict]}")
    words = "; ".join(parts)
    return f"{words[:1].upper()}{words[1:]}"


def them(design: Design) -> str:
    """Stands for those cues."""
    return "it" if len(open_cues(design)) == 1 else "them"


def _cues(design: Design) -> Iterator[Block]:
    titles = _titles(design)
    for cue in design.cues:
        yield Heading(level=3, text=f"{_name(cue)} ({cue.language})")
        yield Facts(rows=tuple(_cue(cue, titles)))


def _cue(cue: Cue, titles: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    yield "Meant for", titles.get(cue.attribute_id, cue.attribute_id)
    yield "Kind", _kind(cue)
    for one in cue.lists:
        yield f"Words, {one.level}", _words(one)
    if cue.fixed_words:
        yield "Further pairs", "; ".join(cue.fixed_words)
    yield "Also signals", _also(cue)
    decision = cue.decision
    used = decision.requirement.strip() or "no published requirement that uses it was named"
    digest = f", document {decision.requirement_sha256}" if decision.requirement_sha256 else ""
    yield "Published requirement", f"{used}{digest}"


def _kind(cue: Cue) -> str:
    """How the cue finds its places; a filled place-holder has no direction, because no level stands in the file."""
    if cue.place_holder:
        what = "names" if cue.kind is CueKind.NAMES else "words"
        return f"{what} in the place of {{{cue.place_holder}}}, drawn for each file from the list of the level."
    if cue.kind is CueKind.REWRITTEN:
        return f"{KINDS[cue.kind]}."
    return f"{KINDS[cue.kind]}. {DIRECTIONS[cue.direction].capitalize()}."


def _words(one: WordList) -> str:
    """The words of a level and where they come from."""
    words = listed(one.words[:MOST_WORDS]) or "no words"
    more = len(one.words) - MOST_WORDS
    rest = f" and {more:,} more (in the evidence file)" if more > 0 else ""
    return f"{words}{rest}.\nFrom: {words_or(one.provenance, 'not stated')}"


def _also(cue: Cue) -> str:
    """What else the cue signals, as a whole and level by level."""
    parts = [cue.signals_also.strip(), *(f"{one.level}: {one.also_signals}" for one in cue.lists if one.also_signals)]
    return "\n".join(part for part in parts if part) or "nothing else was named"


def _titles(design: Design) -> dict[str, str]:
    return {
        one.attribute_id: f"{one.title or one.attribute_id}{f' (ground: {one.ground})' if one.ground else ''}"
        for one in design.attributes
    }


def _name(cue: Cue) -> str:
    return cue.title.strip() or cue.cue_id


SECTION = Section(section_id="position", write=_write)
