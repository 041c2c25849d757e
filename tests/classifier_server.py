"""A real classifier endpoint on loopback that answers, breaks off or stays silent as a test says; it keeps count."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.faults.faulty_server import Reply

Answer = Callable[[list[str]], Reply]
"""Gets the texts of a request."""


def told(results: object, status: int = 200) -> Reply:
    """An answer of JSON; NaN is written as Python writes it."""
    return Reply(status=status, data=json.dumps(results).encode())


def labelled(of_text: Callable[[str], dict[str, float]]) -> Answer:
    """Every text with its labels, in the shape that inference servers share."""

    def answer(texts: list[str]) -> Reply:
        return told([[{"label": name, "score": score} for name, score in of_text(text).items()] for text in texts])

    return answer


def regard(text: str) -> dict[str, float]:
    """Labels of a made-up regard classifier: by two words."""
    if "wonderful" in text:
        return {"positive": 0.9, "negative": 0.02, "neutral": 0.05, "other": 0.03}
    if "terrible" in text:
        return {"positive": 0.1, "negative": 0.8, "neutral": 0.06, "other": 0.04}
    return {"positive": 0.1, "negative": 0.1, "neutral": 0.7, "other": 0.1}


@dataclass
class ClassifierServer:
    """What a test sees of its server.

    Attributes:
        answer: May be replaced while the server runs.
        asked: The texts of every request, in their order.
        keys: Every value of the header that carries the key.
    """

    url: str
    answer: Answer
    asked: list[Sequence[str]] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)

    @property
    def n_texts(self) -> int:
        """Texts that were asked about, those that came again counted again."""
        return sum(map(len, self.asked))


@contextmanager
def classifier_server(answer: Answer, port: int = 0) -> Iterator[ClassifierServer]:
    """Serve until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["inputs"]
            served.asked.append(texts)
            served.keys.add(self.headers.get("Authorization", ""))
            with suppress(ConnectionError):
                self._send(served.answer(texts))

        def _send(self, reply: Reply) -> None:
            time.sleep(reply.wait_s)
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.content_type)
            claimed = reply.claimed_length
            self.send_header("Content-Length", str(len(reply.data) if claimed is None else claimed))
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

        def handle_error(self, request: Any, client_address: Any) -> None:
            """A connection that a client gave up is what some tests are about."""

    server = Server(("127.0.0.1", port), Handler)
    served = ClassifierServer(url=f"http://127.0.0.1:{server.server_address[1]}/classify", answer=answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
