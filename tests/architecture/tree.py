"""The project's own files, as the architecture tests look at them."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "fairdesk"


def python_files(*folders: str) -> list[Path]:
    """Every Python file under the named top-level folders, sorted."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def place(path: Path) -> str:
    """A path as messages and lists of exceptions write it: relative to the root, with slashes."""
    return path.relative_to(ROOT).as_posix()


@cache
def tracked_files() -> tuple[Path, ...]:
    """Every file that is committed and still there; skips where the tree is no clone (an unpacked sdist)."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git clone: there are no tracked files to look at")
    answer = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    paths = [ROOT / name.decode() for name in answer.stdout.split(b"\0") if name]
    assert paths, "git lists no file"
    return tuple(path for path in paths if path.is_file())
