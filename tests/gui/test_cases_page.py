"""The page Cases as the auditor uses it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QFont, QTextCursor

from fairdesk.audit.plan import fix_plan
from fairdesk.gui.widgets.marked_text import LONGEST_SHOWN, MarkedText
from tests.gui.acting import click, go_to, open_new_project, stored, wait_until_idle, wait_until_saved
from tests.gui.driving import PATIENCE_MS, nameless_controls

CASE = """title = "{title}"
subject = "history"
level = "master"
country = "Ireland"
strength = "strong"
language = "{language}"
origin = "Written for this test."
text = '''
{text}
'''
"""
ARABIC = "الاسم: {name}، المدرسة: {school}. {profile}."
CHINESE = "𠮷姓名：{name}。学校：{school}。{profile}。{They}。"


def write_case(folder: Path, name: str, **values: str) -> None:
    text = CASE.format(**{"title": name, "language": "en", "text": "{name}, {school}, {profile}.", **values})
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    target = tmp_path / "own cases"
    target.mkdir()
    write_case(target, "ar-1", language="ar", text=ARABIC, title="ملف")
    write_case(target, "zh-1", language="zh", text=CHINESE, title="档案" * 60)
    return target


@pytest.fixture
def page(qtbot, window, context):
    open_new_project(qtbot, context)
    page = go_to(qtbot, window, context, "cases")
    qtbot.waitUntil(lambda: len(page.folder.variants_view.texts) == 6, timeout=PATIENCE_MS)
    return page


def marked_words(text: MarkedText) -> list[str]:
    """Words that are drawn bold, underlined and in a colour of their own, read from the document as it is drawn."""
    found: list[str] = []
    cursor = QTextCursor(text.document())
    was_marked = False
    while cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor):
        form = cursor.charFormat()
        is_marked = form.fontUnderline()
        assert is_marked == (form.fontWeight() == QFont.Weight.Bold)
        if is_marked:
            assert form.foreground().color() == text.palette().link().color()
            found = [*found[:-1], found[-1] + cursor.selectedText()] if was_marked else [*found, cursor.selectedText()]
        was_marked = is_marked
        cursor.setPosition(cursor.position())
    # The end of a paragraph takes the look of what follows it; nothing of it is seen.
    return [words.strip("\N{PARAGRAPH SEPARATOR}") for words in found]


def cells(page: Any, column: int) -> list[str]:
    return [page.folder.model.data(page.folder.model.index(row, column)) for row in range(page.folder.model.rowCount())]


def take_folder(qtbot, page, context, path: str) -> None:
    page.folder.try_folder(path)
    wait_until_idle(qtbot, context)
    wait_until_saved(qtbot, context)


def test_the_shipped_files_are_listed_with_their_lengths(page) -> None:
    """At least 40 files with subject, level, country and language, all used at first."""
    assert page.folder.model.rowCount() >= 40
    assert set(cells(page, 0)) == {"used"}
    assert all(cell for column in range(9) for cell in cells(page, column))
    n_files = page.folder.model.rowCount()
    assert page.folder.count_label.text() == f"{n_files} of {n_files} files are used."


def test_fewer_files_are_the_shortest_and_undo_brings_them_back(qtbot, page, context) -> None:
    """The number is saved by itself; what is not used says so; all again is stored as all."""
    page.folder.number_box.setFocus()
    page.folder.number_box.selectAll()
    qtbot.keyClicks(page.folder.number_box, "3")
    qtbot.keyClick(page.folder.number_box, Qt.Key.Key_Return)
    wait_until_saved(qtbot, context)
    assert stored(context).details.n_cases == 3
    qtbot.waitUntil(lambda: page.folder.count_label.text().startswith("3 of "), timeout=PATIENCE_MS)
    lengths = {state: [] for state in ("used", "not used")}
    for row in range(page.folder.model.rowCount()):
        lengths[cells(page, 0)[row]].append(len(page.folder.model.row(row).case.text))
    assert len(lengths["used"]) == 3
    assert max(lengths["used"]) <= min(lengths["not used"])
    assert page.undo_bar.undo_button.text() == "Undo: number of files"
    click(qtbot, page.undo_bar.undo_button)
    wait_until_saved(qtbot, context)

    assert stored(context).details.n_cases == 0
    qtbot.waitUntil(lambda: set(cells(page, 0)) == {"used"}, timeout=PATIENCE_MS)


def test_variants_show_only_the_differing_words_marked(page) -> None:
    """In each variant exactly the words that its original does not have at that place; by weight, line and colour."""
    original, female, international, both, control, placebo = page.folder.variants_view.texts
    assert marked_words(placebo) == marked_words(placebo)[:1]
    assert len(marked_words(female)) >= 2
    assert len(marked_words(international)) == 2
    assert set(marked_words(original)).isdisjoint(marked_words(placebo))
    for text in (female, international, both, control, placebo):
        for word in marked_words(text):
            assert word in text.toPlainText()
            assert word in text.accessibleDescription()


def test_an_own_folder_in_any_script_is_taken(qtbot, page, context, folder) -> None:
    """Arabic runs from right to left, Chinese is marked at the right place, and its words are not counted."""
    take_folder(qtbot, page, context, str(folder))
    assert stored(context).details.case_folder == str(folder)
    assert cells(page, 1) == ["ar-1", "zh-1"]
    assert cells(page, 7)[1] == "not counted"
    assert page.folder.folder_edit.text() == str(folder)
    qtbot.waitUntil(lambda: page.folder.variants_view.texts[0].toPlainText().startswith("الاسم"), timeout=PATIENCE_MS)
    arabic = page.folder.variants_view.texts[0].document().begin()
    assert arabic.textDirection() == Qt.LayoutDirection.RightToLeft
    page.folder.table.view.selectRow(1)
    wait_until_idle(qtbot, context)
    assert marked_words(page.folder.variants_view.texts[1])[-1] == "She"
    assert marked_words(page.folder.case_text) == ["{name}", "{school}", "{profile}", "{They}"]
    click(qtbot, page.folder.shipped_button)
    wait_until_idle(qtbot, context)
    wait_until_saved(qtbot, context)

    assert stored(context).details.case_folder == ""
    assert page.folder.model.rowCount() >= 40


def test_a_bad_file_changes_nothing_and_is_named_with_line_and_cure(qtbot, page, context, folder) -> None:
    """The message names file, line, cause and what to do; the files that were shown stay in use."""
    write_case(folder, "bad", text="{name} {school} {profile}\n{nmae}")
    before = page.folder.model.rowCount()
    take_folder(qtbot, page, context, str(folder))

    message = page.messages.message_label.text()
    assert "bad.toml, line 10: the place-holder {nmae} is unknown." in message
    assert page.messages.advice_label.text().startswith("Known place-holders: ")
    assert page.folder.model.rowCount() == before
    assert stored(context).details.case_folder == ""


def test_a_folder_can_be_dropped(qtbot, page, context, folder) -> None:
    """Dragging the folder onto the page does what the button does."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(folder))])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    page.dropEvent(event)
    wait_until_idle(qtbot, context)
    wait_until_saved(qtbot, context)

    assert stored(context).details.case_folder == str(folder)


