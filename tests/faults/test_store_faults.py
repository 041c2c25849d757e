"""The store under faults: killed writers, foreign locks, full disks, folders that may not be written."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fairdesk.domain.errors import StoreBusy, StoreError
from fairdesk.store.backup import backup, problems, restore
from fairdesk.store.entries import ItemSearch, NewEntry
from fairdesk.store.store import Store

pytestmark = pytest.mark.skipif(os.name == "nt", reason="injects faults with POSIX signals, mounts and limits")

APPEND = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from fairdesk.store.entries import NewEntry
from fairdesk.store.store import Store
store = Store.open(Path(sys.argv[1]), lambda: datetime.now(UTC))
n = 0
while True:
    batch = [NewEntry(kind="exchange", body=b"%d " % (n + i) * 500, case_id=str(n + i)) for i in range(3)]
    print(store.ledger.append(sys.argv[2], batch)[-1].link, flush=True)
    n += 3
"""

INDEX = """
import sys, time
from datetime import UTC, datetime
from pathlib import Path
from fairdesk.store.store import Store
with Store.open(Path(sys.argv[1]), lambda: datetime.now(UTC)) as store:
    print("started", flush=True)
    store.search.index("run:1", time.monotonic() + 60)
"""

LOCK = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
time.sleep(60)
"""


def now() -> datetime:
    return datetime.now(UTC)


def note(body: bytes = b"n") -> list[NewEntry]:
    return [NewEntry(kind="note", body=body)]


@contextmanager
def running(program: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A Python program in a process of its own, killed at the end."""
    with subprocess.Popen([sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def small_disk(path: Path, kib: int) -> Iterator[Path]:
    """A file system of its own with this much room; skips where none may be mounted."""
    path.mkdir()
    mount = shutil.which("mount")
    command = [str(mount), "-t", "tmpfs", "-o", f"size={kib}k", "tmpfs", str(path)]
    if mount is None or os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk needs root")
    try:
        yield path
    finally:
        subprocess.run(["umount", str(path)], check=True)


def test_killed_while_appending(data_dir: Path) -> None:
    """After kill -9 all that was acknowledged is there, batches are whole, and the chain verifies; three times."""
    path = data_dir / "fairdesk.db"
    with Store.open(path, now):
        pass
    for attempt in range(3):
        with running(APPEND, str(path), f"run:{attempt}") as writer:
            assert writer.stdout is not None
            acknowledged = [writer.stdout.readline().strip()]
            time.sleep(random.uniform(0, 0.3))
            writer.send_signal(signal.SIGKILL)
            acknowledged += [line.strip() for line in writer.stdout if line.endswith("\n")]
        with Store.open(path, now) as store:
            check = store.ledger.check(f"run:{attempt}", acknowledged[-1])
            assert check.ok, check.problem
            assert check.head_reached
            assert check.n_entries % 3 == 0
            assert check.n_later in (0, 3), "at most the batch in flight may be there without being acknowledged"
            assert check.n_entries - check.n_later == 3 * len(acknowledged)
            assert problems(store) == ()


def test_killed_while_restoring(data_dir: Path) -> None:
    """After kill -9 in the middle of restoring, the store is the one before or the one after, whole."""
    program = (
        "import sys; from datetime import UTC, datetime; from pathlib import Path\n"
        "from fairdesk.store.backup import restore\n"
        "print('started', flush=True)\n"
        "while True:\n"
        "    for source in sys.argv[2:]:\n"
        "        restore(Path(source), Path(sys.argv[1]), lambda: datetime.now(UTC))\n"
    )
    target, sources = data_dir / "fairdesk.db", [data_dir / "one.db", data_dir / "two.db"]
    for source in sources:
        with Store.open(source, now) as store:
            store.ledger.append("run:1", note(source.name.encode() * 30_000))
    restore(sources[0], target, now)
    for _ in range(4):
        with running(program, str(target), *map(str, sources)) as restorer:
            assert restorer.stdout is not None
            restorer.stdout.readline()
            time.sleep(random.uniform(0.05, 0.3))
            restorer.send_signal(signal.SIGKILL)
            restorer.wait()
        with Store.open(target, now) as store:
            assert problems(store) == ()
            (entry,) = store.ledger.entries("run:1")
            assert entry.body in [source.name.encode() * 30_000 for source in sources]


def test_locked_by_another_process(data_dir: Path) -> None:
    """While another process holds the lock, reading works and writing waits, then says who to wait for."""
    path = data_dir / "fairdesk.db"
    with Store.open(path, now, busy_seconds=0.3) as store, running(LOCK, str(path)) as holder:
        store.ledger.append("run:1", note())
        assert holder.stdout is not None
        assert holder.stdout.readline() == "locked\n"
        began = time.monotonic()
        with pytest.raises(StoreBusy, match="locked by another process") as failure:
            store.ledger.append("run:1", note())
        assert time.monotonic() - began >= 0.3
        assert "try again" in failure.value.advice
        assert store.ledger.count("run:1") == 1
        with Store.open(path, now, busy_seconds=0.3) as second:
            assert second.ledger.count("run:1") == 1
        holder.kill()
        holder.wait()
        store.ledger.append("run:1", note())
        assert store.ledger.check("run:1").n_entries == 2


def append_until_it_fails(store: Store, heads: list[str]) -> None:
    while True:
        heads.append(store.ledger.append("run:1", note(b"%d" % len(heads) * 2000) + note(b"2"))[-1].link)


def test_disk_full_while_appending(tmp_path: Path) -> None:
    """On a full disk an append fails with cause and cure, nothing half is stored, and it goes on when there is room."""
    with small_disk(tmp_path / "disk", kib=1024) as disk, Store.open(disk / "fairdesk.db", now) as store:
        heads: list[str] = []
        with pytest.raises(StoreError, match="disk") as failure:
            append_until_it_fails(store, heads)
        assert "space" in failure.value.advice
        head, n = heads[-1], 2 * len(heads)
        assert n > 10
        check = store.ledger.check("run:1", head)
        assert (check.ok, check.n_entries, check.n_later) == (True, n, 0)
        with pytest.raises(StoreError, match="disk"):
            backup(store, disk / "backup.db")
        assert sorted(path.name for path in disk.iterdir()) == ["fairdesk.db", "fairdesk.db-shm", "fairdesk.db-wal"]

        subprocess.run(["mount", "-o", "remount,size=4096k", str(disk)], check=True)
        store.ledger.append("run:1", note())
        assert store.ledger.check("run:1", head).n_later == 1
        assert problems(store) == ()


def test_disk_full_while_a_store_is_made(tmp_path: Path) -> None:
    """A store that found no room can be opened as a new one when there is room."""
    with small_disk(tmp_path / "disk", kib=48) as disk:
        with pytest.raises(StoreError, match="disk"):
            Store.open(disk / "fairdesk.db", now)
        subprocess.run(["mount", "-o", "remount,size=4096k", str(disk)], check=True)
        with Store.open(disk / "fairdesk.db", now) as store:
            store.ledger.append("run:1", note())


def test_disk_full_while_restoring(data_dir: Path, tmp_path: Path) -> None:
    """Without room for the restored store, the present one stays as it is and no partial file is left."""
    with Store.open(data_dir / "large.db", now) as large:
        large.documents.put("plan", os.urandom(600_000))
        backup(large, tmp_path / "backup.db")
    with small_disk(tmp_path / "disk", kib=512) as disk:
        target = disk / "fairdesk.db"
        with Store.open(target, now) as store:
            store.ledger.append("run:1", note())
        before = target.read_bytes()
        for kib in (512, 800, 1000, 1300):  # room for less and less of: the copy, the kept one, the exchange
            subprocess.run(["mount", "-o", f"remount,size={kib}k", str(disk)], check=True)
            with pytest.raises(StoreError, match="disk"):
                restore(tmp_path / "backup.db", target, now)
            assert target.read_bytes()[100:] == before[100:]
            assert {path.name for path in disk.rglob("*")} <= {"fairdesk.db", "backups"}
            with Store.open(target, now) as store:
                assert store.ledger.check("run:1").n_entries == 1


def test_a_limit_on_file_size(data_dir: Path) -> None:
    """Where the system refuses larger files, an append fails with cause and cure and the chain stays whole."""
    program = (
        "import resource, signal, sys; from datetime import UTC, datetime; from pathlib import Path\n"
        "from fairdesk.domain.errors import StoreError\n"
        "from fairdesk.store.entries import NewEntry; from fairdesk.store.store import Store\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "store = Store.open(Path(sys.argv[1]), lambda: datetime.now(UTC))\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))\n"
        "try:\n"
        "    while True:\n"
        "        store.ledger.append('run:1', [NewEntry(kind='note', body=b'x' * 2500)] * 2)\n"
        "except StoreError as error:\n"
        "    print(error, store.ledger.check('run:1').ok, store.ledger.count('run:1') % 2)\n"
    )
    path = data_dir / "fairdesk.db"
    answer = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)

    assert "disk" in answer.stdout
    assert answer.stdout.endswith("True 0\n")
    with Store.open(path, now) as store:
        assert store.ledger.count("run:1") > 10
        assert problems(store) == ()


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without root's right to write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    """A store in a closed folder gives cause and cure: a new one, one that is there, and a backup into it."""
    folder = Path(tempfile.mkdtemp())
    try:
        with Store.open(folder / "there.db", now) as store:
            store.ledger.append("run:1", note())
        with closing(sqlite3.connect(folder / "there.db")) as plain:
            plain.execute("PRAGMA journal_mode = DELETE")
        folder.chmod(0o555)
        (folder / "there.db").chmod(0o444)
        for name in ("new.db", "there.db"):
            with as_nobody(), pytest.raises(StoreError, match=name) as failure:
                Store.open(folder / name, now)
            assert "ermission" in str(failure.value)
        with Store.open(tmp_path / "mine.db", now) as store:
            with as_nobody(), pytest.raises(StoreError, match="ermission"):
                backup(store, folder / "backup.db")
            assert [path.name for path in folder.iterdir()] == ["there.db"]
    finally:
        folder.chmod(0o700)
        shutil.rmtree(folder)


