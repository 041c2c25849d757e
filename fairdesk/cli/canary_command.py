"""fairdesk canary: ask fixed prompts now and then, to notice that the model behind an endpoint changed in silence."""

from __future__ import annotations

import argparse
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.domain.canary import CanaryComparison, CanaryResult, CanaryRun
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "canary",
        parents=[shared],
        help="ask fixed prompts of a system and compare with the first time, to notice a silent change",
    )
    parser.add_argument("project", metavar="PROJECT")
    parser.add_argument("--system", metavar="LABEL", default="", help="only this system; otherwise the first one")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Run the canary of one system; exit code 1 for a change, 3 where it cannot be told."""
    from fairdesk.audit.canary import run_canary

    made, comparison = run_canary(spec, arguments.project, arguments.system, output.progress)
    output.json({"canary": _shown(made), "comparison": to_plain(comparison)})
    output.say(f"Canary {made.canary_run} of {made.system}: {len(made.answers)} answers to {made.n_prompts} prompts.")
    for cause, count in made.failures.items():
        output.say(f"  {count} failed: {cause.replace('_', ' ')}")
    output.say(f"{comparison.word[:1].upper()}{comparison.word[1:]}.")
    for words in comparison.words:
        output.say(f"  {words}")
    return _exit_code(comparison)


def _shown(made: CanaryRun) -> dict[str, Any]:
    """The run without the alternatives of every token, which are many and stand in the store."""
    plain: dict[str, Any] = to_plain(made)
    for answer in plain["answers"]:
        del answer["first_tokens"]
    return plain


def _exit_code(comparison: CanaryComparison) -> ExitCode:
    if comparison.result is CanaryResult.MET:
        return ExitCode.NEGATIVE
    # The first run has nothing to be compared with; it was made as asked.
    is_undecided = comparison.result is CanaryResult.CANNOT_CHECK and bool(comparison.reference_run)
    return ExitCode.UNDECIDED if is_undecided else ExitCode.DONE
