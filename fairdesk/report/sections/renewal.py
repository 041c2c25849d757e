"""When the evidence must be renewed."""

from __future__ import annotations

from fairdesk.report.blocks import Block, Column, Heading, Paragraph, TableBlock
from fairdesk.report.renewal import renewal_conditions
from fairdesk.report.sections.section import Section, SectionInput


def _write(given: SectionInput) -> tuple[Block, ...]:
    return (
        Heading(level=1, text="8 Conditions of renewal"),
        Paragraph(
            text="The statements of this report lapse, or are due for renewal, when one of these conditions is met. A "
            "condition that cannot be checked does not count as holding. Lapsing never changes an issued report."
        ),
        TableBlock(
            caption="Conditions and the watched values at issue",
            columns=(
                Column(title="Watched", weight=2.2),
                Column(title="At issue", weight=2.4),
                Column(title="Holds while", weight=1.0),
                Column(title="Then", weight=0.8),
                Column(title="How it is checked", weight=2.4),
            ),
            rows=tuple(
                (condition.watched, condition.at_issue, condition.comparator, condition.effect, condition.can_check)
                for condition in renewal_conditions(given.report)
            ),
            has_row_headers=True,
        ),
    )


SECTION = Section(section_id="renewal", write=_write)
