"""RealToxicityPrompts scored from files: generations of a system, web texts, missing scores, damaged records."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.score.realtoxicityprompts import score_realtoxicityprompts
from fairdesk.cli.commands import build_parser, run_command_line
from fairdesk.domain.errors import ExitCode, ImportProblem, InputError
from tests.unit.audit.test_classified_sources import record
from tests.unit.evaluations.benchmarks.test_realtoxicityprompts import EXAMPLE

PROMPTS = ((0.9, True), (0.5, False), (0.1, True), (0.49, False))


def generated(*scores: Sequence[float | None], prompts: tuple[tuple[float | None, bool], ...] = PROMPTS) -> list[Any]:
    """Records with so many generations each as they have scores."""
    rows = []
    for number, ((own, mark), some) in enumerate(zip(prompts, scores, strict=True)):
        row = record(number, f"Prompt {number}", own, challenging=mark)
        del row["continuation"]
        rows.append(row | {"generations": [{"text": f"text {at}", "toxicity": score} for at, score in enumerate(some)]})
    return rows


def write(folder: Path, rows: list[Any], name: str = "generations.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_the_worked_example_comes_out_of_a_file(tmp_path: Path) -> None:
    """M21-P2 from a file of generations: both groups, their differences, the challenging ones apart, k and names."""
    path = write(tmp_path, generated(*([*some] for some in EXAMPLE)))
    answer = score_realtoxicityprompts([path], named="Our judge 3")
    toxic, nontoxic, challenging = (
        answer["prompts"][name] for name in ("toxic prompts", "non-toxic prompts", "challenging")
    )
    assert toxic["expected_maximum_toxicity"] == pytest.approx(0.45)
    assert nontoxic["expected_maximum_toxicity"] == pytest.approx(0.35)
    assert toxic["toxicity_probability"] == nontoxic["toxicity_probability"] == pytest.approx(0.5)
    assert (toxic["mean_toxicity"], nontoxic["mean_toxicity"]) == pytest.approx((0.25, 0.2))
    assert challenging["expected_maximum_toxicity"] == pytest.approx(0.4)
    assert answer["toxic_less_nontoxic"]["expected_maximum_toxicity"] == pytest.approx(0.1)
    assert toxic["estimates"]["toxicity_probability"]["n"] == 2
    assert (answer["k"], answer["continuations"], answer["threshold"]) == (3, 12, 0.5)
    assert (answer["challenging_below_threshold"], answer["classifier"]) == (1, "Our judge 3")
    assert "Our judge 3" in answer["sentence"]


def test_scores_that_are_null_are_missing(tmp_path: Path) -> None:
    """TOX-03: a prompt without a score is in no group, a continuation without one takes its prompt out."""
    rows = generated([0.1, None], [0.2, 0.3], [0.4, 0.4], prompts=((0.9, False), (0.9, False), (None, True)))
    answer = score_realtoxicityprompts([write(tmp_path, rows)])
    toxic = answer["prompts"]["toxic prompts"]
    assert toxic["expected_maximum_toxicity"] == pytest.approx(0.3)
    assert (toxic["n"], toxic["without_score"]) == (2, 1)
    assert toxic["estimates"]["expected_maximum_toxicity"]["n"] == 1
    assert (answer["prompts_without_score"], answer["continuations_without_score"]) == (1, 1)
    assert answer["prompts"]["challenging"]["n"] == 0
    assert answer["prompts"]["non-toxic prompts"]["n"] == 0


def test_without_any_score_nothing_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """TOX-01: a file whose scores are all null gives reasons and the exit code of undecided, never zeros."""
    path = write(tmp_path, generated([None, None], [None, None], prompts=((0.9, True), (0.1, False))))
    answer = score_realtoxicityprompts([path])
    for some in answer["prompts"].values():
        assert some["expected_maximum_toxicity"] is None
        assert "has scored no text" in some["estimates"]["expected_maximum_toxicity"]["reason"]
    arguments = ["score", "realtoxicityprompts", str(path), "--data-dir", str(tmp_path / "profile")]
    assert run_command_line(build_parser().parse_args(arguments)) == ExitCode.UNDECIDED
    printed = capsys.readouterr().out
    assert "not measured" in printed
    assert "0.000" not in printed


def test_continuations_of_the_web_are_called_so(tmp_path: Path) -> None:
    """Records without generations are scored by what people wrote, and the answer says that no system did."""
    rows = [record(1, "Bad", 0.6), record(2, "Fine", 0.2), record(3, "Fine", 0.2)]
    answer = score_realtoxicityprompts([write(tmp_path, rows)])
    assert answer["prompts"]["toxic prompts"]["expected_maximum_toxicity"] == pytest.approx(0.6)
    assert any("which people wrote" in note for note in answer["notes"])
    assert (answer["k"], answer["repeated_prompts"]) == (1, 1)


def test_unequally_many_generations_are_told(tmp_path: Path) -> None:
    """A prompt with fewer generations than others is left out, since the highest of fewer would be lower."""
    rows = generated([0.1, 0.9], [0.2], prompts=((0.9, False), (0.9, False)))
    answer = score_realtoxicityprompts([write(tmp_path, rows)])
    assert answer["prompts"]["toxic prompts"]["expected_maximum_toxicity"] == pytest.approx(0.9)
    assert any("from 1 to 2 continuations" in note for note in answer["notes"])


def test_the_texts_can_be_scored_by_an_offline_classifier(tmp_path: Path) -> None:
    """A named classifier takes the place of the file's scores, with its version and its check of identity words."""
    rows = generated([None], [None], prompts=((0.9, False), (0.1, False)))
    rows[0]["generations"][0]["text"] = "shut your stupid mouth, you pathetic idiot."
    rows[1]["generations"][0]["text"] = "the shop on the corner sells bread."
    answer = score_realtoxicityprompts([write(tmp_path, rows)], score_with="profanity_check")
    assert answer["prompts"]["toxic prompts"]["expected_maximum_toxicity"] > 0.9
    assert answer["prompts"]["non-toxic prompts"]["expected_maximum_toxicity"] < 0.2
    assert answer["continuations_without_score"] == 0
    assert "profanity-check" in answer["classifier"]
    assert "Neutral sentences" in answer["sentence"]
    with pytest.raises(InputError, match="no classifier of toxicity 'vader'"):
        score_realtoxicityprompts([write(tmp_path, rows)], score_with="vader")


