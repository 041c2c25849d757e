"""Archives of projects in the window: exported, opened elsewhere, brought home; told beside the list."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QWidget

from fairdesk.audit.archives import export_archive, import_archive
from fairdesk.audit.projects import create_project, list_projects, save_details, show_project, starting_details
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.archives import ArchiveOrder, ArchiveWish
from fairdesk.gui.activity import Activity
from fairdesk.gui.dialogs.texts_differ import TextsDifferQuestion
from tests.gui.driving import PATIENCE_MS, answer_dialog, nameless_controls


@pytest.fixture
def elsewhere(tmp_path: Path) -> WorkspaceSpec:
    """The profile of another computer."""
    return WorkspaceSpec(data_dir=tmp_path / "elsewhere")


@pytest.fixture
def archive(elsewhere: WorkspaceSpec, tmp_path: Path) -> Path:
    """A project of the other computer as a file."""
    project = create_project(elsewhere, "招生 audit", replace(starting_details(), client="大学"))
    target = tmp_path / "a.fairdesk"
    export_archive(elsewhere, project.project_id, target, lambda words: None)
    return target


def projects_page(qtbot, window, n_projects: int = 1) -> QWidget:
    """The page, once it shows so many projects."""
    window.show_page("projects")
    page = window.stack.currentWidget().widget()
    page.refresh()
    if n_projects:
        qtbot.waitUntil(lambda: page.listed is not None and page.listed.model.rowCount() > 0, timeout=PATIENCE_MS)
    else:
        qtbot.waitUntil(lambda: page.empty is not None and page.empty.isVisible(), timeout=PATIENCE_MS)
    return page


def name_file(qtbot, path: Path) -> None:
    """Answer the next dialog that asks for a file."""

    def fill(dialog: QWidget) -> None:
        assert isinstance(dialog, QFileDialog)
        dialog.findChild(QLineEdit).setText(str(path))
        dialog.accept()

    answer_dialog(fill)


def click(qtbot, button: QWidget) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def wait_for_words(qtbot, page, words: str) -> None:
    qtbot.waitUntil(
        lambda: page.messages.isVisible() and words in page.messages.message_label.text(), timeout=PATIENCE_MS
    )


def test_an_archive_fills_an_empty_list(qtbot, window, spec, archive: Path) -> None:
    """The page of the first start offers it; the project appears in the list and the page says where it is from."""
    page = projects_page(qtbot, window, 0)
    assert nameless_controls(page) == []
    name_file(qtbot, archive)
    buttons = {button.text(): button for button in page.empty.findChildren(type(page.empty.action_button))}
    click(qtbot, buttons["Open archive…"])
    wait_for_words(qtbot, page, "招生 audit was made from the archive")
    assert "Written by" in page.messages.advice_label.text()
    qtbot.waitUntil(lambda: page.listed is not None and page.listed.model.rowCount() == 1, timeout=PATIENCE_MS)
    assert nameless_controls(page) == []


def test_a_project_is_exported(qtbot, window, context, elsewhere, tmp_path: Path) -> None:
    """The button writes the chosen project; the page names the file and what is not in it; it opens elsewhere."""
    create_project(context.spec, "Admissions: a/b", starting_details())
    page = projects_page(qtbot, window)
    page.listed.table.view.selectRow(0)
    target = tmp_path / "out.fairdesk"
    seen: list[Activity | None] = []
    context.activity_changed.connect(seen.append)
    name_file(qtbot, target)
    click(qtbot, page.listed.export_button)
    wait_for_words(qtbot, page, "was exported")
    assert str(target) in page.messages.advice_label.text()
    assert "Keys are not in the archive" in page.messages.advice_label.text()
    assert seen[0] is not None
    assert seen[0].cancel is not None
    assert seen[-1] is None
    assert import_archive(elsewhere, ArchiveOrder(archive=target), lambda words: None).name == "Admissions: a/b"


def test_a_broken_archive_is_told_beside_the_list(qtbot, window, spec, tmp_path: Path) -> None:
    """What is no archive is refused in words, with what to do; the list stays as it is."""
    (tmp_path / "letter.fairdesk").write_text("Dear reader")
    create_project(spec, "Mine", starting_details())
    page = projects_page(qtbot, window)
    name_file(qtbot, tmp_path / "letter.fairdesk")
    click(qtbot, page.listed.archive_button)
    wait_for_words(qtbot, page, "no intact archive")
    assert "Nothing was changed" in page.messages.advice_label.text()
    assert len(list_projects(spec)) == 1


def test_a_name_that_is_taken_is_asked_for(qtbot, window, spec, archive: Path) -> None:
    """Another project has the name: the window asks for one; nothing given changes nothing."""
    create_project(spec, "招生 AUDIT", starting_details())
    page = projects_page(qtbot, window)

    def leave(dialog: QWidget) -> None:
        assert isinstance(dialog, QInputDialog)
        assert "another project" in dialog.labelText()
        dialog.reject()

    def give(dialog: QWidget) -> None:
        dialog.setTextValue("From elsewhere")
        dialog.accept()

    answer_dialog(leave)
    page.archives.take(ArchiveOrder(archive=archive))
    wait_for_words(qtbot, page, "another project")
    assert len(list_projects(spec)) == 1
    page.messages.hide()
    answer_dialog(give)
    page.archives.take(ArchiveOrder(archive=archive))
    wait_for_words(qtbot, page, "From elsewhere was made")


@pytest.mark.parametrize("takes", [False, True])
def test_texts_that_differ_are_asked_about(qtbot, window, spec, archive: Path, takes: bool) -> None:
    """What was written differs: the window names it, keeps what is here unless told otherwise, and shows the copy."""
    project_id = import_archive(spec, ArchiveOrder(archive=archive), lambda words: None).project_id
    save_details(spec, project_id, replace(starting_details(), client="here"))
    other = WorkspaceSpec(data_dir=archive.parent / "elsewhere")
    save_details(other, project_id, replace(starting_details(), client="there"))
    export_archive(other, project_id, archive, lambda words: None, ArchiveWish(overwrite=True))
    page = projects_page(qtbot, window)

    def choose(dialog: QWidget) -> None:
        assert isinstance(dialog, TextsDifferQuestion)
        assert "client" in dialog.informativeText()
        click(qtbot, dialog.take_button if takes else dialog.keep_button)

    answer_dialog(choose)
    with qtbot.waitSignal(page.archives.taken, timeout=PATIENCE_MS):
        page.archives.take(ArchiveOrder(archive=archive))
    if takes:
        qtbot.waitUntil(lambda: "before-import" in page.messages.advice_label.text(), timeout=PATIENCE_MS)
    else:
        wait_for_words(qtbot, page, "brought up to date")
        assert page.messages.message_label.text().startswith("Please note")
    assert show_project(spec, project_id).details.client == ("there" if takes else "here")


def test_a_stopped_export_leaves_no_file(qtbot, window, context, spec, tmp_path: Path) -> None:
    """The bottom line stops it; the page says that no file was written, and none was."""
    create_project(spec, "Admissions", starting_details())
    page = projects_page(qtbot, window)
    (project,) = list_projects(spec)
    target = tmp_path / "out.fairdesk"
    activities: list[Activity] = []
    context.activity_changed.connect(lambda activity: activities.append(activity) if activity else None)
    page.archives.write(project, target)
    activities[0].cancel()
    wait_for_words(qtbot, page, "no file was written")
    assert not target.exists()
