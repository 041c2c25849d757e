"""Discrimination scores read from a file (fairdesk score discrimination)."""

from __future__ import annotations

import gzip
import json
import math
import time
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.score.discrimination import DiscriminationOptions, score_discrimination
from fairdesk.audit.score.scenario_prompts import ScenarioColumns
from fairdesk.cli.commands import build_parser, run_command_line
from fairdesk.domain.errors import FairDeskError

HEADER = "scenario,gender,race,age,"
PROFILES = list(product(("male", "female"), ("white", "Black"), (40, 60, 80)))


def write(folder: Path, content: str) -> Path:
    path = folder / "answers.csv"
    path.write_text(content, encoding="utf-8")
    return path


def filled(columns: str, *cells: str) -> str:
    """Two scenarios with every profile; the same cells in all rows of a scenario, by gender."""
    rows = [
        f"{scenario},{gender},{race},{age},{cells[scenario * 2 + (gender == 'female')]}\n"
        for scenario in (0, 1)
        for gender, race, age in PROFILES
    ]
    return HEADER + columns + "\n" + "".join(rows)


def only_table(path: Path, **options: Any) -> dict[str, Any]:
    (table,) = score_discrimination(path, DiscriminationOptions(**options))["tables"]
    found: dict[str, Any] = table
    return found


def score_of(table: Mapping[str, Any], level: str) -> dict[str, Any]:
    found: dict[str, Any] = next(score for score in table["scores"] if level in (score["level"], score["attribute"]))
    return found


@pytest.mark.parametrize(
    ("columns", "cells", "expected"),
    [
        ("log_odds", ("0", "1", "0", "0.5"), (1, 0.5)),
        ("p_yes", ("0.5", "0.75", "0.5", "0.9"), (math.log(3), math.log(9))),
        ("p_yes,p_no", ("0.48,0.48", "0.72,0.24", "0.5,0.5", "0.9,0.1"), (math.log(3), math.log(9))),
        ("logprob_yes,logprob_no", ("-0.7,-0.7", "-0.5,-1", "-0.7,-0.7", "-0.4,-1.4"), (0.5, 1.0)),
        ("yes,samples", ("5,10", "7,10", "5,10", "10,10"), (math.log(7.5 / 3.5), math.log(21))),
    ],
)
def test_every_way_to_say_how_likely_yes_was(
    tmp_path: Path, columns: str, cells: tuple[str, ...], expected: tuple[float, float]
) -> None:
    """The score is the mean over scenarios of the difference in log-odds, and the rest says 0 without a p of 0."""
    table = only_table(write(tmp_path, filled(columns, *cells)))

    female = score_of(table, "female")
    assert female["score"] == pytest.approx(sum(expected) / 2)
    assert female["estimates"]["score"]["ci_method"] == "t"
    assert female["n_scenarios"] == 2
    change = female["probability_change_at_half"]
    assert change == pytest.approx(1 / (1 + math.exp(-female["score"])) - 0.5)
    black = score_of(table, "Black")
    assert (black["score"], black["p"], black["estimates"]["score"]["ci_low"]) == (pytest.approx(0), None, None)
    assert table["family"]["size"] == 1


def test_words_are_read_one_row_per_sample(tmp_path: Path) -> None:
    """Samples of one prompt are counted together; a refusal, an evasion and nothing are no answer."""
    said = {"male": ["Yes.", "no", "No, never", "**Yes**"], "female": ["Yes", "yes!", "I cannot help with that.", ""]}
    rows = [
        f'{scenario},{gender},{at},"{text}"\n'
        for scenario in (1, 2)
        for gender, texts in said.items()
        for at, text in enumerate([*texts, "It depends: yes or no."])
    ]
    table = only_table(write(tmp_path, "scenario,gender,sample,answer\n" + "".join(rows)))

    assert table["n_prompts"] == 4
    assert table["missing"] == {"neither_yes_nor_no": 4, "refused": 2, "no_value": 2}
    assert score_of(table, "female")["score"] == pytest.approx(math.log(2.5 / 0.5) - 0)
    assert any("drawn towards 0" in note and "2/3" in note for note in table["notes"])


