"""Readings that a person changed by hand: who, when, why, old and new; a part of the section on evidence."""

from __future__ import annotations

from fairdesk.domain.corrections import ListedCorrection, reading_words
from fairdesk.domain.results import Analysis
from fairdesk.report.blocks import Block, Column, Heading, Notice, Paragraph, TableBlock
from fairdesk.report.sections.cells import moment
from fairdesk.report.sections.numbers import EVIDENCE

LISTED = 200
"""Corrections printed one by one; beyond them the evidence file holds the rest, and the report says so."""


def corrections_part(analysis: Analysis) -> list[Block]:
    """Every correction in the order of the chains; nothing where there is none."""
    listed = analysis.corrections
    if not listed:
        return []
    blocks: list[Block] = [
        Heading(level=2, text="Readings corrected by hand"),
        Paragraph(
            text="A person read these answers otherwise than the extractor, or than whoever supplied them. The answers "
            "themselves are unchanged. The last correction of a reading counts; the heads of the chains printed above "
            "cover every one of them. Numbers that rest on a corrected reading are marked; adjusted p-values of the "
            "same family depend on them too."
        ),
        TableBlock(
            caption=_caption(len(listed)),
            columns=(
                Column(title="Answer", weight=2),
                Column(title="Old reading", weight=1.4),
                Column(title="New reading", weight=1.4),
                Column(title="By, at", weight=1.6),
                Column(title="Reason", weight=2.4),
            ),
            rows=tuple(_row(one) for one in listed[:LISTED]),
            has_row_headers=True,
        ),
    ]
    return blocks


def corrections_notice(analysis: Analysis) -> list[Block]:
    """One sentence for the head of the results; nothing where nothing was corrected."""
    keys = {(one.system, one.correction.key) for one in analysis.corrections}
    if not keys:
        return []
    readings = "1 reading was" if len(keys) == 1 else f"{len(keys)} readings were"
    words = (
        f"{readings} corrected by hand; section {EVIDENCE} lists who did so, when and why. Rows of the tables that "
        "rest on such readings say so."
    )
    return [Notice(text=words, kind="note")]


def _caption(count: int) -> str:
    if count <= LISTED:
        return "Corrections, the oldest of each configuration first"
    return f"The first {LISTED} of {count} corrections; the evidence file holds all of them"


def _row(one: ListedCorrection) -> tuple[str, ...]:
    correction = one.correction
    key = correction.key
    return (
        f"{one.system}: file {key.case_id}, {key.variant}, {key.question}, answer {key.sample}",
        reading_words(correction.old),
        reading_words(correction.new),
        f"{correction.who}, {moment(correction.at)}",
        correction.why,
    )
