"""A project whose answers were supplied: every page opens on it, and the window says what it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QWidget

from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.supplied import RecordsRequest, SuppliedBy, import_records, record_file
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.records import LayoutChoices
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.pages import PAGES
from tests.e2e.supplied_files import two_systems_file
from tests.gui.acting import wait_until_idle
from tests.gui.driving import PATIENCE_MS

pytestmark = pytest.mark.slow


@pytest.fixture
def supplied(spec: WorkspaceSpec, tmp_path: Path) -> str:
    """The id of a project with records of two systems."""
    details = replace(starting_details(), client="C", purpose="P", auditor="A. Auditor")
    project = create_project(spec, "Supplied", details).project_id
    file = record_file(two_systems_file(tmp_path / "r.csv"), LayoutChoices(scale=(1.0, 5.0)))
    import_records(spec, project, RecordsRequest(files=(file,), supply=SuppliedBy(who="Vendor Ltd")))
    return project


def shown(qtbot, window: MainWindow, context: PageContext, page_id: str) -> QWidget:
    window.show_page(page_id)
    wait_until_idle(qtbot, context)
    assert not window.message_bar.isVisible(), window.message_bar.message_label.text()
    area = window.stack.currentWidget()
    assert isinstance(area, QScrollArea)
    return area.widget()


def test_every_page_opens_on_a_supplied_project(qtbot, window: MainWindow, context: PageContext, supplied: str) -> None:
    """No page fails, complains or warns, whatever is not known of the object."""
    context.open_project(supplied)
    qtbot.waitUntil(lambda: context.project is not None, timeout=PATIENCE_MS)
    for page in PAGES:
        shown(qtbot, window, context, page.page_id)


def test_the_results_page_names_the_supplier(qtbot, window: MainWindow, context: PageContext, supplied: str) -> None:
    """Beside the results stands who supplied the answers and that the run was not observed."""
    context.open_project(supplied)
    qtbot.waitUntil(lambda: context.project is not None, timeout=PATIENCE_MS)
    page = shown(qtbot, window, context, "results")

    def words() -> str:
        return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())

    qtbot.waitUntil(lambda: "run not observed by FairDesk" in words(), timeout=PATIENCE_MS)
    assert "Vendor Ltd" in words()


def test_nothing_can_be_asked_on_the_run_page(qtbot, window: MainWindow, context: PageContext, supplied: str) -> None:
    """No button starts, resumes or plans anew; the page says who supplied the answers."""
    context.open_project(supplied)
    qtbot.waitUntil(lambda: context.project is not None, timeout=PATIENCE_MS)
    page = shown(qtbot, window, context, "run")

    def words() -> str:
        return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())

    qtbot.waitUntil(lambda: "There is nothing to ask." in words(), timeout=PATIENCE_MS)
    texts = {button.text() for button in page.findChildren(QPushButton) if button.isVisible()}
    assert texts & {"Start", "Resume", "Fix the plan and start"} == set()


def test_nothing_of_the_object_can_be_set_that_nobody_knows(qtbot, window: MainWindow, context, supplied: str) -> None:
    """Object shows what is known and unknown, and no field for an endpoint, a prompt or a decoding."""
    context.open_project(supplied)
    qtbot.waitUntil(lambda: context.project is not None, timeout=PATIENCE_MS)
    page = shown(qtbot, window, context, "object")
    assert not page.endpoint_box.isVisible()
    assert not page.test_button.isVisible()
    assert "run not observed by FairDesk" in page.identity_panel.facts_label.text()
    assert "Log-probabilities" not in page.identity_panel.facts_label.text()
    assert "one and the same" not in page.difference_label.text()
    assert not any(edit.isVisible() for form in page._system_forms for edit in form.findChildren(QWidget))


def test_the_page_of_cases_shows_none(qtbot, window: MainWindow, context: PageContext, supplied: str) -> None:
    """No case file was asked about, so none is shown; the way to the results is."""
    context.open_project(supplied)
    qtbot.waitUntil(lambda: context.project is not None, timeout=PATIENCE_MS)
    page = shown(qtbot, window, context, "cases")
    assert page.folder.no_cases.isVisible()
    assert not page.folder.table.isVisible()
    assert not page.folder.number_box.isVisible()
    page.folder.no_cases.action_button.click()
    assert window.current_page_id() == "results"


def test_supplied_rows_are_listed_filtered_and_read_whole(qtbot, window: MainWindow, context, supplied: str) -> None:
    """The tab Answers lists what was supplied, with the place where each row stands; nothing is shown as asked."""
    context.open_project(supplied)
    qtbot.waitUntil(lambda: context.project is not None, timeout=PATIENCE_MS)
    page = shown(qtbot, window, context, "run")
    page.tabs.setCurrentIndex(1)
    answers = page.answers
    counts = context.project.runs[0].counts
    n_rows = sum(number for status, number in counts.items() if status != "not_attempted")
    # The first rows are there before the others are counted.
    qtbot.waitUntil(lambda: answers.model.rowCount() == n_rows, timeout=PATIENCE_MS)
    answers.view.selectRow(0)
    qtbot.waitUntil(lambda: answers.answer.answer is not None, timeout=PATIENCE_MS)
    assert "It stands in line " in answers.answer.answer.supplied
    case_id = answers.answer.answer.key.case_id
    answers.words_edit.setText(case_id)
    answers.refresh()
    qtbot.waitUntil(lambda: 0 < answers.model.rowCount() < n_rows, timeout=PATIENCE_MS)
    assert not answers.messages.isVisible()