def test_first_tokens_are_summed_over_spellings(tmp_path: Path) -> None:
    """All spellings of yes count; an answer that holds neither word has no mass and no score."""
    path = tmp_path / "answers.jsonl"
    tokens = {"male": {"Yes": math.log(0.3), " yes": math.log(0.2), "No": math.log(0.5)}, "female": {"Maybe": -0.01}}
    lines = [
        json.dumps({"scenario": scenario, "gender": gender, "logprobs": tokens[gender]})
        for scenario in range(3)
        for gender in tokens
    ]
    path.write_text("\n".join(lines), encoding="utf-8")

    table = only_table(path)

    assert table["missing"] == {"answer_mass_too_low": 3}
    female = score_of(table, "female")
    assert female["score"] is female["p"] is female["probability_change_at_half"] is None
    assert "no scenario has log-odds both" in female["estimates"]["score"]["reason"]
    assert female["prompts_with_value"] == {"level": 0, "baseline": 3}


def test_certain_answers_have_no_finite_log_odds(tmp_path: Path) -> None:
    """P(yes) of exactly 0 or 1 is counted as missing, not cut to some number."""
    table = only_table(write(tmp_path, filled("p_yes", "1", "0.5", "0", "0.5")))

    assert table["missing"] == {"probability_0_or_1": 12}
    assert score_of(table, "female")["score"] is None


def test_a_repeated_sample_is_dropped_and_a_conflict_told(tmp_path: Path) -> None:
    """The first row of a prompt and sample stands."""
    content = "scenario,gender,sample,log_odds\n1,male,1,0\n1,female,1,1\n1,female,1,1\n1,female,1,9\n"
    table = only_table(write(tmp_path, content))

    assert (table["duplicates_dropped"], table["conflicting_duplicates"]) == (2, 1)
    assert score_of(table, "female")["score"] == 1.0
    assert score_of(table, "female")["p"] is None


def test_a_baseline_is_stated_or_the_papers(tmp_path: Path) -> None:
    """Other attributes need their level stated; a stated level is found whatever its case."""
    path = write(tmp_path, "scenario,school,gender,logit\n1,domestic,M,0\n1,abroad,F,1\n2,domestic,M,0\n2,abroad,F,2\n")
    columns = ScenarioColumns(attributes=("school", "gender"))

    with pytest.raises(FairDeskError, match="not stated") as caught:
        only_table(path, columns=columns)
    assert "--baseline school=LEVEL" in (caught.value.advice or "")
    answer = score_discrimination(
        path, DiscriminationOptions(columns=columns, baseline={"school": "Domestic", "gender": "m"})
    )
    assert answer["baseline"] == {"school": "domestic", "gender": "M"}
    assert "school domestic, gender M" in answer["sentence"]
    (table,) = answer["tables"]
    assert score_of(table, "abroad")["score"] == pytest.approx(1.5)
    assert table["mixed"]["status"] == "not fitted"
    assert "always occur together" in table["mixed"]["why"]


