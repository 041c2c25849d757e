"""Pictures of every page for people to look at: ``python -m tests.gui.pictures FOLDER``. Not a test.

Each page is drawn for an empty profile and for a usual project, in light at 100 %, dark at 200 %, high contrast, and
from right to left.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from fairdesk.audit.preferences import Theme
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.gui.activity import Activity
from fairdesk.gui.application import make_application, make_window
from fairdesk.gui.dialogs.closing import RunAtClosing
from fairdesk.gui.dialogs.new_project import NewProjectDialog
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.pages import PAGES
from fairdesk.gui.project_work import NewProject, make_project
from fairdesk.gui.shipped_fonts import add_shipped_fonts
from fairdesk.gui.widgets.chart_view import ChartView
from tests.gui.sample_charts import BARS, FOREST

LOOKS = {
    "light-100": (Theme.LIGHT, 1.0, Qt.LayoutDirection.LeftToRight),
    "dark-200": (Theme.DARK, 2.0, Qt.LayoutDirection.LeftToRight),
    "contrast-100": (Theme.HIGH_CONTRAST, 1.0, Qt.LayoutDirection.LeftToRight),
    "rtl-150": (Theme.LIGHT, 1.5, Qt.LayoutDirection.RightToLeft),
}
USUAL = (
    NewProject(name="Admissions 2027", client="Uniwersytet Łódzki", auditor="Zoë Nguyễn", auditor_role="auditor"),
    NewProject(name="مساعد القبول", client="جامعة المثال", auditor="أمينة", auditor_role="مدققة"),
    NewProject(name="招生助理审计，一个很长的项目名称" * 4, client="示例大学", auditor="王小明", auditor_role=""),
)


def wait_until_idle(context: PageContext) -> None:
    """Let the window work until nothing is read any more."""
    loop = QEventLoop()
    timer = QTimer()
    timer.timeout.connect(lambda: None if context.tasks.is_busy() or context.long_tasks.is_busy() else loop.quit())
    timer.start(50)
    loop.exec()


def draw(widget: QWidget, target: Path) -> None:
    QApplication.processEvents()
    widget.grab().save(str(target))


def draw_pages(context: PageContext, window: MainWindow, folder: Path, kind: str) -> None:
    for look, (theme, scale, direction) in LOOKS.items():
        QApplication.setLayoutDirection(direction)
        context.appearance.apply(theme, scale)
        window.resize(1366, 768)
        for page in PAGES:
            window.show_page(page.page_id)
            wait_until_idle(context)
            draw(window, folder / f"{kind}-{page.page_id}-{look}.png")


def draw_parts(context: PageContext, window: MainWindow, folder: Path) -> None:
    """What pages of later steps are made of: charts, the drawer, messages, the bottom line, questions."""
    charts = QWidget()
    layout = QVBoxLayout(charts)
    for chart in (FOREST, BARS):
        view = ChartView()
        view.set_chart(chart)
        layout.addWidget(view)
    context.activity_changed.emit(
        Activity(
            words="Run of baseline: admissions assistant",
            n_done=1_214,
            n_total=4_000,
            rate_per_s=9.5,
            seconds_left=293,
            cancel=lambda: None,
            cancel_words="Pause",
        )
    )
    try:
        raise KeyError
    except KeyError as error:
        from fairdesk.gui.faults import mistake

        context.failed.emit(mistake(error))
    widgets = {"charts": charts, "new-project": NewProjectDialog(), "closing": RunAtClosing(), "everything": window}
    for look, (theme, scale, direction) in LOOKS.items():
        QApplication.setLayoutDirection(direction)
        context.appearance.apply(theme, scale)
        for name, widget in widgets.items():
            if widget is not window:
                widget.adjustSize()
            widget.show()
            draw(widget, folder / f"parts-{name}-{look}.png")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = make_application(["fairdesk"])
    with tempfile.TemporaryDirectory() as profile:
        spec = WorkspaceSpec(data_dir=Path(profile))
        context, window = make_window(spec, application)
        add_shipped_fonts(spec)
        window.show()
        wait_until_idle(context)
        draw_pages(context, window, folder, "empty")
        made = [make_project(spec, new) for new in USUAL]
        context.projects_changed.emit()
        context.open_project(made[0].project_id)
        wait_until_idle(context)
        draw_pages(context, window, folder, "usual")
        draw_parts(context, window, folder)
        context.shut_down()


if __name__ == "__main__":
    main()