def test_a_damaged_page_is_a_clear_failure(data_dir: Path) -> None:
    """A store whose pages were overwritten says that it is damaged and that a backup helps."""
    path = data_dir / "fairdesk.db"
    with Store.open(path, now) as store:
        for i in range(200):
            store.ledger.append("run:1", note(b"%d" % i * 1000))
    content = bytearray(path.read_bytes())
    content[40960:] = os.urandom(len(content) - 40960)
    path.write_bytes(content)
    with pytest.raises(StoreError) as failure, Store.open(path, now) as store:
        store.ledger.check("run:1")
    assert "damaged" in failure.value.message
    assert "backup" in failure.value.advice


def answers(n: int) -> list[NewEntry]:
    """Answers of which each holds its own number in words that no other one holds."""
    bodies = [b'{"outcome":{"text":"rating %d of many. %s"}}' % (i, os.urandom(400).hex().encode()) for i in range(n)]
    return [NewEntry(kind="exchange", body=body, case_id=str(i)) for i, body in enumerate(bodies)]


def test_a_short_fault_loses_no_correction(data_dir: Path) -> None:
    """Case DB-05: what was said to be kept is kept and counted; what could not be kept says so and is sent again."""
    path = data_dir / "fairdesk.db"
    corrections = [NewEntry(kind="correction", body=b"%d" % i, case_id=str(i), status="refused") for i in range(6)]
    with Store.open(path, now, busy_seconds=0.2) as store:
        store.ledger.append("run:1", corrections[:2])
        with running(LOCK, str(path)) as holder:
            assert holder.stdout is not None
            holder.stdout.readline()
            unkept = []
            for one in corrections[2:5]:
                with pytest.raises(StoreBusy, match="locked"):
                    store.ledger.append("run:1", [one])
                unkept.append(one)
                assert store.ledger.count("run:1", "correction") == 2
        store.ledger.append("run:1", unkept)
        store.ledger.append("run:1", corrections[5:])
        assert [entry.body for entry in store.ledger.entries("run:1", "correction")] == [
            one.body for one in corrections
        ]
        assert store.ledger.count("run:1", "correction") == 6
        assert store.ledger.check("run:1").ok


