"""A project as one file that carries it to another computer and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.archives import ArchiveManifest, ArchiveOrder, TakenProject
from fairdesk.domain.audited_system import EndpointSettings, ProjectDetails
from fairdesk.domain.benchmark_files import Packaging
from fairdesk.domain.progress import TellStep


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


def export_archive(
    spec: WorkspaceSpec, project: str, target: Path, tell: TellStep, *, overwrite: bool = False
) -> WrittenArchive:
    """Write a project with everything that it rests on into one file; keys stay where they are.

    Raises:
        InputError: no such project, or the file is there already.
        StoreBusy: a run of the project is at work.
        StoreError: the store or the disk refused; no part of a file stays.
    """
    from fairdesk.audit import benchmark_import, benchmark_items
    from fairdesk.audit.file_parts import PART_KINDS
    from fairdesk.audit.plan import current_plan_sha256
    from fairdesk.audit.variant_parts import PART
    from fairdesk.store.archives import ExportRequest, export_project

    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        request = ExportRequest(
            project_id=record.project_id,
            target=target,
            overwrite=overwrite,
            exported_by=record.details.auditor,
            leaf_kinds=(*PART_KINDS, PART, benchmark_items.PART, benchmark_import.KIND),
        )
        manifest = export_project(workspace.store, request, tell)
        notes = ["Keys are not in the archive: they are entered anew on the other computer."]
        if record.details.case_folder and not current_plan_sha256(workspace, record.project_id):
            notes.append(
                f"No plan is fixed yet, so the files in {record.details.case_folder} are not in the archive: "
                "take that folder along."
            )
        notes += _restricted_words(workspace, record.project_id, record.details)
        return WrittenArchive(path=target, n_bytes=target.stat().st_size, manifest=manifest, notes=tuple(notes))


def _restricted_words(workspace: Workspace, project_id: str, details: ProjectDetails) -> list[str]:
    """What an archive holds that may not be handed on, of benchmarks in the project and in its fixed plan."""
    from fairdesk.audit.plan import current_plan_sha256, load_plan

    sha256 = current_plan_sha256(workspace, project_id)
    planned = load_plan(workspace, sha256).benchmarks if sha256 else ()
    choices = dict.fromkeys((*details.benchmarks, *(one.choice for one in planned)))
    files = {file.sha256: file for choice in choices for file in choice.files}
    restricted = [file for file in files.values() if file.packaging is Packaging.INTERNAL]
    unknown = [file.name for file in files.values() if file.packaging is None]
    words = []
    if restricted:
        names = "; ".join(f"{file.name} ({file.version}: {file.licence})" for file in restricted)
        words.append(
            f"Not to be handed on: the archive holds, byte for byte and in the questions that were asked, files of "
            f"benchmarks that may not go to others: {names}. It is for the people of this audit alone."
        )
    if unknown:
        words.append(
            f"Whether these files of benchmarks in the archive may be handed on is not known: {', '.join(unknown)}."
        )
    return words


def import_archive(spec: WorkspaceSpec, order: ArchiveOrder, tell: TellStep) -> TakenProject:
    """Take a project from an archive: a new one, or one that went on elsewhere and comes home; all or none.

    Raises:
        InputError: no intact archive, or the name is taken.
        StoreTooNew: a later version wrote it.
        StoreBusy: a run of the project is at work here, or (ChangedElsewhere) both sides went on differently.
        StoreError: the store or the disk refused.
    """
    from fairdesk.audit.backups import dated_backup
    from fairdesk.store.archive_import import import_project

    with Workspace(spec) as workspace:
        backup = str(dated_backup(workspace, "before-import")) if order.take_texts else ""
        return replace(import_project(workspace.store, order, tell), backup=backup)


def asked_addresses(spec: WorkspaceSpec, project: str) -> tuple[str, ...]:
    """Where the systems of a project are asked, and with which key, and where classifiers get their answers.

    A sentence each, to be looked at before a run.

    A project from elsewhere could name one's own key together with somebody else's address, also in its fixed plan.
    """
    from fairdesk.audit.plan import current_plan_sha256, load_plan

    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        sha256 = current_plan_sha256(workspace, record.project_id)
        plan = load_plan(workspace, sha256) if sha256 else None
    systems = (*record.details.systems, *(plan.systems if plan else ()))
    choices = (*record.details.benchmarks, *(one.choice for one in (plan.benchmarks if plan else ())))
    endpoints = [system.endpoint for system in systems]
    asked = [_asked_words(endpoint) for endpoint in endpoints if endpoint.base_url]
    sent = [
        f"Classifier of {one.quantity}, which gets the answers: {one.address}"
        for choice in choices
        for one in choice.classifiers
        if one.address
    ]
    return tuple(dict.fromkeys((*asked, *sent)))


def _asked_words(endpoint: EndpointSettings) -> str:
    key = f", with the key {endpoint.key_name}" if endpoint.key_name else ""
    variable = f", or the variable {endpoint.key_variable}" if endpoint.key_variable else ""
    return f"{endpoint.name}: {endpoint.base_url}{key}{variable}"
