"""From a number on the Results page to the rows and raw answers behind it, back to its results, and to a correction."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.gui.widgets.evidence_panel import EvidencePanel
from tests.gui.acting import click, go_to, open_new_project, type_into, wait_until_idle
from tests.gui.driving import PATIENCE_MS, answer_dialog, nameless_controls
from tests.gui.sample_results import ask
from tests.gui.test_results_page import choose, open_results, shown_cells
from tests.unit.audit.test_evidence import moody

pytestmark = pytest.mark.slow

N_FILES = 12


@pytest.fixture
def spec(tmp_path_factory: pytest.TempPathFactory) -> WorkspaceSpec:
    """A profile of its own for every test, because corrections stay."""
    spec = WorkspaceSpec(data_dir=tmp_path_factory.mktemp("drawer"))
    ask(spec, "Moody", moody, n_cases=N_FILES)
    return spec


def panel_of(window) -> EvidencePanel:
    return window.drawer.findChildren(EvidencePanel)[-1]


def click_number(qtbot, page: QWidget, title: str) -> None:
    """Click a number of the first row."""
    model, view = page.explorer.model, page.explorer.table.view
    index = model.index(0, [column.title for column in model.columns].index(title))
    view.scrollTo(index)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())


def open_evidence(qtbot, window, context, measure: str = "Mean shift") -> tuple[QWidget, EvidencePanel]:
    """Click the number of the first row of a measure."""
    page = open_results(qtbot, window, context, "Moody")
    choose(qtbot, page, "Measure", measure)
    click_number(qtbot, page, "Value (interval)")
    assert window.drawer.isVisible()
    panel = panel_of(window)
    qtbot.waitUntil(lambda: panel.rows.model.rowCount() > 0 and "…" not in cells(panel, 1), timeout=PATIENCE_MS)
    wait_until_idle(qtbot, context)
    return page, panel


def cells(panel: EvidencePanel, column: int) -> list[str]:
    model = panel.rows.model
    return [str(model.data(model.index(row, column))) for row in range(model.rowCount())]


def choose_row(qtbot, context, panel: EvidencePanel, number: int) -> None:
    view = panel.rows.view
    place = view.visualRect(panel.rows.model.index(number, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    wait_until_idle(qtbot, context)


def test_one_click_leads_from_a_number_to_the_rows_behind_it(qtbot, window, context) -> None:
    """The drawer says how the number came, and holds a row per file with both values and the change."""
    page, panel = open_evidence(qtbot, window, context)

    assert window.drawer.title_label.text() == "Mean shift of female: rating, baseline"
    assert panel.rows.model.rowCount() == N_FILES
    assert [column.title for column in panel.rows.model.columns] == ["File", "original", "female", "Change"]
    assert "refused" in cells(panel, 1) + cells(panel, 2)
    assert "not measured" in cells(panel, 3)
    assert nameless_controls(window.drawer) == []
    qtbot.keyClick(window.drawer.close_button, Qt.Key.Key_Escape)
    assert not window.drawer.isVisible()
    page.explorer.table.view.setFocus()
    qtbot.keyClick(page.explorer.table.view, Qt.Key.Key_Return)

    assert window.drawer.isVisible()


def test_rows_are_filtered_and_exported_with_their_filter(qtbot, window, context, tmp_path) -> None:
    """Only files with a missing value, as the line above the table and the file say."""
    _page, panel = open_evidence(qtbot, window, context)
    rows = panel.rows
    rows.moved_box.setFocus()
    for _ in range(5):
        qtbot.keyClick(rows.moved_box, Qt.Key.Key_Down)
    wait_until_idle(qtbot, context)
    n_missing = rows.model.rowCount()
    assert 0 < n_missing < N_FILES
    assert rows.filter_label.text() == f"{n_missing} of {N_FILES} files: a value is missing"
    target = tmp_path / "missing.json"

    def name_it(dialog: QWidget) -> None:
        assert isinstance(dialog, QFileDialog)
        dialog.selectNameFilter("JSON (*.json)")
        dialog.findChild(QLineEdit).setText(str(target))
        dialog.accept()

    answer_dialog(name_it)
    click(qtbot, rows.export_button)
    wait_until_idle(qtbot, context)
    plain = json.loads(target.read_text(encoding="utf-8"))

    assert len(plain["rows"]) == n_missing
    cells(panel, 0)
    wait_until_idle(qtbot, context)
    assert [row[0] for row in plain["rows"]] == cells(panel, 0)
    assert plain["rows_shown"] == rows.filter_label.text()


def test_a_row_leads_to_the_raw_answer_and_to_what_rests_on_it(qtbot, window, context) -> None:
    """The part that was read is marked, and every result that rests on the answer is listed and can be opened."""
    _page, panel = open_evidence(qtbot, window, context)
    number = next(place for place, text in enumerate(cells(panel, 3)) if text != "not measured")
    choose_row(qtbot, context, panel, number)
    answer = panel.answer.answer
    assert answer is not None
    assert answer.key.variant == "female"
    assert panel.answer.answer_text.marked_text() in cells(panel, 2)[number]
    titles = [panel.resting_model.row(place).row.measure for place in range(panel.resting_model.rowCount())]
    assert "consistency" in titles
    assert "interaction" in titles
    panel.resting.view.selectRow(titles.index("interaction"))
    click(qtbot, panel.result_button)
    wait_until_idle(qtbot, context)

    assert window.drawer.title_label.text().startswith("Interaction of female+international")
    assert len(panel_of(window).rows.model.columns) == 6


def test_a_reading_is_corrected_by_hand_and_every_number_on_it_follows(qtbot, window, context) -> None:
    """With a name and a reason; without one nothing is written. The number updates by itself and is marked."""
    page, panel = open_evidence(qtbot, window, context)
    before = shown_cells(page, "Value (interval)")[0]
    number = next(place for place, text in enumerate(cells(panel, 3)) if text != "not measured")
    choose_row(qtbot, context, panel, number)
    click(qtbot, panel.correct_button)
    form = panel.form
    old = panel.answer.answer.reading.value
    type_into(qtbot, form.value_edit, "1" if old != 1 else "5")
    click(qtbot, form.write_button)
    wait_until_idle(qtbot, context)
    assert "reason" in form.messages.message_label.text()
    type_into(qtbot, form.who_edit, "Zoë Nguyễn")
    form.why_edit.setFocus()
    form.why_edit.insertPlainText("The first number is the year.")
    click(qtbot, form.write_button)
    qtbot.waitUntil(lambda: shown_cells(page, "Value (interval)")[0] != before, timeout=PATIENCE_MS)
    wait_until_idle(qtbot, context)

    renewed = panel_of(window)
    assert shown_cells(page, "Corrected by hand")[0] == "1"
    assert not page.frame.outdated_badge.isVisible()
    qtbot.waitUntil(lambda: "(corrected)" in cells(renewed, 2)[number], timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: renewed.answer.answer is not None, timeout=PATIENCE_MS)
    assert "corrected by hand by Zoë Nguyễn: The first number is the year." in renewed.answer.reading_label.text()
    assert any("corrected by hand" in remark for remark in page.frame.remarks())


def test_numbers_of_the_comparison_lead_to_their_evidence(qtbot, window, context) -> None:
    """The shift before rests on the first system, the consistency after on the second."""
    open_results(qtbot, window, context, "Moody")
    page = go_to(qtbot, window, context, "compare")
    click_number(qtbot, page, "Shift before (interval)")
    assert window.drawer.title_label.text() == "Mean shift of female: rating, baseline"
    click_number(qtbot, page, "Consistency after")

    assert window.drawer.title_label.text() == "Consistency of female: rating, mitigated"


def test_the_drawer_closes_with_its_project(qtbot, window, context) -> None:
    """Evidence of a project that was left never stands beside another one."""
    open_evidence(qtbot, window, context)
    open_new_project(qtbot, context)
    qtbot.waitUntil(lambda: not window.drawer.isVisible(), timeout=PATIENCE_MS)
