"""The window around the pages, driven through what is visible."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QPushButton, QWidget

from fairdesk.audit.preferences import Theme
from fairdesk.domain.errors import StoreError
from fairdesk.gui.activity import Activity
from fairdesk.gui.application import FaultCatcher
from fairdesk.gui.autosave import Autosave
from fairdesk.gui.dialogs.closing import RunAtClosing, UnsavedAtClosing
from fairdesk.gui.dialogs.deleting import DeleteProjectQuestion
from fairdesk.gui.dialogs.go_to import GoToDialog
from fairdesk.gui.dialogs.new_project import NewProjectDialog
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import Page
from fairdesk.gui.pages import PAGES
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.widgets.foreign_text import ForeignText
from tests.gui import sample_work
from tests.gui.driving import PATIENCE_MS, accessible_parts, answer_dialog, nameless_controls


def find_page(window: MainWindow, page_id: str) -> QWidget:
    window.show_page(page_id)
    return window.stack.currentWidget().widget()


def make_project_by_hand(qtbot, window: MainWindow, name: str = "Admissions 2027") -> None:
    """As the auditor does it: press, type, create."""

    def fill(dialog: QWidget) -> None:
        assert isinstance(dialog, NewProjectDialog)
        assert nameless_controls(dialog) == []
        assert not dialog.create_button.isEnabled()
        qtbot.keyClicks(dialog.name_edit, name)
        qtbot.keyClicks(dialog.client_edit, "University of Example")
        # As an input method would: QTest types only ASCII and aborts on anything else.
        dialog.auditor_edit.insert("Zoë Nguyễn")
        qtbot.keyClicks(dialog.role_edit, "internal auditor")
        qtbot.mouseClick(dialog.create_button, Qt.MouseButton.LeftButton)

    page = find_page(window, "projects")
    qtbot.waitUntil(lambda: page.listed is not None or page.empty is not None, timeout=PATIENCE_MS)
    button = page.listed.new_button if page.listed is not None else page.empty.action_button
    answer_dialog(fill)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.top_line.project_label.text() == name, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: page.listed is not None and name in shown_names(page), timeout=PATIENCE_MS)


def shown_names(page) -> list[str]:
    return [page.listed.model.row(number).name for number in range(page.listed.model.rowCount())]


def test_an_empty_profile_says_what_belongs_here_and_offers_the_next_step(qtbot, window) -> None:
    """The first start shows one button and no empty table."""
    page = find_page(window, "projects")
    qtbot.waitUntil(lambda: page.empty is not None and page.empty.isVisible(), timeout=PATIENCE_MS)

    assert window.top_line.project_label.text() == "No project is open"
    assert page.empty.action_button.isVisible()
    assert page.listed is None


def test_a_project_is_made_and_is_there_after_a_new_start(qtbot, window, context, appearance) -> None:
    """What was typed is in the store: a second window on the profile opens the same project by itself."""
    make_project_by_hand(qtbot, window)
    assert window.top_line.person_label.text() == "Zoë Nguyễn, internal auditor"
    assert window.top_line.state_badge.text() == "draft"
    window.close()

    from fairdesk.gui.page_context import PageContext
    from fairdesk.gui.remembered import Remembered

    later = PageContext(context.spec, Remembered(context.spec), appearance)
    second = MainWindow(later, PAGES)
    qtbot.addWidget(second)
    later.open_last_project()
    qtbot.waitUntil(lambda: second.top_line.project_label.text() == "Admissions 2027", timeout=PATIENCE_MS)
    later.shut_down()


def test_a_name_that_is_taken_is_told_beside_the_list(qtbot, window) -> None:
    """The user's own mistake is shown with advice on the page, and the project that exists stays."""
    make_project_by_hand(qtbot, window)
    page = find_page(window, "projects")
    answer_dialog(
        lambda dialog: (
            dialog.name_edit.setText("Admissions 2027"),
            dialog.auditor_edit.setText("A"),
            dialog.accept(),
        )
    )
    qtbot.mouseClick(page.listed.new_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.messages.isVisible, timeout=PATIENCE_MS)

    assert page.messages.message_label.text().startswith("Problem: ")
    assert not page.messages.copy_button.isVisible()
    assert page.listed.model.rowCount() == 1


