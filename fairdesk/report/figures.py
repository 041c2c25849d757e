"""Charts from results: built once as data, drawn on screen and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fairdesk.domain.charts import ChangeBars, ForestLine, ForestPlot
from fairdesk.domain.lock_words import status_word
from fairdesk.domain.plan import Plan
from fairdesk.domain.printing import MINUS, print_interval, print_number
from fairdesk.domain.questions import Question
from fairdesk.domain.results import Analysis, Estimate, NotMeasured, ResultRow


def shift_plot(plan: Plan, analysis: Analysis, question: Question) -> ForestPlot:
    """Mean shift of every variant with its interval, around no shift: the systems of a variant one below the other."""
    shifts = _rows(analysis, question, "mean_shift")
    interactions = _rows(analysis, question, "interaction")
    names = {row.result_id: row.variant for row in shifts}
    names |= {row.result_id: f"interaction of {row.variant}" for row in interactions}
    order = {kind.label: place for place, kind in enumerate(plan.variants)}
    shifts.sort(key=lambda row: order.get(row.variant, len(order)))
    lines = tuple(_line(names[row.result_id], row.system, row.outcome) for row in (*shifts, *interactions))
    return ForestPlot(
        title=f"Mean shift against the original: {question.question_id}",
        unit=question.unit,
        reference=0.0,
        left_words="lower for the variant",
        right_words="higher for the variant",
        lines=lines,
        summary=_spoken(lines, question.unit) or "Nothing was measured.",
    )


def change_bars(analysis: Analysis, question: Question, system: str) -> ChangeBars | None:
    """How many files moved by how many points, per variant of one system; steps beyond 2 points are joined.

    A variant with a change between two steps ("3.5") has no bars: its files are told in words.

    Returns:
        None when no variant has a valid pair of whole steps: bars of height 0 would look like a count.
    """
    steps = (-2, -1, 0, 1, 2)
    labels = (f"{MINUS}2 or more", f"{MINUS}1", "same", "+1", "+2 or more")
    rows = [row for row in _rows(analysis, question, "direction") if row.system == system]
    counts = {row.variant: tuple(_count(row, step) for step in steps) for row in rows if _has_steps(row)}
    if not counts:
        return None
    spoken = [
        f"{variant}: {numbers[0] + numbers[1]} of {sum(numbers)} files rated lower, {numbers[2]} the same, "
        f"{numbers[3] + numbers[4]} higher."
        for variant, numbers in counts.items()
    ]
    spoken += [f"{row.variant}: {_without_bars(row)}." for row in rows if row.variant not in counts]
    return ChangeBars(
        title=f"Change of the rating, {system}",
        steps=labels,
        counts=counts,
        summary=" ".join(spoken),
    )


def before_after_plot(analysis: Analysis, question: Question) -> ForestPlot:
    """Mean shift of every variant under both systems, one below the other, around no shift."""
    rows = [row for row in analysis.comparisons if row.question_id == question.question_id]
    lines = tuple(
        _line(row.variant, system, outcome)
        for row in rows
        for system, outcome in ((row.before_system, row.shift_before), (row.after_system, row.shift_after))
    )
    spoken = [
        f"{row.variant}: {_printed(row.shift_before)} under {row.before_system}, {_printed(row.shift_after)} under "
        f"{row.after_system}; {status_word(row)}."
        for row in rows
    ]
    return ForestPlot(
        title=f"Mean shift before and after: {question.question_id}",
        unit=question.unit,
        reference=0.0,
        left_words="lower for the variant",
        right_words="higher for the variant",
        lines=lines,
        summary=" ".join(spoken) or "Nothing was compared.",
    )


def change_plot(analysis: Analysis, question: Question, pair: tuple[str, str]) -> ForestPlot:
    """Change of the mean shift of every variant from the first to the second system of ``pair``, around no change."""
    rows = [
        row
        for row in analysis.comparisons
        if row.question_id == question.question_id and (row.before_system, row.after_system) == pair
    ]
    lines = tuple(_outcome_line(row.variant, row.change) for row in rows)
    spoken = [
        f"{row.variant}: from {_printed(row.shift_before)} to {_printed(row.shift_after)}, change {line.printed} "
        f"{question.unit}; {status_word(row)}."
        for row, line in zip(rows, lines, strict=True)
        if line.value is not None
    ]
    spoken += [f"{line.label}: not measured, {line.reason}." for line in lines if line.value is None]
    return ForestPlot(
        title=f"Change of the mean shift: {question.question_id}",
        unit=question.unit,
        reference=0.0,
        left_words="lower than before",
        right_words="higher than before",
        lines=lines,
        summary=" ".join(spoken) or "Nothing was compared.",
    )


def _rows(analysis: Analysis, question: Question, measure: str) -> list[ResultRow]:
    return [row for row in analysis.results if row.question_id == question.question_id and row.measure == measure]


def _has_steps(row: ResultRow) -> bool:
    """Whether every change of a variant was counted under a whole number of points."""
    return any(name.startswith("change") for name in row.counts)


def _without_bars(row: ResultRow) -> str:
    counts = row.counts
    if not counts["valid"]:
        return "not measured"
    return (
        f"{counts['down']} of {counts['valid']} files rated lower, {counts['unchanged']} the same, {counts['up']} "
        "higher; not drawn, some of them by a part of a point"
    )


def _count(row: ResultRow, step: int) -> int:
    """Files at one step; the outermost steps take everything beyond them."""
    total = 0
    for name, count in row.counts.items():
        if name.startswith("change"):
            change = int(name.removeprefix("change"))
            if change == step or (abs(step) == 2 and change * step > 0 and abs(change) > 2):
                total += count
    return total


def _line(group: str, system: str, outcome: Estimate | NotMeasured) -> ForestLine:
    return replace(_outcome_line(f"{group}: {system}", outcome), group=group)


def _outcome_line(label: str, outcome: Estimate | NotMeasured) -> ForestLine:
    if isinstance(outcome, NotMeasured):
        return ForestLine(label=label, value=None, low=None, high=None, printed="not measured", reason=outcome.reason)
    interval = outcome.interval
    return ForestLine(
        label=label,
        value=outcome.value,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        printed=f"{print_number(outcome.value)} ({print_interval(interval)})",
    )


def _printed(outcome: Estimate | NotMeasured) -> str:
    return "not measured" if isinstance(outcome, NotMeasured) else print_number(outcome.value)


def _spoken(lines: Sequence[ForestLine], unit: str) -> str:
    """All lines in words, one sentence for each group; a reason that holds for all of them is said once."""
    reasons = {line.reason if line.value is None else "" for line in lines}
    if lines and len(reasons) == 1 and "" not in reasons:
        return f"Nothing was measured: {reasons.pop()}."
    groups: dict[str, list[str]] = {}
    for line in lines:
        system = line.label.removeprefix(f"{line.group}: ")
        words = f"not measured, {line.reason}" if line.value is None else f"{line.printed} {unit}"
        groups.setdefault(line.group, []).append(f"{system} {words}")
    return " ".join(f"{group}: {'; '.join(words)}." for group, words in groups.items())
