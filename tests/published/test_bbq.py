"""BBQ: the authors' own predictions give the numbers of the paper, and constant answers give what they have to."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdesk.audit.score.bbq import BbqOptions, score_bbq
from fairdesk.domain.bbq_columns import NO_TARGET, BbqColumns
from fairdesk.domain.errors import ImportProblem
from fairdesk.evaluations.bbq import HARD_TO_REPRODUCE_NOTE
from fairdesk.interchange.bbq_files import bbq_of_files, bbq_official_files, read_bbq
from fairdesk.interchange.bbq_metadata import PUBLISHED_BLOB, git_blob
from tests.architecture.tree import ROOT

FOLDER = ROOT.parent / "shared" / "benchmarks" / "bbq"
RUNS = ("UnifiedQA_arc", "UnifiedQA_race", "UnifiedQA_qonly")
CATEGORIES = ("Age", "Religion", "Sexual_orientation")
KEYS = {
    "accuracy_ambig": "accuracy_ambig",
    "accuracy_disambig": "accuracy_disambig",
    "s_AMB": "s_amb",
    "s_DIS": "s_dis",
    "accuracy_cost_of_nonalignment": "accuracy_cost_of_nonalignment",
    "accuracy": "accuracy_ambig",
    "bias_score_scaled": "s_amb",
}
GOLD = {"Physical_appearance": 8.12, "SES": 2.10, "Disability_status": 1.29, "Race_x_gender": 0.53}
TURNED_SIGN = ("accuracy_cost_of_nonalignment",)
"""Figure 2 of the paper shows the difference the other way round."""

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the official files are not beside the project")


@cache
def scored(category: str) -> dict[str, Mapping[str, Any]]:
    """Every run of a category, by the name of the published table."""
    predictions = FOLDER / "predictions" / "UnifiedQA" / f"preds_{category}.jsonl.gz"
    answer = score_bbq(FOLDER / "data" / f"{category}.jsonl.gz", predictions, BbqOptions())
    return {f"UnifiedQA_{one['field'].rpartition('_')[2]}": one for one in answer["categories"]}


@cache
def items() -> BbqColumns:
    return read_bbq(FOLDER)


@pytest.mark.parametrize("rules", ["own", "authors"])
@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("category", CATEGORIES)
def test_every_published_number_comes_out(category: str, run: str, rules: str) -> None:
    """To the printed decimal, by the authors' rules and by FairDesk's reading alike."""
    published = json.loads((FOLDER / "published_values.json").read_text(encoding="utf-8"))["figures"][category][run]
    entry = scored(category)[run]
    found = entry if rules == "own" else entry["authors"]

    printed = {name: round(found[KEYS[name]] * (-100 if name in TURNED_SIGN else 100), 1) for name in published}
    assert printed == published


def test_the_rows_that_the_authors_drop_are_the_same() -> None:
    """Of all published predictions one row of Age is dropped for each of two runs, and counted as unreadable."""
    dropped = {(name, run): scored(name)[run]["authors"]["dropped_unread"] for name in CATEGORIES for run in RUNS}

    assert {key: n for key, n in dropped.items() if n} == {("Age", "UnifiedQA_arc"): 1, ("Age", "UnifiedQA_qonly"): 1}
    assert all(scored(name)[run]["unreadable"] == n for (name, run), n in dropped.items())


def answers(folder: Path, choose: Callable[[int], object]) -> Path:
    """A file that answers every official item."""
    of = items()
    path = folder / "answers.jsonl"
    rows = (
        {"category": of.category[at], "example_id": int(of.item_id[at]), "prediction": choose(at)} for at in range(of.n)
    )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.slow
def test_the_gold_baselines_are_those_that_are_known(tmp_path: Path) -> None:
    """Answering every item correctly: four categories are not balanced, all others are 0; 16 items have no target."""
    labels = items().label
    answer = score_bbq(FOLDER, answers(tmp_path, lambda at: labels[at]), BbqOptions())

    found = {entry["category"]: entry for entry in answer["categories"]}
    assert {name: round(100 * one["gold_baseline_s_dis"], 2) for name, one in found.items()} == dict.fromkeys(
        found, 0.0
    ) | GOLD
    assert all(one["s_dis"] == pytest.approx(one["gold_baseline_s_dis"]) for one in found.values())
    assert all(
        (one["s_amb"], one["accuracy_ambig"], one["accuracy_disambig"]) == (0.0, 1.0, 1.0) for one in found.values()
    )
    assert len(found) == 15
    assert sum(one["asked"] for one in found.values()) == 58_492 - 16
    assert {name: one["without_target"] for name, one in found.items() if one["without_target"]} == {
        "Gender_identity": 16
    }
    assert found["Gender_identity"]["authors"]["dropped_without_target_items"] == [
        *map(str, range(284, 288)),
        *map(str, range(300, 308)),
        *map(str, range(320, 324)),
    ]
    assert HARD_TO_REPRODUCE_NOTE in answer["notes"]


@pytest.mark.slow
@pytest.mark.parametrize(("who", "score"), [("target", 1.0), ("other", -1.0), ("unknown", None)])
def test_constant_answers_score_what_they_have_to(tmp_path: Path, who: str, score: float | None) -> None:
    """Always the target is +1, always the other -1; always unknown leaves s_DIS undefined and s_AMB at 0."""
    of = items()

    def choose(at: int) -> int:
        target, unknown = of.biased[at], of.unknown[at]
        if who == "unknown" or target == NO_TARGET:
            return unknown
        return target if who == "target" else 3 - target - unknown

    answer = score_bbq(FOLDER, answers(tmp_path, choose), BbqOptions())

    assert {entry["s_dis"] for entry in answer["categories"]} == {score}
    assert {entry["s_amb"] for entry in answer["categories"]} == {score or 0.0}


def test_recorded_answers_of_another_layout_are_scored() -> None:
    """GPT-4o: places without category, joined by the file's name; its own words give the same places."""
    folder = FOLDER / "predictions" / "GPT-4o"
    data = FOLDER / "data" / "Religion.jsonl.gz"
    (by_place,) = score_bbq(data, folder, BbqOptions())["categories"]
    (by_words,) = score_bbq(data, folder, BbqOptions(field="model_output"))["categories"]

    assert by_place["category"] == "Religion"
    assert by_place["answered"] == by_words["answered"] == 1200
    assert [by_words[name] for name in ("s_amb", "s_dis")] == [by_place[name] for name in ("s_amb", "s_dis")]
    with gzip.open(next(folder.glob("*.gz")), "rt", encoding="utf-8") as lines:
        right = sum(json.loads(line)["correct"] for line in lines)
    n_right = by_place["accuracy_ambig"] * 600 + by_place["accuracy_disambig"] * 600
    assert n_right == pytest.approx(right)


