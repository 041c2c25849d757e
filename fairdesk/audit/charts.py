"""The charts of a project's results, as data: the same that the report prints."""

from __future__ import annotations

from dataclasses import dataclass

from fairdesk.domain.charts import ChangeBars, CoverageGrid, ForestPlot, InteractionPlot
from fairdesk.domain.plan import Plan
from fairdesk.domain.questions import QuantityKind
from fairdesk.domain.results import Analysis


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCharts:
    """Charts of one question: the shifts of all systems, for ratings the changes of each, and its interactions."""

    question_id: str
    shifts: ForestPlot
    changes: tuple[ChangeBars, ...]
    interactions: tuple[InteractionPlot, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonChart:
    """Shifts of one question before and after, of every variant."""

    question_id: str
    shifts: ForestPlot


def comparison_charts(plan: Plan, analysis: Analysis) -> tuple[ComparisonChart, ...]:
    """One chart per question that was compared, in the plan's order; none without two runs."""
    from fairdesk.report.figures import before_after_plot

    compared = {row.question_id for row in analysis.comparisons}
    return tuple(
        ComparisonChart(question_id=question.question_id, shifts=before_after_plot(analysis, question))
        for question in plan.questions
        if question.question_id in compared
    )


def result_charts(plan: Plan, analysis: Analysis) -> tuple[ResultCharts, ...]:
    """One set of charts per question, in the plan's order."""
    from fairdesk.report.figures import change_bars, shift_plot
    from fairdesk.report.group_figures import interaction_plots

    return tuple(
        ResultCharts(
            question_id=question.question_id,
            shifts=shift_plot(plan, analysis, question),
            changes=tuple(
                bars
                for run in analysis.runs
                if question.kind is QuantityKind.DISCRETE
                and (bars := change_bars(analysis, question, run.system)) is not None
            ),
            interactions=interaction_plots(analysis, question),
        )
        for question in plan.questions
    )


def coverage_chart(plan: Plan, analysis: Analysis) -> CoverageGrid:
    """Which groups and pairs of groups were tested."""
    from fairdesk.report.group_figures import coverage_grid

    return coverage_grid(plan, analysis)
