"""fairdesk report PROJECT preview|issue."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.cli.passwords import key_file_password
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode, ReportError


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the commands to the parser."""
    parser = commands.add_parser("report", parents=[shared], help="preview or issue a project's report")
    parser.add_argument("project", metavar="PROJECT")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    preview = actions.add_parser(
        "preview", parents=[shared], help="the pages as they would be, unsigned, marked as draft"
    )
    preview.add_argument("--out", type=Path, required=True, metavar="FILE.pdf")
    preview.set_defaults(run=_preview)
    issue = actions.add_parser("issue", parents=[shared], help="write and sign the report")
    issue.add_argument("--p12", type=Path, required=True, metavar="FILE", help="PKCS#12 file with the signer's key")
    issue.add_argument("--out", type=Path, required=True, metavar="FILE.pdf")
    issue.add_argument(
        "--password-variable", metavar="NAME", help="environment variable that holds the file's password"
    )
    issue.add_argument("--reason", default="", help="what the signer signs for")
    issue.set_defaults(run=_issue)


def _preview(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.issue import preview_report

    data = preview_report(spec, arguments.project)
    try:
        with arguments.out.open("xb") as file:
            file.write(data)
    except OSError as error:
        raise ReportError(f"{arguments.out} cannot be written: {error.strerror}.", "Choose another file.") from error
    output.json({"preview": str(arguments.out)})
    output.say(f"Draft: {arguments.out}")
    return ExitCode.DONE


def _issue(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.issue import IssueRequest, issue_report

    password = key_file_password(arguments.password_variable)
    request = IssueRequest(p12=arguments.p12, password=password, target=arguments.out, reason=arguments.reason)
    issued = issue_report(spec, arguments.project, request, output.progress)
    plain = to_plain(issued.signer)
    output.json(
        {
            "report_id": issued.report_id,
            "report": str(issued.report),
            "evidence": str(issued.evidence),
            "pdf_sha256": issued.pdf_sha256,
            "evidence_sha256": issued.evidence_sha256,
            "pages": issued.n_pages,
            "signer": plain,
        }
    )
    output.say(f"Issued {issued.report_id}: {issued.report} ({issued.n_pages} pages), signed by {issued.signer.name}")
    return ExitCode.DONE
