"""The Results page, looked at as the auditor does, over projects that were really run."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton, QWidget

from fairdesk.audit.holding import holding
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.plan_abilities import QUESTION_SCOPE
from fairdesk.audit.preferences import Theme
from fairdesk.audit.projects import save_details, show_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.result_words import Standing
from fairdesk.domain.results import Estimate
from fairdesk.gui.directions import LEFT_TO_RIGHT_ISOLATE, POP_ISOLATE
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from tests.gui.acting import click, go_to, open_new_project, wait_until_idle, wait_until_still
from tests.gui.driving import PATIENCE_MS, answer_dialog, nameless_controls
from tests.gui.sample_results import ask, overshoot, refuse, rehearse

BASIC_FACETS = ("System", "Question", "Measure", "Role of the variant", "Verdict", "Standing")
PROJECTS = ("Rehearsed", "Refused", "Overshot", "Left early")


@pytest.fixture(scope="module")
def run_spec(tmp_path_factory: pytest.TempPathFactory) -> WorkspaceSpec:
    """One profile with every kind of project; made once, because its answers are really asked for."""
    spec = WorkspaceSpec(data_dir=tmp_path_factory.mktemp("judged"))
    rehearse(spec, PROJECTS[0], n_cases=2)
    ask(spec, PROJECTS[1], refuse)
    ask(spec, PROJECTS[2], overshoot, n_cases=12)
    ask(spec, PROJECTS[3], overshoot, cancelled=lambda: True)
    return spec


@pytest.fixture
def spec(run_spec: WorkspaceSpec) -> WorkspaceSpec:
    return run_spec


def open_results(qtbot, window: MainWindow, context: PageContext, name: str) -> QWidget:
    """Open a project and look at its results."""
    context.open_project(show_project(context.spec, name).summary.project_id)
    wait_until_idle(qtbot, context)
    assert not window.message_bar.isVisible(), window.message_bar.message_label.text()
    page = go_to(qtbot, window, context, "results")
    assert not page.messages.isVisible(), page.messages.message_label.text()
    return page


def shown_cells(page: QWidget, title: str) -> list[str]:
    """A column of the table as it is read."""
    model = page.explorer.model
    number = [column.title for column in model.columns].index(title)
    texts = [model.data(model.index(row, number)) for row in range(model.rowCount())]
    return [text.replace(LEFT_TO_RIGHT_ISOLATE, "").replace(POP_ISOLATE, "") for text in texts]


def words_beside(page: QWidget) -> str:
    return page.explorer.words_view.toPlainText()


def choose(qtbot, page: QWidget, title: str, value: str) -> None:
    """Choose a value of a facet with the keyboard, as it stands in the list."""
    box = page.explorer.facets.boxes[title]
    number = [box.itemData(place) for place in range(box.count())].index(value)
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    for _ in range(number):
        qtbot.keyClick(box, Qt.Key.Key_Down)


def test_a_project_without_a_plan_says_what_belongs_here_and_leads_to_the_run(qtbot, window, context) -> None:
    """An empty page has one sentence, one advice, and the two ways to results: a run, or answers of somebody else."""
    open_new_project(qtbot, context)
    page = go_to(qtbot, window, context, "results")
    assert page.frame.empty.isVisible()
    assert not page.explorer.isVisible()
    buttons = [button.text() for button in page.frame.empty.findChildren(QPushButton) if button.isVisible()]
    assert buttons == ["Go to Run", "Import recorded answers…"]
    wait_until_still(qtbot, page.frame.empty.action_button)
    qtbot.mouseClick(page.frame.empty.action_button, Qt.MouseButton.LeftButton)

    assert window.current_page_id() == "run"


def test_results_of_ended_runs_are_there_without_a_click(qtbot, window, context) -> None:
    """When all runs have ended the analysis is done by itself, and every row carries its parts."""
    page = open_results(qtbot, window, context, "Overshot")

    assert page.explorer.isVisible()
    assert "0.000 share of files" in words_beside(page)
    assert "baseline: complete." in page.runs_label.text()
    assert page.explorer.filter_label.text() == f"All {page.explorer.model.rowCount()} rows"
    assert shown_cells(page, "Measure")[0] == "Consistency"
    assert shown_cells(page, "Lower / same / higher")[0] == "12 / 0 / 0"
    assert shown_cells(page, "p")[1] == "0.000488"
    assert not page.frame.stamp.isVisible()
    assert not page.frame.outdated_badge.isVisible()


def test_planned_results_stand_first_and_exploratory_ones_say_so(qtbot, window, context) -> None:
    """No exploratory row stands before a planned comparison, and its verdict begins with the word."""
    page = open_results(qtbot, window, context, "Overshot")
    standings = shown_cells(page, "Standing")
    verdicts = shown_cells(page, "Verdict")
    last_planned = len(standings) - 1 - standings[::-1].index("planned")

    assert "exploratory" in standings
    assert "exploratory" not in standings[: last_planned + 1]
    for standing, verdict in zip(standings, verdicts, strict=True):
        assert verdict.startswith("exploratory: ") == (standing == Standing.EXPLORATORY.value)


def test_consistency_is_never_shown_without_its_direction(qtbot, window, context) -> None:
    """Whatever is filtered, a consistency has its counts in the row and its sign test in the words."""
    page = open_results(qtbot, window, context, "Overshot")
    choose(qtbot, page, "Measure", "Consistency")

    assert all(cell.count("/") == 2 for cell in shown_cells(page, "Lower / same / higher"))
    assert all("sign test" in cell for cell in shown_cells(page, "Read beside it"))
    assert "12 lower, 0 the same, 0 higher" in words_beside(page)


def test_facets_count_combine_and_reset_at_once(qtbot, window, context) -> None:
    """Counts of one facet follow the others; the filter stands above the table in words."""
    page = open_results(qtbot, window, context, "Overshot")
    facets = page.explorer.facets
    n_rows = page.explorer.model.rowCount()
    choose(qtbot, page, "System", "mitigated")
    assert page.explorer.filter_label.text() == f"{n_rows // 2} of {n_rows} rows: System = mitigated"
    measures = facets.boxes["Measure"]
    assert "Mean shift (5)" in [measures.itemText(number) for number in range(measures.count())]
    choose(qtbot, page, "Measure", "Mean shift")
    assert page.explorer.filter_label.text() == f"5 of {n_rows} rows: System = mitigated, Measure = Mean shift"
    assert set(shown_cells(page, "System")) == {"mitigated"}
    wait_until_still(qtbot, facets.reset_button)
    qtbot.mouseClick(facets.reset_button, Qt.MouseButton.LeftButton)

    assert page.explorer.filter_label.text() == f"All {n_rows} rows"
    assert not facets.reset_button.isEnabled()


def test_a_table_sorts_by_numbers_and_finds_back_to_the_order_of_the_plan(qtbot, window, context) -> None:
    """Rows without a value stand last; the third click on a heading gives the first order back."""
    page = open_results(qtbot, window, context, "Overshot")
    view = page.explorer.table.view
    before = shown_cells(page, "Result")
    header = view.horizontalHeader()
    section = [column.title for column in page.explorer.model.columns].index("Value (interval)")
    place = header.sectionViewportPosition(section) + header.sectionSize(section) // 2

    def click() -> None:
        point = QPoint(place, header.height() // 2)
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=point)

    click()
    values = [page.explorer.model.row(number).row.outcome for number in range(page.explorer.model.rowCount())]
    numbers = [outcome.value for outcome in values if isinstance(outcome, Estimate)]
    assert numbers == sorted(numbers)
    click()
    click()

    assert shown_cells(page, "Result") == before


def test_a_chosen_row_is_told_whole_beside_the_table(qtbot, window, context) -> None:
    """Value, verdict, how to read it, test with family, counts in and out, method: all in words."""
    page = open_results(qtbot, window, context, "Overshot")
    choose(qtbot, page, "Measure", "Interaction")
    words = words_beside(page)
    assert "which add up to" in words
    choose(qtbot, page, "Measure", "Direction")
    words = words_beside(page)
    for part in (
        "exact sign test",
        "confirmatory, Holm, 2 tests",
        "12 of 12 files have a value on both sides.",
        "How to read it",
        "M05",
        "baseline/rating/female/direction",
    ):
        assert part in words


def test_a_copy_carries_headings_the_filter_and_full_precision(qtbot, window, context) -> None:
    """One value per cell, in the clipboard as in the analysis; the platform's key copies what is chosen."""
    page = open_results(qtbot, window, context, "Overshot")
    n_rows = page.explorer.model.rowCount()
    choose(qtbot, page, "Measure", "Direction")
    view = page.explorer.table.view
    view.setFocus()
    qtbot.keySequence(view, QKeySequence(QKeySequence.StandardKey.SelectAll))
    qtbot.keySequence(view, QKeySequence(QKeySequence.StandardKey.Copy))
    by_key = QGuiApplication.clipboard().text()
    qtbot.mouseClick(page.explorer.copy_button, Qt.MouseButton.LeftButton)
    heading, first, *_ = QGuiApplication.clipboard().text().splitlines()
    cells = dict(zip(heading.split("\t"), first.split("\t"), strict=True))

    assert by_key == QGuiApplication.clipboard().text()
    assert cells["p"] == "0.00048828125"
    assert cells["Value (interval)"] == "-1.0"
    assert (cells["Lower"], cells["The same"], cells["Higher"]) == ("12", "0", "0")
    assert cells["Rows shown"] == f"10 of {n_rows} rows: Measure = Direction"
    assert cells["Interval from"] != ""
    assert LEFT_TO_RIGHT_ISOLATE not in by_key


