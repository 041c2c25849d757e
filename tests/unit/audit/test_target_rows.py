"""Targets of a plan besides consistency: decided on the files, or a row that says why they were not tested."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from fairdesk.audit.analyse import judged_rows
from fairdesk.audit.plan_families import planned_measures
from fairdesk.audit.system_table import SystemTable
from fairdesk.domain.design import PlannedTarget
from fairdesk.domain.evidence import sides_of
from fairdesk.domain.lock_words import TARGET_OUTSIDE
from fairdesk.domain.plan import Plan
from fairdesk.domain.questions import Target
from fairdesk.domain.result_words import result_lines
from fairdesk.domain.results import Estimate, NotMeasured, ResultRow, Verdict
from fairdesk.measures.disparity import disparity_points, disparity_relative
from tests.unit.report.designed import drawn_rows, small_design, small_plan

N_FILES = 50


def target(**changes: object) -> Target:
    """A target on the selection rate that is complete."""
    made = Target(
        target_id="t-own",
        measure="disparity_points",
        question_id="rating",
        threshold=0.10,
        direction="at_most",
        justification="Ten points are more than the appeal office can explain.",
        selected_from=4.0,
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # whatever a test changes


def judged(*targets: Target, exploratory: tuple[str, ...] = ()) -> tuple[Plan, tuple[ResultRow, ...]]:
    """The plan with these targets only, and its results for one system."""
    plan = small_plan(small_design(), N_FILES)
    plan = replace(plan, targets=targets, exploratory_targets=exploratory)
    table = SystemTable(system=plan.systems[0], plan=plan, rows=drawn_rows(plan, 3))
    return plan, judged_rows(plan, {plan.systems[0].label: table})[0]


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (target(measure="stereotype_reduction", question_id=""), "a benchmark of stereotypes before and after"),
        (target(measure="guardrail_effectiveness", question_id=""), "harmful requests that are stopped"),
        (target(measure="capability_kept", question_id=""), "a capability benchmark before and after"),
        (target(measure="disparity"), "nobody chose whether points or relative percent"),
        (target(selected_from=None), "from which value a file counts as selected"),
        (target(direction="at_least"), "an “at most” only"),
        (target(question_id="left out"), "no question that is asked"),
        (target(measure="something else"), "no test of this plan measures it"),
        (target(cell=("gender=other",)), "no variant of the plan is gender=other"),
    ],
)
def test_a_target_that_nothing_decides_says_why(one: Target, reason: str) -> None:
    """It has one row per system, without a number, whose verdict is "not tested" and whose reason is printed."""
    plan, rows = judged(one)
    (row,) = [row for row in rows if row.measure == "target"]
    assert row.verdict is Verdict.NOT_TESTED
    assert row.target_id == one.target_id
    assert isinstance(row.outcome, NotMeasured)
    assert reason in row.outcome.reason
    assert "not tested, because" in row.note
    assert sides_of(plan, row.variant, row.measure)[0].variant == ""
    assert [line for line in result_lines(plan, rows) if line.row is row]


def test_the_second_of_two_targets_about_the_same_is_not_silent() -> None:
    """One target decides a result; the other one is named as not tested."""
    _, rows = judged(target(), target(target_id="t-late", threshold=0.2))
    (late,) = [row for row in rows if row.measure == "target"]
    assert late.target_id == "t-late"
    assert "t-own is about the same and comes first" in late.note


def test_a_disparity_is_decided_on_the_files() -> None:
    """Rates by hand; every cue and intersection is judged, placebos and controls are not."""
    plan, rows = judged(target())
    found = {row.variant: row for row in rows if row.measure == "disparity_points"}
    tested = [kind.label for kind in plan.variants if kind.role.value in ("cue", "intersection")]
    assert list(found) == tested
    values = SystemTable(system=plan.systems[0], plan=plan, rows=drawn_rows(plan, 3)).values("rating").dropna()
    both = values[["original", "female"]].dropna()
    outcome = found["female"].outcome
    assert isinstance(outcome, Estimate)
    pairs = SystemTable(system=plan.systems[0], plan=plan, rows=drawn_rows(plan, 3)).pair("rating", "female")
    assert outcome.value == pytest.approx((pairs.variant >= 4).mean() - (pairs.base >= 4).mean())
    assert len(both) <= outcome.n == len(pairs.base)
    assert found["female"].target_id == "t-own"
    assert "percentage points, as the plan chose" in found["female"].note
    assert not [row for row in rows if row.measure == "target"]


def test_a_target_outside_the_lock_is_exploratory_however_it_ends() -> None:
    """The note of a decided and of an untested target begins with it, which is what every text looks at."""
    _, rows = judged(target(), target(target_id="t-other", measure="capability_kept"), exploratory=("t-own", "t-other"))
    notes = [row.note for row in rows if row.target_id]
    assert len(notes) > 1
    assert all(note.startswith(TARGET_OUTSIDE) for note in notes)


def test_only_plans_with_such_a_target_name_its_measure() -> None:
    """Plans of earlier versions, and those without, are not changed by measures that they never asked for."""
    design = small_design()
    variants = small_plan(design, 3).variants
    adopted = replace(design, targets=(PlannedTarget(target=target(), is_adopted=True),))
    assert "disparity_points" not in (*planned_measures(variants), *planned_measures(variants, design))
    assert "disparity_points" in planned_measures(variants, adopted)


@pytest.mark.parametrize(
    ("n_base", "n_variant", "points", "relative"),
    [
        (300, 300, Verdict.TARGET_MET, Verdict.INCONCLUSIVE),
        (300, 290, Verdict.TARGET_MET, Verdict.TARGET_MET),
        (300, 265, Verdict.INCONCLUSIVE, Verdict.INCONCLUSIVE),
        (300, 200, Verdict.TARGET_NOT_MET, Verdict.TARGET_NOT_MET),
        (40, 25, Verdict.TARGET_MET, Verdict.TARGET_NOT_MET),
    ],
)
def test_points_and_relative_percent_are_two_targets(
    n_base: int, n_variant: int, points: Verdict, relative: Verdict
) -> None:
    """Ten percent of a low rate is little in points; what has no interval stays open."""
    base, variant = np.arange(400) < n_base, np.arange(400) < n_variant
    assert disparity_points(base, variant, 0.10, {}).verdict is points
    assert disparity_relative(base, variant, 0.10, {}).verdict is relative
    # The order of the sides is no matter of the size of a disparity.
    assert disparity_points(variant, base, 0.10, {}).verdict is points
    assert disparity_relative(variant, base, 0.10, {}).verdict is relative


def test_nothing_selected_has_no_ratio() -> None:
    """Without a selected file on one side, and without files, there is no number."""
    none, some = np.zeros(5, dtype=bool), np.arange(5) < 2
    assert disparity_relative(none, some, 0.1, {}).verdict is Verdict.NOT_COMPUTABLE
    assert isinstance(disparity_points(none[:0], none[:0], 0.1, {}).outcome, NotMeasured)
    assert isinstance(disparity_relative(none[:0], none[:0], 0.1, {}).outcome, NotMeasured)
