"""Items of a run are found, filtered and sorted by the store."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.store.entries import ItemSearch, NewEntry
from fairdesk.store.store import Store


def entry(case_id: str, text: str = "", status: str = "answered", kind: str = "exchange") -> NewEntry:
    body = json.dumps({"outcome": {"text": text}}, ensure_ascii=False).encode()
    return NewEntry(kind=kind, body=body, case_id=case_id, variant="v", question="q", sample=1, status=status)


def found(store: Store, **wanted: object) -> list[str]:
    seqs = store.ledger.find_items("run:1", ItemSearch(**wanted))  # type: ignore[arg-type]
    return [item.case_id for item in store.ledger.at("run:1", seqs)]


def test_an_item_counts_once_as_what_became_of_it_last(store: Store) -> None:
    """A failure that was answered later is gone from the list; one that failed twice stands there once."""
    failed = [entry(case, status="failed", kind="failure") for case in ("a", "b", "b")]
    store.ledger.append("run:1", [NewEntry(kind="run_started", body=b"{}"), *failed, entry("a", "4")])
    store.ledger.append("run:2", [entry("c", "5")])

    assert found(store) == ["b", "a"]
    assert found(store, status="failed") == ["b"]
    assert found(store, status="answered") == ["a"]
    assert found(store, question="other") == []


def test_items_are_sorted_by_the_store(store: Store) -> None:
    """By a column in both directions; equal ones stay in the order of arrival."""
    store.ledger.append("run:1", [entry("b"), entry("c"), entry("a")])

    assert found(store) == ["b", "c", "a"]
    assert found(store, order="case_id") == ["a", "b", "c"]
    assert found(store, order="case_id", descending=True) == ["c", "b", "a"]
    assert found(store, order="status") == ["b", "c", "a"]
    with pytest.raises(ValueError, match="body"):
        found(store, order="body")


def test_words_are_found_as_they_were_answered(store: Store) -> None:
    """Signs that mean something to SQL or JSON mean themselves; keys of the stored form are not found."""
    texts = {"a": 'He said "100 %"\n', "b": "الطالب جيد", "c": "100 x", "d": "under_score", "e": ""}
    store.ledger.append("run:1", [entry(case, text) for case, text in texts.items()])

    assert found(store, words="100 %") == ["a"]
    assert found(store, words='said "1') == ["a"]
    assert found(store, words="الطالب") == ["b"]
    assert found(store, words="r_s") == ["d"]
    assert found(store, words="UNDER") == ["d"]
    assert found(store, words="outcome") == []


@given(words=st.text(min_size=1, max_size=20).filter(lambda text: "\x00" not in text))
def test_any_words_are_found_in_the_answer_that_holds_them(tmp_path_factory, words: str) -> None:
    """Whatever is typed is looked for as it is."""
    words = words.encode("utf-8", "ignore").decode()
    if not words:
        return
    from datetime import UTC, datetime

    path = tmp_path_factory.mktemp("store") / "fairdesk.db"
    with Store.open(path, lambda: datetime(2026, 1, 1, tzinfo=UTC), busy_seconds=5) as store:
        store.ledger.append("run:1", [entry("case-one", f"before {words} after")])
        assert found(store, words=words) == ["case-one"]


def test_entries_come_in_the_order_in_which_they_are_asked_for(store: Store) -> None:
    """Unknown places are left out, more than one page of them works."""
    store.ledger.append("run:1", [entry(f"c{number}") for number in range(1_200)])
    seqs = [1_200, 9_999, 1, *range(2, 1_000)]

    assert [item.seq for item in store.ledger.at("run:1", seqs)] == [1_200, 1, *range(2, 1_000)]
