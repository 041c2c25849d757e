"""Backup copies of the whole store, and the way back."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from fairdesk.domain.errors import InputError, StoreBusy, StoreError
from fairdesk.store.copying import copy_database, copy_pages, dated_copy_path, make_closed, sync
from fairdesk.store.database import Database, side_files
from fairdesk.store.explaining import explained, primary_code
from fairdesk.store.migrating import bring_up_to_date, stored_revision
from fairdesk.store.store import BUSY_SECONDS, Store


def backup(store: Store, target: Path, overwrite: bool = False) -> None:
    """Copy the store into one file that ``restore`` and ``Store.open`` take; others may go on working meanwhile.

    Raises:
        InputError: the target exists and ``overwrite`` is False, or it is the store itself.
        StoreError: the target cannot be written; no partial file stays.
    """
    target = target.absolute()
    if target.exists() and target.samefile(store.path):
        raise InputError(f"{target} is the store itself.", "Choose another file for the backup.")
    if target.exists() and not overwrite:
        raise InputError(f"{target} exists already.", "Choose another file or say that it may be replaced.")
    copy_database(store.path, target)


def restore(source: Path, target: Path, clock: Callable[[], datetime]) -> Path | None:
    """Put a backup in the place of a store, once it has been shown to be intact.

    The source is copied first and stays as it is. The copy is migrated when it is older, SQLite checks its structure,
    and all chains, documents and reports are hashed again. What stood at the target is kept as a dated copy in
    ``backups`` beside it.

    Args:
        source: A backup, or any FairDesk store.
        target: The store to replace; it may be absent or damaged, but nobody may have it open.
        clock: Gives the present time with its zone.

    Returns:
        Where the replaced store was kept; None when there was none.

    Raises:
        StoreError: the source is not an intact FairDesk store; the target was not touched.
        StoreBusy: the target is open in another window or command; it was not touched.
    """
    source, target = source.absolute(), target.absolute()
    if not source.is_file():
        raise InputError(f"{source} is not there or no file.", "Choose a backup file.")
    if target.exists() and target.samefile(source):
        raise InputError(f"{source} is the store itself.", "Choose a backup file.")
    part = target.with_name(f".{target.name}.{os.getpid()}.restoring")
    with explained(target):
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            copy_database(source, part)
            _check_and_migrate(part, source, clock)
            kept = dated_copy_path(target, clock().astimezone(UTC), "before-restore")
            is_there = target.exists() and target.stat().st_size > 0
            if not is_there or not _replace_content(part, target, kept):
                _replace_file(part, target, kept)
            return kept if is_there else None
        finally:
            for leftover in (part, *side_files(part)):
                leftover.unlink(missing_ok=True)


def problems(store: Store) -> tuple[str, ...]:
    """Everything that is wrong with a store, one sentence each; empty when it is intact.

    SQLite's own check of the structure, and the hashes of all chains, documents and reports.
    """
    with store.database.reading() as connection:
        found = [
            f"SQLite: {line}"
            for line in connection.exec_driver_sql("PRAGMA integrity_check(10)").scalars()
            if line != "ok"
        ]
    for chain in store.ledger.chains():
        check = store.ledger.check(chain)
        if not check.ok:
            found.append(f"chain {chain}: {check.problem}")
    for sha256 in store.documents.hashes():
        try:
            store.documents.get(sha256)
        except StoreError as error:
            found.append(error.message)
    for report_id in store.reports.ids():
        try:
            store.reports.get(report_id)
        except StoreError as error:
            found.append(error.message)
    return tuple(found)


def _check_and_migrate(part: Path, source: Path, clock: Callable[[], datetime]) -> None:
    database = Database(part, clock, BUSY_SECONDS)
    try:
        with database.reading() as connection:
            if stored_revision(connection, part) is None:
                raise StoreError(f"{source} is no FairDesk store.", "Choose a backup file.")
        bring_up_to_date(database, keep_copy=False)
        found = problems(Store(database))
        if found:
            raise StoreError(f"{source} is not intact: {'; '.join(found)}.", "Choose another backup.")
        with database.writing() as connection:
            connection.exec_driver_sql("DELETE FROM lease")  # whoever held them worked on another file
    except StoreError as error:
        # The user knows the file by the name it was copied from.
        message = error.message.replace(str(part), str(source))
        raise type(error)(message, f"{error.advice} The present store was not touched.") from error
    finally:
        database.close()
    with closing(sqlite3.connect(part, isolation_level=None)) as plain:
        plain.execute("PRAGMA journal_mode = DELETE")


def _replace_content(part: Path, target: Path, kept: Path) -> bool:
    """Write the pages of ``part`` into a sound target, in one transaction, and keep the old ones; False if damaged.

    The lock is held from before the copy until after the exchange, so nothing another process writes falls between.
    """
    try:
        with closing(sqlite3.connect(target, timeout=1.0, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            # Leaving write-ahead logging needs the file for oneself; in exclusive mode the lock then stays.
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
            make_closed(kept)
            copy_pages(connection, kept)
            sync(kept)
            with closing(sqlite3.connect(part)) as reader:
                reader.backup(connection)
    except (sqlite3.Error, OSError) as error:
        kept.unlink(missing_ok=True)  # the target is as it was: SQLite takes back what was half written
        code = primary_code(error)
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreBusy(
                f"The store {target} is open in another window or command.", "Close it and try again."
            ) from error
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            return False
        raise
    return True


def _replace_file(part: Path, target: Path, kept: Path) -> None:
    """Move ``part`` to a target that is absent, empty or damaged, and keep byte for byte what is there.

    A write-ahead log that lies beside an absent file goes too: SQLite would write its pages into the new one.
    """
    for file, copy in zip((target, *side_files(target)), (kept, *side_files(kept)), strict=True):
        if file.exists() and file.stat().st_size > 0:
            shutil.copyfile(file, copy)
            copy.chmod(0o600)
            sync(copy)
    for side in side_files(target):
        side.unlink(missing_ok=True)
    part.replace(target)
    sync(target.parent)
