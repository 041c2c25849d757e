"""A few answers word for word, chosen by rule."""

from __future__ import annotations

from fairdesk.domain.exchanges import ReadNothing, ReadRefusal, ReadValue
from fairdesk.domain.printing import print_number
from fairdesk.domain.recorded_words import recorded_remarks
from fairdesk.domain.reports import AnswerExample
from fairdesk.domain.supplied_words import plan_supplier_words
from fairdesk.report.blocks import Block, Heading, Paragraph, Verbatim
from fairdesk.report.sections.numbers import ANSWERS, EVIDENCE
from fairdesk.report.sections.section import Section, SectionInput


def _write(given: SectionInput) -> tuple[Block, ...]:
    examples = given.report.examples
    blocks: list[Block] = [Heading(level=1, text=f"{ANSWERS} Answers word for word")]
    if not examples:
        is_supplied = given.report.plan.supplied is not None
        words = "The supplied records hold no answer texts." if is_supplied else "No free-text answer was received."
        words = f"{_recorded(given)}{words}"
        blocks.append(Paragraph(text=words))
        return tuple(blocks)
    blocks.append(
        Paragraph(
            text="The first free-text answers of every run in the order in which they were stored: chosen by this "
            "rule, not by their content. "
            + (
                plan_supplier_words(given.report.plan)
                or f"{_recorded(given)}All answers are in the store whose chains section {EVIDENCE} names."
            )
        )
    )
    of_benchmarks = {one.question.question_id for one in given.report.plan.benchmarks}
    for example in examples:
        read = f"{_read(example)}, as corrected by hand" if example.is_corrected else _read(example)
        what = "item" if example.question_id in of_benchmarks else "file"
        caption = f"{example.system}, {what} {example.case_id}, {example.variant}, {example.question_id}: {read}"
        blocks.append(Verbatim(text=example.answer or "(an empty answer)", caption=caption, limit=1500))
    return tuple(blocks)


def _recorded(given: SectionInput) -> str:
    return "".join(f"{words} " for words in recorded_remarks(given.report.analysis.runs))


def _read(example: AnswerExample) -> str:
    match example.reading:
        case ReadValue(value=value):
            return f"read as {print_number(value, 1)}"
        case ReadRefusal():
            return "read as a refusal"
        case ReadNothing(reason=reason):
            return f"not readable, {reason}"


SECTION = Section(section_id="answers", write=_write)
