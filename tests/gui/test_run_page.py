"""The page Run, as an auditor uses it: real workspace, real processes, real servers."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, save_details, show_project, starting_details, with_endpoint
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings, ProjectDetails
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.run_process import RunOrder, run_command
from tests.e2e.scripted_server import ScriptedServer, chat_reply, scripted_server, user_text
from tests.gui.driving import PATIENCE_MS, nameless_controls
from tests.gui.hostile_answers import HOSTILE

RUN_MS = 60_000
"""A whole small run on a machine that does other things too."""


def details_at(base_url: str, n_cases: int = 3) -> ProjectDetails:
    """A project that asks a server of the test; without log-probabilities there is one question."""
    endpoint = EndpointSettings(
        name="Scripted server", kind="openai_chat", base_url=base_url, model="scripted-1", options={}
    )
    details = with_endpoint(starting_details(), endpoint)
    return replace(details, auditor="A. Tester", n_cases=n_cases, n_samples=2)


def rehearsal_details(n_cases: int = 2) -> ProjectDetails:
    return replace(starting_details(), auditor="A. Tester", client="University", n_cases=n_cases, n_samples=2)


def open_run_page(qtbot, window: MainWindow, details: ProjectDetails, name: str = "Admissions") -> Any:
    context = window._context
    project = create_project(context.spec, name, details)
    context.open_project(project.project_id)
    qtbot.waitUntil(lambda: window.top_line.project_label.text() == name, timeout=PATIENCE_MS)
    window.show_page("run")
    page = window.stack.currentWidget().widget()
    qtbot.waitUntil(lambda: page.tabs.isVisible() and page.start_button.isVisible(), timeout=PATIENCE_MS)
    return page


def press(qtbot, button: QWidget) -> None:
    assert button.isVisible(), button
    assert button.isEnabled(), button
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def badges(page: Any) -> dict[str, str]:
    return {label: card.state_badge.text() for label, card in page._cards.items()}


def n_files_asked(server: ScriptedServer) -> int:
    """Calls that the server was sent about files; a probe of the endpoint is about none."""
    with server.lock:
        return sum(n for body, n in server.asked.items() if "prepared for the course" in body)


def wait_for_end(qtbot, page: Any) -> None:
    context = page._context
    qtbot.waitUntil(lambda: not context.run.is_running() and not page._fixing, timeout=RUN_MS)
    qtbot.waitUntil(lambda: not context.tasks.is_busy(), timeout=PATIENCE_MS)


class Gate:
    """Lets a server answer some calls at once and holds the others until it is opened."""

    def __init__(self, n_free: int, text: str = "I give a rating of 4.") -> None:
        self.text = text
        self._n_left = n_free
        self._lock = threading.Lock()
        self._open = threading.Event()

    def answer(self, body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        with self._lock:
            self._n_left -= 1
            is_free = self._n_left >= 0
        if not is_free:
            self._open.wait(timeout=60)
        return chat_reply(self.text)

    def open(self) -> None:
        self._open.set()


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate(30)
    yield gate
    gate.open()


@pytest.mark.slow
def test_a_rehearsal_is_planned_run_and_read(qtbot, window) -> None:
    """The whole way with the built-in model: what is asked, the plan's hash, Complete, the stamp, and one answer."""
    page = open_run_page(qtbot, window, rehearsal_details())
    assert page.start_button.text() == "Fix the plan and start"
    assert page.outline.files_label.text() == "2"
    assert page.outline.plan_label.text().startswith("not fixed yet")
    assert page.rehearsal_badge.text().startswith("Rehearsal, not evidence")
    assert page.rehearsal_badge.isVisible()
    press(qtbot, page.start_button)
    qtbot.waitUntil(page.cancel_button.isVisible, timeout=PATIENCE_MS)
    qtbot.waitUntil(page.stop_button.isVisible, timeout=RUN_MS)
    wait_for_end(qtbot, page)

    assert badges(page) == {"baseline": "Complete", "mitigated": "Complete"}
    assert page.outline.plan_label.text().startswith("fixed, SHA-256 ")
    assert page.outline.calls_label.text() == "42 per system, 84 in all"
    assert not page.start_button.isVisible()
    assert window.activity_line.words_label.text() == "Nothing runs"
    page.tabs.setCurrentIndex(1)
    answers = page.answers
    qtbot.waitUntil(lambda: answers.model.rowCount() == 42, timeout=PATIENCE_MS)
    assert answers.filter_label.text() == "42 of 42 calls"
    answers.view.setFocus()
    qtbot.keyClick(answers.view, Qt.Key.Key_Down)
    qtbot.waitUntil(answers.answer.answer_text.isVisible, timeout=PATIENCE_MS)
    assert "its hash is that of what was sent" in answers.answer.request_label.text()
    assert "System message:" in answers.answer.request_text.toPlainText()
    assert nameless_controls(window) == []


