"""A run as a process of its own, followed from the window."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from fairdesk.gui.dialogs.closing import RunAtClosing
from fairdesk.gui.run_process import RunOrder, RunProcess, run_command
from tests.gui import driving
from tests.gui.driving import PATIENCE_MS, answer_dialog


def program(*arguments: str) -> list[str]:
    return [sys.executable, str(Path(driving.__file__).with_name("talking_program.py")), *arguments]


@pytest.fixture
def run(qapp) -> Iterator[RunProcess]:
    run = RunProcess()
    yield run
    run.stop_now()
    run.let_go()


def test_the_command_names_project_and_profile_and_no_key(spec) -> None:
    """Keys travel through standard input; every process on the computer can read a command line."""
    spec = replace(spec, session_keys={"office": "sk-planted"})
    command = run_command(spec, RunOrder(project_id="p1", system="baseline", resume=True))

    assert command[1:] == [
        *["-m", "fairdesk", "--data-dir", str(spec.data_dir), "run", "p1", "--events", "--control"],
        *["--system", "baseline", "--resume"],
    ]
    assert "sk-planted" not in " ".join(command)


def test_the_command_line_is_one_that_fairdesk_takes(spec) -> None:
    """The parser of the commands knows every word that the window uses."""
    from fairdesk.cli.commands import build_parser

    command = run_command(spec, RunOrder(project_id="p1", system="baseline", resume=True))
    arguments = build_parser().parse_args(command[3:])

    assert arguments.command == "run"
    assert arguments.project == "p1"
    assert Path(arguments.data_dir) == spec.data_dir


def test_events_arrive_in_order_in_few_batches(qtbot, run, spec) -> None:
    """Twenty thousand lines are a few signals; what is no event is passed over; the keys reached the run."""
    batches: list[list[dict[str, object]]] = []
    run.events_arrived.connect(batches.append)
    with qtbot.waitSignal(run.ended, timeout=PATIENCE_MS) as blocker:
        run.start(program("many"), replace(spec, session_keys={"office": "sk-planted"}))

    events = [event for batch in batches for event in batch]
    assert [event["n"] for event in events] == list(range(20_000))
    assert events[0]["keys"] == ["office"]
    assert len(batches) <= 200
    assert blocker.args == [0, ""]
    assert not run.is_running()


def test_a_pause_is_told_to_the_run_which_ends_in_order(qtbot, run, spec) -> None:
    """The run itself puts down what is in flight and answers with its exit code."""
    events: list[dict[str, object]] = []
    run.events_arrived.connect(events.extend)
    run.start(program("until-told"), spec)
    qtbot.waitUntil(lambda: bool(events), timeout=PATIENCE_MS)
    with qtbot.waitSignal(run.ended, timeout=PATIENCE_MS) as blocker:
        run.pause()

    assert events[-1] == {"told": "stop"}
    assert blocker.args[0] == 5


def test_a_run_that_fails_leaves_its_last_words(qtbot, run, spec) -> None:
    """What the command wrote for people is shown with its exit code."""
    with qtbot.waitSignal(run.ended, timeout=PATIENCE_MS) as blocker:
        run.start(program("fail"), spec)

    assert blocker.args == [4, "The endpoint refused the key."]


def test_a_run_that_is_let_go_goes_on_alone(qtbot, run, spec, tmp_path: Path) -> None:
    """The window closes its ends of the pipes and the process still finishes its work."""
    marker = tmp_path / "marker"
    events: list[dict[str, object]] = []
    run.events_arrived.connect(events.extend)
    run.start(program("alone", str(marker)), spec)
    qtbot.waitUntil(lambda: bool(events), timeout=PATIENCE_MS)
    run.let_go()

    qtbot.waitUntil(lambda: marker.exists() and bool(marker.read_text()), timeout=PATIENCE_MS)
    os.waitpid(int(marker.read_text()), 0)


def test_stopping_now_does_not_wait(qtbot, run, spec) -> None:
    """The process is gone at once, whatever it was doing."""
    events: list[dict[str, object]] = []
    run.events_arrived.connect(events.extend)
    run.start(program("until-told"), spec)
    qtbot.waitUntil(lambda: bool(events), timeout=PATIENCE_MS)
    with qtbot.waitSignal(run.ended, timeout=PATIENCE_MS) as blocker:
        run.stop_now()

    assert blocker.args[0] == -9


@pytest.mark.parametrize("button", ["go_on_button", "pause_button", "stop_button", "stay_button"])
def test_closing_during_a_run_asks_once(qtbot, window, context, spec, button: str) -> None:
    """GUI-01: let it go on, pause, stop, or stay; the window closes cleanly and the run ends as chosen."""
    context.run.start(program("until-told"), spec)
    ended: list[int] = []
    context.run.ended.connect(lambda code, _words: ended.append(code))
    asked: list[QWidget] = []

    def choose(dialog: QWidget) -> None:
        assert isinstance(dialog, RunAtClosing)
        asked.append(dialog)
        qtbot.mouseClick(getattr(dialog, button), Qt.MouseButton.LeftButton)

    answer_dialog(choose)
    window.close()
    if button == "stay_button":
        assert window.isVisible()
        assert context.run.is_running()
        context.run.stop_now()
        qtbot.waitUntil(lambda: bool(ended), timeout=PATIENCE_MS)
    else:
        qtbot.waitUntil(lambda: not window.isVisible(), timeout=PATIENCE_MS)

    assert len(asked) == 1
    expected = {"go_on_button": [], "pause_button": [5], "stop_button": [-9], "stay_button": [-9]}
    assert ended == expected[button]
