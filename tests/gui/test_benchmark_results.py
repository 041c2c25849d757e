"""Run, Results, Compare, Report and the drawer of projects that ask benchmarks, beside files and alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark, sampling_of
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.preferences import Theme
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.benchmark_evidence import CHANGE_ROLE, is_of_benchmark
from fairdesk.gui.widgets.evidence_panel import EvidencePanel
from tests.gui.acting import click, go_to, wait_until_idle
from tests.gui.driving import PATIENCE_MS, nameless_controls

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["alone", "beside"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, bool]:
    """Folder and project that was run; whether it asks benchmarks alone."""
    folder, is_alone = tmp_path_factory.mktemp("profile"), request.param == "alone"
    spec = WorkspaceSpec(data_dir=folder)
    details = replace(starting_details(), n_cases=2, auditor="A. Tester", client="C", purpose="P")
    project = create_project(spec, "Benchmarks", replace(details, without_files=is_alone)).project_id
    for benchmark_id in ("bbq", "crows_pairs"):
        request_ = BenchmarkRequest(benchmark_id=benchmark_id, path=None, sampling=sampling_of("stratified:2", 5))
        add_benchmark(spec, project, request_)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    return folder, project, is_alone


@pytest.fixture
def spec(made) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=made[0])


@pytest.fixture
def opened(qtbot, window, context, made):
    context.open_project(made[1])
    qtbot.waitUntil(lambda: context.project is not None, timeout=PATIENCE_MS)
    return window


def texts(page) -> str:
    from PySide6.QtWidgets import QLabel

    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


def test_run_names_benchmarks(qtbot, opened, context, made) -> None:
    """The outline says which benchmarks are asked; alone, that no file and no variant is."""
    page = go_to(qtbot, opened, context, "run")
    assert "BBQ: 12 items, 3 texts each, 1 answer to each text" in page.outline.benchmarks_label.text()
    none = "none: benchmarks alone are asked"
    assert (page.outline.variants_label.text() == none) is made[2]
    assert (page.outline.files_label.text() == none) is made[2]
    assert page.answers.model.rowCount() > 0


def test_results_show_scores_without_words_of_files(qtbot, opened, context, made) -> None:
    """Every score stands in the table with its category; alone, no chart and no coverage of files is shown."""
    page = go_to(qtbot, opened, context, "results")
    model = page.explorer.model
    titles = [column.title for column in model.columns]
    rows = [model.row(number) for number in range(model.rowCount())]
    scores = [line for line in rows if is_of_benchmark(line.row)]
    assert scores
    assert (len(scores) == len(rows)) is made[2]
    variants = {model.data(model.index(rows.index(line), titles.index("Variant"))) for line in scores}
    assert "all items" in variants
    assert "whole plan" not in variants
    shown = texts(page)
    assert ("asks benchmarks alone" in shown) is made[2]
    assert page.coverage_table.isVisible() is not made[2]
    assert page.question_box.isVisible() is not made[2]
    assert nameless_controls(page) == []


def test_a_score_leads_to_its_items_and_answers(qtbot, opened, context) -> None:
    """The drawer shows how a score came, its items, a raw answer, what else rests on it; a reading can be corrected."""
    page = go_to(qtbot, opened, context, "results")
    model = page.explorer.model
    for measure in ("s_amb", "change_s_amb", "first_place", "share_stereotyped"):
        number = next(n for n in range(model.rowCount()) if model.row(n).row.measure == measure)
        page.explorer.table.view.selectRow(number)
        click(qtbot, page.explorer.evidence_button)
        wait_until_idle(qtbot, context)
        panel = opened.findChildren(EvidencePanel)[-1]
        assert panel.rows.model.rowCount() > 0, measure
        assert "items" in panel.rows.filter_label.text()
        panel.rows.view.selectRow(0)
        wait_until_idle(qtbot, context)
        assert panel.resting_model.rowCount() > 0
        assert all(is_of_benchmark(panel.resting_model.row(n).row) for n in range(panel.resting_model.rowCount()))
        assert panel.messages.isHidden()
    assert panel.correct_button.isVisibleTo(panel)


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_the_drawer_is_no_wider_than_its_place(qtbot, opened, context, direction) -> None:
    """At twice the text size neither the evidence nor the page Compare beside it scrolls sideways, either way."""
    QApplication.setLayoutDirection(direction)
    try:
        context.appearance.apply(Theme.LIGHT, 2.0)
        opened.resize(1366, 768)
        page = go_to(qtbot, opened, context, "results")
        page.explorer.table.view.selectRow(0)
        click(qtbot, page.explorer.evidence_button)
        wait_until_idle(qtbot, context)
        panel = opened.findChildren(EvidencePanel)[-1]
        panel.rows.view.selectRow(0)
        wait_until_idle(qtbot, context)
        area = panel.parentWidget().parentWidget()
        qtbot.waitUntil(lambda: area.horizontalScrollBar().maximum() == 0, timeout=PATIENCE_MS)
        page = go_to(qtbot, opened, context, "compare")
        assert page.changes.isVisible()
        assert opened.stack.currentWidget().horizontalScrollBar().maximum() == 0
    finally:
        QApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_compare_shows_the_changes_of_scores(qtbot, opened, context, made) -> None:
    """Every change of a score stands in a table of its own, narrows to what changed, and leads to its answers."""
    page = go_to(qtbot, opened, context, "compare")
    assert page.changes.isVisible()
    assert page.explorer.isVisible() is not made[2]
    assert page.changes_label.isVisible() is not made[2]
    assert not page.empty.isVisible()
    assert not page.benchmarks_empty.isVisible()
    explorer = page.changes.explorer
    model = explorer.model
    lines = [model.row(number) for number in range(model.rowCount())]
    assert {line.row.role for line in lines} == {CHANGE_ROLE}
    titles = [column.title for column in model.columns]
    categories = {model.data(model.index(n, titles.index("Category"))) for n in range(model.rowCount())}
    assert {"all items", "Age", "religion"} <= categories
    qtbot.keyClick(page.changes.differs_box, Qt.Key.Key_Space)
    shown = explorer.facets.shown()
    assert all(getattr(line.row.outcome, "value", None) != 0 for line in shown)
    assert explorer.facets.words().endswith("only scores that changed")
    qtbot.keyClick(page.changes.differs_box, Qt.Key.Key_Space)
    assert explorer.facets.shown() == tuple(lines)
    explorer.table.view.selectRow(0)
    click(qtbot, explorer.evidence_button)
    wait_until_idle(qtbot, context)
    panel = opened.findChildren(EvidencePanel)[-1]
    assert panel.line.row.role == CHANGE_ROLE
    assert panel.rows.model.rowCount() > 0
    assert nameless_controls(page) == []


def test_the_report_is_drawn(qtbot, opened, context) -> None:
    """The pages of the report come, and nothing that is missing speaks of files."""
    page = go_to(qtbot, opened, context, "report")
    wait_until_idle(qtbot, context)
    assert not page.messages.isVisible(), page.messages.message_label.text()


@pytest.mark.parametrize("page_id", ["cases", "cues", "plan", "tests", "object"])
def test_the_other_pages_open(qtbot, opened, context, page_id: str) -> None:
    """No page stumbles over a plan with benchmarks, and every control has a name."""
    page = go_to(qtbot, opened, context, page_id)
    assert not opened.message_bar.isVisible(), opened.message_bar.message_label.text()
    assert not page.messages.isVisible()
    assert nameless_controls(page) == []
