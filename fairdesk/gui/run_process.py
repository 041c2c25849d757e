"""A run as a process of its own: the same driver as ``fairdesk run``, followed through the lines that it writes.

A crash of the window or of the run harms neither the other nor an answer, and a run may go on when the window closes;
that is why the process leads a session of its own and is not a QProcess, which ends its child with itself.
"""

from __future__ import annotations

import contextlib
import json
import sys
import threading
from collections import deque
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from fairdesk.audit.workspace import WorkspaceSpec

if TYPE_CHECKING:
    import subprocess

BATCH_INTERVAL_MS = 80
"""Lines reach the pages in batches: one signal per line would hold up the window."""

BATCH_LIMIT = 2_000

PAUSE_GRACE_MS = 15_000
"""How long a run may take to put on disk what is in flight after it was asked to pause."""

WORDS_SHOWN = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOrder:
    """What to run: a project, all its systems or one, from the start or from where it was left.

    Attributes:
        accepted_change: Why the run goes on although another model answers than before; empty: it stops at a change.
        accepted_by: Who says so.
    """

    project_id: str
    system: str = ""
    resume: bool = False
    accepted_change: str = ""
    accepted_by: str = ""


def run_command(spec: WorkspaceSpec, order: RunOrder) -> list[str]:
    """The command line of a run; keys are never part of it."""
    # The executable of a frozen installer is FairDesk itself and takes no -m.
    start = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "fairdesk"]
    command = [*start, "--data-dir", str(spec.data_dir), "run", order.project_id, "--events", "--control"]
    if order.system:
        command += ["--system", order.system]
    if order.resume:
        command.append("--resume")
    if order.accepted_change:
        # In one word each, because a reason may begin with a dash.
        command.append(f"--accept-change={order.accepted_change}")
        if order.accepted_by:
            command.append(f"--accepted-by={order.accepted_by}")
    return command


@dataclass(slots=True, eq=False)
class _Running:
    process: subprocess.Popen[bytes]
    errors: IO[bytes]
    lines: deque[bytes | None]
    """Filled by the reading thread; None is the end."""

    def close(self) -> None:
        """Let go of the window's ends of the pipes; the reading thread closes its own."""
        self.errors.close()
        if self.process.stdin is not None:
            with contextlib.suppress(OSError):
                self.process.stdin.close()


class RunProcess(QObject):
    """Starts a command, hands it the session's keys, and passes on the JSON lines that it writes.

    The command's standard input gets the session's keys as one JSON line, and later perhaps the line ``stop``; its end
    means: go on alone. ``events_arrived`` carries a list of JSON objects, ``ended`` the exit code and the last words of
    standard error.
    """

    events_arrived = Signal(list)
    ended = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running: _Running | None = None
        self._batch_timer = QTimer(self)
        self._batch_timer.setInterval(BATCH_INTERVAL_MS)
        self._batch_timer.timeout.connect(self._on_batch_due)
        self._grace = QTimer(self)
        self._grace.setSingleShot(True)
        self._grace.setInterval(PAUSE_GRACE_MS)
        self._grace.timeout.connect(self.stop_now)

    def start(self, command: list[str], spec: WorkspaceSpec) -> None:
        """Start the command; one process at a time.

        Raises:
            RuntimeError: a process is running already (a bug of the caller).
        """
        # Loaded here, because the window is painted first.
        import subprocess
        import tempfile

        if self._running is not None:
            raise RuntimeError("a run is going on already")
        errors = tempfile.TemporaryFile()  # noqa: SIM115  (closed when the run has ended)
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            # Ctrl+C in the terminal and the end of the window must not reach the run.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._running = _Running(process=process, errors=errors, lines=deque())
        threading.Thread(target=_read_lines, args=(process, self._running.lines), daemon=True).start()
        self._tell(json.dumps(dict(spec.session_keys)))
        self._batch_timer.start()

    def is_running(self) -> bool:
        """True from the start until ``ended``, or until the run was let go."""
        return self._running is not None

    def pause(self) -> None:
        """Ask the run to put on disk what is in flight and end; it can be resumed."""
        if self._running is not None:
            self._tell("stop")
            self._grace.start()

    def stop_now(self) -> None:
        """End the run at once; what is on disk is kept, what was in flight is asked again when it is resumed."""
        if self._running is not None:
            self._running.process.kill()

    def let_go(self) -> None:
        """Follow the run no longer; it goes on alone and keeps its progress in the store."""
        self._batch_timer.stop()
        self._grace.stop()
        if self._running is not None:
            # Nobody waits for it any more, and it is no zombie: the system takes over when the window ends.
            self._running.process.returncode = 0
            self._running.close()
            self._running = None

    def _tell(self, line: str) -> None:
        """Write a line to the command; one that has ended takes none, and the end of its output tells so."""
        if self._running is not None and self._running.process.stdin is not None:
            with contextlib.suppress(OSError):
                self._running.process.stdin.write(line.encode() + b"\n")
                self._running.process.stdin.flush()

    def _on_batch_due(self) -> None:
        running = self._running
        if running is None:
            return
        batch: list[dict[str, Any]] = []
        has_ended = False
        while running.lines and len(batch) < BATCH_LIMIT and not has_ended:
            line = running.lines.popleft()
            if line is None:
                has_ended = True
            elif (event := _event(line)) is not None:
                batch.append(event)
        if batch:
            self.events_arrived.emit(batch)
        if has_ended:
            self._end(running)

    def _end(self, running: _Running) -> None:
        import subprocess

        self._batch_timer.stop()
        self._grace.stop()
        try:
            code = running.process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            # It closed its output but is still there: look again, never hold up the window.
            running.lines.append(None)
            self._batch_timer.start()
            return
        words = "" if code == 0 else _last_words(running.errors)
        running.close()
        self._running = None
        self.ended.emit(code, words)


def _read_lines(process: subprocess.Popen[bytes], lines: deque[bytes | None]) -> None:
    """Reads until the end of the output; runs in a thread and touches no Qt object."""
    if process.stdout is not None:
        with process.stdout as output:
            for line in output:
                lines.append(line)
    lines.append(None)


def _event(line: bytes) -> dict[str, Any] | None:
    """The JSON object of a line; None for anything else that a library may have printed."""
    try:
        event = json.loads(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) else None


def _last_words(errors: IO[bytes]) -> str:
    """The end of what the command wrote for people."""
    size = errors.seek(0, 2)
    errors.seek(max(0, size - WORDS_SHOWN))
    return errors.read().decode("utf-8", errors="replace").strip()