def test_a_rehearsal_is_stamped(qtbot, window, context) -> None:
    """What the built-in model produced says so on the page, above every number."""
    page = open_results(qtbot, window, context, "Rehearsed")

    assert page.frame.stamp.isVisible()
    assert page.frame.stamp.message_label.text().endswith("Rehearsal, not evidence")
    assert not page.frame.stamp.close_button.isVisible()


def test_continuous_quantities_say_why_there_is_no_consistency(qtbot, window, context) -> None:
    """The rehearsal model gives log-probabilities: consistency of those is not measured, and says why."""
    page = open_results(qtbot, window, context, "Rehearsed")
    choose(qtbot, page, "Question", "admit_log_odds")
    choose(qtbot, page, "Measure", "Consistency")
    values = shown_cells(page, "Value (interval)")

    assert values
    assert all(value.startswith("not measured: continuous quantity") for value in values)


def test_refusals_everywhere_are_not_measured_and_never_agreement(qtbot, window, context) -> None:
    """Without one answer no measure has a number; only how many answered is counted, and it says 0 of 3."""
    page = open_results(qtbot, window, context, "Refused")
    assert "0 answered, 21 refused" in page.runs_label.text()
    for measure, value in zip(shown_cells(page, "Measure"), shown_cells(page, "Value (interval)"), strict=True):
        if measure != "One-sided answers":
            assert value.startswith("not measured: ")
    model = page.explorer.model
    assert model.data(model.index(0, 0), Qt.ItemDataRole.FontRole).italic()
    assert "Missing on the side of the original: 3 refused." in words_beside(page)
    assert "not computable" in words_beside(page)
    assert "not measured" in page.chart_panels[0].summary_label.text()
    qtbot.mouseClick(page.explorer.copy_button, Qt.MouseButton.LeftButton)
    heading, first, *_ = QGuiApplication.clipboard().text().splitlines()
    cells = dict(zip(heading.split("\t"), first.split("\t"), strict=True))

    assert cells["Value (interval)"] == ""
    assert cells["Not measured because"] != ""


