"""How fast a large run is stored, checked, found and searched, as ratios to plain sqlite3 in the same run.

Small by default; ``FAIRDESK_BENCHMARKS=1`` measures 1,000,000 answers, which takes some minutes and 3 GB of disk.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fairdesk.store.entries import ItemSearch, NewEntry
from fairdesk.store.store import Store

IS_LARGE = os.environ.get("FAIRDESK_BENCHMARKS") == "1"
N_ANSWERS = 1_000_000 if IS_LARGE else 5_000
GROUPS = (1, 32, 500)
RUN = "run:r-0123456789ab"
FIRST = 200

LATIN = "the applicant shows a strong record with good references but gaps in chemistry école über größe"
ARABIC = "الطالب لديه سجل أكاديمي قوي مع توصيات جيدة"
CHINESE = "申请人学习成绩优秀推荐信良好动机明确但化学方面存在一些不足"

WORDS = ("e", "É", "ط", "申", "th", "ال", "申请", "歧視", "strong", "ÉCOLE", "الطالب", "申请人", "zyxw", "case-00007")
"""One, two and more letters in three scripts, common and rare (歧視 and zyxw are in one answer of 100,000)."""


def answer(number: int, rng: random.Random) -> NewEntry:
    """The answers in the order in which a run asks: file by file, each with its variants and questions."""
    text = " ".join(rng.choices(LATIN.split(), k=60))
    if number % 10 >= 7:
        text = " ".join(rng.choices(ARABIC.split(), k=40)) if number % 10 < 9 else "".join(rng.choices(CHINESE, k=120))
    if number % 100_000 == 77:
        text += " Zyxw歧視"
    status = "unreadable" if number % 20_000 == 11 else "refused" if number % 50 == 3 else "answered"
    outcome = {"answer_tokens": 120, "is": "ModelReply", "prompt_tokens": 800, "reasoning": "", "text": text}
    body = json.dumps({"n_attempts": 1, "outcome": outcome, "request_sha256": "0" * 64}, ensure_ascii=False)
    return NewEntry(
        kind="exchange",
        body=body.encode(),
        case_id=f"case-{number // 640:05d}",
        variant=f"variant-{number // 8 % 16}",
        question=f"q{number % 8}",
        sample=number // 128 % 5 + 1,
        status=status,
    )


def seconds(work: Callable[[], object]) -> float:
    """What a call takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def floor_rate(path: Path, entries: list[NewEntry], n_each: int) -> float:
    """The same columns into a table with one key, by the driver alone: no hashes, chain, indexes or triggers."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, a, b, c, d, e, f)")
        began = time.perf_counter()
        for start in range(0, len(entries), n_each):
            rows = [
                (one.case_id, one.variant, one.question, one.sample, one.status, one.body)
                for one in entries[start : start + n_each]
            ]
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT INTO t VALUES (NULL, ?, ?, ?, ?, ?, ?)", rows)
            connection.execute("COMMIT")
        return len(entries) / (time.perf_counter() - began)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A run of many answers, stored 500 at a time."""
    rng = random.Random(7)
    folder = tmp_path_factory.mktemp("large")
    with Store.open(folder / "fairdesk.db", lambda: datetime.now(UTC)) as store:
        for start in range(0, N_ANSWERS, 500):
            store.ledger.append(RUN, [answer(number, rng) for number in range(start, start + 500)])
        yield store


@pytest.mark.parametrize("n_each", GROUPS)
def test_storing(store: Store, tmp_path: Path, n_each: int) -> None:
    """Answers added to the large run, some to a transaction: all are there, and the rate stands beside its floor."""
    rng, n = random.Random(n_each), 20_000 if IS_LARGE else 1_000
    entries = [answer(number, rng) for number in range(n)]
    plain = floor_rate(tmp_path / "plain.db", entries, n_each)
    chain = f"run:{n_each}"
    took = seconds(
        lambda: [store.ledger.append(chain, entries[start : start + n_each]) for start in range(0, n, n_each)]
    )
    assert store.ledger.count(chain) == n
    print(f"\n{n_each} to a transaction: {n / took:,.0f}/s, sqlite3 {plain:,.0f}/s, ratio {n / took / plain:.2f}")


def test_checking(store: Store) -> None:
    """The whole chain is checked, beside a walk over its bodies that does nothing with them."""
    with closing(sqlite3.connect(store.path)) as connection:
        query = "SELECT body FROM ledger WHERE chain = ? ORDER BY seq"
        plain = seconds(lambda: sum(len(body) for (body,) in connection.execute(query, (RUN,))))
    before = resident_bytes()
    took = seconds(lambda: store.ledger.check(RUN))
    grown = (resident_bytes() - before) / 1e6
    print(f"\nchecked in {took:.1f} s ({took / plain:.1f} times reading them), memory grew by {grown:.0f} MB")
    assert store.ledger.check(RUN).ok
    assert took < 60
    assert grown < 100


def test_finding(store: Store) -> None:
    """First rows and all rows, by filter and by order."""
    searches = [ItemSearch(), *(ItemSearch(status=word) for word in ("answered", "refused", "unreadable", "failed"))]
    searches += [ItemSearch(question="q3"), ItemSearch(question="q3", status="refused")]
    searches += [ItemSearch(order=column) for column in ("case_id", "variant", "question", "sample", "status")]
    for search in searches:
        report(store, search, f"{search.status or search.order or 'all'} {search.question}")


def test_searching(store: Store) -> None:
    """The search file is made, and words are found with it, first rows and all rows."""
    took = seconds(lambda: store.search.index(RUN, time.monotonic() + 3600))
    size = store.search.path.stat().st_size / sum(len(entry.body) for entry in store.ledger.at(RUN, range(1, 1001)))
    print(f"\nindexed {N_ANSWERS / took:,.0f}/s, {size * 1000 / N_ANSWERS:.2f} times the size of the answers")
    for words in WORDS:
        report(store, ItemSearch(words=words), words)
    report(store, ItemSearch(words="strong", status="refused"), "strong, refused")
    report(store, ItemSearch(words="strong", order="case_id"), "strong, by file")


def report(store: Store, search: ItemSearch, name: str) -> None:
    """Print what the first rows and all rows take; the first are the first of all."""
    store.ledger.find_items(RUN, search, FIRST)  # pages that are looked at are in the cache
    first = seconds(lambda: store.ledger.find_items(RUN, search, FIRST))
    began = time.perf_counter()
    found = store.ledger.find_items(RUN, search)
    took = time.perf_counter() - began
    assert store.ledger.find_items(RUN, search, FIRST) == found[:FIRST]
    print(f"{name:20} first rows {first * 1e3:8.1f} ms, all {len(found):9,} {took * 1e3:9.1f} ms")


def resident_bytes() -> int:
    """Memory that this process holds; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
    except OSError:
        return 0
