"""The page Cues as the auditor uses it: a design begun, edited, built, and its variants reviewed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox

from fairdesk.domain.design import CueKind, CueVerdict, View
from fairdesk.gui.design_edits import attribute_of, cue_of
from fairdesk.gui.dialogs.list_importing import ListImportDialog
from tests.gui.acting import NEW, click, go_to, open_new_project, type_into, wait_until_idle, wait_until_saved
from tests.gui.designing import build, choose, in_dialog, press, show_tab, start_design, stored_design
from tests.gui.driving import PATIENCE_MS, nameless_controls


@pytest.fixture
def page(qtbot, window, context):
    """A design in English, just started."""
    open_new_project(qtbot, context)
    return start_design(qtbot, window, context, "en")


@pytest.fixture
def built(qtbot, context, page):
    """Its variants of the first four shipped files, listed."""
    context.details.change("cases", "number of files", n_cases=4)
    wait_until_saved(qtbot, context)
    build(qtbot, context, page)
    qtbot.waitUntil(lambda: page.variants.texts.variant_label.text() != "", timeout=PATIENCE_MS)
    return page


def chosen_states(page) -> list[str]:
    model = page.variants.model
    return [model.data(model.index(row, 2), Qt.ItemDataRole.DisplayRole) for row in range(model.rowCount())]


def test_without_a_design_the_page_offers_one_step(qtbot, window, context) -> None:
    """It says what is tested until then, and one button begins; undo takes the design away again."""
    open_new_project(qtbot, context)
    page = go_to(qtbot, window, context, "cues")
    assert page.start.isVisible()
    assert not page.tabs.isVisible()
    assert nameless_controls(page) == []
    choose(page.start.language_box, "de")
    click(qtbot, page.start.start_button)
    qtbot.waitUntil(page.tabs.isVisible, timeout=PATIENCE_MS)
    wait_until_saved(qtbot, context)
    assert stored_design(context).language == "de"
    assert {cue.language for cue in stored_design(context).cues} == {"de"}
    click(qtbot, page.undo_bar.undo_button)
    wait_until_saved(qtbot, context)

    assert context.details.details.design is None
    assert page.start.isVisible()


def test_a_level_is_renamed_wherever_it_stands(qtbot, page, context) -> None:
    """The attribute, the word lists and the choices of the grid get the new name in one step; undo takes it back."""
    show_tab(page, "Attributes")
    before = stored_design(context)
    page.attributes.attributes.list.setCurrentRow([one.attribute_id for one in before.attributes].index("origin"))
    page.attributes.levels.list.setCurrentRow(1)
    old = page.attributes.levels.key()
    type_into(qtbot, page.attributes.level_edit, "from abroad")
    qtbot.keyClick(page.attributes.level_edit, Qt.Key.Key_Return)
    wait_until_saved(qtbot, context)
    design = stored_design(context)

    assert attribute_of(design, "origin").levels[1] == "from-abroad"
    assert old not in str(design.cues) + str(design.choices)
    assert any(one.level == "from-abroad" and one.words for cue in design.cues for one in cue.lists)
    assert page.attributes.levels.key() == "from-abroad"
    click(qtbot, page.undo_bar.undo_button)
    wait_until_saved(qtbot, context)
    assert stored_design(context) == before


@pytest.mark.slow
def test_two_levels_with_one_name_are_refused_beside_the_field(qtbot, page, context) -> None:
    """The note names the cure, and nothing is changed."""
    show_tab(page, "Attributes")
    page.attributes.levels.list.setCurrentRow(1)
    before = context.details.details.design
    type_into(qtbot, page.attributes.level_edit, page.attributes.levels.list.item(0).data(Qt.ItemDataRole.UserRole))
    qtbot.keyClick(page.attributes.level_edit, Qt.Key.Key_Return)

    assert page.attributes.level_note.isVisible()
    assert "already" in page.attributes.level_note.text()
    assert context.details.details.design == before


@pytest.mark.slow
def test_an_attribute_comes_and_goes_with_its_levels(qtbot, page, context) -> None:
    """Add, name, add a level, put it first, remove: each is one step of the stored design."""
    show_tab(page, "Attributes")
    form = page.attributes
    click(qtbot, form.attributes.add_button)
    type_into(qtbot, form.title_edit, "Dialect")
    click(qtbot, form.levels.add_button)
    type_into(qtbot, form.level_edit, "swabian")
    qtbot.keyClick(form.level_edit, Qt.Key.Key_Return)
    click(qtbot, form.levels.up_button)
    wait_until_saved(qtbot, context)
    added = stored_design(context).attributes[-1]
    assert added.title == "Dialect"
    assert added.levels == ("reference", "swabian", "other")
    assert "swabian" in form.levels.list.currentItem().text()
    click(qtbot, form.attributes.remove_button)
    wait_until_saved(qtbot, context)

    assert added.attribute_id not in [one.attribute_id for one in stored_design(context).attributes]


def test_words_are_edited_as_lines_and_problems_stand_beside_their_list(qtbot, page, context) -> None:
    """A list with one name is told beside that list and counted in the table."""
    show_tab(page, "Cues")
    page.cues.choose("given-names")
    form = page.cues.form.lists.forms[1]
    type_into(qtbot, form.words_area, "Anna")
    wait_until_saved(qtbot, context)
    assert cue_of(stored_design(context), "given-names").lists[1].words == ("Anna",)
    qtbot.waitUntil(form.problem_note.isVisible, timeout=PATIENCE_MS)
    assert "one word only" in form.problem_note.text()
    assert not page.cues.form.lists.forms[0].problem_note.isVisible()
    row = [page.cues.model.row(number).cue.cue_id for number in range(page.cues.model.rowCount())].index("given-names")
    assert page.cues.model.row(row).n_problems > 0
    type_into(qtbot, form.words_area, "Anna\nBerta\n\nمريم\n王芳\nCarla\nDora")
    qtbot.waitUntil(lambda: not form.problem_note.isVisible(), timeout=PATIENCE_MS)
    wait_until_saved(qtbot, context)

    assert cue_of(stored_design(context), "given-names").lists[1].words[2:4] == ("مريم", "王芳")


@pytest.mark.slow
def test_the_decision_about_a_cue_names_who_and_when(qtbot, page, context) -> None:
    """A verdict without a reason says what is missing; name and day of whoever works here are offered."""
    show_tab(page, "Cues")
    page.cues.choose("given-names")
    decision = page.cues.form.decision
    choose(decision.verdict_box, CueVerdict.NOT_LEGITIMATE)
    assert decision.missing_note.text().endswith("Missing: a reason.")
    type_into(qtbot, decision.reason_area, "A name says nothing about the work.")
    assert not decision.missing_note.isVisible()
    wait_until_saved(qtbot, context)
    kept = cue_of(stored_design(context), "given-names").decision

    assert (kept.verdict, kept.decided_by) == (CueVerdict.NOT_LEGITIMATE, "A. Auditor")
    assert len(kept.decided_on) == len("2026-11-30")
    choose(decision.verdict_box, CueVerdict.DISPUTED)
    assert "response to the cue" in decision.consequence_label.text()


@pytest.mark.slow
def test_a_position_says_what_its_view_needs(qtbot, page, context) -> None:
    """Only shifts against listed groups: the groups, the overshoot rule, a reason and an approver are asked for."""
    show_tab(page, "Position")
    form = page.position
    choose(form.view_box, View.ADVERSE_ONLY)
    for words in ("the groups", "the shift that is reviewed", "a reason", "who approved it"):
        assert words in form.missing_note.text()
    type_into(qtbot, form.groups_area, "women, applicants from abroad")
    type_into(qtbot, form.reason_area, "The university wants to find disadvantage.")
    type_into(qtbot, form.approver_edit, "B. Dean")
    type_into(qtbot, form.approved_edit, "2026-11-30")
    form.overshoot_box.setValue(0.5)
    assert not form.missing_note.isVisible()
    click(qtbot, form.notions.add_button)
    type_into(qtbot, form.notion_edit, "equal treatment of equal files")
    type_into(qtbot, form.notion_reason_area, "It is what the test can see.")
    wait_until_saved(qtbot, context)
    position = stored_design(context).position

    assert (position.view, position.overshoot_points) == (View.ADVERSE_ONLY, 0.5)
    assert [(one.notion, one.is_used) for one in position.notions] == [("equal treatment of equal files", True)]


def test_undo_on_this_page_keeps_what_another_page_changed(qtbot, page, context) -> None:
    """Two pages edit one design: a step that is taken back here leaves the other's parts alone."""
    show_tab(page, "Cues")
    page.cues.choose("given-names")
    type_into(qtbot, page.cues.form.title_edit, "First names")
    context.details.change("plan", "level", design=replace(context.details.details.design, alpha=0.01))
    while context.details.undo_words("cues").startswith("title"):
        click(qtbot, page.undo_bar.undo_button)
    wait_until_saved(qtbot, context)

    assert stored_design(context).alpha == 0.01
    assert cue_of(stored_design(context), "given-names").title == "Given names"


