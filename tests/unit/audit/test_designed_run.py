"""A project with a design of its own, from files to a report, against the rehearsal endpoint."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.archives import export_archive
from fairdesk.audit.estimate import estimate_project
from fairdesk.audit.gathering import show_gathering
from fairdesk.audit.issue import preview_report
from fairdesk.audit.plan import fix_plan, load_plan, load_variants
from fairdesk.audit.plan_changes import plan_changes
from fairdesk.audit.run import run_project
from fairdesk.audit.run_items import PlanItems, planned_items
from fairdesk.audit.variant_review import Decision, record_review
from fairdesk.audit.variants import build_variants
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.errors import PlanError
from fairdesk.domain.plan import Plan
from fairdesk.domain.progress import RunState
from fairdesk.domain.results import Verdict
from tests.unit.audit.designed_project import designed_project, names_cue, small_design, some_texts

N_FILES = 12
WITHOUT_SCHOOL = "File 99. {name} left early. {They} asked NASA about Plan B. Read {their} essay."
BY_HAND = "A text of a person's own."

Project = tuple[WorkspaceSpec, str]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Thirteen files, of which one holds no school; one variant was rejected and one was edited; the plan is fixed."""
    folder = tmp_path_factory.mktemp("designed")
    spec, project = designed_project(folder, small_design(), [*some_texts(N_FILES), WITHOUT_SCHOOL])
    build_variants(spec, project)
    record_review(spec, project, ("t-00000", "female"), Decision(verdict="rejected", reviewer="B", reason="Odd."))
    record_review(spec, project, ("t-00001", "female"), Decision(verdict="edited", new_text=BY_HAND, reviewer="B"))
    fix_plan(spec, project)
    return spec, project


def plan_of(made: Project) -> Plan:
    """The plan that is fixed."""
    spec, project = made
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        entries = list(workspace.store.ledger.entries(f"project:{record.project_id}", kind="plan_fixed"))
        return load_plan(workspace, str(json.loads(entries[-1].body)["plan_sha256"]))


def changed(made: Project, **changes: object) -> tuple[str, ...]:
    """What is said of the plan when the project's details change so."""
    spec, project = made
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        details: ProjectDetails = replace(record.details, **changes)  # type: ignore[arg-type]
        return plan_changes(workspace, record.project_id, details)


def test_the_plan_is_that_of_the_design(made: Project) -> None:
    """Design, review, seeds and adopted targets are in it; what a file lacks or a person rejected is named."""
    plan = plan_of(made)
    assert plan.design == small_design()
    assert [target.target_id for target in plan.targets] == ["t"]
    assert (plan.order_seed, plan.alpha) == (plan.design.seed, plan.design.alpha)
    assert [kind.label for kind in plan.variants] == [
        "original", "female", "abroad", "female+abroad", "placebo-gender", "placebo-origin",
    ]  # fmt: skip
    assert {(one.label, one.reason, one.files) for one in plan.omitted} == {
        ("abroad", "no difference", "12"),
        ("female+abroad", "no difference", "12"),
        ("placebo-origin", "no difference", "12"),
        ("female", "rejected", "0"),
    }
    assert plan.review is not None
    assert (plan.review.n_edited_in_all, plan.review.n_rejected_in_all, plan.review.reviewers) == (1, 1, ("B",))


def test_rejected_variants_are_asked_of_no_model_and_edited_ones_as_edited(made: Project) -> None:
    """The calls of the plan are those of its texts, each once, and the originals twice."""
    spec, _ = made
    plan = plan_of(made)
    items = PlanItems(plan)
    keys = planned_items(plan)
    assert [items.number(items.key(number)) for number in range(len(items))] == list(range(len(items)))
    assert Counter(keys).total() == len(items) == len(set(keys)) == 13 * 2 + 13 * 5 - 4
    assert not [key for key in keys if (key.case_id, key.variant) == ("t-00000", "female")]
    with Workspace(spec) as workspace:
        variants = load_variants(workspace, plan)
        stored = {(one.case_id, one.label): one for one in variants}
        assert {(key.case_id, key.variant) for key in keys} == set(stored)
        assert all(variants.text(*key) == one.text for key, one in stored.items())
        edited = stored["t-00001", "female"]
    assert edited.text == BY_HAND
    assert {edit.cue_id for edit in edited.edits or ()} == {"by hand"}


@pytest.mark.slow
def test_the_estimate_before_the_plan_counts_what_the_plan_asks(tmp_path: Path) -> None:
    """Without built variants the first files stand for all; with them every call is counted."""
    spec, project = designed_project(tmp_path, small_design(), some_texts(5))
    before = estimate_project(spec, project)[0]
    build_variants(spec, project)
    built = estimate_project(spec, project)[0]
    outline = show_gathering(spec, project).outline
    fix_plan(spec, project)
    after = estimate_project(spec, project)[0]
    assert before.n_planned == built.n_planned == after.n_planned == outline.n_calls == 5 * 7


