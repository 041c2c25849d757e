"""How long the window stands still over 50,000 imported files and their 750,000 variants, act by act.

Set ``FAIRDESK_BENCHMARKS`` for that size; without it a small set shows that the measurement works.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QEventLoop, Qt, QTimer

from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.variants import build_variants
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.page_warmth import PageWarmth
from tests.benchmarks.test_timer_gaps import Ticks
from tests.benchmarks.test_variant_speed import four_attributes, long_texts
from tests.gui.acting import go_to
from tests.gui.conftest import appearance, context, qapp, spec, window
from tests.gui.designing import choose, show_tab
from tests.gui.driving import PATIENCE_MS
from tests.unit.audit.designed_project import store_texts

__all__ = ["appearance", "context", "qapp", "spec", "window"]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1_800)]

LARGE = bool(os.environ.get("FAIRDESK_BENCHMARKS"))
N_FILES = int(os.environ.get("FAIRDESK_FILES", "50000")) if LARGE else 60
TICK_MS = 10
HORIZONTAL = Qt.Orientation.Horizontal
PATIENCE = PATIENCE_MS * 15


class Acts:
    """Does one act after another and keeps the longest gap of each between two ticks of a timer."""

    def __init__(self, qtbot: Any, context: PageContext) -> None:
        self._qtbot = qtbot
        self._context = context
        self._ticks = Ticks(TICK_MS)
        self.lines: list[str] = []

    def do(self, words: str, act: Callable[[], object]) -> None:
        """From an act until nothing runs any more; what is done in the act itself counts as a gap."""
        loop, watch = QEventLoop(), QTimer()
        idle: list[bool] = []

        def look() -> None:
            idle.append(not self._context.tasks.is_busy() and not self._context.long_tasks.is_busy())
            if idle[-8:] == [True] * 8:
                loop.quit()

        watch.setInterval(30)
        watch.timeout.connect(look)
        began = time.perf_counter()
        QTimer.singleShot(0, loop, act)
        watch.start()
        gaps = self._ticks.measure(loop)
        seconds = time.perf_counter() - began
        self.lines.append(f"{words}: longest gap {max(gaps):.0f} ms, settled after {seconds:.1f} s")


def test_the_window_answers_over_many_files_and_variants(
    qtbot: Any, window: MainWindow, context: PageContext, capsys: pytest.CaptureFixture[str]
) -> None:
    """Prints the longest gap of every act; asserts what the acts find and decide, never a time."""
    details = replace(starting_details(), uses_imported_cases=True, design=four_attributes(), auditor="A. Tester")
    project = create_project(context.spec, "Many", details).project_id
    store_texts(context.spec, project, long_texts(N_FILES))
    built = build_variants(context.spec, project)
    warmth = PageWarmth()  # as the program starts it
    warmth.start()
    qtbot.waitUntil(warmth.is_done, timeout=PATIENCE)
    acts = Acts(qtbot, context)
    acts.do("opening the project", lambda: context.open_project(project))
    acts.do("first opening of Cases", lambda: window.show_page("cases"))
    cases = window.stack.currentWidget().widget().imported
    qtbot.waitUntil(lambda: cases.model.rowCount() == N_FILES, timeout=PATIENCE)
    acts.do("Cases to the end", cases.table.scrollToBottom)
    acts.do("Cases, all chosen", cases.table.selectAll)
    acts.do("Cases, words filtered", lambda: cases.filter.look_for(f"t-{N_FILES - 3:05d}"))
    assert cases.model.rowCount() == 1
    acts.do("Cases, filter reset", cases.filter.reset_button.click)
    acts.do("Cases, sorted", lambda: cases.table.sortByColumn(1, Qt.SortOrder.DescendingOrder))
    acts.do("first opening of Cues", lambda: window.show_page("cues"))
    page = go_to(qtbot, window, context, "cues")
    acts.do("tab Variants", lambda: show_tab(page, "Variants"))
    panel = page.variants
    qtbot.waitUntil(lambda: panel.model.rowCount() == built.n_variants, timeout=PATIENCE)
    acts.do("Variants to the end", panel.table.scrollToBottom)
    acts.do("Variants, last chosen", lambda: panel.table.selectRow(built.n_variants - 1))
    _review(qtbot, acts, panel)
    acts.do("Variants, filtered", lambda: choose(panel.filter.variant_box, "old"))
    assert panel.model.rowCount() == N_FILES
    acts.do("Variants, filter reset", panel.filter.reset_button.click)
    acts.do("Variants, all chosen", panel.table.selectAll)
    acts.do("first opening of Plan", lambda: window.show_page("plan"))
    with capsys.disabled():
        print(f"\n{N_FILES:,} files, {built.n_variants:,} variants; load {os.getloadavg()[0]:.1f} at the end")
        print("\n".join(acts.lines))


def _review(qtbot: Any, acts: Acts, panel: Any) -> None:
    """Accept five and reject one by the keyboard, from the first on."""
    panel.review_bar.reviewer_edit.setText("A. Tester")
    panel.review_bar.reason_edit.setText("Reads badly.")
    acts.do("Variants, first chosen", lambda: panel.table.selectRow(0))
    panel.table.setFocus()
    for number in range(5):
        acts.do(f"accepted by key, {number + 1}", lambda: qtbot.keyClick(panel.table, Qt.Key.Key_A))

    def reject() -> None:
        qtbot.keyClick(panel.table, Qt.Key.Key_R)
        qtbot.keyClick(panel.review_bar.reason_edit, Qt.Key.Key_Return)

    acts.do("rejected by key", reject)
    assert panel.table.currentIndex().row() == 6
    column = next(n for n in range(panel.model.columnCount()) if panel.model.headerData(n, HORIZONTAL) == "Review")
    states = [str(panel.model.data(panel.model.index(row, column))) for row in range(6)]
    assert ["accepted" in state for state in states] == [True] * 5 + [False]
    assert "rejected" in states[5]
