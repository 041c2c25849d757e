"""Work of the pages Cases and Cues that is done in the worker and knows no Qt."""

from __future__ import annotations

import hashlib
from pathlib import Path

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.case_rows import CaseLine
from fairdesk.domain.errors import InputError


def file_sha256(path: Path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError(
            f"{path.name} cannot be read: {error.strerror or error}.", "Choose a file that you may read."
        ) from error


def put_earlier_back(spec: WorkspaceSpec, project: str, row_id: int, reason: str) -> CaseLine:
    """Give a case the text that it had before its last change; the one that it has now is kept as well.

    Raises:
        InputError: no earlier text is kept, or the case is not there any more.
    """
    from fairdesk.audit.case_library import change_text, earlier_texts

    earlier = earlier_texts(spec, project, row_id)
    if not earlier:
        raise InputError("No earlier text of this case is kept.", "Change the text by hand.")
    return change_text(spec, project, row_id, earlier[0], reason)
