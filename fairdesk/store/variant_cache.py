"""The variants of a project as they were built last: derived from cases and design, and no part of the evidence.

It stands beside the store as ``variants-PROJECT.sqlite`` and may be deleted at any time: it is built again. A plan that
is fixed copies what it needs into documents.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from fairdesk.domain.errors import StoreError
from fairdesk.store.database import close_to_others, side_files

SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE part (number INTEGER PRIMARY KEY, body BLOB NOT NULL, left BLOB NOT NULL);
"""


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
            meta: Read after all parts, so that it can tell what was counted in them.

        Raises:
            StoreError: the disk took nothing; the file before stays.
        """
        fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        _remove(fresh)
        try:
            os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
                connection.execute("PRAGMA journal_mode = OFF")
                connection.execute("PRAGMA synchronous = OFF")
                connection.executescript(SCHEMA)
                connection.execute("BEGIN")
                rows = ((number, part.body, part.left) for number, part in enumerate(parts))
                connection.executemany("INSERT INTO part VALUES (?, ?, ?)", rows)
                connection.executemany("INSERT INTO meta VALUES (?, ?)", meta)
                connection.execute("COMMIT")
            close_to_others(fresh)
            os.replace(fresh, self.path)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"The variants cannot be kept: {error}.", "Make room on the disk, then build the variants again."
            ) from error
        finally:
            _remove(fresh)

    def meta(self, name: str) -> bytes | None:
        """A value that was written with the parts; None when there is none, or no readable file."""
        row = self._row("SELECT value FROM meta WHERE name = ?", (name,))
        return None if row is None else bytes(row[0])

    def part(self, number: int) -> CachedPart | None:
        """One part; None when there is none, or no readable file."""
        row = self._row("SELECT body, left FROM part WHERE number = ?", (number,))
        return None if row is None else CachedPart(body=bytes(row[0]), left=bytes(row[1]))

    def remove(self) -> None:
        """Delete the file where there is one."""
        _remove(self.path)

    def _row(self, query: str, values: tuple[object, ...]) -> tuple[bytes, ...] | None:
        if not self.path.exists():
            return None
        try:
            with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
                found: tuple[bytes, ...] | None = connection.execute(query, values).fetchone()
        except sqlite3.Error:
            return None  # damaged or half deleted: it is built again
        return found


def _remove(path: Path) -> None:
    for file in (path, *side_files(path)):
        file.unlink(missing_ok=True)