@pytest.mark.slow
def test_stop_keeps_what_arrived_and_resume_asks_only_the_rest(qtbot, window, gate: Gate) -> None:
    """Stopped at n of m, then Resume, then Complete; the server saw no answered prompt twice."""
    with scripted_server(gate.answer) as server:
        page = open_run_page(qtbot, window, details_at(server.base_url))
        press(qtbot, page.start_button)
        qtbot.waitUntil(lambda: "Running" in badges(page)["mitigated"], timeout=RUN_MS)
        assert window.activity_line.cancel_button.text() == "Stop"
        press(qtbot, page.stop_button)
        assert not page.stop_button.isEnabled()
        wait_for_end(qtbot, page)
        # The systems take turns, file after file, so each of them is stopped in the middle.
        for words in badges(page).values():
            assert words.startswith("Stopped at ")
            assert words.endswith(" of 21")
        n_kept = sum(int(words.split()[2]) for words in badges(page).values())
        n_sent = n_files_asked(server)
        assert 0 < n_kept <= 30
        gate.open()
        assert page.start_button.text() == "Resume"
        press(qtbot, page.start_button)
        qtbot.waitUntil(page.stop_button.isVisible, timeout=PATIENCE_MS)
        wait_for_end(qtbot, page)

        assert badges(page) == {"baseline": "Complete", "mitigated": "Complete"}
        # Two systems of 21 calls: what was in flight at the stop is sent again, and of what was kept nothing.
        assert n_files_asked(server) - n_sent == 42 - n_kept


@pytest.mark.slow
def test_a_killed_run_is_interrupted_and_goes_on(qtbot, window, gate: Gate) -> None:
    """After kill -9 the page says interrupted; Resume asks nothing that is on disk, and all is there once."""
    with scripted_server(gate.answer) as server:
        page = open_run_page(qtbot, window, details_at(server.base_url))
        press(qtbot, page.start_button)
        qtbot.waitUntil(lambda: "Running" in badges(page)["mitigated"], timeout=RUN_MS)
        os.kill(page._context.run._running.process.pid, signal.SIGKILL)
        wait_for_end(qtbot, page)
        qtbot.waitUntil(lambda: badges(page)["mitigated"].startswith("Interrupted at "), timeout=PATIENCE_MS)
        assert "ended in the middle" in page.messages.message_label.text()
        gate.open()
        press(qtbot, page.start_button)
        qtbot.waitUntil(page.stop_button.isVisible, timeout=PATIENCE_MS)
        wait_for_end(qtbot, page)

        assert badges(page) == {"baseline": "Complete", "mitigated": "Complete"}
        project = page._context.project
        with Workspace(page._context.spec) as workspace:
            for run in show_project(page._context.spec, project.summary.project_id).runs:
                assert workspace.store.ledger.count(f"run:{run.run_id}", kind="exchange") == 21
                assert workspace.store.ledger.check(f"run:{run.run_id}").ok


