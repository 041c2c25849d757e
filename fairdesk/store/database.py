"""The open file: connections, transactions and the clock that every part of the store shares."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from fairdesk.store.explaining import explained, primary_code

Clock = Callable[[], datetime]

PRAGMAS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
    "PRAGMA synchronous = FULL",
    "PRAGMA cache_size = -16384",
)
"""Per connection. Without recursive_triggers INSERT OR REPLACE deletes a row without asking the delete trigger.

The cache (16 MiB) holds the pages of a thousand new answers; with SQLite's 2 MiB storing them takes 1.8 times as long.
"""


class Database:
    """One SQLite file with its transactions.

    Args:
        path: The file; made when it is absent (mode 600).
        clock: Gives the present time with its zone.
        busy_seconds: How long a writer waits for another process's lock.
    """

    def __init__(self, path: Path, clock: Clock, busy_seconds: float) -> None:
        self.path = path.absolute()
        self.busy_seconds = busy_seconds
        self._clock = clock
        with explained(self.path):
            _make_file(self.path)
        engine = _engine(self.path, busy_seconds)
        self._engine = engine
        self._reader = engine.execution_options(begin="BEGIN")
        # A deferred BEGIN that reads first fails at once when another process wrote in between, whatever the timeout.
        self._writer = engine.execution_options(begin="BEGIN IMMEDIATE")
        self._shared: Connection | None = None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the file."""
        with explained(self.path), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that holds the write lock from its start; on disk when the block ends, or not at all.

        Inside ``all_or_none`` it is a part of that transaction.
        """
        if self._shared is not None:
            yield self._shared
            return
        with explained(self.path), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """Whatever is written inside is on disk together when the block ends; a failure inside undoes all of it."""
        with self.writing() as connection:
            outer, self._shared = self._shared, connection
            try:
                yield
            finally:
                self._shared = outer

    def now(self) -> str:
        """The present moment, UTC, ISO 8601 with milliseconds and Z."""
        return utc_milliseconds(self._clock())

    def moment(self) -> datetime:
        """The present moment in UTC."""
        return self._clock().astimezone(UTC)

    def use_wal(self) -> None:
        """Switch the file to write-ahead logging and close it to others; only after it was recognised as ours."""
        deadline = time.monotonic() + self.busy_seconds
        with explained(self.path):
            while True:
                try:
                    with closing(self._engine.raw_connection()) as connection, closing(connection.cursor()) as cursor:
                        cursor.execute("PRAGMA journal_mode = WAL")
                    break
                except (sqlite3.OperationalError, DBAPIError) as error:
                    # SQLite does not wait by itself for this lock when two processes open a new file together.
                    busy = primary_code(getattr(error, "orig", error)) == sqlite3.SQLITE_BUSY
                    if not busy or time.monotonic() > deadline:
                        raise
                    time.sleep(0.02)
            close_to_others(self.path)

    def close(self) -> None:
        """Close all connections; the last process to do so folds the write-ahead log into the file."""
        self._engine.dispose()


def utc_milliseconds(moment: datetime) -> str:
    """UTC, ISO 8601 with milliseconds and Z.

    Raises:
        ValueError: the moment has no time zone (a bug in the caller).

    Example:
        >>> utc_milliseconds(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
        '2026-01-02T03:04:05.000Z'
    """
    if moment.tzinfo is None:
        raise ValueError("the clock gave a time without a zone")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def close_to_others(path: Path) -> None:
    """Mode 600 on the file and on the two that SQLite keeps beside it; later ones inherit it."""
    for file in (path, *side_files(path)):
        if file.exists():
            file.chmod(0o600)


def side_files(path: Path) -> tuple[Path, Path]:
    """The write-ahead log and the shared memory that SQLite keeps beside a file."""
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def _make_file(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if path.is_dir():
        raise IsADirectoryError(None, "it is a folder", str(path))
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return


def _engine(path: Path, busy_seconds: float) -> Engine:
    # isolation_level None: the driver begins nothing by itself, the "begin" event below does.
    arguments = {"timeout": busy_seconds, "isolation_level": None}
    engine = create_engine(URL.create("sqlite", database=str(path)), connect_args=arguments)
    event.listen(engine, "connect", _on_connected)
    event.listen(engine, "begin", _on_begun)
    return engine


def _on_connected(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in PRAGMAS:
        connection.execute(pragma)


def _on_begun(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN IMMEDIATE"))
