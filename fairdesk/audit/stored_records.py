"""Supplied files in the store: byte for byte, in parts under their own hashes, read back as one stream."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.audit.file_parts import RECORDS, store_parts
from fairdesk.audit.record_readings import read
from fairdesk.audit.record_table import RecordTable, prepared, read_table
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.errors import ReadOtherwise, StoreError
from fairdesk.domain.progress import TellStep
from fairdesk.domain.records import PART_BYTES, RecordsManifest, StoredFile

if TYPE_CHECKING:
    from fairdesk.interchange.record_batches import RecordBatch

MANIFEST_KIND = "records_manifest"


def store_file(workspace: Workspace, path: Path, sha256: str, tell: TellStep = lambda words: None) -> tuple[str, ...]:
    """Keep a file's bytes as documents and answer with their hashes; ``tell`` hears of every part.

    Raises:
        ImportProblem: the file is no longer the one that was read and checked.
        StoreError: the disk took nothing.
    """

    def stored(n_parts: int) -> None:
        tell(f"Storing {path.name} byte for byte: {n_parts * PART_BYTES >> 20} MB")

    return store_parts(workspace, RECORDS, path, sha256, stored)


def put_manifest(workspace: Workspace, manifest: RecordsManifest) -> str:
    """Keep a manifest and answer with its hash."""
    return workspace.store.documents.put(MANIFEST_KIND, canonical_bytes(to_plain(manifest)))


def load_manifest(workspace: Workspace, sha256: str) -> RecordsManifest:
    """The manifest with this hash, read from its stored bytes."""
    return from_plain(RecordsManifest, json.loads(workspace.store.documents.get(sha256)))


def stored_table(workspace: Workspace, manifest_sha256: str) -> RecordTable:
    """Read all records of a manifest anew from the stored bytes, every part checked against its hash.

    Raises:
        ReadOtherwise: another version of the reader read them first.
        StoreError: a part is missing or was changed; it is named.
    """
    from fairdesk.interchange.record_files import READER_VERSION

    manifest = load_manifest(workspace, manifest_sha256)
    if manifest.reader != READER_VERSION:
        raise ReadOtherwise(
            f"The supplied records were read by version {manifest.reader} of the reader; this one is {READER_VERSION} "
            "and may read them differently.",
            "Check with the version of FairDesk that took them in, or import the files again.",
        )
    return read_table(stored_batches(workspace, stored) for stored in manifest.files)


def stored_batches(workspace: Workspace, stored: StoredFile) -> Iterator[RecordBatch]:
    """The answers of a stored file, with their statuses.

    Raises:
        StoreError: a part is missing or was changed; it is named.
    """
    stream = StoredStream(workspace, stored)
    try:
        for batch in read(io.BufferedReader(stream), stored.layout):
            yield prepared(batch, stored.system)
    except Exception:
        # A library between here and the stream may have put its own error in the place of ours.
        if stream.failure is not None:
            raise stream.failure from None
        raise


class StoredStream(io.RawIOBase):
    """The bytes of a stored file, one part in memory at a time.

    Attributes:
        name: The file's own name, for messages.
        failure: What reading a part raised; None while every part was as it was stored.
    """

    def __init__(self, workspace: Workspace, stored: StoredFile) -> None:
        super().__init__()
        self.name = stored.file.file_name
        self.failure: StoreError | None = None
        self._workspace = workspace
        self._stored = stored
        self._at = 0
        self._number = -1
        self._part = b""

    def readable(self) -> bool:
        """Always."""
        return True

    def seekable(self) -> bool:
        """Always."""
        return True

    def tell(self) -> int:
        """Bytes from the beginning."""
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place; one behind the end is the end of what can be read."""
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._stored.file.n_bytes}[whence]
        self._at = max(0, start + offset)
        return self._at

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # any writable buffer does
        """Fill a buffer from one part; 0 at the end.

        Raises:
            StoreError: a part is missing or was changed.
        """
        number, within = divmod(self._at, PART_BYTES)
        if number >= len(self._stored.parts) or self._at >= self._stored.file.n_bytes:
            return 0
        if number != self._number:
            self._part, self._number = self._get(number), number
        found = self._part[within : within + len(buffer)]
        buffer[: len(found)] = found
        self._at += len(found)
        return len(found)

    def _get(self, number: int) -> bytes:
        try:
            return self._workspace.store.documents.get(self._stored.parts[number])
        except StoreError as error:
            n_parts = len(self._stored.parts)
            self.failure = StoreError(f"Part {number + 1} of {n_parts} of {self.name}: {error.message}", error.advice)
            raise self.failure from error
