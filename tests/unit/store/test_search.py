"""Words of answers are found with and without the search file, in any script, and the file may be lost at any time."""

from __future__ import annotations

import json
import sqlite3
import time
import unicodedata
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.store import finding
from fairdesk.store import search as search_module
from fairdesk.store.backup import backup
from fairdesk.store.entries import ItemSearch, NewEntry
from fairdesk.store.search import IndexState, SearchFile
from fairdesk.store.store import Store
from fairdesk.store.texts import Needle, folded

RUN = "run:1"

TEXTS = {
    "latin": "The applicant studied at the ÉCOLE Normale; rated 7/10.",
    "apart": "e\u0301cole, written with a mark of its own",
    "arabic": "الطالب لديه سجل أكاديمي قوي",
    "chinese": "申请人学习成绩优秀,没有歧視",
    "german": "GROẞE Straße",
    "greek": "ΟΔΥΣΣΕΥΣ",
    "syntax": 'NEAR(a b) OR "quoted" -minus words:col* ^x 100% under_score back\\slash',
    "short": "no",
    "empty": "",
}


def entry(case_id: str, text: str, kind: str = "exchange", status: str = "answered") -> NewEntry:
    outcome = {"text": text} if kind == "exchange" else {"message": text, "detail": "HTTP 503 Überlastet"}
    body = json.dumps({"outcome": outcome}, ensure_ascii=False).encode()
    return NewEntry(kind=kind, body=body, case_id=case_id, variant="v", question="q", sample=1, status=status)


def found(store: Store, words: str, **wanted: object) -> list[str]:
    seqs = store.ledger.find_items(RUN, ItemSearch(words=words, **wanted))  # type: ignore[arg-type]
    return [item.case_id for item in store.ledger.at(RUN, seqs)]


def indexed(store: Store, chain: str = RUN) -> IndexState:
    return store.search.index(chain, deadline=time.monotonic() + 60)


@pytest.fixture(params=["indexed", "not indexed", "half indexed"])
def filled(request: pytest.FixtureRequest, store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """The same answers, in a store that has a search file for all, for none and for some of them.

    It is asked at once, also for short words, of which a larger run would read a few pages first.
    """
    monkeypatch.setattr(finding, "N_PAGES_FIRST", 0)
    entries = [entry(case_id, text) for case_id, text in TEXTS.items()]
    store.ledger.append(RUN, entries[:4])
    if request.param == "half indexed":
        indexed(store)
    store.ledger.append(RUN, entries[4:])
    if request.param == "indexed":
        assert indexed(store) == IndexState(indexed_to=len(entries), is_complete=True)
    return store


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("école", ["latin", "apart"]),
        ("ÉCOLE", ["latin", "apart"]),
        ("e\u0301COLE n", ["latin"]),
        ("é", ["latin", "apart"]),
        ("É", ["latin", "apart"]),
        ("لديه سجل", ["arabic"]),
        ("قوي", ["arabic"]),
        ("وي", ["arabic"]),
        ("ط", ["arabic"]),
        ("申请人", ["chinese"]),
        ("成绩", ["chinese"]),
        ("視", ["chinese"]),
        ("歧視", ["chinese"]),
        ("große strasse", ["german"]),
        ("ß", ["german"]),
        ("οδυσσευσ", ["greek"]),
        ('OR "quoted" -', ["syntax"]),
        ("near(", ["syntax"]),
        ("words:col*", ["syntax"]),
        ('"', ["syntax"]),
        ("*", ["syntax"]),
        ("0%", ["syntax"]),
        ("%", ["syntax"]),
        ("under_score", ["syntax"]),
        ("underXscore", []),
        ("k\\s", ["syntax"]),
        ("no", ["latin", "short"]),
        ("shor", ["short"]),
        ("outcome", []),
        ("\x03", []),
        ("nowhere to be found", []),
    ],
)
def test_words_are_found_in_any_script(filled: Store, words: str, expected: list[str]) -> None:
    """Case and composition do not count, signs mean themselves, and one letter is enough, with and without the file."""
    assert found(filled, words) == expected


