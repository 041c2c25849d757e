"""Whether the store inside an archive is what its manifest says, down to every hash, before anything of it is taken."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from fairdesk.domain.archives import ArchiveManifest
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.errors import InputError, StoreError
from fairdesk.domain.progress import TellStep
from fairdesk.store.archive_cases import wrong_cases
from fairdesk.store.archive_links import chain_end, checked_entries, project_chains
from fairdesk.store.archive_states import KIND as HANDED_OVER
from fairdesk.store.database import Database
from fairdesk.store.explaining import primary_code, translated
from fairdesk.store.migrating import MIGRATIONS, bring_up_to_date, upgrade
from fairdesk.store.schema import APPLICATION_ID
from fairdesk.store.store import BUSY_SECONDS, Store

HEADER = b"SQLite format 3\x00"

Clock = Callable[[], datetime]

OUR_FAULTS = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)

ITEMS = """
    SELECT chain, seq FROM ledger
    WHERE kind IN ('exchange', 'failure', 'correction') AND (
        json_extract(CAST(body AS TEXT), '$.key.case_id') IS NOT case_id
        OR json_extract(CAST(body AS TEXT), '$.key.variant') IS NOT variant
        OR json_extract(CAST(body AS TEXT), '$.key.question') IS NOT question
        OR json_extract(CAST(body AS TEXT), '$.key.sample') IS NOT sample)
    OR kind = 'classified' AND json_extract(CAST(body AS TEXT), '$.question') IS NOT question
    LIMIT 1
"""
"""Entries filed under another item than their body names: the chain covers the body alone."""


FILE_PARTS = """
    SELECT part.value FROM ledger, json_each(CAST(ledger.body AS TEXT), '$.parts') AS part
    WHERE ledger.kind IN ('recorded_file', 'batch_imported')
