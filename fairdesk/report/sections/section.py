"""What a section is made from and what it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fairdesk.domain.reports import ReportInput
from fairdesk.report.blocks import Block
from fairdesk.report.sections.numbers import PLAN

REHEARSAL = "rehearsal, not evidence"
DRAFT = "DRAFT - NOT ISSUED"


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionInput:
    """A report's input with what only the finished evidence file gives.

    Attributes:
        evidence_sha256: Hash of the attached evidence.json.
        is_draft: A preview: no signature field, no claim to have been issued.
        missing_characters: Characters that no shipped font can show, for the list on the evidence page.
    """

    report: ReportInput
    evidence_sha256: str
    is_draft: bool
    missing_characters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of a report."""

    section_id: str
    write: Callable[[SectionInput], tuple[Block, ...]]


def first_call(report: ReportInput) -> str:
    """Before what the plan was fixed: a plan that deviates from a locked one came before its own calls only."""
    return (
        f"the first call under the plan as it was changed (section {PLAN})" if report.deviations else "the first call"
    )


def words_or(text: str, otherwise: str = "not given") -> str:
    """The text, or words that say that there is none; never a blank."""
    return text.strip() or otherwise
