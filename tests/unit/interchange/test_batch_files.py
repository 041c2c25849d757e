"""Batch files: request lines are written exactly and split, result lines of every runner are read or named."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.errors import ImportProblem, InputError
from fairdesk.interchange.batch_files import (
    LONGEST_LINE,
    BatchLimits,
    LineProblem,
    ResultLine,
    custom_id,
    read_custom_id,
    read_results,
    request_line,
    write_requests,
)

NAME = custom_id("r-0123456789ab", 7, "ab" * 32)
ANSWER = {"model": "m", "choices": [{"message": {"role": "assistant", "content": "4"}}]}


def line(**parts: Any) -> bytes:
    return json.dumps({"id": "x", "custom_id": NAME, **parts}).encode() + b"\n"


def read(*lines: bytes) -> list[ResultLine | LineProblem]:
    return list(read_results([b"".join(lines)], "out.jsonl"))


def one(written: bytes) -> ResultLine:
    (found,) = read(written)
    assert isinstance(found, ResultLine)
    return found


def problem(written: bytes) -> LineProblem:
    (found,) = read(written)
    assert isinstance(found, LineProblem)
    return found


def test_the_body_in_a_request_line_is_the_bytes_that_a_call_would_send() -> None:
    """Not one byte of the body differs, whatever letters stand in it, and the line is one JSON object."""
    body = '{"messages":[{"content":"Łódź “x”  \u2028 日本"}],"model":"m"}'.encode()
    written = request_line(NAME, "/v1/chat/completions", body)
    assert body in written
    found = json.loads(written)
    assert (found["custom_id"], found["method"], found["url"]) == (NAME, "POST", "/v1/chat/completions")
    assert found["body"] == json.loads(body)
    assert written.count(b"\n") == 1


@pytest.mark.parametrize(
    ("limits", "sizes"),
    [(BatchLimits(max_requests=3), [3, 3, 1]), (BatchLimits(max_bytes=50), [2, 2, 2, 1]), (BatchLimits(), [7])],
)
def test_requests_are_split_by_number_and_by_bytes(tmp_path: Path, limits: BatchLimits, sizes: list[int]) -> None:
    """Every file keeps both limits, has the hash that is reported, and all together hold the lines in their order."""
    lines = [f"{number:019d}\n".encode() for number in range(7)]
    written = write_requests(tmp_path, "batch", iter(lines), limits)
    assert [one.n_requests for one in written] == sizes
    assert [one.name for one in written] == [f"batch-{number:03d}.jsonl" for number in range(1, len(sizes) + 1)]
    contents = [(tmp_path / one.name).read_bytes() for one in written]
    assert b"".join(contents) == b"".join(lines)
    assert [one.sha256 for one in written] == [hashlib.sha256(content).hexdigest() for content in contents]
    assert [one.n_bytes for one in written] == [len(content) for content in contents]


def test_nothing_is_overwritten_and_nothing_half_is_left(tmp_path: Path) -> None:
    """A file that is there stays as it is, and the files of a writing that failed are gone."""
    (tmp_path / "batch-002.jsonl").write_bytes(b"mine")
    with pytest.raises(InputError, match="cannot be written"):
        write_requests(tmp_path, "batch", iter([b"a\n", b"b\n"]), BatchLimits(max_requests=1))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["batch-002.jsonl"]
    assert (tmp_path / "batch-002.jsonl").read_bytes() == b"mine"
    with pytest.raises(InputError, match="alone"):
        write_requests(tmp_path, "other", iter([b"aaaa\n", b"b" * 20]), BatchLimits(max_bytes=10))
    assert not list(tmp_path.glob("other*"))


@given(st.text(alphabet="0123456789abcdef", min_size=12, max_size=12), st.integers(1, 10**9 - 1))
def test_a_custom_id_is_read_back(run: str, number: int) -> None:
    """What a custom id says is what it was made of."""
    sha256 = hashlib.sha256(run.encode()).hexdigest()
    found = read_custom_id(custom_id(f"r-{run}", number, sha256))
    assert found is not None
    assert (found.run_id, found.number) == (f"r-{run}", number)
    assert sha256.startswith(found.request_start)


def test_a_custom_id_fits_every_provider() -> None:
    """At most 64 letters, digits and hyphens: the narrowest rule that providers have."""
    name = custom_id("r-0123456789ab", 999_999_999, "f" * 64)
    assert len(name) <= 64
    assert name.replace("-", "").isalnum()


@pytest.mark.parametrize("name", ["", "task-1", "r-0123456789ab-1", "r-1-1-0123456789ABCDEF", NAME + "\n", " " + NAME])
def test_other_custom_ids_are_not_ours(name: str) -> None:
    """A name that is not exactly of our form says nothing."""
    assert read_custom_id(name) is None


def test_answers_of_openai_azure_and_vllm_are_read() -> None:
    """An answer is read from each runner's shape: with and without id, with a null or an empty error."""
    response = {"status_code": 200, "request_id": "r", "body": ANSWER}
    openai = one(line(response=response, error=None))
    azure = one(json.dumps({"custom_id": NAME, "response": response, "error": {}}).encode())
    vllm = one(line(response={"request_id": "vllm-batch-1", "status_code": 200, "body": ANSWER}, error=None))
    for found in (openai, azure, vllm):
        assert (found.custom_id, found.status, found.error) == (NAME, 200, None)
        assert json.loads(found.body) == ANSWER


