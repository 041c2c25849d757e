"""Files of one's own on the page Cases: dropped, looked at, imported, mended; and a design that is built from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from fairdesk.audit.case_library import case_counts
from fairdesk.domain.case_hints import HintKind
from fairdesk.domain.design import CueVerdict
from fairdesk.gui.design_edits import cue_of
from fairdesk.gui.dialogs.case_importing import CaseImportDialog
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from tests.gui.acting import click, go_to, open_new_project, stored, type_into, wait_until_idle, wait_until_saved
from tests.gui.designing import (
    LETTERS,
    build,
    choose,
    in_dialog,
    press,
    show_tab,
    start_design,
    stored_design,
    write_letters,
)
from tests.gui.driving import PATIENCE_MS, nameless_controls
from tests.gui.record_drops import drop

TABLE = "nummer;gutachten;note\n1;Herr Meier war fleißig.;2\n2;Frau Huber war fleißig.;1\n3;Herr Meier war fleißig.;3\n"


@pytest.fixture
def page(qtbot, window: MainWindow, context: PageContext):
    open_new_project(qtbot, context)
    return go_to(qtbot, window, context, "cases")


def press_import(qtbot: Any, dialog: CaseImportDialog) -> None:
    """Import, and wait until the dialog is closed or says why not."""
    click(qtbot, dialog.import_button)
    qtbot.waitUntil(lambda: not dialog.isVisible() or dialog.messages.isVisible(), timeout=3 * PATIENCE_MS)


def take(qtbot: Any, context: PageContext, page: Any, *paths: Path) -> None:
    """Drop files and import them as they are offered."""
    in_dialog(qtbot, CaseImportDialog, lambda: drop(page, *paths), lambda dialog: press_import(qtbot, dialog))
    wait_until_idle(qtbot, context)
    qtbot.waitUntil(lambda: page.imported.panel.case is not None, timeout=PATIENCE_MS)


@pytest.fixture
def letters(qtbot, page, context, tmp_path: Path):
    """The page with three letters imported."""
    take(qtbot, context, page, *write_letters(tmp_path / "Briefe"))
    return page


def column(page: Any, number: int) -> list[str]:
    model = page.imported.model
    return [model.data(model.index(row, number), Qt.ItemDataRole.DisplayRole) for row in range(model.rowCount())]


def choose_row(qtbot: Any, context: PageContext, page: Any, name: str) -> None:
    page.imported.table.selectRow(column(page, 0).index(name))
    wait_until_idle(qtbot, context)
    assert page.imported.panel.case.line.case_id == name


def test_dropped_letters_are_shown_before_they_are_stored(qtbot, page, context, tmp_path: Path) -> None:
    """The dialog names cases, language, hints by kind; a cancel leaves nothing behind."""

    def act(dialog: CaseImportDialog) -> None:
        assert dialog.summary_label.text().startswith("3 cases can be taken.")
        assert dialog.view.case_model.rowCount() == 3
        assert {dialog.view.case_model.row(row).language for row in range(3)} == {"de"}
        checks = {kind: check for kind, check in dialog.options.kind_checks.items() if check.isVisible()}
        assert checks[HintKind.EMAIL].text() == "e-mail address: 1 found"
        assert not any(check.isChecked() for check in checks.values())
        assert not dialog.options.originals_check.isChecked()
        assert nameless_controls(dialog) == []
        click(qtbot, dialog.cancel_button)

    in_dialog(qtbot, CaseImportDialog, lambda: drop(page, *write_letters(tmp_path)), act)
    wait_until_idle(qtbot, context)
    assert case_counts(context.spec, context.project.summary.project_id).n_all == 0
    assert not stored(context).details.uses_imported_cases
    assert page.folder.isVisible()


def test_imported_letters_are_listed_with_source_and_hash(letters, context) -> None:
    """The list replaces the shipped set; the chosen letter shows its language, its file and two hashes."""
    assert stored(context).details.uses_imported_cases
    assert not letters.folder.isVisible()
    assert len(column(letters, 0)) == 3
    assert set(column(letters, 2)) == {"German"}
    assert letters.imported.filter.words_label.text() == "3 of 3 files"
    facts = letters.imported.panel.facts_text.toPlainText()
    assert "brief-1.txt" in facts
    assert facts.count("SHA-256") == 2
    assert "its bytes are not kept" in facts


@pytest.mark.slow
def test_chosen_kinds_are_replaced_before_anything_is_stored(qtbot, page, context, tmp_path: Path) -> None:
    """The address is a place-holder in the stored text; the telephone number, which was not chosen, is still a hint."""

    def act(dialog: CaseImportDialog) -> None:
        dialog.options.kind_checks[HintKind.EMAIL].setChecked(True)
        press_import(qtbot, dialog)

    in_dialog(qtbot, CaseImportDialog, lambda: drop(page, *write_letters(tmp_path)), act)
    wait_until_idle(qtbot, context)
    name = next(name for name in column(page, 0) if "3" in name)
    choose_row(qtbot, context, page, name)
    text = page.imported.panel.case.case.text

    assert "example.org" not in text
    assert "0211 1234567" in text
    assert HintKind.TELEPHONE in {hint.kind for hint in page.imported.panel.case.hints}


@pytest.mark.slow
def test_a_hint_is_replaced_and_the_earlier_text_put_back(qtbot, letters, context) -> None:
    """One place by its button, then all back: no text is lost on the way."""
    panel = letters.imported.panel
    choose_row(qtbot, context, letters, next(name for name in column(letters, 0) if "3" in name))
    row = [hint.kind for hint in panel.case.hints].index(HintKind.EMAIL)
    panel.table.view.selectRow(row)
    assert panel.text.textCursor().selectedText() == "frau.muster@example.org"
    click(qtbot, panel.one_button)
    wait_until_idle(qtbot, context)
    assert "example.org" not in panel.text.toPlainText()
    click(qtbot, panel.earlier_button)
    wait_until_idle(qtbot, context)

    assert panel.case.case.text == LETTERS["brief-3.txt"].strip()


@pytest.mark.slow
def test_selected_words_become_a_place_holder(qtbot, letters, context) -> None:
    """The words behind an accented letter are replaced at the right place; nothing selected says what to do."""
    panel = letters.imported.panel
    choose_row(qtbot, context, letters, next(name for name in column(letters, 0) if "1" in name))
    click(qtbot, panel.mark_button)
    assert "No words are selected" in panel.mark_note.text()
    assert panel.text.find("ernst")
    type_into(qtbot, panel.name_edit, "mood")
    click(qtbot, panel.mark_button)
    wait_until_idle(qtbot, context)

    assert panel.case.case.text == LETTERS["brief-1.txt"].strip().replace("ernst", "{mood}")


def test_a_place_is_counted_right_behind_emoji_and_line_ends(qtbot, letters) -> None:
    """Qt counts UTF-16 units and one line end; places in the text are counted as Python counts."""
    text = "a𠮷b\r\nc👩🏽d\nسلام\u202e z"
    view = letters.imported.panel.text
    view.show_marked(text, ())
    for words in ("𠮷", "c", "d", "سلام", "z"):
        cursor = QTextCursor(view.document())
        found = view.document().find(words, cursor)
        view.setTextCursor(found)
        start, end = view.chosen_stretch()
        assert text[start:end] == words


@pytest.mark.slow
def test_files_are_left_out_with_a_reason_many_at_once(qtbot, letters, context) -> None:
    """Without a reason nothing happens; with one all chosen files say it, and a filter shows only them."""
    part = letters.imported
    part.table.selectAll()
    assert part.acts.leave_button.text() == "Leave 3 files out"
    click(qtbot, part.acts.leave_button)
    assert part.acts.note.isVisible()
    type_into(qtbot, part.acts.reason_edit, "not of this year")
    qtbot.keyClick(part.acts.reason_edit, Qt.Key.Key_Return)
    wait_until_idle(qtbot, context)
    assert set(column(letters, 5)) == {"left out: not of this year"}
    choose_row(qtbot, context, letters, column(letters, 0)[0])
    click(qtbot, part.acts.use_button)
    wait_until_idle(qtbot, context)
    part.filter.left_out_check.setChecked(True)
    wait_until_idle(qtbot, context)

    assert part.filter.words_label.text() == "2 of 3 files: left out"
    assert "; 1 used;" in part.count_label.text()


@pytest.mark.slow
def test_the_language_of_files_is_said_by_hand(qtbot, letters, context) -> None:
    """All chosen files get the language, and the list and the filter know it."""
    part = letters.imported
    part.table.selectAll()
    choose(part.acts.language_box, "fr")
    click(qtbot, part.acts.language_button)
    wait_until_idle(qtbot, context)

    assert set(column(letters, 2)) == {"French"}
    assert "French (3)" in [part.filter.language_box.itemText(n) for n in range(part.filter.language_box.count())]


@pytest.mark.slow
def test_lists_are_searched_and_sorted_by_the_store(qtbot, letters, context) -> None:
    """A word of the text finds its letter; a click on a heading sorts; what is not in the store shows no order."""
    part = letters.imported
    type_into(qtbot, part.filter.words_edit, "Physik")
    qtbot.keyClick(part.filter.words_edit, Qt.Key.Key_Return)
    wait_until_idle(qtbot, context)
    assert part.filter.words_label.text() == "1 of 3 files: contains “Physik”"
    click(qtbot, part.filter.reset_button)
    part.table.sortByColumn(3, Qt.SortOrder.DescendingOrder)
    wait_until_idle(qtbot, context)
    lengths = [int(text) for text in column(letters, 3)]

    assert lengths == sorted(lengths, reverse=True)
    part.table.sortByColumn(7, Qt.SortOrder.AscendingOrder)
    assert part.table.horizontalHeader().sortIndicatorSection() not in range(len(part.model.columns))


@pytest.mark.slow
def test_a_table_asks_for_its_column_and_bad_rows_are_decided_about(qtbot, page, context, tmp_path: Path) -> None:
    """The column with the texts is chosen, duplicates are told, and they come in as left out."""
    path = tmp_path / "Gutachten.csv"
    path.write_text(TABLE, encoding="utf-8")

    def act(dialog: CaseImportDialog) -> None:
        choose(dialog.options.text_box, "gutachten")
        qtbot.waitUntil(lambda: not dialog.is_looking(), timeout=PATIENCE_MS)
        assert dialog.view.case_model.row(0).text == "Herr Meier war fleißig."
        assert "same text as another one: 1" in dialog.summary_label.text()
        press_import(qtbot, dialog)

    in_dialog(qtbot, CaseImportDialog, lambda: drop(page, path), act)
    wait_until_idle(qtbot, context)

    assert len(column(page, 0)) == 3
    assert [words.startswith("left out") for words in column(page, 5)] == [False, False, True]


@pytest.mark.slow
def test_a_file_that_is_no_text_is_named_with_the_cure(qtbot, page, context, tmp_path: Path) -> None:
    """Good files beside it can be taken alone, once that was decided."""
    bad = tmp_path / "scan.pdf"
    bad.write_bytes(b"%PDF-1.4\nnothing")
    good = write_letters(tmp_path)

    def act(dialog: CaseImportDialog) -> None:
        assert not dialog.import_button.isEnabled()
        assert "what cannot be taken" in dialog.missing_label.text()
        assert dialog.view.problem_model.row(0).file == "scan.pdf"
        dialog.good_check.setChecked(True)
        press_import(qtbot, dialog)

    in_dialog(qtbot, CaseImportDialog, lambda: drop(page, bad, *good), act)
    wait_until_idle(qtbot, context)

    assert len(column(page, 0)) == 3
    assert "could not be taken" in page.messages.message_label.text()


@pytest.mark.slow
def test_the_shipped_set_can_be_used_again_and_undone(qtbot, letters, context) -> None:
    """One press goes back to the folder, undo comes back to the imported files; nothing of them is lost."""
    click(qtbot, letters.folder_button)
    wait_until_saved(qtbot, context)
    assert letters.folder.isVisible()
    assert not stored(context).details.uses_imported_cases
    click(qtbot, letters.undo_bar.undo_button)
    wait_until_saved(qtbot, context)
    wait_until_idle(qtbot, context)

    assert letters.imported.isVisible()
    assert len(column(letters, 0)) == 3


@pytest.mark.slow
def test_every_control_has_a_name(letters) -> None:
    """List, filters, acts and the chosen letter."""
    assert nameless_controls(letters) == []


@pytest.mark.slow
def test_from_three_german_letters_to_reviewed_variants(qtbot, window, context, letters) -> None:
    """Letters in, a German design, one cue edited and decided about, variants built and reviewed by keyboard alone."""
    page = start_design(qtbot, window, context, "de")
    show_tab(page, "Cues")
    page.cues.choose("given-names")
    lists = page.cues.form.lists.forms
    type_into(qtbot, lists[1].words_area, "Anna\nBerta\nClara\nDora\nGisela")
    choose(page.cues.form.decision.verdict_box, CueVerdict.NOT_LEGITIMATE)
    type_into(qtbot, page.cues.form.decision.reason_area, "Ein Name sagt nichts über die Leistung.")
    wait_until_saved(qtbot, context)
    build(qtbot, context, page)
    panel = page.variants
    assert "3 files" in panel.build_line.words_label.text()
    qtbot.waitUntil(lambda: panel.texts.variant_label.text() != "", timeout=PATIENCE_MS)
    click(qtbot, panel.sample_line.review_button)
    wait_until_idle(qtbot, context)
    n_sampled = panel.model.rowCount()
    for _ in range(n_sampled):
        press(qtbot, panel.table, Qt.Key.Key_A)
        wait_until_idle(qtbot, context)
    wait_until_saved(qtbot, context)

    assert panel.model.rowCount() == 0
    assert f"{n_sampled} were accepted" in panel.sample_line.words_label.text()
    kept = cue_of(stored_design(context), "given-names")
    assert kept.lists[1].words[-1] == "Gisela"
    assert kept.decision.verdict is CueVerdict.NOT_LEGITIMATE
    show_tab(page, "Cues")
    assert "occurs in 3 of 3 files" in page.cues.form.occurs_label.text()
