"""How evenly the window ticks while answers arrive at full speed, and how soon a table over many answers shows rows.

Set ``FAIRDESK_BENCHMARKS`` for 100,000 arriving and 1,000,000 stored answers; without it a small run shows that the
measurement works.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEventLoop, Qt, QTimer

from fairdesk.audit.plan import fix_plan, load_plan
from fairdesk.audit.projects import save_details, show_project
from fairdesk.audit.run import begin_run
from fairdesk.audit.run_items import planned_items
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.codec import to_plain
from fairdesk.domain.exchanges import Exchange, ItemKey, ModelReply
from fairdesk.domain.progress import RunState
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.store_rows import WAITING_TEXT
from fairdesk.store.entries import NewEntry
from tests.benchmarks.answering_server import TEXT, answering_server
from tests.benchmarks.test_timer_gaps import Ticks, described
from tests.faults.run_driving import make_project, write_cases
from tests.gui.acting import go_to, wait_until_idle
from tests.gui.conftest import appearance, context, qapp, spec, window
from tests.gui.driving import PATIENCE_MS

__all__ = ["appearance", "context", "qapp", "spec", "window"]

pytestmark = pytest.mark.slow

LARGE = bool(os.environ.get("FAIRDESK_BENCHMARKS"))
N_FILES = 100 if LARGE else 10
ARRIVING_SAMPLES = 495 if LARGE else 95
"""Answers to each original; with five other variants and two systems: 100,000 calls, or 2,000."""

STORED_SAMPLES = 9_995 if LARGE else 495
"""The same for the one system whose answers are written beforehand: 1,000,000 answers, or 5,000."""

AT_ONCE = 10_000
RARE = "الطالب 学生 très rare"
EVERY_RARE = 25_000


def window_mb() -> float:
    """Memory of this process that is in use."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def open_run(qtbot: Any, window: MainWindow, context: PageContext, project: str) -> Any:
    context.open_project(project)
    qtbot.waitUntil(lambda: context.project is not None, timeout=PATIENCE_MS)
    page = go_to(qtbot, window, context, "run")
    qtbot.waitUntil(page.tabs.isVisible, timeout=PATIENCE_MS * 6)
    return page


def project_of(spec: WorkspaceSpec, folder: Path, base_url: str, n_samples: int) -> str:
    project = make_project(spec, write_cases(folder, N_FILES), base_url, max_in_flight=32)
    save_details(spec, project, replace(show_project(spec, project).details, n_samples=n_samples))
    fix_plan(spec, project)
    return project


