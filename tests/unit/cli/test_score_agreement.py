"""fairdesk score agreement: raters of a file, for people and as JSON."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from fairdesk.cli.commands import build_parser, run_command_line

LONG = (
    "unit,rater,value\n1,a,1\n2,a,2\n3,a,3\n4,a,3\n5,a,2\n6,a,\n1,b,1\n2,b,2\n3,b,3\n4,b,3\n5,b,2\n6,b,4\n"
    "2,c,3\n3,c,3\n4,c,3\n5,c,2\n6,c,4\n"
)
"""The worked example of three raters and six units: two ratings are missing, one as an empty cell, one as no row."""

WIDE = "unit;a;b;c\n1;1;1;\n2;2;2;3\n3;3;3;3\n4;3;3;3\n5;2;2;2\n6;;4;4\n"


def run(folder: Path, *words: str) -> int:
    return run_command_line(build_parser().parse_args(["--data-dir", str(folder / "profile"), "score", *words]))


def answer(folder: Path, capsys: pytest.CaptureFixture[str], content: str, *options: str, code: int = 0) -> Any:
    file = folder / "ratings.csv"
    file.write_text(content, encoding="utf-8")
    assert run(folder, "agreement", str(file), "--json", *options) == code
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("content", [LONG, WIDE], ids=["long", "wide"])
def test_both_forms_give_the_published_example(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    """The worked example from either form; blanks are missing and never a category."""
    found = answer(tmp_path, capsys, content)

    assert found["pairable_units"] == 6
    assert found["n_missing"] == 2
    assert found["n_categories"] == 4
    assert found["percent_agreement"] == pytest.approx(0.8888889)
    assert found["alpha_nominal"] == pytest.approx(0.8275862)
    assert found["alpha_ordinal"] == pytest.approx(0.8878738)
    assert found["alpha_interval"] == pytest.approx(0.921466)
    assert found["kappa"] is None
    assert "two raters" in found["estimates"]["kappa"]["reason"]


def test_the_declared_level_decides_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a level there is one alpha and no choice among three after the fact; without one that is said."""
    declared = answer(tmp_path, capsys, LONG, "--level", "ordinal")
    undeclared = answer(tmp_path, capsys, LONG)

    assert declared["alpha"] == pytest.approx(0.8878738)
    assert "alpha_nominal" not in declared
    assert undeclared["alpha"] is None
    assert "declared" in undeclared["estimates"]["alpha"]["reason"]