def test_no_estimate_is_shown_while_a_run_goes_on(qtbot, window, context) -> None:
    """Promise 7: the numbers go when a process takes up a run, and are back when it has ended."""
    page = open_results(qtbot, window, context, "Overshot")
    assert page.explorer.isVisible()
    project_id = context.project.summary.project_id
    with Workspace(context.spec) as workspace, holding(workspace, f"project:{project_id}"):
        window.show_page("settings")
        go_to(qtbot, window, context, "results")
        assert not page.explorer.isVisible()
        assert page.frame.empty.isVisible()
        assert page.frame.empty.action_button.text() == "See how far the run is"
    window.show_page("settings")
    go_to(qtbot, window, context, "results")

    assert page.explorer.isVisible()


def test_a_run_that_was_left_is_analysed_only_on_request_and_says_so(qtbot, window, context) -> None:
    """Looking early is a choice: the page says how far each run came, and the results say it too."""
    page = open_results(qtbot, window, context, "Left early")
    assert page.frame.empty.isVisible()
    assert page.frame.empty.action_button.text() == "Analyse what there is"
    wait_until_still(qtbot, page.frame.empty.action_button)
    qtbot.mouseClick(page.frame.empty.action_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.explorer.isVisible, timeout=PATIENCE_MS)

    assert page.frame.left_label.isVisible()
    assert "Not every planned question was asked" in page.frame.left_label.text()
    assert "baseline: stopped" in page.runs_label.text()


