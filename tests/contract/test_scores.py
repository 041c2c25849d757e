"""What every score keeps: it is listed, and a file that is absent, empty or none of its kind ends in a sentence."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from fairdesk.cli import scores
from fairdesk.cli.commands import build_parser, run_command_line
from fairdesk.cli.scores import SCORES
from fairdesk.domain.errors import ExitCode
from tests.contract.test_commands import LEAVES

SHARED_WORDS = {"__init__", "tables"}
NAMES = [name for name in LEAVES if name.startswith("score ")]
every = pytest.mark.parametrize("name", NAMES)

WRONG_FILES = {
    "empty": b"",
    "binary": bytes(range(256)),
    "another table": b"first,second\n1,2\n",
    "half a line of JSON": b'{"text": "she',
    "a JSON number": b"[7]",
    "hostile": b'{"text": "\\u001b[2J\\u202e"}\n',
}


def test_every_file_of_scores_is_listed() -> None:
    """A score that stands in no tuple would be one that nobody can ask for."""
    files = {path.stem for path in Path(scores.__file__).parent.glob("*.py")} - SHARED_WORDS

    assert {module.__name__.rpartition(".")[2] for module in SCORES} == files


def asked(name: str, profile: Path, file: Path) -> argparse.Namespace:
    """The score with this file wherever it needs one."""
    words: list[str] = []
    for action in LEAVES[name]._actions:
        if not action.option_strings:
            words.append(str(file))
        elif action.required:
            words += [action.option_strings[0], str(file)]
    return build_parser().parse_args(["--data-dir", str(profile), *name.split(), *words, "--json"])


@every
def test_an_absent_file_is_a_sentence(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong input is exit code 2, one JSON object with cause and cure, and no fault of ours."""
    assert run_command_line(asked(name, tmp_path / "profile", tmp_path / "absent")) == 2

    assert json.loads(capsys.readouterr().out)["error"]["message"]


@every
@pytest.mark.parametrize("kind", WRONG_FILES)
def test_a_wrong_file_is_no_fault_of_ours(
    name: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of another kind is refused with what to do; a table that can be scored all the same is answered."""
    file = tmp_path / "wrong.data"
    file.write_bytes(WRONG_FILES[kind])

    code = run_command_line(asked(name, tmp_path / "profile", file))
    answer = json.loads(capsys.readouterr().out)

    assert code in (ExitCode.DONE, ExitCode.WRONG_USE, ExitCode.UNDECIDED)
    if code == ExitCode.WRONG_USE:
        assert answer["error"]["message"]
        assert answer["error"]["advice"]
        assert "our fault" not in answer["error"]["message"]
