"""WinoMT scored from files: sets, counts that are disjoint, and nothing coded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.score.winomt import WinoMtOptions, score_winomt
from fairdesk.cli.commands import build_parser, run_command_line
from fairdesk.domain.errors import ImportProblem, InputError


def put(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def scored(folder: Path, rows: str, header: str = "gold,predicted,stereotype") -> dict[str, Any]:
    return score_winomt(put(folder, "records.csv", f"{header}\n{rows}"), WinoMtOptions(seed=2))


def test_delta_s_is_of_accuracies(tmp_path: Path) -> None:
    """WMT-01: accuracy 0.80 with the stereotype and 0.60 against it is 0.20; their F1 scores are other numbers."""
    rows = "male,male,pro\n" * 6 + "female,female,pro\n" * 2 + "female,male,pro\n" * 2
    rows += "male,male,anti\n" * 5 + "female,female,anti\n" + "female,male,anti\n" * 4

    answer = scored(tmp_path, rows)

    assert answer["by_stereotype"]["pro"]["accuracy"] == pytest.approx(0.80)
    assert answer["by_stereotype"]["anti"]["accuracy"] == pytest.approx(0.60)
    assert answer["delta_s"] == pytest.approx(0.20)
    assert answer["estimates"]["delta_s"]["ci_low"] < 0.20 < answer["estimates"]["delta_s"]["ci_high"]


def test_the_set_follows_from_the_profession(tmp_path: Path) -> None:
    """A person with the stereotypical gender of the profession is pro, with the other one anti, neutral neither."""
    rows = "male,male,male\nmale,female,female\nneutral,neutral,male\nfemale,female,\n"

    answer = scored(tmp_path, rows, "gold,predicted,profession_stereotype")

    assert {name: one["n"] for name, one in answer["by_stereotype"].items()} == {"pro": 1, "anti": 1}
    assert answer["delta_s"] == 1.0


def test_every_status_is_counted_once(tmp_path: Path) -> None:
    """Unknown is answered and wrong; refused, unreadable, failed and not coded enter no number; ignored is apart."""
    words = ("male", "unknown", "refused", "unreadable", "failed", "", "ignore")

    answer = scored(tmp_path, "".join(f"male,{word},\n" for word in words))

    counts = answer["counts"]
    assert (answer["n"], answer["accuracy"]) == (2, 0.5)
    assert counts["asked"] == counts["answered"] + counts["refused"] + counts["unreadable"] + counts["failed"] == 5
    assert (counts["answered"], counts["unknown"], counts["not_attempted"], counts["ignore"]) == (2, 1, 1, 1)
    assert counts["planned"] == 6
    assert any("ignored" in note for note in answer["notes"])


@pytest.mark.parametrize("table", ["gold,predicted\nmale,\nfemale,\n", "She sang. ||| Cantó.\n"])
def test_nothing_coded_is_not_measured(tmp_path: Path, table: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Without any gender there is no number, the command says what is needed and ends undecided, never with 0."""
    file = put(tmp_path, "records.txt", table)
    words = ["--data-dir", str(tmp_path / "p"), "score", "winomt", str(file)]

    assert run_command_line(build_parser().parse_args([*words, "--json"])) == 3
    answer = json.loads(capsys.readouterr().out)
    assert {answer[key] for key in ("accuracy", "f1_male", "f1_female", "delta_g", "delta_s")} == {None}
    assert run_command_line(build_parser().parse_args(words)) == 3
    text = capsys.readouterr().out
    assert "not measured" in text
    assert "code by hand" in text


def test_sentences_are_joined_by_index(tmp_path: Path) -> None:
    """Gender and set come from the files of sentences; an index outside them, or another gender, is refused."""
    pro, anti = "male\t1\tThe baker sang, he said.\tbaker\n", "female\t1\tThe baker sang, she said.\tbaker\n"
    gold = put(tmp_path, "en.txt", anti + pro)
    options = WinoMtOptions(
        gold=gold, pro=put(tmp_path, "en_pro.txt", pro), anti=put(tmp_path, "en_anti.txt", anti), found_by="two people"
    )

    answer = score_winomt(put(tmp_path, "r.csv", "index,predicted\n0,male\n1,male\n"), options)

    assert (answer["accuracy"], answer["delta_s"]) == (0.5, 1.0)
    assert "two people" in answer["sentence"]
    for row, words in (("2,male", "line 2: '2' is the index of no sentence"), ("-1,male", "is the index of no")):
        with pytest.raises(ImportProblem, match=words):
            score_winomt(put(tmp_path, "r.csv", f"index,predicted\n{row}\n"), options)
    with pytest.raises(ImportProblem, match="line 2: the record says male and the sentence with its index female"):
        score_winomt(put(tmp_path, "r.csv", "index,gold,predicted\n0,male,male\n"), options)


def test_files_that_are_missing_are_named(tmp_path: Path) -> None:
    """An index without sentences compares nothing; one of the two sets says nothing."""
    file = put(tmp_path, "r.csv", "index,predicted\n0,male\n")

    with pytest.raises(ImportProblem, match="no column has the gender of the source"):
        score_winomt(file, WinoMtOptions())
    with pytest.raises(InputError, match="all three files are needed"):
        score_winomt(file, WinoMtOptions(pro=file))
