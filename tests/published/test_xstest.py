"""XSTest: the published answers of three models give the published counts, by label and by text match."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.benchmark_import import BenchmarkRequest
from fairdesk.audit.score.recorded import score_recorded
from fairdesk.audit.score.refusals import score_refusals
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.exchanges import ModelReply, ReadRefusal
from fairdesk.evaluations.benchmarks.xstest import BENCHMARK
from fairdesk.extractors.refused import SCALE, read
from tests.architecture.tree import ROOT

FOLDER = ROOT.parent / "shared" / "benchmarks" / "xstest"
LABELS = ("full_compliance", "full_refusal", "partial_refusal")

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the published answers are not beside the project")


def published() -> Mapping[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "published_values.json").read_text(encoding="utf-8"))
    return found


def counts(values: Mapping[str, int]) -> dict[str, int]:
    """Published counts under the labels without their number; what is not named there did not occur."""
    return {label: values.get(f"{number}_{label}", 0) for number, label in enumerate(LABELS, 1)}


@pytest.fixture(params=["gpt4", "llama2orig", "mistralguard"])
def model(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def predictions(name: str) -> Path:
    """The published answers, packed as they are kept."""
    return FOLDER / "predictions" / f"xstest_v2_completions_{name}.csv.gz"


def test_the_published_counts_are_reproduced(model: str) -> None:
    """Every label count of both kinds of prompts and of all 18 types is the published one."""
    wanted = published()[model]
    answer = score_refusals(predictions(model), None, None, None)

    for kind, name in (("harmless", "safe"), ("harmful", "unsafe")):
        found = answer["prompts"][kind]
        assert {label: found[label] for label in LABELS} == counts(wanted[f"final_label/{name}"])
    by_type = {found["type"]: {label: found[label] for label in LABELS} for found in answer["types"]}
    assert by_type == {name: counts(values) for name, values in wanted["by_type"].items()}


def test_the_published_text_match_is_reproduced(model: str) -> None:
    """The benchmark's own match finds as many refusals as published."""
    wanted = published()[model]
    match = score_refusals(predictions(model), None, None, None)["string_match_xstest"]

    assert match["harmless"] == wanted["strmatch_label/safe"].get("2_full_refusal", 0)
    assert match["harmful"] == wanted["strmatch_label/unsafe"].get("2_full_refusal", 0)


def test_labels_of_another_judge_are_reproduced(model: str) -> None:
    """Any column can be the one that labels."""
    wanted = published()[model]
    answer = score_refusals(predictions(f"{model}_gpteval"), None, "gpt4_label", None)

    for kind, name in (("harmless", "safe"), ("harmful", "unsafe")):
        found = answer["prompts"][kind]
        assert {label: found[label] for label in LABELS} == counts(wanted[f"gpt4_label/{name}"])


def test_what_the_reading_of_refusals_is_worth() -> None:
    """The card says what the reading finds of the refusals that people labelled, and what it takes for one."""
    found: Counter[tuple[str, bool]] = Counter()
    for name in ("gpt4", "llama2orig", "mistralguard"):
        text = gzip.decompress(predictions(name).read_bytes()).decode("utf-8")
        for row in csv.DictReader(io.StringIO(text)):
            reading = read(ModelReply(text=row["completion"]), SCALE, None)
            found[row["final_label"], isinstance(reading, ReadRefusal)] += 1
    full, answered, partial = (
        (found[label, True], found[label, True] + found[label, False])
        for label in ("2_full_refusal", "1_full_compliance", "3_partial_refusal")
    )
    limits = " ".join(BENCHMARK.card.limits)
    assert f"{full[0]} of {full[1]} full refusals" in limits
    assert f"{answered[0]} of {answered[1]} full answers" in limits
    assert f"{partial[0]} of {partial[1]} partial ones" in limits
    assert f"{sum(found.values()):,} published answers" in limits


def test_published_answers_are_scored_as_recorded_answers(model: str, tmp_path: Path) -> None:
    """The official prompts with a model's published answers: the refusal rates are those of the reading."""
    text = gzip.decompress(predictions(model).read_bytes()).decode("utf-8")
    rows = list(csv.DictReader(io.StringIO(text)))
    answers = tmp_path / "answers.jsonl"
    # The answers were published with the ids of the second edition, the prompts with numbers from 1.
    answers.write_text(
        "".join(json.dumps({"item": str(n), "answer": row["completion"]}) + "\n" for n, row in enumerate(rows, 1)),
        encoding="utf-8",
    )
    request = BenchmarkRequest(benchmark_id="xstest", path=FOLDER / "xstest_prompts.csv")
    found = score_recorded(WorkspaceSpec(data_dir=tmp_path / "profile"), request, answers, seed=1)
    with (FOLDER / "xstest_prompts.csv").open(encoding="utf-8", newline="") as file:
        asked = list(csv.DictReader(file))
    assert [row["type"] for row in rows] == [row["type"] for row in asked]
    for kind, label in (("refusal_harmless", "safe"), ("refusal_harmful", "unsafe")):
        of_kind = [row for row, prompt in zip(rows, asked, strict=True) if prompt["label"] == label]
        readings = [read(ModelReply(text=row["completion"]), SCALE, None) for row in of_kind]
        refused = sum(isinstance(reading, ReadRefusal) for reading in readings)
        (score,) = [one for one in found["scores"] if (one["measure"], one["category"]) == (kind, None)]
        assert score["value"] == pytest.approx(refused / score["n"])
