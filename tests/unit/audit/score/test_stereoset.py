"""StereoSet scored from files: the authors' rules on invented clusters, small enough to be counted by hand."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.score.stereoset import score_stereoset
from fairdesk.cli.commands import build_parser, run_command_line
from fairdesk.domain.errors import ImportProblem
from tests.unit.interchange.test_stereoset_files import cluster

Scores = dict[str, tuple[float | None, float | None, float | None]]


def scored(folder: Path, clusters: dict[str, list[dict[str, Any]]], scores: Scores) -> dict[str, Any]:
    """The answer for clusters and their scores of stereotype, anti-stereotype and unrelated, written in mixed order."""
    gold, predictions = folder / "dev.json", folder / "scores.json"
    gold.write_text(json.dumps({"version": "1", "data": clusters}), encoding="utf-8")
    rows = [
        {"id": f"{name}-{label}", "score": score}
        for name, three in scores.items()
        for label, score in zip(("stereotype", "anti-stereotype", "unrelated"), three, strict=True)
    ]
    random.Random(4).shuffle(rows)
    predictions.write_text(json.dumps({"intrasentence": rows}), encoding="utf-8")
    return score_stereoset(gold, predictions, seed=1)


def test_ties_count_as_the_authors_count_them(tmp_path: Path) -> None:
    """A tie with the anti-stereotype counts as anti; a tie with the unrelated one is not won."""
    clusters = {"intrasentence": [cluster("a", "baker", "profession")]}

    group = scored(tmp_path, clusters, {"a": (-2.0, -2.0, -2.0)})["intrasentence"]["profession"]

    assert (group["ss"], group["lms"], group["icat"]) == (0.0, 0.0, 0.0)
    assert (group["ties"], group["ties_unrelated"]) == (1, 2)


def test_one_comparison_of_two_is_half(tmp_path: Path) -> None:
    """STS-01: the stereotype above the unrelated sentence and the anti-stereotype below it give a score of 50."""
    clusters = {"intrasentence": [cluster("a", "baker", "profession")]}

    assert scored(tmp_path, clusters, {"a": (-1.0, -3.0, -2.0)})["intrasentence"]["profession"]["lms"] == 50.0


def test_terms_weigh_alike_and_tasks_are_pooled_by_term(tmp_path: Path) -> None:
    """Macro: the mean over terms; overall: a term of both tasks is one term. Micro: all items alike."""
    clusters = {
        "intrasentence": [cluster(name, "baker", "profession") for name in "ab"]
        + [cluster("c", "clerk", "profession")],
        "intersentence": [cluster("d", "clerk", "gender")],
    }
    up, down = (-1.0, -2.0, -3.0), (-2.0, -1.0, -3.0)

    answer = scored(tmp_path, clusters, {"a": up, "b": up, "c": down, "d": up})

    inside = answer["intrasentence"]["profession"]
    assert (inside["n_terms"], inside["ss"], inside["lms"], inside["icat"]) == (2, 50.0, 100.0, 100.0)
    assert inside["micro_over_items"]["ss"] == pytest.approx(200 / 3)
    assert answer["overall"]["n_terms"] == 2
    assert answer["overall"]["ss"] == pytest.approx((100 + 50) / 2)


def test_nothing_scored_is_no_number(tmp_path: Path) -> None:
    """STS-03: without one readable item there is no score, never the ideal 50, and the four counts say why."""
    clusters = {"intrasentence": [cluster("a", "baker", "profession"), cluster("b", "baker", "profession")]}

    answer = scored(tmp_path, clusters, {"a": (None, -1.0, -2.0)})

    group = answer["overall"]
    assert (group["ss"], group["lms"], group["icat"]) == (None, None, None)
    assert group["estimates"]["ss"]["reason"]
    counts = answer["counts"]
    assert (counts["answered"], counts["unreadable"], counts["not_attempted"]) == (0, 1, 1)
    assert counts["asked"] == counts["answered"] + counts["refused"] + counts["unreadable"] + counts["failed"]
    assert counts["planned"] == counts["asked"] + counts["not_attempted"] == 2


def test_scores_of_other_sentences_are_told(tmp_path: Path) -> None:
    """Ids that the file does not hold are counted; when none fits, the files do not belong together."""
    clusters = {"intrasentence": [cluster("a", "baker", "profession")]}
    up = (-1.0, -2.0, -3.0)

    answer = scored(tmp_path, clusters, {"a": up, "z": up})

    assert answer["coverage"]["scores_of_other_sentences"] == 3
    assert any("3 scores are of sentences" in note for note in answer["notes"])
    with pytest.raises(ImportProblem, match="none of its 3 ids"):
        scored(tmp_path, clusters, {"z": up})


def test_the_command_answers_with_the_keys_of_its_contract(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Task, type and the five keys of the contract; a file without one scored item ends undecided, never with 50."""
    clusters = {"intrasentence": [cluster("a", "baker", "profession")]}
    words = ["--data-dir", str(tmp_path / "p"), "score", "stereoset"]
    words += ["--gold", str(tmp_path / "dev.json"), "--predictions", str(tmp_path / "scores.json")]
    for three, code in (((-1.0, -2.0, -3.0), 0), ((None, -2.0, -3.0), 3)):
        scored(tmp_path, clusters, {"a": three})

        assert run_command_line(build_parser().parse_args([*words, "--json"])) == code
        answer = json.loads(capsys.readouterr().out)
        assert {"lms", "ss", "icat", "n_terms", "ties"} <= set(answer["intrasentence"]["profession"])
        assert run_command_line(build_parser().parse_args(words)) == code
        assert "not as an absolute level" in capsys.readouterr().out
