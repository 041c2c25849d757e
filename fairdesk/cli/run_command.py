"""fairdesk run: ask what a project plans, or go on where it was left, or say beforehand what it would take."""

from __future__ import annotations

import argparse
import getpass
import json
import signal
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.classify_command import say_classified
from fairdesk.cli.option_types import count, price
from fairdesk.cli.output import Output, run_words
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode, FairDeskError, InputError
from fairdesk.domain.progress import RunOptions, RunProgress, RunState, RunStatus

if TYPE_CHECKING:
    from fairdesk.audit.classify import ClassifyResult
    from fairdesk.audit.estimate import SystemEstimate
    from fairdesk.audit.projects import ProjectView

UNFINISHED = (RunState.INTERRUPTED, RunState.STOPPED, RunState.COMPLETE_WITH_GAPS)


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("run", parents=[shared], help="ask everything that the project plans")
    parser.add_argument("project", metavar="PROJECT")
    parser.add_argument("--system", metavar="LABEL", help="only this system")
    parser.add_argument("--resume", action="store_true", help="go on with runs that were left")
    parser.add_argument("--dry-run", action="store_true", help="say what it would take, and ask nothing")
    parser.add_argument("--max-calls", type=count, metavar="N", help="calls that each run may make in all")
    parser.add_argument("--max-tokens", type=count, metavar="N", help="tokens that each run may take in all")
    parser.add_argument("--max-cost", type=price, metavar="X", help="money that each run may cost in all")
    parser.add_argument("--accept-change", metavar="REASON", help="go on although another model answers than before")
    parser.add_argument(
        "--accepted-by", metavar="NAME", help="who accepts the change; the auditor unless told otherwise"
    )
    parser.add_argument("--reuse", action="store_true", help="take answers of earlier runs to identical requests")
    parser.add_argument("--events", action="store_true", help="progress as JSON lines on standard output")
    parser.add_argument(
        "--control", action="store_true", help="read keys (one JSON line) and 'stop' from standard input"
    )
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Fix the plan where none is fixed, then run every system or one."""
    from fairdesk.audit.plan import fix_plan
    from fairdesk.audit.projects import show_project
    from fairdesk.audit.run import refuse_options, run_project

    stop = threading.Event()
    if arguments.control:
        spec = replace(spec, session_keys=_keys_then_stop(stop))
    view = show_project(spec, arguments.project)
    if arguments.dry_run:
        return _dry_run(spec, arguments, output)
    current = [status for status in view.runs if status.plan_sha256 == view.plan_sha256]
    left = [status for status in current if status.state in UNFINISHED and status.run_id not in view.closed]
    if left and not arguments.resume:
        raise InputError(
            f"The run {left[0].run_id} of {left[0].system} was left: {left[0].state.value}.",
            "Go on with it: fairdesk run PROJECT --resume. Nothing that was answered is asked again.",
        )
    options = _options(arguments, view)
    plan_sha256 = view.plan_sha256
    if plan_sha256 and view.plan_changes:
        output.error("The project has changed since its plan was fixed, and the plan is asked as it is:")
        for words in view.plan_changes:
            output.error(f"  {words}")
        output.error("The changed plan is fixed by fairdesk plan PROJECT lock, or on the page Run.")
    if not plan_sha256:
        refuse_options(spec, view.details, options)
        output.progress("Fixing the plan before the first call")
        plan_sha256 = fix_plan(spec, arguments.project)
        for words in show_project(spec, arguments.project).left_out:
            output.progress(f"Not asked, {words}")
    # Only now: before the first call there is nothing to end in order, and an interrupt must not wait for a server.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: stop.set())
    stops: dict[str, RunProgress] = {}

    def report(progress: RunProgress) -> None:
        if progress.state is RunState.STOPPED:
            stops[progress.run_id] = progress
        (_write_event if arguments.events else output.progress)(progress)

    statuses = run_project(spec, arguments.project, report, stop.is_set, options)
    for words in dict.fromkeys(progress.words for progress in stops.values()):
        output.error(f"fairdesk: {words} What was answered is kept; go on with: fairdesk run PROJECT --resume")
    classified = _classify(spec, arguments, output, stop)
    scored = {"classified": [to_plain(one) for one in classified]} if classified else {}
    output.json({"runs": [to_plain(status) for status in statuses], **scored})
    if not arguments.events:
        _say(statuses, output)
    asked = [one for one in statuses if one.plan_sha256 == plan_sha256 and arguments.system in (None, one.system)]
    code = _exit_code(asked, {progress.stop_cause for progress in stops.values()})
    if code is ExitCode.DONE and any(one.stopped for one in classified):
        return ExitCode.CANCELLED if stop.is_set() else ExitCode.ENDPOINT
    return code


def _classify(
    spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output, stop: threading.Event
) -> tuple[ClassifyResult, ...]:
    """Score the new answers by the classifiers of the plan; what they did not score is told and can be done later."""
    from fairdesk.audit.classify import classify_project

    if stop.is_set():
        return ()
    tell = (lambda words: None) if arguments.events else output.step
    try:
        found = classify_project(spec, arguments.project, tell, stop.is_set)
    except FairDeskError as error:  # the run is done, and its answers are kept
        output.error(f"fairdesk: The answers were not classified: {error} Try again: fairdesk classify PROJECT.")
        return ()
    say_classified(found, replace(output, as_json=output.as_json or arguments.events))
    return found


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
        for cause, n_failed in status.failures.items():
            output.say(f"  {n_failed} failed: {cause.replace('_', ' ')}")


def _exit_code(statuses: Sequence[RunStatus], causes: set[str]) -> ExitCode:
    """The user's stop goes before everything; then what the endpoint did, then the budget.

    Args:
        statuses: Of the runs that the command was to ask; what failed under an earlier plan is no fault of this one.
    """
    if "user" in causes:
        return ExitCode.CANCELLED
    if any(status.failures for status in statuses) or causes - {"budget"}:
        return ExitCode.ENDPOINT
    return ExitCode.CANCELLED if causes else ExitCode.DONE


def _options(arguments: argparse.Namespace, view: ProjectView) -> RunOptions:
    """What was said on the command line; a limit that was not said is the project's."""
    limits = view.details.budget
    said = {name: getattr(arguments, name) for name in ("max_calls", "max_tokens", "max_cost")}
    budget = replace(limits, **{name: value for name, value in said.items() if value is not None})
    reason = (arguments.accept_change or "").strip()
    if arguments.accept_change is not None and not reason:
        raise InputError("A change of the model is accepted without a reason.", "Say why: the report prints it.")
    return RunOptions(
        systems=(arguments.system,) if arguments.system else (),
        budget=budget,
        accepted_change=reason,
        accepted_by=(arguments.accepted_by or view.details.auditor or _user()) if reason else "",
        reuses=arguments.reuse,
    )


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown user"


