"""What the evidence cannot show; an auditor may add to it and never take from it."""

from __future__ import annotations

from collections.abc import Iterator

from fairdesk.domain.batch_words import batch_limit
from fairdesk.domain.design import Design
from fairdesk.domain.identity import has_changed
from fairdesk.domain.questions import QuantityKind
from fairdesk.domain.recorded_words import recorded_limit
from fairdesk.domain.reports import ReportInput
from fairdesk.domain.supplied_words import plan_supplier_words
from fairdesk.report.blocks import Block, BulletList, Heading, Paragraph
from fairdesk.report.evidence_file import is_rehearsal
from fairdesk.report.sections.coverage import covering_words, n_not_tested
from fairdesk.report.sections.numbers import COVERAGE, LIMITS, OBJECT, POSITION, RENEWAL, TESTS
from fairdesk.report.sections.position import them, unsettled_words
from fairdesk.report.sections.section import Section, SectionInput

FIXED = (
    "Names hold for the names used. Whether readers perceive the intended group was not checked.",
    "Ratings are treated as if their steps were equal; net direction and sign test do not need that.",
    "A file rated at an end of the scale cannot move further; shifts and interactions depend on the scale.",
    "Not finding a difference does not show that there is none: read what this number of files can show.",
    "The human step, if there is one, was not tested.",
)

WITHOUT_FILES = (
    "What was observed are answers to the items of benchmarks, not decisions about people who apply.",
    "Not finding a difference does not show that there is none: read the intervals.",
    "The human step, if there is one, was not tested.",
)

SHIPPED_FILES = (
    "The files are written, not drawn from real applications. How often such files occur in use is not known.",
    "Only English files were used; the answers to files in other languages are not tested.",
)
OWN_FILES = (
    "The files come from a folder of the auditor. How often such files occur in use, and in which languages, is not "
    "known here.",
)
IMPORTED_FILES = (
    "The auditor imported the files. How often such files occur in use, and in which languages, is not known here.",
)


NOT_DECIDED = "Legitimacy of the cues was not decided, so no result here is called discrimination."

SUPPLIED_FILES = (
    "Whether every answer that was given was supplied, whether any was chosen or changed before, and whether the "
    "systems answered under the same conditions is not known here.",
    "Which texts the files hold, who wrote them, and whether the variants differ in nothing but the cue was not seen.",
)


def _write(given: SectionInput) -> tuple[Block, ...]:
    report = given.report
    if not report.plan.asks_files:
        files: tuple[str, ...] = ()
    elif report.plan.supplied is not None:
        files = (plan_supplier_words(report.plan), *SUPPLIED_FILES)
    else:
        files = OWN_FILES if report.details.case_folder else SHIPPED_FILES
        files = IMPORTED_FILES if report.details.uses_imported_cases else files
    about_files = (_carries_more(report), *FIXED, *_cue_limits(report.plan.design), *files)
    items = [*(about_files if report.plan.asks_files else WITHOUT_FILES)]
    untested = n_not_tested(report.analysis)
    if untested:
        count = "1 group or intersection was" if untested == 1 else f"{untested:,} groups and intersections were"
        items.append(f"{count} not tested (section {COVERAGE}).")
    if words := batch_limit({run.system: run.n_from_batch for run in report.analysis.runs}):
        items.append(words)
    if words := recorded_limit(report.analysis.runs):
        items.append(words)
    if changed := _changed(report):
        items.append(
            f"The object changed during the test (section {OBJECT}): the numbers of {changed} are of more than one "
            "model or fingerprint, and which of them a difference belongs to is not known."
        )
    if report.plan.asks_files and report.plan.n_samples < 2:
        items.append(
            "The noise floor was not measured: run-to-run variation cannot be told from an effect on single files."
        )
    if report.plan.supplied is None and any(q.kind is QuantityKind.CONTINUOUS for q in report.plan.questions):
        items.append("Average log-odds are not average probabilities; they describe the first token of an answer only.")
    if any(system.endpoint.kind == "embedded" for system in report.plan.systems):
        items.append(
            "The embedded model is a demonstration object. Nothing follows from it for any model that is in use."
        )
    if is_rehearsal(report.analysis):
        items.append("The rehearsal model is the instrument's calibration standard: rehearsal, not evidence.")
    items.append(
        f"All statements lapse on {report.valid_until}, or earlier when a condition of section {RENEWAL} is met."
    )
    return (
        Heading(level=1, text=f"{LIMITS} Limits"),
        Paragraph(text="These limits belong to every number above."),
        BulletList(items=tuple(items)),
    )


def _carries_more(report: ReportInput) -> str:
    section = TESTS if report.plan.design is None else POSITION
    return (
        f"A cue carries more than the attribute that it is meant for (section {section}). What was observed is the "
        "response to the cue, not outcomes of people."
    )


def _cue_limits(design: Design | None) -> Iterator[str]:
    """What was decided about the legitimacy of the cues, and what rules and rows leave open."""
    if design is None:
        yield NOT_DECIDED
        return
    unsettled = unsettled_words(design)
    if unsettled:
        yield f"{unsettled}, so no result that rests on {them(design)} is called discrimination."
    yield from covering_words(design)


def _changed(report: ReportInput) -> str:
    """Labels of the systems whose answers named more than one model or fingerprint."""
    echoes = report.analysis.echoes
    labels = [system.label for system in report.plan.systems]
    return " and ".join(label for label in labels if has_changed(echo for echo in echoes if echo.system == label))


SECTION = Section(section_id="limits", write=_write)