def test_an_analysis_can_be_stopped_and_begun_again(qtbot, window, context) -> None:
    """Cancel leaves a page that says what happened and offers to compute; nothing starts again by itself."""
    context.open_project(show_project(context.spec, "Overshot").summary.project_id)
    wait_until_idle(qtbot, context)
    window.show_page("results")
    page = window.stack.currentWidget().widget()
    qtbot.waitUntil(page.frame.cancel_button.isVisible, timeout=PATIENCE_MS)
    qtbot.mouseClick(page.frame.cancel_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.frame.empty is not None and page.frame.empty.isVisible(), timeout=PATIENCE_MS)
    assert page.frame.empty.action_button.text() == "Analyse now"
    window.show_page("settings")
    go_to(qtbot, window, context, "results")
    assert page.frame.empty.isVisible()
    wait_until_still(qtbot, page.frame.empty.action_button)
    qtbot.mouseClick(page.frame.empty.action_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.explorer.isVisible, timeout=PATIENCE_MS)

    assert window.activity_line.words_label.text() == "Nothing runs"


def test_coverage_says_what_was_not_tested_and_why(qtbot, window, context) -> None:
    """Untested groups stand in the same table as the tested ones, with their reason and their stakes."""
    page = open_results(qtbot, window, context, "Overshot")
    cells = [page.coverage_model.row(number) for number in range(page.coverage_model.rowCount())]

    assert {cell.state for cell in cells} == {"tested", "not tested"}
    left_out = [cell for cell in cells if cell.state == "not tested"]
    assert all(cell.reason for cell in left_out)
    # A question that the endpoint cannot answer is no group, and nobody has rated what is at stake in it.
    assert all(cell.stakes for cell in left_out if not cell.scope.startswith(QUESTION_SCOPE))
    assert "combinations outside the plan were not tested" in page.coverage_label.text()


def test_charts_have_their_words_and_their_table(qtbot, window, context) -> None:
    """The forest plot, bars and interaction of each system: each with a summary and a table one key away."""
    page = open_results(qtbot, window, context, "Overshot")

    assert len(page.chart_panels) == 5
    assert all(panel.summary_label.text() for panel in page.chart_panels)
    panel = page.chart_panels[0]
    with qtbot.waitActive(window):
        window.activateWindow()
    panel.view.canvas.setFocus()
    qtbot.keyClick(panel.view.canvas, Qt.Key.Key_T)
    assert panel.view.shows_table()


@pytest.mark.parametrize(
    "look",
    [(1.5, Qt.LayoutDirection.LeftToRight), (2.0, Qt.LayoutDirection.RightToLeft)],
    ids=["150", "200 from right"],
)
def test_results_fit_a_small_screen_with_large_text(qtbot, window, context, appearance, look) -> None:
    """With real results nothing widens the page at 1366 x 768, and every control has a name."""
    scale, direction = look
    window.setLayoutDirection(direction)
    appearance.apply(Theme.LIGHT, scale)
    window.resize(1366, 768)
    page = open_results(qtbot, window, context, "Rehearsed")
    area = window.stack.currentWidget()
    qtbot.waitUntil(page.explorer.isVisible, timeout=PATIENCE_MS)

    assert area.horizontalScrollBar().maximum() == 0
    assert nameless_controls(page) == []
    appearance.apply(Theme.LIGHT, 1.0)


