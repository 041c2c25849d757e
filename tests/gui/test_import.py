"""Recorded answers come into the window by drag and drop; nothing is guessed, and a cancel leaves nothing behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from fairdesk.audit.preferences import Theme
from fairdesk.audit.projects import list_projects
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.gui.dialogs.importing import ImportDialog
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.widgets.forms import ChoiceBox
from fairdesk.gui.widgets.labels import PlainLabel
from tests.gui import record_drops
from tests.gui.acting import click, go_to, open_new_project, wait_until_idle
from tests.gui.driving import PATIENCE_MS, nameless_controls
from tests.gui.importing import (
    SUPPLIER,
    choose,
    dropped,
    in_dialog,
    press_import,
    say_who,
    settle,
    type_scale,
)
from tests.gui.record_drops import drop

TOOL_FILES = Path(__file__).parents[1] / "unit" / "interchange" / "foreign"


@pytest.fixture
def projects(qtbot, window: MainWindow, context: PageContext):
    return go_to(qtbot, window, context, "projects")


def texts(model, column: int) -> list[str]:
    """What a column of a table shows, without the marks that hold directions together."""
    return [
        str(model.data(model.index(row, column), Qt.ItemDataRole.DisplayRole)).strip("\u2068\u2069")
        for row in range(model.rowCount())
    ]


def read_values(dialog: ImportDialog) -> list[float | None]:
    model = dialog.view.rows.read_model
    return [model.row(place).value for place in range(model.rowCount())]


def shown_words(page) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


def nothing_is_left(spec: WorkspaceSpec) -> bool:
    with Workspace(spec) as workspace:
        return not workspace.store.documents.hashes() and not workspace.store.projects.all()


def test_a_dropped_file_becomes_a_project_that_opens_on_its_results(
    qtbot, window, context, projects, tmp_path: Path
) -> None:
    """Drop, say who supplied it, import: the page Results opens and names the supplier beside the numbers."""

    def act(dialog: ImportDialog) -> None:
        assert not dialog.import_button.isEnabled()
        assert "who supplied the answers" in dialog.missing_label.text()
        say_who(qtbot, dialog)
        assert dialog.missing_label.text() == ""
        assert "30 items in 4 variants" in dialog.check.words_label.text()
        press_import(qtbot, dialog)

    dropped(qtbot, projects, record_drops.plain_file(tmp_path), act)
    qtbot.waitUntil(lambda: context.project is not None, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: window.current_page_id() == "results", timeout=PATIENCE_MS)
    wait_until_idle(qtbot, context)
    page = window.stack.currentWidget().widget()
    qtbot.waitUntil(lambda: "run not observed by FairDesk" in shown_words(page), timeout=PATIENCE_MS)
    assert SUPPLIER in shown_words(page)
    assert context.project.details.auditor == "A. Auditor"
    assert page.explorer.table.view.model().rowCount() > 0


def test_a_cancel_leaves_nothing_behind(qtbot, context, projects, spec, tmp_path: Path) -> None:
    """Whoever cancels the dialog has neither a project nor a byte of the file in the store."""
    dropped(qtbot, projects, record_drops.plain_file(tmp_path), lambda dialog: click(qtbot, dialog.cancel_button))
    wait_until_idle(qtbot, context)
    assert nothing_is_left(spec)


@pytest.mark.slow
def test_a_cancel_while_importing_leaves_nothing_behind(qtbot, context, projects, spec, tmp_path: Path) -> None:
    """Stopped in the middle of the import: the dialog closes, and the store is as it was before."""
    path = tmp_path / "large.csv"
    rows = ((f"f{n:06d}", label, 1 + n % 5) for n in range(60_000) for label in record_drops.LABELS)
    path.write_text(record_drops.text_of(("item", "variant", "rating"), rows), encoding="utf-8")

    def act(dialog: ImportDialog) -> None:
        say_who(qtbot, dialog)
        click(qtbot, dialog.import_button)
        qtbot.waitUntil(lambda: "Reading large.csv" in dialog.check.words_label.text(), timeout=PATIENCE_MS)
        click(qtbot, dialog.cancel_button)
        qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=PATIENCE_MS)
        assert dialog.imported_id == ""

    dropped(qtbot, projects, path, act)
    wait_until_idle(qtbot, context)
    assert nothing_is_left(spec)


def test_two_readings_are_asked_and_block_until_they_are_answered(qtbot, projects, spec, tmp_path: Path) -> None:
    """1.286 with semicolons around it: the import waits, and the rows change with the answer."""

    def act(dialog: ImportDialog) -> None:
        say_who(qtbot, dialog)
        question = dialog.view.questions
        assert question.isVisible()
        assert "which is the decimal sign" in shown_words(question)
        assert not dialog.import_button.isEnabled()
        choose(qtbot, dialog, question.boxes[0], ",")
        assert not question.isVisible()
        assert read_values(dialog)[0] == 1286.0
        choose(qtbot, dialog, dialog.view.reading.boxes["decimal"], ".")
        assert read_values(dialog)[0] == 1.286
        assert dialog.import_button.isEnabled()

    dropped(qtbot, projects, record_drops.ambiguous(tmp_path), act)


def test_percent_signs_are_asked_about_once(qtbot, projects, tmp_path: Path) -> None:
    """80 % becomes 80 or 0.8 as the user says; the choice stays in sight and can be changed."""

    def act(dialog: ImportDialog) -> None:
        assert dialog.view.rows.problem_model.rowCount() == 0
        choose(qtbot, dialog, dialog.view.questions.boxes[0], "share")
        assert read_values(dialog)[0] == 0.5
        choose(qtbot, dialog, dialog.view.reading.boxes["percent"], "number")
        assert read_values(dialog)[0] == 50.0

    dropped(qtbot, projects, record_drops.percents(tmp_path), act)


def test_texts_need_a_scale_and_are_read_live(qtbot, projects, tmp_path: Path) -> None:
    """Stars and words are shown unread until the scale is known; a refusal then shows its reason."""

    def act(dialog: ImportDialog) -> None:
        assert set(texts(dialog.view.rows.read_model, 4)) == {"not read yet"}
        type_scale(qtbot, dialog, "1", "5")
        assert read_values(dialog)[:2] == [4.0, 3.0]
        assert "refused" in texts(dialog.view.rows.read_model, 4)
        assert "4 refused" in dialog.check.words_label.text()

    dropped(qtbot, projects, record_drops.stars(tmp_path), act)


def test_bad_rows_are_listed_and_left_out_only_on_request(qtbot, window, context, projects, tmp_path: Path) -> None:
    """Line, column, value, cause and cure stand in a table; the good rows are taken when that is ticked."""

    def act(dialog: ImportDialog) -> None:
        say_who(qtbot, dialog)
        choose(qtbot, dialog, dialog.view.questions.boxes[0], "day first")
        model = dialog.view.rows.problem_model
        assert texts(model, 0) == ["26", "27"]
        assert "2 cells where the headings have 4" in texts(model, 3)[0]
        assert all("--" not in cure for cure in texts(model, 4))
        assert not dialog.import_button.isEnabled()
        assert "leave out 2 rows" in dialog.check.good_box.text()
        qtbot.mouseClick(dialog.check.good_box, Qt.MouseButton.LeftButton, pos=dialog.check.good_box.rect().center())
        dialog.check.good_box.setChecked(True)
        press_import(qtbot, dialog)

    dropped(qtbot, projects, record_drops.mixed(tmp_path), act)
    qtbot.waitUntil(lambda: context.project is not None, timeout=PATIENCE_MS)
    assert sum(context.project.runs[0].counts.values()) == 24


@pytest.mark.parametrize("make", record_drops.UNUSABLE)
def test_what_is_no_file_of_records_gets_a_sentence(qtbot, context, projects, make, tmp_path: Path) -> None:
    """An empty file and a PDF called .csv: a message on the page, no dialog, nothing stored."""
    assert drop(projects, make(tmp_path))
    qtbot.waitUntil(lambda: "Problem" in projects.messages.message_label.text(), timeout=PATIENCE_MS)
    assert projects.messages.advice_label.text()
    assert QApplication.activeModalWidget() is None
    assert nothing_is_left(context.spec)


def test_a_folder_gets_a_sentence(qtbot, projects, tmp_path: Path) -> None:
    """What is no file is said, with what to do instead."""
    assert drop(projects, tmp_path)
    qtbot.waitUntil(lambda: "is a folder" in projects.messages.message_label.text(), timeout=PATIENCE_MS)


def test_files_of_two_systems_are_imported_together(qtbot, window, context, projects, tmp_path: Path) -> None:
    """Before and after in two files: each is a system called like its file, and Compare shows both."""
    before = record_drops.plain_file(tmp_path).rename(tmp_path / "before.csv")
    after = tmp_path / "after.csv"
    after.write_text(before.read_text(encoding="utf-8").replace(",4", ",3"), encoding="utf-8")

    def act(dialog: ImportDialog) -> None:
        assert dialog.view.systems_box.isVisible()
        assert "before.csv, after.csv" in dialog.view.file_label.text()
        assert "after.csv" in dialog.check.words_label.text()
        say_who(qtbot, dialog)
        press_import(qtbot, dialog)

    in_dialog(qtbot, lambda: drop(projects, before, after), act)
    qtbot.waitUntil(lambda: context.project is not None, timeout=PATIENCE_MS)
    assert [system.title for system in context.project.details.systems] == ["before", "after"]
    page = go_to(qtbot, window, context, "compare")
    qtbot.waitUntil(lambda: "what differs is not known" in shown_words(page), timeout=PATIENCE_MS)


def test_a_second_file_that_asks_something_else_is_named(qtbot, projects, tmp_path: Path) -> None:
    """Files are read alike; one with percent signs beside one without is refused with its question."""
    first, second = record_drops.plain_file(tmp_path), record_drops.percents(tmp_path)

    def act(dialog: ImportDialog) -> None:
        assert "likelihoods.csv asks something" in dialog.messages.message_label.text()
        assert not dialog.import_button.isEnabled()

    in_dialog(qtbot, lambda: drop(projects, first, second), act)


def test_looking_at_a_file_can_be_stopped(qtbot, window, context, projects, tmp_path: Path) -> None:
    """While the file is looked at, the bottom line says so and has a button; pressed, no dialog comes."""
    assert drop(projects, record_drops.plain_file(tmp_path))
    assert "plain.csv" in window.activity_line.words_label.text()
    click(qtbot, window.activity_line.cancel_button)
    qtbot.waitUntil(lambda: window.activity_line.words_label.text() == "Nothing runs", timeout=PATIENCE_MS)
    assert not projects.messages.isVisible()
    qtbot.wait(50)
    assert QApplication.activeModalWidget() is None


def test_a_broken_encoding_is_mended_in_the_dialog(qtbot, projects, tmp_path: Path) -> None:
    """The line of the damage is named; with another encoding the rows appear."""

    def act(dialog: ImportDialog) -> None:
        assert "line 10: a damaged character" in dialog.messages.message_label.text()
        assert not dialog.view.columns.isVisible()
        choose(qtbot, dialog, dialog.view.questions.boxes[0], "cp1252")
        assert not dialog.messages.isVisible()
        assert dialog.view.columns.isVisible()
        assert len(read_values(dialog)) == 20

    dropped(qtbot, projects, record_drops.broken_utf8(tmp_path), act)


def test_the_line_of_the_headings_can_be_named(qtbot, projects, tmp_path: Path) -> None:
    """A title with several cells is taken for headings; the box says where they begin, and everything follows."""
    path = tmp_path / "titled.csv"
    path.write_text("Pilot,spring,2027 term\nitem,variant,score\na,original,1\na,female,2\n", encoding="utf-8")

    def act(dialog: ImportDialog) -> None:
        assert "Pilot" in dialog.view.columns.use_boxes
        choose(qtbot, dialog, dialog.view.reading.boxes["header_line"], "2")
        assert list(dialog.view.columns.use_boxes) == ["item", "variant", "score"]
        assert read_values(dialog) == [1.0, 2.0]
        assert texts(dialog.view.rows.dropped_model, 0) == ["1"]
        say_who(qtbot, dialog)
        assert dialog.import_button.isEnabled()

    dropped(qtbot, projects, path, act)


def test_columns_can_be_used_for_something_else(qtbot, projects, tmp_path: Path) -> None:
    """Another column becomes the value; the one that was it before is not used any more."""
    path = tmp_path / "two.csv"
    path.write_text("id,variant,score,points\na,original,1,10\na,female,2,20\n", encoding="utf-8")

    def act(dialog: ImportDialog) -> None:
        boxes = dialog.view.columns.use_boxes
        assert [boxes[name].currentData() for name in ("score", "points")] == ["value", "ignored"]
        assert read_values(dialog) == [1.0, 2.0]
        choose(qtbot, dialog, boxes["points"], "value")
        assert [boxes[name].currentData() for name in ("score", "points")] == ["ignored", "value"]
        assert read_values(dialog) == [10.0, 20.0]
        choose(qtbot, dialog, boxes["score"], "value")
        assert read_values(dialog) == [1.0, 2.0]
        choose(qtbot, dialog, boxes["points"], "attribute")
        edit = dialog.view.columns.name_edits["points"]
        edit.setText("group of points")
        edit.editingFinished.emit()
        settle(qtbot, dialog)
        assert dialog.view.rows.read_model.row(0).attributes == (("group of points", "10"),)

    dropped(qtbot, projects, path, act)


def test_only_the_latest_choice_counts(qtbot, projects, tmp_path: Path) -> None:
    """Choices one after the other without waiting: what is shown in the end is what was chosen last."""

    def act(dialog: ImportDialog) -> None:
        choose(qtbot, dialog, dialog.view.questions.boxes[0], "share")
        box = dialog.view.reading.boxes["percent"]
        for answer in ("number", "share", "number", "share", "number"):
            box.setCurrentIndex(box.findData(answer))
            box.activated.emit(box.currentIndex())
            qtbot.wait(60)
            assert not dialog.import_button.isEnabled()
        settle(qtbot, dialog)
        assert read_values(dialog)[0] == 50.0
        assert box.currentData() == "number"

    dropped(qtbot, projects, record_drops.percents(tmp_path), act)


def test_the_tool_that_wrote_a_file_is_named_with_its_numbers(qtbot, projects) -> None:
    """A log of Inspect: tool, version, and its own mean, marked as the tool's."""

    def act(dialog: ImportDialog) -> None:
        qtbot.waitUntil(dialog.view.tool_label.isVisible, timeout=PATIENCE_MS)
        assert "Inspect" in dialog.view.tool_label.text()
        rows = dialog.view.rows
        assert rows.tabs.isTabVisible(4)
        assert "mean" in texts(rows.number_model, 0)
        assert "not FairDesk's" in rows.number_note.text()

    dropped(qtbot, projects, TOOL_FILES / "inspect-admissions.eval", act)