def test_deleting_asks_names_the_loss_and_says_where_the_copy_is(qtbot, window) -> None:
    """Keep keeps; Delete deletes after a copy, and the page says where it lies."""
    make_project_by_hand(qtbot, window)
    page = find_page(window, "projects")
    page.listed.table.view.selectRow(0)

    def keep(dialog: QWidget) -> None:
        assert isinstance(dialog, DeleteProjectQuestion)
        assert "Admissions 2027" in dialog.text()
        qtbot.mouseClick(dialog.keep_button, Qt.MouseButton.LeftButton)

    answer_dialog(keep)
    qtbot.mouseClick(page.listed.delete_button, Qt.MouseButton.LeftButton)
    assert page.listed.model.rowCount() == 1
    answer_dialog(lambda dialog: qtbot.mouseClick(dialog.delete_button, Qt.MouseButton.LeftButton))
    qtbot.mouseClick(page.listed.delete_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.empty is not None and page.empty.isVisible(), timeout=PATIENCE_MS)

    assert "before-delete" in page.messages.advice_label.text()
    assert window.top_line.project_label.text() == "No project is open"


def test_settings_are_in_force_at_once_and_kept(qtbot, qapp, window, context, request) -> None:
    """Colours and text size change when they are chosen and are found again at the next start."""
    from fairdesk.gui.remembered import Remembered

    # Letters are one word only as long as they follow each other quickly, which a busy computer does not do.
    request.addfinalizer(partial(qapp.setKeyboardInputInterval, qapp.keyboardInputInterval()))
    qapp.setKeyboardInputInterval(PATIENCE_MS)
    page = find_page(window, "settings")
    page.theme_box.setFocus()
    qtbot.keyClicks(page.theme_box, "dark")
    page.theme_box.activated.emit(page.theme_box.currentIndex())
    page.text_box.setFocus()
    qtbot.keyClicks(page.text_box, "150")
    page.text_box.activated.emit(page.text_box.currentIndex())

    assert context.appearance.shown_theme() is Theme.DARK
    kept = Remembered(context.spec)
    assert (kept.theme, kept.text_scale) == (Theme.DARK, 1.5)


def test_settings_say_where_data_and_keys_are(qtbot, window, context) -> None:
    """The folder can be copied, and the state of the key store is a sentence."""
    page = find_page(window, "settings")
    qtbot.waitUntil(lambda: page.key_label.text().startswith("Keys are kept"), timeout=PATIENCE_MS)

    assert page.folder_edit.text() == str(context.spec.data_dir)


def test_arrow_keys_choose_pages_and_skip_the_headings(qtbot, window) -> None:
    """The list of pages works without a mouse."""
    window.page_list.setFocus()
    window.show_page(PAGES[0].page_id)
    seen = [window.current_page_id()]
    for _ in PAGES[1:]:
        qtbot.keyClick(window.page_list, Qt.Key.Key_Down)
        seen.append(window.current_page_id())

    assert seen == [page.page_id for page in PAGES]


def test_ctrl_k_goes_to_a_page_by_a_part_of_its_name(qtbot, window) -> None:
    """A few letters and Return are enough."""
    with qtbot.waitActive(window):
        window.activateWindow()

    def choose(dialog: QWidget) -> None:
        assert isinstance(dialog, GoToDialog)
        qtbot.keyClicks(dialog.words_edit, "sett")
        qtbot.keyClick(dialog.words_edit, Qt.Key.Key_Return)

    answer_dialog(choose)
    qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)

    assert window.current_page_id() == "settings"


def test_f1_explains_the_page(qtbot, window) -> None:
    """Help needs no network and is about the page that is shown."""
    with qtbot.waitActive(window):
        window.activateWindow()
    texts: list[str] = []
    answer_dialog(lambda dialog: (texts.append(dialog.text()), dialog.reject()))
    qtbot.keyClick(window, Qt.Key.Key_F1)

    assert "audit" in texts[0]


def test_a_page_that_needs_a_project_shows_the_way_to_one(qtbot, context) -> None:
    """Without an open project the page itself is not built; one button leads to the list."""
    built: list[QWidget] = []

    def make(_context: object) -> QWidget:
        built.append(QWidget())
        return built[-1]

    page = Page(page_id="object", group="Prepare", title="Object", help="x", make=make)
    window = MainWindow(context, (*PAGES, page))
    qtbot.addWidget(window)
    window.show_page("object")
    assert built == []
    button = window.stack.currentWidget().findChild(QPushButton)
    assert button.text() == "Go to Projects"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.current_page_id() == "projects"
    make_project_by_hand(qtbot, window)
    window.show_page("object")

    assert window.stack.currentWidget().widget() is built[0]


