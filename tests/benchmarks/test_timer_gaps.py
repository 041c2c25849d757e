"""How evenly the window's timer ticks while a run goes on, beside the same window with nothing to do."""

from __future__ import annotations

import statistics
import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer

from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.domain.progress import RunState
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from tests.gui.acting import click, go_to, wait_until_idle
from tests.gui.conftest import appearance, context, qapp, spec, window
from tests.gui.driving import PATIENCE_MS

__all__ = ["appearance", "context", "qapp", "spec", "window"]

TICK_MS = 16
"""One picture of a screen at 60 Hz."""

LONG_MS = 50.0
IDLE_SECONDS = 10.0


class Ticks(QObject):
    """Gaps between the ticks of a precise timer, in milliseconds, while an event loop runs."""

    def __init__(self, tick_ms: int = TICK_MS) -> None:
        super().__init__()
        self.gaps_ms: list[float] = []
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(tick_ms)
        self._timer.timeout.connect(self._on_tick)

    def measure(self, loop: QEventLoop) -> list[float]:
        """Every gap from now until the loop is quit."""
        self.gaps_ms = []
        self._last = time.perf_counter()
        self._timer.start()
        loop.exec()
        self._timer.stop()
        return self.gaps_ms

    def _on_tick(self) -> None:
        now = time.perf_counter()
        self.gaps_ms.append((now - self._last) * 1000)
        self._last = now


def described(gaps_ms: list[float]) -> str:
    """Percentiles, the worst gap, and how many of how many were long."""
    percentiles = statistics.quantiles(gaps_ms, n=100)
    p50, p95, p99 = (percentiles[number - 1] for number in (50, 95, 99))
    n_long = sum(gap > LONG_MS for gap in gaps_ms)
    words = f"p50 {p50:.1f}, p95 {p95:.1f}, p99 {p99:.1f}, max {max(gaps_ms):.1f} ms"
    return f"{words}, {n_long} of {len(gaps_ms)} above {LONG_MS:.0f} ms"


@pytest.mark.slow
def test_the_window_ticks_during_a_run_as_it_does_idle(
    qtbot, window: MainWindow, context: PageContext, capsys: pytest.CaptureFixture[str]
) -> None:
    """Prints the gaps idle and during a rehearsal that the Run page started; asserts that it ran, never a time."""
    project = create_project(context.spec, "Timed", replace(starting_details(), n_cases=8, auditor="A. Tester"))
    fix_plan(context.spec, project.project_id)
    context.open_project(project.project_id)
    qtbot.waitUntil(lambda: context.project is not None, timeout=PATIENCE_MS)
    page = go_to(qtbot, window, context, "run")
    ticks, loop = Ticks(), QEventLoop()
    QTimer.singleShot(round(IDLE_SECONDS * 1000), loop.quit)
    idle = ticks.measure(loop)
    context.run.ended.connect(loop.quit)
    click(qtbot, page.start_button)
    running = ticks.measure(loop)
    wait_until_idle(qtbot, context)
    with capsys.disabled():
        print(f"\ntimer gaps, idle: {described(idle)}\ntimer gaps, during a run: {described(running)}")

    assert [run.state for run in context.project.runs] == [RunState.COMPLETE] * 2
