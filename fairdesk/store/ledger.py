"""The ledger: append-only entries in hash chains."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, ScalarSelect, Select, Text, bindparam, cast, func, literal_column, or_, select
from sqlalchemy.exc import IntegrityError

from fairdesk.domain.canonical import GENESIS, chain_link, sha256_hex
from fairdesk.domain.errors import StoreError
from fairdesk.domain.exchanges import ItemKey
from fairdesk.store import schema
from fairdesk.store.database import Database
from fairdesk.store.entries import (
    CORRECTION,
    EXCHANGE,
    FAILURE,
    ITEM_COLUMNS,
    ChainCheck,
    ItemSearch,
    LedgerEntry,
    NewEntry,
)

ledger = schema.ledger

PAGE = 500
"""Entries read at a time; between pages no transaction is open, so a slow reader holds up nobody."""

# Built once: building a statement takes as long as SQLite takes to run it.
COLUMNS = tuple(ledger.columns.keys())
INSERT = ledger.insert()
LAST = (
    select(ledger.c.seq, ledger.c.link)
    .where(ledger.c.chain == bindparam("chain"))
    .order_by(ledger.c.seq.desc())
    .limit(1)
)


class Ledger:
    """Entries of all chains. There is no way to change or remove one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(self, chain: str, entries: Sequence[NewEntry]) -> tuple[LedgerEntry, ...]:
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
            seq, link = _last(connection, chain)
            added: list[LedgerEntry] = []
            now = self._database.now()
            for entry in entries:
                seq += 1
                body_sha256 = sha256_hex(entry.body)
                link = chain_link(link, body_sha256)
                added.append(
                    LedgerEntry(
                        chain=chain,
                        seq=seq,
                        kind=entry.kind,
                        body=entry.body,
                        case_id=entry.case_id,
                        variant=entry.variant,
                        question=entry.question,
                        sample=entry.sample,
                        status=entry.status,
                        body_sha256=body_sha256,
                        link=link,
                        recorded_at=now,
                    )
                )
            try:
                connection.execute(INSERT, [_columns(entry) for entry in added])
            except IntegrityError as error:
                raise _refused(chain, error) from error
        return tuple(added)

    def entries(self, chain: str, kind: str | None = None, after: int = 0) -> Iterator[LedgerEntry]:
        """Entries in their order, read page by page; entries appended meanwhile are included.

        Args:
            chain: Name of the chain; an unknown one has no entries.
            kind: Only this kind; None for all.
            after: Sequence number after which to begin.
        """
        query = select(ledger).where(ledger.c.chain == chain).order_by(ledger.c.seq).limit(PAGE)
        if kind is not None:
            query = query.where(ledger.c.kind == kind)
        while True:
            with self._database.reading() as connection:
                rows = connection.execute(query.where(ledger.c.seq > after)).all()
            for row in rows:
                yield LedgerEntry(**row._mapping)
            if len(rows) < PAGE:
                return
            after = rows[-1].seq

    def count(self, chain: str, kind: str | None = None) -> int:
        """Number of entries of a chain, of one kind or of all."""
        query = select(func.count()).select_from(ledger).where(ledger.c.chain == chain)
        if kind is not None:
            query = query.where(ledger.c.kind == kind)
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def counts_by_status(self, chain: str) -> dict[str, int]:
        """Status word to number of exchanges of a chain that carry it; absent words had none."""
        query = (
            select(ledger.c.status, func.count())
            .where(ledger.c.chain == chain, ledger.c.kind == EXCHANGE)
            .group_by(ledger.c.status)
        )
        with self._database.reading() as connection:
            return {str(row[0]): int(row[1]) for row in connection.execute(query)}

    def find_items(self, chain: str, search: ItemSearch) -> array[int]:
        """Sequence numbers of the items of a run: of each asked item the last entry, answer or failure.

        Raises:
            ValueError: ``search.order`` is no column that sorts items (a bug in the caller).
        """
        if search.order and search.order not in ITEM_COLUMNS:
            raise ValueError(f"items are not sorted by {search.order!r}")
        with self._database.reading() as connection:
            return array("q", connection.execute(_items_query(chain, search)).scalars())

    def at(self, chain: str, seqs: Sequence[int]) -> tuple[LedgerEntry, ...]:
        """The entries with these sequence numbers, in the order in which they are given; unknown ones are left out."""
        found: dict[int, LedgerEntry] = {}
        with self._database.reading() as connection:
            for first in range(0, len(seqs), PAGE):
                some = list(seqs[first : first + PAGE])
                rows = connection.execute(select(ledger).where(ledger.c.chain == chain, ledger.c.seq.in_(some)))
                found.update((row.seq, LedgerEntry(**row._mapping)) for row in rows)
        return tuple(found[seq] for seq in seqs if seq in found)

    def answer_to(self, chain: str, key: ItemKey) -> LedgerEntry | None:
        """The exchange of one call; None when it was not answered."""
        place = (key.case_id, key.variant, key.question, key.sample)
        columns = (ledger.c.case_id, ledger.c.variant, ledger.c.question, ledger.c.sample)
        query = select(ledger).where(ledger.c.chain == chain, ledger.c.kind == literal_column(f"'{EXCHANGE}'"))
        for column, value in zip(columns, place, strict=True):
            query = query.where(column == value)
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else LedgerEntry(**row._mapping)

    def head(self, chain: str) -> str:
        """The last link of a chain; GENESIS when it has no entries."""
        with self._database.reading() as connection:
            return _last(connection, chain)[1]

    def chains(self) -> tuple[str, ...]:
        """Names of all chains that have entries, sorted."""
        with self._database.reading() as connection:
            return tuple(connection.execute(select(ledger.c.chain).distinct().order_by(ledger.c.chain)).scalars())

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
        for entry in self.entries(chain):
            problem = problem or _problem(entry, seq + 1, link)
            if problem:
                break
            seq, link = entry.seq, entry.link
            if link == head:
                reached_at = seq
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
        query = select(func.min(ledger.c.seq)).where(ledger.c.chain == chain, ledger.c.seq < 1)
        with self._database.reading() as connection:
            seq = connection.execute(query).scalar()
        return "" if seq is None else f"an entry {seq} stands before the first"


