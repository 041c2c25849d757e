"""A batch runner as a cluster has one: reads a batch file, asks a server on loopback, writes what vLLM would write.

Run as ``python -m tests.batch_runner --base-url URL --input FILE --output FILE``. It answers in another order than it
was asked, and may be told to fail some lines and to stop before the end, as real runs do.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

N_WORKERS = 4


def ask(base_url: str, request: dict[str, Any]) -> dict[str, Any]:
    """The result line of one request; whatever the server answers stands in it as it came."""
    parts = urlsplit(base_url)
    assert parts.hostname
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=300)
    try:
        # The line's url begins with the version, and so does what the address ends with.
        body = json.dumps(request["body"]).encode()
        connection.request(request["method"], request["url"], body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        status, content = answer.status, json.loads(answer.read())
    finally:
        connection.close()
    return line(request, status, content)


def line(request: dict[str, Any], status: int, content: dict[str, Any]) -> dict[str, Any]:
    """A line in vLLM's shape: an error stands beside an empty body, and inside another object."""
    is_good = status == 200
    response = {"status_code": status, "request_id": f"vllm-batch-{uuid.uuid4().hex}", "body": content}
    if not is_good:
        response["body"] = None
    return {
        "id": f"vllm-{uuid.uuid4().hex}",
        "custom_id": request["custom_id"],
        "response": response,
        "error": None if is_good else content,
    }


def run(base_url: str, source: Path, target: Path, n_failed: int = 0, n_left: int = 0) -> int:
    """Answer a batch file; answers with the number of lines that were written.

    Args:
        n_failed: Lines that get an error instead of an answer.
        n_left: Lines that never get an answer, as when the time of a job is over.
    """
    requests = [json.loads(written) for written in source.read_text("utf-8").splitlines()]
    random.Random(source.name).shuffle(requests)
    asked = requests[: len(requests) - n_left]
    failed = {"error": {"message": "The engine ran out of memory.", "type": "InternalServerError", "code": 500}}
    with ThreadPoolExecutor(N_WORKERS) as pool:
        lines = [line(request, 500, failed) for request in asked[:n_failed]]
        lines += pool.map(lambda request: ask(base_url, request), asked[n_failed:])
    random.Random(target.name).shuffle(lines)
    target.write_text("".join(json.dumps(one) + "\n" for one in lines), "utf-8")
    return len(lines)


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base-url", required=True)
    parser.add_argument("--input", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--fail", type=int, default=0)
    parser.add_argument("--leave", type=int, default=0)
    given = parser.parse_args()
    print(run(given.base_url, given.input, given.output, given.fail, given.leave))


if __name__ == "__main__":
    main()
