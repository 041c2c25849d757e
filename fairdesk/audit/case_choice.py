"""Which files a project uses: those of a folder, the shipped ones, or those that were imported."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.case_imports import CASE
from fairdesk.domain.case_rows import CasesWanted
from fairdesk.domain.cases import Case
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.errors import InputError
from fairdesk.domain.plan import CaseRef


def read_cases(spec: WorkspaceSpec, details: ProjectDetails, project_id: str = "") -> tuple[Case, ...]:
    """The case files of a project, by id; of a folder cut to the number that the project uses, shortest first.

    Args:
        project_id: Needed where the files were imported.

    Raises:
        ImportProblem: a file cannot be read; it names file and cause.
    """
    with Workspace(spec) as workspace:
        return tuple(used_cases(workspace, details, project_id))


def used_cases(workspace: Workspace, details: ProjectDetails, project_id: str) -> Iterator[Case]:
    """The files that a project uses, by id; imported ones are read as they are asked for.

    Raises:
        ImportProblem: a file cannot be read; it names file and cause.
    """
    if details.uses_imported_cases:
        from fairdesk.audit.case_library import project_cases

        return project_cases(workspace, details, project_id)
    return iter(_folder_cases(workspace, details)[0])


def case_of(workspace: Workspace, details: ProjectDetails, project_id: str, case_id: str) -> Case:
    """The file as it is now, used or left out.

    Raises:
        InputError: the project has no such file.
    """
    if details.uses_imported_cases:
        line = workspace.store.case_files.by_case_ids(project_id, [case_id]).get(case_id)
        if line is not None:
            return from_plain(Case, json.loads(workspace.store.documents.get(line.document_sha256)))
    else:
        for case in used_cases(workspace, details, project_id):
            if case.case_id == case_id:
                return case
    raise InputError(f"The project has no file {case_id}.", "Choose another one in the list.")


def count_cases(workspace: Workspace, details: ProjectDetails, project_id: str) -> int:
    """How many files a project uses.

    Raises:
        ImportProblem: a file cannot be read; it names file and cause.
    """
    if details.uses_imported_cases:
        return len(_used_ids(workspace, details, project_id))
    return len(_folder_cases(workspace, details)[0])


def case_refs(workspace: Workspace, details: ProjectDetails, project_id: str) -> tuple[tuple[CaseRef, ...], int]:
    """The files that a project uses with the documents that hold them, which are stored where they are not yet.

    Returns:
        By id, and how many files were left out because another one has the same text (methods.md M41).

    Raises:
        ImportProblem: a file cannot be read; it names file and cause.
    """
    if details.uses_imported_cases:
        n_duplicates = workspace.store.case_files.counts(project_id).n_duplicates
        return case_keys(workspace, details, project_id), n_duplicates
    cases, n_duplicates = _folder_cases(workspace, details)
    workspace.store.documents.put_many(CASE, (canonical_bytes(to_plain(case)) for case in cases))
    return _keys(cases), n_duplicates


def case_keys(workspace: Workspace, details: ProjectDetails, project_id: str) -> tuple[CaseRef, ...]:
    """The files that a project uses, by id, with the hashes under which a plan has them; nothing is stored.

    Raises:
        ImportProblem: a file cannot be read; it names file and cause.
    """
    if not details.uses_imported_cases:
        return _keys(_folder_cases(workspace, details)[0])
    files = workspace.store.case_files
    if not details.n_cases:
        return tuple(CaseRef(case_id=one, document_sha256=sha256) for one, sha256 in files.used_keys(project_id))
    lines = files.rows(project_id, _used_ids(workspace, details, project_id))
    found = (CaseRef(case_id=line.case_id, document_sha256=line.document_sha256) for line in lines)
    return tuple(sorted(found, key=lambda one: one.case_id))


def _keys(cases: Sequence[Case]) -> tuple[CaseRef, ...]:
    return tuple(
        CaseRef(case_id=case.case_id, document_sha256=sha256_hex(canonical_bytes(to_plain(case)))) for case in cases
    )


def _used_ids(workspace: Workspace, details: ProjectDetails, project_id: str) -> Sequence[int]:
    order = "n_characters" if details.n_cases else "case_id"
    wanted = CasesWanted(only_used=True, order=order, limit=details.n_cases)
    return workspace.store.case_files.ids(project_id, wanted)


def _folder_cases(workspace: Workspace, details: ProjectDetails) -> tuple[tuple[Case, ...], int]:
    """By id, and how many were left out as duplicates."""
    from fairdesk.interchange.case_files import read_case_folder

    folder = Path(details.case_folder) if details.case_folder else workspace.resources / "admissions" / "cases"
    cases = read_case_folder(folder)
    first = {case.text: case for case in reversed(cases)}
    ordered = sorted(first.values(), key=lambda case: (len(case.text), case.case_id))
    chosen = ordered[: details.n_cases] if details.n_cases else ordered
    return tuple(sorted(chosen, key=lambda case: case.case_id)), len(cases) - len(first)
