"""What the locked plan does not cover is called exploratory wherever it is printed: tests, targets and margins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdesk.audit.locks import marked_exploratory
from fairdesk.audit.plan_families import TESTED_ROLES
from fairdesk.audit.system_table import SystemTable
from fairdesk.domain.plan import Plan
from fairdesk.domain.reports import ReportInput
from fairdesk.domain.result_words import Standing, result_lines
from tests.unit.report.designed import (
    analysed,
    designed_report,
    drawn_rows,
    small_design,
    small_plan,
)
from tests.unit.report.test_designed_report import section_words, table


def reported(plan: Plan) -> ReportInput:
    """The report of a plan that deviated from its lock."""
    report = designed_report(small_design(), deviates=True)
    tables = {one.label: SystemTable(system=one, plan=plan, rows=drawn_rows(plan, 3)) for one in plan.systems}
    return replace(report, plan=plan, analysis=analysed(plan, tables))


@pytest.fixture(scope="module")
def locked() -> Plan:
    """The plan as it was locked."""
    return small_plan(small_design(), 40)


def test_a_margin_that_came_after_the_lock_decides_nothing(locked: Plan) -> None:
    """Another margin is exploratory in table, notes, decisions and window, also before any result was seen."""
    design = small_design()
    wider = replace(design, margins=tuple(replace(one, points=0.5) for one in design.margins))
    plan = marked_exploratory(replace(locked, design=wider), locked, results_seen=False)
    assert plan.exploratory_targets == ()
    assert plan.exploratory_margins == (design.margins[0].question_id,)
    report = reported(plan)
    words = {row[4] for row in table(report, "results", "Mean change against the margin").rows}
    assert words
    assert all(word.startswith("exploratory: ") for word in words)
    assert "the locked plan did not hold this margin so" in section_words(report, "results")
    assert "Margins not covered by the lock" in section_words(report, "plan")
    lines = result_lines(plan, report.analysis.results)
    assert {one.standing for one in lines if one.row.measure == "equivalence"} == {Standing.EXPLORATORY}
    assert {one.standing for one in lines if one.row.target_id} == {Standing.PLANNED}


def test_a_margin_that_the_lock_holds_stays_planned(locked: Plan) -> None:
    """Another seed or title leaves the locked margin as it was."""
    plan = marked_exploratory(replace(locked, title="Another title"), locked, results_seen=False)
    assert plan.exploratory_margins == ()
    words = {row[4] for row in table(reported(plan), "results", "Mean change against the margin").rows}
    assert not any(word.startswith("exploratory") for word in words)


def test_after_results_everything_is_exploratory(locked: Plan) -> None:
    """Every verdict on a group is called so, before and after included; the comparison says why.

    Placebos are of a family that is exploratory in every plan, and no target is about them.
    """
    plan = marked_exploratory(replace(locked, title="Another title"), locked, results_seen=True)
    report = reported(plan)
    lines = result_lines(plan, report.analysis.results)
    assert Standing.PLANNED not in {line.standing for line in lines}
    assert all(row[4].startswith("exploratory") for row in table(report, "results", "Mean change against").rows)
    groups = {kind.label for kind in plan.variants if kind.role in TESTED_ROLES}
    for section, caption, columns in (
        ("results", "Consistency with its direction", (2, 5)),
        ("comparison", "Mean shift before and after", (6,)),
    ):
        rows = [row for row in table(report, section, caption).rows if row[0].partition("\n")[0] in groups]
        assert len({row[0].partition("\n")[0] for row in rows}) == len(groups)
        assert all(row[column].startswith("exploratory: ") for row in rows for column in columns)
    assert "every result under it is exploratory" in section_words(report, "comparison")
