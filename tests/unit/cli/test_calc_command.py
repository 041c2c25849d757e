"""fairdesk calc: one input, many lines, the list; whatever comes in, an answer in JSON and never a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.calc import CALCULATIONS
from fairdesk.cli.commands import build_parser, run_command_line


def run(folder: Path, *words: str) -> int:
    return run_command_line(build_parser().parse_args(["--data-dir", str(folder / "profile"), "calc", *words]))


def lines(folder: Path, capsys: pytest.CaptureFixture[str], *content: bytes) -> list[dict[str, Any]]:
    file = folder / "inputs.jsonl"
    file.write_bytes(b"\n".join(content))
    assert run(folder, "--lines", str(file)) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_input_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer is one JSON object, asked for or not; a byte-order mark does not harm."""
    file = tmp_path / "input.json"
    file.write_text('{"down": 5, "up": 0}', encoding="utf-8-sig")

    assert run(tmp_path, "M05", str(file)) == 0
    assert json.loads(capsys.readouterr().out)["p_two_sided"] == 0.0625


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"down": -5, "up": 0}', '"down" is -5'),
        (b'{"up": 0}', '"down" is missing'),
        (b"[1, 2]", "no JSON object"),
        (b"{'down': 5}", "column 2"),
        (b'{"down": 5,\n"up": }', "line 2, column 7"),
        (b"", "not JSON"),
        (b"\xff\xfe\xfd", "not text in UTF-8"),
        (b"[" * 100_000, "nesting is too long"),
        (b'{"down": ' + b"9" * 5000 + b', "up": 0}', "too long"),
        (b'{"down": NaN, "up": 0}', '"down" is NaN'),
    ],
)
def test_input_that_is_not_the_methods(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, words: str
) -> None:
    """Exit code 2, the reason as JSON on standard output and as a sentence on standard error."""
    file = tmp_path / "input.json"
    file.write_bytes(content)

    assert run(tmp_path, "M05", str(file)) == 2
    said = capsys.readouterr()
    assert words in json.loads(said.out)["error"]["message"]
    assert words in said.err


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ((), "Which method?"),
        (("M99", "-"), "There is no method 'M99'"),
        (("M05", "nowhere.json"), "nowhere.json cannot be read"),
        (("--lines", "a", "b"), "--lines takes one file"),
        (("M05", "."), "cannot be read"),
    ],
)
def test_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: tuple[str, ...], words: str) -> None:
    """Exit code 2 and what to do."""
    assert run(tmp_path, *asked) == 2
    assert words in capsys.readouterr().err


def test_a_bad_line_is_named_and_the_others_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Broken JSON, unknown methods, inputs a method cannot take: each in its place, with its id and the reason."""
    good = b'{"id": "a", "method": "M05", "in": {"down": 5, "up": 0}}'
    found = lines(
        tmp_path,
        capsys,
        good,
        b"{broken",
        b"",
        b'{"id": 2, "method": "M5", "in": {}}',
        b'{"id": 3, "method": "M05", "in": {"down": "x", "up": 0}}',
        b'{"id": NaN, "method": ["M05"], "in": []}',
        b"[1]",
        b"\xff",
        good,
    )

    assert [answer.get("id") for answer in found] == ["a", None, 2, 3, None, None, None, "a"]
    assert [answer.get("line") for answer in found] == [None, 2, 4, 5, 6, 7, 8, None]
    assert found[0] == found[-1]
    assert found[0]["out"]["p_two_sided"] == 0.0625
    assert all("error" in answer and "out" not in answer for answer in found[1:-1])
    assert "line 2" in found[1]["error"]
    assert "M05" in found[2]["error"]


def test_the_list_names_every_method(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ids and titles, for people and as JSON."""
    assert run(tmp_path, "--list") == 0
    shown = capsys.readouterr().out.splitlines()
    assert run(tmp_path, "--list", "--json") == 0
    listed = json.loads(capsys.readouterr().out)["methods"]

    assert [entry["method"] for entry in listed] == [one.method for one in CALCULATIONS]
    assert [line.split(maxsplit=1) for line in shown] == [[entry["method"], entry["title"]] for entry in listed]


def test_a_line_is_answered_before_the_next_comes(tmp_path: Path) -> None:
    """Through pipes a program may wait for each answer: nothing is held back."""
    command = [sys.executable, "-m", "fairdesk", "--data-dir", str(tmp_path), "calc", "--lines"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for number in range(3):
            asked = {"id": number, "method": "M05", "in": {"down": number, "up": 1}}
            running.stdin.write(json.dumps(asked).encode() + b"\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["id"] == number
        running.stdin.close()
        assert running.wait() == 0


def test_many_lines_take_time_in_proportion(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four times as many lines take at most about eight times as long, on a busy computer."""
    line = b'{"id": 1, "method": "M03", "in": {"differences": [0, 1, -1, 0, 0, 1]}}'
    lines(tmp_path, capsys, line)
    taken = []
    for count in (300, 1200):
        start = time.process_time()
        assert len(lines(tmp_path, capsys, *[line] * count)) == count
        taken.append(time.process_time() - start)

    assert taken[1] < 8 * taken[0] + 0.5
