"""An archive into a store: a new project, or one that went on elsewhere and comes home; forks are never mixed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from fairdesk.domain.archives import ArchiveManifest, ArchiveOrder, TakenChain, TakenProject
from fairdesk.domain.errors import ChangedElsewhere, InputError, NameTaken, StoreBusy
from fairdesk.domain.progress import TellStep
from fairdesk.store.archive_cases import COLUMNS
from fairdesk.store.archive_check import check_inner, not_intact
from fairdesk.store.archive_file import STORE_NAME, read_manifest, unpack, working_folder
from fairdesk.store.archive_links import CHUNK, ChainEnd, chain_end, project_chains
from fairdesk.store.archive_texts import take_endpoints, take_texts
from fairdesk.store.archives import refuse_live_leases
from fairdesk.store.database import PRAGMAS
from fairdesk.store.explaining import explained
from fairdesk.store.projects import clean_name, name_key
from fairdesk.store.store import Store

MOST_BESIDE_A_RUN = 100_000
"""Entries that are written in a few seconds: a run at work in the same store waits ten."""


def import_project(store: Store, request: ArchiveOrder, tell: TellStep) -> TakenProject:
    """Check an archive whole, then take it in one transaction: all or none.

    Of a project that is here already, a chain that only went on in the archive is extended, one that only went on
    here stays, and one that went on in both refuses the archive.

    Raises:
        InputError: no intact archive, or (NameTaken) another project has the name.
        StoreTooNew: a later version wrote it.
        StoreBusy: a run of the project is at work here.
        ChangedElsewhere: a chain or a report went on differently here and there; the message says from where on.
        StoreError: the disk is full, and the like.
    """
    path = request.archive.absolute()
    read_manifest(path)  # a wrong file is refused before a folder is made for it
    with working_folder(store.path) as folder:
        inner = folder / STORE_NAME
        manifest = unpack(path, inner, tell)
        check_inner(inner, manifest, store.database.moment, tell)
        with _merging(store, inner) as connection:
            return _merge(connection, (store, manifest), request, tell)


@contextmanager
def _merging(store: Store, inner: Path) -> Iterator[sqlite3.Connection]:
    """A connection in a transaction of the store, with the archive's store beside it, which cannot be written."""
    seconds = store.database.busy_seconds
    target = f"{store.path.as_uri()}?mode=rw"
    with explained(store.path), closing(sqlite3.connect(target, seconds, isolation_level=None, uri=True)) as connection:
        for pragma in PRAGMAS:
            connection.execute(pragma)
        connection.execute("ATTACH DATABASE ? AS came", (f"{inner.as_uri()}?mode=ro&immutable=1",))
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")


def _merge(
    connection: sqlite3.Connection, between: tuple[Store, ArchiveManifest], request: ArchiveOrder, tell: TellStep
) -> TakenProject:
    store, manifest = between
    project_id = manifest.project_id
    ours = set(project_chains(connection, "main", project_id))
    refuse_live_leases(store, (f"project:{project_id}", f"plan:{project_id}", *ours, *_names(manifest)))
    row = connection.execute("SELECT name FROM main.project WHERE project_id = ?", (project_id,)).fetchone()
    if row is not None and request.name:
        raise InputError(
            f"The project is here already, as {row[0]!r}.",
            "Import it without --name: what was recorded elsewhere is added to it.",
        )
    name = _free_name(connection, request.name or manifest.project_name) if row is None else str(row[0])
    chains = tuple(_compare(connection, chain.name, ours, manifest) for chain in manifest.chains)
    _refuse_long_writing(store, sum(chain.n_added for chain in chains))
    if row is None:
        _take_project(connection, name)
    # Before the archive's documents are taken: they would make it known here what it handed over.
    texts = take_texts(connection, project_id, request.take_texts, store.database.now())
    n_reports = _take_reports(connection, project_id)
    n_documents = _take_documents(connection, tell)
    _extend(connection, chains, tell)
    return TakenProject(
        project_id=project_id,
        name=name,
        is_new=row is None,
        origin=manifest.origin,
        chains=chains,
        n_documents=n_documents,
        n_reports=n_reports,
        kept=texts.kept,
        kept_endpoints=take_endpoints(connection),
        replaced=texts.replaced,
    )


def _refuse_long_writing(store: Store, n_entries: int) -> None:
    """A run of another project waits for the store only so long; what takes longer must not begin beside one."""
    held = store.leases.all()
    if n_entries > MOST_BESIDE_A_RUN and held:
        raise StoreBusy(
            f"{held[0].owner} is at work in this store ({held[0].name}), and taking {n_entries:,} entries would "
            "hold it up for too long.",
            "Import when that run is done or paused; nothing was changed.",
        )


def _names(manifest: ArchiveManifest) -> tuple[str, ...]:
    return tuple(chain.name for chain in manifest.chains)


def _free_name(connection: sqlite3.Connection, name: str) -> str:
    name = clean_name(name)
    taken = "SELECT name FROM main.project WHERE name_key = ?"
    if connection.execute(taken, (name_key(name),)).fetchone() is not None:
        raise NameTaken(
            f"There is another project {name!r} in this store.",
            "Give the one from the archive another name: --name. Nothing was changed.",
        )
    return name


