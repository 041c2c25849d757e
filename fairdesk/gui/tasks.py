"""Background work of the window: one worker process that does pieces of work in the order they were started."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from shiboken6 import isValid

from fairdesk.domain.errors import Cancelled, FairDeskError
from fairdesk.gui.faults import Fault, mistake
from fairdesk.gui.pipe_watch import PipeWatch
from fairdesk.gui.task_worker import ReportProgress, serve

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Work = Callable[[ReportProgress], Any]
"""A picklable function of ours (mostly a ``partial`` of an audit function) that knows no Qt."""

Failure = FairDeskError | Fault
Message = tuple[str, int | None, Any]
Callback = Callable[[Any], None]

CANCEL_GRACE_MS = 2_000
"""How long work may take to notice a cancel before its process is ended."""

START_DELAY_MS = 20
"""A process is started this much later, so that what was asked while a window is built does not delay its painting."""


@dataclass(slots=True, eq=False)
class _Task:
    task_id: int
    pickled_work: bytes
    done: Callback
    failed: Callback
    progress: Callback
    cancelled: bool = False


class TaskHandle:
    """One piece of work that was started."""

    def __init__(self, tasks: Tasks, task: _Task) -> None:
        self._tasks = tasks
        self._task = task

    def cancel(self) -> None:
        """Stop the work; ``failed`` is then called with ``Cancelled``, unless the work ended first."""
        self._tasks.cancel_task(self._task)


class Tasks(QObject):
    """Runs work in a worker process of its own, first come first served.

    The worker starts with the first work and is started anew after it crashed or was ended. A callback that is a
    method of a Qt object is not called when that object is gone.
    """

    became_idle = Signal()
    fault_happened = Signal(object)
    """A ``Fault``, before ``failed`` is called with it; for the log."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[_Task] = deque()
        self._running: _Task | None = None
        self._worker: _Worker | None = None
        self._last_id = 0
        self._grace = QTimer(self)
        self._grace.setSingleShot(True)
        self._grace.setInterval(CANCEL_GRACE_MS)
        self._grace.timeout.connect(self._on_grace_over)

    def start(self, work: Work, done: Callback, failed: Callback, progress: Callback | None = None) -> TaskHandle:
        """Do ``work`` in the worker process.

        Args:
            work: Called there with one argument, ``report_progress``.
            done: Called with the result.
            failed: Called with a FairDeskError (as it was raised), or with a Fault when it was our mistake.
            progress: Called with what the work reports, at most ten times a second.
        """
        self._last_id += 1
        task = _Task(
            task_id=self._last_id,
            pickled_work=pickle.dumps(work),
            done=_while_alive(done),
            failed=_while_alive(failed),
            progress=_while_alive(progress) if progress is not None else _ignore,
        )
        self._waiting.append(task)
        if self._worker is None:
            QTimer.singleShot(START_DELAY_MS, self, self._start_next)
        else:
            self._start_next()
        return TaskHandle(self, task)

    def is_busy(self) -> bool:
        """True while work runs or waits."""
        return self._running is not None or bool(self._waiting)

    def cancel_task(self, task: _Task) -> None:
        """See ``TaskHandle.cancel``."""
        if task in self._waiting:
            self._waiting.remove(task)
            QTimer.singleShot(0, self, partial(task.failed, _stopped()))
        elif task is self._running and not task.cancelled and self._worker is not None:
            task.cancelled = True
            self._worker.send(("cancel", task.task_id))
            self._grace.start()

    def shut_down(self) -> None:
        """End the worker; nothing is called any more. Work that was under way is given up."""
        self._waiting.clear()
        self._running = None
        self._grace.stop()
        self._drop_worker()

    def _start_next(self) -> None:
        if self._running is not None or not self._waiting:
            return
        if self._worker is None:
            self._worker = _Worker(self)
        self._running = task = self._waiting.popleft()
        self._worker.send(("work", task.task_id, task.pickled_work))

    def on_message(self, message: Message) -> None:
        """Take one message of the worker; without a task's number it belongs to the running one."""
        kind, task_id, value = message
        task = self._running
        if task is None or task_id not in (task.task_id, None):
            return
        if kind == "progress":
            if not task.cancelled:
                task.progress(value)
        elif kind == "done":
            self._finish(partial(task.done, value))
        else:
            self._fail(task, value)

    def on_worker_ended(self, exit_code: int | None) -> None:
        """The worker is gone although nobody asked it to go."""
        self._drop_worker()
        task = self._running
        if task is None:
            return
        if task.cancelled:
            self._finish(partial(task.failed, _stopped()))
            return
        ending = f"signal {-exit_code}" if exit_code is not None and exit_code < 0 else f"exit code {exit_code}"
        fault = Fault(
            message="The background process ended unexpectedly, so this step was not finished.",
            advice="Nothing that was saved is lost. Try the step again; if it happens again, free some memory.",
            details=f"worker process ended: {ending}",
        )
        self._fail(task, fault)

    def _fail(self, task: _Task, failure: Failure) -> None:
        if isinstance(failure, Fault):
            self.fault_happened.emit(failure)
        self._finish(partial(task.failed, failure))

    def _finish(self, tell: Callable[[], None]) -> None:
        self._grace.stop()
        self._running = None
        try:
            tell()
        finally:
            # Even when a callback fails, the next work must not wait for ever.
            self._start_next()
            if self._running is None:
                self.became_idle.emit()

    def _drop_worker(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def _on_grace_over(self) -> None:
        task = self._running
        if task is not None and task.cancelled:
            self._drop_worker()
            self._finish(partial(task.failed, _stopped()))


class _Worker:
    """One worker process and the window's end of its pipe."""

    def __init__(self, tasks: Tasks) -> None:
        # Loaded here, because the window is painted first.
        import multiprocessing

        self._tasks = tasks
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._connection: Connection = ours
        self._process = context.Process(target=serve, args=(theirs,), daemon=True, name="fairdesk-worker")
        self._process.start()
        theirs.close()
        self._watch = PipeWatch(ours, tasks)
        self._watch.became_readable.connect(self._on_readable)

    def send(self, message: tuple[Any, ...]) -> None:
        """Send to the worker; when it is gone, the pipe's end tells so soon after."""
        try:
            self._connection.send(message)
        except OSError:
            QTimer.singleShot(0, self._tasks, self._on_readable)

    def end(self) -> None:
        """End the process and close the pipe."""
        self._watch.stop()
        self._watch.deleteLater()
        self._process.terminate()
        self._process.join(timeout=0.5)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join(timeout=0.5)
        self._connection.close()

    def _on_readable(self) -> None:
        while not self._connection.closed:
            try:
                if not self._connection.poll():
                    return
                body = self._connection.recv_bytes()
            except (EOFError, OSError):
                self._watch.stop()
                self._process.join(timeout=0.5)
                self._tasks.on_worker_ended(self._process.exitcode)
                return
            self._tasks.on_message(_read_message(body))


def _read_message(body: bytes) -> Message:
    """A message of the worker; one that cannot be read ends the work as a fault, so that the next is not held up."""
    try:
        message: Message = pickle.loads(body)
    except Exception as error:
        return "failed", None, mistake(error)
    return message


def _stopped() -> Cancelled:
    return Cancelled("Stopped.", "What was done is kept.")


def _ignore(_value: Any) -> None:
    """No one asked for progress."""


def _while_alive(callback: Callback) -> Callback:
    """The callback, silent once the Qt object that it belongs to is gone."""
    # A partial of a method belongs to the method's object.
    method = callback.func if isinstance(callback, partial) else callback
    owner = getattr(method, "__self__", None)
    if not isinstance(owner, QObject):
        return callback

    def call(value: Any) -> None:
        if isValid(owner):
            callback(value)

    return call
