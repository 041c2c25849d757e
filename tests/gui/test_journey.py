"""The auditor's whole way through the window, by visible controls only: from a new project to a verified report."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QLineEdit, QTabWidget, QWidget

from fairdesk.audit.endpoint_terms import keep_terms
from fairdesk.audit.projects import rehearsal_endpoint
from fairdesk.audit.throw_away import ThrowAway, make_throw_away
from fairdesk.domain.endpoint_terms import EndpointTerms
from fairdesk.gui.dialogs.closing import RunAtClosing
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.pages import PAGES
from fairdesk.gui.palettes import Appearance
from fairdesk.gui.remembered import Remembered
from tests.gui.acting import click, type_into, wait_until_idle, wait_until_saved
from tests.gui.driving import PATIENCE_MS, answer_dialog

LONG_MS = 120_000
"""A run, an analysis, a report or a check on a machine that does other things too."""

NAME = "Admissions 2027"
N_UNHURRIED = 24
"""Files: 1,008 calls of both systems."""

ALL_ASKED = "Everything that was planned was asked"
AUDITOR = "Zoë Nguyễn"


def keep_unhurried(context: PageContext) -> None:
    """Let the model be asked so rarely that the run outlasts the opening of a second window, half a minute."""
    keep_terms(context.spec, rehearsal_endpoint().name, EndpointTerms(requests_per_minute=2_000))


def turn_to(qtbot: Any, window: MainWindow, title: str) -> Any:
    """Click a page's name in the list at the side; answers with the page."""
    pages = window.page_list
    item = next(pages.item(row) for row in range(pages.count()) if pages.item(row).text().split("\n")[0] == title)
    pages.scrollToItem(item)
    qtbot.mouseClick(pages.viewport(), Qt.MouseButton.LeftButton, pos=pages.visualItemRect(item).center())
    wait_until_idle(qtbot, window._context)
    assert not window.message_bar.isVisible(), window.message_bar.message_label.text()
    page = window.stack.currentWidget().widget()
    assert page.isVisible()
    return page


def open_tab(qtbot: Any, tabs: QTabWidget, title: str) -> None:
    """Click a tab by its words."""
    bar = tabs.tabBar()
    number = next(number for number in range(tabs.count()) if tabs.tabText(number) == title)
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(number).center())
    assert tabs.currentIndex() == number


def choose_file(qtbot: Any, path: Path) -> Callable[[QWidget], None]:
    """For ``answer_dialog``: type a path into a file dialog and press its button."""

    def answer(dialog: QWidget) -> None:
        assert isinstance(dialog, QFileDialog)
        edit = dialog.findChild(QLineEdit, "fileNameEdit")
        buttons = dialog.findChild(QDialogButtonBox)
        edit.setText(str(path))
        click(qtbot, buttons.buttons()[0])

    return answer


def make_project(qtbot: Any, window: MainWindow) -> None:
    page = turn_to(qtbot, window, "Projects")

    def fill(dialog: Any) -> None:
        for edit, text in (
            (dialog.name_edit, NAME),
            (dialog.client_edit, "Uniwersytet Łódzki"),
            (dialog.auditor_edit, AUDITOR),
            (dialog.role_edit, "internal auditor"),
        ):
            type_into(qtbot, edit, text)
        click(qtbot, dialog.create_button)

    answer_dialog(fill)
    click(qtbot, page.empty.action_button)
    qtbot.waitUntil(lambda: window.top_line.project_label.text() == NAME, timeout=PATIENCE_MS)


def describe_object(qtbot: Any, window: MainWindow) -> None:
    page = turn_to(qtbot, window, "Object")
    fields = page._line_edits
    type_into(qtbot, fields["purpose"], "Whether the assistant may be used in the coming round.")
    type_into(qtbot, fields["workflow"], "An officer reads every file; the rating orders the pile.")
    wait_until_saved(qtbot, window._context)
    assert "exactly one difference: layers" in page.difference_label.text()


def try_connection(qtbot: Any, window: MainWindow) -> None:
    page = turn_to(qtbot, window, "Endpoints")
    rows = [page.model.row(number).kind for number in range(page.model.rowCount())]
    page.table.view.setFocus()
    page.table.view.selectRow(rows.index("rehearsal"))
    click(qtbot, page.connection_panel.test_button)
    qtbot.waitUntil(page.connection_panel.result_heading.isVisible, timeout=LONG_MS)
    wait_until_saved(qtbot, window._context)


