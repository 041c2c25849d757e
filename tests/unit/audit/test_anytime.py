"""The stopping rule that allows a run to be read and stopped at any time: which test decides, and what does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from fairdesk.audit.analyse import judged_rows
from fairdesk.audit.design_power import design_power
from fairdesk.audit.plan_families import families
from fairdesk.audit.run_items import files_in_order, planned_items
from fairdesk.audit.system_table import SystemTable
from fairdesk.domain.plan import FamilyKind, Plan
from fairdesk.domain.plan_words import ANYTIME
from fairdesk.domain.results import Estimate, ResultRow, Verdict
from fairdesk.measures.looks import anytime_sign_test
from tests.unit.report.designed import drawn_rows, small_design, small_plan

N_FILES = 60


@pytest.fixture(scope="module")
def plan() -> Plan:
    """A plan that may be stopped at any reading, of one system."""
    made = small_plan(small_design(stopping_rule=ANYTIME, stopping_reason="Calls are dear."), N_FILES)
    systems = made.systems[:1]
    declared = families(systems, made.questions, made.variants, made.questions[0].question_id, made.design)
    return replace(made, systems=systems, families=declared)


def with_open_files(rows: pd.DataFrame, cases: tuple[str, ...]) -> pd.DataFrame:
    """The answers as they are before some files were asked."""
    found = rows.copy()
    is_open = found["case_id"].isin(cases)
    found.loc[is_open, "value"] = np.nan
    found.loc[is_open, "status"] = "not_attempted"
    return found


def judged(plan: Plan, rows: pd.DataFrame) -> dict[tuple[str, str], ResultRow]:
    """Every result by variant and measure."""
    table = SystemTable(system=plan.systems[0], plan=plan, rows=rows)
    return {(row.variant, row.measure): row for row in judged_rows(plan, {plan.systems[0].label: table})[0]}


def test_the_direction_is_decided_by_the_test_that_may_be_read_at_any_time(plan: Plan) -> None:
    """The p-value is that of the changes in the order of asking, by hand; the exact sign test is nowhere."""
    rows = drawn_rows(plan, 3)
    found = judged(plan, rows)["female", "direction"]
    first = rows[rows["sample"] == 1].pivot(index="case_id", columns="variant", values="value")
    change = (first["female"] - first["original"]).reindex(list(files_in_order(plan))).dropna()
    by_hand = anytime_sign_test([value < 0 for value in change if value])
    assert found.test is not None
    assert isinstance(found.outcome, Estimate)
    assert (found.test.method, found.test.p_value) == ("M35", by_hand.test.p_value)
    assert found.outcome.details["largest_e_value"] == by_hand.max_e_value
    assert f"{by_hand.n_changes} of them changed" in found.note
    assert found.test.p_adjusted is not None
    assert all(row.test is None or row.test.method != "M05" for row in judged(plan, rows).values())


def test_files_are_read_in_the_order_in_which_they_are_asked(plan: Plan) -> None:
    """The order of the test is that of the calls, which the seed of the plan fixes."""
    assert files_in_order(plan) == tuple(dict.fromkeys(key.case_id for key in planned_items(plan)))


def test_a_later_reading_continues_an_earlier_one(plan: Plan) -> None:
    """What was read stays as it was read: with more files the p-value before adjustment never rises."""
    rows, order = drawn_rows(plan, 5), files_in_order(plan)
    read = []
    for n in (0, 20, 40, N_FILES):
        test = judged(plan, with_open_files(rows, order[n:]))["female", "direction"].test
        read.append(1.0 if test is None or test.p_value is None else test.p_value)
    assert read == sorted(read, reverse=True)


def test_files_behind_one_that_was_not_asked_do_not_count(plan: Plan) -> None:
    """An answer that came early waits until the files before it are in: the order is not that of speed."""
    rows, order = drawn_rows(plan, 5), files_in_order(plan)
    gap = judged(plan, with_open_files(rows, (order[20],)))["female", "direction"]
    stopped = judged(plan, with_open_files(rows, order[20:]))["female", "direction"]
    assert gap.test is not None
    assert stopped.test is not None
    assert gap.test.p_value == stopped.test.p_value


def test_other_decisions_need_all_files(plan: Plan) -> None:
    """A target and a margin are decided of a whole run, and are not tested of one that was stopped."""
    rows = drawn_rows(plan, 3)
    whole, stopped = judged(plan, rows), judged(plan, with_open_files(rows, files_in_order(plan)[30:]))
    for measure in ("consistency", "equivalence"):
        assert whole["female", measure].verdict is not Verdict.NOT_TESTED
        assert stopped["female", measure].verdict is Verdict.NOT_TESTED
        assert "the run ended before its last file" in stopped["female", measure].note
    assert stopped["female", "direction"].verdict is not Verdict.NOT_TESTED


def test_only_sign_tests_are_confirmatory(plan: Plan) -> None:
    """Interactions and changes between systems may be read once only, so that they are exploratory under this rule."""
    two = small_plan(plan.design or small_design(), N_FILES)
    declared = families(two.systems, two.questions, two.variants, two.questions[0].question_id, two.design)
    judging = [member for one in declared if one.kind is not FamilyKind.EXPLORATORY for member in one.members]
    assert judging
    assert all(member.endswith("/direction") for member in judging)
    exploring = [member for one in declared if one.kind is FamilyKind.EXPLORATORY for member in one.members]
    assert any(member.endswith("/interaction") for member in exploring)
    assert any(member.endswith("/change") for member in exploring)


def test_the_sizes_are_those_of_the_test_that_decides() -> None:
    """A test that may be read at any time needs more files, and its numbers say so."""
    fixed, anytime = (design_power(small_design(stopping_rule=rule), 400) for rule in ("fixed", ANYTIME))
    sizes = [next(row for row in power.rows if row.kind == "direction") for power in (fixed, anytime)]
    assert (sizes[0].n_stays or 0) < (sizes[1].n_stays or 0)
    assert (sizes[0].smallest or 0) < (sizes[1].smallest or 0)
    assert any("read at any time" in note for note in anytime.notes)
    assert not any("read at any time" in note for note in fixed.notes)