def test_an_open_project_without_a_plan_takes_the_answers(qtbot, window, context, tmp_path: Path) -> None:
    """On the page Run of a new project: the file goes into that project, and asking is offered no longer."""
    project_id = open_new_project(qtbot, context)
    page = go_to(qtbot, window, context, "run")
    assert page.import_button.isVisible()

    def act(dialog: ImportDialog) -> None:
        assert "Admissions 2027" in dialog.view.target_label.text()
        say_who(qtbot, dialog)
        press_import(qtbot, dialog)

    path = record_drops.plain_file(tmp_path)
    dropped(qtbot, page, path, act)
    qtbot.waitUntil(lambda: window.current_page_id() == "results", timeout=PATIENCE_MS)
    wait_until_idle(qtbot, context)
    assert [one.project_id for one in list_projects(context.spec)] == [project_id]
    page = go_to(qtbot, window, context, "run")
    qtbot.waitUntil(lambda: SUPPLIER in page.words_label.text(), timeout=PATIENCE_MS)
    assert "nothing to ask" in page.words_label.text()
    assert not page.start_button.isVisible()
    assert not page.import_button.isVisible()
    assert drop(page, path)
    assert "has a plan already" in page.messages.message_label.text()


def test_the_empty_results_page_offers_the_import(qtbot, window, context, tmp_path: Path) -> None:
    """Results of a project without a plan: the button asks for a file, and a dropped one opens the dialog."""
    open_new_project(qtbot, context)
    page = go_to(qtbot, window, context, "results")
    qtbot.waitUntil(lambda: page.frame.empty is not None and page.frame.empty.isVisible(), timeout=PATIENCE_MS)
    assert page.frame.empty.other_button.isVisible()
    seen = []
    in_dialog(qtbot, lambda: drop(page.frame, record_drops.plain_file(tmp_path)), seen.append)
    assert seen


