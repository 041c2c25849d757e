"""What SQLite reports, in the user's words: cause and cure."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from fairdesk.domain.errors import StoreError, StoreLocked

CAUSES: dict[int, tuple[str, str]] = {
    sqlite3.SQLITE_FULL: ("The disk is full", "Free some space and try again; what was stored before is kept."),
    sqlite3.SQLITE_READONLY: ("The store may not be written", "Check the permissions of the file and its folder."),
    sqlite3.SQLITE_PERM: ("The store may not be written", "Check the permissions of the file and its folder."),
    sqlite3.SQLITE_CANTOPEN: (
        "The store cannot be opened",
        "Check that its folder exists and that you may write there.",
    ),
    sqlite3.SQLITE_IOERR: (
        "The disk did not take or give the data",
        "Check free space, quota and the state of the disk; what was stored before is kept.",
    ),
    sqlite3.SQLITE_NOTADB: ("The file is no FairDesk store", "Choose another file or restore a backup."),
    sqlite3.SQLITE_CORRUPT: ("The store is damaged", "Restore the latest backup (fairdesk restore)."),
}


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn known failures of SQLite and of the file system into StoreError and StoreLocked; others are ours.

    Raises:
        StoreLocked: another process kept the lock for the whole waiting time.
        StoreError: disk full, not writable, damaged, no database.
    """
    try:
        yield
    except DBAPIError as error:
        found = translated(error.orig, path)
        if found is None:
            raise
        raise found from error
    except (sqlite3.Error, OSError) as error:
        found = translated(error, path)
        if found is None:
            raise
        raise found from error


def translated(error: BaseException | None, path: Path) -> StoreError | None:
    """The StoreError for what SQLite or the file system raised; None when it is no failure a user can mend."""
    if isinstance(error, OSError):
        reason = error.strerror or type(error).__name__
        return StoreError(f"{path} cannot be used: {reason}.", "Check the folder, its permissions and the free space.")
    code = primary_code(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreLocked(
            f"The store {path} is locked by another process.",
            "Wait until the other window or command is done, or close it, and try again. Nothing was changed.",
        )
    if code not in CAUSES:
        return None
    cause, cure = CAUSES[code]
    return StoreError(f"{cause}: {path} ({error}).", cure)


def primary_code(error: BaseException | None) -> int:
    """SQLite's primary result code of an error; 0 when it carries none."""
    code = getattr(error, "sqlite_errorcode", 0)
    return int(code) & 0xFF