@pytest.mark.slow
def test_it_runs_to_a_report(made: Project) -> None:
    """Every variant has its row on the files that have it; the target is judged; the report's pages are laid out."""
    spec, project = made
    runs = run_project(spec, project, lambda progress: None)
    assert {run.state for run in runs} == {RunState.COMPLETE}
    _, analysis = analyse_project(spec, project)
    rows = {(row.system, row.variant, row.measure): row for row in analysis.results}
    for system in {row.system for row in analysis.results}:
        assert rows[system, "female", "consistency"].counts["pairs"] == 12
        assert rows[system, "abroad", "consistency"].counts["pairs"] == 12
        assert rows[system, "placebo-gender", "consistency"].counts["pairs"] == 13
        assert rows[system, "female", "consistency"].target_id == "t"
        assert rows[system, "female", "consistency"].verdict is not Verdict.DESCRIPTIVE
        assert rows[system, "female+abroad", "interaction"].outcome.n <= 11
    assert preview_report(spec, project).startswith(b"%PDF")


def test_an_archive_holds_the_parts(made: Project, tmp_path: Path) -> None:
    """The texts of the variants go with the project: every part that the manifest names is in the archive."""
    spec, project = made
    written = export_archive(spec, project, tmp_path / "a.fdaudit", lambda words: None)
    with Workspace(spec) as workspace:
        plan = plan_of(made)
        manifest = workspace.store.documents.get(plan.variants_sha256)
    assert written.manifest.n_documents >= 2 + manifest.count(b'"sha256"') + plan.n_cases


def test_what_differs_from_the_plan_is_said(made: Project) -> None:
    """A changed cue, question, target or review is a sentence each; the same design is none."""
    design = small_design()
    assert changed(made) == ()
    assert changed(made, design=None) == (
        "The plan was fixed for a design of one's own; now the project uses the shipped admissions test.",
    )
    assert changed(made, design=replace(design, alpha=0.01)) == ("The plan was fixed with another level of the tests.",)
    other = names_cue(title="Other names")
    assert changed(made, design=replace(design, cues=(other, design.cues[1]))) == (
        "The plan was fixed with other words or settings of the cue Other names.",
    )
    assert changed(made, design=replace(design, cues=design.cues[1:])) == (
        "The plan was fixed with a cue Given names.",
    )


@pytest.mark.parametrize(
    ("design", "words"),
    [
        (replace(small_design(), questions=()), "asks nothing"),
        (replace(small_design(), choices=()), "tests no combination"),
    ],
)
def test_a_design_that_makes_no_test_makes_no_plan(tmp_path: Path, design: object, words: str) -> None:
    """A plan without a question or a tested cell is refused with what to do."""
    spec, project = designed_project(tmp_path, design, some_texts(2))  # type: ignore[arg-type]
    with pytest.raises(PlanError, match=words):
        fix_plan(spec, project)


@pytest.mark.slow
def test_fixing_again_changes_nothing_and_a_review_makes_another_plan(tmp_path: Path) -> None:
    """The same design, files and reviews are the same plan; a new decision about a variant is another one."""
    spec, project = designed_project(tmp_path, small_design(), some_texts(3))
    first = fix_plan(spec, project)
    assert fix_plan(spec, project) == first
    record_review(spec, project, ("t-00001", "abroad"), Decision(verdict="rejected", reviewer="B"))
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        said = plan_changes(workspace, record.project_id, record.details)
    assert said == ("Variants were accepted, edited or rejected since the plan was fixed.",)
    assert fix_plan(spec, project) != first


@pytest.mark.slow
def test_as_many_other_decisions_are_another_plan_too(tmp_path: Path) -> None:
    """One variant rejected in the place of another, or edited into another text, is said, though the counts stay."""
    spec, project = designed_project(tmp_path, small_design(n_reviewed=0), some_texts(3))
    build_variants(spec, project)
    keys = [("t-00000", "female"), ("t-00001", "female"), ("t-00002", "female")]
    record_review(spec, project, keys[0], Decision(verdict="rejected", reviewer="B"))
    record_review(spec, project, keys[2], Decision(verdict="edited", new_text="One.", reviewer="B"))
    fix_plan(spec, project)
    said = ("Variants were accepted, edited or rejected since the plan was fixed.",)
    assert changed((spec, project)) == ()
    record_review(spec, project, keys[2], Decision(verdict="edited", new_text="Two.", reviewer="B"))
    assert changed((spec, project)) == said
    record_review(spec, project, keys[2], Decision(verdict="edited", new_text="One.", reviewer="B"))
    assert changed((spec, project)) == ()
    record_review(spec, project, keys[0], Decision(verdict="not reviewed"))
    record_review(spec, project, keys[1], Decision(verdict="rejected", reviewer="B"))
    assert changed((spec, project)) == said