def test_a_name_that_is_taken_is_said_and_changed(qtbot, context, projects, tmp_path: Path) -> None:
    """A second project of the same name: the dialog stays open with the reason, and another name is taken."""
    open_new_project(qtbot, context)
    wait_until_idle(qtbot, context)

    def act(dialog: ImportDialog) -> None:
        say_who(qtbot, dialog)
        dialog.view.supplier.name_edit.setText("admissions 2027")
        press_import(qtbot, dialog)
        assert "already" in dialog.messages.message_label.text()
        dialog.view.supplier.name_edit.setText("Admissions 2028")
        press_import(qtbot, dialog)

    dropped(qtbot, projects, record_drops.plain_file(tmp_path), act)
    qtbot.waitUntil(lambda: context.project.summary.name == "Admissions 2028", timeout=PATIENCE_MS)


@pytest.mark.parametrize("make", [record_drops.stars, record_drops.mixed, record_drops.hostile_headings])
def test_every_control_has_a_name_and_nothing_is_cut(qtbot, context, projects, make, tmp_path: Path) -> None:
    """With text at 200 % and from right to left: no label or box is lower than what it says, and all have names."""

    def act(dialog: ImportDialog) -> None:
        assert nameless_controls(dialog) == []
        QApplication.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        context.appearance.apply(Theme.DARK, 2.0)
        QApplication.processEvents()
        dialog.resize(1180, 700)
        qtbot.wait(50)
        for label in dialog.findChildren(PlainLabel):
            if label.isVisible() and label.text():
                assert label.height() >= label.heightForWidth(label.width()) - 1, label.text()
        for box in dialog.findChildren(ChoiceBox):
            if box.isVisible():
                assert box.height() >= box.minimumSizeHint().height() - 2, box.currentText()
        assert nameless_controls(dialog) == []

    try:
        dropped(qtbot, projects, make(tmp_path), act)
    finally:
        QApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_the_window_itself_reads_no_file() -> None:
    """The dialog loads none of the libraries that read files: that is the worker's work."""
    code = (
        "import sys\nimport fairdesk.gui.dialogs.importing, fairdesk.gui.record_import\n"
        "print([name for name in ('numpy', 'pandas', 'pyarrow', 'openpyxl', 'scipy', 'sqlalchemy') "
        "if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
