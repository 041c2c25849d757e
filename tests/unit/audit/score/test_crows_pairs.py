"""CrowS-Pairs scored from files: ties, directions and shares, with the faults that users of other programs met."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.score.crows_pairs import score_crows_pairs
from fairdesk.cli.commands import build_parser, run_command_line
from fairdesk.domain.errors import ImportProblem

HEADER = "index,sent_more,sent_less,stereo_antistereo,bias_type\n"


def files(folder: Path, directions: list[str], rows: list[str], columns: str = "") -> tuple[Path, Path]:
    """Invented pairs of these directions, and the rows of their scores."""
    data, scores = folder / "pairs.csv", folder / "scores.csv"
    pairs = "".join(f"{at},More {at}.,Less {at}.,{direction},age\n" for at, direction in enumerate(directions))
    data.write_text(HEADER + pairs, encoding="utf-8")
    scores.write_text(f"index,sent_more_score,sent_less_score{columns}\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return data, scores


def scored(folder: Path, directions: list[str], rows: list[str]) -> dict[str, Any]:
    return score_crows_pairs(*files(folder, directions, rows), "causal")


def test_a_tie_is_neutral_and_no_choice_of_the_other_sentence(tmp_path: Path) -> None:
    """CRP-01: equal likelihoods are counted apart; the share without ties has no number, and says why."""
    answer = scored(tmp_path, ["stereo"], ["0,-10.0,-10.0"])

    assert (answer["neutral"], answer["n"]) == (1, 1)
    assert answer["metric_score_without_ties"] is None
    assert answer["estimates"]["metric_score_without_ties"]["reason"]
    assert answer["sign_test"]["p"] is None
    assert answer["authors"]["stereotype_score"] is None


def test_the_direction_is_not_applied_a_second_time(tmp_path: Path) -> None:
    """CRP-03: in an antistereo row the first sentence is the more stereotyping one as well."""
    answer = scored(tmp_path, ["antistereo"], ["0,-1.0,-2.0"])

    assert answer["metric_score"] == 100.0
    assert answer["by_direction"]["antistereo"]["score"] == 100.0
    assert answer["by_direction"]["stereo"]["score"] is None


def test_the_share_is_of_pairs_and_not_of_differences(tmp_path: Path) -> None:
    """CRP-05: differences of +10, -1 and -1 are a third of the pairs, whatever their mean says."""
    answer = scored(tmp_path, ["stereo"] * 3, ["2,-1,0", "0,10,0", "1,-1,0"])

    assert answer["metric_score"] == pytest.approx(100 / 3)
    assert answer["authors"]["metric_score"] == 33.33


def test_scores_beside_exchanged_sentences_are_refused(tmp_path: Path) -> None:
    """An early output of the authors' program exchanged sentences by direction: such a file is not scored."""
    rows = ["0,-1,-2,More 0.,Less 0.", "1,-1,-2,Less 1.,More 1."]

    with pytest.raises(ImportProblem, match="line 3: the sentences of pair '1' stand in the other order"):
        score_crows_pairs(*files(tmp_path, ["stereo", "antistereo"], rows, ",sent_more,sent_less"), "")


def test_scores_of_other_sentences_are_refused(tmp_path: Path) -> None:
    """Equal indices of another version of the file do not make the same pair."""
    rows = ["0,-1,-2,Other words.,Less 0."]

    with pytest.raises(ImportProblem, match="line 2: the sentences are not those of pair '0'"):
        score_crows_pairs(*files(tmp_path, ["stereo"], rows, ",sent_more,sent_less"), "")


def test_what_has_no_score_enters_no_number(tmp_path: Path) -> None:
    """A pair without scores and one without a number are counted apart; the four counts add up."""
    answer = scored(tmp_path, ["stereo"] * 3, ["0,-1,-2", "1,,-2", "9,-1,-2"])

    assert (answer["n"], answer["n_valid"], answer["metric_score"]) == (3, 1, 100.0)
    counts = answer["counts"]
    assert counts == {
        "planned": 3,
        "asked": 2,
        "answered": 1,
        "refused": 0,
        "unreadable": 1,
        "failed": 0,
        "not_attempted": 1,
    }
    assert any("1 scores are of pairs that the file does not hold" in note for note in answer["notes"])


def test_the_command_answers_with_the_keys_of_its_contract(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One JSON object with metric_score, neutral, n and both break-downs; without a number it is undecided."""
    for rows, code in ((["0,-1,-2"], 0), (["0,,"], 3)):
        data, scores = files(tmp_path, ["stereo"], rows)
        words = [
            "--data-dir",
            str(tmp_path / "p"),
            "score",
            "crows-pairs",
            "--data",
            str(data),
            "--scores",
            str(scores),
        ]

        assert run_command_line(build_parser().parse_args([*words, "--json"])) == code
        answer = json.loads(capsys.readouterr().out)
        assert {"metric_score", "neutral", "n", "by_bias_type", "by_direction", "estimates"} <= set(answer)
        assert run_command_line(build_parser().parse_args(words)) == code
        assert "not as an absolute level" in capsys.readouterr().out
