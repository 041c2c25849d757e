"""How fast the numbers of the page Plan come after a key press: every target and test of a design, up to 50,000 files.

``-s`` prints milliseconds: the first answer after the import, an unchanged design again, and a design in which one
number was changed. FAIRDESK_BENCHMARK_LIMIT_MS fails beyond a limit; by default only that it works is asserted.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace

import pytest

from fairdesk.audit.design_power import design_power
from fairdesk.domain.design import Design
from tests.unit.audit.designs import complete_design, target

LIMIT_MS = float(os.environ.get("FAIRDESK_BENCHMARK_LIMIT_MS", "inf"))


def milliseconds(design: Design, n_files: int) -> float:
    begun = time.perf_counter()
    assert design_power(design, n_files).rows
    return (time.perf_counter() - begun) * 1000


@pytest.mark.parametrize("n_files", [400, 5_000, 50_000])
def test_a_key_press_is_answered(n_files: int) -> None:
    """Warm, and with a new number of files, discordance, share, effect, truth, level and power."""
    design = complete_design()
    assumed = design.assumptions
    design_power(design, 37)  # imports scipy
    changed = {
        "first answer": design,
        "unchanged": design,
        "discordance": replace(design, assumptions=replace(assumed, discordance=0.131)),
        "small share one way": replace(design, assumptions=replace(assumed, share_one_way=0.53)),
        "smallest effect": replace(design, assumptions=replace(assumed, smallest_effect=0.02)),
        "standard deviation": replace(design, assumptions=replace(assumed, sd_points=0.61)),
        "power": replace(design, assumptions=replace(assumed, power=0.9)),
        "truth near the target": replace(design, targets=(replace(target(), assumed_truth=0.895),)),
        "threshold": replace(design, targets=(target(threshold=0.91),)),
        "level": replace(design, alpha=0.01),
    }
    taken = {name: milliseconds(one, n_files) for name, one in changed.items()}
    print(f"\n{n_files:,} files: " + ", ".join(f"{name} {ms:.0f} ms" for name, ms in taken.items()))
    assert max(taken.values()) < LIMIT_MS
