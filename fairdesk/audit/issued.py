"""What can be done with a report that was issued, and a throw-away identity to try issuing with."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from fairdesk.audit.verify import verify_report
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.progress import TellStep
from fairdesk.domain.reports import Verification


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowAway:
    """A signer for demonstrations: shows that a report was not changed, and nobody's identity.

    Attributes:
        password: Lives in this object alone and is lost with it.
        certificate: For whoever checks the report.
    """

    p12: Path
    password: str = field(repr=False)
    certificate: Path


def make_throw_away(spec: WorkspaceSpec, folder: Path, name: str) -> ThrowAway:
    """Make a key and a certificate that says "demonstration only"; valid for 29 days.

    Raises:
        ReportError: the folder cannot be written to.
    """
    from fairdesk.report.identity import make_demo_identity

    made = make_demo_identity(folder, name, Workspace(spec).clock())
    return ThrowAway(p12=made.p12, password=made.password, certificate=made.certificate)


def check_issued(
    spec: WorkspaceSpec, report_id: str, trust: Path | None = None, tell: TellStep = lambda words: None
) -> Verification:
    """Check the report that the store keeps, as any other file.

    Raises:
        InputError: there is none with this id, or the trust file cannot be opened.
        StoreError: the stored bytes do not have the stored hash.
    """
    with Workspace(spec) as workspace:
        pdf = workspace.store.reports.get(report_id).pdf
    with tempfile.TemporaryDirectory(prefix="fairdesk-") as folder:
        copy = Path(folder) / f"{report_id}.pdf"
        copy.write_bytes(pdf)
        return verify_report(spec, copy, trust, tell)