@pytest.mark.slow
@pytest.mark.parametrize(
    ("status", "headers", "cause"),
    [(401, {}, "the key was refused"), (400, {}, "the server did not accept the request")],
)
def test_failures_are_grouped_by_cause_with_what_mends_them(qtbot, window, status: int, headers, cause: str) -> None:
    """A refused key stops at once; a refused request leaves gaps; both say what to do and lead to the calls."""
    is_broken = threading.Event()

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        if is_broken.is_set() and len(user_text(body)) % 3 == 0:
            return status, headers, b'{"error": {"message": "<b>no</b>"}}'
        return chat_reply("4/5")

    with scripted_server(answer) as server:
        page = open_run_page(qtbot, window, details_at(server.base_url))
        fix_plan(page._context.spec, page._context.project.summary.project_id)
        is_broken.set()
        page._context.read_project_again()
        qtbot.waitUntil(lambda: page.start_button.text() == "Start", timeout=PATIENCE_MS)
        press(qtbot, page.start_button)
        qtbot.waitUntil(page.stop_button.isVisible, timeout=PATIENCE_MS)
        wait_for_end(qtbot, page)
        qtbot.waitUntil(page.failures.isVisible, timeout=PATIENCE_MS)

        assert any(cause in words for words in page.failures.words())
        expected = "Stopped at" if status == 401 else "Complete with "
        assert badges(page)["baseline"].startswith(expected)
        assert page.start_button.text() == ("Resume" if status == 401 else "Ask the failed ones again")
        press(qtbot, page.failures.answers_button)
        answers = page.answers
        qtbot.waitUntil(lambda: answers.filter_label.text().endswith("calls: status = failed"), timeout=PATIENCE_MS)
        assert 0 < answers.model.rowCount() < 21
        answers.view.selectRow(0)
        qtbot.waitUntil(lambda: "<b>no</b>" in answers.answer.answer_text.toPlainText(), timeout=PATIENCE_MS)
        is_broken.clear()
        page.tabs.setCurrentIndex(0)
        press(qtbot, page.start_button)
        qtbot.waitUntil(page.stop_button.isVisible, timeout=PATIENCE_MS)
        wait_for_end(qtbot, page)

        assert badges(page) == {"baseline": "Complete", "mitigated": "Complete"}
        assert not page.failures.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize(("status", "headers"), [(429, {"Retry-After": "2"}), (500, {})])
def test_a_server_that_asks_to_wait_is_waited_for_with_the_reason(qtbot, window, status: int, headers) -> None:
    """Asked to slow down, the page says until when it waits, and why; a passing failure is asked again at once."""
    is_broken = threading.Event()
    refused: set[str] = set()

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        text = user_text(body)
        if is_broken.is_set() and text not in refused:
            refused.add(text)
            return status, headers, b"{}"
        return chat_reply("4/5")

    with scripted_server(answer) as server:
        page = open_run_page(qtbot, window, details_at(server.base_url, n_cases=2))
        fix_plan(page._context.spec, page._context.project.summary.project_id)
        is_broken.set()
        page._context.read_project_again()
        qtbot.waitUntil(lambda: page.start_button.text() == "Start", timeout=PATIENCE_MS)
        press(qtbot, page.start_button)
        cards = page._cards.values()

        def waits() -> str:
            said = [card.reason_label.text() for card in cards if card.state_badge.text().startswith("Waiting at")]
            return next(iter(said), "")

        if status == 429:
            qtbot.waitUntil(lambda: bool(waits()), timeout=RUN_MS)
            said = waits()
            assert f"(status {status})" in said
            assert said.startswith("Waiting until ")
            assert said.count(" until ") == 1  # in the words of a clock on the wall alone
            assert "Z:" not in said
        qtbot.waitUntil(page.stop_button.isVisible, timeout=PATIENCE_MS)
        wait_for_end(qtbot, page)

        assert badges(page) == {"baseline": "Complete", "mitigated": "Complete"}


