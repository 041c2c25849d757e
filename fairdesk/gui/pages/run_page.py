"""Run: what will be asked, how far it is, what went wrong, and the answers as they come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from fairdesk.domain.exchanges import Status
from fairdesk.domain.progress import RunState
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.record_import import RecordImport
from fairdesk.gui.run_follower import RunEnd, RunFollower
from fairdesk.gui.run_process import RunOrder
from fairdesk.gui.run_situation import RunSituation
from fairdesk.gui.run_words import Standing, standing_of_progress, standing_of_status
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, TaskHandle
from fairdesk.gui.widgets.answers_panel import AnswersPanel
from fairdesk.gui.widgets.change_choice import ChangeChoice
from fairdesk.gui.widgets.empty_state import EmptyState
from fairdesk.gui.widgets.failure_list import FailureList
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageKind
from fairdesk.gui.widgets.outdated_note import OutdatedNote
from fairdesk.gui.widgets.outline_panel import OutlinePanel
from fairdesk.gui.widgets.page_layout import lay_out_page
from fairdesk.gui.widgets.run_card import RunCard
from fairdesk.gui.widgets.run_terms import RunTerms
from fairdesk.gui.widgets.state_badge import StateBadge
from fairdesk.gui.widgets.tab_area import in_tab_area
from fairdesk.gui.widgets.tab_row import Tabs

if TYPE_CHECKING:
    from fairdesk.audit.gathering import Gathering

LOOK_AGAIN_MS = 1_500
"""How often the store is read while another process works on the runs, or may begin to."""

PAGE_ID = "run"

SAID_ELSEWHERE = ("user", "model_changed")
"""Why a run stopped, where the list of failures need not say it: it was asked for, or the choice stands above."""


class RunPage(QWidget):
    """Starts, follows and stops the runs of the open project; shows answers and failures, never a measure."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._gathering: Gathering | None = None
        self._fixing: TaskHandle | None = None
        self._fixed_id = ""
        self._is_reading = False
        self._wanted: Callable[[], None] | None = None
        self._cards: dict[str, RunCard] = {}
        self.follower = RunFollower(context, self)
        layout, self.messages = lay_out_page(
            self,
            self.tr("Run"),
            self.tr("Every answer is on disk before it is counted; nothing that was answered is asked again."),
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

    def refresh(self, *, only_news: bool = False) -> None:
        """Read the standing of the open project again; what is as it was need not be shown anew."""
        from fairdesk.audit.gathering import show_gathering

        project = self._context.project
        if project is not None:
            self._is_reading = True
            self._context.tasks.start(
                work=plainly(show_gathering, self._context.spec, project.summary.project_id),
                done=partial(self._on_gathered, only_news),
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
        self.change_choice = ChangeChoice()
        self.terms = RunTerms(self._context, self)

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
        layout.addWidget(self.change_choice)
        # Trouble stands above how far it is: it must be seen within the first answers, however many systems there are.
        layout.addWidget(self.failures)
        self._card_layout = QVBoxLayout()
        layout.addLayout(self._card_layout)
        layout.addWidget(self.terms)
        self.outline_heading = PlainLabel(self.tr("What is asked"), TextStyle.HEADING)
        layout.addWidget(self.outline_heading)
        layout.addWidget(self.outline)
        layout.addStretch(1)
        self.tabs = Tabs()
        self.tabs.setAccessibleName(self.tr("Parts of this page"))
        self.tabs.addTab(in_tab_area(progress, self.tr("Progress")), self.tr("Progress"))
        self.tabs.addTab(self.answers, self.tr("Answers"))
        return self.tabs

    def _connect(self) -> None:
        context = self._context
        context.project_changed.connect(self._on_project_changed)
        context.project_edited.connect(self.refresh)
        context.saved.connect(self._go_on_when_saved)
        context.saving_failed.connect(self._on_saving_failed)
        self.follower.changed.connect(self._show_all)
        self.follower.ended.connect(self._on_run_ended)
        self.start_button.clicked.connect(self._on_start_requested)
        self.new_plan_button.clicked.connect(self._on_fix_requested)
        self.import_button.clicked.connect(self.importing.choose)
        self.stop_button.clicked.connect(self.follower.stop)
        self.cancel_button.clicked.connect(self._on_cancel_requested)
        self.empty.action_requested.connect(lambda: context.navigate("object"))
        self.failures.page_requested.connect(self._on_page_requested)
        self.change_choice.accepted.connect(self._on_change_accepted)
        self.change_choice.new_plan_requested.connect(self._on_fix_requested)
        self.failures.answers_requested.connect(self._on_failures_requested)
        self._look_again.timeout.connect(partial(self.refresh, only_news=True))

    def _on_project_changed(self) -> None:
        project = self._context.project
        if project is None or self._gathering is None or self._gathering.project_id != project.summary.project_id:
            self._gathering = None
            self.messages.hide()
            self._stack.setCurrentIndex(0)
        self.refresh()

    def _on_gathered(self, only_news: bool, gathering: Gathering) -> None:
        self._is_reading = False
        project = self._context.project
        is_same = only_news and gathering == self._gathering
        if project is None or project.summary.project_id != gathering.project_id or is_same:
            return
        is_other = self._gathering is None or self._gathering.outline.systems != gathering.outline.systems
        self._gathering = gathering
        if is_other:
            self._make_cards(gathering)
        for run in gathering.runs:
            self._cards[run.system].show_origin(gathering.origin_notes.get(run.run_id, ""))
        self.outline.show_gathering(gathering)
        self.outline_heading.setText(self.tr("What was recorded") if gathering.supplier else self.tr("What is asked"))
        self.answers.show_gathering(gathering)
        self.terms.show_gathering(gathering, self._is_own())
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
            card.hide()
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
            words, cause = gathering.stop_words.get(run.run_id, ""), gathering.stop_causes.get(run.run_id, "")
            found[run.system] = standing_of_status(run, words, cause)
        for system, progress in self.follower.of(gathering.project_id).items():
            if self._is_own():
                found[system] = standing_of_progress(progress)
            elif system in found:
                # What was spent is known from the process alone.
                found[system] = replace(found[system], spending=progress.spending)
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
            card.show_standing(standing, self._context.details.details.budget)
            card.setVisible(has_begun)
            failures.update(standing.failures)
        causes = dict.fromkeys(one.stop_cause for one in standings.values() if not self._is_own())
        self.failures.show_failures(failures, [cause for cause in causes if cause and cause not in SAID_ELSEWHERE])
        if self._is_own() and self.follower.progress:
            known = {run.system for run in gathering.runs}
            if not self._is_reading and not known.issuperset(self.follower.progress):
                # A run began that the window does not know yet: the list of pages shows it too.
                self._is_reading = True
                self._context.read_project_again()
            self.answers.note_progress(self.follower.n_asked())
        self.answers.show_running(self._is_own())
        self.tabs.setTabEnabled(1, bool(gathering.runs))
        self._show_what_can_be_done(gathering, standings)

    def _show_what_can_be_done(self, gathering: Gathering, standings: dict[str, Standing]) -> None:
        is_own = self._is_own()
        now = RunSituation(
            gathering=gathering,
            standings=standings,
            is_own=is_own,
            is_stopping=self.follower.is_stopping,
            is_fixing=self._fixing is not None,
            is_other_project=self._context.run.is_running() and not is_own,
        )
        self.start_button.setText(now.start_words)
        self.start_button.setVisible(now.can_start)
        self.new_plan_button.setVisible(now.can_fix_anew)
        self.import_button.setVisible(now.can_import)
        self.stop_button.setVisible(is_own)
        self.stop_button.setEnabled(not now.is_stopping)
        self.cancel_button.setVisible(now.is_fixing)
        self.change_choice.show_change(now.change_words)
        self.terms.setVisible(not gathering.supplier)
        self.words_label.setText(now.words)
        if now.may_go_on_elsewhere and self.isVisible():
            self._look_again.start()
        else:
            self._look_again.stop()

    def _on_start_requested(self) -> None:
        if self._gathering is not None and self._gathering.plan_sha256:
            self._do_when_saved(self._start_run)
        else:
            self._do_when_saved(self._fix_plan)

    def _on_fix_requested(self) -> None:
        self._do_when_saved(self._fix_plan)

    def _on_change_accepted(self, reason: str) -> None:
        self._do_when_saved(partial(self._start_run, reason))

    def _do_when_saved(self, act: Callable[[], None]) -> None:
        """What was typed must be on disk before it is fixed or counts in a run."""
        self.messages.hide()
        self._wanted = act
        self._context.save_requested.emit()
        self._go_on_when_saved()

    def _go_on_when_saved(self) -> None:
        act = self._wanted
        if act is not None and not self._context.unsaved and self._context.project is not None:
            self._wanted = None
            act()

    def _fix_plan(self) -> None:
        from fairdesk.audit.plan import fix_plan

        project = self._context.project
        if project is None:
            return
        self._fixed_id = project.summary.project_id
        self._fixing = self._context.long_tasks.start(
            work=plainly(fix_plan, self._context.spec, project.summary.project_id),
            done=self._on_plan_fixed,
            failed=self._on_plan_not_fixed,
        )
        self._show_all()

    def _on_saving_failed(self) -> None:
        if self._wanted is not None:
            self._wanted = None
            self.messages.show_message(
                MessageKind.ERROR,
                self.tr("What you typed is not on disk, so nothing was started."),
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

    def _start_run(self, accepted_change: str = "") -> None:
        gathering, project = self._gathering, self._context.project
        if gathering is None or project is None or self._context.run.is_running():
            return
        self.messages.hide()
        order = RunOrder(
            project_id=gathering.project_id,
            resume=bool(gathering.runs),
            accepted_change=accepted_change,
            accepted_by=self._context.details.details.auditor if accepted_change else "",
        )
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

    def _on_page_requested(self, page_id: str) -> None:
        if page_id == PAGE_ID:
            self.terms.focus_budget()
        else:
            self._context.navigate(page_id)

    def _on_failures_requested(self) -> None:
        self.tabs.setCurrentIndex(1)
        self.answers.show_only_failures()
