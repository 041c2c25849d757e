"""Results of many variants: some in full, every other one in a line, and all of them counted.

A report of hundreds of variants in full has hundreds of pages that nobody reads. Which variants are shown in full
follows from a rule that is printed; none is left out, and the evidence file has every number of every one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from fairdesk.domain.lock_words import status_word
from fairdesk.domain.plan import Plan
from fairdesk.domain.printing import print_number
from fairdesk.domain.questions import Question
from fairdesk.domain.result_words import measure_name
from fairdesk.domain.results import Analysis, ComparisonRow, Estimate, NotMeasured, ResultRow, Verdict
from fairdesk.report.blocks import Block, Column, Paragraph, TableBlock
from fairdesk.report.sections.cells import p_line
from fairdesk.report.sections.result_tables import moves, verdict_word

MOST_IN_FULL = 24
"""Variants of a question that are shown in full; with two configurations they fill some ten pages."""

MOST_LINES = 2_000
"""Lines of a table of all others; beyond it they are counted."""

DECIDED = (Verdict.DIFFERENCE_DETECTED, Verdict.SMALL_DIFFERENCE, Verdict.TARGET_NOT_MET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Labels of the variants in full, and of all others, each in the order of the plan."""

    in_full: frozenset[str]
    others: tuple[str, ...]


def chosen(order: Sequence[str], first: Iterable[str]) -> Shown:
    """Which variants are shown in full: those named first, then the others, in the order of the plan.

    Example:
        >>> chosen(["a", "b"], []).others
        ()
    """
    if len(order) <= MOST_IN_FULL:
        return Shown(in_full=frozenset(order), others=())
    wanted = set(first)
    ranked = [label for label in order if label in wanted] + [label for label in order if label not in wanted]
    in_full = frozenset(ranked[:MOST_IN_FULL])
    return Shown(in_full=in_full, others=tuple(label for label in order if label not in in_full))


def shown_results(plan: Plan, rows: Sequence[ResultRow]) -> Shown:
    """Which variants of a question have their results in full."""
    present = {row.variant for row in rows if row.measure == "mean_shift"}
    order = [kind.label for kind in plan.variants if kind.label in present]
    return chosen(order, (row.variant for row in rows if row.verdict in DECIDED))


def kept(rows: Sequence[ResultRow], shown: Shown) -> list[ResultRow]:
    """The rows that are shown in full; those of the original belong to all."""
    others = set(shown.others)
    return [row for row in rows if row.variant not in others]


def results_of_others(rows: Sequence[ResultRow], shown: Shown, question: Question) -> list[Block]:
    """What was found of all variants by count, and a line for each that is not shown in full."""
    if not shown.others:
        return []
    return [
        Paragraph(text=_rule(shown, "a difference was detected or a target not met"), emphasis="strong"),
        _counted(rows),
        *_in_lines(
            f"Every other variant in a line, {question.unit}: {len(shown.others):,} of them; the evidence file "
            "has their intervals, counts and what is missing, under measured/results",
            (
                Column(title="Variant, configuration", weight=2.6),
                Column(title="n", align="right", weight=0.5),
                Column(title="Mean shift", align="right", weight=0.8),
                Column(title="Consistency", align="right", weight=0.9),
                Column(title="Lower / same / higher", align="right", weight=1.1),
                Column(title="p (adjusted)", align="right", weight=1.1),
                Column(title="Direction", weight=1.6),
            ),
            _result_lines(rows, shown),
        ),
    ]


def _rule(shown: Shown, first: str) -> str:
    n_all = len(shown.in_full) + len(shown.others)
    return (
        f"{len(shown.in_full)} of {n_all:,} variants are shown in full: those for which {first}, then the others, each "
        "in the order of the plan. Every other one has a line below."
    )


def _in_lines(caption: str, columns: tuple[Column, ...], lines: Sequence[tuple[str, ...]]) -> list[Block]:
    """A table of the lines; those beyond the most are counted."""
    table = TableBlock(caption=caption, columns=columns, rows=tuple(lines[:MOST_LINES]), has_row_headers=True)
    if len(lines) <= MOST_LINES:
        return [table]
    words = f"{len(lines) - MOST_LINES:,} further lines are in the evidence file; the counts hold them."
    return [table, Paragraph(text=words)]


