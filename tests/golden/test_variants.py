"""The same seed gives the same variants: on every computer, in every version, whatever its settings are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "variants_seed_7.json"
"""Made once by ``python -m tests.golden.variants``; a change of it changes the variants of plans that are not fixed."""

SETTINGS = (
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "4711", "LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati"},
    {"PYTHONHASHSEED": "99", "LC_ALL": "de_DE.ISO-8859-1", "TZ": "America/St_Johns", "PYTHONUTF8": "0"},
)


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda one: one["LC_ALL"])
def test_variants_do_not_depend_on_the_computer(settings: dict[str, str]) -> None:
    """Other hash seeds, locales and time zones give the bytes of the golden file."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.golden.variants"],
        env={**os.environ, **settings},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
        timeout=120,
    )
    assert made.stdout == GOLDEN.read_bytes()
