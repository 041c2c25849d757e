"""Around everything that rests on results: why there are none, how far the analysis is, whether they still hold."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fairdesk.audit.results_view import Readiness, ResultsView
from fairdesk.domain.progress import RunState
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.project_results import results_of
from fairdesk.gui.record_import import RecordImport
from fairdesk.gui.widgets.empty_state import EmptyState
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageBar, MessageKind
from fairdesk.gui.widgets.outdated_note import OutdatedNote
from fairdesk.gui.widgets.state_badge import StateBadge


class ResultsFrame(QWidget):
    """Shows the content only while there are results that may be seen; ``view_changed`` brings other results.

    Args:
        content: What the page shows of the results.
        messages: The page's bar, for failures.
    """

    view_changed = Signal(object)

    def __init__(self, context: PageContext, content: QWidget, messages: MessageBar) -> None:
        super().__init__()
        self._context = context
        self._results = results_of(context)
        self._content = content
        self._messages = messages
        self._importing = RecordImport(context, self, messages, into_open=True)
        self._shown_view: ResultsView | None = None
        self._shown_failure: object = None
        self._reason: tuple[object, ...] = ()
        self.empty: EmptyState | None = None
        self.progress_label = PlainLabel("", TextStyle.HEADING).wrapping()
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.clicked.connect(self._results.cancel)
        self.stamp = MessageBar()
        self.outdated_badge = StateBadge(self.tr("State of the results"))
        self.changes_label = PlainLabel().wrapping()
        self.again_button = QPushButton(self.tr("Analyse again"))
        self.again_button.clicked.connect(self._results.analyse)
        self.plan_note = OutdatedNote()
        self.left_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self._waiting = self._make_waiting()
        self._found = self._make_found()
        # Hidden parts take no room; in a stack the highest part would make every other one scroll.
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self._waiting)
        self._layout.addWidget(self._found)
        self._results.changed.connect(self._show)
        self._results.progressed.connect(self.progress_label.setText)
        context.project_changed.connect(self._show_plan_changes)
        context.project_edited.connect(self._show_plan_changes)
        self._show_plan_changes()
        self._waiting.hide()
        self._found.hide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show()
        self._results.look()

    def event(self, event: QEvent) -> bool:
        # Back from another window, in which a run may have been started or the evidence mended.
        if event.type() == QEvent.Type.WindowActivate and self.isVisible():
            self._results.look()
        return super().event(event)

    def shown_view(self) -> ResultsView | None:
        """The results that the page was filled with last."""
        return self._shown_view

    def remarks(self) -> tuple[str, ...]:
        """What must be read with every number that leaves the page, a sentence each."""
        if self._shown_view is None:
            return ()
        changes = self._results.outdated()
        outdated = (self.tr("Outdated: {changes}").format(changes=" ".join(changes)),) if changes else ()
        left = (self.left_label.text(),) if self.left_label.text() and not self.left_label.isHidden() else ()
        return (*self._shown_view.remarks(), *outdated, *left)

    def _make_waiting(self) -> QWidget:
        part = QWidget()
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 24, 0, 24)
        layout.addWidget(self.progress_label)
        layout.addWidget(self.cancel_button, 0, Qt.AlignmentFlag.AlignLeading)
        layout.addStretch(1)
        return part

    def _make_found(self) -> QWidget:
        part = QWidget()
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self.stamp)
        row = QHBoxLayout()
        row.addWidget(self.outdated_badge)
        row.addWidget(self.again_button)
        row.addStretch(1)
        layout.addLayout(row)
        layout.addWidget(self.changes_label)
        layout.addWidget(self.left_label)
        layout.addWidget(self.plan_note)
        layout.addWidget(self._content, 1)
        return part

    def _show(self) -> None:
        results = self._results
        failure = results.failure
        if failure is not None and failure is not self._shown_failure:
            self._messages.show_failure(failure)
        elif failure is None and self._shown_failure is not None:
            self._messages.hide()
        self._shown_failure = failure
        if results.is_working() and not self._is_kept_in_view():
            self.progress_label.setText(results.words)
            self.cancel_button.show()
            self._show_part(self._waiting)
        elif results.may_show():
            self._show_found()
        elif results.standing is None and failure is None:
            self.progress_label.setText(self.tr("Looking for results…"))
            self.cancel_button.hide()
            self._show_part(self._waiting)
        else:
            self._show_empty()

    def _is_kept_in_view(self) -> bool:
        """Results that are computed anew stay in sight, marked as outdated, until the new ones are there."""
        return self._results.may_show()

    def _show_found(self) -> None:
        results = self._results
        view = results.view
        if view is None:
            return
        if view is not self._shown_view:
            self._shown_view = view
            self.view_changed.emit(view)
        self._show_stamp(view)
        changes = results.outdated()
        self.outdated_badge.show_state(self.tr("outdated") if changes else "")
        self.changes_label.setText("\n".join(changes))
        self.changes_label.setVisible(bool(changes))
        self.again_button.setVisible(bool(changes))
        self.again_button.setEnabled(not results.is_working())
        ended = (RunState.COMPLETE.value, RunState.COMPLETE_WITH_GAPS.value)
        left = [run.system for run in view.analysis.runs if run.state not in ended]
        left += [s.label for s in view.plan.systems if s.label not in {run.system for run in view.analysis.runs}]
        self.left_label.setText(
            self.tr(
                "Not every planned question was asked ({systems}). The plan reads results once, after the last answer: "
                "whatever is run from here on was run after this look."
            ).format(systems=", ".join(left))
        )
        self.left_label.setVisible(bool(left))
        self._show_part(self._found)

    def _show_stamp(self, view: ResultsView) -> None:
        """What must be read before every number: rehearsed, supplied by somebody, corrected by hand."""
        remarks = list(view.remarks())
        if view.is_rehearsal:
            remarks[0] = self.tr(
                "The answers come from the built-in calibration model, whose effects are planted and declared."
            )
            remarks.insert(0, self.tr("Rehearsal, not evidence"))
        if not remarks:
            self.stamp.hide()
            return
        kind = MessageKind.WARNING if view.is_rehearsal or view.plan.supplied is not None else MessageKind.INFO
        self.stamp.show_message(kind, remarks[0], "\n".join(remarks[1:]))
        self.stamp.close_button.hide()

    def _show_empty(self) -> None:
        standing = self._results.standing
        reason = (standing, self._results.was_cancelled(), self._results.failure is not None)
        if self.empty is not None and reason == self._reason:
            self._show_part(self.empty)
            return
        self._reason = reason
        old = self.empty
        self.empty = self._empty_state()
        self._layout.addWidget(self.empty)
        self._show_part(self.empty)
        if old is not None:
            self._layout.removeWidget(old)
            old.hide()
            old.deleteLater()

    def _show_part(self, shown: QWidget) -> None:
        for part in (self._waiting, self._found, self.empty):
            if part is not None:
                part.setVisible(part is shown)

    def _empty_state(self) -> EmptyState:
        standing = self._results.standing
        readiness = standing.readiness if standing is not None else None
        runs = "\n".join(standing.run_words()) if standing is not None else ""
        if readiness is Readiness.GOES_ON:
            words = self.tr("A run of this plan goes on, so no estimate is shown")
            advice = self.tr(
                "Looking at results before the last answer changes what is decided. They are computed by themselves "
                "when the run has ended; answers and failures are on the page Run."
            )
            return self._leading_to_run(words, f"{advice}\n{runs}", self.tr("See how far the run is"))
        if readiness in (Readiness.LEFT, Readiness.ENDED) or standing is None:
            return self._offering_analysis(readiness, runs)
        empty = self._leading_to_run(
            self.tr("There are no results yet"),
            self.tr(
                "Results stand here once a plan is fixed and its run has ended: one row per measure and variant, with "
                "its interval, its test and its verdict in words. Answers that somebody else recorded can be imported "
                "instead: drop their file here."
            ),
            self.tr("Go to Run"),
        )
        project = self._context.project
        if project is not None and not project.plan_sha256:
            empty.offer(self.tr("Import recorded answers…")).clicked.connect(self._importing.choose)
        return empty

    def _leading_to_run(self, words: str, advice: str, action: str) -> EmptyState:
        empty = EmptyState(words, advice, action)
        empty.action_requested.connect(lambda: self._context.navigate("run"))
        return empty

    def _offering_analysis(self, readiness: Readiness | None, runs: str) -> EmptyState:
        if readiness is Readiness.LEFT:
            words = self.tr("Not every planned question has been asked yet")
            advice = self.tr(
                "The plan reads results once, after the last answer. Go on with the run on the page Run; or, if it "
                "will never go on, analyse what there is. The page and the report then say how far it came."
            )
            action = self.tr("Analyse what there is")
        elif self._results.was_cancelled():
            words, action = self.tr("The analysis was stopped"), self.tr("Analyse now")
            advice = self.tr("Nothing is lost: it is computed from the answers, which are all on disk.")
        else:
            words, action = self.tr("The results could not be computed"), self.tr("Try again")
            advice = self.tr("What happened stands above. The answers are on disk and were not changed.")
        empty = EmptyState(words, f"{advice}\n{runs}".strip(), action)
        empty.action_requested.connect(self._results.analyse)
        return empty

    def _show_plan_changes(self) -> None:
        project = self._context.project
        self.plan_note.show_changes(project.plan_changes if project is not None else ())