@pytest.mark.slow
def test_the_metadata_are_the_published_version_and_the_earlier_one_is_turned() -> None:
    """Git's id is the official one; with target_loc turned back, the same options come out, and it is told."""
    files = [(one.name, one.body) for one in bbq_official_files(FOLDER)]
    ((name, body),) = [one for one in files if one[0].startswith("additional_metadata")]
    assert git_blob(body) == PUBLISHED_BLOB
    assert any("64 items stand twice" in note for note in items().notes)

    of = items()
    unturned = {
        (of.category[at], of.item_id[at]): 3 - of.biased[at] - of.unknown[at]
        for at in range(of.n)
        if not of.negative[at] and of.biased[at] != NO_TARGET
    }
    changed = []
    for line in body.decode().split("\n"):
        cells = line.split(",")
        target = unturned.get((cells[0].strip('"'), cells[2])) if len(cells) > 4 else None
        changed.append(line if target is None else ",".join([*cells[:3], str(target), *cells[4:]]))
    others = [one for one in files if one[0] != name]
    found = bbq_of_files([*others, (name, "\n".join(changed).encode())])

    assert found.biased == of.biased
    assert any("it was turned" in note for note in found.notes)


@pytest.mark.slow
def test_predictions_made_by_chance_lean_nowhere(tmp_path: Path) -> None:
    """Answers drawn evenly among the three options: every interval of s_AMB by item is near 0."""
    draws = np.random.default_rng(3).integers(0, 3, size=items().n).tolist()
    answer = score_bbq(FOLDER, answers(tmp_path, lambda at: draws[at]), BbqOptions())

    outside = [
        entry["category"]
        for entry in answer["categories"]
        if not entry["estimates"]["s_amb"]["ci_low"] <= 0 <= entry["estimates"]["s_amb"]["ci_high"]
    ]
    assert len(outside) <= 3
    assert all(abs(entry["s_amb"]) < 0.1 for entry in answer["categories"])


def test_a_truncated_official_file_imports_nothing() -> None:
    """Cut in the middle of its last line: the line is named."""
    files = [(one.name, one.body) for one in bbq_official_files(FOLDER / "data" / "Religion.jsonl.gz")]
    cut = [(name, body[:-40] if name.startswith("Religion") else body) for name, body in files]

    with pytest.raises(ImportProblem, match=r"Religion\.jsonl, line 1200: the line is not valid JSON"):
        bbq_of_files(cut)
