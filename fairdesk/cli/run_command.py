"""fairdesk run: ask what a project plans, or go on where it was left."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from dataclasses import replace
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output, run_words
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode, InputError
from fairdesk.domain.progress import RunProgress, RunState, RunStatus

UNFINISHED = (RunState.INTERRUPTED, RunState.STOPPED, RunState.COMPLETE_WITH_GAPS)


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("run", parents=[shared], help="ask everything that the project plans")
    parser.add_argument("project", metavar="PROJECT")
    parser.add_argument("--system", metavar="LABEL", help="only this system")
    parser.add_argument("--resume", action="store_true", help="go on with runs that were left")
    parser.add_argument("--events", action="store_true", help="progress as JSON lines on standard output")
    parser.add_argument(
        "--control", action="store_true", help="read keys (one JSON line) and 'stop' from standard input"
    )
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Fix the plan where none is fixed, then run every system or one."""
    from fairdesk.audit.plan import fix_plan
    from fairdesk.audit.projects import show_project
    from fairdesk.audit.run import run_project

    stop = threading.Event()
    if arguments.control:
        spec = replace(spec, session_keys=_keys_then_stop(stop))
    view = show_project(spec, arguments.project)
    left = [status for status in view.runs if status.plan_sha256 == view.plan_sha256 and status.state in UNFINISHED]
    if left and not arguments.resume:
        raise InputError(
            f"The run {left[0].run_id} of {left[0].system} was left: {left[0].state.value}.",
            "Go on with it: fairdesk run PROJECT --resume. Nothing that was answered is asked again.",
        )
    if not view.plan_sha256:
        output.progress("Fixing the plan before the first call")
        fix_plan(spec, arguments.project)
    # Only now: before the first call there is nothing to end in order, and an interrupt must not wait for a server.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: stop.set())
    stops: dict[str, str] = {}

    def report(progress: RunProgress) -> None:
        if progress.state is RunState.STOPPED:
            stops[progress.run_id] = progress.words
        (_write_event if arguments.events else output.progress)(progress)

    systems = (arguments.system,) if arguments.system else ()
    statuses = run_project(spec, arguments.project, report, stop.is_set, systems)
    for words in stops.values():
        output.error(f"fairdesk: {words} What was answered is kept; go on with: fairdesk run PROJECT --resume")
    output.json({"runs": [to_plain(status) for status in statuses]})
    if not arguments.events:
        _say(statuses, output)
    return _exit_code(statuses, stopped=stop.is_set())


def _keys_then_stop(stop: threading.Event) -> dict[str, str]:
    """Read the keys of this session from the first line; a later line ``stop`` ends the run in order.

    The end of standard input alone does not stop a run: it goes on when the window closes.
    """
    try:
        keys = json.loads(sys.stdin.readline() or "{}")
    except ValueError:
        keys = None
    if not isinstance(keys, dict):
        # Said without the line: what stands there may be a key.
        raise InputError("The first line of standard input is not a JSON object of keys.", "Write {} for none.")

    def watch() -> None:
        for line in sys.stdin:
            if line.strip() == "stop":
                stop.set()

    threading.Thread(target=watch, daemon=True).start()
    return {str(name): str(value) for name, value in keys.items()}


def _write_event(progress: RunProgress) -> None:
    """One JSON line; a window that has gone away does not end the run."""
    try:
        sys.stdout.write(json.dumps(to_plain(progress)) + "\n")
        sys.stdout.flush()
    except (BrokenPipeError, ValueError):
        return


def _say(statuses: tuple[RunStatus, ...], output: Output) -> None:
    for status in statuses:
        output.say(run_words(status))
        for cause, count in status.failures.items():
            output.say(f"  {count} failed: {cause.replace('_', ' ')}")


def _exit_code(statuses: tuple[RunStatus, ...], *, stopped: bool) -> ExitCode:
    if stopped:
        return ExitCode.CANCELLED
    if any(status.failures for status in statuses):
        return ExitCode.ENDPOINT
    return ExitCode.DONE
