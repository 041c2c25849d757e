"""Values of options that no command can use: wrong use with a sentence, never a fault of ours and never taken."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fairdesk.cli.commands import build_parser, run_command_line
from fairdesk.settings.paths import resources_dir

ROWS = "item,variant,value\n" + "".join(f"{n},{label},{n}\n" for n in range(1, 5) for label in ("base", "female"))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--seed", "-1"),
        ("--seed", "x"),
        ("--separator", "abc"),
        ("--separator", '"'),
        ("--separator", "\u00a7"),
        ("--header-line", "0"),
        ("--header-line", "-1"),
    ],
)
def test_a_value_that_no_file_can_be_read_with_is_wrong_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, value: str
) -> None:
    """The parser names the option and what stood behind it."""
    with pytest.raises(SystemExit) as ended:
        build_parser().parse_args(["score", "counterfactual", "r.csv", f"{option}={value}"])
    assert ended.value.code == 2
    assert f"argument {option}: {value!r}" in capsys.readouterr().err


@pytest.mark.parametrize("score", ["agreement", "associations", "ranking"])
def test_no_score_takes_a_negative_seed(score: str) -> None:
    """A seed below 0 cannot begin any drawing."""
    with pytest.raises(SystemExit):
        build_parser().parse_args(["score", score, "r.csv", "--seed", "-1"])


@pytest.mark.parametrize("scale", [("5", "1"), ("3", "3")])
def test_a_scale_has_a_lowest_and_a_highest_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], scale: tuple[str, str]
) -> None:
    """A scale in the wrong order measures nothing and says which way round it belongs."""
    (tmp_path / "r.csv").write_text(ROWS)
    arguments = ["--data-dir", str(tmp_path / "p"), "score", "counterfactual", str(tmp_path / "r.csv")]
    assert run_command_line(build_parser().parse_args([*arguments, "--scale", *scale])) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "--scale LO HI" in shown.err


def test_a_scale_has_ends() -> None:
    """Neither end is endless or no number."""
    for scale in (("1", "inf"), ("nan", "5")):
        with pytest.raises(SystemExit):
            build_parser().parse_args(["score", "counterfactual", "r.csv", "--scale", *scale])


def test_a_tabulator_can_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A shell hardly types one, so its name and its escape stand for it."""
    (tmp_path / "r.csv").write_text(ROWS.replace(",", "\t"))
    for word in ("tab", "\\t"):
        arguments = ["--data-dir", str(tmp_path / "p"), "score", "counterfactual", str(tmp_path / "r.csv")]
        assert run_command_line(build_parser().parse_args([*arguments, "--separator", word])) == 0
        assert "8 rows about 4 files" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of this kind are of POSIX systems")
def test_a_stop_while_the_program_is_being_loaded_shows_no_traceback(tmp_path: Path) -> None:
    """Ctrl+C may come before the command has begun."""
    for wait in (0.1, 0.2, 0.3, 0.5):
        process = subprocess.Popen(
            [sys.executable, "-m", "fairdesk", "--data-dir", str(tmp_path), "calc", "M05", "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=resources_dir().parent,
            text=True,
        )
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
        if "fairdesk" in said:  # else the interpreter itself was still being loaded
            # Python ends by the signal itself where the stop came into code that makes a class, handled or not.
            assert process.returncode in (5, -signal.SIGINT), said
            assert "Traceback" not in said
