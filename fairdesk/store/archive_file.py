"""The file that carries one project: a ZIP of a small store and a manifest that names its hash and all chains."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from fairdesk.domain.archives import ARCHIVE_FORMAT, ARCHIVE_VERSION, ArchiveManifest
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.errors import InputError, StoreError, StoreTooNew
from fairdesk.domain.progress import TellStep
from fairdesk.store.copying import make_closed, sync
from fairdesk.store.explaining import explained
from fairdesk.store.leases import is_gone
from fairdesk.store.schema import SCHEMA_REVISION

STORE_NAME = "project.sqlite"
MANIFEST_NAME = "manifest.json"

PIECE = 1 << 20
"""Bytes copied at a time."""

LARGEST_MANIFEST = 16 << 20
LARGEST_READ = 16 << 20
"""A ZIP's list of contents is read at once; ours has two entries."""

MOST_PRESSED = 250
"""A store holds hashes, which cannot be pressed: one that shrank more than this is not one of ours."""

FREELY_PRESSED = 64 << 20
"""Below this size nobody asks how far it was pressed."""

BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, struct.error, NotImplementedError, RuntimeError, ValueError)
"""What reading a cut, changed or foreign ZIP raises; encrypted members raise RuntimeError."""


class _SmallReads:
    """A file of which nothing larger than ``LARGEST_READ`` is read at once, whatever a ZIP's directory claims."""

    def __init__(self, file: io.BufferedReader) -> None:
        self._file = file
        self.seek = file.seek
        self.tell = file.tell
        self.seekable = file.seekable

    def read(self, n: int = -1) -> bytes:
        if n > LARGEST_READ:
            raise zipfile.BadZipFile("its list of contents is too long")
        data = self._file.read(LARGEST_READ + 1 if n < 0 else n)
        if len(data) > LARGEST_READ:
            raise zipfile.BadZipFile("its list of contents is too long")
        return data


def pack(inner: Path, manifest: ArchiveManifest, target: Path, tell: TellStep) -> ArchiveManifest:
    """Write an archive beside its target and put it there in one step; answers with the manifest it holds.

    Args:
        inner: The store to carry.
        manifest: All but hash and size of the store, which are found here.

    Raises:
        StoreError: the target cannot be written; what stood there is untouched and no part of a file stays.
    """
    with explained(target):
        _remove_leftovers(target)
        part = target.with_name(f".{target.name}.{os.getpid()}.part")
        make_closed(part)
        try:
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, allowZip64=True, compresslevel=1) as archive:
                digest, n_bytes, n_in_all = hashlib.sha256(), 0, inner.stat().st_size
                with inner.open("rb") as source, archive.open(STORE_NAME, "w", force_zip64=True) as member:
                    while piece := source.read(PIECE):
                        digest.update(piece)
                        n_bytes += len(piece)
                        member.write(piece)
                        tell(f"Packing: {n_bytes >> 20} of {n_in_all >> 20} MB")
                whole = replace(manifest, store_sha256=digest.hexdigest(), store_bytes=n_bytes)
                archive.writestr(MANIFEST_NAME, canonical_bytes(to_plain(whole)))
            sync(part)
            part.replace(target)
            sync(target.parent)
        finally:
            part.unlink(missing_ok=True)
    return whole


def read_manifest(path: Path) -> ArchiveManifest:
    """What an archive says of itself; nothing but the manifest is read.

    Raises:
        InputError: the file is absent, or no archive of a project.
        StoreTooNew: a later version wrote it.
    """
    with _opened(path) as archive:
        return _manifest(path, archive)


def unpack(path: Path, target: Path, tell: TellStep) -> ArchiveManifest:
    """Write the store of an archive to a new file and check its hash; names inside the archive name no file.

    Raises:
        InputError: absent, cut, changed, foreign, or larger than it says.
        StoreTooNew: a later version wrote it.
        StoreError: the disk has no room for it.
    """
    with _opened(path) as archive:
        manifest = _manifest(path, archive)
        info = archive.getinfo(STORE_NAME)
        if info.file_size != manifest.store_bytes:
            raise _broken(path, "the store inside does not have the size that the manifest says")
        if info.file_size > max(FREELY_PRESSED, MOST_PRESSED * info.compress_size):
            raise _broken(path, f"{info.compress_size} bytes would unfold to {info.file_size}")
        with explained(target):
            free = shutil.disk_usage(target.parent).free
        # The unfolded copy, and the same again inside the store.
        if 2 * info.file_size > free:
            raise StoreError(
                f"There is no room to unfold {path.name}: it takes {2 * info.file_size >> 20} MB, and "
                f"{free >> 20} MB are free.",
                "Free some space and try again; nothing was changed.",
            )
        with explained(target):
            make_closed(target)
        _unfold(path, archive, target, (manifest, tell))
    return manifest


