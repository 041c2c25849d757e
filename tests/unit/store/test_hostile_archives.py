"""Archives that are cut, changed, foreign or made to harm: a clear error each, and nothing is written."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.errors import FairDeskError, InputError, StoreError, StoreTooNew
from fairdesk.store import archive_file
from fairdesk.store.store import Store
from tests.unit.store.archive_making import (
    answers,
    content,
    export,
    make_project,
    rewrite,
    take,
    without_triggers,
)
from tests.unit.store.conftest import HandClock
from tests.unit.store.test_opening import make_at_revision

Change = Callable[[sqlite3.Connection], object]

RIGHT_BODY = "x'7b226b6579223a7b7d7d'"
ZERO_BYTE = sha256_hex(bytes(1))


def sql(*changes: str) -> Change:
    return lambda connection: without_triggers(connection, *changes)


def added(statement: str) -> Change:
    return lambda connection: connection.execute(statement)


INNER: dict[str, tuple[Change, str]] = {
    "a trigger": (
        added("CREATE TRIGGER t AFTER INSERT ON ledger BEGIN DELETE FROM project; END"),
        "other tables, triggers or views",
    ),
    "a trigger that is missing": (added("DROP TRIGGER ledger_no_update"), "other tables, triggers or views"),
    "a view": (added("CREATE VIEW v AS SELECT * FROM project"), "other tables, triggers or views"),
    "a view in place of a table": (
        lambda connection: connection.executescript("DROP TABLE lease; CREATE VIEW lease AS SELECT 1 AS name"),
        "other tables, triggers or views",
    ),
    "an index on an expression": (added("CREATE INDEX i ON draft (upper(text))"), "other tables"),
    "no table of FairDesk": (added("DROP TABLE alembic_version"), "no store of FairDesk"),
    "another application": (added("PRAGMA application_id = 1"), "not of the schema"),
    "another revision": (added("UPDATE alembic_version SET version_num = '0001'"), "not of the schema"),
    "a changed answer": (sql(f"UPDATE ledger SET body = {RIGHT_BODY} WHERE seq = 3"), "fit together at entry 3"),
    "text in place of bytes": (sql("UPDATE ledger SET body = 'x' WHERE seq = 3"), "entry 3"),
    "an answer left out": (sql("DELETE FROM ledger WHERE seq = 3"), "entry 3"),
    "the last answer left out": (sql("DELETE FROM ledger WHERE seq = 6"), "does not end where"),
    "an answer of another file": (sql("UPDATE ledger SET case_id = 'z' WHERE seq = 3"), "filed under another item"),
    "a chain too much": (sql("UPDATE ledger SET chain = 'run:z' WHERE chain = 'run:r-first'"), "does not link"),
    "a changed document": (sql("UPDATE document SET body = x'00' WHERE kind = 'plan'"), "does not have its hash"),
    "a missing plan": (sql("DELETE FROM document WHERE kind = 'plan'"), "documents are missing"),
    "a missing variant": (sql("DELETE FROM document WHERE kind = 'variants'"), "documents are missing"),
    "a changed report": (sql("UPDATE report SET pdf = x'00'"), "report does not have its hash"),
    "a missing report": (sql("DELETE FROM report"), "reports are missing"),
    "a report of another project": (sql("UPDATE report SET project_id = 'z'"), "report"),
    "a second project": (
        sql("INSERT INTO project SELECT 'z', 'z', 'z', details, revision, created_at, changed_at FROM project"),
        "the one project",
    ),
    "no project": (sql("DELETE FROM project"), "the one project"),
    "details that are none": (sql("UPDATE project SET details = CAST('{\"systems\":3}' AS BLOB)"), "details"),
    "details that are no JSON": (sql("UPDATE project SET details = x'00'"), "details"),
    "a draft that is no text": (sql("UPDATE draft SET text = x'00'"), "draft"),
    "a draft of another project": (
        sql("PRAGMA foreign_keys = OFF", "UPDATE draft SET project_id = 'z'"),
        "a draft is no text of the project",
    ),
    "a draft in half a character": (sql("UPDATE draft SET text = CAST(x'ff' AS TEXT)"), "SQLite"),
    "a state that is no JSON": (
        sql(f"UPDATE document SET body = x'00', sha256 = '{ZERO_BYTE}' WHERE kind = 'handed_over'"),
        "cannot be read",
    ),
    "terms that are none": (sql("UPDATE endpoint_terms SET terms = x'00'"), "terms"),
    "a name with a line break": (
        lambda connection: connection.execute("UPDATE project SET name = 'a' || char(10) || 'b'"),
        "the one project",
    ),
}

SAID: dict[str, tuple[dict[str, Any], type[FairDeskError], str]] = {
    "another hash": ({"store_sha256": "0" * 64}, InputError, "hash"),
    "another size": ({"store_bytes": 7}, InputError, "size"),
    "a later schema": ({"schema_revision": "9999"}, StoreTooNew, "later version"),
    "a later format": ({"format_version": 2}, StoreTooNew, "later version"),
    "a schema that never was": ({"schema_revision": "0000"}, InputError, "schema"),
    "a schema that is a path": ({"schema_revision": "../../x"}, InputError, "schema"),
    "another format": ({"format": "zip"}, InputError, "manifest"),
    "a number as text": ({"n_documents": "4"}, InputError, "manifest"),
    "no chains": ({"chains": []}, InputError, "chains"),
    "another head": ({"chains": None}, InputError, "manifest"),
    "another project": ({"project_id": "z"}, InputError, "one project"),
}


@pytest.fixture
def archive(store: Store, tmp_path: Path) -> Path:
    """An intact archive of a project with five answers."""
    project_id = make_project(store, "Admissions", "first")
    store.ledger.append("run:r-first", answers(0, 5))
    target = tmp_path / "a.fairdesk"
    export(store, project_id, target)
    return target


@pytest.fixture
def other(tmp_path: Path, clock: HandClock) -> Store:
    with Store.open(tmp_path / "other" / "fairdesk.db", clock, busy_seconds=5) as store:
        make_project(store, "Mine", "mine")
        return store


def refused(other: Store, archive: Path, kind: type[FairDeskError], words: str) -> None:
    """The archive is refused with these words, and the store and its folder are as they were."""
    before = content(other.path)
    with pytest.raises(kind, match=words) as failure:
        take(other, archive)
    assert "othing was changed" in failure.value.advice
    assert content(other.path) == before
    assert {path.name for path in other.path.parent.iterdir()} <= {"fairdesk.db", "fairdesk.db-wal", "fairdesk.db-shm"}


def test_an_archive_that_was_not_touched_is_taken(other: Store, archive: Path) -> None:
    """What the tests below change is accepted when they change nothing."""
    rewrite(archive)
    assert take(other, archive).n_added == 8


@pytest.mark.parametrize("name", INNER)
def test_a_changed_store_inside(other: Store, archive: Path, name: str) -> None:
    """The hash of the inner store is right, but something in it is not."""
    change, words = INNER[name]
    rewrite(archive, inner=change)
    refused(other, archive, InputError, words)


@pytest.mark.parametrize("name", SAID)
def test_a_manifest_that_says_otherwise(other: Store, archive: Path, name: str) -> None:
    """The manifest says something that the store inside does not hold, or a later version wrote it."""
    said, kind, words = SAID[name]
    rewrite(archive, said=said)
    refused(other, archive, kind, words)


def test_names_that_lead_out(other: Store, archive: Path) -> None:
    """A member named like a path, or any third member, refuses the archive; no file is written anywhere."""
    for name in ("../../evil", "/tmp/evil", "store\\..\\evil", "notes.txt"):
        rewrite(archive, more={name: b"x"})
        refused(other, archive, InputError, "two files")
    assert not list(archive.parent.rglob("*evil*"))


def test_cut_files(other: Store, archive: Path) -> None:
    """Cut anywhere, the archive is refused; so are an empty file, a text, a folder and one that is absent."""
    whole = archive.read_bytes()
    for n_bytes in (0, 1, 30, len(whole) // 3, len(whole) - 30, len(whole) - 1):
        archive.write_bytes(whole[:n_bytes])
        refused(other, archive, InputError, "no intact archive")
    archive.write_text("a letter")
    refused(other, archive, InputError, "no intact archive")
    for absent in (archive.parent, archive.with_name("absent")):
        with pytest.raises(InputError, match="not there or no file"):
            take(other, absent)


def test_changed_bytes(other: Store, archive: Path) -> None:
    """A byte changed anywhere is noticed, or changes nothing that counts (times, flags and gaps of the ZIP)."""
    whole = archive.read_bytes()
    before = content(other.path)
    for place in range(5, len(whole), len(whole) // 40):
        archive.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            taken = take(other, archive)
        except InputError:
            assert content(other.path) == before
        else:
            assert taken.n_added == 8
            break


def test_a_bomb(other: Store, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that unfolds to far more than its bytes can hold, or than the disk has room for, is not unfolded."""
    monkeypatch.setattr(archive_file, "FREELY_PRESSED", 1 << 20)
    bomb = bytes(8 << 20)
    with zipfile.ZipFile(archive) as old:
        manifest = json.loads(old.read("manifest.json"))
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as new:
        new.writestr("project.sqlite", bomb)
        new.writestr("manifest.json", json.dumps(manifest | {"store_bytes": len(bomb)}))
    refused(other, archive, InputError, "would unfold to 8388608")
    monkeypatch.setattr(archive_file, "FREELY_PRESSED", 1 << 62)
    refused(other, archive, InputError, "hash")

    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=1 << 20))
    with pytest.raises(StoreError, match="no room to unfold"):
        take(other, archive)


