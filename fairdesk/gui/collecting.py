"""Clears circles of objects away in the window's own thread only.

Python looks for circles in whichever thread happens to make the next object, and destroys there what it finds. A widget
that is destroyed outside the window's thread hangs the program or ends it.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 1_000


class Collecting(QObject):
    """Looks for circles from the event loop, as often as Python would where that is less than once in a second."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._on_time)

    def begin(self) -> None:
        """From now on no other thread does it."""
        gc.disable()
        self._timer.start()

    def end(self) -> None:
        """Leave it to Python again, whose threads then must not find widgets."""
        self._timer.stop()
        gc.enable()

    def _on_time(self) -> None:
        counts, limits = gc.get_count(), gc.get_threshold()
        due = [generation for generation in (2, 1, 0) if counts[generation] > limits[generation]]
        if due:
            gc.collect(due[0])
