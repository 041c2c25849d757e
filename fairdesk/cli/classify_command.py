"""fairdesk classify: score answers in open words by the classifiers of the plan, where they have no score yet.

JSON: {"classified": [{"run_id", "system", "benchmark_id", "quantity", "title", "version", "n_answered", "n_scored",
"n_new", "n_failed", "stopped"}]}; ``stopped`` is empty where every answer was tried.
"""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode

if TYPE_CHECKING:
    from fairdesk.audit.classify import ClassifyResult

LAYOUT = (
    "A run does this at its end by itself; the command does it for answers of batch files, and after a classifier "
    "failed. JSON: classified (run_id, system, benchmark_id, quantity, title, version, n_answered, n_scored, n_new, "
    "n_failed, stopped)."
)


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    words = "score answers in open words by the classifiers that the plan names"
    parser = commands.add_parser("classify", parents=[shared], help=words, description=LAYOUT)
    parser.add_argument("project", metavar="PROJECT")
    parser.add_argument("--run", metavar="ID", default="", dest="run_id", help="only this run; else the latest ones")
    parser.set_defaults(run=classify)


def classify(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Score what has no score, answers that a classifier failed on before among them."""
    from fairdesk.audit.classify import ClassifyWanted, classify_project

    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: stop.set())
    wanted = ClassifyWanted(run_id=arguments.run_id, again=True)
    found = classify_project(spec, arguments.project, output.step, stop.is_set, wanted)
    output.json({"classified": [to_plain(one) for one in found]})
    if not found:
        output.say("The plan names no classifier, or nothing was run under it: there is nothing to score.")
    say_classified(found, output)
    if stop.is_set():
        return ExitCode.CANCELLED
    return ExitCode.ENDPOINT if any(one.stopped for one in found) else ExitCode.DONE


def say_classified(found: Sequence[ClassifyResult], output: Output) -> None:
    """How every classifier stands with the answers; what is missing is told as a failure is."""
    from fairdesk.audit.classify import result_words

    for one in found:
        output.say(result_words(one))
        if one.n_missing:
            cure = "What has a score is kept; try again with: fairdesk classify PROJECT."
            output.error(f"fairdesk: {one.quantity}: {one.n_missing:,} answers have no score. {one.stopped} {cure}")
