"""Charts of how groups meet: interactions as four means, and which combinations were tested at all."""

from __future__ import annotations

from collections.abc import Iterator

from fairdesk.domain.charts import CoverageGrid, GridCell, InteractionPlot
from fairdesk.domain.plan import Plan
from fairdesk.domain.printing import print_number, print_outcome
from fairdesk.domain.questions import Question
from fairdesk.domain.results import Analysis, CoverageCell, Estimate, ResultRow, coverage_scope

NO_VARIANT = "no variant of the plan signals this combination"
SPOKEN = 12
"""So many groups that were not tested are named in the words; the table has all."""


def interaction_plots(analysis: Analysis, question: Question) -> tuple[InteractionPlot, ...]:
    """One plot for every interaction of a question, under every system."""
    return tuple(
        _interaction_plot(row, question)
        for row in analysis.results
        if row.question_id == question.question_id and row.measure == "interaction"
    )


def _interaction_plot(row: ResultRow, question: Question) -> InteractionPlot:
    first, _, second = row.variant.partition("+")
    outcome, title = row.outcome, f"Interaction of {row.variant}: {row.system}"
    details = outcome.details if isinstance(outcome, Estimate) else {}
    if "shift_both" not in details:
        reason = (
            "three cues at once: the numbers stand in the table" if isinstance(outcome, Estimate) else outcome.reason
        )
        return InteractionPlot(
            title=title,
            unit=question.unit,
            first=first,
            second=second,
            neither=None,
            only_first=None,
            only_second=None,
            both=None,
            expected=None,
            printed=print_outcome(outcome),
            reason=reason,
            summary=f"{row.variant}, {row.system}: not drawn, {reason}.",
        )
    shifts = {name: details[name] for name in ("shift_first", "shift_second", "shift_both", "additive_expectation")}
    words = {name: print_number(value) for name, value in shifts.items()}
    return InteractionPlot(
        title=title,
        unit=question.unit,
        first=first,
        second=second,
        neither=0.0,
        only_first=shifts["shift_first"],
        only_second=shifts["shift_second"],
        both=shifts["shift_both"],
        expected=shifts["additive_expectation"],
        printed=print_outcome(outcome),
        reason="",
        summary=(
            f"{row.system}, mean change against the original over {outcome.n} files with all four answers: "
            f"{words['shift_first']} {question.unit} with {first} alone, {words['shift_second']} with {second} alone, "
            f"{words['shift_both']} with both, where the two alone add up to {words['additive_expectation']}. "
            f"Interaction {print_outcome(outcome)}."
        ),
    )


def coverage_grid(plan: Plan, analysis: Analysis) -> CoverageGrid:
    """Every group that differs from the original, alone and with every other one."""
    groups = tuple((name, level) for name, levels in plan.attributes.items() for level in levels[1:])
    named = {cell.scope: cell for cell in reversed(analysis.coverage) if cell.order}
    tested = {
        frozenset(kind.attributes.items()): cell
        for kind in plan.variants
        if kind.attributes and (cell := named.get(coverage_scope(kind.attributes))) is not None
    }
    cells = tuple(_grid_cells(groups, tested))
    return CoverageGrid(
        title="Groups and pairs of groups: files with a value on both sides",
        groups=tuple(coverage_scope({name: level}) for name, level in groups),
        cells=cells,
        summary=_spoken(groups, cells),
    )


def _grid_cells(
    groups: tuple[tuple[str, str], ...], tested: dict[frozenset[tuple[str, str]], CoverageCell]
) -> Iterator[GridCell]:
    for row, group in enumerate(groups):
        for column, other in enumerate(groups[: row + 1]):
            found = tested.get(frozenset((group, other)))
            if row != column and group[0] == other[0]:
                yield GridCell(row=row, column=column, state="", n_valid=0, reason="two levels of one attribute")
            elif found is None:
                yield GridCell(row=row, column=column, state="not tested", n_valid=0, reason=NO_VARIANT)
            else:
                yield GridCell(row=row, column=column, state=found.state, n_valid=found.n_valid, reason=found.reason)


def _spoken(groups: tuple[tuple[str, str], ...], cells: tuple[GridCell, ...]) -> str:
    possible = [cell for cell in cells if cell.state]
    if not possible:
        return "The plan names no group that differs from the original."
    few = [_cell_name(groups, cell) for cell in possible if cell.n_valid and cell.state != "tested"]
    never = [_cell_name(groups, cell) for cell in possible if not cell.n_valid]
    n_tested = len(possible) - len(few) - len(never)
    words = [f"{n_tested} of {len(possible)} groups and pairs of groups were tested."]
    for names, what in ((few, "Too few files"), (never, "Not tested")):
        if names:
            more = f" and {len(names) - SPOKEN} more" if len(names) > SPOKEN else ""
            words.append(f"{what}: {', '.join(names[:SPOKEN])}{more}.")
    return " ".join(words)


def _cell_name(groups: tuple[tuple[str, str], ...], cell: GridCell) -> str:
    names = dict.fromkeys((groups[cell.column][1], groups[cell.row][1]))
    return " with ".join(names)
