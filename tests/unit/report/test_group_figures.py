"""Interactions and coverage as data: the numbers of the analysis, and a reason wherever there is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdesk.audit.results_view import ResultsView, read_results
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.report.group_figures import coverage_grid, interaction_plots
from tests.gui.sample_results import ask, overshoot

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> ResultsView:
    spec = WorkspaceSpec(data_dir=tmp_path_factory.mktemp("groups"))
    ask(spec, "Overshot", overshoot, n_cases=12)
    return read_results(spec, "Overshot")


def test_an_interaction_is_both_minus_the_sum_of_the_single_changes(view: ResultsView) -> None:
    """The distance between the drawn mean and the drawn expectation is the interaction of the table."""
    question = view.plan.questions[0]
    plots = interaction_plots(view.analysis, question)
    rows = [row for row in view.analysis.results if row.measure == "interaction"]

    assert len(plots) == len(rows) == 2
    for plot, row in zip(plots, rows, strict=True):
        assert isinstance(row.outcome, Estimate)
        assert plot.both is not None
        assert plot.expected is not None
        assert plot.both - plot.expected == pytest.approx(row.outcome.value)
        assert plot.only_first == -1.0 if row.system == "baseline" else plot.only_first == 1.0


def test_what_was_not_measured_is_not_drawn(view: ResultsView) -> None:
    """No file with all four answers: a reason, and no mean at 0."""
    absent = NotMeasured(method="M11", reason="no file has all four ratings", missing={})
    results = tuple(
        replace(row, outcome=absent) if row.measure == "interaction" else row for row in view.analysis.results
    )
    plot = interaction_plots(replace(view.analysis, results=results), view.plan.questions[0])[0]

    assert plot.neither is plot.both is plot.expected is None
    assert "no file has all four ratings" in plot.summary


def test_every_group_and_pair_has_a_cell(view: ResultsView) -> None:
    """The lower half of the square; what no variant signals is not tested and says so."""
    grid = coverage_grid(view.plan, view.analysis)
    n = len(grid.groups)
    assert len(grid.cells) == n * (n + 1) // 2
    assert all(cell.state == "tested" and cell.n_valid == 12 for cell in grid.cells)
    fewer = tuple(kind for kind in view.plan.variants if len(kind.attributes) < 2)
    without = coverage_grid(replace(view.plan, variants=fewer), view.analysis)
    pair = next(cell for cell in without.cells if cell.row != cell.column)

    assert (pair.state, pair.n_valid) == ("not tested", 0)
    assert pair.reason
    assert "Not tested: female with international." in without.summary


def test_two_levels_of_one_attribute_cannot_meet(view: ResultsView) -> None:
    """Their cell is empty and never counted as not tested."""
    attributes = {"gender": ("male", "female", "other")}
    grid = coverage_grid(replace(view.plan, attributes=attributes), view.analysis)
    cell = next(cell for cell in grid.cells if cell.row != cell.column)

    assert cell.state == ""
    assert "with" not in grid.summary


def test_groups_are_found_however_their_attribute_is_named(view: ResultsView) -> None:
    """Supplied records may name an attribute like its level; a tested group is never said to be untested."""
    kinds = tuple(
        replace(kind, attributes={level: level for level in kind.attributes.values()}) for kind in view.plan.variants
    )
    attributes = {"female": ("original", "female"), "international": ("original", "international")}
    plan = replace(view.plan, variants=kinds, attributes=attributes)
    scopes = {"gender: female": "female", "origin: international": "international"}
    both = "gender: female x origin: international"
    cells = tuple(
        replace(cell, scope="female x international" if cell.scope == both else scopes.get(cell.scope, cell.scope))
        for cell in view.analysis.coverage
    )
    grid = coverage_grid(plan, replace(view.analysis, coverage=cells))

    assert grid.groups == ("female", "international")
    assert {cell.state for cell in grid.cells} == {"tested"}