def test_a_manifest_without_end(other: Store, archive: Path) -> None:
    """A manifest of many megabytes, or nested without end, is refused without being taken apart."""
    with zipfile.ZipFile(archive) as old:
        store = old.read("project.sqlite")
    for manifest in (b" " * (17 << 20), b"[" * 100_000, b"\xff\xfe", b"null"):
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as new:
            new.writestr("project.sqlite", store)
            new.writestr("manifest.json", manifest)
        refused(other, archive, InputError, "manifest")


def test_a_store_is_no_archive(other: Store, store: Store) -> None:
    """A backup is told apart from an archive."""
    with pytest.raises(InputError, match="no intact archive"):
        take(other, store.path)


def test_an_older_archive_is_migrated(other: Store, store: Store, archive: Path, clock: HandClock) -> None:
    """An archive whose store stands at an earlier schema is brought up to date and taken."""
    old = archive.with_name("old.sqlite")
    make_at_revision(old, clock, "0002")
    with zipfile.ZipFile(archive) as packed:
        (archive.parent / "new.sqlite").write_bytes(packed.read("project.sqlite"))

    with closing(sqlite3.connect(old, isolation_level=None)) as connection:
        connection.execute("ATTACH DATABASE ? AS new", (str(archive.parent / "new.sqlite"),))
        for table in ("document", "ledger", "report", "project", "endpoint", "draft"):
            connection.execute(f"INSERT INTO main.{table} SELECT * FROM new.{table}")
        connection.execute("PRAGMA journal_mode = DELETE")

    def replaced(connection: sqlite3.Connection) -> None:
        with closing(sqlite3.connect(old)) as source:
            source.backup(connection)

    rewrite(archive, inner=replaced, said={"schema_revision": "0002"})
    taken = take(other, archive)
    assert (taken.n_added, taken.n_documents) == (8, 5)