def _compare(connection: sqlite3.Connection, chain: str, ours: set[str], manifest: ArchiveManifest) -> TakenChain:
    """What is to be added to a chain.

    Raises:
        ChangedElsewhere: it went on differently on both sides.
        InputError: here it belongs to something else.
    """
    here, there = chain_end(connection, "main", chain), chain_end(connection, "came", chain)
    if here.n_entries and chain not in ours:
        raise not_intact(f"it would go on with the chain {chain}, which belongs to another project here")
    common = min(here.n_entries, there.n_entries)
    if common and _link(connection, "main", chain, common) != _link(connection, "came", chain, common):
        raise _fork(connection, (chain, here, there), manifest)
    return TakenChain(
        name=chain,
        n_before=here.n_entries,
        n_added=max(there.n_entries - here.n_entries, 0),
        n_only_here=max(here.n_entries - there.n_entries, 0),
    )


def _link(connection: sqlite3.Connection, schema: str, chain: str, seq: int) -> str:
    query = f"SELECT link FROM {schema}.ledger WHERE chain = ? AND seq = ?"
    row = connection.execute(query, (chain, seq)).fetchone()
    return "" if row is None else str(row[0])


def _fork(
    connection: sqlite3.Connection, of: tuple[str, ChainEnd, ChainEnd], manifest: ArchiveManifest
) -> ChangedElsewhere:
    """The refusal of a chain that parts; links depend on all before them, so halving finds the first other one."""
    chain, here, there = of
    same, other = 0, min(here.n_entries, there.n_entries)
    while other - same > 1:
        middle = (same + other) // 2
        is_same = _link(connection, "main", chain, middle) == _link(connection, "came", chain, middle)
        same, other = (middle, other) if is_same else (same, middle)
    return ChangedElsewhere(
        f"The chain {chain} went on differently here and in the archive. The first {same} entries are the same. "
        f"Here follow {_written(connection, 'main', chain, same)}; in the archive (written by {manifest.origin}) "
        f"follow {_written(connection, 'came', chain, same)}.",
        "Nothing was taken, nothing is mixed. Both stand: to look at the archive, import it into a profile of its own "
        "(fairdesk --data-dir DIR project import FILE), and decide which of the two goes on. Another name does not "
        "help, because the ids stand in what was recorded.",
    )


def _written(connection: sqlite3.Connection, schema: str, chain: str, after: int) -> str:
    """How many entries follow, since when, and by whom the first is as far as it says so."""
    query = f"SELECT kind, body, recorded_at FROM {schema}.ledger WHERE chain = ? AND seq = ?"
    kind, body, at = connection.execute(query, (chain, after + 1)).fetchone()
    n_entries = chain_end(connection, schema, chain).n_entries - after
    try:
        plain = json.loads(body)
    except ValueError:
        plain = None
    says = plain if isinstance(plain, dict) else {}
    who = str(says.get("by") or says.get("who") or "")[:80]
    return f"{n_entries}, the first of kind {kind}{f' by {who}' if who else ''} of {at}"


def _take_reports(connection: sqlite3.Connection, project_id: str) -> int:
    other = """
        SELECT came.report.report_id FROM came.report JOIN main.report USING (report_id)
        WHERE came.report.pdf_sha256 <> main.report.pdf_sha256 OR main.report.project_id <> ?
    """
    row = connection.execute(other, (project_id,)).fetchone()
    if row is not None:
        raise ChangedElsewhere(
            f"The report {row[0]} was issued here and in the archive, as two different files.",
            "Nothing was taken. Keep both files; import the archive into a profile of its own (--data-dir).",
        )
    return _take_absent(connection, "report", "report_id")


def _take_documents(connection: sqlite3.Connection, tell: TellStep) -> int:
    tell("Taking the documents")
    return _take_absent(connection, "document", "sha256")


def _take_absent(connection: sqlite3.Connection, table: str, key: str) -> int:
    columns = COLUMNS[table]
    return connection.execute(
        f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM came.{table} "
        f"WHERE {key} NOT IN (SELECT {key} FROM main.{table})"
    ).rowcount


def _extend(connection: sqlite3.Connection, chains: tuple[TakenChain, ...], tell: TellStep) -> None:
    columns, n_done, n_all = COLUMNS["ledger"], 0, sum(chain.n_added for chain in chains)
    copy = (
        f"INSERT INTO main.ledger ({columns}) SELECT {columns} FROM came.ledger "
        "WHERE chain = ? AND seq > ? AND seq <= ? ORDER BY seq"
    )
    for chain in chains:
        end = chain.n_before + chain.n_added
        for after in range(chain.n_before, end, CHUNK):
            n_done += connection.execute(copy, (chain.name, after, min(after + CHUNK, end))).rowcount
            tell(f"Taking the chains: {n_done} of {n_all} entries")


def _take_project(connection: sqlite3.Connection, name: str) -> None:
    columns = COLUMNS["project"]
    taken = columns.replace("name, name_key", "?, ?")
    connection.execute(f"INSERT INTO main.project ({columns}) SELECT {taken} FROM came.project", (name, name_key(name)))
