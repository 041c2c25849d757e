"""Pictures of the page Tests and of scores: ``python -m tests.gui.pictures_benchmarks FOLDER``. Not a test.

The page is drawn with nothing chosen, with files that were looked at, with benchmarks taken, overfull, and after a
refusal; then Run, Results and Compare of a project that asks benchmarks alone.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.gui.application import make_application, make_window
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.project_work import make_project
from fairdesk.gui.shipped_fonts import add_shipped_fonts
from tests.e2e.benchmark_files import write_categories
from tests.gui.pictures import LOOKS, USUAL, draw, wait_until_idle

LONG = ("الفئة " * 12, "类别" * 40, "Kategorie mit einem sehr langen Namen " * 4)
TALL = 2_600


def show(context: PageContext, window: MainWindow, page_id: str) -> Any:
    window.show_page(page_id)
    wait_until_idle(context)
    return window.stack.currentWidget().widget()


def draw_looks(context: PageContext, window: MainWindow, target: Path, *, tall: bool = True) -> None:
    """As a small screen shows it, and as long as the page is."""
    for look, (theme, scale, direction) in LOOKS.items():
        QApplication.setLayoutDirection(direction)
        context.appearance.apply(theme, scale)
        for name, height in (("", 768), ("-long", TALL)) if tall else (("", 768),):
            window.resize(1366, height)
            for _ in range(4):
                QApplication.processEvents()
            wait_until_idle(context)
            draw(window, target.with_name(f"{target.name}-{look}{name}.png"))
    QApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    context.appearance.apply(*LOOKS["light-100"][:2])
    window.resize(1366, 768)


def write_overfull(folder: Path) -> Path:
    """Many categories, with long names in three scripts."""
    return write_categories(folder, (*LONG, *(f"Category {number}" for number in range(30))))


def draw_page(context: PageContext, window: MainWindow, folder: Path, scratch: Path) -> None:
    page = show(context, window, "tests")
    draw_looks(context, window, folder / "1-nothing")
    page.panel.suite_button.click()
    wait_until_idle(context)
    page.panel.form.sample_box.setCurrentIndex(1)
    page.panel.form.sample_box.activated.emit(1)
    wait_until_idle(context)
    draw_looks(context, window, folder / "2-looked")
    page.panel.take_button.click()
    wait_until_idle(context)
    page.choose("crows_pairs")
    page.panel.suite_button.click()
    wait_until_idle(context)
    page.panel.take_button.click()
    wait_until_idle(context)
    draw_looks(context, window, folder / "3-taken")
    page.choose("bbq")
    page.take_path(write_overfull(scratch / "overfull"))
    wait_until_idle(context)
    draw_looks(context, window, folder / "4-overfull")
    page.take_path(scratch / "nothing.csv")
    wait_until_idle(context)
    draw_looks(context, window, folder / "5-refused", tall=False)


def draw_results(context: PageContext, window: MainWindow, folder: Path) -> None:
    details = replace(starting_details(), without_files=True, auditor="Zoë Nguyễn")
    project = create_project(context.spec, "Benchmarks alone", details).project_id
    for benchmark_id in ("bbq", "crows_pairs", "stereoset"):
        add_benchmark(context.spec, project, BenchmarkRequest(benchmark_id=benchmark_id, path=None))
    fix_plan(context.spec, project)
    run_project(context.spec, project, lambda progress: None)
    context.open_project(project)
    wait_until_idle(context)
    for page_id in ("run", "results", "compare", "plan"):
        page = show(context, window, page_id)
        if page_id == "results":
            page.explorer.table.view.selectRow(0)
            draw_looks(context, window, folder / page_id)
            page.explorer.evidence_button.click()
            wait_until_idle(context)
        draw_looks(context, window, folder / f"{page_id}-drawer" if page_id == "results" else folder / page_id)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = make_application(["fairdesk"])
    with tempfile.TemporaryDirectory() as scratch:
        context, window = make_window(WorkspaceSpec(data_dir=Path(scratch) / "profile"), application)
        add_shipped_fonts(context.spec)
        window.show()
        context.open_project(make_project(context.spec, USUAL[0]).project_id)
        wait_until_idle(context)
        draw_page(context, window, folder, Path(scratch))
        draw_results(context, window, folder)
        context.shut_down()


if __name__ == "__main__":
    main()
