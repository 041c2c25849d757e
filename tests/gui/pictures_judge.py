"""Pictures of Results and Compare for people to look at: ``python -m tests.gui.pictures_judge FOLDER``. Not a test.

Usual: a rehearsal, an overshoot, refusals only, a run that was left. Evidence: the drawer of a number. Overfull: 200
variants with long names in Arabic and Chinese.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.results_view import ResultsView
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.gui.application import make_application, make_window
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.shipped_fonts import add_shipped_fonts
from fairdesk.gui.widgets.evidence_panel import EvidencePanel
from tests.gui.pictures import LOOKS, draw, wait_until_idle
from tests.gui.sample_results import ask, overshoot, refuse, rehearse

PAGE_IDS = ("results", "compare")
N_VARIANTS = 200
LONG_NAME = "مرشحة من جامعة أجنبية 海外学校的申请人 with a long name"
TALLEST = 3_000


def overfull(view: ResultsView) -> ResultsView:
    """The same results for 200 variants with long names."""
    names = [f"{LONG_NAME} {number}" for number in range(N_VARIANTS)]
    lines = [line for line in view.lines if line.row.measure in ("consistency", "direction")][:2]
    comparison = view.comparison_lines[0]
    charts = view.comparison_charts[0]
    shifts = replace(charts.shifts, lines=charts.shifts.lines[:1] * 40, summary=charts.shifts.summary * 12)
    shifts = replace(shifts, lines=tuple(replace(line, label=LONG_NAME) for line in shifts.lines))
    return replace(
        view,
        lines=tuple(replace(line, row=replace(line.row, variant=name)) for name in names for line in lines),
        comparison_lines=tuple(replace(comparison, row=replace(comparison.row, variant=name)) for name in names),
        comparison_charts=(replace(charts, shifts=shifts),),
    )


def draw_whole(context: PageContext, window: MainWindow, target: Path) -> None:
    """The page at the size of a small screen, and once more as high as it is."""
    window.resize(1366, 768)
    wait_until_idle(context)
    draw(window, target.with_name(f"{target.name}-top.png"))
    page = window.stack.currentWidget().widget()
    window.resize(1366, max(768, min(page.sizeHint().height() + 250, TALLEST)))
    wait_until_idle(context)
    draw(window, target.with_name(f"{target.name}.png"))


def draw_looks(context: PageContext, window: MainWindow, folder: Path, kind: str) -> None:
    for look, (theme, scale, direction) in LOOKS.items():
        QApplication.setLayoutDirection(direction)
        context.appearance.apply(theme, scale)
        for page_id in PAGE_IDS:
            window.show_page(page_id)
            wait_until_idle(context)
            draw_whole(context, window, folder / f"{kind}-{page_id}-{look}")


def draw_evidence(context: PageContext, window: MainWindow, folder: Path) -> None:
    """The drawer with one number's evidence, an answer chosen and a correction begun."""
    for look, (theme, scale, direction) in LOOKS.items():
        QApplication.setLayoutDirection(direction)
        context.appearance.apply(theme, scale)
        window.show_page("results")
        window.resize(1366, 768)
        wait_until_idle(context)
        page = window.stack.currentWidget().widget()
        page.explorer.evidence_button.click()
        wait_until_idle(context)
        panel = window.drawer.findChildren(EvidencePanel)[-1]
        panel.rows.view.selectRow(0)
        wait_until_idle(context)
        panel.correct_button.click()
        draw_whole(context, window, folder / f"evidence-results-{look}")
        window.drawer.close_drawer()


def draw_overfull(context: PageContext, window: MainWindow, folder: Path) -> None:
    for page_id in PAGE_IDS:
        window.show_page(page_id)
        wait_until_idle(context)
        frame = window.stack.currentWidget().widget().frame
        view = frame.shown_view()
        assert view is not None
        frame.view_changed.emit(overfull(view))
    draw_looks(context, window, folder, "overfull")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = make_application(["fairdesk"])
    with tempfile.TemporaryDirectory() as profile:
        spec = WorkspaceSpec(data_dir=Path(profile))
        add_shipped_fonts(spec)
        projects = {
            "empty": create_project(spec, "Empty", starting_details()).project_id,
            "rehearsed": rehearse(spec),
            "refused": ask(spec, "Refused", refuse),
            "left": ask(spec, "Left early", overshoot, cancelled=lambda: True),
            "usual": ask(spec, "Overshot", overshoot, n_cases=12),
        }
        context, window = make_window(spec, application)
        window.show()
        for kind, project_id in projects.items():
            context.open_project(project_id)
            wait_until_idle(context)
            draw_looks(context, window, folder, kind)
        draw_evidence(context, window, folder)
        draw_overfull(context, window, folder)
        context.shut_down()


if __name__ == "__main__":
    main()
