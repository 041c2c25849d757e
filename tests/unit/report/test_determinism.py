"""The same document gives the same bytes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from fairdesk.report.layout import render
from tests.unit.report.documents import EVIDENCE, FONTS, all_kinds, document

ROOT = Path(__file__).parents[3]

BUILD = """
import hashlib
from tests.unit.report.documents import EVIDENCE, FONTS, all_kinds, document
from fairdesk.report.layout import render
made = render(document(*all_kinds(), stamp="rehearsal, not evidence"), (EVIDENCE,), FONTS)
print(hashlib.sha256(made.data).hexdigest())
"""


def _built_elsewhere(folder: Path, hash_seed: str, language: str, zone: str) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTHONHASHSEED": hash_seed,
        "LC_ALL": language,
        "LANG": language,
        "TZ": zone,
    }
    command = [sys.executable, "-c", BUILD]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder, env=environment, timeout=120)
    return done.stdout.strip()


def test_two_processes_write_the_same_bytes(tmp_path: Path) -> None:
    """Neither hash seed, folder, locale nor time zone reaches the file."""
    one = _built_elsewhere(ROOT, "0", "C.UTF-8", "UTC")
    two = _built_elsewhere(tmp_path, "4711", "C", "Asia/Kathmandu")

    assert one == two


def test_another_document_before_it_changes_nothing() -> None:
    """A report does not depend on what the process wrote before."""
    first = render(document(*all_kinds(3)), (EVIDENCE,), FONTS).data
    render(document(*all_kinds(9), stamp="another"), (), FONTS)
    again = render(document(*all_kinds(3)), (EVIDENCE,), FONTS).data

    assert hashlib.sha256(first).digest() == hashlib.sha256(again).digest()
