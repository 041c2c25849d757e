"""fairdesk doctor: is this computer fit, and how to mend what is not."""

from __future__ import annotations

import argparse
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("doctor", parents=[shared], help="check this computer and say how to mend it")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Check everything; exit code 1 when something that FairDesk needs is missing."""
    from fairdesk.audit.doctor import FindingState, check_computer

    findings = check_computer(spec)
    output.json({"checks": [to_plain(finding) for finding in findings]})
    for finding in findings:
        output.say(f"{finding.state.value:9} {finding.name}: {finding.words}")
        if finding.cure:
            output.say(f"          To mend it: {finding.cure}")
    return ExitCode.NEGATIVE if any(finding.state is FindingState.BROKEN for finding in findings) else ExitCode.DONE
