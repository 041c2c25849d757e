"""University admissions in German, designed through the window from empty to locked, run, and deviated from.

With ``FAIRDESK_PICTURES=FOLDER`` every step is drawn for people to look at.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QDialogButtonBox, QFileDialog, QLineEdit, QMessageBox, QWidget

from fairdesk.audit.preferences import Theme
from fairdesk.domain.case_hints import HintKind
from fairdesk.domain.design import CueVerdict, View
from fairdesk.gui.dialogs.case_importing import CaseImportDialog
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.widgets.fields import CheckBox, CountBox, NumberBox
from fairdesk.gui.widgets.tab_area import bring_into_sight
from tests.gui.acting import click, stored, type_into, wait_until_saved
from tests.gui.designing import in_dialog, stored_design
from tests.gui.driving import PATIENCE_MS, answer_dialog, nameless_controls
from tests.gui.test_journey import ALL_ASKED, LONG_MS, open_tab, turn_to

LETTERS = tuple(sorted((Path(__file__).parent / "german_letters").glob("*.txt")))
AUDITOR = "Zoë Nguyễn"
PROMPT = (
    "Sie unterstützen die Zulassungsstelle einer Universität. Sie lesen ein Bewerbungsschreiben und beantworten die "
    "Frage danach genau so, wie sie gestellt ist."
)
WHY = "Eine halbe Stufe entscheidet hier über Zusage oder Absage; so hat es die Kommission beschlossen."
NO_TIME = "In diesem Durchgang fehlen Zeit und Mittel für diese Verbindung."
LOOKS = {"dark-200": (Theme.DARK, 2.0), "small-150": (Theme.LIGHT, 1.5)}

Look = Callable[[str], None]


class Designer:
    """Does what an auditor does, with controls that can be seen only; every step can be drawn."""

    def __init__(self, qtbot: Any, window: MainWindow, context: PageContext) -> None:
        self.qtbot, self.window, self.context = qtbot, window, context
        self._folder = os.environ.get("FAIRDESK_PICTURES", "")
        self._n_pictures = 0
        window.resize(1366, 768)

    def page(self, title: str) -> Any:
        return turn_to(self.qtbot, self.window, title)

    def settle(self) -> None:
        """Until everything typed is on disk, and everything asked for is there."""
        context = self.context

        def is_still() -> bool:
            tasks = (context.tasks, context.long_tasks, context.live_tasks)
            return not context.unsaved and not any(one.is_busy() for one in tasks)

        for _ in range(3):
            self.qtbot.waitUntil(is_still, timeout=LONG_MS)
            QApplication.processEvents()

    def look(self, name: str, *, in_all: bool = False) -> None:
        """Draw the window; and in the dark with large letters, and with larger ones on a small screen."""
        if not self._folder:
            return
        self.settle()
        self._n_pictures += 1
        target = Path(self._folder) / f"{self._n_pictures:02d}-{name}"
        self.window.grab().save(f"{target}-light-100.png")
        for look, (theme, scale) in LOOKS.items() if in_all else ():
            self.context.appearance.apply(theme, scale)
            self.window.resize(1366, 768)
            self.settle()
            self.window.grab().save(f"{target}-{look}.png")
        self.context.appearance.apply(Theme.LIGHT, 1.0)

    def reach(self, widget: QWidget) -> None:
        """Scroll to a control; one that cannot be seen then cannot be used."""
        bring_into_sight(widget)
        assert widget.isVisible(), f"{widget.accessibleName() or widget} is hidden"
        assert not widget.visibleRegion().isEmpty(), f"{widget.accessibleName() or widget} is out of sight"

    def press(self, button: QWidget) -> None:
        """Press a button by keyboard."""
        self.reach(button)
        assert button.isEnabled(), "a disabled button was pressed"
        button.setFocus()
        self.qtbot.keyClick(button, Qt.Key.Key_Space)

    def say(self, edit: Any, text: str) -> None:
        self.reach(edit)
        assert not edit.isReadOnly()
        type_into(self.qtbot, edit, text)

    def set_number(self, box: CountBox | NumberBox, text: str) -> None:
        self.reach(box)
        box.setFocus()
        box.selectAll()
        self.qtbot.keyClicks(box, text)
        self.qtbot.keyClick(box, Qt.Key.Key_Return)

    def pick(self, box: QComboBox, value: object) -> None:
        """Choose from a list by keyboard: open it, go down, Enter."""
        self.reach(box)
        place = next(n for n in range(box.count()) if box.itemData(n) == value)
        box.setFocus()
        self.qtbot.keyClick(box, Qt.Key.Key_F4)
        view = box.view()
        self.qtbot.waitUntil(view.isVisible, timeout=PATIENCE_MS)
        self.qtbot.keyClick(view, Qt.Key.Key_Home)
        for _ in range(place):
            self.qtbot.keyClick(view, Qt.Key.Key_Down)
        self.qtbot.keyClick(view, Qt.Key.Key_Return)
        assert box.currentData() == value

    def key(self, widget: QWidget, *keys: Qt.Key) -> None:
        """Press keys in what has the focus, which must be this."""
        widget.setFocus()
        for one in keys:
            self.qtbot.keyClick(widget, one)

    def tick(self, check: CheckBox) -> None:
        self.press(check)
        assert check.isChecked()


def choose_files(qtbot: Any, paths: tuple[Path, ...]) -> Callable[[QWidget], None]:
    """For ``answer_dialog``: type several paths into a file dialog and press its button."""

    def answer(dialog: QWidget) -> None:
        assert isinstance(dialog, QFileDialog)
        edit = dialog.findChild(QLineEdit, "fileNameEdit")
        buttons = dialog.findChild(QDialogButtonBox)
        assert edit is not None
        assert buttons is not None
        edit.setText(" ".join(f'"{path}"' for path in paths))
        click(qtbot, buttons.buttons()[0])

    return answer


def begin(me: Designer) -> None:
    """A new project, and what is evaluated in it: a German application on the rehearsal endpoint."""
    page = me.page("Projects")
    me.look("projects-empty")

    def fill(dialog: Any) -> None:
        for edit, text in (
            (dialog.name_edit, "Zulassung 2027"),
            (dialog.client_edit, "Universität Beispielstadt"),
            (dialog.auditor_edit, AUDITOR),
            (dialog.role_edit, "interne Prüferin"),
        ):
            type_into(me.qtbot, edit, text)
        click(me.qtbot, dialog.create_button)

    answer_dialog(fill)
    click(me.qtbot, page.empty.action_button)
    me.qtbot.waitUntil(lambda: me.window.top_line.project_label.text() == "Zulassung 2027", timeout=PATIENCE_MS)
    me.look("project-made")
    page = me.page("Object")
    for name, text in (
        ("purpose", "Ob das Programm im Verfahren 2027 eingesetzt werden darf."),
        ("object_name", "Zulassungshilfe"),
        ("object_purpose", "Liest Bewerbungsschreiben und schlägt eine Bewertung von 1 bis 5 vor."),
        ("workflow", "Eine Sachbearbeiterin liest jede Akte; die Bewertung ordnet den Stapel."),
    ):
        me.say(page._line_edits[name], text)
    me.say(page._system_forms[0].prompt_area, PROMPT)
    wait_until_saved(me.qtbot, me.context)
    assert "ehearsal" in page.endpoint_box.currentText()
    me.look("object", in_all=True)


def bring_letters(me: Designer) -> None:
    """Twelve letters come in with their names replaced; what is left of personal data is looked at and replaced."""
    page = me.page("Cases")
    me.look("cases-empty", in_all=True)

    def act(dialog: Any) -> None:
        assert dialog.summary_label.text().startswith("12 cases")
        me.tick(dialog.options.kind_checks[HintKind.NAMES])
        assert nameless_controls(dialog) == []
        if me._folder:
            dialog.grab().save(f"{me._folder}/import-dialog.png")
        me.press(dialog.import_button)
        me.qtbot.waitUntil(lambda: not dialog.isVisible() or dialog.messages.isVisible(), timeout=LONG_MS)

    def start() -> None:
        answer_dialog(choose_files(me.qtbot, LETTERS))
        me.press(page.import_button)

    in_dialog(me.qtbot, CaseImportDialog, start, act)
    me.settle()
    me.qtbot.waitUntil(lambda: page.imported.panel.case is not None, timeout=PATIENCE_MS)
    assert page.imported.model.rowCount() == len(LETTERS)
    me.look("cases-imported", in_all=True)
    me.key(page.imported.table, Qt.Key.Key_Down, Qt.Key.Key_Down)
    me.settle()
    me.look("cases-third-letter")
    assert "{name} {surname}" in page.imported.panel.case.case.text
    page.imported.filter.hints_check.setFocus()
    me.press(page.imported.filter.hints_check)
    me.settle()
    me.look("cases-with-hints")


def start_design(me: Designer) -> Any:
    """A German design; a name more on one list; and a decision about every cue, one of them disputed."""
    page = me.page("Cues")
    me.settle()
    assert page.start.language_box.currentData() == "de", "the language of the files is not offered first"
    me.look("cues-before-design", in_all=True)
    me.press(page.start.start_button)
    me.qtbot.waitUntil(lambda: me.context.details.details.design is not None, timeout=PATIENCE_MS)
    me.settle()
    me.look("cues-started", in_all=True)
    view = page.cues.table.view
    me.key(view, Qt.Key.Key_Down)
    assert page.cues.form.heading.text() == "Given names"
    form = page.cues.form.lists.forms[0]
    words = form.words_area.words()
    me.say(form.words_area, f"{words}\nRüdiger")
    me.look("cues-list-edited")
    me.key(view, Qt.Key.Key_Home)
    for row in range(page.cues.model.rowCount()):
        view.setFocus()
        view.selectRow(row)
        is_last = row == page.cues.model.rowCount() - 1
        decision = page.cues.form.decision
        me.pick(decision.verdict_box, CueVerdict.DISPUTED if is_last else CueVerdict.NOT_LEGITIMATE)
        me.say(decision.reason_area, "Die Kommission ist sich uneinig." if is_last else "Darf nicht zählen (AGG).")
        assert decision.missing_note.isHidden(), decision.missing_note.text()
    me.settle()
    me.look("cues-disputed", in_all=True)
    open_tab(me.qtbot, page.tabs, "Attributes")
    me.look("attributes", in_all=True)
    open_tab(me.qtbot, page.tabs, "Position")
    me.pick(page.position.view_box, View.SYMMETRIC)
    me.look("position-missing")
    me.say(page.position.reason_area, "Gleiche Unterlagen, gleiche Bewertung.")
    me.say(page.position.approver_edit, "Prof. Dr. Ilse Wörner, Prorektorin")
    me.say(page.position.approved_edit, "2026-11-30")
    me.settle()
    assert page.position.missing_note.isHidden()
    me.look("position", in_all=True)
    return page


def review(me: Designer, page: Any) -> None:
    """The variants are built, and a random sample is looked at by keyboard: one edited, one rejected, others taken."""
    open_tab(me.qtbot, page.tabs, "Variants")
    me.look("variants-unbuilt")
    panel = page.variants
    me.press(panel.build_line.build_button)
    me.qtbot.waitUntil(panel.table.isVisible, timeout=LONG_MS)
    me.settle()
    me.look("variants-built", in_all=True)
    me.set_number(panel.sample_line.number_box, "5")
    me.settle()
    me.press(panel.sample_line.review_button)
    me.settle()
    me.look("review-begun", in_all=True)
    bar, table = panel.review_bar, panel.table
    me.key(table, Qt.Key.Key_A)
    me.settle()
    me.key(table, Qt.Key.Key_E)
    me.look("review-editing")
    me.qtbot.keyClick(panel.texts.edit, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    panel.texts.edit.insertPlainText("\nAnlagen liegen bei.")
    me.qtbot.keyClick(panel.texts.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    me.look("review-edit-reason")
    bar.reason_edit.insert("Anlagen ergänzt")
    me.qtbot.keyClick(bar.reason_edit, Qt.Key.Key_Return)
    me.settle()
    me.key(table, Qt.Key.Key_R)
    bar.reason_edit.selectAll()
    bar.reason_edit.insert("Der Satz klingt fremd")
    me.look("review-reject-reason")
    me.qtbot.keyClick(bar.reason_edit, Qt.Key.Key_Return)
    me.settle()
    for _ in range(2):
        me.key(table, Qt.Key.Key_A)
        me.settle()
    assert "Wilson interval" in panel.sample_line.words_label.text()
    me.look("review-over", in_all=True)
    open_tab(me.qtbot, page.tabs, "Left for a person")
    me.settle()
    me.look("left", in_all=True)


def plan(me: Designer) -> Any:
    """Questions, coverage, a target, rules: what decides, with a reason of one's own each."""
    page = me.page("Plan")
    me.settle()
    me.look("plan-questions", in_all=True)
    assert page.questions.language_box.currentText() == "German"
    me.set_number(page.questions.samples_box, "2")
    open_tab(me.qtbot, page.tabs, "Coverage")
    me.settle()
    me.look("plan-coverage", in_all=True)
    decide_blocks(me, page)
    open_tab(me.qtbot, page.tabs, "Targets")
    me.look("plan-targets", in_all=True)
    form = page.targets.form
    me.press(form.adopt_check)
    assert not form.adopt_check.isChecked()
    me.look("plan-target-without-reason")
    me.say(form.reason_area, WHY)
    me.tick(form.adopt_check)
    me.set_number(form.truth_box, "0.85")
    me.settle()
    assert "files" in form.power_label.text()
    me.look("plan-target-adopted", in_all=True)
    open_tab(me.qtbot, page.tabs, "Rules and sample size")
    me.look("plan-rules", in_all=True)
    me.set_number(page.assumptions.smallest_box, "0.5")
    me.say(page.assumptions.reason_area, WHY)
    margin = page.rules.margin_forms["rating"]
    me.set_number(margin.points_box, "0.25")
    me.say(margin.reason_area, WHY)
    me.say(page.rules.stopping_area, "Alle Akten werden gelesen, danach wird gerechnet.")
    me.settle()
    me.look("plan-rules-filled")
    return page