def choose_cases(qtbot: Any, window: MainWindow, n_files: int) -> None:
    page = turn_to(qtbot, window, "Cases")
    page.folder.number_box.setFocus()
    page.folder.number_box.selectAll()
    qtbot.keyClicks(page.folder.number_box, str(n_files))
    qtbot.keyClick(page.folder.number_box, Qt.Key.Key_Return)
    wait_until_saved(qtbot, window._context)
    assert window._context.details.details.n_cases == n_files


def run_everything(qtbot: Any, window: MainWindow) -> None:
    page = turn_to(qtbot, window, "Run")
    click(qtbot, page.start_button)
    qtbot.waitUntil(page.stop_button.isVisible, timeout=LONG_MS)
    qtbot.waitUntil(lambda: not window._context.run.is_running(), timeout=LONG_MS)
    wait_until_idle(qtbot, window._context)
    assert not page.messages.isVisible(), page.messages.message_label.text()
    assert not page.start_button.isVisible()


def look_at_results(qtbot: Any, window: MainWindow) -> list[str]:
    """Results and Compare; answers with what stands in the first rows of both."""
    shown = []
    for title in ("Results", "Compare"):
        page = turn_to(qtbot, window, title)
        explorer = page.explorer
        qtbot.waitUntil(lambda explorer=explorer: explorer.model.rowCount() > 0, timeout=LONG_MS)
        wait_until_idle(qtbot, window._context)
        assert "Rehearsal, not evidence" in page.frame.stamp.message_label.text()
        assert page.frame.stamp.isVisible()
        view = explorer.table.view
        view.setFocus()
        view.selectRow(0)
        model = explorer.model
        shown += [str(model.data(model.index(0, column))) for column in range(model.columnCount())]
    return shown


def issue_report(qtbot: Any, window: MainWindow, identity: ThrowAway, target: Path) -> None:
    page = turn_to(qtbot, window, "Report")
    open_tab(qtbot, page.tabs, "Sign and issue")
    answer_dialog(choose_file(qtbot, identity.p12))
    click(qtbot, page.form.key_button)
    assert page.form.key_edit.text() == str(identity.p12)
    type_into(qtbot, page.form.password_edit, identity.password)
    click(qtbot, page.form.look_button)
    qtbot.waitUntil(lambda: AUDITOR in page.form.signer_label.text(), timeout=LONG_MS)
    type_into(qtbot, page.form.target_edit, str(target))
    click(qtbot, page.issue_button)
    qtbot.waitUntil(page.verification.isVisible, timeout=LONG_MS)
    assert target.exists()
    assert page.form.password_edit.text() == ""


def verify_report(qtbot: Any, window: MainWindow, identity: ThrowAway, report: Path) -> str:
    page = turn_to(qtbot, window, "Verify")
    answer_dialog(choose_file(qtbot, report))
    click(qtbot, page.empty.action_button)
    qtbot.waitUntil(page.view.isVisible, timeout=LONG_MS)
    assert page.view.verdict_mark.word_label.text() == "indeterminate"
    answer_dialog(choose_file(qtbot, identity.certificate))
    click(qtbot, page.trust_button)
    if not page.check_button.isHidden() and not window._context.long_tasks.is_busy():
        click(qtbot, page.check_button)
    qtbot.waitUntil(lambda: not window._context.long_tasks.is_busy(), timeout=LONG_MS)
    return str(page.view.verdict_mark.word_label.text())


@pytest.mark.slow
def test_from_a_new_project_to_a_verified_report(
    qtbot: Any, window: MainWindow, context: PageContext, appearance: Appearance, tmp_path: Path
) -> None:
    """One auditor, one sitting, every page; what was found stands there again after a new start."""
    identity = make_throw_away(context.spec, tmp_path / "keys", AUDITOR)
    report = tmp_path / "report.pdf"
    make_project(qtbot, window)
    describe_object(qtbot, window)
    try_connection(qtbot, window)
    choose_cases(qtbot, window, 3)
    run_everything(qtbot, window)
    found = look_at_results(qtbot, window)
    issue_report(qtbot, window, identity, report)
    assert verify_report(qtbot, window, identity, report) == "passed"
    assert window.top_line.state_badge.text() == "issued"
    turn_to(qtbot, window, "Results")
    assert window.close()

    later = PageContext(context.spec, Remembered(context.spec), appearance)
    second = MainWindow(later, PAGES)
    qtbot.addWidget(second)
    with qtbot.waitSignal(second.first_painted, timeout=PATIENCE_MS):
        second.show()
    later.open_last_project()
    qtbot.waitUntil(lambda: second.top_line.project_label.text() == NAME, timeout=PATIENCE_MS)
    wait_until_idle(qtbot, later)
    assert second.current_page_id() == "results"
    assert second.top_line.person_label.text() == f"{AUDITOR}, internal auditor"
    assert second.top_line.state_badge.text() == "issued"
    assert look_at_results(qtbot, second) == found
    later.shut_down()


