"""Reading and keeping the files of a benchmark in the worker, with progress and a way to stop it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from fairdesk.domain.errors import Cancelled
from fairdesk.gui.activity import Activity
from fairdesk.gui.page_context import PageContext

if TYPE_CHECKING:
    from fairdesk.audit.benchmark_choice import BenchmarkPlace, ItemsWanted
    from fairdesk.gui.tasks import Failure, TaskHandle


class BenchmarkWork(QObject):
    """One piece of work at a time; what was stopped tells nothing but ``changed``."""

    changed = Signal()
    """Work began, ended, or tells what it does now; see ``is_working`` and ``words``."""

    looked = Signal(object)
    """A ``BenchmarkLook``."""

    kept = Signal(object)
    """A ``BenchmarkAdded``; the project does not know of it yet."""

    failed = Signal(object)

    def __init__(self, context: PageContext, page: QWidget) -> None:
        super().__init__(page)
        self._context = context
        self._handle: TaskHandle | None = None
        self._was_stopped = False
        self._title = ""
        self.words = ""

    def is_working(self) -> bool:
        """True while files are read or kept."""
        return self._handle is not None

    def look(self, place: BenchmarkPlace, title: str) -> None:
        """Read the files at a place; nothing is stored."""
        from fairdesk.audit.benchmark_choice import look_at_benchmark

        self._begin(partial(look_at_benchmark, self._context.spec, place), title, self.looked.emit)

    def keep(self, wanted: ItemsWanted, title: str) -> None:
        """Keep the files, so that the project can ask their items."""
        from fairdesk.audit.benchmark_choice import keep_choice

        self._begin(partial(keep_choice, self._context.spec, wanted), title, self.kept.emit)

    def stop(self) -> None:
        """Give the work up."""
        # It may have ended just now: its answer then comes all the same, and must change nothing.
        self._was_stopped = True
        if self._handle is not None:
            self._handle.cancel()

    def _begin(self, work: Callable[..., Any], title: str, done: Callable[[Any], None]) -> None:
        if self._handle is not None:
            return
        self._was_stopped, self._title = False, title
        self._handle = self._context.long_tasks.start(
            work=work, done=partial(self._on_done, done), failed=self._on_failed, progress=self._tell
        )
        self._tell(self.tr("Waiting for the worker"))

    def _tell(self, words: str) -> None:
        if self._handle is None:
            return
        self.words = words
        self._context.activity_changed.emit(
            Activity(words=f"{self._title}: {words}", cancel=self.stop, cancel_words=self.tr("Stop"))
        )
        self.changed.emit()

    def _end(self) -> None:
        self._handle = None
        self._context.activity_changed.emit(None)

    def _on_done(self, done: Callable[[Any], None], value: Any) -> None:
        self._end()
        if not self._was_stopped:
            done(value)
        self.changed.emit()

    def _on_failed(self, failure: Failure) -> None:
        self._end()
        if not isinstance(failure, Cancelled):
            self.failed.emit(failure)
        self.changed.emit()
