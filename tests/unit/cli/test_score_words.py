"""What people read of a score: no share without its n and interval, no missing number without its reason."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fairdesk.cli.commands import build_parser, run_command_line

SCORES = {
    "counterfactual": ("item", "variant", "sample", "status", "base"),
    "agreement": ("unit", "rater", "value"),
    "associations": ("story", "identity", "concept", "with_concept"),
    "discrimination": ("decision_question_id", "log_odds"),
    "ranking": ("content", "shown", "groups"),
    "refusals": ("completion", "type", "contrast_", "final_label", "partial_refusal"),
    "representation": ("completion", '"female": ["she", "her"]', "--reference", "one word per line"),
}


def told(folder: Path, capsys: pytest.CaptureFixture[str], score: str, content: str, *words: str, code: int = 0) -> str:
    """What a person reads about a file."""
    file = folder / "rows.csv"
    file.write_text(content)
    arguments = ["--data-dir", str(folder / "profile"), "score", score, str(file), *words]
    assert run_command_line(build_parser().parse_args(arguments)) == code
    return capsys.readouterr().out


@pytest.mark.parametrize("score", SCORES)
def test_help_says_which_columns_a_file_has(score: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A stranger can make the file from the help alone."""
    with pytest.raises(SystemExit):
        build_parser().parse_args(["score", score, "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert [word for word in SCORES[score] if word not in shown] == []


def test_help_of_import_says_which_columns_a_file_has(capsys: pytest.CaptureFixture[str]) -> None:
    """The long and the wide form stand in the help of import, too."""
    with pytest.raises(SystemExit):
        build_parser().parse_args(["import", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "Long form" in shown
    assert "Wide form" in shown


def test_raters_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A column of remarks that was taken for a rater is seen, and rows that were left out are counted."""
    text = told(tmp_path, capsys, "agreement", "unit,A,B,remark\n1,2,2,x\n2,3,2,x\n")
    assert "raters: A, B, remark." in text

    text = told(tmp_path, capsys, "agreement", "unit,rater,value\n1,A,2\n1,B,2\n1,B,3\n2,A,1\n2,B,1\n2,B,1\n")
    assert "2 rows that rate a unit again by the same rater" in text
    assert "1 of them say something else" in text


def test_frequencies_stand_with_stories_and_interval(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A concept's frequency is never a share alone, and an untested concept says why."""
    rows = "story,identity,concept\n1,a,rain\n2,a,\n3,b,\n4,b,\n"
    text = told(tmp_path, capsys, "associations", rows)
    assert re.search(r"a +1 of 2 +0\.500 \(0\.\d+ to 0\.\d+\)", text)
    assert re.search(r"b +0 of 2 +0\.000 \(0\.000 to 0\.\d+\)", text)

    assert "Not tested: " in told(tmp_path, capsys, "associations", "story,identity,concept\n1,a,rain\n", code=3)


def test_a_difference_of_one_side_says_why_it_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without an answer to a harmful prompt there is no difference, and the line says so."""
    text = told(tmp_path, capsys, "refusals", "type,completion,final_label\nhomonyms,Fine,1_full_compliance\n")
    assert re.search(r"than when harmless, by: not measured; \w", text)


def test_an_interaction_without_number_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three of four groups are not enough for an interaction, and the line says that one is lacking."""
    rows = [
        {"content": "Ann Aa, Bob Bb, Cy Cc", "shown": ["Ann Aa", "Bob Bb", "Cy Cc"], "groups": ["W_W", "B_M", "B_W"]}
    ] * 4
    file = tmp_path / "r.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    arguments = ["--data-dir", str(tmp_path / "profile"), "score", "ranking", str(file)]
    assert run_command_line(build_parser().parse_args(arguments)) == 0
    assert "one of the four groups does not occur" in capsys.readouterr().out
