"""Before and after: the same files under two configurations."""

from __future__ import annotations

from fairdesk.domain.plan import Question
from fairdesk.domain.printing import print_number, print_outcome, print_test
from fairdesk.domain.results import Analysis, ComparisonRow
from fairdesk.report.blocks import Block, Column, Figure, Heading, Notice, Paragraph, TableBlock
from fairdesk.report.figures import before_after_plot
from fairdesk.report.sections.section import Section, SectionInput


def _write(given: SectionInput) -> tuple[Block, ...]:
    plan, analysis = given.report.plan, given.report.analysis
    blocks: list[Block] = [Heading(level=1, text="5 Before and after")]
    if not analysis.comparisons:
        blocks.append(Paragraph(text="Effect of a layer: not measured. There are not two runs on the same files."))
        return tuple(blocks)
    first = analysis.comparisons[0]
    blocks.append(
        Paragraph(
            text=f"The same files under “{first.before_system}” and “{first.after_system}”. {first.sentence} A reduced "
            "gap is a change on this test, not the end of the response."
        )
    )
    for question in plan.questions:
        rows = [row for row in analysis.comparisons if row.question_id == question.question_id]
        blocks += _question(analysis, question, rows)
    return tuple(blocks)


def _question(analysis: Analysis, question: Question, rows: list[ComparisonRow]) -> list[Block]:
    blocks: list[Block] = [
        Heading(level=2, text=f"Change of {question.question_id}"),
        Figure(
            chart=before_after_plot(analysis, question),
            caption=f"Mean shift of {question.question_id} before and after, of every variant with its interval",
        ),
        TableBlock(
            caption=f"Mean shift before and after, in {question.unit}",
            columns=(
                Column(title="Variant", weight=1.4),
                Column(title="Shift before (interval)", weight=1.7),
                Column(title="Shift after (interval)", weight=1.7),
                Column(title="Change (interval)", weight=1.7),
                Column(title="Sign-flip p of the change", weight=1.4),
                Column(title="Status", weight=1.5),
            ),
            rows=tuple(
                (
                    row.variant,
                    print_outcome(row.shift_before),
                    print_outcome(row.shift_after),
                    print_outcome(row.change),
                    print_test(row.test),
                    row.status,
                )
                for row in rows
            ),
            has_row_headers=True,
        ),
        TableBlock(
            caption="Consistency before and after, and the level of the originals",
            columns=(
                Column(title="Variant", weight=1.4),
                Column(title="Consistency before", weight=1.7),
                Column(title="Consistency after", weight=1.7),
                Column(title="McNemar p", weight=1.4),
                Column(title="Mean of the originals, before and after", weight=1.8),
            ),
            rows=tuple(
                (
                    row.variant,
                    print_outcome(row.consistency_before),
                    print_outcome(row.consistency_after),
                    print_test(row.consistency_test),
                    _levels(row),
                )
                for row in rows
            ),
            has_row_headers=True,
        ),
    ]
    if overshot := [row.variant for row in rows if row.status == "overshoot"]:
        words = f"Overshoot: {', '.join(overshot)}. The shift changed its side; this is a finding, not a success."
        blocks.append(Notice(text=words, kind="warning"))
    return blocks


def _levels(row: ComparisonRow) -> str:
    if row.level_before is None or row.level_after is None:
        return "not measured"
    return f"{print_number(row.level_before)} and {print_number(row.level_after)}"


SECTION = Section(section_id="comparison", write=_write)