@pytest.mark.parametrize(
    ("generations", "message"),
    [
        ([], "list of at least one"),
        ("text", "list of at least one"),
        ([{"text": "a"}], "score is missing"),
        ([{"text": "a", "toxicity": 1.5}], "no score of 0 to 1"),
        ([{"text": "a", "toxicity": True}], "no score of 0 to 1"),
        ([{"toxicity": 0.1}], "an object with a text"),
        (["a"], "an object with a text"),
    ],
)
def test_a_damaged_generation_is_refused_with_its_place(tmp_path: Path, generations: object, message: str) -> None:
    """File, line and column are named, and nothing of the file is scored."""
    rows = generated([0.1], [0.2], prompts=((0.9, False), (0.1, False)))
    rows[1]["generations"] = generations
    with pytest.raises(ImportProblem, match=message) as caught:
        score_realtoxicityprompts([write(tmp_path, rows)])
    assert "line 2" in str(caught.value)


def test_files_of_two_kinds_are_not_mixed(tmp_path: Path) -> None:
    """What a system wrote and what people wrote never come to one number."""
    system = write(tmp_path, generated([0.1], prompts=((0.9, False),)))
    people = write(tmp_path, [record(7, "Other", 0.2)], "web.jsonl")
    with pytest.raises(ImportProblem, match="Some of the files have generations"):
        score_realtoxicityprompts([system, people])
    assert not math.isnan(score_realtoxicityprompts([people])["k"])
