"""Numbers of files that every planned test got: those that it can use, in its own question (report-contents.md S6)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pandas as pd

from fairdesk.audit.planned_samples import planned_samples
from fairdesk.audit.system_table import SystemTable
from fairdesk.domain.plan import Plan
from tests.unit.report.designed import drawn_rows, small_design, small_plan

N_FILES = 40


def obtained(plan: Plan, rows: pd.DataFrame) -> dict[str, int | None]:
    """Kind of test to the files that it got."""
    table = SystemTable(system=plan.systems[0], plan=plan, rows=rows)
    return {one.kind: one.n_obtained for one in planned_samples(plan, {plan.systems[0].label: table})}


def without(rows: pd.DataFrame, lost: Collection[tuple[str, str]]) -> pd.DataFrame:
    """Rows with a value everywhere but in these files and variants."""
    is_lost = pd.Series([pair in lost for pair in zip(rows["case_id"], rows["variant"], strict=True)], rows.index)
    status = is_lost.map({True: "unreadable", False: "valued"})
    return rows.assign(value=rows["value"].fillna(3.0).mask(is_lost), status=status)


def test_an_interaction_gets_the_files_that_have_all_versions() -> None:
    """One file lacks an answer in a single variant, another in the crossed one: two fewer, not one."""
    plan = small_plan(small_design(), N_FILES)
    rows = drawn_rows(plan, 3)
    crossed = next(kind for kind in plan.variants if len(kind.attributes) == 2)
    single = next(kind for kind in plan.variants if len(kind.attributes) == 1 and "female" in kind.attributes.values())
    assert single.attributes.items() < crossed.attributes.items()
    assert obtained(plan, without(rows, ()))["interaction"] == N_FILES
    lost = {("c-0000", single.label), ("c-0001", crossed.label)}
    assert obtained(plan, without(rows, lost))["interaction"] == N_FILES - 2


def test_a_test_counts_files_of_its_own_question() -> None:
    """Files without a value in the primary question are not made up for by values in another one."""
    plan = small_plan(small_design(), N_FILES)
    rows = drawn_rows(plan, 3)
    lost = {(f"c-{number:04}", kind.label) for number in range(3) for kind in plan.variants[1:]}
    other = replace(plan.questions[0], question_id="another")
    both = pd.concat([without(rows, lost), without(rows, ()).assign(question="another")])
    found = obtained(replace(plan, questions=(*plan.questions, other)), both)
    assert (found["direction"], found["interaction"]) == (N_FILES - 3, N_FILES - 3)
