"""Words that were drawn for a group: the result says by how many it was tested, and what it is by word (M40)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.analyse import analyse_project, judged_rows
from fairdesk.audit.drawn_words import drawn_words
from fairdesk.audit.plan import fix_plan, load_plan, load_variants
from fairdesk.audit.plan_families import drawn_cues, families
from fairdesk.audit.run import run_project
from fairdesk.audit.system_table import SystemTable
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.design import PlannedTarget
from fairdesk.domain.plan import FamilyKind
from fairdesk.domain.questions import Target
from fairdesk.domain.results import Estimate, ResultRow, Verdict
from tests.unit.audit.designed_project import FEMALE, designed_project, small_design, some_texts
from tests.unit.report.designed import drawn_rows, small_plan
from tests.unit.report.designed import small_design as report_design

N_FILES = 40


def by_word(words: tuple[str, ...]) -> ResultRow:
    """The row of the variant female when these words were drawn in turn."""
    plan = small_plan(report_design(), N_FILES)
    drawn = {case.case_id: words[place % len(words)] for place, case in enumerate(plan.cases)}
    table = SystemTable(
        system=plan.systems[0], plan=plan, rows=drawn_rows(plan, 3), words={"female": drawn, "original": {}}
    )
    rows = judged_rows(plan, {plan.systems[0].label: table})[0]
    (row,) = [row for row in rows if row.measure == "names"]
    return row


def test_five_words_are_a_source_of_variation() -> None:
    """Mean and number of words by hand; the larger p-value is the one that is printed."""
    row = by_word(("Anna", "Berta", "Clara", "Dora", "Emma"))
    assert isinstance(row.outcome, Estimate)
    assert row.test is not None
    details = row.outcome.details
    assert row.test.p_value == max(details[name] for name in ("p_two_way", "p_by_name") if name in details)
    assert row.note.startswith(f"Tested by 5 words, drawn for {row.outcome.n} files.")
    assert "Anna, Berta, Clara, Dora, Emma" in row.note
    assert "public register of births" in row.note
    assert "perceived group checked by: not checked" in row.note


def test_fewer_words_stand_for_themselves_alone() -> None:
    """With two words the warning says that nothing is carried over to others."""
    row = by_word(("Anna", "Berta"))
    assert isinstance(row.outcome, Estimate)
    assert any("names as fixed: with 2 of them" in words for words in row.outcome.warnings)


def test_it_is_an_exploratory_test() -> None:
    """The test by word stands beside the confirmatory one and decides nothing in its family."""
    plan = small_plan(report_design(), 3)
    declared = families(plan.systems, plan.questions, plan.variants, plan.questions[0].question_id, plan.design)
    kinds = {one.kind for one in declared for member in one.members if member.endswith("/names")}
    assert kinds == {FamilyKind.EXPLORATORY}


@pytest.mark.slow
def test_words_are_read_from_the_variants_of_a_plan(tmp_path: Path) -> None:
    """The word of a file stands in its text; the row comes with the run; a target that nothing decides is not lost."""
    open_target = Target(
        target_id="t-guardrail",
        measure="guardrail_effectiveness",
        question_id="",
        threshold=0.95,
        direction="at_least",
        justification="Agreed with the client before anything was measured.",
    )
    design = small_design()
    design = replace(design, targets=(*design.targets, PlannedTarget(target=open_target, is_adopted=True)))
    spec, project = designed_project(tmp_path, design, some_texts(12))
    plan_sha256 = fix_plan(spec, project)
    with Workspace(spec) as workspace:
        plan = load_plan(workspace, plan_sha256)
        words, texts = drawn_words(workspace, plan), load_variants(workspace, plan)
        assert set(words) == {"female", "abroad", "female+abroad"}
        assert {label: len(of) for label, of in words.items()} == dict.fromkeys(words, 12)
        assert all(word in texts.text(case, label) for label, of in words.items() for case, word in of.items())
        assert set(words["female+abroad"].values()) <= set(FEMALE)
        assert words["female+abroad"] == words["female"]
    assert all(not drawn_cues(design, kind) for kind in plan.variants if kind.role.value in ("original", "placebo"))
    assert "names" in plan.measures
    run_project(spec, project, lambda progress: None)
    _, analysis = analyse_project(spec, project)
    rows = {(row.system, row.variant, row.measure): row for row in analysis.results}
    for system in plan.systems:
        named = rows[system.label, "female", "names"]
        assert f"Tested by {len(set(words['female'].values()))} words" in named.note
        assert named.test is not None
        assert named.test.family_id == f"{system.label}/exploratory"
        assert rows[system.label, "", "target"].verdict is Verdict.NOT_TESTED