@pytest.mark.slow
def test_a_list_file_is_shown_before_it_is_taken(qtbot, page, context, tmp_path: Path) -> None:
    """The lists of a file are offered for the levels by their names; words and where they are from come in."""
    path = tmp_path / "names <b>.json"
    path.write_text(
        json.dumps({"male": ["Karl", "Otto", "Emil"], "female": ["Ida", "Frida", "Alma"]}), encoding="utf-8"
    )
    show_tab(page, "Cues")
    page.cues.choose("given-names")

    def act(dialog: ListImportDialog) -> None:
        assert dialog.import_button.isEnabled()
        assert dialog.model.rowCount() == 2
        assert nameless_controls(dialog) == []
        click(qtbot, dialog.import_button)

    in_dialog(qtbot, ListImportDialog, lambda: page.take_lists(path, "given-names", "male"), act)
    wait_until_saved(qtbot, context)
    lists = {one.level: one for one in cue_of(stored_design(context), "given-names").lists}

    assert lists["female"].words == ("Ida", "Frida", "Alma")
    assert "names" in lists["male"].provenance


@pytest.mark.slow
def test_a_file_without_lists_is_refused_with_the_cure(qtbot, page, context, tmp_path: Path) -> None:
    """The page says what is wrong with the file; the design stays."""
    path = tmp_path / "nothing.json"
    path.write_text("[]", encoding="utf-8")
    before = context.details.details.design
    page.take_lists(path, "given-names", "male")
    qtbot.waitUntil(page.messages.isVisible, timeout=PATIENCE_MS)

    assert "nothing.json" in page.messages.message_label.text()
    assert page.messages.advice_label.text()
    assert context.details.details.design == before