"""
"""Documents that hold the bytes of files that answers were taken from."""


def check_inner(inner: Path, manifest: ArchiveManifest, clock: Clock, tell: TellStep) -> None:
    """Check an unfolded store and bring it up to date; it is ours alone, so it may be written.

    Raises:
        InputError: it is foreign, damaged, or not what the manifest says.
    """
    tell("Checking the structure of the archive")
    try:
        _check_structure(inner, manifest, clock)
        _migrate(inner, clock)
        with reading(inner) as connection:
            _check_project(connection, manifest)
            _check_chains(connection, manifest, tell)
            _check_documents(connection, manifest, tell)
            _check_reports(connection, manifest)
            _check_drafts(connection, manifest)
            for words in wrong_cases(connection, manifest.project_id):
                raise not_intact(words)
        _check_editable(inner, manifest, clock)
    except (sqlite3.Error, DBAPIError, OSError, UnicodeDecodeError, RecursionError) as error:
        reason = getattr(error, "orig", None) or error
        if _is_of_this_computer(reason) and (found := translated(reason, inner)) is not None:
            raise found from error
        raise not_intact(f"SQLite: {reason}") from error
    except StoreError as error:
        if _is_of_this_computer(getattr(error.__cause__, "orig", None) or error.__cause__):
            raise
        raise not_intact(error.message.replace(str(inner), "the store inside")) from error


def _is_of_this_computer(reason: BaseException | None) -> bool:
    """Whether something failed here, such as a full disk, and not because of what the archive holds."""
    return isinstance(reason, OSError) or primary_code(reason) in OUR_FAULTS


def not_intact(why: str) -> InputError:
    """The refusal of an archive whose content is wrong."""
    return InputError(
        f"The archive is not intact: {why.rstrip('.')}.",
        "Nothing was changed. Copy the archive again from where it was written, or export it anew.",
    )


@contextmanager
def reading(inner: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing and trusts nothing that the file itself defines."""
    with closing(
        sqlite3.connect(f"{inner.as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)
    ) as connection:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        yield connection


def _check_structure(inner: Path, manifest: ArchiveManifest, clock: Clock) -> None:
    with inner.open("rb") as file:
        if file.read(len(HEADER)) != HEADER:
            raise not_intact("the store inside is no store")
    with reading(inner) as connection:
        found = _shape(connection)
        if ("table", "alembic_version") not in {(kind, name) for kind, name, _, _ in found}:
            raise not_intact("the store inside is no store of FairDesk")
        revision = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        is_ours = connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        if not is_ours or revision != [(manifest.schema_revision,)]:
            raise not_intact("the store inside is not of the schema that the manifest says")
        if found != _shape_of(manifest.schema_revision, inner.parent, clock):
            raise not_intact("the store inside has other tables, triggers or views than a store of FairDesk")
        problems = [line for (line,) in connection.execute("PRAGMA integrity_check(3)") if line != "ok"]
        if problems:
            raise not_intact(f"SQLite: {'; '.join(problems)}")


def _shape(connection: sqlite3.Connection) -> list[tuple[str, str, str, str | None]]:
    return connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name").fetchall()


def _shape_of(revision: str, folder: Path, clock: Clock) -> list[tuple[str, str, str, str | None]]:
    """The tables, indexes and triggers of a store that stands at a migration, made anew to be compared with."""
    if not (revision.isascii() and revision.isdigit() and any(MIGRATIONS.glob(f"versions/v{revision}_*.py"))):
        raise not_intact("its schema is not known")
    path = folder / "shape.sqlite"
    database = Database(path, clock, BUSY_SECONDS)
    try:
        with database.writing() as connection:
            upgrade(connection, revision)
    finally:
        database.close()
    with closing(sqlite3.connect(path)) as plain:
        return _shape(plain)


def _migrate(inner: Path, clock: Clock) -> None:
    database = Database(inner, clock, BUSY_SECONDS)
    try:
        bring_up_to_date(database, keep_copy=False)
    finally:
        database.close()
    with closing(sqlite3.connect(inner, isolation_level=None)) as plain:
        plain.execute("PRAGMA journal_mode = DELETE")


def _check_project(connection: sqlite3.Connection, manifest: ArchiveManifest) -> None:
    ids = connection.execute("SELECT project_id, name FROM project").fetchall()
    if ids != [(manifest.project_id, manifest.project_name)]:
        raise not_intact("the store inside does not hold the one project that the manifest names")


def _check_chains(connection: sqlite3.Connection, manifest: ArchiveManifest, tell: TellStep) -> None:
    stored = {chain for (chain,) in connection.execute("SELECT DISTINCT chain FROM ledger")}
    if stored != set(project_chains(connection, "main", manifest.project_id)):
        raise not_intact("it holds chains that the chain of its project does not link")
    if sorted(stored) != [chain.name for chain in manifest.chains]:
        raise not_intact("it does not hold the chains that the manifest names")
    n_done = 0
    for chain in manifest.chains:
        for rows in checked_entries(connection, "main", chain.name):
            n_done += len(rows)
            tell(f"Checking the chains: {n_done} of {manifest.n_entries} entries")
        end = chain_end(connection, "main", chain.name)
        if (end.n_entries, end.head) != (chain.n_entries, chain.head):
            raise not_intact(f"the chain {chain.name} does not end where the manifest says")
    tell("Comparing the entries with the items under which they are filed")
    misfiled = connection.execute(ITEMS).fetchone()
    if misfiled is not None:
        raise not_intact(f"entry {misfiled[1]} of {misfiled[0]} is filed under another item than it names")


def _check_documents(connection: sqlite3.Connection, manifest: ArchiveManifest, tell: TellStep) -> None:
    held = set()
    for sha256, kind, body in connection.execute("SELECT sha256, kind, body FROM document"):
        if not isinstance(body, bytes) or sha256_hex(body) != sha256:
            raise not_intact(f"document {sha256} does not have its hash")
        if kind == HANDED_OVER and not isinstance(_plain(body), dict):
            raise not_intact(f"document {sha256} cannot be read")
        held.add(sha256)
        tell(f"Checking the documents: {len(held)} of {manifest.n_documents}")
    fixed = connection.execute(
        "SELECT json_extract(CAST(body AS TEXT), '$.plan_sha256') FROM ledger WHERE chain = ? AND kind = 'plan_fixed'",
        (f"project:{manifest.project_id}",),
    )
    analyses = connection.execute("SELECT analysis_sha256 FROM report")
    files = connection.execute(FILE_PARTS)
    missing = {sha256 for (sha256,) in [*fixed, *analyses, *files]} - held
    if missing or len(held) != manifest.n_documents:
        raise not_intact("documents are missing")


def _check_reports(connection: sqlite3.Connection, manifest: ArchiveManifest) -> None:
    n_found = 0
    for project_id, pdf, pdf_sha256, heads in connection.execute(
        "SELECT project_id, pdf, pdf_sha256, heads FROM report"
    ):
        is_right = isinstance(pdf, bytes) and sha256_hex(pdf) == pdf_sha256 and isinstance(heads, bytes)
        if project_id != manifest.project_id or not is_right or not isinstance(_plain(heads), dict):
            raise not_intact("a report does not have its hash")
        n_found += 1
    if n_found != manifest.n_reports:
        raise not_intact("reports are missing")


def _check_drafts(connection: sqlite3.Connection, manifest: ArchiveManifest) -> None:
    for project_id, text in connection.execute("SELECT project_id, text FROM draft"):
        if project_id != manifest.project_id or not isinstance(text, str):
            raise not_intact("a draft is no text of the project")


def _check_editable(inner: Path, manifest: ArchiveManifest, clock: Clock) -> None:
    """Read what can be edited as FairDesk would read it."""
    with Store.open(inner, clock) as store:
        record = store.projects.get(manifest.project_id)
        names = [settings.name for settings in store.endpoints.all()]
        for name in {*names, *(system.endpoint.name for system in record.details.systems)}:
            store.endpoints.terms(name)
    with closing(sqlite3.connect(inner, isolation_level=None)) as plain:
        plain.execute("PRAGMA journal_mode = DELETE")


def _plain(body: bytes) -> object:
    try:
        return json.loads(body)
    except ValueError:
        return None
