"""Before and after: the same files under two configurations."""

from __future__ import annotations

from fairdesk.domain.lock_words import exploratory_words, status_word
from fairdesk.domain.plan import Plan
from fairdesk.domain.printing import print_number
from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.domain.results import Analysis, ComparisonRow, Estimate, NotMeasured
from fairdesk.domain.supplied_words import plan_supplier_words
from fairdesk.report.blocks import Block, Column, Figure, Heading, Notice, Paragraph, TableBlock
from fairdesk.report.figures import change_plot
from fairdesk.report.sections.benchmark_parts import benchmark_changes
from fairdesk.report.sections.cautioned import cue_notice
from fairdesk.report.sections.cells import grouped_reasons, p_cell, unbroken, value_cell, value_line
from fairdesk.report.sections.many_variants import comparisons_of_others, only, shown_comparisons
from fairdesk.report.sections.numbers import COMPARISON, RESULTS
from fairdesk.report.sections.section import Section, SectionInput

FINDINGS = {
    "overshoot": "The shift changed its side; this is a finding, not a success.",
    "worsened": "The shift grew.",
}
"""Status of a comparison that nobody may overlook, with what it means."""


def _write(given: SectionInput) -> tuple[Block, ...]:
    plan, analysis = given.report.plan, given.report.analysis
    blocks: list[Block] = [Heading(level=1, text=f"{COMPARISON} Before and after")]
    changes = tuple(benchmark_changes(plan, analysis))
    if changes and analysis.n_recorded:
        words = (
            "Answers of these runs came from recorded files: what differs between the systems, and whether they "
            "answered under the same conditions, is not known. A change belongs to the files, not to a layer."
        )
        changes = (Notice(text=words, kind="warning"), *changes)
    if not plan.asks_files:
        nothing = Paragraph(text="Effect of a layer: not measured. There are not two runs on the same items.")
        return (*blocks, *(changes or (nothing,)))
    if not analysis.comparisons:
        blocks.append(Paragraph(text="Effect of a layer: not measured. There are not two runs on the same files."))
        return (*blocks, *changes)
    blocks.append(
        Paragraph(
            text=f"{analysis.comparisons[0].sentence} Numbers here can differ a little from section {RESULTS}, which "
            "uses every file with an answer on both sides and no interval narrower than run-to-run noise. A reduced "
            "shift is a change on this test, not the end of the response. No status compares two p-values. It follows, "
            "without adjustment, from the t test that belongs to the printed interval: of the change or, where the "
            "side changed, of the shift after; where no interval can be formed, from an exact test. The sign-flip "
            "p-value beside it is adjusted and can say less, above all where few files changed."
        )
    )
    outside = exploratory_words(given.report.deviations)
    if outside:
        blocks.append(Notice(text=outside, kind="warning"))
    if plan.supplied is not None:
        words = (
            f"{plan_supplier_words(plan)} What differs between the systems, and whether they answered under the same "
            "conditions, is not known: a change belongs to the records, not to a layer."
        )
        blocks.append(Notice(text=words, kind="warning"))
    for question in plan.questions:
        for before, after in _pairs(analysis, question):
            blocks += _question(plan, analysis, question, (before, after))
    return (*blocks, *changes)


def _pairs(analysis: Analysis, question: Question) -> list[tuple[str, str]]:
    rows = [row for row in analysis.comparisons if row.question_id == question.question_id]
    return list(dict.fromkeys((row.before_system, row.after_system) for row in rows))


def _question(plan: Plan, analysis: Analysis, question: Question, pair: tuple[str, str]) -> list[Block]:
    before, after = pair
    rows = [
        row
        for row in analysis.comparisons
        if row.question_id == question.question_id and (row.before_system, row.after_system) == pair
    ]
    blocks: list[Block] = [Heading(level=2, text=f"{question.question_id}: from {before} to {after}")]
    blocks += cue_notice(plan, rows)
    every, shown = rows, shown_comparisons(plan, rows, FINDINGS)
    rows, analysis = [row for row in rows if row.variant in shown.in_full], only(analysis, shown)
    blocks += _findings(every, question)
    blocks.append(
        Figure(
            chart=change_plot(analysis, question, pair),
            caption=f"Change of the mean shift of {question.question_id}, {after} minus {before}, with its interval",
        )
    )
    blocks.append(_shift_table(rows, question))
    if question.kind is QuantityKind.DISCRETE:
        blocks.append(_consistency_table(rows))
    return [*blocks, *_reasons(rows), *comparisons_of_others(every, shown, question.unit)]


