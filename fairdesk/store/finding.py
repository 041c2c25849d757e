"""The items of a run in a large ledger: filtered, sorted and searched for words without reading what is not shown.

An item is a planned call that was tried. Its row is its answer or, while it has none, its last failure. Answers are
found in the index ``ledger_status``; failures and corrections are few and are held in memory.
"""

from __future__ import annotations

import heapq
import json
import sqlite3
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from sqlalchemy import Connection

from fairdesk.store.database import Database
from fairdesk.store.entries import ITEM_COLUMNS, ItemSearch
from fairdesk.store.search import SearchFile
from fairdesk.store.texts import Needle

FEW = 5_000
"""So many items are read one by one rather than looked up in the search file."""

PAGE = 1_000
"""Answers read at a time when words are looked for in them."""

N_PAGES_FIRST = 2
"""Pages that are read for one or two letters before the search file is asked."""

BATCH = 5_000
"""Places from the search file that are filtered at a time."""

ITEM = ("case_id", "variant", "question", "sample")

SAME_ITEM = " AND ".join(f"{{0}}.{column} = {{1}}.{column}" for column in ("chain", *ITEM))

# Both repeat the condition of their index, ledger_item, so that it is used.
FAILURES = f"""
    SELECT seq, {", ".join(ITEM)}, status, EXISTS (
        SELECT 1 FROM ledger AS answer WHERE answer.kind = 'exchange' AND {SAME_ITEM.format("answer", "failure")}
    )
    FROM ledger AS failure WHERE chain = ? AND kind = 'failure' AND kind <> 'exchange'
    ORDER BY seq
"""
CORRECTIONS = f"""
    SELECT answer.seq, answer.case_id, answer.variant, answer.question, answer.sample, correction.status
    FROM ledger AS correction JOIN ledger AS answer
        ON answer.kind = 'exchange' AND {SAME_ITEM.format("answer", "correction")}
    WHERE correction.chain = ? AND correction.kind = 'correction' AND correction.kind <> 'exchange'
    ORDER BY correction.seq
"""
NEXT_STATUS = "SELECT min(status) FROM ledger WHERE chain = ? AND kind = 'exchange' AND status > ?"
TEXTS = f"""
    SELECT seq, case_id, body FROM ledger
    WHERE chain = ? AND seq > ? AND +kind IN ('exchange', 'failure') ORDER BY seq LIMIT {PAGE}
"""
# A cross join is done in the order in which it is written: each place is looked up, never the whole chain walked.
AT_PLACES = "FROM json_each(?) AS place CROSS JOIN ledger ON chain = ? AND seq = place.value"
TEXTS_OF = f"SELECT seq, case_id, body {AT_PLACES}"

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Few:
    """The rows of a run that are not simply answers as they came.

    Attributes:
        rows: Place to the columns of ``ITEM_COLUMNS``: failures without an answer, and answers that were corrected,
            with the status that counts.
        gone: Places of failures that no longer stand for their item.
    """

    rows: dict[int, Values]
    gone: frozenset[int]


def find_items(
    database: Database, search_file: SearchFile, chain: str, search: ItemSearch, limit: int | None = None
) -> array[int]:
    """See ``Ledger.find_items``."""
    if search.order and search.order not in ITEM_COLUMNS:
        raise ValueError(f"items are not sorted by {search.order!r}")
    with database.reading() as connection:
        few = _few(connection, chain)
    if not search.words:
        return _without_words(database, chain, search, few, limit)
    needle = Needle(search.words)
    if search.status:
        # A status that few items have is looked up first; it is then quicker to read these than to find the words.
        plain = replace(search, words="")
        if len(_without_words(database, chain, replace(plain, order=""), few, FEW + 1)) <= FEW:
            return _among(database, chain, _without_words(database, chain, plain, few, None), needle, limit)
    places = _places(database, search_file, chain, search)
    found = _kept(database, chain, places, search, few)
    if not search.order:
        return array("q", islice(found, limit))
    all_found = array("q", found)
    with database.reading() as connection:
        return _sorted(connection, chain, search, few, (all_found, limit))


