"""How evenly the window's timer ticks while the variants of many files are built, beside the same window idle."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QEventLoop, QTimer

from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.variant_building import FEW_FILES, processes_for
from fairdesk.audit.variants import VariantsBuilt, build_variants
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from tests.benchmarks.test_timer_gaps import Ticks, described
from tests.benchmarks.test_variant_speed import four_attributes, long_texts
from tests.gui.conftest import appearance, context, qapp, spec, window
from tests.unit.audit.designed_project import store_texts

__all__ = ["appearance", "context", "qapp", "spec", "window"]

N_FILES = 50_000 if os.environ.get("FAIRDESK_BENCHMARKS") else FEW_FILES
"""The fewest that other processes build."""

IDLE_SECONDS = 5.0


@pytest.mark.slow
@pytest.mark.timeout(1_200)
def test_the_window_ticks_while_variants_are_built(
    window: MainWindow, context: PageContext, capsys: pytest.CaptureFixture[str]
) -> None:
    """Prints the gaps idle and during a build as the page Cues starts it; asserts that it was built, never a time."""
    details = replace(starting_details(), uses_imported_cases=True, design=four_attributes(), auditor="A. Tester")
    project = create_project(context.spec, "Timed", details).project_id
    store_texts(context.spec, project, long_texts(N_FILES))
    ticks, loop = Ticks(), QEventLoop()
    QTimer.singleShot(round(IDLE_SECONDS * 1000), loop.quit)
    idle = ticks.measure(loop)
    ends: list[object] = []

    def end(result: object) -> None:
        ends.append(result)
        loop.quit()

    steps: list[object] = []
    context.long_tasks.start(partial(build_variants, context.spec, project), end, end, steps.append)
    building = ticks.measure(loop)
    with capsys.disabled():
        print(
            f"\ntimer gaps, idle: {described(idle)}\ntimer gaps while {N_FILES:,} files are built in "
            f"{processes_for(N_FILES)} processes: {described(building)}; load {os.getloadavg()[0]:.1f}"
        )

    (built,) = ends
    assert isinstance(built, VariantsBuilt), built
    assert built.n_variants == 15 * N_FILES
    assert steps