def _result_lines(rows: Sequence[ResultRow], shown: Shown) -> list[tuple[str, ...]]:
    found = {(row.variant, row.system, row.measure): row for row in rows}
    systems = list(dict.fromkeys(row.system for row in rows))
    return [
        _line(label, system, found)
        for label in shown.others
        for system in systems
        if (label, system, "mean_shift") in found
    ]


def _line(label: str, system: str, found: dict[tuple[str, str, str], ResultRow]) -> tuple[str, ...]:
    shift = found[label, system, "mean_shift"]
    consistency, direction = (found.get((label, system, name)) for name in ("consistency", "direction"))
    judged = direction or shift
    return (
        f"{label}, {system}",
        f"{shift.outcome.n:,}",
        _number(shift.outcome),
        "no such measure" if consistency is None else _number(consistency.outcome),
        moves(shift),
        p_line(judged.test),
        verdict_word(judged),
    )


def _number(outcome: Estimate | NotMeasured) -> str:
    """The value alone: in the tables of lines the interval is left to the evidence file."""
    return print_number(outcome.value) if isinstance(outcome, Estimate) else "not measured"


def _counted(rows: Sequence[ResultRow]) -> Block:
    """All variants by measure, configuration and verdict; what a plan judges at all."""
    counts = Counter(
        (measure_name(row.measure), row.system, verdict_word(row))
        for row in rows
        if row.verdict is not Verdict.DESCRIPTIVE
    )
    return TableBlock(
        caption="All variants, in full or in a line, by what was found",
        columns=(
            Column(title="Measure", weight=1.4),
            Column(title="Configuration", weight=1.6),
            Column(title="What was found", weight=2.4),
            Column(title="Variants", align="right", weight=0.8),
        ),
        rows=tuple((*key, f"{number:,}") for key, number in counts.items()),
        has_row_headers=True,
    )


def shown_comparisons(plan: Plan, rows: Sequence[ComparisonRow], statuses: Iterable[str]) -> Shown:
    """Which variants have their comparison in full: those with a status that nobody may overlook first."""
    present = {row.variant for row in rows}
    order = [kind.label for kind in plan.variants if kind.label in present]
    wanted = set(statuses)
    return chosen(order, (row.variant for row in rows if row.status in wanted))


def comparisons_of_others(rows: Sequence[ComparisonRow], shown: Shown, unit: str) -> list[Block]:
    """The status of all variants by count, and a line for each that is not shown in full."""
    if not shown.others:
        return []
    found = {row.variant: row for row in rows}
    lines = [_change_line(found[label]) for label in shown.others]
    counts = Counter(map(status_word, rows))
    said = "; ".join(f"{status}: {number:,}" for status, number in counts.most_common())
    return [
        Paragraph(text=f"{_rule(shown, 'the shift changed its side or grew')} All variants by status: {said}."),
        *_in_lines(
            f"Every other variant in a line, mean shift before and after, in {unit}; the evidence file has the "
            "intervals, under measured/comparisons",
            (
                Column(title="Variant", weight=2),
                Column(title="n", align="right", weight=0.5),
                Column(title="Before", align="right", weight=0.9),
                Column(title="After", align="right", weight=0.9),
                Column(title="Change", align="right", weight=0.9),
                Column(title="p (adjusted)", align="right", weight=1.1),
                Column(title="Status", weight=2),
            ),
            lines,
        ),
    ]


def _change_line(row: ComparisonRow) -> tuple[str, ...]:
    numbers = map(_number, (row.shift_before, row.shift_after, row.change))
    return (row.variant, f"{row.change.n:,}", *numbers, p_line(row.test), status_word(row))


def only(analysis: Analysis, shown: Shown) -> Analysis:
    """The analysis with the rows of the variants in full, for figures."""
    others = set(shown.others)
    return replace(
        analysis,
        results=tuple(row for row in analysis.results if row.variant not in others),
        comparisons=tuple(row for row in analysis.comparisons if row.variant not in others),
    )
