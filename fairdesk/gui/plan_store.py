"""What the page Plan reads from the store, and the acts that it asks for: fix, lock, request, return, deviate."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from fairdesk.domain.errors import FairDeskError
from fairdesk.domain.locks import Confirmation
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Failure, TaskHandle, Work


class PlanStore(QObject):
    """All signals are about the project that is open now; answers about another one are dropped."""

    files_read = Signal(int)
    files_unreadable = Signal(object)
    estimates_read = Signal(object)
    gate_read = Signal(object)
    view_read = Signal(object)
    failed = Signal(object)
    returned = Signal(object)
    request_written = Signal(object)
    done = Signal(str)
    """``prepare``, ``lock`` or ``deviate`` was done."""

    act_failed = Signal(str, object)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._n_reading = 0
        self._is_wanted_again = False
        self._act: TaskHandle | None = None
        self._wanted: Callable[[], None] | None = None
        self._wanted_act = ""
        context.saved.connect(self._go_on_when_saved)
        context.saving_failed.connect(self._on_saving_failed)

    def read(self) -> None:
        """Read everything again; while it is being read, once more afterwards."""
        from fairdesk.audit.estimate import estimate_project
        from fairdesk.audit.locking import lock_view
        from fairdesk.audit.plan_check import plan_gate
        from fairdesk.audit.plan_offers import files_used

        if self._context.project is None:
            return
        if self._n_reading:
            self._is_wanted_again = True
            return
        self._read(files_used, self.files_read, self.files_unreadable)
        self._read(plan_gate, self.gate_read, self.failed)
        self._read(lock_view, self.view_read, self.failed)
        # Without readable files there is no estimate, and the files say why already.
        self._read(estimate_project, self.estimates_read, None)

    def is_acting(self) -> bool:
        """True while the plan is written down, locked or changed."""
        return self._act is not None

    def prepare(self) -> None:
        """Write the plan down, so that it has a hash."""
        from fairdesk.audit.locking import prepare_lock

        self._when_saved("prepare", partial(self._start_act, "prepare", prepare_lock))

    def lock(self, by: str, role: str, confirm: Work) -> None:
        """Lock the plan that was written down last.

        Args:
            confirm: Work that gives the ``Confirmation``; it may fail for the second person's key or words.
        """
        self._when_saved("lock", partial(self._confirm, by, role, confirm))

    def deviate(self, reason: str, by: str) -> None:
        """Record what was changed after the lock, and put it in force."""
        from fairdesk.audit.locking import deviate

        self._when_saved("deviate", partial(self._start_act, "deviate", deviate, reason, by))

    def write_request(self, file: Path) -> None:
        """Write the request for a person elsewhere."""
        from fairdesk.audit.plan_requests import plan_request

        self._start(plainly(plan_request, self._context.spec, self._project_id(), file), self.request_written.emit)

    def read_return(self, file: Path) -> None:
        """Read what came back from that person."""
        from fairdesk.audit.plan_requests import read_return

        self._start(plainly(read_return, self._context.spec, self._project_id(), file), self.returned.emit)

    def cancel(self) -> None:
        """Stop what is under way; what was not locked stays unlocked."""
        if self._act is not None:
            self._act.cancel()

    def _project_id(self) -> str:
        project = self._context.project
        return project.summary.project_id if project is not None else ""

    def _read(self, function: Callable[..., Any], signal: Any, failed: Any) -> None:
        project_id = self._project_id()
        self._n_reading += 1

        def arrived(value: Any) -> None:
            if isValid(self):
                self._on_read()
            if isValid(self) and self._project_id() == project_id:
                signal.emit(value)

        def not_arrived(failure: Failure) -> None:
            if isValid(self):
                self._on_read()
            if failed is not None and isValid(self) and self._project_id() == project_id:
                failed.emit(failure)

        work = plainly(function, self._context.spec, project_id)
        self._context.tasks.start(work=work, done=arrived, failed=not_arrived)

    def _on_read(self) -> None:
        self._n_reading -= 1
        if not self._n_reading and self._is_wanted_again:
            self._is_wanted_again = False
            self.read()

    def _confirm(self, by: str, role: str, confirm: Work) -> None:
        def confirmed(confirmation: Confirmation) -> None:
            from fairdesk.audit.locking import lock_plan

            self._start_act("lock", lock_plan, by, role, confirmation)

        self._act = self._context.long_tasks.start(
            work=confirm, done=confirmed, failed=partial(self._on_act_failed, "lock")
        )

    def _start_act(self, act: str, function: Callable[..., Any], *arguments: Any) -> None:
        self._act = self._context.long_tasks.start(
            work=plainly(function, self._context.spec, self._project_id(), *arguments),
            done=partial(self._on_act_done, act),
            failed=partial(self._on_act_failed, act),
        )

    def _start(self, work: Work, done: Callable[[Any], None]) -> None:
        self._context.tasks.start(work=work, done=done, failed=partial(self._on_act_failed, "second person"))

    def _on_act_done(self, act: str, _result: Any) -> None:
        self._act = None
        if act in ("lock", "deviate"):
            self._context.details.forget_steps()
        self.done.emit(act)
        self._context.read_project_again()
        self._context.projects_changed.emit()

    def _on_act_failed(self, act: str, failure: Failure) -> None:
        self._act = None
        self.act_failed.emit(act, failure)

    def _when_saved(self, act: str, go_on: Callable[[], None]) -> None:
        """What was typed must be on disk before it is fixed."""
        self._wanted = go_on
        self._wanted_act = act
        self._context.save_requested.emit()
        self._go_on_when_saved()

    def _go_on_when_saved(self) -> None:
        go_on = self._wanted
        if go_on is not None and not self._context.unsaved:
            self._wanted = None
            go_on()

    def _on_saving_failed(self) -> None:
        if self._wanted is not None:
            self._wanted = None
            failure = FairDeskError(
                "What you typed is not on disk, so nothing was fixed.",
                "Mend what is said about saving, then try again.",
            )
            self.act_failed.emit(self._wanted_act, failure)