def _few(connection: Connection, chain: str) -> _Few:
    open_ones: dict[tuple[Any, ...], int] = {}
    rows: dict[int, Values] = {}
    gone: set[int] = set()
    for seq, *values, is_answered in connection.exec_driver_sql(FAILURES, (chain,)):
        item = tuple(values[:4])
        gone.update({seq} if is_answered else {open_ones[item]} if item in open_ones else ())
        if not is_answered:
            open_ones[item] = seq
            rows[seq] = dict(zip(ITEM_COLUMNS, values, strict=True))
    rows = {seq: row for seq, row in rows.items() if seq not in gone}
    for seq, *values in connection.exec_driver_sql(CORRECTIONS, (chain,)):
        rows[seq] = dict(zip(ITEM_COLUMNS, values, strict=True))
    return _Few(rows, frozenset(gone))


def _is_wanted(seq: int, row: Values, search: ItemSearch) -> bool:
    is_status = not search.status or row["status"] == search.status
    return is_status and (not search.question or row["question"] == search.question) and seq > search.after


def _without_words(database: Database, chain: str, search: ItemSearch, few: _Few, limit: int | None) -> array[int]:
    with database.reading() as connection:
        if search.order:
            return _sorted(connection, chain, search, few, (None, limit))
        # One more for each answer that is skipped below.
        n = -1 if limit is None else limit + len(few.rows)
        found: list[int] = [seq for seq, row in few.rows.items() if _is_wanted(seq, row, search)]
        for status in [search.status] if search.status else _statuses(connection, chain):
            question = " AND question = ?" if search.question else ""
            query = f"""
                SELECT seq FROM ledger INDEXED BY ledger_status
                WHERE chain = ? AND kind = 'exchange' AND status = ? AND seq > ?{question} ORDER BY seq LIMIT {n}
            """
            values = (chain, status, search.after, *([search.question] if search.question else []))
            rows = connection.exec_driver_sql(query, values).scalars()
            found.extend(seq for seq in rows if seq not in few.rows)
    found.sort()  # a few ascending stretches: merged, not sorted
    return array("q", found if limit is None else found[:limit])


def _statuses(connection: Connection, chain: str) -> list[str]:
    """The status words that the answers of a run have, from the ends of stretches in the index."""
    found: list[str] = []
    first = connection.exec_driver_sql(
        "SELECT min(status) FROM ledger WHERE chain = ? AND kind = 'exchange'", (chain,)
    ).scalar()
    while first is not None:
        found.append(first)
        first = connection.exec_driver_sql(NEXT_STATUS, (chain, first)).scalar()
    return found


def _sorted(
    connection: Connection, chain: str, search: ItemSearch, few: _Few, among: tuple[array[int] | None, int | None]
) -> array[int]:
    """Items in the order of a column: answers as SQLite sorts them, merged with the few others."""
    candidates, limit = among
    n = -1 if limit is None else limit + len(few.rows)
    direction = "DESC" if search.descending else "ASC"
    if candidates is None:
        # The index that keeps answers single is sorted by file already, which serves the first rows.
        is_by_file = search.order == "case_id" and limit is not None and not (search.status or search.question)
        source = f"FROM ledger INDEXED BY {'ledger_exchange' if is_by_file else 'ledger_status'} WHERE chain = ?"
        values: list[Any] = [chain]
    else:
        source, values = f"{AT_PLACES} WHERE TRUE", [json.dumps(list(candidates)), chain]
    plus = "" if candidates is None else "+"  # here the place has been chosen: no index for these
    conditions = f" AND {plus}kind = 'exchange' AND {plus}seq > ?"
    values.append(search.after)
    for column, value in (("status", search.status), ("question", search.question)):
        if value:
            conditions += f" AND {plus}{column} = ?"
            values.append(value)
    query = f"""
        SELECT {search.order}, seq {source}{conditions} ORDER BY {search.order} {direction}, seq LIMIT {n}
    """
    wanted = None if candidates is None else set(candidates) & few.rows.keys()
    others = [
        (row[search.order], seq)
        for seq, row in few.rows.items()
        if _is_wanted(seq, row, search) and (wanted is None or seq in wanted)
    ]
    others.sort(key=lambda pair: pair[1])
    others.sort(key=lambda pair: _key(pair[0]), reverse=search.descending)
    answers = ((key, seq) for key, seq in connection.exec_driver_sql(query, tuple(values)) if seq not in few.rows)
    merged = _merged(answers, others, search.descending)
    return array("q", islice(merged, limit))


