"""Pictures of Endpoints and Run for people to look at: ``python -m tests.gui.pictures_gather FOLDER``. Not a test.

An endpoint that was tested, with terms; a run before it starts, in the middle, and stopped for twelve causes.
"""

from __future__ import annotations

import sys
import tempfile
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from fairdesk.audit.endpoint_terms import keep_terms
from fairdesk.audit.endpoints import change_endpoint
from fairdesk.audit.preferences import Theme
from fairdesk.audit.projects import starting_details, with_endpoint
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.endpoint_terms import Budget, EndpointTerms
from fairdesk.gui.application import make_application, make_window
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.run_words import _CAUSES
from fairdesk.gui.shipped_fonts import add_shipped_fonts
from tests.e2e.scripted_server import chat_reply, scripted_server, user_text
from tests.gui.hostile_answers import HOSTILE
from tests.gui.pictures import LOOKS, draw, wait_until_idle
from tests.gui.pictures_run import open_page, wait_until

TERMS = EndpointTerms(
    requests_per_minute=600, price_prompt=2.5, price_answer=10.0, currency="EUR", prices_as_of="price list, 2026-11-02"
)
SMALL = {**LOOKS, "small-150": (Theme.LIGHT, 1.5, Qt.LayoutDirection.LeftToRight)}


def draw_page(context: PageContext, window: MainWindow, folder: Path, kind: str, *, whole: bool = False) -> None:
    """The shown page in every look; ``whole`` makes the window as tall as the page."""
    for look, (theme, scale, direction) in SMALL.items():
        QApplication.setLayoutDirection(direction)
        context.appearance.apply(theme, scale)
        window.resize(1366, 768)
        QApplication.processEvents()
        if whole:
            page = window.stack.currentWidget().widget()
            window.resize(1366, min(4000, page.sizeHint().height() + 220))
        QApplication.processEvents()
        QApplication.processEvents()
        draw(window, folder / f"{kind}-{look}.png")


def endpoints(context: PageContext, window: MainWindow, folder: Path) -> None:
    window.show_page("endpoints")
    wait_until_idle(context)
    page = window.stack.currentWidget().widget()
    with scripted_server(lambda body: chat_reply("Hello <b>there</b>", model="office-2027")) as server:
        name = "Büro-Modell 办公室 مكتب der Zentralen Verwaltung mit einem sehr langen Namen"
        change_endpoint(
            context.spec,
            "",
            EndpointSettings(name=name, kind="openai_chat", base_url=server.base_url, model="office-1", options={}),
        )
        keep_terms(context.spec, name, TERMS)
        page._refresh()
        wait_until_idle(context)
        page.table.view.selectRow(2)
        wait_until_idle(context)
        page.connection_panel.test_button.click()
        wait_until(page.connection_panel.copy_button.isVisible)
        wait_until_idle(context)
    draw_page(context, window, folder, "endpoints-tested", whole=True)
    page.terms_fold.button.setChecked(True)
    page.connection_panel.wire_fold.button.setChecked(True)
    page.own_form.options_fold.button.setChecked(True)
    draw_page(context, window, folder, "endpoints-open", whole=True)


def run(context: PageContext, window: MainWindow, folder: Path) -> None:
    held, is_broken = threading.Event(), threading.Event()
    seen: list[int] = []

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        seen.append(1)
        if is_broken.is_set() and len(seen) % 7 == 0:
            return 400, {}, '{"error": {"message": "<b>太长了</b> text too long"}}'.encode()
        if is_broken.is_set() and len(seen) > 200:
            held.wait(timeout=300)
        return chat_reply(HOSTILE[len(user_text(body)) % len(HOSTILE)])

    with scripted_server(answer) as server:
        endpoint = EndpointSettings(
            name="خادم الاختبار", kind="openai_chat", base_url=server.base_url, model="scripted-1", options={}
        )
        change_endpoint(context.spec, "", endpoint)
        keep_terms(context.spec, endpoint.name, TERMS)
        details = with_endpoint(starting_details(), endpoint)
        titles = "招生助理，一个非常长的系统名称" * 5, "مساعد القبول مع التوجيه"
        systems = tuple(replace(system, title=title) for system, title in zip(details.systems, titles, strict=True))
        budget = Budget(max_calls=2_000, max_cost=12.5)
        details = replace(details, systems=systems, auditor="أمينة", n_cases=0, budget=budget)
        page = open_page(context, window, " ".join(["مساعد القبول"] * 12), details, "run")
        draw_page(context, window, folder, "run-before", whole=True)
        page.start_button.click()
        wait_until(context.run.is_running)
        is_broken.set()
        wait_until(lambda: len(seen) > 202)
        draw_page(context, window, folder, "run-progress", whole=True)
        page.tabs.setCurrentIndex(1)
        wait_until(lambda: page.answers.model.rowCount() > 0)
        draw_page(context, window, folder, "run-answers")
        page.tabs.setCurrentIndex(0)
        page.stop_button.click()
        held.set()
        wait_until(lambda: not context.run.is_running())
        wait_until_idle(context)
        page.failures.show_failures({cause: number * 3 + 1 for number, cause in enumerate(_CAUSES)})
        page.change_choice.show_change(
            "The endpoint answered as gpt-2027-01 with fingerprint fp_44709d6fcb; before, answers came as gpt-2026-11."
        )
        draw_page(context, window, folder, "run-causes", whole=True)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = make_application(["fairdesk"])
    with tempfile.TemporaryDirectory() as profile:
        context, window = make_window(WorkspaceSpec(data_dir=Path(profile)), application)
        add_shipped_fonts(context.spec)
        window.show()
        wait_until_idle(context)
        for scene in (endpoints, run):
            if not sys.argv[2:] or scene.__name__ in sys.argv[2:]:
                scene(context, window, folder)
        context.shut_down()


if __name__ == "__main__":
    main()
