"""Writings that belong together are kept together."""

from __future__ import annotations

import pytest

from fairdesk.domain.canonical import GENESIS, sha256_hex
from fairdesk.store.entries import NewEntry
from fairdesk.store.store import Store


def test_what_fails_inside_takes_everything_with_it(store: Store) -> None:
    """Neither the document nor the entry before the failure is there afterwards, and the store goes on."""

    def write() -> None:
        with store.all_or_none():
            store.documents.put("note", b"one")
            store.ledger.append("project:1", [NewEntry(kind="note", body=b"two")])
            store.ledger.append("", [NewEntry(kind="note", body=b"three")])

    with pytest.raises(ValueError, match="name"):
        write()

    assert not store.documents.has(sha256_hex(b"one"))
    assert store.ledger.head("project:1") == GENESIS
    assert store.documents.has(store.documents.put("note", b"one"))


def test_a_block_inside_a_block_is_a_part_of_it(store: Store) -> None:
    """What the outer block writes after the inner one still belongs to its transaction."""
    with store.all_or_none():
        with store.all_or_none():
            inner = store.documents.put("note", b"inner")
        outer = store.documents.put("note", b"outer")

    assert store.documents.has(inner)
    assert store.documents.has(outer)


def test_what_succeeds_inside_is_kept_when_the_block_ends(store: Store) -> None:
    """Two parts of the store write in one transaction, one after the other."""
    with store.all_or_none():
        sha256 = store.documents.put("note", b"one")
        store.ledger.append("project:1", [NewEntry(kind="note", body=b"two")])

    assert store.documents.has(sha256)
    assert store.ledger.count("project:1") == 1
