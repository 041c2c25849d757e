"""The Compare page, looked at as the auditor does, over projects that were really run."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from fairdesk.audit.plan import fix_plan
from fairdesk.audit.preferences import Theme
from fairdesk.audit.projects import create_project, show_project, starting_details
from fairdesk.audit.results_view import read_results
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.comparison_words import differs
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from tests.gui.acting import go_to, open_new_project, wait_until_idle
from tests.gui.driving import PATIENCE_MS, nameless_controls
from tests.gui.sample_results import ask, overshoot, refuse
from tests.gui.test_results_page import shown_cells, words_beside


@pytest.fixture(scope="module")
def run_spec(tmp_path_factory: pytest.TempPathFactory) -> WorkspaceSpec:
    """One profile: a layer that overshoots, refusals only, and one system only."""
    spec = WorkspaceSpec(data_dir=tmp_path_factory.mktemp("compared"))
    ask(spec, "Overshot", overshoot, n_cases=12)
    ask(spec, "Refused", refuse)
    details = starting_details()
    one = create_project(spec, "One system", _one_system(details))
    fix_plan(spec, one.project_id)
    run_project(spec, one.project_id, lambda progress: None)
    return spec


def _one_system(details):
    from dataclasses import replace

    return replace(details, systems=details.systems[:1], n_cases=1, auditor="A. Tester")


@pytest.fixture
def spec(run_spec: WorkspaceSpec) -> WorkspaceSpec:
    return run_spec


def open_comparison(qtbot, window: MainWindow, context: PageContext, name: str) -> QWidget:
    """Open a project and look at its comparison."""
    context.open_project(show_project(context.spec, name).summary.project_id)
    wait_until_idle(qtbot, context)
    assert not window.message_bar.isVisible(), window.message_bar.message_label.text()
    page = go_to(qtbot, window, context, "compare")
    assert not page.messages.isVisible(), page.messages.message_label.text()
    return page


def test_without_any_run_the_page_leads_to_the_run(qtbot, window, context) -> None:
    """An empty page offers the next step, and answers that somebody else collected."""
    open_new_project(qtbot, context)
    page = go_to(qtbot, window, context, "compare")
    buttons = [button.text() for button in page.findChildren(QPushButton) if button.isVisible()]

    assert buttons == ["Go to Run", "Import recorded answers…"]


def test_one_system_alone_says_that_the_effect_is_not_measured(qtbot, window, context) -> None:
    """There is a result, but nothing to compare it with: not measured, never "no effect"."""
    page = open_comparison(qtbot, window, context, "One system")
    assert page.empty.isVisible()
    assert page.empty.findChild(QWidget).text() == "Effect of a layer: not measured"
    assert not page.explorer.isVisible()
    qtbot.mouseClick(page.empty.action_button, Qt.MouseButton.LeftButton)

    assert window.current_page_id() == "run"


def test_before_and_after_stand_in_one_row_per_variant(qtbot, window, context) -> None:
    """Shift before, after, change, test, status, consistency and level, on the same files."""
    page = open_comparison(qtbot, window, context, "Overshot")
    at = shown_cells(page, "Variant").index("female")

    assert shown_cells(page, "Shift before (interval)")[at].startswith("−1.000")
    assert shown_cells(page, "Shift after (interval)")[at].startswith("1.000")
    assert shown_cells(page, "Change (interval)")[at].startswith("2.000")
    assert shown_cells(page, "Status")[at] == "overshoot"
    assert shown_cells(page, "Consistency before")[at].startswith("0.000")
    assert shown_cells(page, "Mean of the originals after")[at] == "3.000"
    assert "exactly one difference: layers" in page.systems_label.text()
    assert "12 files have all four answers." in words_beside(page)


def test_an_overshoot_is_named_above_the_table(qtbot, window, context) -> None:
    """It is a finding, not a success, and cannot be closed away."""
    page = open_comparison(qtbot, window, context, "Overshot")

    assert page.overshoot_bar.isVisible()
    assert "Overshoot: female (rating), female+international (rating)" in page.overshoot_bar.message_label.text()
    assert page.overshoot_bar.advice_label.text() == "The shift changed its side; this is a finding, not a success."
    assert not page.overshoot_bar.close_button.isVisible()


def test_only_what_differs_is_shown_when_asked_for(qtbot, window, context) -> None:
    """The filter is written above the table, travels with a copy, and one button takes it back."""
    page = open_comparison(qtbot, window, context, "Overshot")
    page.differs_box.setFocus()
    qtbot.keyClick(page.differs_box, Qt.Key.Key_Space)
    assert shown_cells(page, "Variant") == ["female", "female+international"]
    assert page.explorer.filter_label.text() == "2 of 5 rows: only what differs"
    qtbot.mouseClick(page.explorer.copy_button, Qt.MouseButton.LeftButton)
    heading, first, *_ = QGuiApplication.clipboard().text().splitlines()
    cells = dict(zip(heading.split("\t"), first.split("\t"), strict=True))
    assert cells["Rows shown"] == "2 of 5 rows: only what differs"
    assert cells["Change (interval)"] == "2.0"
    qtbot.mouseClick(page.explorer.facets.reset_button, Qt.MouseButton.LeftButton)

    assert page.explorer.filter_label.text() == "All 5 rows"
    assert not page.differs_box.isChecked()


def test_what_is_not_measured_may_differ_and_is_never_left_out(qtbot, window, context) -> None:
    """With refusals only, no row claims to be equal; each says not measured and why."""
    page = open_comparison(qtbot, window, context, "Refused")
    page.differs_box.setFocus()
    qtbot.keyClick(page.differs_box, Qt.Key.Key_Space)

    assert set(shown_cells(page, "Status")) == {"not measured"}
    assert all(value.startswith("not measured: ") for value in shown_cells(page, "Change (interval)"))
    assert page.explorer.model.rowCount() == 5
    assert "not measured" in page.chart_panels[0].summary_label.text()


def test_the_chart_shows_both_systems_of_every_variant(qtbot, window, context) -> None:
    """Two lines per variant, one below the other, and the status in the words."""
    page = open_comparison(qtbot, window, context, "Overshot")
    panel = page.chart_panels[0]
    panel.view.canvas.setFocus()
    qtbot.keyClick(panel.view.canvas, Qt.Key.Key_T)
    rows = [panel.view.table.view.model().row(number).cells for number in range(10)]

    assert [cells[0] for cells in rows][:2] == ["female: baseline", "female: mitigated"]
    assert "overshoot" in panel.summary_label.text()


def test_changes_of_single_files_that_cancel_out_are_differences(spec: WorkspaceSpec) -> None:
    """Two equal shifts over different files are not the same; "differs" looks at the files."""
    from dataclasses import replace

    row = read_results(spec, show_project(spec, "Overshot").summary.project_id).comparison_lines[0].row
    equal = replace(row, shift_after=row.shift_before, consistency_after=row.consistency_before)
    still = replace(equal, change=replace(row.change, value=0.0, details={"n_moved": 0.0}))

    assert differs(replace(equal, change=replace(row.change, value=0.0, details={"n_moved": 2.0})))
    assert not differs(still)


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_the_comparison_fits_a_small_screen_with_large_text(qtbot, window, context, appearance, scale) -> None:
    """With a real comparison nothing widens the page at 1366 x 768, and every control has a name."""
    appearance.apply(Theme.LIGHT, scale)
    window.resize(1366, 768)
    page = open_comparison(qtbot, window, context, "Overshot")
    qtbot.waitUntil(page.explorer.isVisible, timeout=PATIENCE_MS)

    assert window.stack.currentWidget().horizontalScrollBar().maximum() == 0
    assert nameless_controls(page) == []
    appearance.apply(Theme.LIGHT, 1.0)
