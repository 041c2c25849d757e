"""Pictures of Run and Report for people to look at: ``python -m tests.gui.pictures_run FOLDER``. Not a test.

A rehearsal that is over, a run that goes on, and answers in many scripts, long and hostile.
"""

from __future__ import annotations

import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.throw_away import make_throw_away
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings, ProjectDetails
from fairdesk.gui.application import make_application, make_window
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.shipped_fonts import add_shipped_fonts
from tests.e2e.scripted_server import chat_reply, scripted_server, user_text
from tests.gui.hostile_answers import HOSTILE
from tests.gui.pictures import LOOKS, draw, wait_until_idle


def wait_until(is_so: Callable[[], bool]) -> None:
    loop = QEventLoop()
    timer = QTimer()
    timer.timeout.connect(lambda: loop.quit() if is_so() else None)
    timer.start(50)
    loop.exec()


def draw_tabs(context: PageContext, window: MainWindow, folder: Path, kind: str) -> None:
    """Every tab of the shown page in every look."""
    page = window.stack.currentWidget().widget()
    for look, (theme, scale, direction) in LOOKS.items():
        QApplication.setLayoutDirection(direction)
        context.appearance.apply(theme, scale)
        window.resize(1366, 768)
        for number in range(page.tabs.count()):
            page.tabs.setCurrentIndex(number)
            QApplication.processEvents()
            if not context.run.is_running():
                wait_until_idle(context)
            draw(window, folder / f"{kind}-{number}-{look}.png")


def open_page(context: PageContext, window: MainWindow, name: str, details: ProjectDetails, page_id: str) -> Any:
    project = create_project(context.spec, name, details)
    context.open_project(project.project_id)
    wait_until(lambda: context.project is not None and context.project.summary.name == name)
    window.show_page(page_id)
    wait_until_idle(context)
    return window.stack.currentWidget().widget()


def rehearsal(context: PageContext, window: MainWindow, folder: Path) -> None:
    details = replace(starting_details(), auditor="Zoë Nguyễn", client="Uniwersytet Łódzki", n_cases=4)
    details = replace(details, purpose="Shows the pages.")
    page = open_page(context, window, "Admissions 2027", details, "run")
    draw_tabs(context, window, folder, "run-before")
    page.start_button.click()
    wait_until(context.run.is_running)
    wait_until(lambda: not context.run.is_running())
    wait_until_idle(context)
    wait_until(lambda: page.answers.model.rowCount() == 84)
    page.answers.view.setCurrentIndex(page.answers.model.index(3, 0))
    wait_until_idle(context)
    draw_tabs(context, window, folder, "run-over")
    report(context, window, folder)


def report(context: PageContext, window: MainWindow, folder: Path) -> None:
    """The page Report of the project whose run is over."""
    window.show_page("report")
    wait_until_idle(context)
    page = window.stack.currentWidget().widget()
    made = make_throw_away(context.spec, folder / "keys", "Zoë Nguyễn")
    page.tabs.setCurrentIndex(0)
    page.preview.empty.action_button.click()
    wait_until(page.preview.paper.has_picture)
    page.form.key_edit.setText(str(made.p12))
    page.form.password_edit.setText("wrong")
    page.form.look_button.click()
    wait_until_idle(context)
    draw_tabs(context, window, folder, "report-before")
    page.form.throw_away = made
    page.form.password_edit.setText(made.password)
    page.form.target_edit.setText(str(folder / "report.pdf"))
    page.form.look_button.click()
    wait_until(page.issue_button.isEnabled)
    page.issue_button.click()
    wait_until(lambda: not page.verification.isHidden())
    wait_until_idle(context)
    draw_tabs(context, window, folder, "report-issued")


def going_on(context: PageContext, window: MainWindow, folder: Path) -> None:
    """A run in the middle, with refused calls, answers in many scripts, and long names."""
    held = threading.Event()
    is_broken = threading.Event()
    seen: list[int] = []

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        text = user_text(body)
        seen.append(1)
        if is_broken.is_set() and len(seen) % 7 == 0:
            return 400, {}, '{"error": {"message": "<b>太长了</b> text too long"}}'.encode()
        if is_broken.is_set() and len(seen) > 400:
            held.wait(timeout=300)
        return chat_reply(HOSTILE[len(text) % len(HOSTILE)])

    with scripted_server(answer) as server:
        endpoint = EndpointSettings(
            name="خادم الاختبار", kind="openai_chat", base_url=server.base_url, model="scripted-1", options={}
        )
        details = with_endpoint(starting_details(), endpoint)
        long_name = "招生助理，一个非常长的系统名称" * 5
        systems = (
            replace(details.systems[0], title=long_name),
            replace(details.systems[1], title="مساعد القبول مع التوجيه"),
        )
        details = replace(details, systems=systems, auditor="أمينة", n_cases=0)
        page = open_page(context, window, " ".join(["مساعد القبول"] * 12), details, "run")
        fix_plan(context.spec, context.project.summary.project_id)
        is_broken.set()
        context.read_project_again()
        wait_until_idle(context)
        page.start_button.click()
        wait_until(lambda: len(seen) > 405)
        wait_until(lambda: page.answers.model.rowCount() > 0)
        page.answers.view.selectRow(4)
        wait_until(lambda: page.answers.answer.answer is not None)
        draw_tabs(context, window, folder, "run-going-on")
        page.stop_button.click()
        held.set()
        wait_until(lambda: not context.run.is_running())
        wait_until_idle(context)
        page.answers.status_box.setCurrentIndex(4)
        page.answers.refresh()
        wait_until_idle(context)
        page.answers.view.selectRow(0)
        wait_until_idle(context)
        draw_tabs(context, window, folder, "run-stopped")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = make_application(["fairdesk"])
    with tempfile.TemporaryDirectory() as profile:
        context, window = make_window(WorkspaceSpec(data_dir=Path(profile)), application)
        add_shipped_fonts(context.spec)
        window.show()
        wait_until_idle(context)
        for scene in (rehearsal, going_on):
            if not sys.argv[2:] or scene.__name__ in sys.argv[2:]:
                scene(context, window, folder)
        context.shut_down()


if __name__ == "__main__":
    main()
