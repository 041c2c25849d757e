"""Which chains belong to a project, and which documents they name: both are read off what was recorded."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from fairdesk.domain.canonical import GENESIS, chain_link, sha256_hex
from fairdesk.domain.errors import StoreError
from fairdesk.store.entries import NAMES_NOTHING

DOCUMENT_NAME = re.compile(rb'"([0-9a-f]{64})"')
"""A hash that stands alone as a text: the way in which bodies and documents name other documents."""

CHUNK = 5_000
"""Entries handled at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainEnd:
    """How many entries a chain has, and its last link."""

    n_entries: int
    head: str


def chain_end(connection: sqlite3.Connection, schema: str, chain: str) -> ChainEnd:
    """Where a chain of an attached store ends; an unknown one has no entries."""
    query = f"SELECT seq, link FROM {schema}.ledger WHERE chain = ? ORDER BY seq DESC LIMIT 1"
    row = connection.execute(query, (chain,)).fetchone()
    return ChainEnd(n_entries=0, head=GENESIS) if row is None else ChainEnd(n_entries=row[0], head=row[1])


def project_chains(connection: sqlite3.Connection, schema: str, project_id: str) -> tuple[str, ...]:
    """The chain of a project and all that are linked from it, directly or through another, sorted; only those stored.

    A link is an entry that names a chain: ``{"run_id": "r-1"}`` names ``run:r-1``, and so does any ``*_id``;
    ``chain`` and ``chains`` hold whole names. What the issued reports rest on counts too. Answers name nothing.
    """
    start = f"project:{project_id}"
    found, waiting = {start}, [start]
    for (heads,) in connection.execute(f"SELECT heads FROM {schema}.report WHERE project_id = ?", (project_id,)):
        waiting += [name for name in _texts(heads) if name not in found]
    stored = f"SELECT 1 FROM {schema}.ledger WHERE chain = ? LIMIT 1"
    query = f"SELECT body FROM {schema}.ledger WHERE chain = ? AND kind NOT IN (?, ?, ?)"
    while waiting:
        chain = waiting.pop()
        if chain.startswith("project:") and chain != start:
            continue  # one project's chain is never a part of another's
        if connection.execute(stored, (chain,)).fetchone() is None:
            continue
        found.add(chain)
        for (body,) in connection.execute(query, (chain, *NAMES_NOTHING)).fetchall():
            waiting += [name for name in _linked(body) if name not in found]
    return tuple(sorted(found if connection.execute(stored, (start,)).fetchone() else found - {start}))


def named_documents(body: bytes) -> set[str]:
    """The hashes that stand in a body or document; not all of them need be those of documents."""
    return {name.decode() for name in DOCUMENT_NAME.findall(body)}


def checked_entries(
    connection: sqlite3.Connection, schema: str, chain: str
) -> Iterator[list[tuple[int, str, bytes, str, str]]]:
    """Walk a chain in pieces of (seq, kind, body, body_sha256, link), every hash and link found right.

    Raises:
        StoreError: an entry does not fit; the message names it.
    """
    query = (
        f"SELECT seq, kind, body, body_sha256, link FROM {schema}.ledger WHERE chain = ? AND seq > ? "
        "ORDER BY seq LIMIT ?"
    )
    seq, link = 0, GENESIS
    while rows := connection.execute(query, (chain, seq, CHUNK)).fetchall():
        for at, _kind, body, body_sha256, told in rows:
            is_right = at == seq + 1 and isinstance(body, bytes) and sha256_hex(body) == body_sha256
            if not is_right or (link := chain_link(link, body_sha256)) != told:
                raise StoreError(
                    f"The chain {chain} does not fit together at entry {seq + 1}.",
                    "Restore a backup from before the change; what rests on this chain cannot be trusted.",
                )
            seq = at
        yield rows


def _linked(body: object) -> list[str]:
    try:
        plain = json.loads(body) if isinstance(body, bytes) else None
    except (ValueError, RecursionError):
        return []
    if not isinstance(plain, dict):
        return []
    names = [f"{key.removesuffix('_id')}:{value}" for key, value in plain.items() if key.endswith("_id")]
    return [*names, str(plain.get("chain", "")), *_texts(plain.get("chains"))]


def _texts(value: object) -> list[str]:
    """The keys of a mapping or the texts of a list; JSON bytes are read first."""
    if isinstance(value, bytes):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return []
    return [name for name in value if isinstance(name, str)] if isinstance(value, (dict, list)) else []