@pytest.mark.slow
def test_a_cue_is_added_and_taken_out(qtbot, page, context) -> None:
    """A cue of any kind gets a list per level; removing it leaves its attribute untested."""
    show_tab(page, "Cues")
    page.cues.add_fold.button.setChecked(True)
    choose(page.cues.attribute_box, "care")
    choose(page.cues.kind_box, CueKind.TERMS)
    click(qtbot, page.cues.add_button)
    wait_until_saved(qtbot, context)
    added = stored_design(context).cues[-1]
    assert (added.attribute_id, added.kind) == ("care", CueKind.TERMS)
    assert [one.level for one in added.lists] == ["not mentioned", "mentioned"]
    assert page.cues.form.title_edit.hasFocus()
    click(qtbot, page.cues.remove_button)
    wait_until_saved(qtbot, context)

    assert added.cue_id not in [cue.cue_id for cue in stored_design(context).cues]


@pytest.mark.slow
def test_variants_stand_beside_their_original_with_differences_marked(qtbot, built, context) -> None:
    """Every listed variant has differing words; the short view shows nothing but what is around them."""
    panel = built.variants
    assert panel.model.rowCount() > 4
    assert "differ" in panel.texts.changes_label.text()
    whole = panel.texts.variant_text.toPlainText()
    panel.texts.only_check.setChecked(True)
    short = panel.texts.variant_text.toPlainText()
    assert 0 < len(short) < len(whole)
    assert all(line.strip("… ")[:20] in whole.replace("\n", " ") for line in short.split("\n"))