def test_a_singular_mixed_model_is_discarded_with_its_reason(tmp_path: Path) -> None:
    """No variance between scenarios: the status says discarded, and least squares stand in its place."""
    rows = [f"{s},{g},{v}\n" for s in range(6) for g, v in (("male", (s % 2) / 10), ("female", 1 - (s % 2) / 10))]
    mixed = only_table(write(tmp_path, "scenario,gender,log_odds\n" + "".join(rows)))["mixed"]

    assert mixed["status"] == "discarded"
    assert "mixed model singular" in mixed["why"]
    assert mixed["effects"] == mixed["least_squares"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("gender,log_odds\nmale,1\n", "scenario"),
        ("scenario,log_odds\n1,1\n", "gender"),
        ("scenario,gender\n1,male\n", "how likely yes was"),
        ("scenario,gender,p_yes\n1,male,1.5\n", "line 2, column 'p_yes': 1.5 cannot be right"),
        ("scenario,gender,logprob_yes,logprob_no\n1,male,0.5,-1\n", "at most 0"),
        ("scenario,gender,p_yes,p_no\n1,male,0.8,0.8\n", "together exceed 1"),
        ("scenario,gender,yes,samples\n1,male,5,4\n", "no part of 4 samples"),
        ("scenario,gender,age,logit\n1,male,old,1\n", "no number"),
        ("scenario,gender,age,logit\n1,male,1e308,1\n", "no age"),
        ("scenario,gender,logit\n1,,1\n", "nothing stands there"),
        ("scenario,gender,logit\n1,female,1\n", "none of its levels"),
    ],
)
def test_a_file_of_another_layout_is_refused(tmp_path: Path, content: str, words: str) -> None:
    """The message names the place; the advice says what belongs there."""
    with pytest.raises(FairDeskError, match=words) as caught:
        only_table(write(tmp_path, content))
    assert caught.value.advice


@pytest.mark.parametrize(
    "values", [("", ""), ("NaN", "inf"), ("1e308", "-1e308"), ("700", "-700"), ("0", "0"), ("1e-300", "0")]
)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_odd_numbers_never_give_a_p_value_of_nothing(tmp_path: Path, values: tuple[str, str], n: int) -> None:
    """Missing, huge, tiny and equal values: each score is finite with its reason, and never a p of 0 or 1."""
    rows = [
        f"{s},{g},{a},{v}\n"
        for s in range(n)
        for a in (20, 60)
        for g, v in zip(("male", "female"), values, strict=True)
    ]
    table = only_table(write(tmp_path, "scenario,gender,age,log_odds\n" + "".join(rows)))

    for score in table["scores"]:
        assert score["p"] is None
        assert score["score"] is None or math.isfinite(score["score"])
        assert score["estimates"]["score"]["reason"] or score["estimates"]["score"]["warnings"]
    json.dumps(table, allow_nan=False)


def test_the_command_prints_scores_and_is_undecided_without_any(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Text and JSON hold the same; nothing scored ends with 3; a baseline without level with 2."""

    def run(*words: str) -> int:
        return run_command_line(
            build_parser().parse_args(["--data-dir", str(tmp_path / "profile"), "score", "discrimination", *words])
        )

    path = tmp_path / "answers.csv.gz"
    path.write_bytes(gzip.compress(filled("log_odds", "0", "1", "0", "0.5").encode()))
    assert run(str(path)) == 0
    text = capsys.readouterr().out
    assert "gender female" in text
    assert "profile age 60, gender male, race white" in text
    assert run(str(path), "--json") == 0
    assert json.loads(capsys.readouterr().out)["tables"][0]["scores"][0]["level"] == "female"
    assert run(str(path), "--baseline", "gender") == 2
    empty = write(tmp_path, filled("log_odds", "", "", "", ""))
    assert run(str(empty)) == 3
    assert "not measured" in capsys.readouterr().out


@pytest.mark.slow
def test_the_cost_is_linear(tmp_path: Path) -> None:
    """Eight times the rows take at most about eight times as long, on the second try where the machine was busy."""

    def seconds(n: int) -> float:
        rows = [f"{s},{g},{r},{a},{(s * 7 + a) % 11 / 5}\n" for s in range(n) for g, r, a in PROFILES]
        path = write(tmp_path, HEADER + "log_odds\n" + "".join(rows))
        begun = time.process_time()
        only_table(path)
        return time.process_time() - begun

    seconds(10)
    assert any(seconds(4_000) < 14 * seconds(500) for _ in range(2))
