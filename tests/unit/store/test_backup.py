"""A backup is a whole store in one file; only an intact one comes back, and what it replaces is kept."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fairdesk.domain.errors import InputError, StoreBusy, StoreError, StoreTooNew
from fairdesk.store.backup import backup, problems, restore
from fairdesk.store.entries import NewEntry
from fairdesk.store.store import Store
from tests.unit.store.conftest import HandClock
from tests.unit.store.test_opening import make_at_revision


def note(store: Store, body: bytes) -> None:
    store.ledger.append("run:1", [NewEntry(kind="note", body=body)])


def notes(path: Path, clock: HandClock) -> list[bytes]:
    with Store.open(path, clock) as store:
        return [entry.body for entry in store.ledger.entries("run:1")]


def damage(path: Path, table: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"DROP TRIGGER {table}_no_update")
        connection.execute(f"UPDATE {table} SET body = x'00'")


@pytest.fixture
def saved(store: Store, tmp_path: Path) -> Path:
    """A backup with one note; the store then went on by a second one and was closed."""
    note(store, b"1")
    backup(store, tmp_path / "backup.db")
    note(store, b"2")
    store.close()
    return tmp_path / "backup.db"


def test_a_backup_is_one_closed_file(store: Store, tmp_path: Path, clock: HandClock) -> None:
    """All that was stored is in it, nothing lies beside it, mode 600, while the store stays open."""
    note(store, b"1")
    backup(store, tmp_path / "b.db")

    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.db", "profile"]
    assert (tmp_path / "b.db").stat().st_mode & 0o777 == 0o600
    assert notes(tmp_path / "b.db", clock) == [b"1"]


def test_a_backup_replaces_nothing_unasked(store: Store, tmp_path: Path, clock: HandClock) -> None:
    """An existing file stays unless it may be replaced; the store itself is never a target."""
    target = tmp_path / "b.db"
    target.write_text("something else")
    note(store, b"1")
    for overwrite in (False, True):
        with pytest.raises(InputError, match="itself"):
            backup(store, store.path, overwrite=overwrite)
    with pytest.raises(InputError, match="exists already"):
        backup(store, target)
    assert target.read_text() == "something else"
    backup(store, target, overwrite=True)
    assert notes(target, clock) == [b"1"]


def test_a_backup_that_cannot_be_written_leaves_nothing(store: Store, tmp_path: Path) -> None:
    """A target in an absent folder gives a clear text."""
    with pytest.raises(StoreError, match="nowhere"):
        backup(store, tmp_path / "nowhere" / "b.db")
    assert [path.name for path in tmp_path.iterdir()] == ["profile"]


def test_restoring_keeps_what_it_replaces(store: Store, saved: Path, clock: HandClock) -> None:
    """The store is as the backup was, the replaced one is in the folder backups, the backup is unchanged."""
    before = saved.read_bytes()
    kept = restore(saved, store.path, clock)

    assert kept is not None
    assert kept == store.path.parent / "backups" / "fairdesk-20260102T030405Z-before-restore.db"
    assert kept.stat().st_mode & 0o777 == store.path.stat().st_mode & 0o777 == 0o600
    assert notes(store.path, clock) == [b"1"]
    assert notes(kept, clock) == [b"1", b"2"]
    assert saved.read_bytes() == before
    assert sorted(path.name for path in store.path.parent.iterdir()) == ["backups", "fairdesk.db"]
    restore(kept, store.path, clock)
    assert notes(store.path, clock) == [b"1", b"2"]


def test_restoring_where_no_store_is(saved: Path, tmp_path: Path, clock: HandClock) -> None:
    """A backup makes a store in a new folder; nothing was there to be kept."""
    target = tmp_path / "new" / "fairdesk.db"
    assert restore(saved, target, clock) is None
    assert notes(target, clock) == [b"1"]
    assert sorted(path.name for path in target.parent.iterdir()) == ["backups", "fairdesk.db"]


def test_restoring_beside_an_orphaned_log(saved: Path, store: Store, tmp_path: Path, clock: HandClock) -> None:
    """The log of a store whose file was lost is put aside: its pages do not end up in the restored store."""
    target = tmp_path / "new" / "fairdesk.db"
    target.parent.mkdir()
    with Store.open(store.path, clock) as window:
        note(window, b"3")
        log = store.path.with_name("fairdesk.db-wal").read_bytes()
    target.with_name("fairdesk.db-wal").write_bytes(log)
    restore(saved, target, clock)

    assert notes(target, clock) == [b"1"]
    (aside,) = (target.parent / "backups").iterdir()
    assert aside.read_bytes() == log


def test_restoring_over_a_damaged_store(store: Store, saved: Path, clock: HandClock) -> None:
    """A store that SQLite cannot read any more is kept byte for byte and replaced."""
    store.path.write_bytes(b"\xff" * 8192)
    kept = restore(saved, store.path, clock)

    assert kept is not None
    assert kept.read_bytes() == b"\xff" * 8192
    assert notes(store.path, clock) == [b"1"]


def test_restoring_an_open_store_is_refused(saved: Path, store: Store, clock: HandClock) -> None:
    """While a window has the store open nothing is replaced, and nothing is left lying about."""
    with Store.open(store.path, clock) as window:
        note(window, b"3")
        with pytest.raises(StoreBusy, match="open in another window"):
            restore(saved, store.path, clock)
        note(window, b"4")

    assert notes(store.path, clock) == [b"1", b"2", b"3", b"4"]
    assert list((store.path.parent / "backups").iterdir()) == []
    assert sorted(path.name for path in store.path.parent.iterdir()) == ["backups", "fairdesk.db"]


@pytest.mark.parametrize(
    ("table", "words"), [("ledger", "chain run:1: entry 1"), ("document", "Document .* was changed")]
)
def test_a_tampered_backup_is_refused(store: Store, tmp_path: Path, clock: HandClock, table: str, words: str) -> None:
    """A backup in which a hash does not fit is named with what is wrong, and the store stays as it was."""
    note(store, b"1")
    store.documents.put("plan", b"{}")
    bad = tmp_path / "bad.db"
    backup(store, bad)
    damage(bad, table)
    store.close()
    before = store.path.read_bytes()
    with pytest.raises(StoreError, match=words):
        restore(bad, store.path, clock)

    assert store.path.read_bytes() == before
    assert [path.name for path in store.path.parent.iterdir()] == ["fairdesk.db"]


def test_other_files_are_no_backups(store: Store, tmp_path: Path, clock: HandClock) -> None:
    """A missing file, a PDF, a foreign database, an empty file and the store itself are refused, each by name."""
    note(store, b"1")
    store.close()
    (tmp_path / "report.pdf").write_bytes(b"%PDF-1.7" * 1000)
    (tmp_path / "empty.db").touch()
    with closing(sqlite3.connect(tmp_path / "foreign.db")) as connection, connection:
        connection.execute("CREATE TABLE t (x)")
    before = store.path.read_bytes()
    for name in ("absent.db", "report.pdf", "empty.db", "foreign.db"):
        with pytest.raises((StoreError, InputError), match=name):
            restore(tmp_path / name, store.path, clock)
    with pytest.raises(InputError, match="itself"):
        restore(store.path, store.path, clock)
    assert store.path.read_bytes() == before


def test_an_older_backup_is_migrated_and_a_newer_one_refused(tmp_path: Path, clock: HandClock) -> None:
    """Restoring a backup of the first schema gives a store of today's; the backup keeps its own."""
    old = tmp_path / "old.db"
    make_at_revision(old, clock, "0001")
    before = old.read_bytes()
    restore(old, tmp_path / "fairdesk.db", clock)
    with Store.open(tmp_path / "fairdesk.db", clock) as store:
        store.leases.acquire("run:1", "me", 60)
        assert problems(store) == ()
    assert old.read_bytes() == before
    assert list((tmp_path / "backups").iterdir()) == []

    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0099'")
    with pytest.raises(StoreTooNew):
        restore(old, tmp_path / "fairdesk.db", clock)


def test_a_lease_does_not_come_back(store: Store, tmp_path: Path, clock: HandClock) -> None:
    """Whoever held a lease when the backup was made does not hold it in the restored store."""
    store.leases.acquire("run:1", "window", 3600)
    backup(store, tmp_path / "b.db")
    restore(tmp_path / "b.db", tmp_path / "new.db", clock)
    with Store.open(tmp_path / "new.db", clock) as restored:
        assert restored.leases.holder("run:1") is None
