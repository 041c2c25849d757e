"""The register of issued reports: what there is, a copy handed out once more, a kept one checked."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

from fairdesk.audit.table_files import replace_file
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.errors import ReportError
from fairdesk.domain.progress import TellStep
from fairdesk.domain.reports import Verification


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedLine:
    """One line of the register of issued reports.

    Attributes:
        valid_until: A date, or empty for a report of a version that did not note it.
    """

    report_id: str
    issued_at: str
    signer: str
    valid_until: str
    pdf_sha256: str


def issued_reports(spec: WorkspaceSpec, project: str) -> tuple[IssuedLine, ...]:
    """The reports of a project, the last first; no file is read.

    Raises:
        InputError: there is no such project.
    """
    with Workspace(spec) as workspace:
        return issued_lines(workspace, workspace.store.projects.get(project).project_id)


def issued_lines(workspace: Workspace, project_id: str) -> tuple[IssuedLine, ...]:
    """As ``issued_reports``, in a workspace that is open."""
    noted = [json.loads(e.body) for e in workspace.store.ledger.entries(f"project:{project_id}", kind="report_issued")]
    valid_until = {str(body["report_id"]): str(body.get("valid_until", "")) for body in noted}
    return tuple(
        IssuedLine(
            report_id=line.report_id,
            issued_at=line.issued_at,
            signer=line.signer,
            valid_until=valid_until.get(line.report_id, ""),
            pdf_sha256=line.pdf_sha256,
        )
        for line in reversed(workspace.store.reports.lines(project_id))
    )


def hand_out(spec: WorkspaceSpec, report_id: str, target: Path) -> Path:
    """Write a kept report to a file once more, byte for byte as it was signed."""
    if target.exists():
        raise ReportError(f"{target} is there already.", "Choose another name.")
    with Workspace(spec) as workspace:
        write_beside(target, workspace.store.reports.get(report_id).pdf)
    return target


def check_issued(
    spec: WorkspaceSpec, report_id: str, trust: Path | None = None, tell: TellStep = lambda words: None
) -> Verification:
    """Check the report that the store keeps, as any other file.

    Raises:
        InputError: there is none with this id, or the trust file cannot be opened.
        StoreError: the stored bytes do not have the stored hash.
    """
    from fairdesk.audit.verify import verify_report

    with Workspace(spec) as workspace:
        pdf = workspace.store.reports.get(report_id).pdf
    with tempfile.TemporaryDirectory(prefix="fairdesk-") as folder:
        copy = Path(folder) / f"{report_id}.pdf"
        copy.write_bytes(pdf)
        return verify_report(spec, copy, trust, tell)


def write_beside(target: Path, data: bytes) -> None:
    """Write a file of a report whole or not at all.

    Raises:
        ReportError: it cannot be written; a file of that name is unchanged.
    """
    try:
        replace_file(target, data)
    except OSError as error:
        raise ReportError(
            f"{target} cannot be written: {error.strerror or error}.",
            "The signed report is kept in the project; hand it out again from the Report page to another folder.",
        ) from error
