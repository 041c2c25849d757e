"""One project out of a store into an archive: its chains, the documents they name, reports, drafts and endpoints."""

from __future__ import annotations

import json
import platform
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from fairdesk import __version__
from fairdesk.domain.archives import ARCHIVE_FORMAT, ARCHIVE_VERSION, ArchivedChain, ArchiveManifest
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.case_imports import CASE
from fairdesk.domain.errors import InputError, StoreBusy, StoreError
from fairdesk.domain.progress import TellStep
from fairdesk.store import schema
from fairdesk.store.archive_cases import COLUMNS, case_documents, copy_case_tables
from fairdesk.store.archive_file import STORE_NAME, pack, working_folder
from fairdesk.store.archive_links import chain_end, checked_entries, named_documents, project_chains
from fairdesk.store.archive_states import KIND, present_state, state_documents
from fairdesk.store.entries import NAMES_NOTHING
from fairdesk.store.explaining import explained
from fairdesk.store.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRequest:
    """What is to be written where.

    Attributes:
        target: The archive.
        overwrite: Whether a file that is there may be replaced.
        exported_by: The auditor as the project names them; may be empty.
        leaf_kinds: Kinds of documents that name no others, for example the bytes of supplied files.
        left_out: SHA-256 of documents that stay here, with all that only they name.
    """

    project_id: str
    target: Path
    overwrite: bool = False
    exported_by: str = ""
    leaf_kinds: tuple[str, ...] = ()
    left_out: frozenset[str] = frozenset()


def export_project(store: Store, request: ExportRequest, tell: TellStep) -> ArchiveManifest:
    """Write a project into one archive while others may use the store; whole or not at all.

    It is one state of the store, every chain and document is hashed again on the way, and memory does not grow with
    the number of answers. Left out: keys, leases, other projects, the index for searching.

    Raises:
        InputError: no such project, or the target is there and may not be replaced.
        StoreBusy: a run of the project is at work.
        StoreError: something stored does not have its hash, or the target cannot be written.
    """
    target = request.target.absolute()
    if target.exists() and not request.overwrite:
        raise InputError(f"{target} exists already.", "Choose another file, or say that it may be replaced: --replace.")
    if target.is_dir():
        raise InputError(f"{target} is a folder.", "Choose a file.")
    record = store.projects.get(request.project_id)
    with working_folder(store.path) as folder:
        inner = folder / STORE_NAME
        Store.open(inner, store.database.moment).close()
        with explained(inner), _copying(store.path, inner) as connection:
            chains = project_chains(connection, "source", record.project_id)
            refuse_live_leases(store, (f"project:{record.project_id}", *chains))
            wanted = _copy_chains(connection, chains, tell)
            _copy_rows(connection, record.project_id)
            wanted |= _analyses(connection) | set(state_documents(connection, "source", record.project_id))
            wanted |= case_documents(connection, "main") | _details_documents(connection)
            # A case names only the document of its earlier text, which may hold what was replaced and stays here.
            _copy_documents(connection, wanted - request.left_out, (*request.leaf_kinds, CASE), request.left_out)
            state = present_state(connection, "main", record.project_id)
            _put_state(connection, state, store.database.now())
            manifest = ArchiveManifest(
                format=ARCHIVE_FORMAT,
                format_version=ARCHIVE_VERSION,
                schema_revision=schema.SCHEMA_REVISION,
                fairdesk=__version__,
                project_id=record.project_id,
                project_name=record.name,
                exported_at=store.database.now(),
                exported_by=request.exported_by,
                exported_on=platform.node(),
                chains=tuple(_archived(connection, chain) for chain in chains),
                n_documents=_count(connection, "document"),
                n_reports=_count(connection, "report"),
                store_sha256="",
                store_bytes=0,
            )
        whole = pack(inner, manifest, target, tell)
    # Only now: what was never handed over is not known to have been.
    store.documents.put(KIND, state)
    return whole


def refuse_live_leases(store: Store, names: tuple[str, ...]) -> None:
    """Refuse while one of these names is held.

    Raises:
        StoreBusy: the holder is named.
    """
    held = next((lease for lease in store.leases.all() if lease.name in names), None)
    if held is not None:
        raise StoreBusy(
            f"{held.owner} has been working on this project since {held.acquired_at} ({held.name}).",
            "Wait until the run is done, or stop it; what was answered until then is kept and can be resumed.",
        )


