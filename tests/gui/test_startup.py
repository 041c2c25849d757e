"""What the window's process loads before it shows anything."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

# Each costs between a tenth of a second and a second; they belong to the worker process.
HEAVY = (
    "pandas",
    "scipy",
    "statsmodels",
    "reportlab",
    "sqlalchemy",
    "alembic",
    "pikepdf",
    "pyhanko",
    "httpx",
    "aiohttp",
)

PROGRAM = """
import json, sys
from pathlib import Path
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.gui.application import make_application, make_window

application = make_application(["fairdesk"])
context, window = make_window(WorkspaceSpec(data_dir=Path(sys.argv[1])), application)
window.show()
application.processEvents()
print(json.dumps({"visible": window.isVisible(), "modules": sorted({name.split(".")[0] for name in sys.modules})}))
sys.stdout.flush()
window.close()
"""


def test_the_first_window_loads_nothing_heavy(data_dir: Path) -> None:
    """A fresh interpreter shows the main window without statistics, PDF, database or network libraries."""
    answer = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(data_dir)], capture_output=True, text=True, check=False, timeout=60
    )

    assert answer.returncode == 0, answer.stderr
    seen = json.loads(answer.stdout)
    assert seen["visible"]
    assert [name for name in HEAVY if name in seen["modules"]] == []


def test_scripts_without_a_font_on_the_computer_are_shown_with_the_shipped_ones(qapp, spec) -> None:
    """Chinese, Devanagari, Ethiopic and Tamil can be drawn wherever FairDesk is installed."""
    from PySide6.QtGui import QFontDatabase

    from fairdesk.gui.shipped_fonts import add_shipped_fonts

    add_shipped_fonts(spec)
    systems = QFontDatabase.WritingSystem
    for system in (systems.SimplifiedChinese, systems.Devanagari, systems.Arabic, systems.Tamil, systems.Thai):
        assert QFontDatabase.families(system), system
