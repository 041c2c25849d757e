"""The search file: which answers hold which three letters in a row. Derived from the ledger, and no part of it.

It stands beside the store as ``search.sqlite``, holds a full-text index (FTS5, trigrams) for each run that was indexed,
and may be deleted at any time: what it does not know is looked up in the answers themselves, which is slower.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import compress
from pathlib import Path

from fairdesk.domain.canonical import GENESIS
from fairdesk.domain.errors import StoreError
from fairdesk.store.database import Database, close_to_others, side_files
from fairdesk.store.explaining import primary_code, translated
from fairdesk.store.texts import Needle, searched

FORMAT = 1
"""Of the search file; one of another format is made anew."""

BATCH = 2_000
"""Entries that are indexed in one transaction."""

BUSY_SECONDS = 2.0
"""Nobody waits long for a file that can be done without."""

MOST_PLACES = 5_000_000
"""One or two letters are looked up by all threes that begin with them, unless these occur more often."""

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
"""SQLITE_ERROR too: a table that should be there is not."""

ENTRIES = f"""
    SELECT seq, kind, case_id, body, link FROM ledger WHERE chain = ? AND seq > ? ORDER BY seq LIMIT {BATCH}
"""
BETWEEN = "rowid > ? AND rowid <= ?"
"""Another process may index more in the middle of a search, which reads what comes later from the entries."""

LINK = "SELECT link FROM ledger WHERE chain = ? AND seq = ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexState:
    """How far the search file follows a chain.

    Attributes:
        indexed_to: Place of the last entry that it knows.
        is_complete: Whether that was the chain's last.
        problem: Why it could not be brought up to date, in words; empty when nothing is wrong. Searching still finds
            everything, more slowly.
    """

    indexed_to: int
    is_complete: bool
    problem: str = ""


class SearchFile:
    """The search file of a store; it is opened for each use, so that it can be deleted between two."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def path(self) -> Path:
        """Where it stands, if it is there."""
        return self._database.path.with_name("search.sqlite")

    def index(self, chain: str, deadline: float) -> IndexState:
        """Bring the file up to date with a chain; a damaged file is made anew.

        Args:
            chain: Name of the chain.
            deadline: A moment of ``time.monotonic``; one batch is indexed even when it has passed.

        Returns:
            How far it came; a file that cannot be written is no error.
        """
        for may_remake in (True, False):
            try:
                return self._index(chain, deadline)
            except (sqlite3.Error, OSError) as error:
                if may_remake and primary_code(error) in DAMAGED and self._removed():
                    continue
                return IndexState(indexed_to=0, is_complete=False, problem=_words(error, self.path))
        raise AssertionError("the second pass returns")

    def places(self, chain: str, needle: Needle, after: int) -> tuple[Iterable[int], int]:
        """Where words occur, as far as the file knows.

        Returns:
            Places in the chain behind ``after``, ascending, and the place up to which nothing more need be looked
            for; that is ``after`` itself when the file cannot tell. The iterator raises sqlite3.Error when the
            file turns out to be damaged; what it gave before is right.
        """
        try:
            if not self.path.exists():
                return (), after
            with self._opened() as connection:
                run = self._run(connection, chain)
                if run is None or run[1] <= after:
                    return (), after
                if needle.is_short:
                    found = _short(connection, run, needle.words, after)
                    return ((), after) if found is None else (found, run[1])
            return self._phrase(run, needle.words, after), run[1]
        except (sqlite3.Error, OSError):
            return (), after

    def purge(self, chains: tuple[str, ...]) -> None:
        """Leave nothing of some chains in the file; when that fails the whole file is removed.

        Raises:
            StoreError: the file can neither be changed nor removed.
        """
        try:
            if not self.path.exists():
                return
            with self._opened() as connection:
                connection.execute("PRAGMA secure_delete = ON")
                for chain in chains:
                    self._forget(connection, chain)
                connection.executescript("PRAGMA incremental_vacuum")  # execute gives back one page alone
                busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                self._remove()
        except (sqlite3.Error, OSError):
            self._remove()

    def _index(self, chain: str, deadline: float) -> IndexState:
        with self._opened() as connection:
            while True:
                connection.execute("BEGIN IMMEDIATE")
                try:
                    indexed_to, is_complete = self._index_batch(connection, chain)
                except BaseException:
                    connection.rollback()
                    raise
                connection.execute("COMMIT")
                if is_complete or time.monotonic() >= deadline:
                    return IndexState(indexed_to=indexed_to, is_complete=is_complete)

    def _index_batch(self, connection: sqlite3.Connection, chain: str) -> tuple[int, bool]:
        run = self._run(connection, chain)
        number, indexed_to = run or (_new_run(connection, chain), 0)
        with self._database.reading() as reader:
            rows = reader.exec_driver_sql(ENTRIES, (chain, indexed_to)).all()
        connection.executemany(
            f"INSERT INTO words_{number} (rowid, words) VALUES (?, ?)",
            (
                (seq, searched(case_id, body))
                for seq, kind, case_id, body, _link in rows
                if kind in ("exchange", "failure")
            ),
        )
        if rows:
            indexed_to, link = rows[-1].seq, rows[-1].link
            connection.execute("UPDATE run SET indexed_to = ?, link = ? WHERE number = ?", (indexed_to, link, number))
        return indexed_to, len(rows) < BATCH

    def _run(self, connection: sqlite3.Connection, chain: str) -> tuple[int, int] | None:
        """The number of a chain's table and the place up to which it was filled; None when there is none that fits."""
        row = connection.execute("SELECT number, indexed_to, link FROM run WHERE chain = ?", (chain,)).fetchone()
        if row is None:
            return None
        number, indexed_to, link = row
        with self._database.reading() as reader:
            stored = reader.exec_driver_sql(LINK, (chain, indexed_to)).scalar()
        if link == (GENESIS if indexed_to == 0 else stored):
            return int(number), int(indexed_to)
        # Another store stands here now, for example a backup that was restored: what was indexed is of no use.
        if connection.in_transaction:
            self._forget(connection, chain)
        return None

    def _forget(self, connection: sqlite3.Connection, chain: str) -> None:
        for (number,) in connection.execute("SELECT number FROM run WHERE chain = ?", (chain,)).fetchall():
            connection.execute(f"DROP TABLE IF EXISTS words_{int(number)}")
            connection.execute("DELETE FROM run WHERE number = ?", (number,))

    def _phrase(self, run: tuple[int, int], words: str, after: int) -> Iterator[int]:
        # Quoted, it is a text and nothing else; its threes must stand one behind the other.
        number, indexed_to = run
        query = f"SELECT rowid FROM words_{number} WHERE words MATCH ? AND {BETWEEN} ORDER BY rowid"
        quoted = '"' + words.replace('"', '""') + '"'
        with self._opened() as connection:
            for (place,) in connection.execute(query, (quoted, after, indexed_to)):
                yield int(place)

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        is_new = not self.path.exists()
        with closing(sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            if is_new:
                self.path.chmod(0o600)  # before anything is written; the files beside it inherit the mode
            found = connection.execute("PRAGMA user_version").fetchone()[0]
            if found not in (0, FORMAT):
                error = sqlite3.DatabaseError(f"the search file has the format {found}")
                error.sqlite_errorcode = sqlite3.SQLITE_NOTADB
                raise error
            if found == 0:
                self._make(connection)
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA secure_delete = OFF")  # what an index drops while it grows is still its own
            yield connection

    def _make(self, connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")
        close_to_others(self.path)
        connection.execute("BEGIN IMMEDIATE")
        columns = "number INTEGER PRIMARY KEY, chain TEXT UNIQUE, indexed_to INTEGER, link TEXT"
        connection.execute(f"CREATE TABLE IF NOT EXISTS run ({columns})")
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        connection.execute("COMMIT")

    def _removed(self) -> bool:
        try:
            self._remove()
        except StoreError:
            return False
        return True

    def _remove(self) -> None:
        try:
            for file in (self.path, *side_files(self.path)):
                file.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(
                f"The search file {self.path} cannot be removed: {error.strerror}.",
                "It holds the words of answers. Close other windows, or delete it by hand; nothing else is lost.",
            ) from error


def _new_run(connection: sqlite3.Connection, chain: str) -> int:
    cursor = connection.execute("INSERT INTO run (chain, indexed_to, link) VALUES (?, 0, ?)", (chain, GENESIS))
    number = int(cursor.lastrowid or 0)
    # No copy of the texts is kept. They were folded before, in every script, which the tokenizer does for some only.
    connection.execute(
        f"CREATE VIRTUAL TABLE words_{number} "
        "USING fts5 (words, content = '', columnsize = 0, tokenize = 'trigram case_sensitive 1')"
    )
    connection.execute(f"INSERT INTO words_{number} (words_{number}, rank) VALUES ('hashsize', 16777216)")
    return number


def _short(connection: sqlite3.Connection, run: tuple[int, int], words: str, after: int) -> Iterable[int] | None:
    """Where one or two letters occur: wherever one of the threes occurs that begin with them; None if too common."""
    number, indexed_to = run
    connection.execute(f"CREATE VIRTUAL TABLE temp.terms USING fts5vocab ('main', 'words_{number}', 'row')")
    terms, n_places = [], 0
    for term, n in connection.execute(
        "SELECT term, doc FROM terms WHERE term >= ? AND term < ?", (words, f"{words}\U0010ffff")
    ):
        terms.append('"' + term.replace('"', '""') + '"')
        n_places += n
        if n_places > MOST_PLACES:
            return None
    query = f"SELECT rowid FROM words_{number} WHERE words MATCH ? AND {BETWEEN}"
    places = (place for term in terms for (place,) in connection.execute(query, (term, after, indexed_to)))
    if n_places < indexed_to // 20:
        return sorted(set(places))
    marks = bytearray(indexed_to + 1)  # a set of so many would take a hundred times the memory
    for place in places:
        marks[place] = 1
    return compress(range(indexed_to + 1), marks)


def _words(error: BaseException, path: Path) -> str:
    known = translated(error, path)
    cause = known.message if known is not None else f"{path}: {error}."
    return (
        f"The search file was not brought up to date. {cause} Searching reads the answers themselves, which is slower."
    )