def _last(connection: Connection, chain: str) -> tuple[int, str]:
    row = connection.execute(LAST, {"chain": chain}).first()
    return (0, GENESIS) if row is None else (row.seq, row.link)


def _items_query(chain: str, search: ItemSearch) -> Select[int]:
    # An item that failed and was asked again has several entries; its last one is what became of it.
    last = (
        select(func.max(ledger.c.seq))
        .where(ledger.c.chain == chain, ledger.c.kind.in_((EXCHANGE, FAILURE)))
        .group_by(ledger.c.case_id, ledger.c.variant, ledger.c.question, ledger.c.sample)
    )
    query = select(ledger.c.seq).where(ledger.c.chain == chain, ledger.c.seq.in_(last))
    if search.status:
        query = query.where(func.coalesce(_corrected_status(), ledger.c.status) == search.status)
    if search.question:
        query = query.where(ledger.c.question == search.question)
    if search.words:
        answer = func.json_extract(cast(ledger.c.body, Text), search.answer_path)
        has_words = (column.contains(search.words, autoescape=True) for column in (answer, ledger.c.case_id))
        query = query.where(or_(*has_words))
    if search.order:
        column = ledger.c[search.order]
        query = query.order_by(column.desc() if search.descending else column)
    return query.order_by(ledger.c.seq)


def _corrected_status() -> ScalarSelect[str]:
    """The status that the last correction gives the item of a row; NULL where nothing was corrected."""
    correction = ledger.alias("correction")
    of_item = (correction.c[name] == ledger.c[name] for name in ("chain", "case_id", "variant", "question", "sample"))
    query = select(correction.c.status).where(correction.c.kind == CORRECTION, *of_item)
    return query.order_by(correction.c.seq.desc()).limit(1).correlate(ledger).scalar_subquery()


def _columns(entry: LedgerEntry) -> dict[str, object]:
    return {name: getattr(entry, name) for name in COLUMNS}


def _refused(chain: str, error: IntegrityError) -> StoreError:
    return StoreError(
        f"The ledger {chain!r} did not take these entries ({error.orig}).",
        "None of them was stored. If an answer was already there, it is the one that counts.",
    )


def _problem(entry: LedgerEntry, expected_seq: int, previous: str) -> str:
    if entry.seq != expected_seq:
        return f"entry {expected_seq} is missing; entry {entry.seq} follows instead"
    body_sha256 = sha256_hex(entry.body) if isinstance(entry.body, bytes) else "text in place of bytes"
    if body_sha256 != entry.body_sha256:
        return f"entry {entry.seq}: the stored body does not have the stored hash"
    if chain_link(previous, body_sha256) != entry.link:
        return f"entry {entry.seq}: its link does not follow from the entry before"
    return ""
