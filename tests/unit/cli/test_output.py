"""What a terminal shows while a command works."""

from __future__ import annotations

import io
import sys

import pytest

from fairdesk.cli.output import Output
from fairdesk.domain.progress import RunProgress, RunState


class Terminal(io.StringIO):
    """Standard error as a person at a terminal has it."""

    def isatty(self) -> bool:
        return True


def test_a_run_that_waits_says_so_until_when_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pause of hours is told from a run that hangs: its end and its cause stand on the line, and no control code."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    waits = RunProgress(
        run_id="r-1",
        system="baseline",
        state=RunState.WAITING,
        n_planned=14,
        n_done=4,
        counts={},
        failures={},
        words="Waiting until 2026-11-30T09:00:00Z: the server \x1b[31masked to\nslow down.",
    )
    Output(as_json=False, quiet=False).progress(waits)
    shown = terminal.getvalue()
    assert "baseline: 4 of 14; Waiting until 2026-11-30T09:00:00Z: the server" in shown
    assert "\x1b" not in shown
    assert "\n" not in shown
    assert "a second" not in shown


COUNTED = ("Reading a.csv", "Reading a.csv: 1 case", "Reading a.csv: 2,500 cases", "Reading a.csv: 9 cases", "Storing")


def test_a_count_that_goes_on_is_one_line_of_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Piped, an import of thousands of cases says each step once; quiet, it says none."""
    log = io.StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    loud, quiet = Output(as_json=False, quiet=False), Output(as_json=False, quiet=True)
    for words in COUNTED:
        loud.step(words)
        quiet.step(words)
    assert log.getvalue().splitlines() == [
        "Reading a.csv",
        "Reading a.csv: 1 case",
        "Reading a.csv: 2,500 cases",
        "Storing",
    ]


def test_a_count_that_goes_on_is_written_over_itself_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step has a line of its own, which its counts share; what is said next begins a new one."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    output = Output(as_json=False, quiet=False)
    for words in COUNTED:
        output.step(words)
    output.error("done")
    lines = terminal.getvalue().split("\n")
    assert [line.split("\r")[-1].strip() for line in lines] == [
        "Reading a.csv",
        "Reading a.csv: 1 case",
        "Reading a.csv: 9 cases",
        "Storing",
        "done",
        "",
    ]
