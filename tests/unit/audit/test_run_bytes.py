"""The quick way to an exchange's bytes and the general one agree."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fairdesk.audit.run_bytes import exchange_bytes
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.domain.exchanges import (
    CallFailure,
    Exchange,
    ItemKey,
    ModelReply,
    ReadNothing,
    ReadRefusal,
    ReadValue,
    TokenChance,
)

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
COUNT = st.none() | st.integers(0, 10**9)
CHANCES = st.lists(st.builds(TokenChance, token=TEXT, logprob=st.floats(-1e6, 0)), max_size=3).map(tuple)
STATED = (
    st.none()
    | st.builds(ReadValue, value=st.floats(-1e6, 1e6), note=TEXT)
    | st.builds(ReadRefusal, reason=TEXT)
    | st.builds(ReadNothing, reason=TEXT)
)
REPLIES = st.builds(
    ModelReply,
    text=TEXT,
    reasoning=TEXT,
    finish_reason=TEXT,
    model_echo=TEXT,
    fingerprint=TEXT,
    first_tokens=CHANCES,
    prompt_tokens=COUNT,
    answer_tokens=COUNT,
    prompt_chances=CHANCES,
    stated=STATED,
)
FAILURES = st.builds(
    CallFailure,
    cause=TEXT,
    message=TEXT,
    advice=TEXT,
    http_status=COUNT,
    detail=TEXT,
    stops_run=st.booleans(),
)
KEYS = st.builds(ItemKey, case_id=TEXT, variant=TEXT, question=TEXT, sample=st.integers(1, 9))


@given(
    st.builds(
        Exchange,
        key=KEYS,
        request_sha256=TEXT,
        outcome=REPLIES | FAILURES,
        sent_at=TEXT,
        elapsed_ms=st.integers(0, 10**9),
        n_attempts=st.integers(0, 99),
        source=TEXT,
    )
)
def test_both_ways_give_the_same_bytes(exchange: Exchange) -> None:
    """Every field of every kind of exchange, empty and full, in any script."""
    assert exchange_bytes(exchange) == canonical_bytes(to_plain(exchange))
