"""The cover: what was evaluated, by whom, how far the claim reaches, and what this report does not hold."""

from __future__ import annotations

from collections.abc import Sequence

from fairdesk.domain.recorded_words import recorded_remarks
from fairdesk.domain.reports import ReportInput
from fairdesk.domain.supplied_words import plan_supplier_words, signing_reason
from fairdesk.report.blocks import AUDITOR_FIELD, Block, Facts, Heading, Notice, PageBreak, Paragraph, SignatureField
from fairdesk.report.evidence_file import is_rehearsal, not_written
from fairdesk.report.sections.cells import enumerated, moment
from fairdesk.report.sections.numbers import EVIDENCE, OBJECT, RENEWAL, TESTS
from fairdesk.report.sections.section import REHEARSAL, Section, SectionInput, words_or

STATUS = {
    False: "issued; whether a condition of renewal was met since is shown by a check of the report "
    f"(section {EVIDENCE})",
    True: "draft, not issued",
}
"""By whether the report is a draft."""

MOST_LABELS = 40
"""Variants that the sentence on the cover names; the tests used have all of them."""


def _write(given: SectionInput) -> tuple[Block, ...]:
    report = given.report
    blocks: list[Block] = [
        Heading(level=1, text=report.title),
        Paragraph(text="Limited report", emphasis="strong"),
    ]
    if given.is_draft:
        blocks.append(
            Notice(text="Draft, not issued. The numbers are those of the store at this moment.", kind="warning")
        )
    if is_rehearsal(report.analysis):
        words = (
            f"{REHEARSAL.capitalize()}: all answers come from FairDesk's own rehearsal model, whose planted response "
            f"is declared in section {OBJECT}. Nothing here is about any real system."
        )
        blocks.append(Notice(text=words, kind="warning"))
    if report.plan.supplied is not None:
        words = (
            f"{plan_supplier_words(report.plan)} Which configuration gave these answers, what it was asked, and "
            "whether every answer was handed over is not known here."
        )
        blocks.append(Notice(text=words, kind="warning"))
    for words in recorded_remarks(report.analysis.runs):
        blocks.append(Notice(text=words, kind="warning"))
    blocks.append(Paragraph(text=_scope(report)))
    blocks.append(Facts(rows=_facts(given)))
    left_out = "; ".join(f"{name} ({number})" for name, number in not_written(report.plan))
    words = (
        f"Limited report. These sections of a full report were not written: {left_out}. Nothing may be concluded "
        "about their subjects."
    )
    blocks.append(Notice(text=words, kind="note"))
    if not given.is_draft:
        blocks += _signature(report)
    blocks.append(PageBreak())
    return tuple(blocks)


def _scope(report: ReportInput) -> str:
    """One sentence from the plan; free text cannot widen it."""
    labels = " and ".join(f"“{system.title}”" for system in report.plan.systems)
    cues = _some([kind.label for kind in report.plan.variants if kind.role.value in ("cue", "intersection")])
    if report.plan.supplied is not None:
        return (
            f"This report describes the supplied answers of {labels} about {_files(report.plan.n_cases)} in these "
            f"variants: {cues} (section {TESTS}). It holds for exactly these records."
        )
    if report.analysis.is_recorded:
        return _recorded_scope(report, labels)
    items = [f"items of {one.card.title} ({len(one.cases):,} planned)" for one in report.plan.benchmarks]
    if not report.plan.asks_files:
        return (
            f"This report describes what the configurations {labels} of "
            f"{words_or(report.details.object_name, 'the object')} answered to {enumerated(items)}, section {TESTS}; "
            "no file was varied. It holds for exactly these configurations and items."
        )
    beside = f" {enumerated(items)[:1].upper()}{enumerated(items)[1:]} were asked beside them." if items else ""
    return (
        f"This report describes how the configurations {labels} of "
        f"{words_or(report.details.object_name, 'the object')} responded on {_files(report.plan.n_cases)} when "
        f"only these cues changed: {cues} (section {TESTS}). It holds for exactly these configurations, files and cues."
        f"{beside}"
    )


def _recorded_scope(report: ReportInput, labels: str) -> str:
    items = [f"items of {one.card.title} ({len(one.cases):,} planned)" for one in report.plan.benchmarks]
    return (
        f"This report describes recorded answers to {enumerated(items)} that were supplied as those of the "
        f"configurations {labels} of {words_or(report.details.object_name, 'the object')}, section {TESTS}; FairDesk "
        "asked nobody. It holds for exactly these files."
    )


def _some(labels: Sequence[str]) -> str:
    """Names in a row; of thousands the first ones, with how many there are."""
    if len(labels) <= MOST_LABELS:
        return ", ".join(labels)
    return f"{', '.join(labels[:MOST_LABELS])} and {len(labels) - MOST_LABELS:,} more"


def _files(number: int) -> str:
    return "1 file" if number == 1 else f"{number} files"


def _facts(given: SectionInput) -> tuple[tuple[str, str], ...]:
    report = given.report
    return (
        ("Report", f"{report.report_id}, version {report.version}"),
        ("Status at issue", STATUS[given.is_draft]),
        ("Client", words_or(report.details.client)),
        ("Purpose", words_or(report.details.purpose)),
        ("Object evaluated", _object(report)),
        ("Auditor", f"{words_or(report.details.auditor)} ({words_or(report.details.auditor_role, 'role not given')})"),
        _period(report),
        ("Draft of" if given.is_draft else "Issued", moment(report.issued_at)),
        ("Valid until", f"{report.valid_until} at the latest; earlier when a condition of section {RENEWAL} is met"),
        ("Evidence, SHA-256", given.evidence_sha256),
    )


def _object(report: ReportInput) -> str:
    """Name and use of the object; beside supplied answers these are the auditor's words alone."""
    words = f"{words_or(report.details.object_name)}. {report.details.object_purpose}".strip()
    if report.plan.supplied is None and not report.analysis.n_recorded:
        return words
    return f"{words} So the auditor describes it; whether the supplied answers are its own was not observed."


def _period(report: ReportInput) -> tuple[str, str]:
    supplied = report.plan.supplied
    if supplied is not None:
        return "Period tested", f"not known; records received {moment(supplied.files[0].received_at)}"
    runs = report.analysis.runs
    if report.analysis.is_recorded:
        received = min(one.file.received_at for run in runs for one in run.recorded)
        return "Period tested", f"not known; recorded answers received {moment(received)}"
    started = min((run.started_at for run in runs), default="nothing was run")
    ended = max((run.finished_at for run in runs), default="") or "not ended"
    return "Period tested", f"{moment(started)} to {moment(ended)}"


def _signature(report: ReportInput) -> list[Block]:
    signer = report.signer
    if signer is None:
        who = "Signer: see the signature."
    else:
        who = f"Signer: {signer.name}. Certificate: {signer.kind}, SHA-256 {signer.fingerprint}."
    if signer is not None and signer.is_demonstration:
        who += " A throw-away made for this demonstration: it shows that nothing was changed since, not who signed."
    return [
        Paragraph(text=f"{who} The signing time is the signer's own statement.", emphasis="small"),
        SignatureField(
            name=AUDITOR_FIELD,
            tooltip="Signature of the auditor",
            caption=f"Signature of the auditor: “{_reason(report)}”",
        ),
    ]


def _reason(report: ReportInput) -> str:
    return signing_reason(report.plan, report.analysis.n_from_batch, report.analysis.n_recorded)


SECTION = Section(section_id="cover", write=_write)
