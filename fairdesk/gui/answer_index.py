"""Keeps the search file of a run up to date in the background, a second at a time, so that other work gets its turn."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import QObject

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.task_worker import plainly

AT_A_TIME_S = 1.0


class AnswerIndex(QObject):
    """Searching finds everything without it, more slowly; so nothing that goes wrong here is told."""

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._waiting: list[str] = []
        self._is_working = False

    def bring_up_to_date(self, run_id: str) -> None:
        """Index what was added to a run; asked for again while it is under way, it is done once more."""
        if run_id not in self._waiting:
            self._waiting.append(run_id)
        self._go_on()

    def _go_on(self) -> None:
        if self._is_working or not self._waiting:
            return
        self._is_working = True
        run_id = self._waiting.pop(0)
        self._context.long_tasks.start(
            work=plainly(_index_for_a_while, self._context.spec, run_id), done=self._on_done, failed=self._on_failed
        )

    def _on_done(self, unfinished: str) -> None:
        self._is_working = False
        if unfinished:
            self.bring_up_to_date(unfinished)
        else:
            self._go_on()

    def _on_failed(self, _failure: Any) -> None:
        self._is_working = False
        self._waiting.clear()


def _index_for_a_while(spec: WorkspaceSpec, run_id: str) -> str:
    """Runs in the worker; the run again while it is not done, else nothing."""
    from fairdesk.audit.answers import index_answers

    deadline = time.monotonic() + AT_A_TIME_S
    problem = index_answers(spec, run_id, lambda: time.monotonic() >= deadline)
    return run_id if not problem and time.monotonic() >= deadline else ""