@contextmanager
def _copying(source: Path, inner: Path) -> Iterator[sqlite3.Connection]:
    """A connection that sees one state of the source and writes the new store, which is complete when the block ends.

    Nobody else reads the new store and a failure throws it away, so it needs no log.
    """
    with closing(sqlite3.connect(inner.as_uri(), uri=True, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("ATTACH DATABASE ? AS source", (f"{source.as_uri()}?mode=ro",))
        connection.execute("BEGIN")
        yield connection
        connection.execute("COMMIT")


def _copy_chains(connection: sqlite3.Connection, chains: tuple[str, ...], tell: TellStep) -> set[str]:
    """Copy all entries; answers with the hashes that they name."""
    columns, named, n_done = COLUMNS["ledger"], set[str](), 0
    copy = (
        f"INSERT INTO main.ledger ({columns}) SELECT {columns} FROM source.ledger "
        "WHERE chain = ? AND seq > ? AND seq <= ? ORDER BY seq"
    )
    for chain in chains:
        for rows in checked_entries(connection, "source", chain):
            for _seq, kind, body, _hash, _link in rows:
                if kind not in NAMES_NOTHING:
                    named |= named_documents(body)
            connection.execute(copy, (chain, rows[0][0] - 1, rows[-1][0]))
            n_done += len(rows)
            tell(f"Copying the chains: {n_done} entries")
    return named


def _copy_rows(connection: sqlite3.Connection, project_id: str) -> None:
    """The project with its drafts, reports, cases and reviews, and the endpoints of its systems with their terms.

    Prices and limits travel; the path of a certificate file means nothing on another computer.
    """
    for table in ("project", "draft", "report"):
        columns = COLUMNS[table]
        connection.execute(
            f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM source.{table} WHERE project_id = ?",
            (project_id,),
        )
    copy_case_tables(connection, ("source", "main"), project_id)
    columns = COLUMNS["endpoint"]
    copy = f"INSERT INTO main.endpoint ({columns}) SELECT {columns} FROM source.endpoint WHERE name = ?"
    look = "SELECT terms, changed_at FROM source.endpoint_terms WHERE name = ?"
    for name in endpoint_names(connection, "main"):
        connection.execute(copy, (name,))
        for terms, changed_at in connection.execute(look, (name,)).fetchall():
            row = (name, terms_without_paths(terms), changed_at)
            connection.execute("INSERT INTO main.endpoint_terms (name, terms, changed_at) VALUES (?, ?, ?)", row)


def endpoint_names(connection: sqlite3.Connection, schema_name: str) -> tuple[str, ...]:
    """The endpoints that the systems of the one project of an archive's store name, sorted."""
    (details,) = connection.execute(f"SELECT details FROM {schema_name}.project").fetchone()
    return tuple(sorted({system["endpoint"]["name"] for system in json.loads(details).get("systems", ())}))


def terms_without_paths(terms: bytes) -> bytes:
    """Terms of an endpoint without the certificate file of this computer."""
    return canonical_bytes({**json.loads(terms), "ca_file": ""})


def _analyses(connection: sqlite3.Connection) -> set[str]:
    return {sha256 for (sha256,) in connection.execute("SELECT analysis_sha256 FROM main.report")}


def _details_documents(connection: sqlite3.Connection) -> set[str]:
    """What the project names before any plan does: the files of the benchmarks that it is going to ask."""
    (details,) = connection.execute("SELECT details FROM main.project").fetchone()
    return named_documents(bytes(details))


def _copy_documents(
    connection: sqlite3.Connection, wanted: set[str], leaf_kinds: tuple[str, ...], left_out: frozenset[str]
) -> None:
    """Copy every document that is named, and what those name in turn, but those that are left out."""
    columns, seen, waiting = COLUMNS["document"], wanted | left_out, sorted(wanted)
    look = "SELECT kind, body FROM source.document WHERE sha256 = ?"
    copy = f"INSERT INTO main.document ({columns}) SELECT {columns} FROM source.document WHERE sha256 = ?"
    while waiting:
        sha256 = waiting.pop()
        row = connection.execute(look, (sha256,)).fetchone()
        if row is None:
            continue  # a hash of something else
        kind, body = row
        if not isinstance(body, bytes) or sha256_hex(body) != sha256:
            raise StoreError(
                f"Document {sha256} was changed after it was stored; nothing was exported.",
                "Restore a backup from before the change.",
            )
        connection.execute(copy, (sha256,))
        if kind not in leaf_kinds:
            new = named_documents(body) - seen
            seen |= new
            waiting += sorted(new)


def _put_state(connection: sqlite3.Connection, state: bytes, now: str) -> None:
    sha256 = sha256_hex(state)
    if connection.execute("SELECT 1 FROM main.document WHERE sha256 = ?", (sha256,)).fetchone() is None:
        row = (sha256, KIND, state, now)
        connection.execute("INSERT INTO main.document (sha256, kind, body, stored_at) VALUES (?, ?, ?, ?)", row)


def _archived(connection: sqlite3.Connection, chain: str) -> ArchivedChain:
    end = chain_end(connection, "main", chain)
    return ArchivedChain(name=chain, n_entries=end.n_entries, head=end.head)


def _count(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM main.{table}").fetchone()[0])
