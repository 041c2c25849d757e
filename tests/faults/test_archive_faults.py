"""Archives under faults: processes killed while exporting and importing, full disks, and a million answers."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fairdesk.domain.archives import ArchiveOrder
from fairdesk.domain.errors import FairDeskError, StoreError
from fairdesk.store.archive_file import read_manifest
from fairdesk.store.archive_import import import_project
from fairdesk.store.backup import problems
from fairdesk.store.store import Store
from tests.faults.test_store_faults import now, running, small_disk
from tests.unit.store.archive_making import answers, content, export, make_project, take

pytestmark = pytest.mark.skipif(os.name == "nt", reason="injects faults with POSIX signals, mounts and limits")

EXPORT = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from fairdesk.store.archives import ExportRequest, export_project
from fairdesk.store.store import Store
with Store.open(Path(sys.argv[1]), lambda: datetime.now(UTC)) as store:
    print("started", flush=True)
    while True:
        request = ExportRequest(project_id=sys.argv[3], target=Path(sys.argv[2]), overwrite=True)
        export_project(store, request, lambda words: None)
"""

IMPORT = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from fairdesk.domain.archives import ArchiveOrder
from fairdesk.store.archive_import import import_project
from fairdesk.store.store import Store
with Store.open(Path(sys.argv[1]), lambda: datetime.now(UTC)) as store:
    import_project(store, ArchiveOrder(archive=Path(sys.argv[2])), lambda words: print(words, flush=True))
