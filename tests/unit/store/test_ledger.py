"""The ledger appends in order, all or none, and reads back what was appended."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from fairdesk.domain.canonical import GENESIS, chain_link, sha256_hex
from fairdesk.domain.errors import StoreError
from fairdesk.store.entries import NewEntry
from fairdesk.store.store import Store
from tests.unit.store.conftest import HandClock

ANSWER = NewEntry(
    kind="exchange", body=b"{}", case_id="adm-001", variant="female", question="rating", sample=1, status="answered"
)


def answers(n: int, status: str = "answered") -> list[NewEntry]:
    return [replace(ANSWER, body=b"answer %d" % i, sample=i, status=status) for i in range(1, n + 1)]


def test_an_entry_comes_back_as_it_was_appended(store: Store) -> None:
    """Body, columns, place, hash, link and time of an entry are those that append returned."""
    started, answer = store.ledger.append("run:1", [NewEntry(kind="run_started", body=b"\x00\xff"), ANSWER])

    assert list(store.ledger.entries("run:1")) == [started, answer]
    assert (started.seq, answer.seq) == (1, 2)
    assert started.body == b"\x00\xff"
    assert started.body_sha256 == sha256_hex(b"\x00\xff")
    assert started.link == chain_link(GENESIS, started.body_sha256)
    assert answer.link == chain_link(started.link, sha256_hex(b"{}")) == store.ledger.head("run:1")
    assert answer.recorded_at == "2026-01-02T03:04:05.000Z"
    assert (answer.case_id, answer.variant, answer.question, answer.sample, answer.status) == (
        "adm-001", "female", "rating", 1, "answered",
    )  # fmt: skip


def test_a_chain_without_entries(store: Store) -> None:
    """An unknown chain has the head GENESIS, no entries, no counts, and nothing wrong with it."""
    assert store.ledger.head("run:1") == GENESIS
    assert list(store.ledger.entries("run:1")) == []
    assert store.ledger.count("run:1") == 0
    assert store.ledger.counts_by_status("run:1") == {}
    assert store.ledger.chains() == ()
    assert store.ledger.append("run:1", []) == ()
    check = store.ledger.check("run:1", GENESIS)
    assert (check.ok, check.n_entries, check.head_reached, check.n_later) == (True, 0, True, 0)


def test_counts_by_kind_and_status(store: Store) -> None:
    """Exchanges are counted by their status word; other kinds are not among them."""
    store.ledger.append("run:1", [NewEntry(kind="run_started", body=b"s", status="odd"), *answers(3)])
    store.ledger.append("run:1", [replace(ANSWER, case_id="adm-002", status="refused")])
    store.ledger.append("run:2", answers(1))

    assert store.ledger.counts_by_status("run:1") == {"answered": 3, "refused": 1}
    assert store.ledger.count("run:1") == 5
    assert store.ledger.count("run:1", "exchange") == 4
    assert store.ledger.chains() == ("run:1", "run:2")


def test_entries_are_read_in_pages_without_a_gap(store: Store) -> None:
    """More entries than a page come back once each and in order, also of one kind and after a place."""
    store.ledger.append("run:1", [NewEntry(kind="run_started", body=b"s"), *answers(1203)])

    assert [entry.seq for entry in store.ledger.entries("run:1")] == list(range(1, 1205))
    assert [entry.seq for entry in store.ledger.entries("run:1", "exchange", after=700)] == list(range(701, 1205))


def test_a_reader_in_the_middle_does_not_hold_up_a_writer(store: Store) -> None:
    """Appending while somebody reads works, and the reader also gets what was appended meanwhile."""
    store.ledger.append("run:1", answers(600))
    reader = store.ledger.entries("run:1")
    next(reader)
    store.ledger.append("run:1", [NewEntry(kind="run_finished", body=b"f")])

    assert [entry.kind for entry in reader][-1] == "run_finished"


def test_one_answer_per_planned_call(store: Store) -> None:
    """A second exchange of the same key is refused, and the entries that came with it are not stored either."""
    store.ledger.append("run:1", [ANSWER])
    with pytest.raises(StoreError, match="already"):
        store.ledger.append("run:1", [NewEntry(kind="note", body=b"n"), replace(ANSWER, body=b"other")])

    assert [entry.body for entry in store.ledger.entries("run:1")] == [b"{}"]
    assert store.ledger.append("run:1", [replace(ANSWER, kind="correction")])[0].seq == 2
    assert store.ledger.append("run:2", [ANSWER])[0].seq == 1


def test_a_writer_that_reads_first_is_not_thrown_out(store: Store, clock: HandClock) -> None:
    """Case DB-01: reading and then writing in one transaction works although another wants to write in between."""
    with Store.open(store.path, clock, busy_seconds=5) as other:
        waiting = threading.Thread(target=other.ledger.append, args=("run:1", answers(1)))
        with store.database.writing() as connection:
            connection.execute(text("SELECT count(*) FROM ledger"))
            waiting.start()
            waiting.join(0.2)
            assert waiting.is_alive()
            connection.execute(text("INSERT INTO lease VALUES ('a', 'b', 'c', 1, 'd', 'e')"))
        waiting.join(5)

    assert store.ledger.count("run:1") == 1


def test_two_writers_share_one_chain(store: Store, clock: HandClock) -> None:
    """Entries of two open stores interleave into one chain without gap or fork."""

    def write(variant: str) -> None:
        with Store.open(store.path, clock) as mine:
            for entry in answers(60):
                mine.ledger.append("run:1", [replace(entry, variant=variant)])

    writers = [threading.Thread(target=write, args=(variant,)) for variant in ("female", "male")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    check = store.ledger.check("run:1", store.ledger.head("run:1"))
    assert (check.ok, check.n_entries, check.head_reached) == (True, 120, True)


def test_hostile_text_is_kept_as_it_is(store: Store) -> None:
    """Quotes, SQL, control characters, text of any script and NUL come back unchanged."""
    words = "'; DROP TABLE ledger; -- \u202e عربي \x00\x1b[31m 中文"
    store.ledger.append(words, [replace(ANSWER, case_id=words, body=words.encode())])

    (entry,) = store.ledger.entries(words)
    assert (entry.case_id, entry.body, store.ledger.chains()) == (words, words.encode(), (words,))


chain_numbers = count()
batches = st.lists(st.lists(st.binary(max_size=40), max_size=4), max_size=8)


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("shared") / "fairdesk.db", HandClock()) as store:
        yield store


@given(batches=batches, data=st.data())
def test_any_sequence_of_appends_verifies(shared_store: Store, batches: list[list[bytes]], data: st.DataObject) -> None:
    """Whatever is appended in whatever portions verifies, and any link on the way is a head that is found."""
    chain = f"run:{next(chain_numbers)}"
    links = [
        entry.link
        for batch in batches
        for entry in shared_store.ledger.append(chain, [NewEntry(kind="note", body=body) for body in batch])
    ]
    place = data.draw(st.integers(0, len(links)))

    check = shared_store.ledger.check(chain, [GENESIS, *links][place])
    assert (check.ok, check.n_entries, check.n_later) == (True, len(links), len(links) - place)
    assert not shared_store.ledger.check(chain, "f" * 64).ok


def test_a_clock_without_a_zone_is_a_fault(tmp_path: Path) -> None:
    """A time that does not say its zone never reaches the ledger."""
    naive = HandClock()
    with Store.open(tmp_path / "s.db", naive) as store:
        naive.present = naive.present.replace(tzinfo=None)
        with pytest.raises(ValueError, match="zone"):
            store.ledger.append("run:1", answers(1))
        assert store.ledger.count("run:1") == 0
