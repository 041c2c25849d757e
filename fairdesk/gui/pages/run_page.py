"""Run: what will be asked, how far it is, what went wrong, and the answers as they come."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QTabWidget, QVBoxLayout, QWidget

from fairdesk.domain.exchanges import Status
from fairdesk.domain.progress import RunState
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.record_import import RecordImport
from fairdesk.gui.run_follower import RunEnd, RunFollower
from fairdesk.gui.run_process import RunOrder
from fairdesk.gui.run_words import Standing, standing_of_progress, standing_of_status
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, TaskHandle
from fairdesk.gui.widgets.answers_panel import AnswersPanel
from fairdesk.gui.widgets.empty_state import EmptyState
from fairdesk.gui.widgets.failure_list import FailureList
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageKind
from fairdesk.gui.widgets.outdated_note import OutdatedNote
from fairdesk.gui.widgets.outline_panel import OutlinePanel
from fairdesk.gui.widgets.page_layout import lay_out_page
from fairdesk.gui.widgets.run_card import RunCard
from fairdesk.gui.widgets.state_badge import StateBadge
from fairdesk.gui.widgets.tab_area import in_tab_area

if TYPE_CHECKING:
    from fairdesk.audit.gathering import Gathering

LOOK_AGAIN_MS = 1_500
"""How often the store is read while another process works on the runs."""

ENDED = (RunState.COMPLETE, RunState.COMPLETE_WITH_GAPS)


class RunPage(QWidget):
    """Starts, follows and stops the runs of the open project; shows answers and failures, never a measure."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._gathering: Gathering | None = None
        self._fixing: TaskHandle | None = None
        self._fixed_id = ""
        self._is_reading = False
        self._wants_start = False
        self._cards: dict[str, RunCard] = {}
        self.follower = RunFollower(context, self)
        layout, self.messages = lay_out_page(
            self, self.tr("Run"), self.tr("Every answer is on disk before it is counted; nothing is asked twice.")
        )
        self.importing = RecordImport(context, self, self.messages, into_open=True)
        self.rehearsal_badge = StateBadge(self.tr("What the answers are"))
        self.outdated_note = OutdatedNote()
        self._stack = QStackedWidget()
        self.empty = EmptyState(
            self.tr("Nothing can be asked yet"),
            self.tr("A run needs a system and case files. Describe the object first."),
            self.tr("Go to Object"),
        )
        self.empty.offer(self.tr("Import recorded answers…")).clicked.connect(self.importing.choose)
        self.answers = AnswersPanel(context)
        self._make_controls()
        self._stack.addWidget(EmptyState(self.tr("The project is being read…")))
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._content())
        for widget in (self.rehearsal_badge, self.outdated_note, self._stack):
            layout.addWidget(widget)
        layout.setStretchFactor(self._stack, 1)
        self._look_again = QTimer(self)
        self._look_again.setInterval(LOOK_AGAIN_MS)
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Read the standing of the open project again."""
        from fairdesk.audit.gathering import show_gathering

        project = self._context.project
        if project is not None:
            self._is_reading = True
            self._context.tasks.start(
                work=plainly(show_gathering, self._context.spec, project.summary.project_id),
                done=self._on_gathered,
                failed=self._on_not_gathered,
            )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._gathering is not None:
            self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._look_again.stop()

    def _make_controls(self) -> None:
        self.outline = OutlinePanel()
        self.words_label = PlainLabel().wrapping()
        self.words_label.setAccessibleName(self.tr("What can be done now"))
        self.start_button = QPushButton(self.tr("Fix the plan and start"))
        self.new_plan_button = QPushButton(self.tr("Fix a new plan and start"))
        self.import_button = QPushButton(self.tr("Or import recorded answers…"))
        self.stop_button = QPushButton(self.tr("Stop"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.failures = FailureList()

    def _content(self) -> QWidget:
        progress = QWidget()
        layout = QVBoxLayout(progress)
        layout.setSpacing(10)
        buttons = QHBoxLayout()
        offered = (self.start_button, self.new_plan_button, self.import_button, self.stop_button, self.cancel_button)
        for button in offered:
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout.addWidget(self.words_label)
        layout.addLayout(buttons)
        self._card_layout = QVBoxLayout()
        layout.addLayout(self._card_layout)
        layout.addWidget(self.failures)
        self.outline_heading = PlainLabel(self.tr("What is asked"), TextStyle.HEADING)
        layout.addWidget(self.outline_heading)
        layout.addWidget(self.outline)
        layout.addStretch(1)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(self.tr("Parts of this page"))
        self.tabs.addTab(in_tab_area(progress, self.tr("Progress")), self.tr("Progress"))
        self.tabs.addTab(self.answers, self.tr("Answers"))
        return self.tabs

    def _connect(self) -> None:
        context = self._context
        context.project_changed.connect(self._on_project_changed)
        context.project_edited.connect(self.refresh)
        context.saved.connect(self._start_when_saved)
        context.saving_failed.connect(self._on_saving_failed)
        self.follower.changed.connect(self._show_all)
        self.follower.ended.connect(self._on_run_ended)
        self.start_button.clicked.connect(self._on_start_requested)
        self.new_plan_button.clicked.connect(self._on_fix_requested)
        self.import_button.clicked.connect(self.importing.choose)
        self.stop_button.clicked.connect(self.follower.stop)
        self.cancel_button.clicked.connect(self._on_cancel_requested)
        self.empty.action_requested.connect(lambda: context.navigate("object"))
        self.failures.page_requested.connect(context.navigate)
        self.failures.answers_requested.connect(self._on_failures_requested)
        self._look_again.timeout.connect(self.refresh)

    def _on_project_changed(self) -> None:
        project = self._context.project
        if project is None or self._gathering is None or self._gathering.project_id != project.summary.project_id:
            self._gathering = None
            self.messages.hide()
            self._stack.setCurrentIndex(0)
        self.refresh()

    def _on_gathered(self, gathering: Gathering) -> None:
        self._is_reading = False
        project = self._context.project
        if project is None or project.summary.project_id != gathering.project_id:
            return
        is_other = self._gathering is None or self._gathering.outline.systems != gathering.outline.systems
        self._gathering = gathering
        if is_other:
            self._make_cards(gathering)
        self.outline.show_gathering(gathering)
        self.outline_heading.setText(self.tr("What was recorded") if gathering.supplier else self.tr("What is asked"))
        self.answers.show_gathering(gathering)
        self.outdated_note.show_changes(gathering.plan_changes)
        self.rehearsal_badge.show_state(
            self.tr("Rehearsal, not evidence: FairDesk's own calibration model answers")
            if gathering.is_rehearsal
            else ""
        )
        self._stack.setCurrentIndex(2 if gathering.outline.n_calls and gathering.outline.systems else 1)
        self._show_all()

    def _on_not_gathered(self, failure: Failure) -> None:
        self._is_reading = False
        self.messages.show_failure(failure)
        if self._gathering is None:
            self._stack.setCurrentIndex(1)

    def _make_cards(self, gathering: Gathering) -> None:
        for card in self._cards.values():
            self._card_layout.removeWidget(card)
            card.deleteLater()
        self._cards = {part.label: RunCard(part.title) for part in gathering.outline.systems}
        for card in self._cards.values():
            self._card_layout.addWidget(card)

    def _is_own(self) -> bool:
        return self._gathering is not None and self.follower.follows(self._gathering.project_id)

    def _standings(self, gathering: Gathering) -> dict[str, Standing]:
        """Every system: from the run's process while it goes on, else from the store."""
        nothing = {status.value: 0 for status in Status} | {Status.NOT_ATTEMPTED.value: gathering.outline.n_calls}
        found = {
            part.label: Standing(
                system=part.label,
                state=RunState.NOT_STARTED,
                n_planned=gathering.outline.n_calls,
                counts=nothing,
                failures={},
            )
            for part in gathering.outline.systems
        }
        for run in gathering.runs:
            found[run.system] = standing_of_status(run, gathering.stop_words.get(run.run_id, ""))
        if self._is_own():
            for system, progress in self.follower.progress.items():
                found[system] = standing_of_progress(progress)
        return found

    def _show_all(self) -> None:
        gathering = self._gathering
        if gathering is None:
            return
        standings = self._standings(gathering)
        failures: Counter[str] = Counter()
        has_begun = bool(gathering.runs) or self._is_own()
        for label, card in self._cards.items():
            standing = standings[label]
            card.show_standing(standing)
            card.setVisible(has_begun)
            failures.update(standing.failures)
        self.failures.show_failures(failures)
        if self._is_own() and self.follower.progress:
            latest = list(self.follower.progress)[-1]
            if not self._is_reading and not any(run.system == latest for run in gathering.runs):
                # A run began that the window does not know yet: the list of pages shows it too.
                self._is_reading = True
                self._context.read_project_again()
            self.answers.note_progress(standings[latest].n_asked)
        self.tabs.setTabEnabled(1, bool(gathering.runs))
        self._show_what_can_be_done(gathering, standings)

    def _show_what_can_be_done(self, gathering: Gathering, standings: dict[str, Standing]) -> None:
        is_own, is_fixing = self._is_own(), self._fixing is not None
        is_elsewhere = bool(gathering.holder) and not is_own
        is_other_project = self._context.run.is_running() and not is_own
        is_left = bool(gathering.runs) and any(standing.state not in ENDED for standing in standings.values())
        has_gaps = any(standing.state is RunState.COMPLETE_WITH_GAPS for standing in standings.values())
        is_over = bool(gathering.runs) and not is_left and not has_gaps
        is_free = not (is_own or is_fixing or is_elsewhere or is_other_project or gathering.supplier)
        self.start_button.setText(
            self.tr("Resume")
            if is_left or has_gaps
            else self.tr("Start")
            if gathering.plan_sha256
            else self.tr("Fix the plan and start")
        )
        # A plan that was never asked is not started when it is outdated: a new one is fixed instead.
        is_stale = bool(gathering.plan_changes)
        self.start_button.setVisible(is_free and not is_over and not (is_stale and not gathering.runs))
        self.new_plan_button.setVisible(is_free and is_stale)
        self.import_button.setVisible(is_free and not gathering.plan_sha256)
        self.stop_button.setVisible(is_own)
        self.stop_button.setEnabled(not self.follower.is_stopping)
        self.cancel_button.setVisible(is_fixing)
        if is_elsewhere and self.isVisible():
            self._look_again.start()
        else:
            self._look_again.stop()
        self.words_label.setText(
            self._words(gathering, is_over=is_over, is_left=is_left or has_gaps, is_elsewhere=is_elsewhere)
        )

    def _words(self, gathering: Gathering, *, is_over: bool, is_left: bool, is_elsewhere: bool) -> str:
        if self._fixing is not None:
            return self.tr("The plan is being fixed: the endpoint is asked what it can do. No case was sent yet.")
        if self._is_own():
            if self.follower.is_stopping:
                return self.tr("Stopping: what arrived is kept, answers under way are waited for.")
            return self.tr("The run goes on, also while you work on other pages. Measures are shown when it is over.")
        if is_elsewhere:
            words = self.tr(
                "Another process works on these runs: {holder}. It is followed here; a second is not begun."
            )
            return words.format(holder=gathering.holder)
        if self._context.run.is_running():
            return self.tr("A run of another project goes on. This one can be started when that is over.")
        if gathering.supplier:
            return self.tr(
                "{words} There is nothing to ask. Other answers go into a project of their own: drop their file on the "
                "page Projects."
            ).format(words=gathering.supplier)
        if is_over:
            return self.tr("Everything that was planned was asked and answered; how it was read is counted below.")
        if is_left:
            return self.tr("Resume asks only what has no answer yet; nothing that was answered is asked again.")
        if gathering.plan_sha256:
            return self.tr("The plan is fixed. Nothing was asked yet.")
        return self.tr("Files, questions, tests and targets are fixed and hashed as a plan before the first call.")

    def _on_start_requested(self) -> None:
        if self._gathering is not None and self._gathering.plan_sha256:
            self._start_run()
        else:
            self._on_fix_requested()

    def _on_fix_requested(self) -> None:
        """What was typed must be on disk before it is fixed."""
        self.messages.hide()
        self._wants_start = True
        self._context.save_requested.emit()
        self._start_when_saved()

    def _start_when_saved(self) -> None:
        from fairdesk.audit.plan import fix_plan

        project = self._context.project
        if not self._wants_start or self._context.unsaved or project is None:
            return
        self._wants_start = False
        self._fixed_id = project.summary.project_id
        self._fixing = self._context.long_tasks.start(
            work=plainly(fix_plan, self._context.spec, project.summary.project_id),
            done=self._on_plan_fixed,
            failed=self._on_plan_not_fixed,
        )
        self._show_all()

    def _on_saving_failed(self) -> None:
        if self._wants_start:
            self._wants_start = False
            self.messages.show_message(
                MessageKind.ERROR,
                self.tr("What you typed is not on disk, so no plan was fixed."),
                self.tr("Mend what is said about saving, then try again."),
            )

    def _on_cancel_requested(self) -> None:
        if self._fixing is not None:
            self._fixing.cancel()

    def _on_plan_fixed(self, sha256: str) -> None:
        self._fixing = None
        gathering = self._gathering
        self._context.read_project_again()
        # Another project may have been opened meanwhile: its runs are not started.
        if gathering is not None and gathering.project_id == self._fixed_id:
            is_same = gathering.plan_sha256 == sha256
            self._gathering = replace(gathering, plan_sha256=sha256, runs=gathering.runs if is_same else ())
            self._start_run()

    def _on_plan_not_fixed(self, failure: Failure) -> None:
        self._fixing = None
        self.messages.show_failure(failure)
        self._show_all()

    def _start_run(self) -> None:
        gathering, project = self._gathering, self._context.project
        if gathering is None or project is None or self._context.run.is_running():
            return
        self.messages.hide()
        order = RunOrder(project_id=gathering.project_id, resume=bool(gathering.runs))
        self.follower.start(order, project.summary.name)

    def _on_run_ended(self, end: RunEnd) -> None:
        if end.was_killed:
            self.messages.show_message(
                MessageKind.WARNING,
                self.tr("The process of the run ended in the middle of its work."),
                self.tr("What had arrived is kept. Resume asks only what has no answer yet."),
            )
        elif end.words:
            self.messages.show_message(MessageKind.ERROR, end.words)
        self._context.read_project_again()
        self._context.projects_changed.emit()

    def _on_failures_requested(self) -> None:
        self.tabs.setCurrentIndex(1)
        self.answers.show_only_failures()
