"""Copies of a whole store file, complete or not there at all."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from fairdesk.store.explaining import explained


def copy_database(source: Path, target: Path) -> None:
    """Copy an SQLite file while others may use it: SQLite's online backup to a temporary name, then a rename.

    The copy is one file (no write-ahead log beside it), mode 600, on disk when this returns. An existing target is
    replaced in one step.

    Raises:
        StoreError: the source cannot be read or the target not be written; no partial file stays.
        StoreBusy: another process kept the source locked.
    """
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    with explained(target):
        make_closed(part)
        try:
            with explained(source), closing(sqlite3.connect(f"{source.as_uri()}?mode=rw", uri=True)) as reader:
                copy_pages(reader, part)
            sync(part)
            part.replace(target)
            sync(target.parent)
        finally:
            part.unlink(missing_ok=True)


def copy_pages(reader: sqlite3.Connection, target: Path) -> None:
    """Write all pages that a connection sees into an empty SQLite file that needs no write-ahead log."""
    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        reader.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")


def make_closed(path: Path) -> None:
    """Make an empty file, or empty one that is there, which only its owner may read (mode 600)."""
    os.close(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))


def sync(path: Path) -> None:
    """Ask the system to have a file or folder on disk; a folder cannot be asked on Windows.

    Never on a store that this process has open: closing the file would end SQLite's locks on it.
    """
    if path.is_dir() and os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def dated_copy_path(path: Path, moment: datetime, occasion: str) -> Path:
    """A free name for a copy in the folder ``backups`` beside a store; the folder is made (mode 700).

    Example of a name: ``fairdesk-20261129T223424Z-before-restore.db``.
    """
    folder = path.parent / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    stem = f"{path.stem}-{moment:%Y%m%dT%H%M%SZ}-{occasion}"
    candidate, n = folder / f"{stem}{path.suffix}", 1
    while candidate.exists():
        n += 1
        candidate = folder / f"{stem}-{n}{path.suffix}"
    return candidate
