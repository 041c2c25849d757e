"""Types, lint and layout of the code, by the tools of pyproject.toml."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.architecture.tree import ROOT


def tool(*arguments: str) -> None:
    """Run a Python tool at the root; its words become the failure."""
    answer = subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.slow
def test_types_are_strict() -> None:
    """`mypy --strict` finds nothing in the product and in the set-up script."""
    tool("mypy", "--strict", "fairdesk", "packaging/bootstrap.py")


def test_lint_is_clean() -> None:
    """The linter finds nothing."""
    tool("ruff", "check", "--no-cache", ".")


def test_layout_is_uniform() -> None:
    """Every file is laid out by `ruff format`."""
    tool("ruff", "format", "--no-cache", "--check", ".")
