"""What must stand beside a result: largest change with its file, refusals as a category, models named, empty cells."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from fairdesk.audit.analyse import analyse_runs
from fairdesk.audit.compare import comparison_rows
from fairdesk.audit.frame import read_run
from fairdesk.audit.plan import fix_plan, load_plan
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.result_rows import question_rows
from fairdesk.audit.run import run_project
from fairdesk.audit.system_table import SystemTable
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.plan import Plan
from fairdesk.domain.results import Estimate, NotMeasured

N_CASES = 3


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[WorkspaceSpec, str, tuple[str, ...]]:
    """A small rehearsal: its plan's hash and the ids of its runs."""
    spec = WorkspaceSpec(data_dir=Path(tmp_path_factory.mktemp("profile")))
    project = create_project(spec, "Small", replace(starting_details(), n_cases=N_CASES))
    plan_sha256 = fix_plan(spec, project.project_id)
    runs = run_project(spec, project.project_id, lambda progress: None)
    return spec, plan_sha256, tuple(run.run_id for run in runs)


@pytest.fixture(scope="module")
def tables(ran: tuple[WorkspaceSpec, str, tuple[str, ...]]) -> tuple[Plan, list[SystemTable]]:
    """The plan and both systems' evidence."""
    spec, plan_sha256, run_ids = ran
    with Workspace(spec) as workspace:
        plan = load_plan(workspace, plan_sha256)
        found = [read_run(workspace, run_id, plan) for run_id in run_ids]
    pairs = zip(plan.systems, found, strict=True)
    return plan, [SystemTable(system=s, plan=plan, rows=run.rows, model_echoes=run.echoes) for s, run in pairs]


def all_refused(table: SystemTable) -> SystemTable:
    """The same run if every answer had been a refusal."""
    rows: pd.DataFrame = table.rows.assign(status="refused", value=float("nan"), mass=float("nan"), reason="refused")
    return SystemTable(system=table.system, plan=table.plan, rows=rows, model_echoes=table.model_echoes)


def test_the_largest_change_is_named_with_its_file(tables: tuple[Plan, list[SystemTable]]) -> None:
    """The tolerance's note names a file of the plan (methods.md M04)."""
    plan, (table, _) = tables
    question = next(q for q in plan.questions if q.question_id == "rating_digit")
    rows = [row for row in question_rows(table, question) if row.measure == "tolerance"]
    names = [case.case_id for case in plan.cases]
    assert rows
    assert all(any(f"in the file {name}." in row.note for name in names) for row in rows)


def test_refusals_are_a_category_of_their_own(tables: tuple[Plan, list[SystemTable]]) -> None:
    """Two refusals of one file agree as refusals, and no number comes of them (methods.md M39)."""
    plan, (table, _) = tables
    rows = question_rows(all_refused(table), plan.questions[0])
    missing = next(row for row in rows if row.measure == "missing").outcome
    assert isinstance(missing, Estimate)
    assert (missing.details["consistency_with_refusal"], missing.details["none_answered"]) == (1.0, N_CASES)
    numeric = [row.outcome for row in rows if row.measure in ("consistency", "mean_shift", "cf_gap", "interaction")]
    assert all(isinstance(outcome, NotMeasured) for outcome in numeric)


def test_runs_of_two_models_are_no_before_and_after(tables: tuple[Plan, list[SystemTable]]) -> None:
    """Where the servers named different models nothing is compared, and both names are said (methods.md D7)."""
    plan, (before, after) = tables
    other = replace(after, model_echoes=("another-model",))
    row = comparison_rows(before, other, plan.questions[0])[0]
    assert isinstance(row.change, NotMeasured)
    assert "another-model" in row.change.reason
    assert before.model_echoes[0] in row.change.reason


def test_a_combination_without_an_answer_does_not_count_as_tested(
    ran: tuple[WorkspaceSpec, str, tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When every answer was refused no combination was tested, whatever the plan asked for."""
    spec, plan_sha256, run_ids = ran
    with Workspace(spec) as workspace:
        found = analyse_runs(workspace, plan_sha256, dict.fromkeys(run_ids, ""))
        assert found.coverage_counts["order2_tested"] == 4
        monkeypatch.setattr("fairdesk.audit.analyse.read_run", refused_run)
        found = analyse_runs(workspace, plan_sha256, dict.fromkeys(run_ids, ""))
    assert found.coverage_counts["order2_tested"] == 0
    assert {cell.state for cell in found.coverage} == {"not tested"}


def refused_run(workspace: Workspace, run_id: str, plan: Plan, head: str, tables: object) -> object:
    """The run's evidence with every answer a refusal."""
    run = read_run(workspace, run_id, plan, head)
    return replace(run, rows=run.rows.assign(status="refused", value=float("nan"), mass=float("nan")))
