"""Which calls have an answer or a failure, and what they took."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.domain.exchanges import CallFailure, Exchange, ItemKey, ModelReply
from fairdesk.endpoints.reply_body import LARGEST_COUNT
from fairdesk.store import calls
from fairdesk.store.entries import NewEntry
from fairdesk.store.store import Store

FAILED = CallFailure(cause="throttled", message="m", advice="a")


def key(case_id: str, sample: int = 1) -> ItemKey:
    return ItemKey(case_id=case_id, variant="v", question="q", sample=sample)


def entry(where: ItemKey, outcome: ModelReply | CallFailure, n_attempts: int = 1, source: str = "") -> NewEntry:
    exchange = Exchange(
        key=where, request_sha256="0", outcome=outcome, sent_at="t", elapsed_ms=1, n_attempts=n_attempts, source=source
    )
    return NewEntry(
        kind="failure" if isinstance(outcome, CallFailure) else "exchange",
        body=canonical_bytes(to_plain(exchange)),
        case_id=where.case_id,
        variant=where.variant,
        question=where.question,
        sample=where.sample,
        status="failed" if isinstance(outcome, CallFailure) else "answered",
    )


def test_every_answered_call_is_named_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sorted, over several pages, of this chain alone; failures and corrections are no answers."""
    monkeypatch.setattr(calls, "PAGE", 5)
    monkeypatch.setattr(calls, "ANSWERED", calls.ANSWERED.replace("5000", "5"))
    keys = [key(case, sample) for case in ("b", "", "ä", "a") for sample in (2, 10, 1)]
    store.ledger.append("run:1", [entry(one, ModelReply(text="t")) for one in keys])
    store.ledger.append("run:1", [entry(key("z"), FAILED), NewEntry(kind="correction", body=b"{}", case_id="y")])
    store.ledger.append("run:2", [entry(key("c"), ModelReply(text="t"))])

    assert list(store.ledger.answered_keys("run:1")) == sorted(keys)
    assert list(store.ledger.answered_keys("run:9")) == []


def test_a_failed_call_is_one_that_was_not_answered_later(store: Store) -> None:
    """Each once, however often it failed; its last failure can be read."""
    later = CallFailure(cause="timed_out", message="later", advice="a")
    store.ledger.append("run:1", [entry(key("a"), FAILED), entry(key("b"), FAILED), entry(key("b"), later)])
    store.ledger.append("run:1", [entry(key("a"), ModelReply(text="t"))])

    assert store.ledger.failed_keys("run:1") == (key("b"),)
    last = store.ledger.last_failure("run:1", key("b"))
    assert last is not None
    assert last.seq == 3
    assert store.ledger.last_failure("run:1", key("c")) is None


def test_tokens_are_those_that_the_endpoint_told(store: Store) -> None:
    """An answer without both counts is untold; failures took attempts, some perhaps more; reused answers nothing."""
    told = ModelReply(text="t", prompt_tokens=100, answer_tokens=7)
    half = ModelReply(text="t", prompt_tokens=50)
    store.ledger.append("run:1", [NewEntry(kind="run_started", body=b"{}"), entry(key("a"), told, n_attempts=3)])
    store.ledger.append("run:1", [entry(key("b"), half), entry(key("c"), FAILED, n_attempts=5)])
    store.ledger.append(
        "run:1", [entry(key("d"), told, source="reused r-1 4"), entry(key("e"), told, source="batch x 1")]
    )

    cut_off = CallFailure(cause="cut_off", message="m", advice="a")
    store.ledger.append("run:1", [entry(key("f"), cut_off, n_attempts=1)])

    assert store.ledger.tokens_spent("run:1") == (250, 14, 1, 11, 2, 1)
    assert store.ledger.tokens_spent("run:9") == (0, 0, 0, 0, 0, 0)


@given(outcomes=st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=12))
def test_answered_and_failed_calls_are_disjoint(tmp_path_factory, outcomes: list[tuple[int, bool]]) -> None:
    """Every call that was ever tried is in exactly one of the two, whatever happened in which order."""
    from datetime import UTC, datetime

    path = tmp_path_factory.mktemp("store") / "fairdesk.db"
    with Store.open(path, lambda: datetime(2026, 1, 1, tzinfo=UTC)) as store:
        answered: set[ItemKey] = set()
        for case, is_answer in outcomes:
            if is_answer and key(str(case)) in answered:
                continue
            outcome = ModelReply(text="t") if is_answer else FAILED
            store.ledger.append("run:1", [entry(key(str(case)), outcome)])
            answered |= {key(str(case))} if is_answer else set()
        assert set(store.ledger.answered_keys("run:1")) == answered
        assert set(store.ledger.failed_keys("run:1")) == {key(str(case)) for case, _ in outcomes} - answered


def test_absurd_counts_do_not_keep_a_run_from_being_resumed(store: Store) -> None:
    """A server that claims the largest numbers again and again gives a large sum, never an error."""
    absurd = ModelReply(text="t", prompt_tokens=LARGEST_COUNT, answer_tokens=1)
    store.ledger.append("run:1", [entry(key(f"c{number}"), absurd) for number in range(1_100)])
    spent = store.ledger.tokens_spent("run:1")
    assert spent.prompt >= 1_000 * LARGEST_COUNT
    assert (spent.answer, spent.n_attempts) == (1_100, 1_100)
