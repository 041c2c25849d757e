"""Work of the page Verify; runs in the worker, where the libraries that read PDFs may take their time to load."""

from __future__ import annotations

from pathlib import Path

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.reports import Verification
from fairdesk.gui.task_worker import ReportProgress


def check_report(spec: WorkspaceSpec, report: str, trust: str, report_progress: ReportProgress) -> Verification:
    """Check a report; an empty ``trust`` trusts nobody."""
    from fairdesk.audit.verify import verify_report

    return verify_report(spec, Path(report), Path(trust) if trust else None, report_progress)
