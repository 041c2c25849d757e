"""All commands, in the order in which help lists them, and the one place that parses arguments and catches failures."""

from __future__ import annotations

import argparse
import sys
import traceback
from pathlib import Path

from fairdesk import __version__
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli import (
    backup_commands,
    demo_command,
    doctor_command,
    project_commands,
    report_commands,
    run_command,
    verify_command,
)
from fairdesk.cli.output import Output
from fairdesk.domain.errors import ExitCode, FairDeskError

COMMANDS = (
    demo_command,
    doctor_command,
    project_commands,
    run_command,
    report_commands,
    verify_command,
    backup_commands,
)


def build_parser() -> argparse.ArgumentParser:
    """The parser of every command; global options may stand before or after the command's name."""
    parser = argparse.ArgumentParser(
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
    unset = {} if top else {"default": argparse.SUPPRESS}
    options.add_argument("--data-dir", type=Path, metavar="DIR", help="folder of the profile", **unset)  # type: ignore[arg-type]
    options.add_argument("--json", action="store_true", help="print exactly one JSON object", **unset)  # type: ignore[arg-type]
    options.add_argument("--quiet", action="store_true", help="no progress", **unset)  # type: ignore[arg-type]
    return options


def workspace_spec(arguments: argparse.Namespace) -> WorkspaceSpec:
    """The profile that the arguments name, else the user's own."""
    if arguments.data_dir is not None:
        return WorkspaceSpec(data_dir=arguments.data_dir.absolute())
    from fairdesk.audit.workspace import default_spec

    return default_spec()


def run_command_line(arguments: argparse.Namespace) -> int:
    """Run one command; every failure ends in a sentence and an exit code."""
    output = Output(as_json=arguments.json, quiet=arguments.quiet)
    try:
        return int(arguments.run(workspace_spec(arguments), arguments, output))
    except FairDeskError as error:
        output.error(f"fairdesk: {error}")
        return int(error.exit_code)
    except KeyboardInterrupt:
        output.error("fairdesk: stopped; what was done is kept.")
        return int(ExitCode.CANCELLED)
    except BrokenPipeError:
        sys.stderr.close()
        return int(ExitCode.DONE)
    except Exception as error:  # a fault of ours: say so, keep the details, show no traceback
        kept = _keep_traceback(workspace_spec(arguments))
        output.error(f"fairdesk: this is our fault, not yours ({type(error).__name__}). Details: {kept}")
        return int(ExitCode.WRONG_USE)


def _keep_traceback(spec: WorkspaceSpec) -> str:
    """Append the traceback to the profile's log; where that fails, say that it could not be kept."""
    from fairdesk.audit.faults import keep_fault

    try:
        return str(keep_fault(spec, traceback.format_exc()))
    except OSError as error:
        return f"could not be written ({error.strerror})"
