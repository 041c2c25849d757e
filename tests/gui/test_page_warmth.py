"""What pages are made of is loaded while the window stands idle."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fairdesk.gui.page_warmth import PageWarmth

PROGRAM = """
import sys, time
from fairdesk.gui.page_warmth import WARMED, PageWarmth

warmth = PageWarmth()
warmth.start()
while not warmth.is_done():
    time.sleep(0.01)
print([name for name in WARMED if name not in sys.modules])
stopped = PageWarmth(["fairdesk.report"])
stopped.stop()
stopped.start()
while not stopped.is_done():
    time.sleep(0.01)
print("fairdesk.report" in sys.modules)
"""


def test_every_module_that_is_named_is_loaded_and_none_after_a_stop() -> None:
    """In a fresh interpreter nothing of the list is missing at the end; whoever stops first loads nothing."""
    answer = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=120)

    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.split("\n")[0] == "[]"
    assert answer.stdout.split("\n")[-2] == "False"


def test_a_stop_waits_for_the_module_that_is_being_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window's end never meets a half loaded module: after the stop the thread is over, and went no further."""
    (tmp_path / "loaded_slowly.py").write_text("import time\ntime.sleep(0.5)\nis_whole = True\n", encoding="utf-8")
    (tmp_path / "loaded_never.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    warmth = PageWarmth(["loaded_slowly", "loaded_never"])
    warmth.start()
    while "loaded_slowly" not in sys.modules:
        pass
    warmth.stop()

    assert warmth.is_done()
    assert sys.modules.pop("loaded_slowly").is_whole
    assert "loaded_never" not in sys.modules


def test_a_window_that_closes_before_anything_is_loaded_may_stop_it() -> None:
    """Stopped before it began, it says nothing and waits for nobody."""
    warmth = PageWarmth()
    warmth.stop()

    assert not warmth.is_done()
