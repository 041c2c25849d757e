"""Pictures of Plan for people to look at: ``python -m tests.gui.pictures_plan FOLDER [SCENE ...]``. Not a test.

Every part of the page: for the shipped test, for a design to begin with, for one that is full, and for a locked one.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from fairdesk.audit.confirming import alone
from fairdesk.audit.cue_lists import starting_design
from fairdesk.audit.locking import lock_plan
from fairdesk.audit.preferences import Theme
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.design import Attribute, CellChoice, Cue, CueKind, Design, Margin, PlannedTarget
from fairdesk.domain.questions import Target
from fairdesk.gui.application import make_application, make_window
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.pages.plan_page import PARTS
from fairdesk.gui.shipped_fonts import add_shipped_fonts
from tests.gui.pictures import LOOKS, draw, wait_until_idle

SMALL = {**LOOKS, "small-150": (Theme.LIGHT, 1.5, Qt.LayoutDirection.LeftToRight)}
LONG = "مواقف لغوية 语言背景 language and dialect of the file, with a very long name"
DESCRIBED = ProjectDetails(
    client="University of Example",
    purpose="Decide on the use of the assistant",
    auditor="Zoë Nguyễn",
    auditor_role="auditor",
    workflow="A person reads the rating and decides.",
)


def wait_until(is_so: Callable[[], bool]) -> None:
    loop = QEventLoop()
    timer = QTimer()
    timer.timeout.connect(lambda: loop.quit() if is_so() else None)
    timer.start(50)
    loop.exec()


def settle(context: PageContext) -> None:
    """Until nothing is read or computed any more, and what came is laid out."""
    for _ in range(3):
        wait_until_idle(context)
        wait_until(lambda: not context.live_tasks.is_busy() and not context.unsaved)
        QApplication.processEvents()


def open_plan(context: PageContext, window: MainWindow, name: str, details: ProjectDetails) -> Any:
    project = create_project(context.spec, name, details)
    context.open_project(project.project_id)
    wait_until(lambda: context.project is not None and context.project.summary.name == name)
    window.show_page("plan")
    settle(context)
    return window.stack.currentWidget().widget()


def described(**values: Any) -> ProjectDetails:
    base = starting_details()
    return replace(
        DESCRIBED, object_name=base.object_name, object_purpose=base.object_purpose, systems=base.systems, **values
    )


SIZES = {"gender": 64, "origin": 64, "age": 16, "disability": 8, "religion": 8, "social": 4, "language": 4, "care": 2}
SCRIPTS = ("{n}", "مستوى {n}", "等级{n}", "level {n} with a long name of its own")
TITLES = {"language": LONG, "gender": "gender 性别 النوع"}


def full_attributes() -> tuple[Attribute, ...]:
    return tuple(
        Attribute(
            attribute_id=name,
            title=TITLES.get(name, name),
            levels=tuple(SCRIPTS[n % 4].format(n=n) for n in range(size)),
        )
        for name, size in SIZES.items()
    )


def full_choices(attributes: tuple[Attribute, ...]) -> tuple[CellChoice, ...]:
    """Blocks that are not tested, then single levels and pairs that are."""
    first, second = attributes[0].levels, attributes[1].levels
    tested = [{"gender": first[n]} for n in range(1, 20)]
    tested += [{"gender": first[n], "origin": second[n]} for n in range(1, 12)]
    reason = "由于时间和费用的限制，这个组合没有被测试。" * 4
    untested = (
        CellChoice(
            levels={"gender": "*", "age": "*"},
            is_tested=False,
            stakes=4,
            reason_code="time_or_cost",
            reason_text=reason,
        ),
        CellChoice(
            levels={"religion": "*"},
            is_tested=False,
            reason_code="legal_bar",
            reason_text="لا يجوز جمع هذه البيانات في هذا البلد.",
        ),
    )
    return (*untested, *(CellChoice(levels=one, is_tested=True, stakes=3) for one in tested))


def full_target(n: int, choice: CellChoice) -> PlannedTarget:
    return PlannedTarget(
        target=Target(
            target_id=f"own-{n}",
            measure="consistency",
            question_id="rating",
            threshold=0.90,
            direction="at_least",
            justification=f"{LONG} {n}",
            cell=tuple(f"{name}={level}" for name, level in choice.levels.items()),
        ),
        is_adopted=n % 2 == 0,
        adopted_by="王小明",
        adopted_on="2026-11-30",
        assumed_truth=0.85,
    )


def full_design() -> Design:
    """8 attributes, blocks of 4,096 cells, long names, three scripts, many targets."""
    attributes = full_attributes()
    choices = full_choices(attributes)
    return replace(
        starting_design(WorkspaceSpec(data_dir=Path(tempfile.gettempdir())), "en"),
        attributes=attributes,
        cues=tuple(
            Cue(cue_id=one.attribute_id, attribute_id=one.attribute_id, kind=CueKind.REWRITTEN, title="", language="en")
            for one in attributes[:6]
        ),
        choices=choices,
        targets=tuple(full_target(n, choice) for n, choice in enumerate(choices[-8:])),
        margins=(Margin(question_id="rating", points=0.25, reason=LONG),),
        prioritisation=LONG * 3,
        stopping_reason=LONG,
    )


def draw_parts(context: PageContext, window: MainWindow, folder: Path, kind: str, looks: dict[str, Any]) -> None:
    """Every part of the page at the size of a small screen, and the whole of it below."""
    page = window.stack.currentWidget().widget()
    for look, (theme, scale, direction) in looks.items():
        QApplication.setLayoutDirection(direction)
        context.appearance.apply(theme, scale)
        for part in PARTS:
            page.show_part(part)
            window.resize(1366, 768)
            settle(context)
            draw(window, folder / f"{kind}-{part}-{look}-top.png")
            inner = page.part_area().widget()
            window.resize(1366, min(6_000, max(768, inner.sizeHint().height() + 420)))
            settle(context)
            draw(window, folder / f"{kind}-{part}-{look}.png")


def shipped(context: PageContext, window: MainWindow, folder: Path) -> None:
    open_plan(context, window, "Admissions 2027", described())
    draw_parts(context, window, folder, "shipped", {"light-100": LOOKS["light-100"]})


def begun(context: PageContext, window: MainWindow, folder: Path) -> None:
    design = starting_design(context.spec, "de")
    open_plan(context, window, "Zulassung 2027", described(design=design))
    draw_parts(context, window, folder, "begun", SMALL)


def full(context: PageContext, window: MainWindow, folder: Path) -> None:
    page = open_plan(context, window, "招生助理审计，一个很长的项目名称" * 4, described(design=full_design()))
    looks = {name: SMALL[name] for name in ("light-100", "dark-200", "rtl-150")}
    draw_parts(context, window, folder, "full", looks)
    page.show_part("grid")
    page.grid.block_table.view.selectRow(9)
    settle(context)
    page.grid.change_view()
    draw(window, folder / "full-grid-table.png")


def empty(context: PageContext, window: MainWindow, folder: Path) -> None:
    open_plan(context, window, "Empty", described(design=Design()))
    draw_parts(context, window, folder, "empty", {"light-100": LOOKS["light-100"]})


def locked(context: PageContext, window: MainWindow, folder: Path) -> None:
    page = open_plan(context, window, "Locked", described())
    project_id = context.project.summary.project_id if context.project is not None else ""
    lock_plan(context.spec, project_id, "Zoë Nguyễn", "auditor", alone())
    context.read_project_again()
    settle(context)
    page.store.read()
    settle(context)
    looks = {name: SMALL[name] for name in ("light-100", "dark-200")}
    draw_parts(context, window, folder, "locked", looks)
    page.locking.locked_panel.edit_button.click()
    settle(context)
    draw(window, folder / "locked-deviating.png")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = make_application(["fairdesk"])
    with tempfile.TemporaryDirectory() as profile:
        context, window = make_window(WorkspaceSpec(data_dir=Path(profile)), application)
        add_shipped_fonts(context.spec)
        window.show()
        wait_until_idle(context)
        for scene in (shipped, begun, full, empty, locked):
            if not sys.argv[2:] or scene.__name__ in sys.argv[2:]:
                scene(context, window, folder)
        context.shut_down()


if __name__ == "__main__":
    main()
