"""Drives FairDesk as a stranger does: as a program, by its arguments, pipes, exit codes and signals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairdesk.settings.paths import resources_dir

HOME = resources_dir().parent

SAID = ("--client", "University of Łódź", "--purpose", "A trial of the tool.", "--auditor", "A. Auditor")
"""What a report asks a project for, as options of ``project new``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Standard output as exactly one JSON object."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found

    def without_traceback(self) -> Done:
        """The same; fails when a traceback or one of our own faults reached the user."""
        words = self.out + self.err
        assert "Traceback" not in words, words
        assert "our fault" not in words, words
        return self


def command(data_dir: Path, *arguments: str) -> list[str]:
    """The command line."""
    return [sys.executable, "-m", "fairdesk", "--data-dir", str(data_dir), *arguments]


def environment(variables: Mapping[str, str] | None = None) -> dict[str, str]:
    """The tester's environment without proxies, and with what a test adds."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    return {**kept, "PYTHONPATH": str(HOME), **(variables or {})}


def start(
    data_dir: Path, *arguments: str, variables: Mapping[str, str] | None = None, **options: Any
) -> subprocess.Popen[str]:
    """Start a command; the caller waits for it or ends it."""
    pipes: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(
        command(data_dir, *arguments),
        env=environment(variables),
        text=True,
        encoding="utf-8",
        errors="backslashreplace",
        **{**pipes, **options},
    )


def finish(process: subprocess.Popen[str], said: str | None = None, timeout_s: float = 300.0) -> Done:
    """Wait for a command; one that takes too long is killed and fails the test."""
    try:
        out, err = process.communicate(said, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    return Done(code=process.returncode, out=out or "", err=err or "")


def fairdesk(
    data_dir: Path, *arguments: str, said: str | None = None, variables: Mapping[str, str] | None = None
) -> Done:
    """Run a command to its end; no traceback may appear."""
    options = {} if said is None else {"stdin": subprocess.PIPE}
    return finish(start(data_dir, *arguments, variables=variables, **options), said).without_traceback()
