"""A throw-away identity, to try issuing with."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from fairdesk.audit.workspace import Workspace, WorkspaceSpec


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
