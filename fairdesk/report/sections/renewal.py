"""When the evidence must be renewed."""

from __future__ import annotations

from fairdesk.report.blocks import Block, Column, Facts, Heading, Paragraph, TableBlock
from fairdesk.report.renewal import OPEN_QUESTION, RenewalCondition, renewal_conditions
from fairdesk.report.sections.numbers import RENEWAL
from fairdesk.report.sections.section import Section, SectionInput

WORDS = {"equals": "is", "not after": "is not after"}


def _write(given: SectionInput) -> tuple[Block, ...]:
    conditions = renewal_conditions(given.report)
    checked = [condition for condition in conditions if condition.can_check != OPEN_QUESTION]
    asked = [condition for condition in conditions if condition.can_check == OPEN_QUESTION]
    return (
        Heading(level=1, text=f"{RENEWAL} Conditions of renewal"),
        Paragraph(
            text="The statements of this report lapse, or are due for renewal, when one of these conditions is met. A "
            "condition that cannot be checked does not count as holding. Lapsing never changes an issued report."
        ),
        *_checked(checked),
        TableBlock(
            caption="What people must answer",
            columns=(
                Column(title="Watched", weight=3),
                Column(title="At issue", weight=2.4),
                Column(title="Holds while", weight=1.2),
                Column(title="Else", weight=0.8),
            ),
            rows=tuple(_rows(asked)),
            has_row_headers=True,
        ),
        Paragraph(text=OPEN_QUESTION, emphasis="small"),
    )


def _checked(conditions: list[RenewalCondition]) -> list[Block]:
    """Conditions of one kind under one sentence that says what their values are and what follows."""
    kinds: dict[tuple[str, str, str], list[RenewalCondition]] = {}
    for condition in conditions:
        kinds.setdefault((condition.comparator, condition.effect, condition.can_check), []).append(condition)
    blocks: list[Block] = []
    for (comparator, effect, how), members in kinds.items():
        text = f"{how} Holds while the value {WORDS.get(comparator, comparator)} the one at issue; else: {effect}."
        blocks.append(Paragraph(text=text))
        blocks.append(Facts(rows=tuple((condition.watched, condition.at_issue) for condition in members)))
    return blocks


def _rows(conditions: list[RenewalCondition]) -> list[tuple[str, ...]]:
    return [(condition.watched, condition.at_issue, condition.comparator, condition.effect) for condition in conditions]


SECTION = Section(section_id="renewal", write=_write)