def test_two_raters_get_kappa(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table of the worked example, written as ratings, gives its kappas and their interval."""
    table = [[20, 5, 1], [4, 15, 6], [0, 3, 16]]
    rows = [(i, j) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
    content = "first,second\n" + "".join(f"{i},{j}\n" for i, j in rows)

    found = answer(tmp_path, capsys, content)

    assert found["form"] == "wide"
    assert found["percent_agreement"] == pytest.approx(0.7285714)
    assert found["kappa"] == pytest.approx(0.5925245)
    assert found["kappa_quadratic"] == pytest.approx(0.7603486)
    assert found["estimates"]["kappa"]["ci_low"] == pytest.approx(0.4365164, abs=1e-6)
    assert found["estimates"]["kappa"]["method"] == "M28"


def test_words_are_categories_without_an_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Words have a nominal alpha alone; in a declared order they have an ordinal one too, never an interval one."""
    content = "unit,a,b\n1,low,low\n2,mid,mid\n3,high,mid\n4,high,high\n5,low,low\n"

    plain = answer(tmp_path, capsys, content)
    ordered = answer(tmp_path, capsys, content, "--order", "low", "mid", "high")

    assert plain["alpha_nominal"] is not None
    assert plain["alpha_ordinal"] is None
    assert plain["kappa_quadratic"] is None
    assert ordered["alpha_nominal"] == pytest.approx(plain["alpha_nominal"])
    assert ordered["alpha_ordinal"] > ordered["alpha_nominal"]
    assert ordered["alpha_interval"] is None


def test_a_word_outside_the_order_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A category that the order does not hold is named with its line."""
    file = tmp_path / "ratings.csv"
    file.write_text("unit,a,b\n1,low,low\n2,medium,low\n")

    assert run(tmp_path, "agreement", str(file), "--order", "low", "mid", "high") == 2

    assert "line 3, column 'a': 'medium'" in capsys.readouterr().err


def test_one_value_throughout_is_not_perfect_agreement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three raters and three units all 1: no alpha, 100 percent agreement beside it (public case ST-05)."""
    found = answer(tmp_path, capsys, "unit,a,b,c\n1,1,1,1\n2,1,1,1\n3,1,1,1\n", "--level", "nominal")

    assert found["alpha"] is None
    assert found["estimates"]["alpha"]["reason"]
    assert found["percent_agreement"] == 1.0


def test_a_dash_among_numbers_is_no_category(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """(1, 1, 2), (1, 1, -), (-, 1, 2) agree fully: alpha 1.0 (public case ST-07)."""
    found = answer(tmp_path, capsys, "unit,a,b,c\n1,1,1,-\n2,1,1,1\n3,2,-,2\n", "--level", "nominal")

    assert found["alpha"] == pytest.approx(1.0)
    assert found["n_categories"] == 2


def test_none_among_words_is_kept_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """'none' may be a finding ("no bias seen"): it stays a category until it is named as missing."""
    content = "unit,a,b\n1,none,none\n2,mild,mild\n3,none,mild\n4,,mild\n"

    kept = answer(tmp_path, capsys, content)
    dropped = answer(tmp_path, capsys, content, "--missing", "None")

    assert kept["categories"] == ["mild", "none"]
    assert "--missing" in kept["notes"][0]
    assert dropped["categories"] == ["mild"]
    assert dropped["alpha_nominal"] is None


@pytest.mark.parametrize(
    "content", ["unit,rater,value\n1,a,1\n2,a,2\n", "unit,a\n1,1\n2,2\n", "unit,a,b\n1,1,\n2,2,\n"]
)
def test_one_rater_needs_another(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str) -> None:
    """The ratings of a single rater end undecided, with the words 'needs two raters' (public case ST-09)."""
    found = answer(tmp_path, capsys, content, code=3)

    assert found["percent_agreement"] is None
    for key in ("percent_agreement", "alpha_nominal", "kappa"):
        assert "needs two raters" in found["estimates"][key]["reason"]

    assert run(tmp_path, "agreement", str(tmp_path / "ratings.csv")) == 3
    assert "needs two raters" in capsys.readouterr().out


def test_a_unit_rated_twice_by_one_rater_counts_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first of two ratings stands; that there were others, and that one differed, is told."""
    content = "item,annotator,label\n1,a,x\n1,b,x\n2,a,y\n2,b,y\n2,b,x\n1,a,x\n"

    found = answer(tmp_path, capsys, content)

    assert found["percent_agreement"] == 1.0
    assert found["duplicates_dropped"] == 2
    assert found["conflicting_duplicates"] == 1


def test_a_unit_with_two_rows_of_the_wide_form_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Which of two rows is the unit's cannot be guessed."""
    file = tmp_path / "ratings.csv"
    file.write_text("unit,a,b\n1,1,1\n1,2,2\n")

    assert run(tmp_path, "agreement", str(file)) == 2

    assert "line 3, column 'unit'" in capsys.readouterr().err


def test_columns_that_are_no_raters_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Named columns are the raters; a text beside them is none."""
    content = "text,a,b\nhello,1,1\nthere,2,2\nagain,2,1\n"

    found = answer(tmp_path, capsys, content, "--raters", "a", "b", "--unit", "text")

    assert found["raters"] == ["a", "b"]
    assert found["kappa"] is not None


def test_decimal_commas_are_numbers_and_thousands_are_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """3,5 is a number beside a semicolon; 1,000 could be two and stays a word."""
    numbers = answer(tmp_path, capsys, "unit;a;b\n1;3,5;3,5\n2;1,25;2\n3;4;4\n")
    words = answer(tmp_path, capsys, "unit;a;b\n1;1,000;1,000\n2;2;2\n")

    assert numbers["categories"] == ["1.25", "2", "3.5", "4"]
    assert numbers["alpha_interval"] is not None
    assert words["alpha_interval"] is None


def test_a_crowd_of_raters_is_measured_without_a_table_of_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Thousands of raters with two units each: who rated does not matter to alpha, and no cell is made per pair."""
    n = 6000
    rows = [
        f"{unit},r{rater},{value}"
        for unit in range(n)
        for rater, value in ((unit, 1 + unit % 3), (unit + 1, 1 + unit % 3))
    ]

    found = answer(tmp_path, capsys, "unit,rater,value\n" + "\n".join(rows), "--level", "nominal")

    assert found["n_raters"] == n + 1
    assert found["pairable_units"] == n
    assert found["alpha"] == pytest.approx(1.0)


def test_people_get_a_table_with_the_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Percent agreement stands beside the chance-corrected value, with what neither can show."""
    file = tmp_path / "ratings.csv"
    file.write_text(LONG)

    assert run(tmp_path, "agreement", str(file), "--blind", "yes") == 0
    text = capsys.readouterr().out

    assert "percent agreement" in text
    assert "Agreement is not validity" in text
    assert "Raters blind to the group signal: yes." in text


def test_ratings_of_a_workbook_give_the_same_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Raters work in spreadsheets: the worked example from a sheet, blank cells missing."""
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in csv.reader(WIDE.splitlines(), delimiter=";"):
        book.active.append([int(cell) if cell.isdigit() else cell or None for cell in row])
    book.save(tmp_path / "ratings.xlsx")

    assert run(tmp_path, "agreement", str(tmp_path / "ratings.xlsx"), "--json", "--level", "ordinal") == 0

    assert json.loads(capsys.readouterr().out)["alpha"] == pytest.approx(0.8878738)
