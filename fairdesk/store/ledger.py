"""The ledger: append-only entries in hash chains."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, overload

from sqlalchemy import Connection, Row
from sqlalchemy.exc import IntegrityError

from fairdesk.domain.canonical import GENESIS, chain_link, sha256_hex
from fairdesk.domain.errors import StoreError
from fairdesk.domain.exchanges import ItemKey
from fairdesk.store.calls import TokensSpent, answered_keys, failed_keys, tokens_spent
from fairdesk.store.database import Database
from fairdesk.store.entries import EXCHANGE, ChainCheck, ItemSearch, LedgerEntry, NewEntry
from fairdesk.store.finding import find_items
from fairdesk.store.search import SearchFile

PAGE = 500
"""Entries read at a time; between pages no transaction is open, so a slow reader holds up nobody."""

CHECKED = 2_000
"""Entries of a chain that are checked at a time."""

# The statements are written out and go to the driver as they are: building one takes as long as SQLite takes to run it.
FIELDS = (
    "chain", "seq", "kind", "body", "case_id", "variant", "question", "sample", "status", "body_sha256", "link",
    "recorded_at",
)  # fmt: skip
COLUMNS = ", ".join(FIELDS)
INSERT = f"INSERT INTO ledger ({COLUMNS}) VALUES ({', '.join('?' * len(FIELDS))})"
LAST = "SELECT seq, link FROM ledger WHERE chain = ? ORDER BY seq DESC LIMIT 1"
SELECT = f"SELECT {COLUMNS} FROM ledger WHERE chain = ? AND seq > ?"
ORDER = f"ORDER BY seq LIMIT {PAGE}"
# Most entries of a chain are exchanges, which are read in the chain's own order (the plus keeps SQLite from sorting
# them); the others are few and have an index of their own, which is chosen because its condition is repeated.
OF_KIND = {True: f"{SELECT} AND +kind = ? {ORDER}", False: f"{SELECT} AND kind = ? AND kind <> 'exchange' {ORDER}"}
OF_ALL = f"{SELECT} {ORDER}"
ANSWER = f"""
    SELECT {COLUMNS} FROM ledger
    WHERE chain = ? AND kind = 'exchange' AND case_id = ? AND variant = ? AND question = ? AND sample = ?
"""
LAST_FAILURE = f"""
    SELECT {COLUMNS} FROM ledger
    WHERE chain = ? AND kind = 'failure' AND kind <> 'exchange'
        AND case_id = ? AND variant = ? AND question = ? AND sample = ?
    ORDER BY seq DESC LIMIT 1
