"""Files that come in: hashed, and kept byte for byte as documents, in parts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

from fairdesk.audit.workspace import Workspace
from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import PART_BYTES

RECORDS = "records"
"""Kind of the documents that hold the bytes of supplied records."""

BATCH_RESULT = "batch_result"
"""Kind of the documents that hold the bytes of a batch's result file."""

CASE_ORIGINAL = "case_original"
"""Kind of the documents that hold the bytes of files that cases were read from, where they are kept."""

RECORDED_ANSWERS = "recorded_answers"
"""Kind of the documents that hold the bytes of recorded answers to a benchmark."""

PART_KINDS = (RECORDS, BATCH_RESULT, RECORDED_ANSWERS, CASE_ORIGINAL)
"""All kinds of parts: what stands in them is foreign, so that nothing in them names another document."""


def file_parts(path: Path) -> Iterator[bytes]:
    """The bytes of a file, at most ``PART_BYTES`` at a time.

    Raises:
        ImportProblem: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            while part := file.read(PART_BYTES):
                yield part
    except OSError as error:
        raise ImportProblem(
            f"{path.name} cannot be read: {error.strerror or error}.", "Check that it exists and that you may read it."
        ) from error


def hash_file(path: Path) -> tuple[str, int]:
    """SHA-256 and number of bytes of a file.

    Raises:
        ImportProblem: it cannot be read.
    """
    digest, n_bytes = hashlib.sha256(), 0
    for part in file_parts(path):
        digest.update(part)
        n_bytes += len(part)
    return digest.hexdigest(), n_bytes


def store_parts(
    workspace: Workspace, kind: str, path: Path, sha256: str, stored: Callable[[int], None]
) -> tuple[str, ...]:
    """Keep a file's bytes as documents of a kind and answer with their hashes, in order.

    Args:
        sha256: Of the file as it was read and checked.
        stored: Called with the number of parts that are kept already, before each.

    Raises:
        ImportProblem: the file is no longer the one that was read and checked.
        StoreError: the disk took nothing.
    """
    digest = hashlib.sha256()
    parts: list[str] = []
    for part in file_parts(path):
        stored(len(parts))
        digest.update(part)
        parts.append(workspace.store.documents.put(kind, part))
    if digest.hexdigest() != sha256:
        raise ImportProblem(f"{path.name} was changed while it was read.", "Import it again; no result rests on it.")
    return tuple(parts)
