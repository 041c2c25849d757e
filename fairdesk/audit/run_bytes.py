"""The bytes of an exchange for the ledger, made directly, because ``canonical_bytes(to_plain(...))`` takes far longer.

A test holds both ways against each other over every shape of an exchange.
"""

from __future__ import annotations

import json
from typing import Any

from fairdesk.domain.codec import to_plain
from fairdesk.domain.exchanges import CallFailure, Exchange, ModelReply, Status, TokenChance
from fairdesk.store.entries import EXCHANGE, FAILURE, NewEntry

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode


def exchange_bytes(exchange: Exchange) -> bytes:
    """Canonical JSON of an exchange.

    Raises:
        ValueError: a number is not finite, or a text holds a lone surrogate.
    """
    key, outcome = exchange.key, exchange.outcome
    plain: dict[str, Any] = {
        "elapsed_ms": exchange.elapsed_ms,
        "key": {"case_id": key.case_id, "question": key.question, "sample": key.sample, "variant": key.variant},
        "n_attempts": exchange.n_attempts,
        "outcome": _reply(outcome) if isinstance(outcome, ModelReply) else _failure(outcome),
        "request_sha256": exchange.request_sha256,
        "sent_at": exchange.sent_at,
    }
    if exchange.source:
        plain["source"] = exchange.source
    return _encode(plain).encode("utf-8")


def exchange_entry(exchange: Exchange, status: Status) -> NewEntry:
    """The ledger's entry of an exchange: an answer, or a failure."""
    key = exchange.key
    return NewEntry(
        kind=EXCHANGE if isinstance(exchange.outcome, ModelReply) else FAILURE,
        body=exchange_bytes(exchange),
        case_id=key.case_id,
        variant=key.variant,
        question=key.question,
        sample=key.sample,
        status=status.value,
    )


def _reply(reply: ModelReply) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "answer_tokens": reply.answer_tokens,
        "fingerprint": reply.fingerprint,
        "finish_reason": reply.finish_reason,
        "first_tokens": _chances(reply.first_tokens),
        "is": "ModelReply",
        "model_echo": reply.model_echo,
        "prompt_tokens": reply.prompt_tokens,
        "reasoning": reply.reasoning,
        "text": reply.text,
    }
    if reply.prompt_chances:
        plain["prompt_chances"] = _chances(reply.prompt_chances)
    if reply.stated is not None:
        plain["stated"] = {**to_plain(reply.stated), "is": type(reply.stated).__name__}
    return plain


def _failure(failure: CallFailure) -> dict[str, Any]:
    return {
        "advice": failure.advice,
        "cause": failure.cause,
        "detail": failure.detail,
        "http_status": failure.http_status,
        "is": "CallFailure",
        "message": failure.message,
        "stops_run": failure.stops_run,
    }


def _chances(chances: tuple[TokenChance, ...]) -> list[dict[str, Any]]:
    return [{"logprob": chance.logprob, "token": chance.token} for chance in chances]