def test_every_control_of_every_page_has_a_name(qtbot, window) -> None:
    """A screen reader can say what each control is; lists of choices say it in their description."""
    make_project_by_hand(qtbot, window)
    found = {}
    for page in PAGES:
        window.show_page(page.page_id)
        qtbot.waitUntil(lambda: not window.isHidden())
        found[page.page_id] = nameless_controls(window)

    assert found == {page.page_id: [] for page in PAGES}
    assert len(list(accessible_parts(window))) > 20


def test_states_of_pages_are_read_with_their_names(qtbot, context) -> None:
    """The state stands below the page's name and in what assistive technology reads."""
    page = Page(
        page_id="later",
        group="Gather",
        title="Later",
        help="x",
        make=lambda _context: QWidget(),
        state=lambda project: "in work" if project else "not started",
    )
    window = MainWindow(context, (*PAGES, page))
    qtbot.addWidget(window)
    window.show()
    names = [part.text(QAccessible.Text.Name) for part in _rows(window.page_list)]
    assert "Later: not started" in names
    make_project_by_hand(qtbot, window)

    assert "Later: in work" in [part.text(QAccessible.Text.Name) for part in _rows(window.page_list)]


def _rows(page_list: QWidget):
    part = QAccessible.queryAccessibleInterface(page_list)
    return [part.child(number) for number in range(part.childCount())]


def test_the_bottom_line_says_what_runs_and_can_stop_it(qtbot, window, context) -> None:
    """Words, count, rate, time left, and a button that does what it says."""
    stopped: list[bool] = []
    context.activity_changed.emit(
        Activity(
            words="Run of baseline",
            n_done=1_214,
            n_total=4_000,
            rate_per_s=9.5,
            seconds_left=293,
            cancel=lambda: stopped.append(True),
            cancel_words="Pause",
        )
    )
    line = window.activity_line
    assert line.words_label.text() == "Run of baseline"
    assert line.count_label.text() == "1214 of 4000, 9.5 per second, about 5 min left"
    assert line.progress_bar.value() == 1_214
    assert line.cancel_button.text() == "Pause"
    qtbot.mouseClick(line.cancel_button, Qt.MouseButton.LeftButton)
    assert stopped == [True]
    context.activity_changed.emit(None)

    assert line.words_label.text() == "Nothing runs"
    assert not line.cancel_button.isVisible()


def test_the_evidence_drawer_opens_with_its_parts_and_closes_on_escape(qtbot, window, context) -> None:
    """Closed at first; hostile text in it is shown letter by letter."""
    assert not window.drawer.isVisible()
    evidence = ForeignText("Raw answer", 3)
    evidence.show_text("<b>4/5</b>")
    context.evidence_requested.emit("Consistency of female", evidence)
    assert window.drawer.isVisible()
    assert window.drawer.title_label.text() == "Consistency of female"
    assert nameless_controls(window.drawer) == []
    qtbot.keyClick(window.drawer.close_button, Qt.Key.Key_Escape)

    assert not window.drawer.isVisible()


def test_place_and_page_are_remembered(qtbot, window, context) -> None:
    """The next window opens at the last page with the last size."""
    from fairdesk.gui.remembered import Remembered

    window.show_page("settings")
    window.resize(777, 555)
    window.close()
    kept = Remembered(context.spec)

    assert kept.last_page == "settings"
    context.remembered = kept
    second = MainWindow(context, PAGES)
    qtbot.addWidget(second)
    assert second.current_page_id() == "settings"
    assert (second.width(), second.height()) == (777, 555)


@pytest.mark.parametrize(
    ("scale", "direction"),
    [
        (1.5, Qt.LayoutDirection.LeftToRight),
        (2.0, Qt.LayoutDirection.LeftToRight),
        (2.0, Qt.LayoutDirection.RightToLeft),
    ],
)
def test_the_window_fits_a_small_screen_with_large_text(qtbot, window, appearance, scale, direction) -> None:
    """1366 x 768 holds the window at every text size: what does not fit scrolls, and nothing widens the page."""
    window.setLayoutDirection(direction)
    appearance.apply(Theme.LIGHT, scale)
    make_project_by_hand(qtbot, window, "A long name of a project" * 8)
    window.resize(1366, 768)
    for page in PAGES:
        window.show_page(page.page_id)
        qtbot.waitUntil(lambda: window.stack.currentWidget().isVisible())
        assert window.minimumSizeHint().width() <= 1366
        assert window.minimumSizeHint().height() <= 768
        assert window.stack.currentWidget().horizontalScrollBar().maximum() == 0
    appearance.apply(Theme.LIGHT, 1.0)


