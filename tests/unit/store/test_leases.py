"""A lease is held by one owner, and ends with its time or its process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fairdesk.domain.errors import StoreBusy
from fairdesk.store.store import Store
from tests.unit.store.conftest import HandClock

HOLD = """
import sys, time
from datetime import UTC, datetime
from pathlib import Path
from fairdesk.store.store import Store
with Store.open(Path(sys.argv[1]), lambda: datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)) as store:
    print(store.leases.acquire("run:1", "another window", 60).pid, flush=True)
    time.sleep(60)
"""


def start_holder(path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True)


def test_a_lease_is_held_by_one_owner(store: Store) -> None:
    """Another owner is refused and told who holds it since when; the holder may take it again and give it back."""
    first = store.leases.acquire("run:1", "window 1", 30)
    with pytest.raises(StoreBusy, match=r"window 1 \(process \d+ on .*\) .* run:1 since 2026-01-02T03:04:05"):
        store.leases.acquire("run:1", "window 2", 30)

    assert store.leases.acquire("run:1", "window 1", 30) == first
    assert store.leases.holder("run:1") == first
    assert store.leases.acquire("run:2", "window 2", 30).owner == "window 2"
    assert [lease.name for lease in store.leases.all()] == ["run:1", "run:2"]
    store.leases.release("run:1", "window 2")
    assert store.leases.holder("run:1") == first
    store.leases.release("run:1", "window 1")
    store.leases.release("run:1", "window 1")
    assert store.leases.holder("run:1") is None


def test_a_lease_ends_with_its_time(store: Store, clock: HandClock) -> None:
    """Without renewal another may take it; whoever lost it learns so when renewing."""
    store.leases.acquire("run:1", "window 1", 30)
    clock.advance(20)
    renewed = store.leases.renew("run:1", "window 1", 30)
    assert renewed.acquired_at == "2026-01-02T03:04:05.000Z"
    clock.advance(29)
    assert store.leases.holder("run:1") == renewed
    clock.advance(1)
    assert store.leases.holder("run:1") is None
    store.leases.acquire("run:1", "window 2", 30)
    with pytest.raises(StoreBusy, match="window 2"):
        store.leases.renew("run:1", "window 1", 30)


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot ask whether a process is alive without extra rights")
def test_a_lease_ends_with_its_process(store: Store) -> None:
    """A lease of another live process holds; once that process was killed it is free at once."""
    with start_holder(store.path) as holder:
        assert holder.stdout is not None
        pid = int(holder.stdout.readline())
        with pytest.raises(StoreBusy, match=f"another window .process {pid}"):
            store.leases.acquire("run:1", "another window", 30)
        holder.kill()
        holder.wait()

    assert store.leases.holder("run:1") is None
    assert store.leases.acquire("run:1", "me", 30).pid == os.getpid()
