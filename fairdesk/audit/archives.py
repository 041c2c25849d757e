"""A project as one file that carries it to another computer and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.archives import WHOLE_ARCHIVE, ArchiveManifest, ArchiveOrder, ArchiveWish, TakenProject
from fairdesk.domain.audited_system import EndpointSettings, ProjectDetails
from fairdesk.domain.benchmark_files import Packaging
from fairdesk.domain.benchmarks import BenchmarkFile
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
    spec: WorkspaceSpec, project: str, target: Path, tell: TellStep, wish: ArchiveWish = WHOLE_ARCHIVE
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
        restricted = _restricted(workspace, record.project_id, record.details)
        request = ExportRequest(
            project_id=record.project_id,
            target=target,
            overwrite=wish.overwrite,
            exported_by=record.details.auditor,
            leaf_kinds=(*PART_KINDS, PART, benchmark_items.PART, benchmark_import.KIND),
            left_out=restricted.documents if wish.without_restricted else frozenset(),
        )
        manifest = export_project(workspace.store, request, tell)
        notes = ["Keys are not in the archive: they are entered anew on the other computer."]
        if record.details.case_folder and not current_plan_sha256(workspace, record.project_id):
            notes.append(
                f"No plan is fixed yet, so the files in {record.details.case_folder} are not in the archive: "
                "take that folder along."
            )
        notes += _restricted_words(restricted, are_left_out=wish.without_restricted)
        return WrittenArchive(path=target, n_bytes=target.stat().st_size, manifest=manifest, notes=tuple(notes))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Restricted:
    """Files of benchmarks that may not be handed on, or of which that is not known; with the items made of them.

    Attributes:
        internal, unknown: The files.
        documents: SHA-256 of the documents that hold the files and list their items.
    """

    internal: tuple[BenchmarkFile, ...]
    unknown: tuple[BenchmarkFile, ...]
    documents: frozenset[str]


def _restricted(workspace: Workspace, project_id: str, details: ProjectDetails) -> _Restricted:
    from fairdesk.audit.plan import fixed_plans

    planned = [one for plan in fixed_plans(workspace, project_id) for one in plan.benchmarks]
    choices = dict.fromkeys((*details.benchmarks, *(one.choice for one in planned)))
    files = {file.sha256: file for choice in choices for file in choice.files}
    found = {sha256: file for sha256, file in files.items() if file.packaging in (None, Packaging.INTERNAL)}
    items = (one.items_sha256 for one in planned if any(file.sha256 in found for file in one.choice.files))
    return _Restricted(
        internal=tuple(file for file in found.values() if file.packaging is Packaging.INTERNAL),
        unknown=tuple(file for file in found.values() if file.packaging is None),
        documents=frozenset((*found, *items)),
    )


def _restricted_words(found: _Restricted, *, are_left_out: bool) -> list[str]:
    """What an archive holds or lacks of it, a sentence each."""
    internal = "; ".join(f"{file.name} ({file.version}: {file.licence})" for file in found.internal)
    unknown = ", ".join(file.name for file in found.unknown)
    if are_left_out:
        if not found.documents:
            return ["Nothing was left out: the archive needs no file of a benchmark that may not be handed on."]
        names = "; ".join(filter(None, (internal, unknown and f"of unknown licence: {unknown}")))
        return [
            f"Left out, with the items made of them: {names}. Until the same files are imported there, the scores that "
            "rest on them can be neither computed nor checked from this archive, and a check of the report ends "
            "without a result. Answers of models that repeat an item are in the archive."
        ]
    words = []
    if internal:
        words.append(
            "Not to be handed on: the archive holds, byte for byte and in the questions that were asked, files of "
            f"benchmarks that may not go to others: {internal}. It is for the people of this audit alone; for others, "
            "export it without them (--without-restricted)."
        )
    if unknown:
        words.append(f"Whether these files of benchmarks in the archive may be handed on is not known: {unknown}.")
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