@pytest.mark.slow
def test_a_cue_that_occurs_in_no_file_says_so_at_the_cue(qtbot, built, context) -> None:
    """The shipped files have no place for family names: the table and the cue say so, and what to do."""
    show_tab(built, "Cues")
    built.cues.choose("surnames")

    assert "occurs in no file" in built.cues.form.occurs_label.text()
    lines = {built.cues.model.row(row).cue.cue_id: built.cues.model.row(row) for row in range(4)}
    assert lines["surnames"].n_files == 0
    assert lines["given-names"].n_files == 4


def test_the_review_is_done_by_keyboard_alone(qtbot, built, context) -> None:
    """A goes on to the next, R asks for a reason, E edits in place, U takes back; each is stored at once."""
    panel = built.variants
    table = panel.table
    press(qtbot, table, Qt.Key.Key_A)
    wait_until_idle(qtbot, context)
    assert table.currentIndex().row() == 1
    assert chosen_states(built)[0] == "accepted"
    press(qtbot, table, Qt.Key.Key_R)
    assert QApplication.focusWidget() is panel.review_bar.reason_edit
    qtbot.keyClicks(panel.review_bar.reason_edit, "reads oddly")
    qtbot.keyClick(panel.review_bar.reason_edit, Qt.Key.Key_Return)
    wait_until_idle(qtbot, context)
    assert table.hasFocus()
    assert chosen_states(built)[:2] == ["accepted", "rejected"]
    press(qtbot, table, Qt.Key.Key_E)
    edit = panel.texts.edit
    assert QApplication.focusWidget() is edit
    qtbot.keyClick(edit, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(edit, " Yours")
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert panel.review_bar.asking_label.isVisible()
    qtbot.keyClick(panel.review_bar.reason_edit, Qt.Key.Key_Return)
    wait_until_idle(qtbot, context)
    assert chosen_states(built)[2] == "edited"
    press(qtbot, table, Qt.Key.Key_Up)
    wait_until_idle(qtbot, context)
    assert panel.texts.variant_text.toPlainText().rstrip().endswith("Yours")
    press(qtbot, table, Qt.Key.Key_U)
    wait_until_idle(qtbot, context)

    assert chosen_states(built)[2] == "not reviewed"


@pytest.mark.slow
def test_escape_gives_an_edit_up(qtbot, built, context) -> None:
    """Nothing is stored, the list has the focus again, and the text is as it was."""
    panel = built.variants
    before = panel.texts.variant_text.toPlainText()
    press(qtbot, panel.table, Qt.Key.Key_E)
    qtbot.keyClicks(panel.texts.edit, "XYZ")
    qtbot.keyClick(panel.texts.edit, Qt.Key.Key_Escape)
    wait_until_idle(qtbot, context)

    assert panel.table.hasFocus()
    assert not panel.texts.is_editing()
    assert panel.texts.variant_text.toPlainText() == before
    assert set(chosen_states(built)) == {"not reviewed"}


@pytest.mark.slow
def test_an_edit_ends_with_its_project(qtbot, built, context) -> None:
    """Another project is opened while a text is edited: its list is not shut, and neither is that of the first."""
    first = context.project.summary.project_id
    panel = built.variants
    press(qtbot, panel.table, Qt.Key.Key_E)
    qtbot.keyClicks(panel.texts.edit, "XYZ")
    qtbot.keyClick(panel.texts.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not panel.table.isEnabled()
    open_new_project(qtbot, context, replace(NEW, name="The next one"))
    qtbot.waitUntil(lambda: context.project.summary.project_id != first, timeout=PATIENCE_MS)
    wait_until_idle(qtbot, context)
    assert panel.table.isEnabled()
    assert not panel.review_bar.keep_button.isVisibleTo(panel)
    context.open_project(first)
    qtbot.waitUntil(lambda: panel.texts.variant_label.text() != "", timeout=PATIENCE_MS)
    wait_until_idle(qtbot, context)
    press(qtbot, panel.table, Qt.Key.Key_A)
    wait_until_idle(qtbot, context)

    assert chosen_states(built)[0] == "accepted"


@pytest.mark.slow
def test_nothing_is_decided_about_a_variant_that_is_not_shown_yet(qtbot, built, context) -> None:
    """A quick second key comes before the next text was read: it decides about neither variant, and that is said."""
    panel = built.variants
    press(qtbot, panel.table, Qt.Key.Key_A)
    # The row is chosen, its text still on its way.
    panel.texts.clear()
    press(qtbot, panel.table, Qt.Key.Key_A)
    assert "still being read" in panel.review_bar.asking_label.text()
    wait_until_idle(qtbot, context)

    assert chosen_states(built)[:2] == ["accepted", "not reviewed"]


@pytest.mark.slow
def test_escape_at_the_reason_goes_back_to_the_edit(qtbot, built, context) -> None:
    """What was typed is not lost: the editor has the focus again, and the list cannot take it away."""
    panel = built.variants
    press(qtbot, panel.table, Qt.Key.Key_E)
    qtbot.keyClicks(panel.texts.edit, "XYZ")
    assert not panel.table.isEnabled()
    qtbot.keyClick(panel.texts.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(panel.review_bar.reason_edit, Qt.Key.Key_Escape)

    assert panel.texts.edit.hasFocus()
    assert "XYZ" in panel.texts.edit.words()


@pytest.mark.slow
def test_letters_count_only_in_the_list(qtbot, built, context) -> None:
    """An A typed into the reason is a letter and no decision."""
    bar = built.variants.review_bar
    bar.reason_edit.setFocus()
    qtbot.keyClicks(bar.reason_edit, "area")
    wait_until_idle(qtbot, context)

    assert bar.reason_edit.text() == "area"
    assert set(chosen_states(built)) == {"not reviewed"}


@pytest.mark.slow
def test_many_are_accepted_at_once_and_filters_say_what_is_shown(qtbot, built, context) -> None:
    """All variants of one kind are chosen and accepted; the line above the table names every filter."""
    panel = built.variants
    choose(panel.filter.variant_box, "female")
    wait_until_idle(qtbot, context)
    assert panel.filter.words_label.text().endswith("variant = female")
    n_shown = panel.model.rowCount()
    assert 0 < n_shown <= 4
    panel.table.setFocus()
    panel.table.selectAll()
    assert panel.review_bar.accept_button.text() == f"Accept {n_shown} (A)"
    assert not panel.review_bar.edit_button.isEnabled()
    qtbot.keyClick(panel.table, Qt.Key.Key_A)
    wait_until_idle(qtbot, context)
    choose(panel.filter.state_box, "accepted")
    wait_until_idle(qtbot, context)
    assert panel.model.rowCount() == n_shown
    click(qtbot, panel.filter.reset_button)
    wait_until_idle(qtbot, context)

    assert panel.model.rowCount() > n_shown
    assert chosen_states(built).count("accepted") == n_shown


@pytest.mark.slow
def test_a_random_sample_is_reviewed_and_its_rate_has_an_interval(qtbot, built, context) -> None:
    """Three variants are drawn; after two decisions the rate is said with its interval, and one is left to look at."""
    panel = built.variants
    panel.sample_line.number_box.setValue(3)
    wait_until_saved(qtbot, context)
    wait_until_idle(qtbot, context)
    click(qtbot, panel.sample_line.review_button)
    wait_until_idle(qtbot, context)
    assert panel.model.rowCount() == 3
    press(qtbot, panel.table, Qt.Key.Key_A)
    wait_until_idle(qtbot, context)
    assert panel.model.rowCount() == 2
    press(qtbot, panel.table, Qt.Key.Key_A)
    wait_until_idle(qtbot, context)

    assert panel.model.rowCount() == 1
    assert "Wilson interval" in panel.sample_line.words_label.text()
    assert panel.sample_line.progress_bar.value() == 2
    assert panel.sample_line.seed_box.value() == stored_design(context).review_seed


@pytest.mark.slow
def test_what_was_left_alone_is_listed_with_its_text(qtbot, window, built, context) -> None:
    """A place-holder that no cue fills: reason and advice, the words in the text, and the way to the file."""
    show_tab(built, "Left for a person")
    panel = built.left
    qtbot.waitUntil(lambda: panel.text.toPlainText() != "", timeout=PATIENCE_MS)
    words = [panel.model.data(panel.model.index(row, 1)) for row in range(panel.model.rowCount())]
    panel.table.selectRow(words.index("{profile}"))
    wait_until_idle(qtbot, context)

    assert "No cue fills {profile}" in panel.advice_label.text()
    assert "{profile}" in panel.text.toPlainText()
    case_id = panel.model.data(panel.model.index(panel.table.currentIndex().row(), 0))
    click(qtbot, panel.file_button)
    wait_until_idle(qtbot, context)
    assert window.current_page_id() == "cases"
    page = window.stack.currentWidget().widget()
    assert page.folder.case_heading.text().startswith(f"{case_id}: ")


@pytest.mark.slow
def test_an_edited_design_is_not_shown_with_old_variants(qtbot, built, context) -> None:
    """Other words make other variants: the list goes and the build is offered again."""
    show_tab(built, "Cues")
    built.cues.choose("given-names")
    type_into(qtbot, built.cues.form.lists.forms[1].words_area, "Anna\nBerta\nCarla\nDora\nErna")
    wait_until_saved(qtbot, context)
    wait_until_idle(qtbot, context)
    show_tab(built, "Variants")

    assert built.variants.build_line.build_button.isVisible()
    assert not built.variants.table.isVisible()


@pytest.mark.slow
def test_every_control_has_a_name(qtbot, built, context) -> None:
    """All tabs, with and without an edit under way."""
    for number in range(built.tabs.count()):
        built.tabs.setCurrentIndex(number)
        wait_until_idle(qtbot, context)
        assert nameless_controls(built) == []
    show_tab(built, "Variants")
    press(qtbot, built.variants.table, Qt.Key.Key_E)
    assert nameless_controls(built) == []


@pytest.mark.slow
def test_the_filters_are_in_sight_whatever_the_width(qtbot, window, built, context) -> None:
    """The two ticks below the choices are seen when the variants are listed, and again after the window was narrow."""
    boxes = [box for box in built.variants.findChildren(QCheckBox) if box.text().startswith("Only ")]
    assert len(boxes) == 3
    assert [box.text() for box in boxes if not box.isVisible() or box.visibleRegion().isEmpty()] == []
    window.resize(700, 700)
    show_tab(built, "Attributes")
    window.resize(1366, 768)
    show_tab(built, "Variants")
    wait_until_idle(qtbot, context)

    assert [box.text() for box in boxes if not box.isVisible() or box.visibleRegion().isEmpty()] == []
