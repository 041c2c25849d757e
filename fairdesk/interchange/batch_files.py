"""The OpenAI batch-file format: requests out, results in, line by line and never a whole file in memory.

A request line is ``{"custom_id", "method": "POST", "url", "body"}``. A result line is ``{"id", "custom_id",
"response": {"status_code", "request_id", "body"}, "error"}``; OpenAI, Azure and vLLM's run-batch write it, each with
differences that are read here (an error beside a status, an error inside an error, a status without a body).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from fairdesk.domain.errors import ImportProblem, InputError

MAX_REQUESTS = 50_000
"""Requests of one file that OpenAI and Azure take."""

MAX_BYTES = 190_000_000
"""Bytes of one file; OpenAI and Azure take 200 MB."""

LONGEST_LINE = 32 * 2**20
"""Bytes of a result line; longer ones are not read."""

SHOWN_HASH = 16
"""Hex digits of the request's hash in a custom id: 64 bits, with the run and the number beside them."""

_CUSTOM_ID = re.compile(r"(r-[0-9a-z]{1,32})-([0-9]{1,9})-([0-9a-f]{16})")

_CURE_LINE = "Copy the file again, or hand in the request of this line once more; the other lines can be taken."

_NO_TEXT = (
    (b"\xff\xfe", "it is written in UTF-16", "Write it as UTF-8; some shells turn redirected text into UTF-16."),
    (b"\xfe\xff", "it is written in UTF-16", "Write it as UTF-8; some shells turn redirected text into UTF-16."),
    (b"\x1f\x8b", "it is packed (gzip)", "Unpack it first."),
    (b"PK\x03\x04", "it is packed (zip)", "Unpack it first."),
    (b"\x28\xb5\x2f\xfd", "it is packed (Zstandard)", "Unpack it first."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestId:
    """What a custom id of FairDesk says.

    Attributes:
        number: Of the call in its plan, from 1.
        request_start: The first 16 hex digits of the request's hash.
    """

    run_id: str
    number: int
    request_start: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchLimits:
    """How large one request file may become."""

    max_requests: int = MAX_REQUESTS
    max_bytes: int = MAX_BYTES


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenFile:
    """One request file as it was written."""

    name: str
    sha256: str
    n_requests: int
    n_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """One line of a result file; what stands in it is foreign text.

    Attributes:
        line: From 1.
        status: HTTP status of the answer; None when the line tells none.
        body: What the endpoint answered, as JSON; empty when the line holds no answer.
        error: The runner's or the provider's error object, without further objects around it; None for no error.
    """

    line: int
    custom_id: str
    status: int | None
    body: bytes
    error: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineProblem:
    """A line that cannot be taken, and what mends it."""

    line: int
    cause: str
    cure: str


def custom_id(run_id: str, number: int, request_sha256: str) -> str:
    """The name of a request: run, number of the call from 1, and the start of the request's hash.

    Example:
        >>> custom_id("r-0a1b2c3d4e5f", 12, "fedcba9876543210" + 48 * "0")
        'r-0a1b2c3d4e5f-12-fedcba9876543210'
    """
    return f"{run_id}-{number}-{request_sha256[:SHOWN_HASH]}"


def read_custom_id(text: str) -> RequestId | None:
    """What a custom id says; None for one that FairDesk did not write.

    Example:
        >>> read_custom_id("task-1") is None, read_custom_id("r-0a1b2c3d4e5f-12-fedcba9876543210").number
        (True, 12)
    """
    found = _CUSTOM_ID.fullmatch(text)
    if found is None:
        return None
    return RequestId(run_id=found[1], number=int(found[2]), request_start=found[3])


def request_line(name: str, url: str, body: bytes) -> bytes:
    r"""One request with its line end; the body stands in it as the very bytes that a call would send.

    Example:
        >>> request_line("a", "/v1/chat/completions", b'{"model":"m"}')
        b'{"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":{"model":"m"}}\n'
    """
    head = json.dumps({"custom_id": name, "method": "POST", "url": url}, separators=(",", ":"))
    return head[:-1].encode() + b',"body":' + body + b"}\n"


def write_requests(folder: Path, stem: str, lines: Iterable[bytes], limits: BatchLimits) -> tuple[WrittenFile, ...]:
    """Write request lines into numbered files; a line that does not fit begins the next file.

    Raises:
        InputError: a file of that name exists, one request alone is larger than a file may be, or the disk took
            nothing; no file of this call is left.
    """
    written: list[_OpenFile] = []
    try:
        for line in lines:
            if len(line) > limits.max_bytes:
                raise InputError(
                    f"One request alone has {len(line)} bytes; a file may have {limits.max_bytes}.",
                    "Allow larger files (--max-bytes), or shorten the case.",
                )
            if not written or not written[-1].takes(line, limits):
                if written:
                    written[-1].close()
                written.append(_OpenFile(folder / f"{stem}-{len(written) + 1:03d}.jsonl"))
            written[-1].write(line)
        if written:
            written[-1].close()
    except BaseException as error:
        for one in written:
            one.discard()
        if isinstance(error, OSError):
            words = f"The batch files cannot be written to {folder}: {error.strerror or error}."
            raise InputError(words, "Choose an empty folder on a disk with room.") from error
        raise
    return tuple(one.facts() for one in written)


class _OpenFile:
    """A request file while it grows."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._digest = hashlib.sha256()
        self._n_requests = 0
        self._n_bytes = 0
        self._file: BinaryIO = path.open("xb")

    def takes(self, line: bytes, limits: BatchLimits) -> bool:
        return self._n_requests < limits.max_requests and self._n_bytes + len(line) <= limits.max_bytes

    def write(self, line: bytes) -> None:
        self._file.write(line)
        self._digest.update(line)
        self._n_requests += 1
        self._n_bytes += len(line)

    def close(self) -> None:
        self._file.close()

    def discard(self) -> None:
        try:
            self._file.close()
        finally:
            self._path.unlink(missing_ok=True)

    def facts(self) -> WrittenFile:
        return WrittenFile(
            name=self._path.name,
            sha256=self._digest.hexdigest(),
            n_requests=self._n_requests,
            n_bytes=self._n_bytes,
        )


def read_results(chunks: Iterable[bytes], file_name: str) -> Iterator[ResultLine | LineProblem]:
    """The lines of a result file in their order; empty lines are passed over.

    Args:
        chunks: The file's bytes in pieces of any size.
        file_name: For messages.

    Raises:
        ImportProblem: the file is no text at all: packed, or in UTF-16.
    """
    for number, written in _lines(chunks):
        if number == 1:
            for start, cause, cure in _NO_TEXT:
                if written is not None and written.startswith(start):
                    raise ImportProblem(f"{file_name} is no batch file as it is: {cause}.", cure)
        if written is None:
            cause = f"it is longer than {LONGEST_LINE >> 20} MB"
            yield LineProblem(line=number, cause=cause, cure=_CURE_LINE)
        elif written.strip():
            yield _result(number, written)


def _lines(chunks: Iterable[bytes]) -> Iterator[tuple[int, bytes | None]]:
    """Every line with its number; None for one that is too long to be kept."""
    number, kept, too_long = 1, b"", False
    for chunk in chunks:
        pieces = (kept + chunk).split(b"\n")
        for piece in pieces[:-1]:
            yield number, None if too_long or len(piece) > LONGEST_LINE else piece
            number, too_long = number + 1, False
        kept = pieces[-1]
        if len(kept) > LONGEST_LINE:
            kept, too_long = b"", True
    if kept or too_long:
        yield number, None if too_long else kept


def _result(line: int, written: bytes) -> ResultLine | LineProblem:
    found = _object(written)
    if isinstance(found, str):
        return LineProblem(line=line, cause=found, cure=_CURE_LINE)
    name = found.get("custom_id")
    if not isinstance(name, str):
        cure = "Give the result file of a batch, not the file of requests or another one."
        return LineProblem(line=line, cause="it has no custom_id", cure=cure)
    response = found.get("response")
    error = _inner_error(found.get("error"))
    response = response if isinstance(response, dict) else {}
    status = _status(response.get("status_code"))
    body = response.get("body")
    if error is None and body is None and status is None:
        cause = "it holds neither an answer nor an error"
        if "body" in found:
            cause += ": it is a request"
        return LineProblem(line=line, cause=cause, cure="Give the result file of the batch, not the requests.")
    return ResultLine(line=line, custom_id=name, status=status, body=_body(body), error=error)


def _object(written: bytes) -> dict[str, Any] | str:
    try:
        found = json.loads(written.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return "it is not UTF-8 text"
    except (ValueError, RecursionError):
        return "it is not valid JSON; it may be cut off"
    return found if isinstance(found, dict) else "it is not a JSON object"


def _inner_error(error: Any) -> Any:
    """The error without the objects that some runners put around it; None for an empty one."""
    for _ in range(3):
        if isinstance(error, dict) and isinstance(error.get("error"), (dict, str)):
            error = error["error"]
    return error or None


def _status(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) == 3:
        value = int(value)
    is_status = isinstance(value, int) and not isinstance(value, bool) and 100 <= value <= 599
    return int(value) if is_status else None


def _body(value: Any) -> bytes:
    if value is None:
        return b""
    # A body that holds half a character is read again by the wire format, which mends it.
    return value.encode("utf-8", "replace") if isinstance(value, str) else json.dumps(value).encode()
