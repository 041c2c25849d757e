"""Counterfactual measures of a file of records (fairdesk score counterfactual)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.score.counterfactual import CounterfactualOptions, score_counterfactual
from fairdesk.cli.commands import build_parser, run_command_line
from fairdesk.domain.records import LayoutChoices


def scored(folder: Path, samples: dict[str, int], shift: float = 0.0) -> dict[str, Any]:
    """Sixty prompts whose answers swing between 0 and 0.4 by chance, so many times per variant."""
    chance = random.Random(15)
    rows = [
        f"{item},{variant},{sample},{chance.uniform(0, 0.4) + shift * (variant != 'original'):.4f}\n"
        for item in range(60)
        for variant, n in samples.items()
        for sample in range(1, n + 1)
    ]
    file = folder / "records.csv"
    file.write_text("item,variant,sample,value\n" + "".join(rows), encoding="utf-8")
    return score_counterfactual(file, CounterfactualOptions(choices=LayoutChoices(reference="original")))


def noise_gap(answer: dict[str, Any]) -> dict[str, Any]:
    """The distance between answers to the same original prompt."""
    return dict(next(one for one in answer["noise_floor"] if one["measure"] == "noise_gap"))


def test_a_distance_of_swapped_texts_stands_beside_that_of_repeats(tmp_path: Path) -> None:
    """CF-15: one prompt asked twice differs by about as much as a swap that does nothing; no excess is claimed."""
    answer = scored(tmp_path, {"original": 2, "female": 2})
    (variant,) = answer["variants"]
    floor = noise_gap(answer)

    assert variant["cf_gap"] > 0.05
    assert floor["value"] == pytest.approx(variant["cf_gap"], abs=0.05)
    excess = variant["estimates"]["excess_gap"]
    assert excess["ci_low"] < 0 < excess["ci_high"]
    assert variant["verdicts"]["test"].startswith("inconclusive")


def test_an_effect_beyond_the_repeats_is_told_from_them(tmp_path: Path) -> None:
    """CF-15: where the swap does move the answers, the excess lies above 0."""
    (variant,) = scored(tmp_path, {"original": 2, "female": 2}, shift=0.3)["variants"]

    assert variant["estimates"]["excess_gap"]["ci_low"] > 0


def test_without_repeats_the_baseline_is_not_measured(tmp_path: Path) -> None:
    """CF-15: one answer per prompt has no baseline: null with the reason, neither 0 nor left out."""
    answer = scored(tmp_path, {"original": 1, "female": 1})
    (variant,) = answer["variants"]

    assert answer["noise_floor"] == []
    assert variant["excess_gap"] is None
    assert "two valid samples" in variant["estimates"]["excess_gap"]["reason"]


def test_the_printed_table_holds_the_baseline_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """CF-15: who reads the text and not the JSON sees the distance of repeats below that of swaps, or that it lacks."""
    answer = scored(tmp_path, {"original": 2, "female": 2})
    profile, file = str(tmp_path / "profile"), tmp_path / "records.csv"
    words = ["--data-dir", profile, "score", "counterfactual", str(file), "--reference", "original"]
    assert run_command_line(build_parser().parse_args(words)) == 0
    printed = capsys.readouterr().out

    assert f"Gap between repeats of original: {noise_gap(answer)['value']:.3f}" in printed
    scored(tmp_path, {"original": 1, "female": 1})
    assert run_command_line(build_parser().parse_args(words)) == 0
    assert "Noise floor not measured" in capsys.readouterr().out
