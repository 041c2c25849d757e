"""Tells the window's event loop that something can be read from a pipe."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Qt, Signal

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


class PipeWatch(QObject):
    """Emits ``became_readable`` in the window's thread while the pipe has something to read or was closed.

    Windows cannot watch pipes with a notifier, so a thread waits there; it touches no Qt object but its signal.
    """

    became_readable = Signal()
    _seen = Signal()

    def __init__(self, connection: Connection, parent: QObject, in_thread: bool = sys.platform == "win32") -> None:
        super().__init__(parent)
        self._notifier: QSocketNotifier | None = None
        self._may_look = threading.Event()
        self._stopped = False
        if in_thread:
            self._seen.connect(self._on_seen, Qt.ConnectionType.QueuedConnection)
            self._may_look.set()
            threading.Thread(target=self._wait_for_pipe, args=(connection,), daemon=True).start()
        else:
            self._notifier = QSocketNotifier(connection.fileno(), QSocketNotifier.Type.Read, self)
            self._notifier.activated.connect(self.became_readable)

    def stop(self) -> None:
        """Watch no longer; call before the pipe is closed."""
        self._stopped = True
        self._may_look.set()
        if self._notifier is not None:
            self._notifier.setEnabled(False)

    def _wait_for_pipe(self, connection: Connection) -> None:
        from multiprocessing.connection import wait

        while self._may_look.wait() and not self._stopped:
            try:
                ready = wait([connection], timeout=0.5)
            except (OSError, ValueError):
                return
            if ready and not self._stopped:
                self._may_look.clear()
                self._seen.emit()

    def _on_seen(self) -> None:
        self.became_readable.emit()
        self._may_look.set()