@pytest.mark.slow
def test_closing_during_a_run_asks_once_and_the_run_goes_on(
    qtbot: Any, window: MainWindow, context: PageContext, appearance: Appearance
) -> None:
    """Staying keeps the window; letting go closes it, and the next window follows the run to its end."""
    make_project(qtbot, window)
    choose_cases(qtbot, window, N_UNHURRIED)
    keep_unhurried(context)
    page = turn_to(qtbot, window, "Run")
    click(qtbot, page.start_button)
    qtbot.waitUntil(page.stop_button.isVisible, timeout=LONG_MS)
    asked: list[str] = []

    def stay(dialog: Any) -> None:
        assert isinstance(dialog, RunAtClosing)
        asked.append("stay")
        click(qtbot, dialog.stay_button)

    def let_go(dialog: Any) -> None:
        asked.append("go on")
        click(qtbot, dialog.go_on_button)

    answer_dialog(stay)
    assert not window.close()
    assert context.run.is_running()
    answer_dialog(let_go)
    assert window.close()
    assert asked == ["stay", "go on"]

    later = PageContext(context.spec, Remembered(context.spec), appearance)
    second = MainWindow(later, PAGES)
    qtbot.addWidget(second)
    with qtbot.waitSignal(second.first_painted, timeout=PATIENCE_MS):
        second.show()
    later.open_last_project()
    qtbot.waitUntil(lambda: later.project is not None, timeout=PATIENCE_MS)
    followed = turn_to(qtbot, second, "Run")
    qtbot.waitUntil(lambda: ALL_ASKED in followed.words_label.text(), timeout=LONG_MS)
    later.shut_down()


@pytest.mark.slow
def test_a_second_window_is_told_that_the_first_one_runs(
    qtbot: Any, window: MainWindow, context: PageContext, appearance: Appearance
) -> None:
    """Two windows on one store: the second follows the run, may not begin it again, and still reads everything."""
    make_project(qtbot, window)
    choose_cases(qtbot, window, N_UNHURRIED)
    keep_unhurried(context)
    page = turn_to(qtbot, window, "Run")
    click(qtbot, page.start_button)
    qtbot.waitUntil(page.stop_button.isVisible, timeout=LONG_MS)
    qtbot.waitUntil(lambda: bool(page.follower.progress), timeout=LONG_MS)
    other = PageContext(context.spec, Remembered(context.spec), appearance)
    second = MainWindow(other, PAGES)
    qtbot.addWidget(second)
    with qtbot.waitSignal(second.first_painted, timeout=PATIENCE_MS):
        second.show()
    projects = turn_to(qtbot, second, "Projects")
    qtbot.waitUntil(lambda: projects.listed is not None, timeout=PATIENCE_MS)
    projects.listed.table.view.selectRow(0)
    click(qtbot, projects.listed.open_button)
    qtbot.waitUntil(lambda: second.top_line.project_label.text() == NAME, timeout=PATIENCE_MS)
    followed = turn_to(qtbot, second, "Run")
    qtbot.waitUntil(lambda: "Another process works on these runs" in followed.words_label.text(), timeout=PATIENCE_MS)

    assert not followed.start_button.isVisible()
    qtbot.waitUntil(lambda: ALL_ASKED in followed.words_label.text(), timeout=LONG_MS)
    qtbot.waitUntil(lambda: not context.run.is_running(), timeout=LONG_MS)
    other.shut_down()


@pytest.mark.slow
def test_a_worker_that_dies_is_told_in_words_and_replaced(qtbot: Any, window: MainWindow, context: PageContext) -> None:
    """The background process is killed during an analysis: the page says so, and the next try succeeds."""
    make_project(qtbot, window)
    choose_cases(qtbot, window, 2)
    run_everything(qtbot, window)
    window.show_page("results")
    qtbot.waitUntil(context.long_tasks.is_busy, timeout=PATIENCE_MS)
    worker = context.long_tasks._worker
    assert worker is not None
    os.kill(worker._process.pid, signal.SIGKILL)
    results = window.stack.currentWidget().widget()
    qtbot.waitUntil(lambda: "ended unexpectedly" in results.messages.message_label.text(), timeout=LONG_MS)

    assert "Nothing that was saved is lost" in results.messages.advice_label.text()
    click(qtbot, results.frame.empty.action_button)
    qtbot.waitUntil(lambda: results.explorer.model.rowCount() > 0, timeout=LONG_MS)
