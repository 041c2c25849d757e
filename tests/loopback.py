"""A real HTTP server on loopback, and what it does with a request: it answers, breaks off, or takes its time."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


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


class Handler(BaseHTTPRequestHandler):
    """Reads a request's body and sends replies; what is asked of it is the subclass's."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def received(self) -> bytes:
        """The body of the request."""
        return self.rfile.read(int(self.headers["Content-Length"]))

    def send(self, reply: Reply) -> None:
        """Do what the reply says; a client that was killed takes no answer."""
        with suppress(ConnectionError):
            self._send(reply)

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


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that a client left behind is what some tests are about."""


@contextmanager
def serving(handler: type[Handler], port: int = 0) -> Iterator[str]:
    """Serve until the block ends; gives the address without a path."""
    server = _Server(("127.0.0.1", port), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
