"""What was observed cannot be changed by accident, and a change by force is found."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from fairdesk.domain.canonical import GENESIS, chain_link, sha256_hex
from fairdesk.domain.errors import StoreError
from fairdesk.store.entries import NewEntry
from fairdesk.store.reports import ReportRecord
from fairdesk.store.store import Store

APPEND_ONLY = ("document", "ledger", "report")


@pytest.fixture
def filled(store: Store) -> Store:
    """Six answers in a chain, a document and a report."""
    for i in range(1, 7):
        store.ledger.append("run:1", [NewEntry(kind="exchange", body=b"answer %d" % i, case_id=f"c{i}")])
    key = store.documents.put("analysis", b"[]")
    store.reports.add(
        ReportRecord(
            report_id="R1",
            project_id="p",
            analysis_sha256=key,
            evidence_sha256="0" * 64,
            heads={"run:1": store.ledger.head("run:1")},
            pdf=b"%PDF",
            pdf_sha256=sha256_hex(b"%PDF"),
            signer="A. Auditor",
            issued_at="2026-01-02T03:04:05.000Z",
        )
    )
    return store


def by_force(store: Store, *statements: str) -> None:
    """Change the file as somebody with a database tool would: triggers dropped first."""
    with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert connection.execute(statement).rowcount > 0


@pytest.mark.parametrize("table", APPEND_ONLY)
@pytest.mark.parametrize("pragma", ["ON", "OFF"])
def test_triggers_stop_every_change(filled: Store, table: str, pragma: str) -> None:
    """UPDATE, DELETE and all ways of replacing fail, also for a program without recursive triggers."""
    statements = [
        f"UPDATE {table} SET rowid = rowid",
        f"UPDATE OR REPLACE {table} SET rowid = rowid + 1",
        f"DELETE FROM {table}",
        f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
        f"REPLACE INTO {table} SELECT * FROM {table} LIMIT 1",
        f"INSERT OR IGNORE INTO {table} SELECT * FROM {table}",
    ]
    with closing(sqlite3.connect(filled.path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA recursive_triggers = {pragma}")
        before = connection.execute(f"SELECT rowid, * FROM {table}").fetchall()
        for statement in statements:
            with pytest.raises(sqlite3.IntegrityError, match=table):
                connection.execute(statement)
        assert connection.execute(f"SELECT rowid, * FROM {table}").fetchall() == before


def test_triggers_stop_replacing_by_the_hidden_row_number(filled: Store) -> None:
    """An entry with the row number of another does not push it out."""
    row = "SELECT 2, 'run:2', 1, 'note', '', '', '', 0, '', x'00', '', '', ''"
    columns = (
        "rowid, chain, seq, kind, case_id, variant, question, sample, status, body, body_sha256, link, recorded_at"
    )
    with closing(sqlite3.connect(filled.path)) as connection, pytest.raises(sqlite3.IntegrityError, match="already"):
        connection.execute(f"INSERT OR REPLACE INTO ledger ({columns}) {row}")


def test_triggers_stop_replacing_an_answer_by_its_key(filled: Store) -> None:
    """A new entry in the right place with the key of an old answer does not push the old one out."""
    row = "SELECT 'run:1', 7, kind, case_id, '', '', 0, '', x'00', '', '', '' FROM ledger WHERE seq = 3"
    with closing(sqlite3.connect(filled.path)) as connection, pytest.raises(sqlite3.IntegrityError, match="already"):
        connection.execute(f"INSERT OR REPLACE INTO ledger {row}")


def test_triggers_stop_a_gap(filled: Store) -> None:
    """Only the next sequence number of a chain is taken."""
    row = "SELECT 'run:1', 9, 'note', 'x', '', '', 0, '', x'00', '', '', ''"
    with closing(sqlite3.connect(filled.path)) as connection, pytest.raises(sqlite3.IntegrityError, match="due"):
        connection.execute(f"INSERT INTO ledger {row}")


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE ledger SET body = x'00' WHERE seq = 4", "entry 4"),
        ("UPDATE ledger SET body = 'answer 4' WHERE seq = 4", "entry 4"),
        (f"UPDATE ledger SET body = x'00', body_sha256 = '{sha256_hex(bytes(1))}' WHERE seq = 4", "entry 4"),
        ("UPDATE ledger SET link = '%s' WHERE seq = 4" % ("a" * 64), "entry 4"),
        ("UPDATE ledger SET link = 'no hex' WHERE seq = 4", "entry 4"),
        ("DELETE FROM ledger WHERE seq = 4", "entry 4 is missing"),
        ("DELETE FROM ledger WHERE seq = 1", "entry 1 is missing"),
        ("UPDATE ledger SET seq = CASE seq WHEN 4 THEN 40 ELSE seq END", "entry 4 is missing"),
        ("UPDATE ledger SET seq = -seq", "entry -6 stands before the first"),
    ],
)
def test_a_change_by_force_is_found_and_named(filled: Store, statement: str, words: str) -> None:
    """The check names the entry whose body, hash, link or place was changed."""
    head = filled.ledger.head("run:1")
    by_force(filled, statement)

    check = filled.ledger.check("run:1", head)
    assert not check.ok
    assert words in check.problem
    assert check.head_reached is False
    assert not filled.ledger.check("run:1").ok


def test_two_entries_that_changed_places_are_found(filled: Store) -> None:
    """Swapping the contents of two entries, hashes included, breaks the chain at the first of them."""
    by_force(
        filled,
        "UPDATE ledger SET seq = 100 WHERE seq = 3",
        "UPDATE ledger SET seq = 3 WHERE seq = 5",
        "UPDATE ledger SET seq = 5 WHERE seq = 100",
    )

    assert "entry 3" in filled.ledger.check("run:1").problem


def test_a_chain_recomputed_as_a_whole_is_found_only_by_the_printed_head(filled: Store) -> None:
    """Whoever edits an answer and recomputes all links has a chain that fits, but not the head of the report."""
    head = filled.ledger.head("run:1")
    link, statements = GENESIS, []
    for entry in filled.ledger.entries("run:1"):
        body = b"edited" if entry.seq == 2 else entry.body
        link = chain_link(link, sha256_hex(body))
        statements.append(
            f"UPDATE ledger SET body = x'{body.hex()}', body_sha256 = '{sha256_hex(body)}', link = '{link}' "
            f"WHERE seq = {entry.seq}"
        )
    by_force(filled, *statements)

    assert filled.ledger.check("run:1").ok
    check = filled.ledger.check("run:1", head)
    assert (check.ok, check.head_reached) == (False, False)
    assert "head" in check.problem


def test_entries_removed_from_the_end_are_found_only_by_the_printed_head(filled: Store) -> None:
    """A shorter chain still fits together; the head of the report does not occur in it any more."""
    head = filled.ledger.head("run:1")
    by_force(filled, "DELETE FROM ledger WHERE seq = 6")

    assert filled.ledger.check("run:1").ok
    assert not filled.ledger.check("run:1", head).ok


def test_later_entries_are_allowed_and_counted(filled: Store) -> None:
    """A head stays good when the chain goes on; damage after it is named without denying it."""
    head = filled.ledger.head("run:1")
    filled.ledger.append("run:1", [NewEntry(kind="note", body=b"1"), NewEntry(kind="note", body=b"2")])
    check = filled.ledger.check("run:1", head)
    assert (check.ok, check.head_reached, check.n_later, check.n_entries) == (True, True, 2, 8)

    by_force(filled, "UPDATE ledger SET body = x'00' WHERE seq = 8")
    check = filled.ledger.check("run:1", head)
    assert (check.ok, check.head_reached, check.n_later) == (False, True, 2)
    assert "entry 8" in check.problem


def test_a_changed_document_and_a_changed_report_are_not_given_out(filled: Store) -> None:
    """Documents and reports are hashed again when they are read."""
    key = filled.documents.put("plan", b"plan")
    by_force(filled, "UPDATE document SET body = x'00' WHERE kind = 'plan'", "UPDATE report SET pdf = x'00'")

    with pytest.raises(StoreError, match="changed after"):
        filled.documents.get(key)
    with pytest.raises(StoreError, match="changed after"):
        filled.reports.get("R1")
    with pytest.raises(StoreError, match="changed after"):
        filled.reports.all("p")
