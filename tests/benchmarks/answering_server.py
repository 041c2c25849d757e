"""A small model server on loopback, as a process of its own: it answers every question alike, at once or after a time.

Run as ``python -m tests.benchmarks.answering_server SECONDS``; it writes its port and ends with its standard input.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TEXT = "I would give this applicant a rating of 4. The file shows solid preparation and a clear interest in the course."


def answer_bytes() -> bytes:
    """One whole HTTP answer."""
    choice = {"index": 0, "message": {"role": "assistant", "content": TEXT}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 311, "completion_tokens": 27, "total_tokens": 338}
    body = {"id": "c-1", "object": "chat.completion", "created": 1, "model": "quick-1", "choices": [choice]}
    data = json.dumps({**body, "usage": usage, "system_fingerprint": "fp_quick"}).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    return head.encode() + data


class Answering(asyncio.Protocol):
    """Reads requests one after the other from a connection that is kept open."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._answer = answer_bytes()
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the connection."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer when a request is whole."""
        self._received += data
        head_end = self._received.find(b"\r\n\r\n")
        if head_end < 0:
            return
        head = self._received[:head_end].lower()
        start = head.find(b"content-length:")
        length = int(head[start + 15 :].split(b"\r\n", 1)[0]) if start >= 0 else 0
        if len(self._received) < head_end + 4 + length:
            return
        self._received = self._received[head_end + 4 + length :]
        if self._seconds:
            asyncio.get_running_loop().call_later(self._seconds, self._send)
        else:
            self._send()

    def _send(self) -> None:
        if not self._transport.is_closing():
            self._transport.write(self._answer)


async def serve(seconds: float) -> None:
    """Until standard input ends."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Answering(seconds), "127.0.0.1", 0, backlog=512)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


@contextmanager
def answering_server(seconds: float = 0.0) -> Iterator[str]:
    """The base address of such a server, for the time of the block."""
    command = [sys.executable, "-m", "tests.benchmarks.answering_server", str(seconds)]
    home = Path(__file__).parent.parent.parent
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=home) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
        finally:
            process.stdin.close()


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[1])))
