"""Work of archives of projects; runs in the worker and knows no Qt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fairdesk.audit.archives import WrittenArchive, asked_addresses, export_archive, import_archive
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.archives import ArchiveOrder, ArchiveWish, TakenProject


def write_archive(spec: WorkspaceSpec, project_id: str, target: Path, report: Callable[[str], None]) -> WrittenArchive:
    """Write a project into a file; the dialog that named it asked already whether it may be replaced."""
    return export_archive(spec, project_id, target, report, ArchiveWish(overwrite=True))


def take_archive(
    spec: WorkspaceSpec, order: ArchiveOrder, report: Callable[[str], None]
) -> tuple[TakenProject, tuple[str, ...]]:
    """Take a project from a file; answers with what was done and where its systems would be asked."""
    taken = import_archive(spec, order, report)
    return taken, asked_addresses(spec, taken.project_id)