def test_results_say_that_they_are_outdated_and_stay_until_someone_analyses_again(qtbot, window, context) -> None:
    """After another plan was fixed the numbers stay in sight under the word, with what changed."""
    page = open_results(qtbot, window, context, "Left early")
    wait_until_still(qtbot, page.frame.empty.action_button)
    qtbot.mouseClick(page.frame.empty.action_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.explorer.isVisible, timeout=PATIENCE_MS)
    with Workspace(context.spec) as workspace:
        details = workspace.store.projects.get("Left early").details
    # The facts of the endpoint are known, so that fixing a plan asks nobody.
    save_details(context.spec, "Left early", replace(details, n_samples=details.n_samples + 1))
    fix_plan(context.spec, "Left early")
    context.read_project_again()
    qtbot.waitUntil(page.frame.outdated_badge.isVisible, timeout=PATIENCE_MS)

    assert page.frame.outdated_badge.text() == "outdated"
    assert page.frame.changes_label.text() == "Another plan was fixed since these results were computed."
    assert page.explorer.isVisible()
    qtbot.mouseClick(page.frame.again_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.messages.isVisible, timeout=PATIENCE_MS)
    assert "Nothing was run under this plan yet" in page.messages.message_label.text()
    assert page.explorer.isVisible()


def test_the_rows_shown_are_exported_with_their_filter(qtbot, window, context, tmp_path) -> None:
    """One button writes what is shown, at full precision, with the filter in the file; the page says where it is."""
    page = open_results(qtbot, window, context, "Rehearsed")
    choose(qtbot, page, "Measure", "Mean shift")
    target = tmp_path / "shifts.json"

    def name_it(dialog: QWidget) -> None:
        assert isinstance(dialog, QFileDialog)
        dialog.selectNameFilter("JSON (*.json)")
        dialog.findChild(QLineEdit).setText(str(target))
        dialog.accept()

    answer_dialog(name_it)
    qtbot.mouseClick(page.explorer.export_button, Qt.MouseButton.LeftButton)
    wait_until_idle(qtbot, context)
    written = json.loads(target.read_text(encoding="utf-8"))
    values = [row[written["cols"].index("Value (interval)")] for row in written["rows"]]

    assert written["rows_shown"] == page.explorer.filter_label.text()
    assert any("Rehearsal" in remark for remark in written["remarks"])
    assert len(values) == page.explorer.model.rowCount()
    assert all(isinstance(value, float) for value in values)
    assert str(target) in page.messages.message_label.text()


def test_attributes_are_facets_and_choices_can_be_turned_round(qtbot, window, context) -> None:
    """Every attribute of the plan groups the rows; the other rows are one button away, and the line says so."""
    page = open_results(qtbot, window, context, "Overshot")
    facets = page.explorer.facets
    n_rows = page.explorer.model.rowCount()
    attribute = next(title for title in facets.boxes if title not in BASIC_FACETS)
    box = facets.boxes[attribute]
    level = next(box.itemData(place) for place in range(1, box.count()) if "as in" not in box.itemData(place))
    choose(qtbot, page, attribute, level)
    n_chosen = page.explorer.model.rowCount()
    assert 0 < n_chosen < n_rows
    assert page.explorer.filter_label.text() == f"{n_chosen} of {n_rows} rows: {attribute} = {level}"
    # The line above the table breaks anew; a click in the same millisecond would fall beside the moving button.
    wait_until_idle(qtbot, context)
    wait_until_still(qtbot, facets.invert_button)
    click(qtbot, facets.invert_button)
    assert facets.invert_button.isChecked()
    assert page.explorer.model.rowCount() == n_rows - n_chosen
    assert page.explorer.filter_label.text() == f"{n_rows - n_chosen} of {n_rows} rows: not ({attribute} = {level})"
    qtbot.mouseClick(facets.reset_button, Qt.MouseButton.LeftButton)

    assert page.explorer.model.rowCount() == n_rows
    assert not facets.invert_button.isChecked()


def test_few_files_and_crowded_ends_stand_beside_the_number(qtbot, window, context) -> None:
    """Two files are few, and the share of the originals at each end of the scale is printed in every row."""
    page = open_results(qtbot, window, context, "Rehearsed")
    choose(qtbot, page, "Measure", "Mean shift")

    for value, words in zip(shown_cells(page, "Value (interval)"), shown_cells(page, "Caution"), strict=True):
        assert words == "none" if value.startswith("not measured") else "few files: " in words
    assert all(
        cell == "not counted" or "lowest" in cell for cell in shown_cells(page, "Originals at the ends of the scale")
    )
    assert "few files" in words_beside(page)