@pytest.mark.slow
def test_killed_while_indexing(data_dir: Path) -> None:
    """After kill -9 in the middle of indexing, words are found as before, and indexing goes on to its end."""
    path = data_dir / "fairdesk.db"
    with Store.open(path, now) as store:
        store.ledger.append("run:1", answers(6_000))
        for _ in range(3):
            with running(INDEX, str(path)) as indexer:
                assert indexer.stdout is not None
                indexer.stdout.readline()
                time.sleep(random.uniform(0.05, 0.4))
                indexer.kill()
                indexer.wait()
            assert len(store.ledger.find_items("run:1", ItemSearch(words="rating 59"))) == 111
        assert store.search.index("run:1", time.monotonic() + 60).is_complete
        assert len(store.ledger.find_items("run:1", ItemSearch(words="rating 59"))) == 111
        assert problems(store) == ()


def test_disk_full_while_indexing(tmp_path: Path) -> None:
    """Without room for the search file it says so; the words are found, and the evidence is whole and can grow."""
    with small_disk(tmp_path / "disk", kib=4096) as disk, Store.open(disk / "fairdesk.db", now) as store:
        store.ledger.append("run:1", answers(1_500))
        state = store.search.index("run:1", time.monotonic() + 60)
        assert not state.is_complete
        assert "disk" in state.problem
        assert "slower" in state.problem
        assert len(store.ledger.find_items("run:1", ItemSearch(words="RATING 7 OF"))) == 1
        assert problems(store) == ()

        store.search.purge(("run:1",))
        store.ledger.append("run:1", note())
        subprocess.run(["mount", "-o", "remount,size=32768k", str(disk)], check=True)
        assert store.search.index("run:1", time.monotonic() + 60).is_complete
        assert len(store.ledger.find_items("run:1", ItemSearch(words="RATING 7 OF"))) == 1


def test_a_search_file_that_may_not_be_written() -> None:
    """In a closed folder words are found, and indexing says why there is no search file."""
    folder = Path(tempfile.mkdtemp())
    try:
        with Store.open(folder / "fairdesk.db", now) as store:
            store.ledger.append("run:1", answers(20))
            folder.chmod(0o555)
            with as_nobody():
                state = store.search.index("run:1", time.monotonic() + 60)
            assert not state.is_complete
            assert "slower" in state.problem
            assert not store.search.path.exists()
            assert len(store.ledger.find_items("run:1", ItemSearch(words="rating 7 of"))) == 1
    finally:
        folder.chmod(0o700)
        shutil.rmtree(folder)
