"""Numbers that another tool had computed from the supplied answers, beside ours; a part of the results."""

from __future__ import annotations

from fairdesk.domain.foreign_numbers import ForeignNumber
from fairdesk.domain.plan import Plan
from fairdesk.domain.printing import print_number, print_outcome
from fairdesk.report.blocks import Block, Column, Heading, Paragraph, TableBlock


def foreign_part(plan: Plan) -> list[Block]:
    """How the tool computed each number and why ours may differ; nothing where no tool's number was supplied."""
    if plan.supplied is None or not plan.supplied.foreign:
        return []
    return [
        Heading(level=2, text="Numbers of the tool that wrote the records"),
        Paragraph(
            text="These numbers stood in the supplied files. They are that tool's, were not computed here and are part "
            "of no test or target of this report. Where a method here answers the same question, its result from the "
            "same answers stands beside them."
        ),
        TableBlock(
            caption="As the tool wrote them",
            columns=(
                Column(title="Tool and number", weight=2),
                Column(title="Value", align="right", weight=0.8),
                Column(title="How it was computed", weight=2.2),
                Column(title="Computed here", weight=1.4),
                Column(title="Why a number here may differ", weight=2.4),
            ),
            rows=tuple(_row(number) for number in plan.supplied.foreign),
            has_row_headers=True,
        ),
    ]


def _row(number: ForeignNumber) -> tuple[str, ...]:
    tool = " ".join(part for part in (number.tool, number.tool_version) if part)
    scope = f", {number.scope}" if number.scope else ""
    return (
        f"{tool}: {number.name}{scope}",
        "no finite number" if number.value is None else print_number(number.value),
        f"{number.how} ({number.better.value})",
        "no such method here" if number.ours is None else print_outcome(number.ours),
        number.why_different or "nothing known",
    )
