"""fairdesk backup and fairdesk restore."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.domain.errors import ExitCode


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the commands to the parser."""
    backup = commands.add_parser("backup", parents=[shared], help="copy the whole store to a file")
    backup.add_argument("file", type=Path, metavar="FILE")
    backup.set_defaults(run=_backup)
    restore = commands.add_parser("restore", parents=[shared], help="put a copy in the store's place")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.set_defaults(run=_restore)


def _backup(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.backups import backup_store

    target = backup_store(spec, arguments.file)
    output.json({"backup": str(target)})
    output.say(f"Copied the store to {target}")
    return ExitCode.DONE


def _restore(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.backups import restore_store

    replaced = restore_store(spec, arguments.file)
    output.json({"restored": str(arguments.file), "replaced": str(replaced) if replaced else None})
    output.say(f"Restored {arguments.file}")
    if replaced is not None:
        output.say(f"The store that it replaced: {replaced}")
    return ExitCode.DONE
