"""Saves what is typed within two seconds, tries again when saving fails, and says when it is on disk."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from fairdesk.gui.tasks import Failure, Work

if TYPE_CHECKING:
    from fairdesk.gui.page_context import PageContext

DELAY_MS = 800
RETRY_MS = 4_000


class Autosave(QObject):
    """One form's way to the disk. Typing goes on while it works or fails.

    ``make_work`` is called in the window when it is time to save and gives the work with what the form holds then.
    """

    saved = Signal(object)
    """The work's result."""

    failed = Signal(object)
    recovered = Signal()

    def __init__(self, context: PageContext, make_work: Callable[[], Work], parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._make_work = make_work
        self._is_saving = False
        self._was_touched = False
        self._has_failed = False
        self._was_given_up = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.save_now)
        context.save_requested.connect(self.save_now)

    def touch(self) -> None:
        """Something was typed."""
        self._was_touched = True
        self._was_given_up = False
        self._context.unsaved.add(self)
        self._context.saving_started.emit()
        if not self._timer.isActive():
            self._timer.start(DELAY_MS)

    def give_up(self) -> None:
        """What was typed is not to be saved any more; what is on its way to the disk may still arrive."""
        self._timer.stop()
        self._was_touched = False
        self._was_given_up = self._is_saving
        if not self._is_saving:
            self._settle()

    def is_unsaved(self) -> bool:
        """True from the first letter until it is on disk."""
        return self in self._context.unsaved

    def save_now(self) -> None:
        """Save what was typed since the last time, if anything was."""
        if not self._was_touched or self._is_saving:
            return
        self._timer.stop()
        self._was_touched = False
        self._is_saving = True
        self._context.tasks.start(work=self._make_work(), done=self._on_done, failed=self._on_failed)

    def _on_done(self, result: Any) -> None:
        self._is_saving = False
        if self._has_failed:
            self._has_failed = False
            self.recovered.emit()
        self.saved.emit(result)
        if self._was_touched:
            self.save_now()
            return
        self._settle()

    def _settle(self) -> None:
        self._context.unsaved.discard(self)
        self._context.saved.emit(datetime.now(UTC))

    def _on_failed(self, failure: Failure) -> None:
        self._is_saving = False
        if self._was_given_up:
            self._was_given_up = False
            self._settle()
            return
        self._was_touched = True
        self._has_failed = True
        self._context.saving_failed.emit()
        self.failed.emit(failure)
        self._timer.start(RETRY_MS)
