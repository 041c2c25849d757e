"""Pictures of Cases and Cues for people to look at: ``python -m tests.gui.pictures_design FOLDER [SCENE...]``.

Not a test. A usual project with three German letters, an empty one, and an overfull one: long names, Arabic and Chinese
texts, two hundred variants of a file; each in light at 100 %, dark at 200 %, 150 % on a small screen, and from right to
left at 150 %. The dialogs of both imports are drawn as well.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog

from fairdesk.audit.cue_lists import starting_design
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.design import Attribute, CellChoice, Cue, CueDecision, CueKind, CueVerdict, Design, WordList
from fairdesk.gui.application import make_application, make_window
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.project_work import NewProject, make_project
from fairdesk.gui.shipped_fonts import add_shipped_fonts
from tests.gui.designing import write_letters
from tests.gui.pictures import draw, wait_until_idle
from tests.gui.pictures_gather import SMALL
from tests.gui.pictures_run import wait_until
from tests.gui.record_drops import drop

LOOKS = {look: how for look, how in SMALL.items() if not look.startswith("contrast")}
LONG = "Sehr geehrte Damen und Herren der Auswahlkommission für internationale Studiengänge " * 3
N_LEVELS = 15


def make(context: PageContext, name: str) -> None:
    new = NewProject(name=name, client="Uniwersytet Łódzki", auditor="Zoë Nguyễn", auditor_role="auditor")
    project_id = make_project(context.spec, new).project_id
    context.open_project(project_id)
    wait_until(lambda: context.project is not None and context.project.summary.project_id == project_id)
    wait_until_idle(context)


def show(context: PageContext, window: MainWindow, page_id: str) -> Any:
    window.show_page(page_id)
    wait_until_idle(context)
    return window.stack.currentWidget().widget()


def draw_looks(context: PageContext, window: MainWindow, target: Path) -> None:
    """What a screen of 1366 x 768 shows, in every look."""
    for look, (theme, scale, direction) in LOOKS.items():
        QApplication.setLayoutDirection(direction)
        context.appearance.apply(theme, scale)
        window.resize(1366, 768)
        QApplication.processEvents()
        wait_until_idle(context)
        QApplication.processEvents()
        draw(window, target.with_name(f"{target.name}-{look}.png"))
    QApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    context.appearance.apply(*SMALL["light-100"][:2])


def with_dialog(start: Callable[[], object], act: Callable[[QDialog], None]) -> None:
    """Start something that opens a dialog, and act in it."""
    seen: list[QDialog] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog) and not seen:
            seen.append(dialog)
            timer.stop()
            act(dialog)

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(50)
    start()
    wait_until(lambda: bool(seen) and QApplication.activeModalWidget() is None)


def draw_dialog(context: PageContext, dialog: QDialog, target: Path) -> None:
    for look, (theme, scale, direction) in LOOKS.items():
        QApplication.setLayoutDirection(direction)
        context.appearance.apply(theme, scale)
        QApplication.processEvents()
        dialog.resize(1300, 700)
        QApplication.processEvents()
        draw(dialog, target.with_name(f"{target.name}-{look}.png"))
    QApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    context.appearance.apply(*SMALL["light-100"][:2])


def import_and_draw(context: PageContext, page: Any, files: tuple[Path, ...], target: Path | None) -> None:
    def act(dialog: Any) -> None:
        if target is not None:
            draw_dialog(context, dialog, target)
        dialog.good_check.setChecked(True)
        dialog.import_button.click()
        wait_until(lambda: not dialog.isVisible())

    with_dialog(lambda: drop(page, *files), act)
    wait_until_idle(context)


def draw_tabs(context: PageContext, window: MainWindow, page: Any, target: Path) -> None:
    for number in range(page.tabs.count()):
        page.tabs.setCurrentIndex(number)
        wait_until_idle(context)
        draw_looks(context, window, target.with_name(f"{target.name}-{number}"))


def build(context: PageContext, page: Any) -> None:
    page.tabs.setCurrentIndex(3)
    page._on_build_requested()
    wait_until(lambda: page._building is not None)
    wait_until(lambda: page._building is None)
    wait_until_idle(context)
    if page.messages.isVisible():
        print("not built:", page.messages.message_label.text(), page.messages.advice_label.text())


def empty(context: PageContext, window: MainWindow, folder: Path) -> None:
    make(context, "Nothing yet")
    show(context, window, "cues")
    draw_looks(context, window, folder / "empty-cues")
    page = show(context, window, "cases")
    page.imported_button.click()
    wait_until_idle(context)
    draw_looks(context, window, folder / "empty-cases")


def usual(context: PageContext, window: MainWindow, folder: Path) -> None:
    make(context, "Zulassung 2027")
    page = show(context, window, "cases")
    draw_looks(context, window, folder / "usual-cases-shipped")
    with tempfile.TemporaryDirectory() as scratch:
        import_and_draw(context, page, write_letters(Path(scratch)), folder / "usual-dialog")
    page.imported.table.selectRow(2)
    wait_until_idle(context)
    draw_looks(context, window, folder / "usual-cases")
    page.imported.acts.reason_edit.setText("not of this year")
    page.imported.acts.leave_button.click()
    wait_until_idle(context)
    page.imported.acts.use_button.click()
    page = show(context, window, "cues")
    page.start.language_box.setCurrentIndex(1)
    page.start.start_button.click()
    wait_until(lambda: context.details.details.design is not None)
    wait_until_idle(context)
    build(context, page)
    draw_tabs(context, window, page, folder / "usual-cues")
    page.tabs.setCurrentIndex(3)
    page.variants.review_bar.give("edited")
    page.variants.texts.edit.insertPlainText("Guten Tag. ")
    draw_looks(context, window, folder / "usual-edit")
    page.variants.review_bar.give("edited")
    draw_looks(context, window, folder / "usual-edit-reason")
    page.tabs.setCurrentIndex(1)
    page.cues.choose("given-names")
    bar = page.tabs.currentWidget().verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    draw_looks(context, window, folder / "usual-lists")
    bar.setValue(bar.maximum())
    draw_looks(context, window, folder / "usual-decision")
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "helm names <b>.json"
        words = {f"group {n}: {name}": [f"{name} {m}" for m in range(40)] for n, name in enumerate(("male", "female"))}
        path.write_text(json.dumps(words), encoding="utf-8")
        with_dialog(
            lambda: page.take_lists(path, "given-names", "male"),
            lambda dialog: (draw_dialog(context, dialog, folder / "usual-list-dialog"), dialog.reject()),
        )


def overfull_design(context: PageContext) -> Design:
    """Fifteen levels of one attribute crossed with two of another: more than two hundred variants over the files."""
    design = starting_design(context.spec, "en")
    levels = tuple(f"herkunft-aus-einem-sehr-langen-land-{n}" for n in range(N_LEVELS))
    lists = tuple(
        WordList(
            level=level,
            words=tuple(f"{word} {number}" for word in ("王小明", "أمينة", "Zoë Nguyễn", "Łukasz Żółw", "Ólafur")),
            provenance=LONG,
            also_signals="class, nationality, religion, language, " * 6,
        )
        for number, level in enumerate(levels)
    )
    cue = Cue(
        cue_id="names-of-many-lands",
        attribute_id="land",
        kind=CueKind.PLACE_HOLDER,
        title="أسماء من بلدان كثيرة 来自许多国家的名字 " * 4,
        language="en",
        place_holder="name",
        lists=lists,
        decision=CueDecision(verdict=CueVerdict.DISPUTED, reason=LONG, decided_by=LONG, decided_on="gestern"),
    )
    attribute = Attribute(attribute_id="land", title="来自许多国家 " * 12, levels=levels, ground="ethnic origin")
    choices = tuple(CellChoice(levels={"land": level}, is_tested=True) for level in levels[1:])
    crossed = tuple(CellChoice(levels={"land": level, "gender": "female"}, is_tested=True) for level in levels[1:])
    kept = tuple(one for one in design.cues if one.cue_id == "gendered-words")
    return replace(
        design,
        attributes=(*design.attributes, attribute),
        cues=(*kept, cue),
        choices=(*design.choices[:1], *choices, *crossed),
    )


def overfull(context: PageContext, window: MainWindow, folder: Path) -> None:
    make(context, "مساعد القبول 招生助理 " * 8)
    page = show(context, window, "cases")
    with tempfile.TemporaryDirectory() as scratch:
        texts = {
            "ملف.txt": "السيدة {name} طالبة مجتهدة. He came, and his teacher said so. الهاتف: 0211 1234567\n" * 40,
            "档案.txt": "{name}是一名学生。She came, and her teacher said so. 电子邮件：x@example.org。\n" * 40,
            "ein sehr langer Name einer Datei, wie er in Ämtern vorkommt.md": f"{LONG}\nHe came. {{name}}",
            "<b>bold.txt": "<b>He</b> came with his \u202edog. {name} and {nobody}.\n",
        }
        for name, text in texts.items():
            (Path(scratch) / name.replace("<", "lt ")).write_text(text, encoding="utf-8")
        rows = ["text"] + [f"He and his teacher, number {n}: {{name}} {LONG}" for n in range(400)]
        (Path(scratch) / "viele.csv").write_text("\n".join(rows), encoding="utf-8")
        (Path(scratch) / "scan.pdf").write_bytes(b"%PDF-1.4 nothing")
        import_and_draw(context, page, tuple(sorted(Path(scratch).iterdir())), folder / "overfull-dialog")
    draw_looks(context, window, folder / "overfull-cases")
    page.imported.table.selectAll()
    page.imported.filter.look_for("teacher")
    wait_until_idle(context)
    draw_looks(context, window, folder / "overfull-cases-filter")
    design = overfull_design(context)
    page = show(context, window, "cues")
    context.details.change("cues", "design started", design=design)
    wait_until_idle(context)
    build(context, page)
    draw_tabs(context, window, page, folder / "overfull-cues")
    page.tabs.setCurrentIndex(1)
    page.cues.choose("names-of-many-lands")
    bar = page.tabs.currentWidget().verticalScrollBar()
    bar.setValue(bar.maximum() // 3)
    draw_looks(context, window, folder / "overfull-lists")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = make_application(["fairdesk"])
    with tempfile.TemporaryDirectory() as profile:
        context, window = make_window(WorkspaceSpec(data_dir=Path(profile)), application)
        add_shipped_fonts(context.spec)
        window.show()
        wait_until_idle(context)
        for scene in (empty, usual, overfull):
            if not sys.argv[2:] or scene.__name__ in sys.argv[2:]:
                scene(context, window, folder)
        context.shut_down()


if __name__ == "__main__":
    main()