"""

N_ANSWERS = 20_000


@pytest.fixture
def filled(data_dir: Path) -> tuple[Path, str]:
    """A store with a run of many answers, and its project."""
    with Store.open(data_dir / "fairdesk.db", now) as store:
        project_id = make_project(store, "Admissions", "first")
        store.ledger.append("run:r-first", answers(0, N_ANSWERS, "four stars of five " * 20))
        return store.path, project_id


@pytest.mark.slow
def test_killed_while_exporting(filled: tuple[Path, str], tmp_path: Path) -> None:
    """After kill -9 at any moment the archive is whole or absent, and the next export clears what was left."""
    path, project_id = filled
    target = tmp_path / "a.fairdesk"
    for _ in range(5):
        with running(EXPORT, str(path), str(target), project_id) as exporter:
            assert exporter.stdout is not None
            exporter.stdout.readline()
            time.sleep(random.uniform(0.05, 1.2))
            exporter.send_signal(signal.SIGKILL)
            exporter.wait()
        if target.exists():
            assert read_manifest(target).n_entries == N_ANSWERS + 3
    with Store.open(path, now) as store:
        export(store, project_id, target)
        assert problems(store) == ()
    assert [file.name for file in tmp_path.iterdir() if "a.fairdesk" in file.name] == ["a.fairdesk"]
    assert not list(path.parent.glob(".archive-*"))
    with Store.open(tmp_path / "other.db", now) as other:
        assert take(other, target).n_added == N_ANSWERS + 3


@pytest.mark.slow
def test_killed_while_importing(filled: tuple[Path, str], tmp_path: Path) -> None:
    """After kill -9 in each step of an import the store is as it was; afterwards the same import succeeds."""
    path, project_id = filled
    archive = tmp_path / "a.fairdesk"
    with Store.open(path, now) as store:
        export(store, project_id, archive)
    target = tmp_path / "other" / "fairdesk.db"
    with Store.open(target, now) as other:
        make_project(other, "Mine", "mine")
    before = content(target)
    moments = (
        ("Unfolding", 0.0),
        ("Checking the chains", 0.0),
        ("Taking the chains", 0.0),
        ("Taking the chains", 0.05),
    )
    for step, pause in moments:
        with running(IMPORT, str(target), str(archive)) as importer:
            assert importer.stdout is not None
            seen = next((line for line in importer.stdout if line.startswith(step)), "")
            time.sleep(pause)
            importer.send_signal(signal.SIGKILL)
            importer.wait()
        assert seen, f"the step {step!r} was not seen"
        with Store.open(target, now) as other:
            assert problems(other) == ()
        assert content(target) == before, step
    with Store.open(target, now) as other:
        assert take(other, archive).n_added == N_ANSWERS + 3
    assert not list(target.parent.glob(".archive-*"))


def test_disk_full_while_exporting(filled: tuple[Path, str], tmp_path: Path) -> None:
    """Without room beside the target the export fails with cause and cure; an older archive there stays whole."""
    path, project_id = filled
    with small_disk(tmp_path / "stick", kib=400) as stick, Store.open(path, now) as store:
        target = stick / "a.fairdesk"
        target.write_bytes(b"an older archive")
        with pytest.raises(StoreError, match="No space left") as failure:
            export(store, project_id, target)
        assert "space" in failure.value.advice
        assert target.read_bytes() == b"an older archive"
        assert [file.name for file in stick.iterdir()] == ["a.fairdesk"]
    assert not list(path.parent.glob(".archive-*"))


def test_disk_full_while_the_project_is_gathered(tmp_path: Path) -> None:
    """Without room beside the store the export fails with cause and cure, and writes nothing."""
    with small_disk(tmp_path / "disk", kib=6_000) as disk, Store.open(disk / "fairdesk.db", now) as store:
        project_id = make_project(store, "Admissions", "first")
        for number in range(0, 2_400, 400):
            store.ledger.append("run:r-first", answers(number, 400, "four stars of five " * 50))
        with pytest.raises(StoreError, match="disk"):
            export(store, project_id, tmp_path / "a.fairdesk")
        assert problems(store) == ()
    assert not (tmp_path / "a.fairdesk").exists()


@pytest.mark.parametrize("step", ["", "Unfolding", "Checking the structure", "Taking the documents"])
def test_disk_full_while_importing(filled: tuple[Path, str], tmp_path: Path, step: str) -> None:
    """Whether room is short from the start or ends in the middle, the store stays as it was; later it succeeds."""
    path, project_id = filled
    archive = tmp_path / "a.fairdesk"
    with Store.open(path, now) as store:
        export(store, project_id, archive)
    n_kib = read_manifest(archive).store_bytes >> 10
    with small_disk(tmp_path / "disk", kib=(4 if step else 1) * n_kib) as disk:
        ballast = disk / "ballast"

        def fill(words: str) -> None:
            if step and words.startswith(step) and not ballast.exists():
                free = shutil.disk_usage(disk).free
                ballast.write_bytes(bytes(max(free - (64 << 10), 0)))

        with Store.open(disk / "fairdesk.db", now) as store:
            make_project(store, "Mine", "mine")
            before = content(store.path)
            with pytest.raises(FairDeskError) as failure:
                import_project(store, ArchiveOrder(archive=archive), fill)
            assert "space" in failure.value.advice
            assert content(store.path) == before
            assert problems(store) == ()
            assert not list(disk.glob(".archive-*"))
            ballast.unlink(missing_ok=True)
            subprocess.run(["mount", "-o", f"remount,size={6 * n_kib}k", str(disk)], check=True)
            assert take(store, archive).n_added == N_ANSWERS + 3


MEMORY = """
import resource, sys
sys.path.insert(0, sys.argv[4])
from datetime import UTC, datetime
from pathlib import Path
from fairdesk.store.store import Store
from tests.unit.store.archive_making import export, take
folder, n_answers = Path(sys.argv[1]), int(sys.argv[3])
with Store.open(folder / "fairdesk.db", lambda: datetime.now(UTC)) as store:
    export(store, sys.argv[2], folder / "a.fairdesk")
with Store.open(folder / "taken.db", lambda: datetime.now(UTC)) as store:
    assert take(store, folder / "a.fairdesk").n_added == n_answers + 3
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.slow
def test_memory_stays_flat(data_dir: Path) -> None:
    """Three times as many answers are exported and imported with at most a tenth more memory."""
    root = str(Path(__file__).parents[2])
    peaks = []
    for n_answers in (20_000, 60_000):
        folder = data_dir / str(n_answers)
        with Store.open(folder / "fairdesk.db", now) as store:
            project_id = make_project(store, "Admissions", "first")
            for number in range(0, n_answers, 10_000):
                store.ledger.append("run:r-first", answers(number, 10_000, "four stars of five " * 40))
        arguments = [sys.executable, "-c", MEMORY, str(folder), project_id, str(n_answers), root]
        done = subprocess.run(arguments, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        peaks.append(int(done.stdout))
    assert peaks[1] < 1.1 * peaks[0], peaks
