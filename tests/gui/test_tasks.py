"""The worker process behind the window."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QLabel
from shiboken6 import delete

from fairdesk.domain.errors import Cancelled, StoreBusy
from fairdesk.gui.faults import Fault
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.tasks import Tasks
from tests.gui import sample_work
from tests.gui.driving import PATIENCE_MS


class Listener(QObject):
    """Writes down what the tasks call it with."""

    def __init__(self) -> None:
        super().__init__()
        self.results: list[object] = []
        self.failures: list[object] = []
        self.progress: list[object] = []

    def on_done(self, result: object) -> None:
        self.results.append(result)

    def on_failed(self, failure: object) -> None:
        self.failures.append(failure)

    def on_progress(self, progress: object) -> None:
        self.progress.append(progress)

    def n_ended(self) -> int:
        return len(self.results) + len(self.failures)


def start(tasks: Tasks, listener: Listener, work):
    return tasks.start(work=work, done=listener.on_done, failed=listener.on_failed, progress=listener.on_progress)


def wait_for_ends(qtbot, listener: Listener, n_ends: int = 1) -> None:
    qtbot.waitUntil(lambda: listener.n_ended() >= n_ends, timeout=PATIENCE_MS)


def test_results_come_back_in_the_order_of_starting(qtbot, tasks):
    """What is saved first is read after: work is done one after the other, in one process."""
    listener = Listener()
    for number in range(5):
        start(tasks, listener, plainly(sample_work.add, number, 10))
    wait_for_ends(qtbot, listener, 5)

    assert listener.results == [10, 11, 12, 13, 14]


def test_all_work_shares_one_long_lived_worker(qtbot, tasks):
    """Starting a process takes longer than most work, so it is done once."""
    listener = Listener()
    for _ in range(3):
        start(tasks, listener, plainly(sample_work.process_number))
    wait_for_ends(qtbot, listener, 3)

    assert len(set(listener.results)) == 1


def test_the_worker_knows_no_qt(qtbot, tasks):
    """Work is tested and used without a window; Qt in the worker would only cost memory."""
    listener = Listener()
    start(tasks, listener, plainly(sample_work.imported_modules))
    wait_for_ends(qtbot, listener)

    assert [name for name in listener.results[0] if name.startswith("PySide6")] == []


def test_progress_is_at_most_ten_a_second(qtbot, tasks):
    """A hundred thousand reports in a moment reach the window as a few."""
    listener = Listener()
    start(tasks, listener, partial(sample_work.count_to, 100_000))
    wait_for_ends(qtbot, listener)

    assert listener.results == [100_000]
    assert listener.progress[0] == 0
    assert len(listener.progress) <= 100


def test_cancelled_work_is_put_down_in_order(qtbot, tasks, tmp_path: Path):
    """Work learns of a cancel at its next report and can clean up."""
    marker = tmp_path / "marker"
    listener = Listener()
    handle = start(tasks, listener, partial(sample_work.count_until_told, marker))
    qtbot.waitUntil(lambda: len(listener.progress) >= 2, timeout=PATIENCE_MS)
    handle.cancel()
    wait_for_ends(qtbot, listener)

    assert isinstance(listener.failures[0], Cancelled)
    assert marker.read_text() == "put down in order"


def test_work_that_does_not_look_up_is_ended_and_the_next_is_done(qtbot, tasks):
    """A cancel works even in the middle of a computation; the worker is then started anew."""
    listener = Listener()
    handle = start(tasks, listener, sample_work.never_look_up)
    qtbot.waitUntil(lambda: len(listener.progress) == 1, timeout=PATIENCE_MS)
    handle.cancel()
    start(tasks, listener, plainly(sample_work.add, 1, 1))
    wait_for_ends(qtbot, listener, 2)

    assert isinstance(listener.failures[0], Cancelled)
    assert listener.results == [2]


def test_waiting_work_can_be_cancelled_before_it_began(qtbot, tasks, tmp_path: Path):
    """Cancelling takes work out of the queue without touching what runs."""
    running, waiting = Listener(), Listener()
    first = start(tasks, running, partial(sample_work.count_until_told, tmp_path / "marker"))
    second = start(tasks, waiting, plainly(sample_work.add, 1, 1))
    second.cancel()
    wait_for_ends(qtbot, waiting)

    assert isinstance(waiting.failures[0], Cancelled)
    assert running.n_ended() == 0
    first.cancel()
    wait_for_ends(qtbot, running)


def test_a_failure_of_the_user_comes_back_as_it_was_raised(qtbot, tasks):
    """Kind, message and advice survive the way between the processes."""
    listener = Listener()
    start(tasks, listener, plainly(sample_work.fail_for_the_user))
    wait_for_ends(qtbot, listener)

    failure = listener.failures[0]
    assert isinstance(failure, StoreBusy)
    assert failure.message == "Another process works on this run."
    assert failure.advice == "Wait until it has ended."


def test_a_mistake_of_ours_comes_back_as_a_fault_without_values(qtbot, tasks):
    """The details name the kind and the place, and never the text that the exception quotes."""
    listener = Listener()
    with qtbot.waitSignal(tasks.fault_happened, timeout=PATIENCE_MS):
        start(tasks, listener, plainly(sample_work.fail_by_mistake, "sk-planted-key"))
    wait_for_ends(qtbot, listener)

    fault = listener.failures[0]
    assert isinstance(fault, Fault)
    assert "our fault" in fault.message
    assert "KeyError" in fault.details
    assert "fail_by_mistake" in fault.details
    assert "sk-planted-key" not in fault.details


def test_a_result_that_cannot_travel_is_a_fault_and_not_a_standstill(qtbot, tasks):
    """A lambda cannot be pickled; the next work is done all the same."""
    listener = Listener()
    start(tasks, listener, plainly(sample_work.give_what_cannot_travel))
    start(tasks, listener, plainly(sample_work.add, 2, 2))
    wait_for_ends(qtbot, listener, 2)

    assert isinstance(listener.failures[0], Fault)
    assert listener.results == [4]


def test_a_crashed_worker_is_told_and_replaced(qtbot, tasks):
    """A kill of the worker ends only the work that it did."""
    listener = Listener()
    start(tasks, listener, plainly(sample_work.crash))
    start(tasks, listener, plainly(sample_work.add, 3, 3))
    wait_for_ends(qtbot, listener, 2)

    fault = listener.failures[0]
    assert isinstance(fault, Fault)
    assert "ended unexpectedly" in fault.message
    assert "signal 9" in fault.details
    assert listener.results == [6]


def test_a_worker_killed_while_idle_is_replaced(qtbot, tasks):
    """Nobody is told, because nothing was lost; the next work is done."""
    import os
    import signal

    listener = Listener()
    start(tasks, listener, plainly(sample_work.process_number))
    wait_for_ends(qtbot, listener)
    os.kill(listener.results[0], signal.SIGKILL)
    start(tasks, listener, plainly(sample_work.add, 4, 4))
    wait_for_ends(qtbot, listener, 2)

    # Whether the window had noticed the kill yet or not, the next work ends, and the one after it is done.
    start(tasks, listener, plainly(sample_work.add, 5, 5))
    wait_for_ends(qtbot, listener, 3)
    assert listener.results[-1] == 10


def test_a_page_that_is_gone_is_not_called(qtbot, tasks):
    """Leaving while work is under way must not touch a destroyed widget."""
    gone = QLabel()
    tasks.start(work=plainly(sample_work.add, 1, 1), done=gone.setText, failed=gone.setText)
    listener = Listener()
    leaving = Listener()
    tasks.start(work=plainly(sample_work.add, 1, 1), done=leaving.on_done, failed=leaving.on_failed)
    start(tasks, listener, plainly(sample_work.add, 1, 2))
    delete(leaving)
    delete(gone)
    wait_for_ends(qtbot, listener)

    assert listener.results == [3]


def test_the_window_stays_awake_while_work_runs(qtbot, tasks):
    """A timer of the window goes on ticking during a computation that never yields."""
    ticks: list[int] = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(5)
    listener = Listener()
    start(tasks, listener, partial(sample_work.count_to, 300_000))
    wait_for_ends(qtbot, listener)

    assert len(ticks) >= 10
