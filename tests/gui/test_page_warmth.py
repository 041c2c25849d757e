"""What pages are made of is loaded while the window stands idle."""

from __future__ import annotations

import subprocess
import sys

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
