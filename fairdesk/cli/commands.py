"""All commands, in the order in which help lists them, and the one place that parses arguments and catches failures."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from fairdesk import __version__
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli import (
    backup_commands,
    batch_command,
    calc_command,
    canary_command,
    classify_command,
    collect_command,
    demo_command,
    doctor_command,
    endpoint_command,
    import_command,
    plan_command,
    power_command,
    project_commands,
    report_commands,
    run_command,
    score_command,
    verify_command,
)
from fairdesk.cli.output import Output, harmless
from fairdesk.domain.errors import Cancelled, ExitCode, FairDeskError

COMMANDS = (
    demo_command,
    doctor_command,
    score_command,
    calc_command,
    power_command,
    project_commands,
    endpoint_command,
    import_command,
    plan_command,
    run_command,
    classify_command,
    collect_command,
    batch_command,
    canary_command,
    report_commands,
    verify_command,
    backup_commands,
)


class _Parser(argparse.ArgumentParser):
    """A parser whose messages repeat what was typed without letting it steer the terminal; subcommands inherit it."""

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message(harmless(message), file)

    def error(self, message: str) -> NoReturn:
        """Wrong use; whoever asked for JSON gets its one object, whichever parser found the fault."""
        asked = Output(as_json="--json" in sys.argv[1:], quiet=True)
        asked.json({"error": {"message": message, "advice": f"{self.prog} --help"}, "exit_code": ExitCode.WRONG_USE})
        super().error(message)


def build_parser() -> argparse.ArgumentParser:
    """The parser of every command; global options may stand before or after the command's name."""
    parser = _Parser(
        prog="fairdesk",
        description="Audits of how a configured LLM application treats people of different groups. "
        "Without a command the window opens.",
        parents=[_global_options(top=True)],
    )
    parser.add_argument("--version", action="version", version=f"fairdesk {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    shared = _global_options(top=False)
    for command in COMMANDS:
        command.add_parsers(commands, shared)
    return parser


def _global_options(*, top: bool) -> argparse.ArgumentParser:
    """Options of every command; below the top level an absent option keeps what stood before the command."""
    options = argparse.ArgumentParser(add_help=False)
    # Any, because a default is of the type of its option, and SUPPRESS of none.
    unset: dict[str, Any] = {} if top else {"default": argparse.SUPPRESS}
    options.add_argument("--data-dir", type=Path, metavar="DIR", help="folder of the profile", **unset)
    options.add_argument("--json", action="store_true", help="print exactly one JSON object", **unset)
    options.add_argument("--quiet", action="store_true", help="no progress", **unset)
    return options


def workspace_spec(arguments: argparse.Namespace) -> WorkspaceSpec:
    """The profile that the arguments name, else the user's own."""
    if arguments.data_dir is not None:
        return WorkspaceSpec(data_dir=arguments.data_dir.absolute())
    from fairdesk.audit.workspace import default_spec

    return default_spec()


def parse(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What was typed; files of a list may also stand behind options, where argparse takes the list for empty.

    Args:
        words: None for those of the command line.
    """
    parser = build_parser()
    arguments, left = parser.parse_known_args(words)
    if left and getattr(arguments, "files", None) == [] and not any(word.startswith("-") for word in left):
        arguments.files, left = [Path(word) for word in left], []
    if left:
        parser.error(f"unrecognized arguments: {' '.join(left)}")
    return arguments


def run_command_line(arguments: argparse.Namespace) -> int:
    """Run one command; every failure ends in a sentence and an exit code."""
    try:
        code = _run(arguments, Output(as_json=arguments.json, quiet=arguments.quiet))
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read has enough. What is still buffered goes nowhere, so that the interpreter does not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return int(ExitCode.DONE)


def _run(arguments: argparse.Namespace, output: Output) -> int:
    try:
        return int(arguments.run(workspace_spec(arguments), arguments, output))
    except FairDeskError as error:
        return output.failure(error)
    except KeyboardInterrupt:
        return output.failure(Cancelled("Stopped; what was done is kept."))
    except BrokenPipeError:
        raise
    except Exception as error:  # a fault of ours: say so, keep the details, show no traceback
        kept = _keep(workspace_spec(arguments), error)
        words = f"This is our fault, not yours ({type(error).__name__})."
        return output.failure(FairDeskError(words, f"Details: {kept}"))


def _keep(spec: WorkspaceSpec, fault: Exception) -> str:
    """Append a fault to the profile's log, without the values in it; where that fails, say that it was not kept."""
    from fairdesk.audit.faults import fault_details, keep_fault

    try:
        return str(keep_fault(spec, fault_details(fault)))
    except OSError as error:
        return f"could not be written ({error.strerror})"