@pytest.mark.slow
def test_a_run_of_another_process_is_followed_and_a_second_is_refused(qtbot, window, gate: Gate) -> None:
    """Who holds the run is named; nothing can be started; the page follows the store until it is over."""
    import subprocess

    from fairdesk.gui.run_process import RunOrder, run_command

    with scripted_server(gate.answer) as server:
        page = open_run_page(qtbot, window, details_at(server.base_url))
        spec, project_id = page._context.spec, page._context.project.summary.project_id
        fix_plan(spec, project_id)
        other = subprocess.Popen(
            run_command(spec, RunOrder(project_id=project_id)), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        other.stdin.write(b"{}\n")
        other.stdin.flush()
        until_held(spec, project_id)
        page._context.read_project_again()
        qtbot.waitUntil(lambda: f"process {other.pid}" in page.words_label.text(), timeout=PATIENCE_MS)
        assert not page.start_button.isVisible()
        page.follower.start(RunOrder(project_id=project_id), "Admissions")
        wait_for_end(qtbot, page)
        assert str(other.pid) in page.messages.message_label.text()
        gate.open()
        other.stdin.close()
        assert other.wait(timeout=60) == 0
        qtbot.waitUntil(lambda: set(badges(page).values()) == {"Complete"}, timeout=PATIENCE_MS)


def wait_for_answer(qtbot, answers: Any, wanted: int) -> None:
    def is_shown() -> bool:
        shown = answers.answer.answer
        return shown is not None and shown.answer_id == wanted

    qtbot.waitUntil(is_shown, timeout=PATIENCE_MS)


def until_held(spec: WorkspaceSpec, project_id: str) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with Workspace(spec) as workspace:
            if workspace.store.leases.holder(f"project:{project_id}"):
                return
        time.sleep(0.05)
    raise AssertionError("the other process never began")


@pytest.mark.slow
def test_a_run_that_begins_after_the_page_was_opened_is_followed(qtbot, window) -> None:
    """A window that was closed while its run was just starting leaves a run that the next one finds a moment later."""
    spec = window._context.spec
    project = create_project(spec, "Admissions", rehearsal_details(1))
    fix_plan(spec, project.project_id)
    window._context.open_project(project.project_id)
    qtbot.waitUntil(lambda: window.top_line.project_label.text() == "Admissions", timeout=PATIENCE_MS)
    window.show_page("run")
    page = window.stack.currentWidget().widget()
    qtbot.waitUntil(lambda: "Nothing was asked yet" in page.words_label.text(), timeout=PATIENCE_MS)
    command = run_command(spec, RunOrder(project_id=project.project_id))
    elsewhere = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        qtbot.waitUntil(lambda: "Everything that was planned" in page.words_label.text(), timeout=2 * RUN_MS)
    finally:
        elsewhere.wait(timeout=60)

    assert not page.start_button.isVisible()
    assert not page._look_again.isActive()


@pytest.mark.slow
def test_hostile_answers_are_shown_letter_by_letter(qtbot, window) -> None:
    """Markup, control characters, hidden and long text, any script: readable, marked at the right place, harmless."""

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        text = user_text(body)
        return chat_reply(HOSTILE[len(text) % len(HOSTILE)] if "prepared for the course" in text else "Hello")

    with scripted_server(answer) as server:
        page = open_run_page(qtbot, window, details_at(server.base_url, n_cases=6))
        press(qtbot, page.start_button)
        qtbot.waitUntil(page.stop_button.isVisible, timeout=RUN_MS)
        wait_for_end(qtbot, page)
        page.tabs.setCurrentIndex(1)
        answers = page.answers
        qtbot.waitUntil(lambda: answers.model.rowCount() == 42, timeout=PATIENCE_MS)
        n_marked = 0
        for number in range(42):
            answers.view.selectRow(number)
            wait_for_answer(qtbot, answers, answers.model.row_id(number))
            shown = answers.answer
            assert "\u202e" not in shown.answer_text.toPlainText()
            span = getattr(shown.answer.reading, "span", ())
            if span and span[1] < 50_000:
                n_marked += 1
                expected = shown.answer.outcome.text[span[0] : span[1]]
                assert shown.answer_text.marked_text() == expected
        assert n_marked > 0
        answers.words_edit.setFocus()
        answers.words_edit.insert("الطالب")
        qtbot.keyClick(answers.words_edit, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "contains" in answers.filter_label.text(), timeout=PATIENCE_MS)
        assert 0 < answers.model.rowCount() < 42
        press(qtbot, answers.reset_button)
        qtbot.waitUntil(lambda: answers.model.rowCount() == 42, timeout=PATIENCE_MS)


def test_a_changed_project_is_outdated_and_offers_a_new_plan(qtbot, window) -> None:
    """What changed is said; the fixed plan that nobody asked is not started by accident."""
    gate = Gate(1_000)
    with scripted_server(gate.answer) as server:
        page = open_run_page(qtbot, window, details_at(server.base_url))
        spec, project_id = page._context.spec, page._context.project.summary.project_id
        fix_plan(spec, project_id)
        view = show_project(spec, project_id)
        save_details(spec, project_id, replace(view.details, n_cases=2))
        page._context.read_project_again()
        qtbot.waitUntil(page.new_plan_button.isVisible, timeout=PATIENCE_MS)

        assert page.outdated_note.isVisible()
        assert not page.start_button.isVisible()


def test_a_project_without_a_system_says_so_and_leads_to_the_object(qtbot, window) -> None:
    """The empty page names what is missing and has one next action."""
    context = window._context
    details = replace(rehearsal_details(), systems=())
    project = create_project(context.spec, "Empty", details)
    context.open_project(project.project_id)
    qtbot.waitUntil(lambda: window.top_line.project_label.text() == "Empty", timeout=PATIENCE_MS)
    window.show_page("run")
    page = window.stack.currentWidget().widget()
    qtbot.waitUntil(page.empty.isVisible, timeout=PATIENCE_MS)
    press(qtbot, page.empty.action_button)

    assert window.current_page_id() == "object"
