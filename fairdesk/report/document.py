"""From a report's input to the document that is laid out."""

from __future__ import annotations

from datetime import datetime

from fairdesk.domain.reports import ReportInput
from fairdesk.report.blocks import ReportDocument
from fairdesk.report.evidence_file import is_rehearsal
from fairdesk.report.sections import SECTIONS
from fairdesk.report.sections.section import DRAFT, REHEARSAL, SectionInput


def report_document(
    report: ReportInput, evidence_sha256: str, *, draft: bool, missing_characters: tuple[str, ...] = ()
) -> ReportDocument:
    """All sections in print order, with the words that stand on every page.

    Args:
        evidence_sha256: Hash of the evidence file that will be attached.
        draft: A preview: marked on every page and without a signature field.
        missing_characters: As found by laying the same document out once.
    """
    given = SectionInput(
        report=report, evidence_sha256=evidence_sha256, is_draft=draft, missing_characters=missing_characters
    )
    marks = [DRAFT] if draft else []
    if is_rehearsal(report.analysis):
        marks.append(REHEARSAL)
    return ReportDocument(
        title=report.title,
        author=report.details.auditor or "FairDesk",
        subject=f"Limited report {report.report_id}",
        language=report.language,
        when=datetime.fromisoformat(report.issued_at),
        header=f"{report.project_name} - limited report",
        footer=f"{report.report_id}, version {report.version}",
        stamp=" - ".join(marks),
        blocks=tuple(block for section in SECTIONS for block in section.write(given)),
    )