def _reasons(rows: list[ComparisonRow]) -> list[Block]:
    """Why cells say "not measured" or "no test"; no test is missed where there is nothing to test."""
    gaps = [(row.variant, row.change.reason) for row in rows if isinstance(row.change, NotMeasured)]
    tests = [
        (row.variant, row.test.reason)
        for row in rows
        if row.test is not None and row.test.reason and isinstance(row.change, Estimate)
    ]
    tests += [
        (f"consistency of {row.variant}", row.consistency_test.reason)
        for row in rows
        if row.consistency_test is not None and row.consistency_test.reason and isinstance(row.change, Estimate)
    ]
    lines = [f"Not measured for {words}." for words in grouped_reasons(gaps)]
    lines += [f"No test for {words}." for words in grouped_reasons(tests)]
    return [Paragraph(text=" ".join(lines), emphasis="small")] if lines else []


def _findings(rows: list[ComparisonRow], question: Question) -> list[Block]:
    lines = []
    for status, meaning in FINDINGS.items():
        found = [
            f"{row.variant} from {print_number(row.shift_before.value)} to {print_number(row.shift_after.value)}"
            for row in rows
            if row.status == status and isinstance(row.shift_before, Estimate) and isinstance(row.shift_after, Estimate)
        ]
        if found:
            lines.append(f"{status.capitalize()}: {', '.join(found)} {question.unit}. {meaning}")
    return [Notice(text="\n".join(lines), kind="warning")] if lines else []


def _shift_table(rows: list[ComparisonRow], question: Question) -> TableBlock:
    first = rows[0]
    return TableBlock(
        caption=f"Mean shift before and after, in {question.unit}, on the n files with all four answers",
        columns=(
            Column(title="Variant", weight=1.5),
            Column(title=f"{first.before_system} (interval)", align="right", weight=1.5),
            Column(title=f"{first.after_system} (interval)", align="right", weight=1.5),
            Column(title="Change (interval)", align="right", weight=1.5),
            Column(title="Sign-flip p (adjusted)", align="right", weight=0.9),
            Column(title="Originals, before and after", align="right", weight=1.1),
            Column(title="Status", weight=2.2),
        ),
        rows=tuple(
            (
                _head(row, row.change.n),
                value_cell(row.shift_before),
                value_cell(row.shift_after),
                value_cell(row.change),
                p_cell(row.test),
                _levels(row),
                status_word(row).replace("no change", unbroken("no change")),
            )
            for row in rows
        ),
        has_row_headers=True,
    )


def _consistency_table(rows: list[ComparisonRow]) -> TableBlock:
    first = rows[0]
    return TableBlock(
        caption="Consistency before and after, on the same files; read it with the shift above",
        columns=(
            Column(title="Variant", weight=1.5),
            Column(title=f"{first.before_system} (interval)", align="right", weight=1.5),
            Column(title=f"{first.after_system} (interval)", align="right", weight=1.5),
            Column(title="McNemar p", align="right", weight=0.9),
        ),
        rows=tuple(
            (
                _head(row, row.consistency_before.n).replace("\n", ", "),
                value_line(row.consistency_before),
                value_line(row.consistency_after),
                p_cell(row.consistency_test),
            )
            for row in rows
        ),
        has_row_headers=True,
    )


def _head(row: ComparisonRow, n: int) -> str:
    corrected = f", {row.n_corrected} corrected by hand" if row.n_corrected else ""
    return f"{row.variant}\n{unbroken(f'n = {n}')}{corrected}"


def _levels(row: ComparisonRow) -> str:
    if row.level_before is None or row.level_after is None:
        return "not measured"
    return f"{print_number(row.level_before)}\n{print_number(row.level_after)}"


SECTION = Section(section_id="comparison", write=_write)