def test_a_folder_that_is_gone_is_told_with_the_next_step(qtbot, page, window, context, folder) -> None:
    """Opening the project after the folder went: one message, one button, and the stored name stays."""
    take_folder(qtbot, page, context, str(folder))
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    page.folder._shown_details = ("", "", -1)
    context.read_project_again()
    qtbot.waitUntil(page.folder.empty.isVisible, timeout=PATIENCE_MS)

    assert "cannot be read" in page.messages.message_label.text()
    assert page.folder.empty.action_button.isVisible()
    assert not page.folder.table.isVisible()
    assert stored(context).details.case_folder == str(folder)


def test_a_case_without_a_cue_list_says_so_beside_it(qtbot, page, context, folder) -> None:
    """A country for which no schools are known: the sentence stands where the variants would."""
    write_case(folder, "aa-1")
    path = folder / "aa-1.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("Ireland", "Atlantis"), encoding="utf-8")
    take_folder(qtbot, page, context, str(folder))
    page.folder.table.view.selectRow(0)
    qtbot.waitUntil(page.folder.variant_messages.isVisible, timeout=PATIENCE_MS)

    assert "Atlantis" in page.folder.variant_messages.message_label.text()


def test_of_a_huge_text_the_beginning_is_shown_and_said(qtbot, page, context, folder) -> None:
    """Fifty thousand characters do not hold the window up; every changed word is still listed."""
    write_case(folder, "aa-1", text="word " * 10_000 + "{name}, {school}, {profile}.")
    take_folder(qtbot, page, context, str(folder))
    page.folder.table.view.selectRow(0)
    qtbot.waitUntil(lambda: page.folder.variants_view.texts[0].toPlainText().startswith("word"), timeout=PATIENCE_MS)

    assert len(page.folder.variants_view.texts[1].toPlainText()) == LONGEST_SHOWN
    assert page.folder.part_label.text().startswith("The first 5000 of 500")
    assert page.folder.part_label.isVisible()
    assert "instead of" in page.folder.variants_view.texts[1].accessibleDescription()


def test_a_changed_number_makes_a_fixed_plan_outdated(qtbot, page, window, context) -> None:
    """The page says for how many files the plan was fixed."""
    fix_plan(context.spec, context.project.summary.project_id)
    context.read_project_again()
    wait_until_saved(qtbot, context)
    assert not page.outdated_note.isVisible()
    page.folder.number_box.setValue(5)
    wait_until_saved(qtbot, context)

    assert page.outdated_note.isVisible()
    assert "now 5 are used" in page.outdated_note.words_label.text()


def test_every_control_has_a_name(page) -> None:
    """Tabs and texts of both tabs included."""
    assert nameless_controls(page) == []
    page.folder.tabs.setCurrentIndex(1)
    assert nameless_controls(page) == []