def _merged(answers: Iterable[tuple[Any, int]], others: list[tuple[Any, int]], descending: bool) -> Iterator[int]:
    if not others:
        return (seq for _, seq in answers)
    if descending:
        # heapq knows one direction; places ascend among equal ones in both.
        merged = heapq.merge(answers, others, key=lambda pair: _Reversed(_key(pair[0]), pair[1]))
    else:
        merged = heapq.merge(answers, others, key=lambda pair: (_key(pair[0]), pair[1]))
    return (seq for _, seq in merged)


def _key(value: Any) -> Any:
    """Text as SQLite compares it: by its bytes in UTF-8."""
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class _Reversed:
    key: Any
    seq: int

    def __lt__(self, other: _Reversed) -> bool:
        return bool(self.key > other.key) or (bool(self.key == other.key) and self.seq < other.seq)


def _places(database: Database, search_file: SearchFile, chain: str, search: ItemSearch) -> Iterator[int]:
    """Entries that hold the words, ascending: from the search file as far as it knows, then from the entries."""
    needle = Needle(search.words)
    scanned = search.after
    if needle.is_short:
        # A common one is met at once, and looking it up would take longer.
        for _ in range(N_PAGES_FIRST):
            found, scanned, is_end = _read(database, chain, needle, scanned)
            yield from found
            if is_end:
                return
    last = scanned
    known, scanned = search_file.places(chain, needle, last)
    try:
        for last in known:
            yield last
    except sqlite3.Error:
        scanned = last  # the file is damaged: on from here without it
    is_end = False
    while not is_end:
        found, scanned, is_end = _read(database, chain, needle, scanned)
        yield from found


def _read(database: Database, chain: str, needle: Needle, after: int) -> tuple[list[int], int, bool]:
    """A page of entries: those that hold the words, the last one's place, and whether no other follows."""
    with database.reading() as connection:
        rows = connection.exec_driver_sql(TEXTS, (chain, after)).all()
    found = [seq for seq, case_id, body in rows if needle.is_in(case_id, body)]
    return found, rows[-1].seq if rows else after, len(rows) < PAGE


def _kept(database: Database, chain: str, places: Iterable[int], search: ItemSearch, few: _Few) -> Iterator[int]:
    """Of some places, in their order, those that stand for an item that is wanted."""
    shown = (seq for seq in places if seq not in few.gone)
    if not (search.status or search.question):
        yield from shown
        return
    conditions = "".join(f" AND +{name} = ?" for name in ("status", "question") if getattr(search, name))
    query = f"SELECT seq {AT_PLACES} WHERE +kind = 'exchange'{conditions}"
    values = tuple(value for value in (search.status, search.question) if value)
    size = 200  # the first rows soon, then more at a time
    while batch := list(islice(shown, size)):
        size = BATCH
        with database.reading() as connection:
            kept = set(connection.exec_driver_sql(query, (json.dumps(batch), chain, *values)).scalars())
        for seq in batch:
            row = few.rows.get(seq)
            if seq in kept if row is None else _is_wanted(seq, row, search):
                yield seq


def _among(database: Database, chain: str, items: array[int], needle: Needle, limit: int | None) -> array[int]:
    """Of some items, in their order, those that hold the words."""
    found: array[int] = array("q")
    for start in range(0, len(items), PAGE):
        some = items[start : start + PAGE]
        with database.reading() as connection:
            rows = connection.exec_driver_sql(TEXTS_OF, (json.dumps(list(some)), chain)).all()
        holding = {seq for seq, case_id, body in rows if needle.is_in(case_id, body)}
        found.extend(seq for seq in some if seq in holding)
        if limit is not None and len(found) >= limit:
            return found[:limit]
    return found
