"""fairdesk score counterfactual for people: what entered no number is said, with its variant, its count and why."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fairdesk.cli.commands import build_parser, run_command_line

HEAD = "item,variant,value\n"


def run(folder: Path, *words: str) -> int:
    return run_command_line(build_parser().parse_args(["--data-dir", str(folder / "profile"), "score", *words]))


def told(folder: Path, capsys: pytest.CaptureFixture[str], content: str | bytes, *words: str, code: int = 0) -> str:
    """What a person reads about a file."""
    file = folder / "records.csv"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert run(folder, "counterfactual", str(file), *words) == code
    return capsys.readouterr().out


def test_repeated_and_contradicting_rows_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first of two rows counts, and nobody has to ask for JSON to learn that another one said something else."""
    text = told(tmp_path, capsys, HEAD + "1,base,4\n1,female,3\n1,female,3\n1,base,1\n")

    assert "2 rows about 1 files entered" in text
    assert "2 rows that repeat the file, variant and sample of an earlier row" in text
    assert "1 of them say something else" in text


def test_what_is_missing_stands_with_its_variant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Refused, unreadable and absent answers are counted in each arm by itself, the original among them."""
    rows = "1,base,4,\n1,female,,refused\n2,base,x,\n2,female,3,\n3,base,3,\n4,base,3,\n4,female,3,\n"
    text = told(
        tmp_path, capsys, "item,variant,value,status\n" + rows, "--scale", "1", "5", "--extractor", "recorded/1"
    )

    assert "Without a value in base: 1 unreadable, of 4 files." in text
    assert "Without a value in female: 1 refused, 1 not attempted, of 4 files." in text
    assert "3 of 4 files are missing" in text

    assert run(tmp_path, "counterfactual", str(tmp_path / "records.csv"), "--json", "--scale", "1", "5") == 0
    arms: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["arms"]
    counts = [(one["variant"], one["files"], one["answered"], one["refused"], one["not_attempted"]) for one in arms]
    assert counts == [("base", 4, 3, 0, 0), ("female", 4, 2, 1, 1)]


def test_a_variant_without_numbers_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No count of 0 stands where nothing was compared, and every caution names its variants."""
    text = told(tmp_path, capsys, HEAD + "1,base,4\n1,female,\n1,black,4\n2,base,4\n2,female,\n2,black,3\n")

    assert "0/0/0" not in text
    assert "female: consistency not measured: no file has a valid value in both arms." in text
    assert "(black)" in text


def test_lines_that_are_no_records_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A note below the records, the encoding and the decimal sign were decided for the user: all three are said."""
    rows = "".join(f"{n};{label};3,5\r\n" for n in range(3) for label in ("base", "ausländisch"))
    content = f"item;variant;value\r\n{rows}\r\nAnmerkung: geprüft;;\r\n".encode("cp1252")
    text = told(tmp_path, capsys, content)

    assert "records.csv: left out as titles or notes that hold no record: line 9." in text
    assert "read as Windows-1252" in text
    assert "numbers have a decimal comma" in text


def test_repeats_stand_with_their_number_of_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No share without its n: agreement between repeats says of how many files it is."""
    rows = "".join(f"{n},{v},{s},{n % 5 + 1}\n" for n in range(6) for v in ("base", "female") for s in (1, 2))
    text = told(tmp_path, capsys, "item,variant,sample,value\n" + rows)

    assert re.search(r"Agreement between repeats of base: 1\.000.*, 6 files", text)


def test_a_repeat_that_was_not_supplied_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where answer 1 is not there, answer 2 is the first: that is said, and an even file says nothing of it."""
    keys = [(n, label, sample) for n in range(6) for label in ("base", "female") for sample in (1, 2)]
    rows = [f"{n},{label},{sample},{n % 5 + 1}\n" for n, label, sample in keys]
    head = "item,variant,sample,value\n"

    assert "Fewer answers" not in told(tmp_path, capsys, head + "".join(rows))
    text = told(tmp_path, capsys, head + "".join(rows[1:]))
    assert "Fewer answers than elsewhere were supplied for 1 of the repeated files and variants" in text


def test_hostile_labels_neither_steer_nor_shift_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Signs that steer a terminal are spelt out before the columns are measured, so the columns stay columns."""
    text = told(
        tmp_path, capsys, HEAD + "1,base,4\n1,\u202efe\x1b[2Jmale,3\n1,b,4\n2,base,4\n2,\u202efe\x1b[2Jmale,4\n2,b,4\n"
    )

    assert "\x1b" not in text
    assert "\u202e" not in text
    lines = text.splitlines()
    assert lines[1].index("  2  ") == lines[2].index("  2  ")


def test_labels_that_would_become_one_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The user learns which two variants are meant."""
    (tmp_path / "r.csv").write_text(HEAD + "1,base,3\n1,a/b,4\n1,a_b,2\n")

    assert run(tmp_path, "counterfactual", str(tmp_path / "r.csv")) == 2
    error = capsys.readouterr().err
    assert "'a/b'" in error
    assert "'a_b'" in error
