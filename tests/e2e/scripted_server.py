"""A real HTTP server on loopback whose answers a test writes; it remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[dict[str, Any]], tuple[int, dict[str, str], bytes]]


def chat_reply(text: str, model: str = "scripted-1") -> tuple[int, dict[str, str], bytes]:
    """A chat completion with one message."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    body = {"id": "c", "object": "chat.completion", "model": model, "choices": [choice]}
    return 200, {"Content-Type": "application/json"}, json.dumps(body).encode()


def user_text(body: dict[str, Any]) -> str:
    """The user's message of a request."""
    return "\n".join(message["content"] for message in body["messages"] if message["role"] == "user")


@dataclass
class ScriptedServer:
    """What a test sees of its server; ``asked`` counts bodies by their canonical text."""

    base_url: str
    asked: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)


@contextmanager
def scripted_server(answer: Answer) -> Iterator[ScriptedServer]:
    """Serve ``answer`` until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 1 << 16  # one packet per answer; two would wait 40 ms for each other

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with served.lock:
                served.asked[json.dumps(body, sort_keys=True)] += 1
            status, headers, data = answer(body)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Tests read the answers, not a log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    served = ScriptedServer(base_url=f"http://127.0.0.1:{server.server_address[1]}/v1")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