@given(
    text=st.text(max_size=30),
    words=st.one_of(st.text(min_size=1, max_size=4), st.integers(0, 29)),
)
def test_the_search_file_finds_what_reading_finds(tmp_path_factory, text: str, words: str | int) -> None:
    """For any text and any words the answer is the same with the file and without it."""
    if isinstance(words, int):  # words that do occur, most of the time
        words = text[words : words + 5] or "x"
    with Store.open(tmp_path_factory.mktemp("s") / "fairdesk.db", lambda: datetime(2026, 1, 1, tzinfo=UTC)) as store:
        body = json.dumps({"outcome": {"text": text}}).encode()
        store.ledger.append(RUN, [NewEntry(kind="exchange", body=body, case_id="c", status="answered")])
        read = found(store, words)
        assert indexed(store).is_complete
        assert found(store, words) == read
        if folded(words) in folded(text):
            assert read == ["c"]


def test_words_are_found_together_with_the_other_filters(filled: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Status (also one given by hand), question, order, a limit and a place after which to begin."""
    failed = [entry("latin-2", "The endpoint said no", kind="failure", status="failed")]
    filled.ledger.append(RUN, [*failed, *failed, entry("latin", "", kind="correction", status="refused")])
    for few in (finding.FEW, 0):  # by reading the few, and by the search file
        monkeypatch.setattr(finding, "FEW", few)
        assert found(filled, "überlastet") == ["latin-2"]
        assert found(filled, "the ", status="failed") == ["latin-2"]
        assert found(filled, "the ", status="refused") == ["latin"]
        assert found(filled, "the ", status="answered") == []
        assert found(filled, "s", question="q", order="case_id", descending=True)[-1] == "apart"
        assert found(filled, "s", question="other") == []
        assert found(filled, "the ", order="status") == ["latin-2", "latin"]
        assert found(filled, "the ", after=1) == ["latin-2"]
        assert len(filled.ledger.find_items(RUN, ItemSearch(words="s", order="case_id"), limit=2)) == 2
        assert len(filled.ledger.find_items(RUN, ItemSearch(words="s"), limit=2)) == 2


def test_too_common_letters_are_read(filled: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where looking one or two letters up would take longer than reading, the answers are read; they are the same."""
    before = [found(filled, words) for words in ("e", "st", "视", "é")]
    monkeypatch.setattr(search_module, "MOST_PLACES", 0)
    assert [found(filled, words) for words in ("e", "st", "视", "é")] == before


def test_a_lost_search_file_is_made_anew(filled: Store) -> None:
    """Deleted between two searches: everything is found meanwhile, and after indexing again too."""
    filled.search.path.unlink(missing_ok=True)
    assert found(filled, "école") == ["latin", "apart"]
    assert not filled.search.path.exists()
    assert indexed(filled).is_complete
    assert filled.search.path.stat().st_mode & 0o777 == 0o600
    assert found(filled, "école") == ["latin", "apart"]


@pytest.mark.parametrize("damage", ["no database", "pages of nothing", "another format", "a table is gone"])
def test_a_damaged_search_file_is_made_anew(filled: Store, damage: str) -> None:
    """Whatever is wrong with it: the search reads the answers, indexing mends it, and the evidence is untouched."""
    indexed(filled)
    path = filled.search.path
    if damage == "no database":
        path.write_bytes(b"this is no database" * 1000)
    elif damage == "pages of nothing":
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        content = path.read_bytes()
        path.write_bytes(content[:100] + b"\xaa" * (len(content) - 100))
    elif damage == "another format":
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA user_version = 99")
    else:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("DROP TABLE words_1")
    for words in ("école", "é"):
        assert found(filled, words) == ["latin", "apart"]
    assert indexed(filled) == IndexState(indexed_to=len(TEXTS), is_complete=True)
    assert found(filled, "école") == ["latin", "apart"]
    assert filled.ledger.check(RUN).ok


def test_a_search_file_that_cannot_be_written_says_why(filled: Store) -> None:
    """A folder in its place stands for all of this: words with the cause, and the search reads the answers."""
    filled.search.path.unlink(missing_ok=True)
    filled.search.path.mkdir()
    state = indexed(filled)

    assert not state.is_complete
    assert "was not brought up to date" in state.problem
    assert "slower" in state.problem
    assert found(filled, "école") == ["latin", "apart"]
    assert filled.ledger.check(RUN).ok


def test_a_restored_store_is_indexed_anew(store: Store) -> None:
    """A file that knows another past of the chain is of no use: nothing is found that is not there."""
    store.ledger.append(RUN, [entry("a", "what was there"), entry("b", "before")])
    indexed(store)
    store.close()
    store.path.unlink()
    with Store.open(store.path, store.database.moment) as other:
        other.ledger.append(RUN, [entry("x", "something else"), entry("y", "altogether")])
        assert found(other, "what was") == []
        assert found(other, "something") == ["x"]
        assert indexed(other).is_complete
        assert found(other, "what was") == []
        assert found(other, "something") == ["x"]


def test_indexing_goes_on_where_it_was_left(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch at a time, with other writers in between, and each answer once."""
    monkeypatch.setattr(search_module, "BATCH", 3)
    monkeypatch.setattr(search_module, "ENTRIES", search_module.ENTRIES.replace("2000", "3"))
    store.ledger.append(RUN, [NewEntry(kind="run_started", body=b"{}")])
    for number in range(7):
        store.ledger.append(RUN, [entry(f"c{number}", f"answer number {number}")])
        if number == 4:
            assert store.search.index(RUN, deadline=0) == IndexState(indexed_to=3, is_complete=False)
    assert indexed(store) == IndexState(indexed_to=8, is_complete=True)
    assert found(store, "answer number") == [f"c{number}" for number in range(7)]
    assert found(store, "number 6") == ["c6"]


@pytest.mark.parametrize("words", ["same answer", "sa"])
def test_an_index_that_grows_during_a_search(store: Store, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    """Each answer is found once when another process brings the file up to date in the middle of the search."""
    monkeypatch.setattr(finding, "N_PAGES_FIRST", 0)
    store.ledger.append(RUN, [entry(f"c{number}", "the same answer") for number in range(4)])
    indexed(store)
    store.ledger.append(RUN, [entry(f"c{number}", "the same answer") for number in range(4, 9)])
    known_run = SearchFile._run

    def run_known_before(search_file: SearchFile, connection: sqlite3.Connection, chain: str) -> tuple[int, int] | None:
        run = known_run(search_file, connection, chain)
        with monkeypatch.context() as patch:
            patch.setattr(SearchFile, "_run", known_run)
            indexed(store)
        return run

    monkeypatch.setattr(SearchFile, "_run", run_known_before)
    assert found(store, words) == [f"c{number}" for number in range(9)]


def test_a_purged_file_gives_its_room_back(store: Store) -> None:
    """The file is small again when the only large run in it is gone."""
    texts = (" ".join(f"{number * place:x}" for place in range(300)) for number in range(1, 300))
    store.ledger.append(RUN, [entry(f"c{number}", text) for number, text in enumerate(texts)])
    indexed(store)
    before = store.search.path.stat().st_size
    store.search.purge((RUN,))
    assert store.search.path.stat().st_size < before / 4


def test_nothing_of_a_purged_run_stays(store: Store) -> None:
    """Neither a word nor a three of letters that only it held is left in any byte; other runs stay searchable."""
    secret = "".join(chr(0x13000 + number) for number in range(60))  # signs that nobody else writes
    store.ledger.append(RUN, [entry(f"c{number}", secret) for number in range(300)])
    store.ledger.append("run:2", [entry("d", "another run, which stays")])
    indexed(store)
    indexed(store, "run:2")
    files = [store.search.path, *store.search.path.parent.glob("search.sqlite-*")]
    letters = unicodedata.normalize("NFC", secret)[10].encode()
    assert any(letters in file.read_bytes() for file in files)

    store.search.purge((RUN, "run:never indexed"))
    files = [store.search.path, *store.search.path.parent.glob("search.sqlite-*")]
    assert not any(letters in file.read_bytes() for file in files)
    assert store.search.places("run:2", Needle("which"), 0)[1] == 1
    store.search.path.write_bytes(b"damaged" * 1000)
    store.search.purge(("run:2",))
    assert not store.search.path.exists()
    store.search.purge(("run:2",))


def test_a_backup_holds_no_search_file(filled: Store, tmp_path: Path) -> None:
    """A backup is the store alone; what is derived is made again."""
    indexed(filled)
    (tmp_path / "copies").mkdir()
    backup(filled, tmp_path / "copies" / "copy.db")
    assert [file.name for file in (tmp_path / "copies").iterdir()] == ["copy.db"]