def _unfold(path: Path, archive: zipfile.ZipFile, target: Path, wanted: tuple[ArchiveManifest, TellStep]) -> None:
    manifest, tell = wanted
    digest, n_bytes = hashlib.sha256(), 0
    with archive.open(STORE_NAME) as member, _written(target) as copy:
        while piece := member.read(PIECE):
            n_bytes += len(piece)
            if n_bytes > manifest.store_bytes:
                raise _broken(path, "the store inside is larger than it says")
            digest.update(piece)
            with explained(target):
                copy.write(piece)
            tell(f"Unfolding: {n_bytes >> 20} of {manifest.store_bytes >> 20} MB")
    if n_bytes != manifest.store_bytes or digest.hexdigest() != manifest.store_sha256:
        raise _broken(path, "the store inside does not have the hash that the manifest says")


@contextmanager
def _written(target: Path) -> Iterator[io.BufferedRandom]:
    with explained(target):
        copy = target.open("r+b")
    try:
        yield copy
    finally:
        with explained(target):
            copy.close()


@contextmanager
def working_folder(beside: Path) -> Iterator[Path]:
    """A folder for the time of the block (mode 700) beside a store; what killed processes left is removed first."""
    with explained(beside):
        for old in beside.parent.glob(".archive-*-*"):
            pid = old.name.split("-")[1]
            if pid.isdigit() and int(pid) != os.getpid() and is_gone(int(pid)):
                shutil.rmtree(old, ignore_errors=True)
        folder = Path(tempfile.mkdtemp(prefix=f".archive-{os.getpid()}-", dir=beside.parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _remove_leftovers(target: Path) -> None:
    """Parts of archives that a killed process was writing here."""
    for old in target.parent.iterdir():
        start, _, rest = old.name.rpartition(f".{target.name}.")
        pid = rest.removesuffix(".part")
        if not start and rest.endswith(".part") and pid.isdigit() and int(pid) != os.getpid() and is_gone(int(pid)):
            old.unlink(missing_ok=True)


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    if not path.is_file():
        raise InputError(f"{path} is not there or no file.", "Choose an archive of a project.")
    try:
        with path.open("rb") as file, zipfile.ZipFile(_SmallReads(file)) as archive:
            names = [info.filename for info in archive.infolist()]
            if sorted(names) != sorted((STORE_NAME, MANIFEST_NAME)):
                raise _broken(path, "it does not hold the two files of an archive, and nothing else")
            yield archive
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"{path} cannot be read: {reason}.", "Check the file and its permissions.") from error
    except BROKEN as error:
        raise _broken(path, str(error) or "it ends too soon") from error


def _manifest(path: Path, archive: zipfile.ZipFile) -> ArchiveManifest:
    with archive.open(MANIFEST_NAME) as member:
        body = member.read(LARGEST_MANIFEST + 1)
    if len(body) > LARGEST_MANIFEST:
        raise _broken(path, "its manifest is too long")
    try:
        plain = json.loads(body)
        said = (plain["format"], plain["format_version"], plain["schema_revision"]) if isinstance(plain, dict) else ()
    except (ValueError, KeyError, RecursionError) as error:
        raise _broken(path, "its manifest cannot be read") from error
    if not said or said[0] != ARCHIVE_FORMAT or not isinstance(said[1], int) or not isinstance(said[2], str):
        raise _broken(path, "its manifest is not that of an archive")
    if said[1] > ARCHIVE_VERSION or said[2] > SCHEMA_REVISION:
        raise StoreTooNew(
            f"{path.name} was written by a later version of FairDesk ({str(plain.get('fairdesk', ''))[:40]}; its "
            f"schema is {said[2][:40]}, this one knows {SCHEMA_REVISION}).",
            "Install that version to open it; nothing was changed.",
        )
    try:
        return from_plain(ArchiveManifest, plain)
    except ValueError as error:
        raise _broken(path, "its manifest cannot be read") from error


def _broken(path: Path, why: str) -> InputError:
    return InputError(
        f"{path.name} is no intact archive of a project: {why}.",
        "Nothing was changed. Copy the archive again from where it was written, or export it anew.",
    )
