"""The main job, whole: from shipped files to a signed and verified report, in one call."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from fairdesk.audit.issue import IssuedReport, IssueRequest, issue_report
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, embedded_endpoint, rehearsal_endpoint, starting_details, two_systems
from fairdesk.audit.run import run_project
from fairdesk.audit.verify import verify_report
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.errors import InputError
from fairdesk.domain.progress import RunProgress, RunStatus
from fairdesk.domain.reports import Verification

CASES = {"embedded": 12, "rehearsal": 0}
"""Files of a demonstration: the embedded model reads so many in a few minutes on two cores; 0 means all."""

PRIMARY = {"embedded": "rating_digit", "rehearsal": "rating"}
"""Parsed integers carry no signal on small models (platform.md B6), so their confirmatory tests read probabilities."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoResult:
    """Where everything lies and what the check of the report answered."""

    project: str
    issued: IssuedReport
    certificate: Path
    runs: tuple[RunStatus, ...]
    verification: Verification


def run_demo(
    spec: WorkspaceSpec,
    out: Path,
    endpoint: str,
    n_cases: int | None,
    tell: Callable[[RunProgress | str], None],
) -> DemoResult:
    """Make a project, run baseline and mitigated system, analyse, issue with a throw-away identity, verify.

    Args:
        endpoint: ``embedded`` or ``rehearsal``; a model that is missing is an error with the cure.
        n_cases: Files to use, shortest first; None for the default of the endpoint.

    Raises:
        EndpointError: the endpoint cannot be started.
        InputError: the folder holds an earlier demonstration, or it cannot be made or written to.
    """
    from fairdesk.report.identity import make_demo_identity

    target = out / "report.pdf"
    if target.exists():
        raise InputError(
            f"{target} is there already.", "Choose another folder with --out, or move the old report away."
        )
    _make_folder(out)
    tell("Making the project from the shipped admissions files")
    workspace = Workspace(spec)
    name = f"Demonstration {workspace.clock():%Y-%m-%d %H:%M:%S}"
    project = create_project(spec, name, _details(endpoint, n_cases))
    tell("Fixing the plan before the first call")
    fix_plan(spec, project.project_id)
    runs = run_project(spec, project.project_id, tell)
    tell("Making a throw-away identity: it shows that nothing was changed, not who signed")
    keys = spec.data_dir / "demo-identity"
    identity = make_demo_identity(keys, "FairDesk demonstration", workspace.clock())
    certificate = out / "throw-away-certificate.pem"
    try:
        shutil.copyfile(identity.certificate, certificate)
        request = IssueRequest(p12=identity.p12, password=identity.password, target=target)
        issued = issue_report(spec, project.project_id, request, tell)
    finally:
        shutil.rmtree(keys, ignore_errors=True)
    verification = verify_report(spec, target, certificate, tell)
    return DemoResult(project=name, issued=issued, certificate=certificate, runs=runs, verification=verification)


def _make_folder(out: Path) -> None:
    """Make the folder and try it, so that a run of minutes does not end at a folder that takes no file."""
    trial = out / f".{secrets.token_hex(4)}.part"
    try:
        out.mkdir(parents=True, exist_ok=True)
        trial.touch(exist_ok=False)
        trial.unlink()
    except OSError as error:
        raise InputError(
            f"The folder {out} cannot be made or written to: {error.strerror or error}.",
            "Choose another folder with --out.",
        ) from error


def _details(endpoint: str, n_cases: int | None) -> ProjectDetails:
    settings = embedded_endpoint() if endpoint == "embedded" else rehearsal_endpoint()
    return replace(
        starting_details(),
        client="FairDesk demonstration",
        purpose="Shows the way from case files to a signed report; says nothing about a real system.",
        auditor="FairDesk demonstration",
        auditor_role="automatic run",
        systems=two_systems(settings),
        n_cases=CASES[endpoint] if n_cases is None else n_cases,
        primary_question=PRIMARY[endpoint],
    )
