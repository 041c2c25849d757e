"""Opening makes, recognises, migrates or refuses a file, and never changes a foreign one."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from fairdesk.domain.errors import StoreError, StoreTooNew
from fairdesk.store import schema
from fairdesk.store.database import Database
from fairdesk.store.entries import NewEntry
from fairdesk.store.migrating import MIGRATIONS, upgrade
from fairdesk.store.store import Store
from tests.unit.store.conftest import HandClock


def shape(path: Path) -> list[tuple[str, str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").fetchall()


def make_at_revision(path: Path, clock: HandClock, revision: str) -> None:
    """A store as the version of FairDesk wrote it whose newest migration this was."""
    database = Database(path, clock, 5)
    database.use_wal()
    with database.writing() as connection:
        upgrade(connection, revision)
    database.close()


def test_a_new_store_is_closed_to_others(store: Store) -> None:
    """The file, its log and its shared memory have mode 600, and the settings that protect the evidence are on."""
    store.documents.put("plan", b"{}")
    files = sorted(store.path.parent.glob("fairdesk.db*"))

    assert [file.name for file in files] == ["fairdesk.db", "fairdesk.db-shm", "fairdesk.db-wal"]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    with store.database.reading() as connection:
        values = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers")
        }
    assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "recursive_triggers": 1}


def test_a_file_that_others_could_read_is_closed(store: Store, clock: HandClock) -> None:
    """Opening a store whose mode was widened narrows it again."""
    store.path.chmod(0o644)
    with Store.open(store.path, clock):
        assert store.path.stat().st_mode & 0o777 == 0o600


def test_a_store_stays_as_it_was(store: Store, clock: HandClock) -> None:
    """What was stored is there after closing and opening, in a folder with blanks, percent signs and any script."""
    path = store.path.parent / "a %20b ?#" / "żółć 大学.db"
    with Store.open(path, clock) as first:
        first.ledger.append("run:1", [NewEntry(kind="note", body=b"n")])
    with Store.open(path, clock) as second:
        assert second.ledger.check("run:1").ok
        assert second.ledger.count("run:1") == 1
        assert second.path == path
    assert [file.name for file in path.parent.iterdir()] == ["żółć 大学.db"]


def test_the_tables_are_what_the_queries_expect(store: Store) -> None:
    """The migrations and the table definitions describe one schema, and the newest migration is the one named."""
    with store.database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
        columns = {
            table.name: [row[1] for row in connection.exec_driver_sql(f"PRAGMA table_info({table.name})")]
            for table in schema.metadata.sorted_tables
        }
    assert columns == {table.name: table.columns.keys() for table in schema.metadata.sorted_tables}
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [schema.SCHEMA_REVISION]


def test_an_older_store_is_migrated_after_a_copy(store: Store, data_dir: Path, clock: HandClock) -> None:
    """Case DB-03: a store of the first schema opens with its data, has the newest schema, and was copied before."""
    old = data_dir / "old.db"
    make_at_revision(old, clock, "0001")
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("INSERT INTO document VALUES ('k', 'plan', x'00', 't')")
    before = shape(old)

    with Store.open(old, clock) as migrated:
        assert migrated.documents.has("k")
        migrated.leases.acquire("run:1", "me", 1)
        assert shape(old) == shape(store.path)
    (copy,) = (data_dir / "backups").iterdir()
    assert copy.name == "old-20260102T030405Z-before-migration.db"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert shape(copy) == before != shape(old)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT sha256 FROM document").fetchall() == [("k",)]


def test_a_migration_that_fails_changes_nothing(data_dir: Path, clock: HandClock) -> None:
    """A store that cannot be migrated stays at its schema, readable by the version that wrote it."""
    old = data_dir / "old.db"
    make_at_revision(old, clock, "0001")
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("CREATE TABLE lease (in_the_way)")
    before = shape(old)
    with pytest.raises(StoreError, match="migrat"):
        Store.open(old, clock)

    assert shape(old) == before
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]


def test_a_newer_store_is_refused_unchanged(store: Store, clock: HandClock) -> None:
    """A store of a later version gives a clear text and is not touched."""
    store.close()
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0099'")
        connection.execute("CREATE TABLE later (x)")
    before = store.path.read_bytes()
    with pytest.raises(StoreTooNew, match=r"later version .* 0099"):
        Store.open(store.path, clock)

    assert store.path.read_bytes() == before
    assert not (store.path.parent / "backups").exists()


def test_a_foreign_database_is_refused_unchanged(data_dir: Path, clock: HandClock) -> None:
    """Another program's SQLite file is no FairDesk store and keeps its bytes, its journal mode and its permissions."""
    path = data_dir / "other.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num)")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")
    path.chmod(0o640)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="no FairDesk store"):
        Store.open(path, clock)

    assert path.read_bytes() == before
    assert path.stat().st_mode & 0o777 == 0o640
    assert [file.name for file in data_dir.iterdir()] == ["other.db"]


@pytest.mark.parametrize("content", [b"%PDF-1.7 " * 1000, b"x", b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_refused_unchanged(data_dir: Path, clock: HandClock, content: bytes) -> None:
    """Any other file is named and keeps its bytes."""
    path = data_dir / "fairdesk.db"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"fairdesk\.db"):
        Store.open(path, clock)

    assert path.read_bytes() == content


def test_a_folder_is_refused(data_dir: Path, clock: HandClock) -> None:
    """A folder in the place of the file, or a file in the place of a folder, gives a clear text."""
    (data_dir / "file").write_text("x")
    for path in (data_dir, data_dir / "file" / "fairdesk.db"):
        with pytest.raises(StoreError, match=str(data_dir)):
            Store.open(path, clock)


def test_an_open_store_needs_no_alembic(store: Store) -> None:
    """A store that is up to date opens without importing alembic or the ORM, which would slow down every start."""
    program = (
        "import sys; from datetime import UTC, datetime; from pathlib import Path\n"
        "from fairdesk.store.store import Store\n"
        "Store.open(Path(sys.argv[1]), lambda: datetime.now(UTC)).close()\n"
        "print([name for name in ('alembic', 'sqlalchemy.orm') if name in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program, str(store.path)], capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"


def test_many_may_open_a_new_store_at_once(data_dir: Path) -> None:
    """Processes that make the same new store together all get it, and it is made once."""
    program = (
        "import sys; from datetime import UTC, datetime; from pathlib import Path\n"
        "from fairdesk.store.entries import NewEntry; from fairdesk.store.store import Store\n"
        "with Store.open(Path(sys.argv[1]), lambda: datetime.now(UTC)) as store:\n"
        "    store.ledger.append('run:1', [NewEntry(kind='note', body=b'n')])\n"
    )
    path = data_dir / "fairdesk.db"
    starters = [subprocess.Popen([sys.executable, "-c", program, str(path)]) for _ in range(4)]

    assert [starter.wait() for starter in starters] == [0] * 4
    with Store.open(path, lambda: datetime.now(UTC)) as store:
        assert store.ledger.check("run:1").n_entries == 4
        assert store.ledger.check("run:1").ok
