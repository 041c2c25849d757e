"""The Qt binding keeps count of None and True, or a long-running window aborts.

PySide6 6.12.0 loses a reference to None with every call that returns nothing and one to True with every emitted
signal on Python 3.10 and 3.11; the interpreter aborts once the count reaches zero. Later Pythons never free them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

# What the test run itself may take or give back meanwhile.
SLACK = 100
N_IN_A_BATCH = 200


class Counter(QObject):
    """Emits and receives."""

    counted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.n_received = 0
        self.counted.connect(self._on_counted)

    def _on_counted(self, _: int) -> None:
        self.n_received += 1


def lost_references(singleton: object, call: Callable[[], object], n_calls: int) -> int:
    """References to an object that went missing during calls; stops at the first loss, before the interpreter does."""
    before = sys.getrefcount(singleton)
    for _ in range(n_calls // N_IN_A_BATCH):
        for _ in range(N_IN_A_BATCH):
            call()
        lost = before - sys.getrefcount(singleton)
        if abs(lost) > SLACK:
            break
    return lost


def test_calls_that_return_nothing_keep_none_alive(qtbot: QtBot) -> None:
    """The count of None is the same after 200,000 calls into Qt."""
    label = QLabel()
    qtbot.addWidget(label)

    assert abs(lost_references(None, lambda: label.setText("a"), 200_000)) <= SLACK


def test_emitted_signals_keep_true_alive(qtbot: QtBot) -> None:
    """The count of True is the same after 100,000 signals, and each of them arrived."""
    counter = Counter()

    assert abs(lost_references(True, lambda: counter.counted.emit(1), 100_000)) <= SLACK
    assert counter.n_received == 100_000
