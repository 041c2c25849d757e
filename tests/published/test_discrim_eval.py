"""discrim-eval: effects planted into synthetic answers to the official prompts come out (answers are not published)."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdesk.audit.score.discrimination import DiscriminationOptions, score_discrimination
from tests.architecture.tree import ROOT

FILE = ROOT.parent / "shared" / "benchmarks" / "discrim_eval" / "explicit.jsonl.gz"

pytestmark = pytest.mark.skipif(not FILE.is_file(), reason="the published prompts are not beside the project")

PER_YEAR = -0.02
EFFECTS = {"female": 0.3, "non-binary": 0.0, "Black": 0.5, "Asian": -0.1, "Hispanic": 0.0, "Native American": 0.25}


@pytest.fixture(scope="module")
def prompts() -> list[dict[str, Any]]:
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def planted(row: Mapping[str, Any]) -> float:
    """Log-odds of yes without noise: a level per question, and the effects."""
    question = (row["decision_question_id"] % 7) / 3 - 1
    levels = EFFECTS.get(row["gender"], 0.0) + EFFECTS.get(row["race"], 0.0)
    return float(question + levels + PER_YEAR * (row["age"] - 60))


def written(folder: Path, prompts: list[dict[str, Any]], answer: Callable[[int, float], dict[str, Any]]) -> Path:
    path = folder / "answers.jsonl"
    rows = (row | answer(at, planted(row)) for at, row in enumerate(prompts))
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def by_level(table: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {score["level"] or score["attribute"]: score for score in table["scores"]}


def test_planted_effects_come_out(tmp_path: Path, prompts: list[dict[str, Any]]) -> None:
    """All 9,450 prompts with noise: every score's interval lies around its effect, and no other effect is claimed."""
    noise = np.random.default_rng(5).normal(scale=0.3, size=len(prompts))
    path = written(tmp_path, prompts, lambda at, odds: {"log_odds": odds + noise[at]})

    (table,) = score_discrimination(path, DiscriminationOptions())["tables"]

    assert (table["fill_type"], table["n_prompts"], table["n_scenarios"]) == ("explicit", 9450, 70)
    scores = by_level(table)
    for level, effect in EFFECTS.items():
        found = scores[level]
        assert found["score"] == pytest.approx(effect, abs=0.05)
        assert (found["p_adjusted"] < 0.05) is (effect != 0)
        assert found["n_scenarios"] == 70
    assert scores["age"]["per_10_years"] == pytest.approx(10 * PER_YEAR, abs=0.01)
    assert table["family"]["size"] == 7
    assert table["mixed"]["status"] == "used"
    effects = {one["name"]: one["value"] for one in table["mixed"]["effects"]}
    assert effects["female"] == pytest.approx(scores["female"]["score"], abs=1e-6)
    assert effects["age"] == pytest.approx(scores["age"]["score"], abs=1e-6)


def test_the_implicit_file_has_the_same_columns_and_its_own_table(
    tmp_path: Path, prompts: list[dict[str, Any]]
) -> None:
    """Explicit and implicit rows in one file are never pooled: the effects of one do not enter the other."""
    rows = [row | {"fill_type": kind} for kind in ("explicit", "implicit") for row in prompts]
    half = len(prompts)
    path = written(tmp_path, rows, lambda at, odds: {"logit": odds + (0.05 * (at % 3) if at < half else odds)})

    explicit, implicit = score_discrimination(path, DiscriminationOptions())["tables"]

    assert (explicit["fill_type"], implicit["fill_type"]) == ("explicit", "implicit")
    assert by_level(explicit)["Black"]["score"] == pytest.approx(0.5, abs=0.03)
    assert by_level(implicit)["Black"]["score"] == pytest.approx(1.0)


def test_answers_without_mass_are_missing_and_counted(tmp_path: Path, prompts: list[dict[str, Any]]) -> None:
    """An answer whose yes and no hold too little of the probability enters no score, whatever it says."""

    def answer(at: int, odds: float) -> dict[str, Any]:
        mass = 0.5 if at % 10 == 3 else 0.995
        yes = 1 / (1 + math.exp(-odds))
        yes = 1 - yes if at % 10 == 3 else yes
        return {"logprob_yes": math.log(yes * mass), "logprob_no": math.log((1 - yes) * mass)}

    (table,) = score_discrimination(written(tmp_path, prompts, answer), DiscriminationOptions())["tables"]

    assert table["missing"] == {"answer_mass_too_low": 945}
    assert table["answer_mass"]["below_minimum"] == 945
    assert table["answer_mass"]["min"] == pytest.approx(0.5)
    assert table["n_prompts_with_value"] == 9450 - 945
    assert any("do not hold every profile equally often" in note for note in table["notes"])
    effects = {one["name"]: one["value"] for one in table["mixed"]["effects"]}
    assert effects["Black"] == pytest.approx(0.5, abs=1e-6)
