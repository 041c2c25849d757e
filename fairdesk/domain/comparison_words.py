"""What is said of a comparison of two systems beside its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fairdesk.domain.corrections import corrected_words
from fairdesk.domain.plan import FamilyKind, Plan
from fairdesk.domain.printing import print_number, print_outcome, print_test
from fairdesk.domain.result_words import PLANNED_AFTER, PLANNED_BEFORE, Standing, family_words
from fairdesk.domain.results import ComparisonRow, Estimate, Outcome

STATUS_WORDS = {
    "reduced": "The shift is smaller after the change, and the change was told apart from chance.",
    "worsened": "The shift is larger after the change, and the change was told apart from chance.",
    "overshoot": "The shift changed its side. This is a finding, not a success.",
    "sign changed, not distinguishable from zero": (
        "The shift stands on the other side after the change, too near to zero to say that it is there."
    ),
    "no change detected": "Neither a change nor its absence was shown on these files.",
    "not measured": "No file has all four answers that a comparison needs.",
}

DECIDED_BY = (
    "The t test that belongs to the interval, without adjustment: of the change or, where the shift changed its side, "
    "of the shift after; an exact test where no interval can be formed. The sign-flip p-value can say less, above all "
    "where few files changed."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonLine:
    """A comparison as a table shows it.

    Attributes:
        role: Role of the variant.
        family: How and with how many others its p-value is adjusted; empty without a family.
        unit: Of the shifts.
        is_supplied: The plan was made when the answers were there already.
    """

    row: ComparisonRow
    role: str
    standing: Standing
    family: str
    unit: str
    is_supplied: bool = False


def comparison_lines(plan: Plan, rows: Sequence[ComparisonRow]) -> tuple[ComparisonLine, ...]:
    """All comparisons as lines, what the plan judges first."""
    families = {family.family_id: family for family in plan.families}
    roles = {kind.label: kind.role.value for kind in plan.variants}
    units = {question.question_id: question.unit for question in plan.questions}
    lines = []
    for row in rows:
        family = families.get(row.test.family_id) if row.test is not None else None
        is_planned = family is not None and family.kind is not FamilyKind.EXPLORATORY
        lines.append(
            ComparisonLine(
                row=row,
                role=roles.get(row.variant, ""),
                standing=Standing.PLANNED if is_planned else Standing.EXPLORATORY,
                family=family_words(row.test, families),
                unit=units.get(row.question_id, ""),
                is_supplied=plan.supplied is not None,
            )
        )
    return tuple(sorted(lines, key=lambda line: line.standing is not Standing.PLANNED))


def differs(row: ComparisonRow) -> bool:
    """True unless every number is known to be the same before and after; what is not measured may differ."""
    if not isinstance(row.change, Estimate):
        return True
    pairs = (
        (_value(row.shift_before), _value(row.shift_after)),
        (_value(row.consistency_before), _value(row.consistency_after)),
        (row.level_before, row.level_after),
    )
    # Equal shifts can hide changes of single files that cancel out.
    moved = row.change.details.get("n_moved", 0.0) > 0
    return moved or row.change.value != 0 or any(before != after for before, after in pairs)


def comparison_described(line: ComparisonLine) -> tuple[tuple[str, str], ...]:
    """Everything that is known of a comparison, as headings with words."""
    return tuple((heading, words) for heading, words in _parts(line) if words)


def _parts(line: ComparisonLine) -> Iterator[tuple[str, str]]:
    row = line.row
    yield "Status", f"{row.status}\n{STATUS_WORDS.get(row.status, '')}".strip()
    if isinstance(row.change, Estimate):
        yield "What decides the status", DECIDED_BY
    yield f"Shift under {row.before_system}, before", f"{print_outcome(row.shift_before)} {line.unit}"
    yield f"Shift under {row.after_system}, after", f"{print_outcome(row.shift_after)} {line.unit}"
    yield "Change, after minus before", f"{print_outcome(row.change)} {line.unit}"
    # A test of nothing has a reason that speaks of no change; what was not measured has said so above.
    is_measured = isinstance(row.change, Estimate)
    if row.test is not None and is_measured:
        family = f" ({line.family})" if line.family else ""
        yield "Test of the change", f"{row.test.name}: {print_test(row.test)}{family}"
    yield "Caution", row.caution
    yield "How to read it", row.sentence
    yield "Corrections", corrected_words(row.n_corrected)
    yield "Standing", _standing_words(line)
    yield "Consistency before", print_outcome(row.consistency_before)
    yield "Consistency after", print_outcome(row.consistency_after)
    if row.consistency_test is not None and is_measured:
        yield "Test of the consistency", f"{row.consistency_test.name}: {print_test(row.consistency_test)}"
    yield "Mean of the originals", _level_words(line)
    if isinstance(row.change, Estimate):
        yield "Warnings", "\n".join(row.change.warnings)
        yield "Assumptions", "\n".join(row.change.assumptions)
    yield "Files in and out", _files_words(row.change)
    if isinstance(row.change, Estimate):
        numbers = (f"{name.replace('_', ' ')}: {value:.6g}" for name, value in row.change.details.items())
        yield "Further numbers", "\n".join(numbers)
    yield "Method and name", f"{row.change.method}, {row.comparison_id}"


def _standing_words(line: ComparisonLine) -> str:
    if line.standing is Standing.PLANNED:
        return PLANNED_AFTER if line.is_supplied else PLANNED_BEFORE
    return "Exploratory: a lead for a later audit, and no conclusion of this one."


def _level_words(line: ComparisonLine) -> str:
    row = line.row
    if row.level_before is None or row.level_after is None:
        return "not measured"
    return (
        f"{print_number(row.level_before)} before, {print_number(row.level_after)} after: "
        f"{print_number(row.level_after - row.level_before)} {line.unit} on average of these files"
    )


def _files_words(change: Outcome) -> str:
    lost = [f"{name}: {count}" for name, count in change.missing.items() if count]
    return "\n".join((f"{change.n} files have all four answers.", *lost))


def _value(outcome: Outcome) -> float | None:
    return outcome.value if isinstance(outcome, Estimate) else None
