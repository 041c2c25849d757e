"""fairdesk score associations: concepts of a file by identity, for people and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdesk.cli.commands import build_parser, run_command_line

COUNTS = (
    "concept,identity,with_concept,stories\nrain,a,30,120\nrain,b,14,120\nrain,c,18,110\nsun,a,1,120\nsun,b,1,120\n"
)


def run(folder: Path, *words: str) -> int:
    return run_command_line(build_parser().parse_args(["--data-dir", str(folder / "profile"), "score", *words]))


def test_counts_give_the_published_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The chi-square of the worked example, adjusted over both concepts."""
    file = tmp_path / "counts.csv"
    file.write_text(COUNTS)

    assert run(tmp_path, "associations", str(file), "--json") == 0
    answer = json.loads(capsys.readouterr().out)

    rain = answer["concepts"][0]
    assert rain["test"]["p"] == pytest.approx(0.02330044, abs=1e-7)
    assert rain["test"]["p_adjusted"] == pytest.approx(2 * 0.02330044, abs=1e-7)
    assert rain["frequency"]["a"] == 0.25
    assert rain["frequency"]["estimates"]["a"]["ci_method"] == "Wilson"
    assert answer["n_examined"] == answer["n_tested"] == 2
    assert answer["kept"] == ["rain"]


def test_stories_without_a_concept_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A story that holds none is one row with an empty concept; naming a concept twice in a story counts once."""
    file = tmp_path / "stories.csv"
    file.write_text("story,identity,concept\n1,a,rain\n1,a,rain\n2,a,\n1,b,\n2,b,\n")

    assert run(tmp_path, "associations", str(file), "--json") == 0
    rain = json.loads(capsys.readouterr().out)["concepts"][0]

    assert rain["stories"] == {"a": 2, "b": 2}
    assert rain["frequency"]["a"] == 0.5
    assert rain["frequency"]["b"] == 0.0


def test_people_get_a_table_with_the_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Raw and adjusted p stand side by side, and how many concepts were examined."""
    file = tmp_path / "counts.csv"
    file.write_text(COUNTS)

    assert run(tmp_path, "associations", str(file)) == 0
    text = capsys.readouterr().out

    assert "adjusted p" in text
    assert "2 concepts examined" in text


def test_nothing_to_test_is_undecided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With one identity there is nothing to compare, and the exit code says so."""
    file = tmp_path / "stories.csv"
    file.write_text("story,identity,concept\n1,a,rain\n")

    assert run(tmp_path, "associations", str(file), "--json") == 3
    test = json.loads(capsys.readouterr().out)["concepts"][0]["test"]

    assert test["p"] is None
    assert "nothing to compare" in test["reason"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("identity,concept\na,rain\n", "the column is missing"),
        ("identity,concept,with_concept,stories\na,rain,5,4\n", "line 2"),
        ("identity,concept,with_concept,stories\na,rain,1,4\na,rain,1,4\n", "line 3"),
        ("story,identity,concept\n1,,rain\n", "line 2, column 'identity'"),
        ("story,identity,concept\n1,a,\n", "no row names a concept"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, words: str) -> None:
    """What is no table of concepts is refused with its place, and nothing is answered."""
    file = tmp_path / "counts.csv"
    file.write_text(content)

    assert run(tmp_path, "associations", str(file)) == 2
    assert words in capsys.readouterr().err
