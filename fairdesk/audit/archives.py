"""A project as one file that carries it to another computer and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.archives import ArchiveManifest, TakenProject

TellStep = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenArchive:
    """An archive that was written.

    Attributes:
        notes: What a reader of it should know and does not see in it, a sentence each.
    """

    path: Path
    n_bytes: int
    manifest: ArchiveManifest
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOrder:
    """Which archive is to be taken, and how.

    Attributes:
        name: Under which name a new project is kept; empty for its own.
        take_texts: Where details or texts differ, the archive's replace those that are here, after a backup copy.
    """

    archive: Path
    name: str = ""
    take_texts: bool = False


def export_archive(
    spec: WorkspaceSpec, project: str, target: Path, tell: TellStep, *, overwrite: bool = False
) -> WrittenArchive:
    """Write a project with everything that it rests on into one file; keys stay where they are.

    Raises:
        InputError: no such project, or the file is there already.
        StoreBusy: a run of the project is at work.
        StoreError: the store or the disk refused; no part of a file stays.
    """
    from fairdesk.audit.plan import current_plan_sha256
    from fairdesk.audit.stored_records import PART_KIND
    from fairdesk.store.archives import ExportRequest, export_project

    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        request = ExportRequest(
            project_id=record.project_id,
            target=target,
            overwrite=overwrite,
            exported_by=record.details.auditor,
            leaf_kinds=(PART_KIND, "batch_result"),
        )
        manifest = export_project(workspace.store, request, tell)
        notes = ["Keys are not in the archive: they are entered anew on the other computer."]
        if record.details.case_folder and not current_plan_sha256(workspace, record.project_id):
            notes.append(
                f"No plan is fixed yet, so the files in {record.details.case_folder} are not in the archive: "
                "take that folder along."
            )
        return WrittenArchive(path=target, n_bytes=target.stat().st_size, manifest=manifest, notes=tuple(notes))


def import_archive(spec: WorkspaceSpec, order: ImportOrder, tell: TellStep) -> TakenProject:
    """Take a project from an archive: a new one, or one that went on elsewhere and comes home; all or none.

    Raises:
        InputError: no intact archive, or the name is taken.
        StoreTooNew: a later version wrote it.
        StoreBusy: a run of the project is at work here, or (ChangedElsewhere) both sides went on differently.
        StoreError: the store or the disk refused.
    """
    from fairdesk.audit.backups import dated_backup
    from fairdesk.store.archive_import import ImportRequest, import_project

    with Workspace(spec) as workspace:
        request = ImportRequest(archive=order.archive, name=order.name, take_texts=order.take_texts)
        backup = str(dated_backup(workspace, "before-import")) if order.take_texts else ""
        return replace(import_project(workspace.store, request, tell), backup=backup)


def asked_addresses(spec: WorkspaceSpec, project: str) -> tuple[str, ...]:
    """Where the systems of a project are asked, and with which key: a sentence each, to be looked at before a run.

    A project from elsewhere could name one's own key together with somebody else's address.
    """
    with Workspace(spec) as workspace:
        systems = workspace.store.projects.get(project).details.systems
        endpoints = dict.fromkeys(system.endpoint.name for system in systems)
        found = {system.endpoint.name: system.endpoint for system in systems}
        return tuple(
            f"{name}: {found[name].base_url}"
            + (f", with the key {found[name].key_name}" if found[name].key_name else "")
            + (f", or the variable {found[name].key_variable}" if found[name].key_variable else "")
            for name in endpoints
            if found[name].base_url
        )
