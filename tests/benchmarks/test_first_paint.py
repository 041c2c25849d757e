"""How long until the window is painted, as a ratio to a bare QtWidgets window in the same run.

``with_page_ms`` goes on until the first page stands in the painted frame; a bare window has none.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

N_ROUNDS = 5

BARE = """
import json, resource, time
started = time.perf_counter()
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
application = QApplication(["bare"])
window = QMainWindow()
window.setCentralWidget(QLabel("bare"))
"""

OURS = """
import gc, json, resource, sys, time
gc.disable()  # as __main__ does
started = time.perf_counter()
from pathlib import Path
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.gui.application import make_application, make_window
application = make_application(["fairdesk"])
context, window = make_window(WorkspaceSpec(data_dir=Path(sys.argv[1])), application)
"""

PAINT = """
window.show()
window.grab()
wall_ms = (time.perf_counter() - started) * 1000
usage = resource.getrusage(resource.RUSAGE_SELF)
application.processEvents()
window.grab()
print(json.dumps({
    "wall_ms": wall_ms,
    "cpu_ms": (usage.ru_utime + usage.ru_stime) * 1000,
    "memory_mb": usage.ru_maxrss / 1024,
    "with_page_ms": (time.perf_counter() - started) * 1000,
}))
window.close()
"""


def measure(program: str, data_dir: Path, environment: dict[str, str]) -> dict[str, float]:
    answer = subprocess.run(
        [sys.executable, "-c", program + PAINT, str(data_dir)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    figures: dict[str, float] = json.loads(answer.stdout)
    return figures


@pytest.mark.slow
def test_first_paint_is_near_a_bare_window(data_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Prints the ratios (target 1.5); asserts only that both windows were painted, because machines are shared."""
    # An installed program has its byte code; a clone that may not write any would compile anew in every round.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(tmp_path / "byte_code")
    programs = (BARE, OURS)
    for program in programs:
        measure(program, data_dir, environment)
    rounds = [tuple(measure(program, data_dir, environment) for program in programs) for _ in range(N_ROUNDS)]
    with capsys.disabled():
        print()
        for figure in ("wall_ms", "cpu_ms", "memory_mb", "with_page_ms"):
            bare = statistics.median(bare[figure] for bare, _ in rounds)
            ours = statistics.median(ours[figure] for _, ours in rounds)
            print(f"first paint, {figure}: bare {bare:.0f}, FairDesk {ours:.0f}, ratio {ours / bare:.2f}")

    assert len(rounds) == N_ROUNDS
