"""What every page is given: where it works, who works for it, what is open, and how it reaches the window around it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from fairdesk.audit.faults import keep_fault
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.errors import InputError, StoreError
from fairdesk.gui.palettes import Appearance
from fairdesk.gui.remembered import Remembered

if TYPE_CHECKING:
    from fairdesk.audit.projects import ProjectView
    from fairdesk.gui.details_saver import DetailsSaver
    from fairdesk.gui.faults import Fault
    from fairdesk.gui.run_process import RunProcess
    from fairdesk.gui.tasks import Failure, Tasks


class PageContext(QObject):
    """Shared by the window and its pages. Everything that reads or writes the store goes through the tasks.

    ``tasks`` does short work, one after the other, so that what is saved first is read after; ``long_tasks`` does
    what takes seconds (statistics, reports, checks) in a second process; ``live_tasks`` never reads the store.
    """

    project_changed = Signal()
    """Another project is open, or the open one was read again; see ``project``."""

    project_edited = Signal()
    """What was typed about the open project is on disk; ``project`` holds it. When its page is left, the project is
    read again and ``project_changed`` follows."""

    projects_changed = Signal()
    """The list of projects is different from what was shown."""

    saving_started = Signal()
    saved = Signal(datetime)
    saving_failed = Signal()

    save_requested = Signal()
    """Ctrl+S, leaving a page or closing: whoever has something unsaved starts to save it now."""

    page_requested = Signal(str)
    evidence_requested = Signal(str, object)
    """Name of a number and the widget with its evidence, which the drawer shows and owns from then on."""

    activity_changed = Signal(object)
    """An ``Activity``, or None when nothing runs."""

    failed = Signal(object)
    """A failure that belongs to no page: shown above all pages."""

    def __init__(self, spec: WorkspaceSpec, remembered: Remembered, appearance: Appearance) -> None:
        super().__init__()
        self.spec = spec
        self.remembered = remembered
        self.appearance = appearance
        self.project: ProjectView | None = None
        self.wanted_case_id = ""
        """A case file that another page sends the reader to; the page Cases shows it and forgets it."""

        self.unsaved: set[QObject] = set()
        """Whoever holds something that is not on disk yet; the window does not close before it is empty."""

    # What stands below is loaded and made when somebody first asks for it, because the window is painted first.

    @cached_property
    def tasks(self) -> Tasks:
        """For short work; the order is kept."""
        return self._make_tasks()

    @cached_property
    def long_tasks(self) -> Tasks:
        """For work that takes seconds."""
        return self._make_tasks()

    @cached_property
    def live_tasks(self) -> Tasks:
        """For numbers that are computed while somebody types: nothing else ever waits there, so they come at once."""
        return self._make_tasks()

    @cached_property
    def run(self) -> RunProcess:
        """The run that this window follows."""
        from fairdesk.gui.run_process import RunProcess

        return RunProcess(self)

    @cached_property
    def details(self) -> DetailsSaver:
        """What is typed about the open project."""
        from fairdesk.gui.details_saver import DetailsSaver

        return DetailsSaver(self)

    def keep_session_key(self, key_name: str, value: str) -> None:
        """Hold a key in memory until the window closes; workers and runs get it through their pipes."""
        self.spec = replace(self.spec, session_keys={**self.spec.session_keys, key_name: value})

    def drop_session_key(self, key_name: str) -> None:
        """Hold a key no longer, because the system's key store has it now."""
        kept = {name: value for name, value in self.spec.session_keys.items() if name != key_name}
        self.spec = replace(self.spec, session_keys=kept)

    def navigate(self, page_id: str) -> None:
        """Show another page."""
        self.page_requested.emit(page_id)

    def open_project(self, project_id: str) -> None:
        """Read a project and make it the open one."""
        from fairdesk.audit.projects import show_project
        from fairdesk.gui.task_worker import plainly

        self.save_requested.emit()
        self.tasks.start(
            work=plainly(show_project, self.spec, project_id), done=self._on_project_read, failed=self._on_failed
        )

    def open_last_project(self) -> None:
        """Open the project of the last time; one that is gone meanwhile is no failure."""
        from fairdesk.audit.projects import show_project
        from fairdesk.gui.task_worker import plainly

        if self.remembered.last_project:
            self.tasks.start(
                work=plainly(show_project, self.spec, self.remembered.last_project),
                done=self._on_project_read,
                failed=self._on_last_project_gone,
            )

    def read_project_again(self) -> None:
        """Read the open project anew, because something of it was stored."""
        if self.project is not None:
            self.open_project(self.project.summary.project_id)

    def close_project(self) -> None:
        """No project is open any more, for example because it was deleted."""
        self._show_project(None)

    def shut_down(self) -> None:
        """End the workers; a run that still goes on is left alone."""
        self.run.let_go()
        self.tasks.shut_down()
        self.long_tasks.shut_down()
        if "live_tasks" in self.__dict__:
            self.live_tasks.shut_down()

    def _make_tasks(self) -> Tasks:
        from fairdesk.gui.tasks import Tasks

        tasks = Tasks(self)
        tasks.fault_happened.connect(self._on_fault_happened)
        return tasks

    def _on_project_read(self, view: ProjectView) -> None:
        if self.details.holds_unsaved_of_another(view):
            self.failed.emit(
                StoreError(
                    "What you typed last is not on disk yet, so this project stays open.",
                    "Mend what the page says about saving, or copy your text out, then open the other project again.",
                )
            )
            return
        self._show_project(view)

    def _show_project(self, view: ProjectView | None) -> None:
        self.project = view
        self.details.follow_project()
        self.project_changed.emit()

    def _on_fault_happened(self, fault: Fault) -> None:
        log_fault(self.spec, fault)

    def _on_failed(self, failure: Failure) -> None:
        self.failed.emit(failure)

    def _on_last_project_gone(self, failure: Failure) -> None:
        if not isinstance(failure, InputError):
            self.failed.emit(failure)


def log_fault(spec: WorkspaceSpec, fault: Fault) -> None:
    """Write a fault down; where that is impossible it is only shown."""
    with suppress(OSError):
        keep_fault(spec, fault.details)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the window.

    Attributes:
        group, title, help: English source texts under the translation contexts ``PageGroup``, ``Page``, ``PageHelp``;
            help is what F1 shows.
        make: Builds the widget; called when the page is first shown.
        needs_project: Without an open project the window shows the way to one instead.
        state: The page's state in words, from the open project; empty for none.
    """

    page_id: str
    group: str
    title: str
    help: str
    make: Callable[[PageContext], QWidget]
    needs_project: bool = True
    state: Callable[[ProjectView | None], str] = lambda _project: ""
