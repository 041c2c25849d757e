"""The answers of a collection as a file: one JSON object a line, in the order of the prompts, made from the store."""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairdesk.audit.collect import answer_status
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import from_plain
from fairdesk.domain.errors import InputError
from fairdesk.domain.exchanges import CallFailure, Exchange, ModelReply, Status

if TYPE_CHECKING:
    from fairdesk.interchange.prompt_files import PromptFile

PAGE = 500
"""Answers in memory at a time."""


def write_answers(workspace: Workspace, chain: str, prompts: PromptFile, n_samples: int, target: Path) -> None:
    """Write every planned call with what became of it; the file is replaced whole or stays as it was.

    Raises:
        InputError: it cannot be written; every answer is in the store all the same.
    """
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        try:
            with part.open("wb") as file:
                for line in _lines(workspace, chain, prompts, n_samples):
                    file.write(canonical_bytes(line) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(
            f"The answers cannot be written to {target}: {error.strerror or error}. All of them are in the store.",
            "Give the same command with another --out; nothing is asked again.",
        ) from error


def holds_something_else(target: Path) -> bool:
    """Whether a file is there that is not empty and does not begin like the answers that are written here."""
    if not target.is_file():
        return False
    try:
        with target.open("rb") as file:
            first = file.readline()
    except OSError:
        # Told when it is written.
        return False
    try:
        line = json.loads(first) if first else {}
    except ValueError:
        return True
    return bool(first) and not (isinstance(line, dict) and line.keys() >= {"id", "sample", "status", "text"})


def _lines(workspace: Workspace, chain: str, prompts: PromptFile, n_samples: int) -> Iterator[dict[str, Any]]:
    ledger = workspace.store.ledger
    seqs = array("q", bytes(8 * len(prompts) * n_samples))
    # Failures first: whatever was answered in the end counts as answered.
    for kind in ("failure", "exchange"):
        for entry in ledger.entries(chain, kind=kind):
            seqs[prompts.ids[entry.case_id] * n_samples + entry.sample - 1] = entry.seq
    ids = list(prompts.ids)
    for first in range(0, len(seqs), PAGE):
        page = seqs[first : first + PAGE]
        found = {entry.seq: entry for entry in ledger.at(chain, [seq for seq in page if seq])}
        for place, seq in enumerate(page, first):
            name, sample = ids[place // n_samples], place % n_samples + 1
            yield {"id": name, "sample": sample, **(_outcome(found[seq].body) if seq else _nothing())}


def _outcome(body: bytes) -> dict[str, Any]:
    exchange = from_plain(Exchange, json.loads(body))
    sent = {
        "sent_at": exchange.sent_at,
        "elapsed_ms": exchange.elapsed_ms,
        "n_attempts": exchange.n_attempts,
        "request_sha256": exchange.request_sha256,
    }
    match exchange.outcome:
        case ModelReply() as reply:
            status, reason = answer_status(reply)
            return {
                "text": reply.text,
                "status": status.value,
                "reason": reason,
                "model": reply.model_echo,
                "fingerprint": reply.fingerprint,
                "finish_reason": reply.finish_reason,
                "reasoning": reply.reasoning,
                "prompt_tokens": reply.prompt_tokens,
                "answer_tokens": reply.answer_tokens,
                **sent,
            }
        case CallFailure() as failure:
            return {
                "text": None,
                "status": Status.FAILED.value,
                "reason": failure.message,
                "http_status": failure.http_status,
                "detail": failure.detail,
                **sent,
            }


def _nothing() -> dict[str, Any]:
    return {"text": None, "status": Status.NOT_ATTEMPTED.value, "reason": "not asked yet"}