def test_a_status_of_400_beside_no_error_is_read_as_such() -> None:
    """RUN-11: the status stands beside the body, so that nobody takes the body for an answer."""
    found = one(line(response={"status_code": 400, "body": {"error": {"message": "too long"}}}, error=None))
    assert found.status == 400
    assert json.loads(found.body) == {"error": {"message": "too long"}}


@pytest.mark.parametrize(
    "error",
    [
        {"message": "too long", "code": "bad"},
        {"error": {"message": "too long", "code": "bad"}},
        {"object": "error", "error": {"error": {"message": "too long", "code": "bad"}}},
    ],
)
def test_an_error_is_found_inside_what_a_runner_puts_around_it(error: Any) -> None:
    """One runner (vLLM) puts the error object of its server into another one; OpenAI does not."""
    found = one(line(response={"status_code": 400, "body": None}, error=error))
    assert (found.status, found.body, found.error) == (400, b"", {"message": "too long", "code": "bad"})


def test_errors_in_words_and_without_a_response_are_read() -> None:
    """A line may hold nothing but an error."""
    assert one(line(response=None, error="url not supported")).error == "url not supported"
    expired = one(line(response=None, error={"code": "batch_expired", "message": "too late"}))
    assert (expired.status, expired.error["code"]) == (None, "batch_expired")


@pytest.mark.parametrize(
    ("written", "cause"),
    [
        (b'{"custom_id": "a", "resp', "not valid JSON"),
        (b"[1]", "not a JSON object"),
        (b"\xff{}", "not UTF-8"),
        (b'{"response": {}}', "no custom_id"),
        (b'{"custom_id": 4}', "no custom_id"),
        (line(response=None, error=None), "neither an answer nor an error"),
        (request_line(NAME, "/v1/chat/completions", b"{}"), "it is a request"),
        (b'{"a":' * 100_000, "not valid JSON"),
    ],
)
def test_a_damaged_line_is_named_with_cause_and_cure(written: bytes, cause: str) -> None:
    """Nothing is raised: a line that cannot be read is a value with its number."""
    found = problem(b"\n\n" + written)
    assert found.line == 3
    assert cause in found.cause
    assert found.cure


def test_a_damaged_line_costs_no_other() -> None:
    """Good lines before and after are read, under their own numbers; the last one needs no line end."""
    good = line(response={"status_code": 200, "body": ANSWER}, error=None)
    found = read(b"\xef\xbb\xbf" + good, b"{broken\r\n", b"\r\n", good.rstrip())
    assert [(one.line, type(one)) for one in found] == [(1, ResultLine), (2, LineProblem), (4, ResultLine)]


@pytest.mark.parametrize("start", [b"\xff\xfe{", b"\xfe\xff", b"\x1f\x8b\x08", b"PK\x03\x04"])
def test_a_file_that_is_no_text_is_refused_whole(start: bytes) -> None:
    """A packed file or one in UTF-16 is refused with the mend, not read as a file of damaged lines."""
    with pytest.raises(ImportProblem, match=r"no batch file as it is"):
        read(start + b"\n" + line(response=None, error="x"))


@given(st.binary(max_size=200), st.integers(1, 20))
def test_any_bytes_in_pieces_of_any_size_give_the_same_lines(content: bytes, size: int) -> None:
    """Where the file is cut into pieces changes nothing, and no bytes raise anything but a refusal."""
    pieces = [content[place : place + size] for place in range(0, len(content), size)]

    def outcome(chunks: list[bytes]) -> object:
        try:
            return list(read_results(chunks, "a"))
        except ImportProblem as refused:
            return str(refused)

    assert outcome(pieces) == outcome([content])


def test_a_line_that_never_ends_is_not_kept() -> None:
    """A line beyond the bound is named and passed over without being held in memory; the next one is read."""

    def chunks() -> Iterator[bytes]:
        for _ in range(2 * LONGEST_LINE // 2**20):
            yield b"x" * 2**20
        yield b"\n" + line(response=None, error="x")

    tracemalloc.start()
    found = list(read_results(chunks(), "a"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(found[0], LineProblem)
    assert "longer than" in found[0].cause
    assert isinstance(found[1], ResultLine)
    assert peak < 3.5 * LONGEST_LINE


STREAMS = """
import resource, sys
from pathlib import Path
from fairdesk.interchange.batch_files import BatchLimits, read_results, request_line, write_requests

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

written, folder = sys.stdin.buffer.readline(), Path(sys.argv[1])
before = peak()
requests = (request_line("a", "/v1/chat/completions", b"{}") for _ in range(1_000_000))
files = write_requests(folder, "batch", requests, BatchLimits(max_requests=400_000))
n_lines = sum(1 for _ in read_results((written * 1000 for _ in range(1000)), "a"))
print(*(one.n_requests for one in files), n_lines, peak() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="the peak of memory is told in other units")
def test_a_million_lines_stream_with_flat_memory(tmp_path: Path) -> None:
    """A file of 1,000,000 requests is written and one of 1,000,000 results read; memory grows by less than 16 MB."""
    written = line(response={"status_code": 200, "body": ANSWER}, error=None)
    command = [sys.executable, "-c", STREAMS, str(tmp_path)]
    done = subprocess.run(command, input=written, capture_output=True, check=True, timeout=300)
    *sizes, n_lines, grown_kb = map(int, done.stdout.split())
    assert sizes == [400_000, 400_000, 200_000]
    assert n_lines == 1_000_000
    assert grown_kb < 16 * 1024
