"""Recognise a store file, make its tables, or bring an older one up to date after a backup copy."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from fairdesk.domain.errors import StoreError, StoreTooNew
from fairdesk.store.copying import copy_database, dated_copy_path
from fairdesk.store.database import Database
from fairdesk.store.explaining import explained, translated
from fairdesk.store.schema import APPLICATION_ID, SCHEMA_REVISION

MIGRATIONS = Path(__file__).parent / "migrations"

SMALLEST_PAGE = 512
"""Bytes of the smallest SQLite page. SQLite takes a shorter file for an empty database and would write over it."""


def bring_up_to_date(database: Database, keep_copy: bool = True) -> None:
    """Make the tables of a new file or migrate an older one, in one transaction.

    Args:
        database: The open file.
        keep_copy: Copy an older file into ``backups`` first.

    Raises:
        StoreTooNew: written by a later version; nothing was changed.
        StoreError: no FairDesk store, or the copy or migration failed; nothing was changed.
    """
    with explained(database.path):
        size = database.path.stat().st_size
    if 0 < size < SMALLEST_PAGE:
        raise _foreign(database.path)
    with database.reading() as connection:
        found = stored_revision(connection, database.path)
    database.use_wal()
    if found == SCHEMA_REVISION:
        return
    with database.writing() as connection:
        found = stored_revision(connection, database.path)  # another process may have been faster
        if found == SCHEMA_REVISION:
            return
        if found is not None and keep_copy:
            with explained(database.path.parent):
                target = dated_copy_path(database.path, database.moment(), "before-migration")
            copy_database(database.path, target)
        _migrate(connection, database.path)


def _migrate(connection: Connection, path: Path) -> None:
    try:
        upgrade(connection, SCHEMA_REVISION)
    except DBAPIError as error:
        if translated(error.orig, path) is not None:
            raise  # disk full and the like: explained by whoever opened the transaction
        raise StoreError(
            f"{path} could not be migrated to this version of FairDesk ({error.orig}).",
            "Nothing was changed. Open it with the version that wrote it, and report this.",
        ) from error


def stored_revision(connection: Connection, path: Path) -> str | None:
    """The migration that a file stands at; None when it holds nothing yet.

    Raises:
        StoreTooNew: a later version wrote it.
        StoreError: it is some other database.
    """
    tables = set(connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars())
    if not tables:
        return None
    is_ours = connection.exec_driver_sql("PRAGMA application_id").scalar_one() == APPLICATION_ID
    if not is_ours or "alembic_version" not in tables:
        raise _foreign(path)
    revision = str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one())
    if revision > SCHEMA_REVISION:
        raise StoreTooNew(
            f"{path} was written by a later version of FairDesk (its schema is {revision}, this one knows "
            f"{SCHEMA_REVISION}).",
            "Install that version to open it; this file was not changed.",
        )
    return revision


def _foreign(path: Path) -> StoreError:
    return StoreError(f"{path} is no FairDesk store.", "Choose another file or folder; this one was not changed.")


def upgrade(connection: Connection, revision: str) -> None:
    """Run the migrations up to a revision in the transaction of a connection."""
    from alembic import command  # late: a store that is up to date opens without it
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, revision)
