"""The variants of a project as they were built last: derived from cases and design, and no part of the evidence.

It stands beside the store as ``variants-PROJECT.sqlite`` and may be deleted at any time: it is built again. A plan that
is fixed copies what it needs into documents. What is read is read for the key that it was built under, so that a file
which another window puts in its place meanwhile is never taken for it, and hashed again, because nothing is waited
for when it is written.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from fairdesk.domain.errors import StoreError
from fairdesk.store.database import close_to_others, side_files
from fairdesk.store.leases import is_gone

SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL, sha256 BLOB NOT NULL);
CREATE TABLE part (number INTEGER PRIMARY KEY, body BLOB NOT NULL, left BLOB NOT NULL, sha256 BLOB NOT NULL);
"""

KEY = "key"
"""Name of the value that tells what everything else was built for."""

UNDER = f"EXISTS (SELECT 1 FROM meta WHERE name = '{KEY}' AND value = ?)"


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedPart:
    """Some files: their variants as a plan stores them, and what was left alone in them."""

    body: bytes
    left: bytes


class VariantCache:
    """The file of one project; reading it never waits for a writer, because a new one takes its place whole."""

    def __init__(self, store_file: Path, project_id: str) -> None:
        name = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in project_id)
        self.path = store_file.with_name(f"variants-{name}.sqlite")

    def write(self, parts: Iterable[CachedPart], meta: Iterator[tuple[str, bytes]]) -> None:
        """Write a new file and put it in the place of the one before when it is complete.

        Args:
            meta: Read after all parts, so that it can tell what was counted in them; one of them is ``KEY``.

        Raises:
            StoreError: the disk took nothing; the file before stays.
        """
        self._clear_up()
        fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}.{secrets.token_hex(4)}.new")
        try:
            os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
                connection.execute("PRAGMA journal_mode = OFF")
                connection.execute("PRAGMA synchronous = OFF")
                connection.executescript(SCHEMA)
                connection.execute("BEGIN")
                rows = ((number, one.body, one.left, _hash(one.body, one.left)) for number, one in enumerate(parts))
                connection.executemany("INSERT INTO part VALUES (?, ?, ?, ?)", rows)
                values = ((name, value, _hash(value)) for name, value in meta)
                connection.executemany("INSERT INTO meta VALUES (?, ?, ?)", values)
                connection.execute("COMMIT")
            close_to_others(fresh)
            os.replace(fresh, self.path)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"The variants cannot be kept: {error}.", "Make room on the disk, then build the variants again."
            ) from error
        finally:
            _remove(fresh)

    def meta(self, key: str, name: str) -> bytes | None:
        """A value that was written with the parts; None when there is none under this key, or no readable file."""
        row = self._row(f"SELECT sha256, value FROM meta WHERE name = ? AND {UNDER}", (name, key.encode()))
        return None if row is None else row[1]

    def part(self, key: str, number: int) -> CachedPart | None:
        """One part; None when there is none under this key, or no readable file."""
        row = self._row(f"SELECT sha256, body, left FROM part WHERE number = ? AND {UNDER}", (number, key.encode()))
        return None if row is None else CachedPart(body=row[1], left=row[2])

    def remove(self) -> None:
        """Delete the file where there is one, and what processes that died left of others."""
        self._clear_up()
        _remove(self.path)

    def _clear_up(self) -> None:
        """Delete what processes of this computer that are gone left half written."""
        for file in self.path.parent.glob(f"{self.path.name}.*.new"):
            pid = file.name.removeprefix(f"{self.path.name}.").split(".")[0]
            if pid.isdecimal() and int(pid) != os.getpid() and is_gone(int(pid)):
                _remove(file)

    def _row(self, query: str, values: tuple[object, ...]) -> tuple[bytes, ...] | None:
        """A row whose first value is the hash of the others; a damaged file is deleted: it is built again."""
        if not self.path.exists():
            return None
        try:
            with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
                found: tuple[bytes, ...] | None = connection.execute(query, values).fetchone()
        except sqlite3.OperationalError:
            return None  # half deleted, or written by another version
        except sqlite3.DatabaseError:
            found = (b"",)
        if found is not None and _hash(*found[1:]) != found[0]:
            with suppress(OSError):  # Windows deletes nothing that another window reads
                _remove(self.path)
            return None
        return found


def _hash(*values: bytes) -> bytes:
    found = sha256()
    for value in values:
        found.update(value if isinstance(value, bytes) else str(value).encode())
    return found.digest()


def _remove(path: Path) -> None:
    for file in (path, *side_files(path)):
        file.unlink(missing_ok=True)
