"""A real HTTP server on loopback that answers, refuses, breaks off or stays silent as a test says; it keeps count."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from fairdesk.domain.canonical import sha256_hex

PROBE_TOKENS = (8, 24, 40)
"""Longest answers that a connection test asks for; questions about a file allow more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the server does with one request.

    Attributes:
        cut_after: Bytes of the body after which the connection is cut; None for a whole answer.
        claimed_length: What the header says of the body's length; None for the truth.
        wait_s: Seconds before it answers.
    """

    status: int = 200
    data: bytes = b""
    content_type: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()
    cut_after: int | None = None
    claimed_length: int | None = None
    wait_s: float = 0.0


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

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            received = self.rfile.read(int(self.headers["Content-Length"]))
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
            # A client that was killed takes no answer.
            with suppress(ConnectionError):
                self._send(failed(401, "Incorrect API key provided") if refused else served.answer(number, body))

        def _send(self, reply: Reply) -> None:
            time.sleep(reply.wait_s)
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.content_type)
            claimed = reply.claimed_length
            self.send_header("Content-Length", str(len(reply.data) if claimed is None else claimed))
            for name, value in reply.headers:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply.data[: reply.cut_after])
            if reply.cut_after is not None:
                self.wfile.flush()
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)

        def log_message(self, format: str, *args: object) -> None:
            """Tests read the answers, not a log."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 64

        def handle_error(self, request: Any, client_address: Any) -> None:
            """A connection that a killed client left behind is what these tests are about."""

    server = Server(("127.0.0.1", port), Handler)
    served = FaultyServer(base_url=f"http://127.0.0.1:{server.server_address[1]}/v1", answer=answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
