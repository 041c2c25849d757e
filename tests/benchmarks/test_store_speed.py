"""How fast the ledger stores, as a ratio to plain sqlite3 doing the same writes in the same run."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fairdesk.store.entries import NewEntry
from fairdesk.store.store import Store

N_RECORDS = int(os.environ.get("FAIRDESK_BENCHMARK_RECORDS", "1000"))
N_BYTES = 2500
GROUPED = 500


def record(n: int) -> NewEntry:
    body = hashlib.sha256(b"%d" % n).digest() * (N_BYTES // 32)
    return NewEntry(kind="exchange", body=body, case_id=f"c{n}", variant="v", question="q", sample=1, status="answered")


def rate(n_each: int, write: Callable[[list[NewEntry]], object]) -> float:
    """Records per second when written ``n_each`` to a transaction."""
    records = [record(n) for n in range(N_RECORDS)]
    began = time.perf_counter()
    for start in range(0, N_RECORDS, n_each):
        write(records[start : start + n_each])
    return N_RECORDS / (time.perf_counter() - began)


def floor(path: Path, n_each: int, synchronous: str) -> float:
    """The same columns into a table with one key, by the driver alone: no hashes, no chain, no triggers."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, kind, case_id, variant, question, status, body)")

        def write(records: list[NewEntry]) -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(
                "INSERT INTO t VALUES (NULL, ?, ?, ?, ?, ?, ?)",
                [(one.kind, one.case_id, one.variant, one.question, one.status, one.body) for one in records],
            )
            connection.execute("COMMIT")

        return rate(n_each, write)


@pytest.mark.parametrize("n_each", [1, GROUPED])
def test_storing_records(tmp_path: Path, n_each: int) -> None:
    """Records of 2.5 kB, one or 500 to a transaction: all are there, and the rate is printed beside its floor."""
    plain = floor(tmp_path / "plain.db", n_each, "FULL")
    with Store.open(tmp_path / "fairdesk.db", lambda: datetime.now(UTC)) as store:
        ours = rate(n_each, lambda records: store.ledger.append("run:1", records))
        assert store.ledger.count("run:1") == N_RECORDS
        began = time.perf_counter()
        assert store.ledger.check("run:1").ok
        checked = N_RECORDS / (time.perf_counter() - began)

    print(
        f"\n{n_each} to a transaction: ledger {ours:,.0f}/s, sqlite3 {plain:,.0f}/s, ratio {ours / plain:.2f}; "
        f"checked {checked:,.0f}/s"
    )
