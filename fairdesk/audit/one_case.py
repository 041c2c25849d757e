"""One file of a project by its id."""

from __future__ import annotations

import json

from fairdesk.audit.case_choice import used_cases
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.cases import Case
from fairdesk.domain.codec import from_plain
from fairdesk.domain.errors import InputError


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
