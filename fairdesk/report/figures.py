"""Charts from results: built once as data, drawn on screen and on paper."""

from __future__ import annotations

from fairdesk.domain.charts import ChangeBars, ForestLine, ForestPlot
from fairdesk.domain.plan import Plan, Question
from fairdesk.domain.printing import MINUS, print_interval, print_number
from fairdesk.domain.results import Analysis, Estimate, NotMeasured, ResultRow


def shift_plot(plan: Plan, analysis: Analysis, question: Question) -> ForestPlot:
    """Mean shift of every variant of every system with its interval, around no shift."""
    lines = [_line(f"{row.system}: {row.variant}", row.outcome) for row in _rows(analysis, question, "mean_shift")]
    interactions = [
        _line(f"{row.system}: interaction of {row.variant}", row.outcome)
        for row in _rows(analysis, question, "interaction")
    ]
    every = (*lines, *interactions)
    return ForestPlot(
        title=f"Mean shift against the original: {question.question_id}",
        unit=question.unit,
        reference=0.0,
        left_words="lower with the cue",
        right_words="higher with the cue",
        lines=every,
        summary=" ".join(_spoken(line, question.unit) for line in every) or "Nothing was measured.",
    )


def change_bars(plan: Plan, analysis: Analysis, question: Question, system: str) -> ChangeBars | None:
    """How many files moved by how many points, per variant of one system; steps beyond 2 points are joined.

    Returns:
        None when no variant has a valid pair: bars of height 0 would look like a count.
    """
    steps = (-2, -1, 0, 1, 2)
    labels = (f"{MINUS}2 or more", f"{MINUS}1", "same", "+1", "+2 or more")
    rows = [row for row in _rows(analysis, question, "direction") if row.system == system]
    counts = {row.variant: tuple(_count(row, step) for step in steps) for row in rows if row.counts["valid"]}
    if not counts:
        return None
    spoken = [
        f"{variant}: {numbers[0] + numbers[1]} of {sum(numbers)} files rated lower, {numbers[2]} the same, "
        f"{numbers[3] + numbers[4]} higher."
        for variant, numbers in counts.items()
    ]
    spoken += [f"{row.variant}: not measured." for row in rows if row.variant not in counts]
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
        _line(f"{row.variant}: {system}", outcome)
        for row in rows
        for system, outcome in ((row.before_system, row.shift_before), (row.after_system, row.shift_after))
    )
    spoken = [
        f"{row.variant}: {_printed(row.shift_before)} under {row.before_system}, {_printed(row.shift_after)} under "
        f"{row.after_system}; {row.status}."
        for row in rows
    ]
    return ForestPlot(
        title=f"Mean shift before and after: {question.question_id}",
        unit=question.unit,
        reference=0.0,
        left_words="lower with the cue",
        right_words="higher with the cue",
        lines=lines,
        summary=" ".join(spoken) or "Nothing was compared.",
    )


def _rows(analysis: Analysis, question: Question, measure: str) -> list[ResultRow]:
    return [row for row in analysis.results if row.question_id == question.question_id and row.measure == measure]


def _count(row: ResultRow, step: int) -> int:
    """Files at one step; the outermost steps take everything beyond them."""
    total = 0
    for name, count in row.counts.items():
        if name.startswith("change"):
            change = int(name.removeprefix("change"))
            if change == step or (abs(step) == 2 and change * step > 0 and abs(change) > 2):
                total += count
    return total


def _line(label: str, outcome: Estimate | NotMeasured) -> ForestLine:
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


def _spoken(line: ForestLine, unit: str) -> str:
    if line.value is None:
        return f"{line.label}: not measured, {line.reason}."
    return f"{line.label}: {line.printed} {unit}."