def test_ctrl_s_saves_at_once_and_the_time_is_shown(qtbot, window, context) -> None:
    """What was typed goes to the disk without waiting for the timer."""
    autosave = Autosave(context, lambda: plainly(sample_work.add, 1, 1), window)
    with qtbot.waitActive(window):
        window.activateWindow()
    autosave.touch()
    assert window.top_line.saved_label.text() == "Saving…"
    with qtbot.waitSignal(context.saved, timeout=PATIENCE_MS) as blocker:
        qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    moment: datetime = blocker.args[0]

    assert abs((datetime.now(UTC) - moment).total_seconds()) < 60
    assert window.top_line.saved_label.text().startswith("Saved ")
    assert context.unsaved == set()


def test_when_saving_fails_the_window_stays_and_asks_before_it_loses_anything(qtbot, window, context) -> None:
    """GUI-03: closing with text that cannot be saved asks once, and closes cleanly when it is given up."""
    autosave = Autosave(context, lambda: plainly(sample_work.fail_for_the_user), window)
    failures: list[object] = []
    autosave.failed.connect(failures.append)
    autosave.touch()
    assert not window.close()
    qtbot.waitUntil(lambda: bool(failures), timeout=PATIENCE_MS)
    assert window.isVisible()
    assert window.top_line.saved_label.text() == "Not saved"
    asked: list[str] = []

    def give_up(dialog: QWidget) -> None:
        assert isinstance(dialog, UnsavedAtClosing)
        asked.append(dialog.text())
        qtbot.mouseClick(dialog.discard_button, Qt.MouseButton.LeftButton)

    answer_dialog(give_up)
    window._saving_limit.setInterval(50)
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=PATIENCE_MS)

    assert len(asked) == 1


def test_closing_waits_until_what_was_typed_is_on_disk(qtbot, window, context) -> None:
    """The window closes by itself once the save has ended; no question."""
    saved: list[object] = []
    autosave = Autosave(context, lambda: plainly(sample_work.add, 2, 3), window)
    autosave.saved.connect(saved.append)
    autosave.touch()
    assert not window.close()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=PATIENCE_MS)

    assert saved == [5]


def test_a_failure_of_nobodys_page_stands_above_the_pages(qtbot, window, context) -> None:
    """Message and advice as they were written; closed by its button."""
    context.failed.emit(StoreError("The disk is full.", "Make room and try again."))
    bar = window.message_bar
    assert bar.message_label.text() == "Problem: The disk is full."
    assert bar.advice_label.text() == "Make room and try again."
    qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)

    assert not bar.isVisible()


def test_a_fault_is_logged_and_shown_as_ours_without_values(qtbot, window, context) -> None:
    """The log and the copied details name kind and place, never what the exception quotes."""
    from PySide6.QtGui import QGuiApplication

    catcher = FaultCatcher(context.spec)
    catcher.caught.connect(context.failed)
    secret = " ".join(("sk-planted", "and a case text"))
    try:
        sample_work.fail_by_mistake(secret)
    except KeyError as error:
        catcher.catch(type(error), error, error.__traceback__)
    bar = window.message_bar
    assert "our fault" in bar.message_label.text()
    qtbot.mouseClick(bar.copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    logged = "".join(path.read_text() for path in context.spec.data_dir.rglob("*.log"))

    assert "KeyError" in copied
    assert "fail_by_mistake" in copied
    assert "fail_by_mistake" in logged
    assert "sk-planted" not in copied + logged


def test_questions_at_closing_have_names_and_a_safe_default(qtbot) -> None:
    """Return and Escape never lose anything."""
    run, unsaved = RunAtClosing(), UnsavedAtClosing()
    for dialog in (run, unsaved):
        qtbot.addWidget(dialog)
        dialog.show()
        assert nameless_controls(dialog) == []

    assert run.defaultButton() is run.go_on_button
    assert run.escapeButton() is run.stay_button
    assert unsaved.defaultButton() is unsaved.stay_button
    assert unsaved.escapeButton() is unsaved.stay_button