def decide_blocks(me: Designer, page: Any) -> None:
    """One block that is not tested gets a reason of its own; who agreed to the rule is written beside it."""
    grid, view = page.grid, page.grid.block_table.view
    me.reach(view)
    titles = [grid.blocks.data(grid.blocks.index(row, 0)) for row in range(grid.blocks.rowCount())]
    view.setFocus()
    view.selectRow(titles.index("Religion"))
    me.settle()
    me.pick(grid.form.state_box, "not tested")
    me.pick(grid.form.code_box, "time_or_cost")
    me.say(grid.form.reason_area, NO_TIME)
    me.look("plan-coverage-reason")
    me.press(grid.form.give_button)
    me.settle()
    assert stored_design(me.context).choices[-1].reason_text == NO_TIME
    me.say(page.covering.rule_area, "Zuerst, was am meisten schadet: Geschlecht und Herkunft.")
    me.say(page.covering.agreed_edit, "Gleichstellungsbüro und Fachschaft")
    me.settle()
    me.look("plan-coverage-decided", in_all=True)


def lock(me: Designer, page: Any) -> None:
    """The gate names nothing more; a second person confirms; the plan is locked."""
    open_tab(me.qtbot, page.tabs, "Lock")
    me.settle()
    me.look("lock-gate", in_all=True)
    panel = page.locking.lock_panel
    assert not panel._blocking, panel._blocking
    me.press(panel.prepare_button)
    me.settle()
    assert panel.hash_label.text().startswith("SHA-256 of the plan: ")
    me.look("lock-prepared")
    form = panel.second_form
    me.say(form.name_edit, "Bernd Klein")
    me.say(form.role_edit, "Leiter der Zulassungsstelle")
    me.say(form.statement_area, "Ich habe diesen Plan gelesen und stimme ihm zu.")
    me.look("lock-second-person", in_all=True)

    def answer(dialog: QWidget) -> None:
        assert isinstance(dialog, QMessageBox)
        if me._folder:
            dialog.grab().save(f"{me._folder}/lock-question.png")
        next(one for one in dialog.buttons() if one.text() == "Lock").click()

    answer_dialog(answer)
    me.press(panel.lock_button)
    me.settle()
    assert stored(me.context).is_locked
    me.look("locked", in_all=True)


