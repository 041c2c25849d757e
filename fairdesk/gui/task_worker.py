"""The worker process behind ``tasks``: takes work from a pipe, sends progress and the end back. Knows no Qt.

Messages to the worker:    ("work", task_id, work) and ("cancel", task_id)
Messages from the worker:  ("progress", task_id, noun), ("done", task_id, result), ("failed", task_id, failure)
"""

from __future__ import annotations

import pickle
import signal
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from fairdesk.domain.errors import Cancelled, FairDeskError
from fairdesk.gui.faults import mistake

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

ReportProgress = Callable[[Any], None]
"""Given to ``work``: call it with a noun that says how far it is; raises Cancelled once the user has cancelled."""

PROGRESS_INTERVAL_S = 0.1


def serve(connection: Connection) -> None:
    """Do one piece of work after another until the window closes its end of the pipe."""
    # Ctrl+C in a terminal reaches the whole group; the window decides what is stopped.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            message = connection.recv()
        except (EOFError, OSError):
            return
        if message[0] == "work":
            _, task_id, work = message
            try:
                connection.send_bytes(_outcome(connection, task_id, work))
            except OSError:
                return


def _outcome(connection: Connection, task_id: int, pickled_work: bytes) -> bytes:
    """Run one piece of work; the pickled message of its end."""
    reporter = _Reporter(connection, task_id)
    try:
        work = pickle.loads(pickled_work)
        return pickle.dumps(("done", task_id, work(reporter.report)))
    except FairDeskError as error:
        return pickle.dumps(("failed", task_id, error))
    except Exception as error:
        return pickle.dumps(("failed", task_id, mistake(error)))


class _Reporter:
    """Sends progress at most ten times a second, and looks for a cancel at every report."""

    def __init__(self, connection: Connection, task_id: int) -> None:
        self._connection = connection
        self._task_id = task_id
        self._sent_at = float("-inf")

    def report(self, progress: Any) -> None:
        while self._connection.poll():
            try:
                message = self._connection.recv()
            except (EOFError, OSError) as error:
                raise Cancelled("The window was closed.", "What was done is kept.") from error
            if message == ("cancel", self._task_id):
                raise Cancelled("Stopped.", "What was done is kept.")
        now = time.monotonic()
        if now - self._sent_at >= PROGRESS_INTERVAL_S:
            self._sent_at = now
            self._connection.send(("progress", self._task_id, progress))


def plainly(function: Callable[..., Any], *arguments: Any) -> Callable[[ReportProgress], Any]:
    """Work out of a quick function that reports no progress, for example ``plainly(list_projects, spec)``."""
    return partial(_call, function, arguments)


def _call(function: Callable[..., Any], arguments: tuple[Any, ...], _report: ReportProgress) -> Any:
    return function(*arguments)
