"""Documents: bytes kept under their own hash (plans, cases, audited systems, analyses)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from sqlalchemy import select

from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.errors import StoreError
from fairdesk.store import schema
from fairdesk.store.database import Database

document = schema.document

CHUNK = 1_000
"""Documents that are handed to SQLite at a time."""


class Documents:
    """Append-only; the key of a document is the SHA-256 of its bytes, so no document can change under its key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, kind: str, body: bytes) -> str:
        """Keep a document and return its key (64 hex digits); on disk when this returns.

        Putting the same bytes again changes nothing and returns the same key; the kind of the first time stays.
        """
        key = sha256_hex(body)
        with self._database.writing() as connection:
            if connection.execute(select(document.c.sha256).where(document.c.sha256 == key)).first() is None:
                row = {"sha256": key, "kind": kind, "body": body, "stored_at": self._database.now()}
                connection.execute(document.insert(), row)
        return key

    def put_many(self, kind: str, bodies: Iterable[bytes]) -> list[str]:
        """Keep many documents of one kind in one transaction; their keys in the order of the bodies.

        All of them are on disk when this returns, or none is. What is stored already stays as it is.
        """
        keys: list[str] = []
        # Not INSERT OR IGNORE: the trigger that keeps documents from being written over refuses even that.
        statement = (
            "INSERT INTO document (sha256, kind, body, stored_at) "
            "SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS (SELECT 1 FROM document WHERE sha256 = ?1)"
        )
        with self._database.writing() as connection:
            now = self._database.now()
            waiting = iter(bodies)
            while rows := [(sha256_hex(body), kind, body, now) for body in islice(waiting, CHUNK)]:
                keys += [row[0] for row in rows]
                connection.exec_driver_sql(statement, rows)
        return keys

    def get(self, sha256: str) -> bytes:
        """The bytes of a document, hashed again while reading.

        Raises:
            StoreError: there is no such document, or the stored bytes do not have this hash.
        """
        with self._database.reading() as connection:
            body = connection.execute(select(document.c.body).where(document.c.sha256 == sha256)).scalar()
        if body is None:
            raise _absent(sha256)
        if not isinstance(body, bytes) or sha256_hex(body) != sha256:
            raise StoreError(
                f"Document {sha256} was changed after it was stored.",
                "Restore a backup from before the change; results that rest on this document cannot be trusted.",
            )
        return body

    def is_named_in(self, kind: str, words: str) -> bool:
        """Whether some words, for example a hash, occur in the bytes of any document of a kind."""
        with self._database.reading() as connection:
            query = "SELECT 1 FROM document WHERE kind = ? AND instr(body, CAST(? AS BLOB)) LIMIT 1"
            return connection.exec_driver_sql(query, (kind, words)).first() is not None

    def kind(self, sha256: str) -> str:
        """The word under which a document was first put.

        Raises:
            StoreError: there is no such document.
        """
        with self._database.reading() as connection:
            kind = connection.execute(select(document.c.kind).where(document.c.sha256 == sha256)).scalar()
        if kind is None:
            raise _absent(sha256)
        return str(kind)

    def has(self, sha256: str) -> bool:
        """Whether a document with this key is stored."""
        with self._database.reading() as connection:
            return connection.execute(select(document.c.sha256).where(document.c.sha256 == sha256)).first() is not None

    def hashes(self) -> tuple[str, ...]:
        """The keys of all documents, sorted."""
        with self._database.reading() as connection:
            return tuple(connection.execute(select(document.c.sha256).order_by(document.c.sha256)).scalars())


def _absent(sha256: str) -> StoreError:
    return StoreError(f"Document {sha256} is not in this store.", "Open the store that the report was made from.")