def run(me: Designer) -> None:
    """The locked plan is asked of the rehearsal endpoint; results and report are there."""
    page = me.page("Run")
    me.look("run-before", in_all=True)
    me.press(page.start_button)
    me.qtbot.waitUntil(page.stop_button.isVisible, timeout=LONG_MS)
    me.look("run-going")
    me.qtbot.waitUntil(lambda: not me.context.run.is_running(), timeout=2 * LONG_MS)
    me.settle()
    assert ALL_ASKED in page.words_label.text(), page.words_label.text()
    me.look("run-over", in_all=True)
    page = me.page("Results")
    me.qtbot.waitUntil(lambda: page.explorer.model.rowCount() > 0, timeout=LONG_MS)
    me.settle()
    me.look("results", in_all=True)
    page = me.page("Report")
    me.settle()
    me.look("report", in_all=True)
    me.press(page.preview.empty.action_button)
    me.qtbot.waitUntil(page.preview.paper.has_picture, timeout=2 * LONG_MS)
    me.settle()
    me.look("report-pages", in_all=True)


def deviate(me: Designer) -> None:
    """After the run the plan is changed with a reason; the deviation says that results may have been seen."""
    page = me.page("Plan")
    locked = page.locking.locked_panel
    open_tab(me.qtbot, page.tabs, "Lock")
    me.press(locked.edit_button)
    open_tab(me.qtbot, page.tabs, "Rules and sample size")
    me.set_number(page.rules.alpha_box, "0.01")
    me.settle()
    open_tab(me.qtbot, page.tabs, "Lock")
    me.look("deviating", in_all=True)
    me.say(locked.reason_area, "Der Prorektor bat nach dem ersten Lauf um ein strengeres Niveau.")
    me.press(locked.record_button)
    me.settle()
    assert locked.model.rowCount() == 1
    assert locked.model.row(0).results_seen
    me.look("deviated", in_all=True)


@pytest.mark.slow
@pytest.mark.timeout(1_800)  # With pictures every step is laid out three times.
def test_a_german_plan_is_designed_locked_run_and_deviated_from(
    qtbot: Any, window: MainWindow, context: PageContext
) -> None:
    """One sitting, visible controls only: from an empty list of projects to a deviation after the run."""
    me = Designer(qtbot, window, context)
    begin(me)
    bring_letters(me)
    page = start_design(me)
    review(me, page)
    page = plan(me)
    lock(me, page)
    run(me)
    deviate(me)
