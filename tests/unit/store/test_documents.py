"""Documents are kept under their own hash."""

from __future__ import annotations

import pytest

from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.errors import StoreError
from fairdesk.store.store import Store


def test_a_document_comes_back_by_its_hash(store: Store) -> None:
    """The key is the SHA-256 of the bytes, and any bytes are kept, also none at all."""
    for body in (b"{}", b"", b"\x00\xff" * 100_000):
        key = store.documents.put("plan", body)
        assert key == sha256_hex(body)
        assert store.documents.get(key) == body
        assert store.documents.kind(key) == "plan"
        assert store.documents.has(key)


def test_the_same_bytes_are_kept_once(store: Store) -> None:
    """Putting a document again changes nothing, whatever kind is said the second time."""
    assert store.documents.put("plan", b"{}") == store.documents.put("other", b"{}")
    assert store.documents.kind(sha256_hex(b"{}")) == "plan"
    assert store.documents.hashes() == (sha256_hex(b"{}"),)


def test_an_absent_document_is_named(store: Store) -> None:
    """Asking for a document that is not there says so; it is never an empty one."""
    key = "a" * 64
    assert not store.documents.has(key)
    for ask in (store.documents.get, store.documents.kind):
        with pytest.raises(StoreError, match=key):
            ask(key)
