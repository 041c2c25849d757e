"""Follows the window's own run: its progress per system, the line below the pages, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from fairdesk.domain.codec import from_plain
from fairdesk.domain.progress import RunProgress, RunState
from fairdesk.gui.activity import Activity
from fairdesk.gui.directions import by_itself
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.run_process import RunOrder, run_command

CANCELLED = 5
ENDPOINT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEnd:
    """How the process of a run ended.

    Attributes:
        words: What it said for people, when it ended in another way than by finishing or being stopped.
    """

    project_id: str
    code: int
    words: str

    @property
    def was_killed(self) -> bool:
        """It neither finished nor was it stopped in order."""
        return self.code < 0


class RunFollower(QObject):
    """One per window; the process itself belongs to ``context.run``."""

    changed = Signal()
    ended = Signal(object)
    """A ``RunEnd``."""

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.project_id = ""
        self.progress: dict[str, RunProgress] = {}
        self.is_stopping = False
        self._project_name = ""
        context.run.events_arrived.connect(self._on_events_arrived)
        context.run.ended.connect(self._on_ended)

    def start(self, order: RunOrder, project_name: str) -> None:
        """Start the run of a project as a process of its own."""
        self.project_id = order.project_id
        self.progress = {}
        self.is_stopping = False
        self._project_name = project_name
        self._context.run.start(run_command(self._context.spec, order), self._context.spec)
        self._show_activity()
        self.changed.emit()

    def follows(self, project_id: str) -> bool:
        """True while a run of this project goes on that this window started."""
        return self._context.run.is_running() and self.project_id == project_id

    def of(self, project_id: str) -> dict[str, RunProgress]:
        """System to the last progress, where this window's last run was one of this project."""
        return self.progress if self.project_id == project_id else {}

    def n_asked(self) -> dict[str, int]:
        """Run id to the items that are on disk."""
        return {progress.run_id: progress.n_done for progress in self.progress.values()}

    def stop(self) -> None:
        """Ask the run to keep what arrived and end; it can be resumed."""
        if self._context.run.is_running() and not self.is_stopping:
            self.is_stopping = True
            self._context.run.pause()
            self._show_activity()
            self.changed.emit()

    def _on_events_arrived(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            try:
                progress = from_plain(RunProgress, event)
            except ValueError:
                continue
            self.progress[progress.system] = progress
        self._show_activity()
        self.changed.emit()

    def _on_ended(self, code: int, words: str) -> None:
        self._context.activity_changed.emit(None)
        self.is_stopping = False
        stopped = any(progress.state is RunState.STOPPED for progress in self.progress.values())
        is_said = code in (0, CANCELLED) or (code == ENDPOINT and bool(self.progress)) or stopped
        plain = "\n".join(line.removeprefix("fairdesk: ") for line in words.splitlines())
        self.ended.emit(RunEnd(project_id=self.project_id, code=code, words="" if is_said else plain))

    def _show_activity(self) -> None:
        """The line below the pages tells of all systems together: they take turns, block after block."""
        known = list(self.progress.values())
        going = [progress for progress in known if progress.state in (RunState.RUNNING, RunState.WAITING)]
        waiting = next((progress for progress in going if progress.state is RunState.WAITING), None)
        if not known:
            words = self.tr("The run of {project} is being started")
        elif self.is_stopping:
            words = self.tr("{project}: stopping, what arrived is kept")
        elif waiting is not None and len(going) == 1:
            words = "{project}: {words}"
        else:
            words = self.tr("Run of {project}")
        lefts = [progress.seconds_left for progress in going if progress.seconds_left is not None]
        self._context.activity_changed.emit(
            Activity(
                words=words.format(project=by_itself(self._project_name), words=waiting.words if waiting else ""),
                n_done=sum(progress.n_done for progress in known),
                n_total=sum(progress.n_planned for progress in known),
                rate_per_s=sum(progress.rate_per_s for progress in going),
                seconds_left=max(lefts) if lefts else None,
                cancel=None if self.is_stopping else self.stop,
                cancel_words=self.tr("Stop"),
            )
        )