def _dry_run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Say what is left to ask and what it will take; no endpoint is asked."""
    from fairdesk.audit.estimate import estimate_project

    found = estimate_project(spec, arguments.project)
    chosen = [one for one in found if arguments.system in (None, one.system)]
    if not chosen:
        raise InputError("There is nothing to ask of such a system.", "See: fairdesk project show")
    output.json({"estimates": [to_plain(one) for one in chosen]})
    for one in chosen:
        output.say(_estimate_words(one))
    for words in dict.fromkeys(words for one in chosen for words in one.estimate.words):
        output.say(words)
    return ExitCode.DONE


def _estimate_words(one: SystemEstimate) -> str:
    estimate = one.estimate
    words = f"{one.system}: {estimate.n_calls:,} of {one.n_planned:,} calls are left, "
    words += f"{estimate.tokens_low:,} to {estimate.tokens_high:,} tokens"
    if estimate.cost_low is not None and estimate.cost_high is not None:
        words += f", {estimate.cost_low:,.2f} to {estimate.cost_high:,.2f} {estimate.currency}".rstrip()
    else:
        words += "; the cost cannot be told: no prices were entered"
    if one.seconds is not None:
        words += f"; at least {one.seconds / 60:,.0f} minutes by the limits per minute that were entered"
    return f"{words}."