def test_the_window_ticks_while_answers_arrive_at_full_speed(
    qtbot, window: MainWindow, context: PageContext, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Prints gaps, memory and rate with the tab of the answers open; asserts that all arrived, never a time."""
    with answering_server() as base_url:
        project = project_of(context.spec, tmp_path / "cases", base_url, ARRIVING_SAMPLES)
        page = open_run(qtbot, window, context, project)
        page.start_button.click()
        page.tabs.setCurrentIndex(1)
        ticks, loop = Ticks(), QEventLoop()
        context.run.ended.connect(loop.quit)
        before_mb, began = window_mb(), time.perf_counter()
        gaps = ticks.measure(loop)
        seconds = time.perf_counter() - began
        grown_mb = window_mb() - before_mb
        wait_until_idle(qtbot, context)
    runs = show_project(context.spec, project).runs
    n_answers = sum(run.counts["answered"] for run in runs)
    with capsys.disabled():
        print(
            f"\n{n_answers:,} answers in {seconds:.1f} s ({n_answers / seconds:,.0f}/s), "
            f"window grew by {grown_mb:.0f} MB\ntimer gaps while they arrived: {described(gaps)}"
        )

    assert [run.state for run in runs] == [RunState.COMPLETE] * 2
    assert page.answers.model.rowCount() > 0


def write_answers(spec: WorkspaceSpec, project: str) -> int:
    """One run with every planned answer, written straight into the store."""
    plan_sha256 = show_project(spec, project).plan_sha256
    with Workspace(spec) as workspace:
        plan = load_plan(workspace, plan_sha256)
        chain = f"run:{begin_run(workspace, project, plan_sha256, plan.systems[0])}"
        entries: list[NewEntry] = []
        n_written = 0
        for key in planned_items(plan):
            entries.append(_entry(key, n_written))
            n_written += 1
            if len(entries) == AT_ONCE:
                workspace.store.ledger.append(chain, entries)
                entries = []
        workspace.store.ledger.append(chain, entries)
    return n_written


def _entry(key: ItemKey, number: int) -> NewEntry:
    text = f"{TEXT} Number {number}."
    reply = ModelReply(text=f"{RARE} {text}" if number % EVERY_RARE == 7 else text, model_echo="quick-1")
    exchange = Exchange(key=key, request_sha256="0" * 64, outcome=reply, sent_at="2026-11-30T07:00:00Z", elapsed_ms=12)
    return NewEntry(
        kind="exchange",
        body=json.dumps(to_plain(exchange), ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode(),
        case_id=key.case_id,
        variant=key.variant,
        question=key.question,
        sample=key.sample,
        status="answered",
    )


def ms_until_rows(answers: Any, act: Callable[[], object]) -> float:
    """From an act that reads ids anew until rows of it are painted with their text."""
    loop = QEventLoop()
    QTimer.singleShot(60_000, loop, loop.quit)
    answers.model.dataChanged.connect(loop.quit)
    began = time.perf_counter()
    act()
    loop.exec()
    answers.view.viewport().repaint()
    return (time.perf_counter() - began) * 1000


def ms_until_jumped(answers: Any, place: int) -> float:
    """From a jump of the scroll bar until the rows there are painted with their text."""
    began = time.perf_counter()
    answers.view.verticalScrollBar().setValue(place)
    answers.view.viewport().repaint()
    if answers.model.data(answers.model.index(place, 0)) == WAITING_TEXT:
        ms_until_rows(answers, lambda: None)
    return (time.perf_counter() - began) * 1000


def test_a_table_over_many_answers_shows_its_first_rows_at_once(
    qtbot, window: MainWindow, context: PageContext, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Prints the time to the first rows for filters, orders, words and jumps; asserts what they find, never a time."""
    with answering_server() as base_url:
        project = project_of(context.spec, tmp_path / "cases", base_url, STORED_SAMPLES)
    began = time.perf_counter()
    n_stored = write_answers(context.spec, project)
    lines = [f"{n_stored:,} answers written in {time.perf_counter() - began:.1f} s"]
    began = time.perf_counter()
    page = open_run(qtbot, window, context, project)
    lines.append(f"page opened in {time.perf_counter() - began:.1f} s")
    page.tabs.setCurrentIndex(1)
    answers = page.answers
    patience = PATIENCE_MS * 20
    qtbot.waitUntil(lambda: answers.model.rowCount() == n_stored, timeout=patience)
    before_mb = window_mb()

    def settled() -> None:
        qtbot.waitUntil(lambda: not context.tasks.is_busy(), timeout=patience)

    def filtered(words: str) -> float:
        answers.words_edit.setText(words)
        taken = ms_until_rows(answers, answers.refresh)
        settled()
        lines.append(f"words {words!r}: first rows after {taken:.0f} ms, {answers.model.rowCount():,} rows")
        return taken

    settled()
    lines.append(f"all: first rows after {ms_until_rows(answers, answers.refresh):.0f} ms")
    settled()
    bar = answers.view.verticalScrollBar()
    places = range(bar.maximum(), 0, -max(1, bar.maximum() // 20))
    jumps = [ms_until_jumped(answers, place) for place in places]
    lines.append(f"jump to any place: median {statistics.median(jumps):.0f} ms, most {max(jumps):.0f} ms")
    answers.status_box.setCurrentIndex(1)
    lines.append(f"status answered: first rows after {ms_until_rows(answers, answers.refresh):.0f} ms")
    settled()
    answers.status_box.setCurrentIndex(0)
    for column in (0, 3):
        sort = partial(answers.view.sortByColumn, column, Qt.SortOrder.DescendingOrder)
        taken = ms_until_rows(answers, sort)
        settled()
        lines.append(f"sorted by column {column}, descending: first rows after {taken:.0f} ms")
    answers.view.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    settled()
    filtered("preparation")
    began = time.perf_counter()
    wait_until_idle_for_long(qtbot, context)
    lines.append(f"search file up to date after another {time.perf_counter() - began:.0f} s")
    for words in ("preparation", RARE[:6], RARE[7:9], f"Number {n_stored - 1}.", "t-0003"):
        filtered(words)
    lines.append(f"window grew by {window_mb() - before_mb:.0f} MB")
    with capsys.disabled():
        print("\n" + "\n".join(lines))

    assert answers.model.rowCount() == n_stored // N_FILES


def wait_until_idle_for_long(qtbot: Any, context: PageContext) -> None:
    qtbot.waitUntil(lambda: not context.tasks.is_busy() and not context.long_tasks.is_busy(), timeout=600_000)
