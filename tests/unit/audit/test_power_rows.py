"""What the window reads from its workers about sample sizes must not make it load what only workers compute with."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

from fairdesk.audit.cue_lists import starting_design
from fairdesk.audit.design_power import design_power
from fairdesk.audit.intersections import grid_view
from fairdesk.audit.workspace import WorkspaceSpec

READ = (
    "import pickle, sys; numbers = pickle.load(sys.stdin.buffer); assert numbers[0].rows; "
    "sys.exit('scipy' in sys.modules)"
)


def test_numbers_of_a_plan_are_read_without_loading_scipy(tmp_path: Path) -> None:
    """Loading scipy took seconds, in which the window answered nothing."""
    design = starting_design(WorkspaceSpec(data_dir=tmp_path), "de")
    sent = pickle.dumps((design_power(design, 12), grid_view(design, 12)))

    read = subprocess.run([sys.executable, "-c", READ], input=sent, check=False, capture_output=True, timeout=60)
    assert read.returncode == 0, read.stderr.decode()