"""
CHAINS = "SELECT DISTINCT chain FROM ledger ORDER BY chain"
TO_CHECK = f"SELECT seq, body, body_sha256, link FROM ledger WHERE chain = ? AND seq > ? ORDER BY seq LIMIT {CHECKED}"


class Ledger:
    """Entries of all chains. There is no way to change or remove one."""

    def __init__(self, database: Database, search_file: SearchFile) -> None:
        self._database = database
        self._search_file = search_file

    def append(self, chain: str, entries: Sequence[NewEntry]) -> Sequence[LedgerEntry]:
        """Append entries in their order, all or none; they are on disk when this returns.

        Raises:
            StoreError: an exchange of the same case, variant, question and sample is in the chain already, or the
                disk took nothing.
            StoreBusy: another process kept the store locked.
            ValueError: the chain has no name.
        """
        if not chain:
            raise ValueError("a chain needs a name")
        if not entries:
            return ()
        with self._database.writing() as connection:
            seq, head = _last(connection, chain)
            rows = _rows(chain, entries, (seq, head), self._database.now())
            try:
                connection.exec_driver_sql(INSERT, rows if len(rows) > 1 else rows[0])
            except IntegrityError as error:
                raise _refused(chain, error) from error
        return _Appended(rows)

    def entries(self, chain: str, kind: str | None = None, after: int = 0) -> Iterator[LedgerEntry]:
        """Entries in their order, read page by page; entries appended meanwhile are included.

        Args:
            chain: Name of the chain; an unknown one has no entries.
            kind: Only this kind; None for all.
            after: Sequence number after which to begin.
        """
        query = OF_ALL if kind is None else OF_KIND[kind == EXCHANGE]
        kinds = () if kind is None else (kind,)
        while True:
            with self._database.reading() as connection:
                rows = connection.exec_driver_sql(query, (chain, after, *kinds)).all()
            yield from map(_entry, rows)
            if len(rows) < PAGE:
                return
            after = rows[-1].seq

    def count(self, chain: str, kind: str | None = None) -> int:
        """Number of entries of a chain, of one kind or of all."""
        query = "SELECT count(*) FROM ledger WHERE chain = ?" + ("" if kind is None else " AND kind = ?")
        kinds = () if kind is None else (kind,)
        with self._database.reading() as connection:
            return int(connection.exec_driver_sql(query, (chain, *kinds)).scalar_one())

    def counts_by_status(self, chain: str) -> dict[str, int]:
        """Status word to number of exchanges of a chain that carry it; absent words had none."""
        query = "SELECT status, count(*) FROM ledger WHERE chain = ? AND kind = 'exchange' GROUP BY status"
        with self._database.reading() as connection:
            return {str(row[0]): int(row[1]) for row in connection.exec_driver_sql(query, (chain,))}

    def answered_keys(self, chain: str) -> Iterator[ItemKey]:
        """The calls that have an answer, sorted and each once, without reading an answer; a page at a time."""
        return answered_keys(self._database, chain)

    def failed_keys(self, chain: str) -> tuple[ItemKey, ...]:
        """The calls that failed and have no answer, sorted and each once."""
        return failed_keys(self._database, chain)

    def tokens_spent(self, chain: str) -> TokensSpent:
        """What the calls of a run took; answers that were taken from an earlier run took nothing and are left out."""
        return tokens_spent(self._database, chain)

    def find_items(self, chain: str, search: ItemSearch, limit: int | None = None) -> array[int]:
        """Places of the items of a run: of each call that was tried its answer or, while it has none, its last failure.

        Args:
            chain: Name of the chain.
            search: Which items, and in which order.
            limit: So many at most, the first ones; for the first screen of a large run.

        Raises:
            ValueError: ``search.order`` is no column that sorts items (a bug in the caller).
        """
        return find_items(self._database, self._search_file, chain, search, limit)

    def at(self, chain: str, seqs: Sequence[int]) -> tuple[LedgerEntry, ...]:
        """The entries with these sequence numbers, in the order in which they are given; unknown ones are left out."""
        found: dict[int, LedgerEntry] = {}
        with self._database.reading() as connection:
            for first in range(0, len(seqs), PAGE):
                some = tuple(seqs[first : first + PAGE])
                query = f"SELECT {COLUMNS} FROM ledger WHERE chain = ? AND seq IN ({', '.join('?' * len(some))})"
                rows = connection.exec_driver_sql(query, (chain, *some))
                found.update((row.seq, _entry(row)) for row in rows)
        return tuple(found[seq] for seq in seqs if seq in found)

    def answer_to(self, chain: str, key: ItemKey) -> LedgerEntry | None:
        """The exchange of one call; None when it was not answered."""
        place = (chain, key.case_id, key.variant, key.question, key.sample)
        with self._database.reading() as connection:
            row = connection.exec_driver_sql(ANSWER, place).first()
        return None if row is None else _entry(row)

    def last_failure(self, chain: str, key: ItemKey) -> LedgerEntry | None:
        """The last failure of one call, whether or not it was answered later; None when it never failed."""
        place = (chain, key.case_id, key.variant, key.question, key.sample)
        with self._database.reading() as connection:
            row = connection.exec_driver_sql(LAST_FAILURE, place).first()
        return None if row is None else _entry(row)

    def head(self, chain: str) -> str:
        """The last link of a chain; GENESIS when it has no entries."""
        with self._database.reading() as connection:
            return _last(connection, chain)[1]

    def chains(self) -> tuple[str, ...]:
        """Names of all chains that have entries, sorted."""
        with self._database.reading() as connection:
            return tuple(connection.exec_driver_sql(CHAINS).scalars())

    def check(self, chain: str, head: str | None = None) -> ChainCheck:
        """Walk the stored bytes of a chain from its start and recompute every hash and link.

        Found without a head: a changed body, hash or link, a missing entry before the last, entries out of order.
        Found only with a head that is known from elsewhere (it is printed in the report): a chain that was
        recomputed as a whole after a change, and entries removed from the end.

        Args:
            chain: Name of the chain.
            head: A link that must occur; later entries are allowed and counted.
        """
        link, seq, reached_at = GENESIS, 0, (0 if head == GENESIS else None)
        problem = self._before_the_first(chain)
        rows: Sequence[Row[Any]] = ()
        while not problem:
            with self._database.reading() as connection:
                rows = connection.exec_driver_sql(TO_CHECK, (chain, seq)).all()
            for row in rows:
                problem = _problem(row, seq + 1, link)
                if problem:
                    break
                seq, link = row.seq, row.link
                if link == head:
                    reached_at = seq
            if len(rows) < CHECKED:
                break
        n_entries = self.count(chain)
        if head is not None and reached_at is None and not problem:
            problem = f"the {n_entries} entries fit together, but the given head does not occur among their links"
        return ChainCheck(
            ok=not problem,
            n_entries=n_entries,
            head_reached=None if head is None else reached_at is not None,
            n_later=0 if reached_at is None else n_entries - reached_at,
            problem=problem,
        )

    def _before_the_first(self, chain: str) -> str:
        query = "SELECT min(seq) FROM ledger WHERE chain = ? AND seq < 1"
        with self._database.reading() as connection:
            seq = connection.exec_driver_sql(query, (chain,)).scalar()
        return "" if seq is None else f"an entry {seq} stands before the first"


def _last(connection: Connection, chain: str) -> tuple[int, str]:
    row = connection.exec_driver_sql(LAST, (chain,)).first()
    return (0, GENESIS) if row is None else (row.seq, row.link)


def _rows(chain: str, entries: Sequence[NewEntry], last: tuple[int, str], now: str) -> list[tuple[Any, ...]]:
    """The rows of new entries, in the order of ``FIELDS``."""
    link = bytes.fromhex(last[1])
    rows = []
    for seq, new in enumerate(entries, last[0] + 1):
        digest = sha256(new.body).digest()
        link = sha256(link + digest).digest()  # chain_link, without the way through hex digits
        place = (new.case_id, new.variant, new.question, new.sample, new.status)
        rows.append((chain, seq, new.kind, new.body, *place, digest.hex(), link.hex(), now))
    return rows


def _entry(row: Sequence[Any]) -> LedgerEntry:
    return LedgerEntry(**dict(zip(FIELDS, row, strict=True)))


class _Appended(Sequence[LedgerEntry]):
    """Entries that were appended, made when they are asked for: whoever stores thousands seldom looks at them."""

    def __init__(self, rows: Sequence[tuple[Any, ...]]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> LedgerEntry: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[LedgerEntry]: ...
    def __getitem__(self, place: int | slice) -> LedgerEntry | Sequence[LedgerEntry]:
        return _Appended(self._rows[place]) if isinstance(place, slice) else _entry(self._rows[place])


def _refused(chain: str, error: IntegrityError) -> StoreError:
    return StoreError(
        f"The ledger {chain!r} did not take these entries ({error.orig}).",
        "None of them was stored. If an answer was already there, it is the one that counts.",
    )


def _problem(row: Sequence[Any], expected_seq: int, previous: str) -> str:
    seq, body, stored_sha256, link = row
    if seq != expected_seq:
        return f"entry {expected_seq} is missing; entry {seq} follows instead"
    body_sha256 = sha256_hex(body) if isinstance(body, bytes) else "text in place of bytes"
    if body_sha256 != stored_sha256:
        return f"entry {seq}: the stored body does not have the stored hash"
    if chain_link(previous, body_sha256) != link:
        return f"entry {seq}: its link does not follow from the entry before"
    return ""
