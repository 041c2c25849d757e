"""A real HTTP server on loopback that answers, refuses, breaks off or stays silent as a test says; it keeps count."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from fairdesk.domain.canonical import sha256_hex
from tests.loopback import Handler, Reply, serving

PROBE_TOKENS = (8, 24, 40)
"""Longest answers that a connection test asks for; questions about a file allow more."""


def said(text: str, *, wait_s: float = 0.0) -> Reply:
    """A proper answer."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    body = {"id": "c", "object": "chat.completion", "model": "faulty-1", "choices": [choice]}
    return Reply(data=json.dumps(body).encode(), wait_s=wait_s)


def failed(status: int, words: str, **headers: str) -> Reply:
    """An error as providers send it; header names with ``_`` for ``-``."""
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Reply(status=status, data=json.dumps({"error": {"message": words}}).encode(), headers=named)


Answer = Callable[[int, dict[str, Any]], Reply]
"""Gets the number of the question about a file, from 1 (0 for the probes of a connection test), and its body."""


@dataclass
class FaultyServer:
    """What a test sees of its server.

    Attributes:
        answer: May be replaced while the server runs.
        asked: SHA-256 of a body to the times it came; probes of a connection test are left out.
            keys: Every value of the header that carries the key.
        wanted_key: Other keys are refused; empty takes every one.
    """

    base_url: str
    answer: Answer
    asked: Counter[str] = field(default_factory=Counter)
    keys: set[str] = field(default_factory=set)
    wanted_key: str = ""
    n_asked: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)

    def wait_for(self, n_asked: int, timeout_s: float = 120.0) -> None:
        """Return as soon as so many questions about files were asked in all."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.n_asked >= n_asked, timeout=timeout_s), self.n_asked


@contextmanager
def faulty_server(answer: Answer, port: int = 0) -> Iterator[FaultyServer]:
    """Serve until the block ends."""
    served = FaultyServer(base_url="", answer=answer)

    class Faulty(Handler):
        def do_POST(self) -> None:
            received = self.received()
            body = json.loads(received)
            is_probe = body["max_tokens"] in PROBE_TOKENS
            with served.changed:
                served.keys.add(self.headers.get("Authorization", ""))
                if not is_probe:
                    served.asked[sha256_hex(received)] += 1
                    served.n_asked += 1
                number = 0 if is_probe else served.n_asked
                served.changed.notify_all()
            refused = served.wanted_key and self.headers.get("Authorization") != f"Bearer {served.wanted_key}"
            self.send(failed(401, "Incorrect API key provided") if refused else served.answer(number, body))

    with serving(Faulty, port) as address:
        served.base_url = f"{address}/v1"
        yield served
